//! Axiom 3: how a game begins.

use super::*;

#[test]
fn clause_3_1_the_named_starts() {
    let mut all = String::new();
    for start in ["main", "tower", "wall", "steps", "square"] {
        let setup = format!("start={start}");
        let record = play(&setup, "");
        assert_eq!(record.turn(), Turn::Move(Seat::new(0)), "Black begins");
        assert_eq!(
            record.setup().to_string(),
            format!("edition=1988;{setup};own_double=free;quiet_limit=200;swap=off")
        );
        all += &format!("{start}\n{}\n", drawn(&record, Palette::None));
    }
    insta::assert_snapshot!("axiom-starts", all);
}

#[test]
fn clause_3_2_starts_as_text() {
    let main = "turn:0,1/-1,0,2:x+*z+/0,0,2:z-/1,0,2:x+*z+/-1,0,1:x-z+/0,0,1:x-y-/1,0,1:x-z+";
    let start = |text: &str| format!("start={text}");
    assert_eq!(play(&start(main), "").position(), play("", "").position());
    // A mirror reverses one axis only.
    let wall = "0,0,1:z+*x-/2,0,1:z+*y-/4,0,1:z+/0,3,1:x+z+/2,3,1:x+z+/4,3,1:x+z+";
    for (mirror, white) in [("x,11", "11,0,1:z+"), ("y,-4", "0,-4,1:z+")] {
        let record = play(&start(&format!("mirror:{mirror}/{wall}")), "");
        assert!(record.position().position_text().contains(&format!("/{white}/")), "{mirror}");
    }
    let text = play(&start(&format!("mirror:x,11/{wall}")), "").position().position_text();
    assert!(text.ends_with("/*11,0,1:x+/*9,0,1:y-"), "{text}");

    for (from, to, expect) in [
        (main, "", "3.2 start"),
        (main, "mainly", "3.2 start"),
        ("turn:0,1", "turn:0", "3.2 start"),
        ("turn:0,1", "turn:00,1", "3.2 start"),
        ("turn:0,1", "turn:10000,1", "3.2 start"),
        ("turn:0,1", "mirror:z,1", "3.2 start"),
        ("turn:0,1", "shift:0,1", "3.2 start"),
        ("0,0,2:z-", "10000,0,2:z-", "3.2 start-far"),
        ("0,0,2:z-", "0,0,2", "4.1 cube"),
        ("0,0,2:z-", "", "4.1 cube"),
        ("0,0,2:z-", "0,0,2:z-*q", "4.1 cube"),
        ("0,0,2:z-", "0,0,2:z-*z+", "2.1 sceptres"),
        ("*z+/0", "/0", "2.1 sceptres"),
        ("0,0,2:z-", "0,0,2:x+z-", "3.2 start-kinds"),
        ("/0,0,2:z-", "", "3.2 start-kinds"),
        ("0,0,2:z-", "0,0,2:z-/5,5,1:x+", "3.2 start-kinds"),
        ("0,0,2:z-", "1,0,2:z-", "1.1 overlap"),
        ("turn:0,1", "turn:0,0", "1.1 overlap"),
        ("0,0,2:z-", "0,0,3:z-", "1.4 unsupported"),
        ("0,0,2:z-", "0,0,2:z+", "4.3 no-pyramid-joint"),
        ("-1,0,2:x+*z+", "-1,0,2:z-*z+", "4.3 no-pyramid-joint"),
        ("0,0,2:z-/1,0,2:x+", "0,0,2:z-/1,0,2:x-", "ok"),
        ("-1,0,1:x-z+/0,0,1:x-y-", "-1,0,1:x+z+/0,0,1:x-y-", "4.5 pyramids-meet"),
        ("0,0,2:z-", "5,0,1:z-", "4.4 pyramid-down"),
        ("*z+/0", "*x+/0", "2.1 pyramid-face"),
        ("*z+/0", "*y+/0", "2.1 covered"),
        ("*z+/0", "*z-/0", "1.4 underside"),
        ("*z+/0,0,2:z-/1,0,2:x+*z+", "*z+*y-/0,0,2:z-/1,0,2:x+", "3.2 start-double"),
    ] {
        check_setup(&start(&main.replacen(from, to, 1)), expect);
    }
    // A sceptre without room.
    let apart = "0,0,1:z+*x+/1,1,1:z+*y-/9,0,1:z+/0,5,1:y+z+/2,5,1:y+z+/4,5,1:y+z+";
    let mirrored = |from: &str, to: &str| start(&format!("mirror:y,-9/{}", apart.replace(from, to)));
    check_setup(&mirrored("", ""), "2.2 crowded-front");
    check_setup(&mirrored("1,1,1:z+*y-", "2,0,1:z+*y-"), "2.2 crowded-second");
    check_setup(&mirrored("1,1,1:z+*y-", "3,0,1:z+*x-"), "2.2 crowded-facing");
    // Along the tops a sceptre comes to the cube that carries a white one on its side.
    let row = "0,0,1:x-*z+/1,0,1:y+/2,0,1:y+*y-/0,5,1:y+z+/2,5,1:y+z+/4,5,1:y+z+";
    check_setup(&start(&format!("mirror:x,5/{row}")), "3.2 start-won");
    // Cubes on the table need not touch or lock.
    check_setup(
        &start("mirror:y,-9/0,0,1:x+*z+/5,0,1:x+*z+/10,0,1:x+/0,5,1:x+y+/5,5,1:x+y+/10,5,1:x+y+"),
        "ok",
    );
}
