//! Axiom, clause by clause of docs/rules/axiom.en.md.

#![allow(clippy::unwrap_used, reason = "helpers of tests may panic too")]

use std::collections::{BTreeSet, HashMap};

use engine::{Event, Game, Palette, Record, Seat, Turn, Viewer, mix, picture, testkit};
use games::axiom::{Axiom, Cell, Direction, Face, Move, Options};
use rand::{SeedableRng, rngs::StdRng};

/// White's pieces far away, where they disturb nothing.
const FAR_WHITE: &str = "60,0,1:x+/70,0,1:x+/*60,0,1:z+/*70,0,1:z+";

/// Black to move; its pieces and White's as position text has them.
fn board(black: &str, white: &str) -> String {
    format!("from=1,0/black/{black}/white/{white}")
}

/// Black alone on the board, its second sceptre out of the way on a cube at 50,0,1.
fn alone(black: &str) -> String {
    board(&format!("50,0,1:x+/*50,0,1:z+/{black}"), FAR_WHITE)
}

/// A game with these options after these tokens.
fn play(setup: &str, tokens: &str) -> Record<Axiom> {
    let mut record = Record::new(setup.parse().unwrap_or_else(|e| panic!("{setup}: {e}")));
    for token in tokens.split_whitespace() {
        record.push(token.parse::<Event<Move>>().unwrap()).unwrap_or_else(|e| panic!("{token}: {e}"));
    }
    record
}

fn drawn(record: &Record<Axiom>, palette: Palette) -> String {
    picture::text(&record.position().view(Viewer::All), 2, palette, true)
}

/// `ok`, or the clause and the name of a refusal: `4.1 no-cube`.
fn verdict<T>(result: Result<T, engine::Refusal>) -> String {
    result.map_or_else(
        |refusal| {
            let clause = refusal.reason.clause.trim_start_matches("Axiom ").trim_start_matches("Rules ");
            format!("{clause} {}", refusal.reason.key.trim_start_matches("axiom."))
        },
        |_| "ok".to_owned(),
    )
}

/// What the rules say of a token.
fn check(setup: &str, token: &str, expect: &str) {
    let record = play(setup, "");
    let said = token.parse::<Move>().and_then(|m| record.explain(m).map_or(Ok(m), Err));
    let listed = legal(&record).contains(token);
    assert_eq!(listed, expect == "ok", "{token} is listed iff it is legal: {setup}");
    assert_eq!(verdict(said), expect, "{token} in {setup}");
}

/// What the rules say of a set-up.
fn check_setup(setup: &str, expect: &str) {
    let read = setup.parse::<Options>();
    let said = format!("{:?}", read.as_ref().err().map(ToString::to_string));
    assert_eq!(verdict(read), expect, "{setup}: {said}");
}

/// How a game ends by the last of these tokens.
fn check_end(setup: &str, tokens: &str, result: &str, by: &str) {
    let outcome = play(setup, tokens).turn().outcome().expect("the game is over");
    assert_eq!((outcome.to_string().as_str(), outcome.by()), (result, by), "{setup}: {tokens}");
}

fn legal(record: &Record<Axiom>) -> BTreeSet<String> {
    let mut moves = Vec::new();
    record.legal_moves(&mut moves);
    moves.iter().map(ToString::to_string).collect()
}

/// The faces that the sceptre on `from` can go to.
fn reach(setup: &str, from: &str) -> BTreeSet<String> {
    let prefix = format!("S{from}>");
    legal(&play(setup, ""))
        .iter()
        .filter_map(|token| token.strip_prefix(&prefix).map(str::to_owned))
        .collect()
}

fn faces(list: &str) -> BTreeSet<String> {
    list.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn clause_1_1_cells_go_on_for_ever_but_not_below_the_table() {
    check("", "C0,0,2>0,2,0:z-", "1.1 height");
    check("", "C0,0,2>0,2,13:z-", "1.1 height");
    check("", "C0,0,2>0,2,-1:z-", "1.1 height");
    let drifted = board(
        "99999998,-99999998,1:x+/99999999,-99999999,1:x+/*99999998,-99999998,1:z+/*99999998,-99999998,1:y+",
        FAR_WHITE,
    );
    check(&drifted, "C99999999,-99999999,1>99999999,-99999997,1:z+", "ok");
    let record = play(&drifted, "C99999999,-99999999,1>99999999,-99999997,1:z+");
    assert!(legal(&record).iter().all(|token| token.parse::<Move>().is_ok()));
    check_setup(&board("0,0,1:x+/0,0,1:x-/*0,0,1:z+/*0,0,1:y+", FAR_WHITE), "1.1 overlap");
    check_setup(&drifted.replace("99999998,1", "100000000,1"), "0.7 position");
}

#[test]
fn clause_1_2_three_singles_with_one_dome_three_doubles_with_two() {
    check("", "C0,0,2>2,0,1:x-y-", "1.2 pyramid-count");
    // In 2008 a pyramid is a dome.
    for (action, why) in [
        ("C0,0,2>2,0,1:x-y-", "1.2 dome-count"),
        ("S-1,0,2:z+>-1,0,2:x+", "2.1 dome-face"),
        ("C0,0,2>0,1,3:x+", "4.3 no-joint"),
        ("C0,0,2>0,-1,1:z-", "4.4 dome-down"),
        ("C0,0,2>-2,0,1:x+", "4.5 domes-meet"),
    ] {
        check("edition=2008", action, why);
    }
    check("", "C0,0,2>2,0,1:", "1.2 domes");
    check("", "C0,0,2>2,0,1:x+x-", "1.2 domes");
    check("", "C0,0,2>2,0,1:x+y+z+", "1.2 domes");
    // A single has 6 orientations, a double 12: on the table, one and four of them stand on a dome.
    let count = |kind: &str| {
        let record = play(&alone(&format!("0,0,1:{kind}/1,0,1:x+/*1,0,1:y+")), "");
        legal(&record).iter().filter(|token| token.starts_with("C0,0,1>2,1,1:")).count()
    };
    assert_eq!((count("x-"), count("x-y+")), (5, 8));
    let four = "0,0,1:z+/2,0,1:z+/4,0,1:z+/6,0,1:z+/*0,0,1:x+/*6,0,1:x+";
    check_setup(&board(four, FAR_WHITE), "1.2 too-many-singles");
    check_setup(&board(&four.replace(":z+/", ":x-z+/"), FAR_WHITE), "1.2 too-many-doubles");
}

#[test]
fn clause_1_3_notation() {
    for token in ["", "C", "pass", "C0,0,2", "C0,0,2>", "c0,0,2>2,0,1:x+", "C0,0,2>2,0,1:x+ ", "S"] {
        let key = if token == "C0,0,2>" { "4.1 cube" } else { "4.1 token" };
        let key = if token.ends_with(' ') { "1.2 domes" } else { key };
        check("", token, key);
    }
    check("", "C0,0,2>2,0,1", "4.1 cube");
    for cell in ["00,0,2", "+0,0,2", "-0,0,2", "0,0", "0,0,2,", "a,0,2", "1000000000,0,1", "130000001,0,1"] {
        check("", &format!("C{cell}>2,0,1:x+"), "4.1 cell");
    }
    check("", "C0,0,2>2,0,1:y-x+", "1.2 domes");
    check("", "C0,0,2>2,0,1:x+x+", "1.2 domes");
    check("", "S0,0,2>2,0,1:x+", "5.1 face");
    check("", "S0,0,2:x+>2,0,1:x+x+", "5.1 face");
}

#[test]
fn clause_1_4_cubes_stand_on_cubes_and_undersides_are_never_used() {
    check("", "C0,0,2>2,0,2:z-", "1.4 unsupported");
    // Nor upon the cube that is being lifted.
    check("", "C0,0,2>0,0,3:z-", "1.4 unsupported");
    check("", "S-1,0,2:z+>-1,0,2:z-", "1.4 underside");
    check_setup(&board("0,0,2:x+/*0,0,2:z+/*0,0,2:y+", FAR_WHITE), "1.4 unsupported");
    check_setup(&board("0,0,1:x+/*0,0,1:z+/*0,0,1:z-", FAR_WHITE), "1.4 underside");
}

#[test]
fn clause_2_1_a_sceptre_sits_on_an_open_recess() {
    check("", "S-1,0,2:z+>-1,0,2:x+", "2.1 pyramid-face");
    check("", "S-1,0,2:z+>-1,0,2:y+", "2.1 covered");
    check("", "S-1,0,2:z+>9,0,2:y+", "2.1 no-face");
    check_setup(&board("0,0,1:x+/*0,0,1:z+", FAR_WHITE), "2.1 sceptres");
    check_setup(&board("0,0,1:x+/*0,0,1:z+/*0,0,1:x+", FAR_WHITE), "2.1 pyramid-face");
    check_setup(&board("0,0,1:x+/*0,0,1:z+/*0,0,1:z+", FAR_WHITE), "5.1 face-taken");
}

#[test]
fn clause_2_2_room_to_stop() {
    let token = "S0,0,1:z+>0,0,1:x+";
    let sceptre = "0,0,1:x-/*0,0,1:z+";
    check(&alone(sceptre), token, "ok");
    // (a) another sceptre looks into the front cell.
    check(&board(&format!("{sceptre}/1,1,1:y+/*1,1,1:y-"), FAR_WHITE), token, "2.2 crowded-front");
    // (b) a cube in the second cell.
    check(&alone(&format!("{sceptre}/2,0,1:y+")), token, "2.2 crowded-second");
    // (c) another sceptre three cells ahead looks this way.
    check(&board(&format!("{sceptre}/3,0,1:y+/*3,0,1:x-"), FAR_WHITE), token, "2.2 crowded-facing");
    // At right angles only (a) counts; a dome hinders no one.
    check(&board(&format!("{sceptre}/2,1,1:y+/*2,1,1:y-"), FAR_WHITE), token, "ok");
    check(&alone(&format!("{sceptre}/1,1,1:y-/2,1,1:y-z+")), token, "ok");
    // The place that it leaves does not count.
    check(&alone("0,0,1:x-/1,1,1:x+/*0,0,1:x+"), "S0,0,1:x+>1,1,1:y-", "ok");
    check_setup(&board(&format!("{sceptre}/2,0,1:y+/*0,0,1:x+"), FAR_WHITE), "2.2 crowded-second");
}

#[test]
fn clause_2_2_room_is_judged_before_a_cube_is_taken() {
    // The white cube that would be taken still fills the second cell.
    let white = format!("2,0,1:x+/{FAR_WHITE}");
    let setup = board("0,0,1:x-/1,1,1:y+/50,0,1:x+/*2,0,1:y-/*50,0,1:z+", &white);
    check(&setup, "S2,0,1:y->0,0,1:x+", "2.2 crowded-second");
    check(&setup, "S2,0,1:y->1,1,1:y-", "ok");
}

#[test]
fn clause_2_3_faces_without_room_may_be_passed() {
    let white = "1,1,1:x-z+/1,1,2:x+/60,0,1:x+/*60,0,1:z+/*1,1,2:y-";
    let setup = board("0,0,1:x-/1,0,1:x-/2,0,1:x+/*0,0,1:z+/*2,0,1:y-", white);
    check(&setup, "S0,0,1:z+>1,0,1:z+", "2.2 crowded-front");
    check(&setup, "S0,0,1:z+>2,0,1:z+", "ok");
}

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

#[test]
fn clause_4_1_free_cubes_go_to_other_cells() {
    check("", "C5,5,1>2,0,1:x+", "4.1 no-cube");
    check("", "C0,1,2>2,0,1:x-", "4.1 not-your-cube");
    check("", "C1,0,2>2,0,1:x-", "4.1 carries-sceptre");
    check("", "C1,0,1>2,0,1:x+y+", "4.1 carries-cube");
    check("", "C0,0,2>0,0,2:z-", "4.1 same-cell");
    check("", "C0,0,2>0,0,2:x+", "4.1 same-cell");
    check("", "C0,0,2>0,1,2:z-", "4.1 occupied");
    check("", "C0,0,2>0,1,3:z-", "ok");
}

#[test]
fn clause_4_2_on_the_table_or_on_a_cube_never_under_one() {
    check("", "C0,0,2>0,-1,1:x+", "ok");
    // Under a cube there is always another cube: the cell is occupied.
    check("", "C0,0,2>0,1,1:z-", "4.1 occupied");
    check("", "C0,0,2>4,0,4:z-", "1.4 unsupported");
}

#[test]
fn clause_4_3_a_cube_on_a_cube_locks() {
    check("", "C0,0,2>0,1,3:z-", "ok");
    check("", "C0,0,2>0,1,3:x+", "4.3 no-pyramid-joint");
    // On a dome a recess.
    let setup = alone("0,0,1:z+/2,0,1:x+/*2,0,1:y+");
    check(&setup, "C2,0,1>0,0,2:x+", "4.1 carries-sceptre");
    let setup = alone("0,0,1:z+/2,0,1:x+/*0,0,1:y+");
    check(&setup, "C2,0,1>0,0,2:x+", "ok");
    check(&setup, "C2,0,1>0,0,2:z-", "4.3 no-pyramid-joint");
    check_setup(&board("0,0,1:x+/0,0,2:x+/*0,0,2:z+/*0,0,1:y+", FAR_WHITE), "4.3 no-pyramid-joint");
}

#[test]
fn clause_4_4_a_cube_on_the_table_touches_or_locks() {
    check("", "C0,0,2>0,-1,1:z-", "4.4 pyramid-down");
    check_setup(&board("0,0,1:z-/*0,0,1:z+/*0,0,1:y+", FAR_WHITE), "4.4 pyramid-down");
    // 1988: a common edge is enough, a point or nothing is not.
    check("", "C0,0,2>2,-1,1:x+", "ok");
    check("", "C0,0,2>3,0,1:x+", "4.4 no-contact");
    check("", "C0,0,2>2,0,1:z+", "ok");
    // 2008: a dome in a recess, either way round.
    check("edition=2008", "C0,0,2>2,-1,1:x+", "4.4 no-lock");
    check("edition=2008", "C0,0,2>2,0,1:z+", "4.4 no-lock");
    check("edition=2008", "C0,0,2>2,0,1:x-", "ok");
    check("edition=2008", "C0,0,2>-2,0,1:z+", "ok");
    // With the cube lifted away: it does not touch or lock with itself.
    let setup = alone("0,0,1:x+/8,0,1:x+/*8,0,1:z+");
    check(&setup, "C0,0,1>1,0,1:x+", "4.4 no-contact");
    check(&format!("edition=2008;{setup}"), "C0,0,1>1,0,1:x-", "4.4 no-lock");
}

#[test]
fn clause_4_5_domes_beside_each_other_do_not_meet() {
    check("", "C0,0,2>-2,0,1:x+", "4.5 pyramids-meet");
    check("", "C0,0,2>-2,0,1:x-", "ok");
    // The dome of the lifted cube itself is gone.
    let setup = alone("0,0,1:x+/1,1,1:z+/*1,1,1:x+");
    check(&setup, "C0,0,1>1,0,1:x-", "ok");
    check_setup(&board("0,0,1:x+/1,0,1:x-/*0,0,1:z+/*1,0,1:z+", FAR_WHITE), "4.5 pyramids-meet");
}

#[test]
fn clause_4_6_cubes_leave_sceptres_their_room() {
    check("", "C0,0,2>1,0,3:z-", "4.6 sceptre-room");
    // Front and second cell of a sceptre that looks along the table.
    let setup = alone("0,0,1:x-/0,1,1:x-/3,1,1:x-/*0,0,1:x+");
    let setup = setup.replace("3,1,1:x-", "3,1,1:x-y-");
    check(&setup, "C3,1,1>1,0,1:x+y+", "4.6 sceptre-room");
    let setup = setup.replace("3,1,1:x-y-", "3,1,1:x-y-/3,0,1:x+z+");
    check(&setup, "C3,1,1>2,0,1:x-y-", "4.6 sceptre-room");
    check(&setup, "C3,1,1>4,0,1:y-z+", "ok");
}

#[test]
fn clause_4_7_no_path_is_needed_and_groups_may_come_apart() {
    let setup = alone("0,0,1:x-/1,0,1:z+/2,0,1:y-/*0,0,1:z+");
    // Black has four singles here: one of them becomes a double.
    let setup = setup.replace("1,0,1:z+", "1,0,1:x+z+");
    check(&setup.replace("x+z+", "y+z+"), "C1,0,1>3,0,1:y+z+", "ok");
}

#[test]
fn clause_5_1_straight_on_until_a_dome_or_a_sceptre() {
    check("", "S0,0,2:z+>0,1,2:z+", "5.1 no-sceptre");
    check("", "S1,1,2:z+>0,1,2:z+", "5.1 not-your-sceptre");
    check("", "S1,0,2:z+>1,0,2:z+", "5.1 same-face");
    check("", "S-1,0,2:z+>-1,1,2:z+", "5.1 face-taken");
    check("", "S-1,0,2:z+>-1,0,1:y-", "ok");
    check("", "S-1,0,2:z+>0,1,2:z+", "ok");
    let row = "0,0,1:x-/1,0,1:x-/2,0,1:x-/*0,0,1:z+";
    assert_eq!(
        reach(&alone(row).replace("50,0,1:x+", "50,0,1:x+y+"), "0,0,1:z+"),
        faces("1,0,1:z+ 2,0,1:z+ 2,0,1:x+ 0,0,1:y+ 0,0,1:y-")
    );
    let domed = alone("0,0,1:x-/1,0,1:x-z+/2,0,1:x-/*0,0,1:z+");
    check(&domed, "S0,0,1:z+>2,0,1:z+", "5.1 pyramid-on-road");
    check(&domed, "S0,0,1:z+>1,0,1:y+", "5.1 no-road");
    let manned = board("0,0,1:x-/1,0,1:x-/2,0,1:x-/*0,0,1:z+/*1,0,1:z+", FAR_WHITE);
    check(&manned, "S0,0,1:z+>2,0,1:z+", "5.1 sceptre-on-road");
}

#[test]
fn clause_5_2_lateral_roads_turn_at_corners_and_edges() {
    // (a) up the inner corner, (b) along the top, (c) down the outer edge to the table.
    let stairs = alone("0,0,1:x-/1,0,1:x+z+/1,0,2:x+/*0,0,1:z+");
    check(&stairs, "S0,0,1:z+>1,0,2:x-", "ok");
    check(&stairs, "S0,0,1:z+>1,0,2:z+", "ok");
    // The dome x+ of the upper cube ends the road there.
    check(&stairs, "S0,0,1:z+>1,0,1:x+", "2.1 pyramid-face");
    let open = stairs.replace("1,0,1:x+z+/1,0,2:x+", "1,0,1:y+z+/1,0,2:y-");
    check(&open, "S0,0,1:z+>1,0,1:x+", "ok");
    assert_eq!(
        play(&open, "").position().trace("S0,0,1:z+>1,0,1:x+".parse().unwrap()).via,
        ["1,0,2:x-", "1,0,2:z+", "1,0,2:x+"]
    );
    // Round a single cube on its four sides, and no further than where it started.
    let ring = alone("0,0,1:z+/*0,0,1:x+");
    assert_eq!(reach(&ring, "0,0,1:x+"), faces("0,0,1:y+ 0,0,1:x- 0,0,1:y-"));
}

#[test]
fn clause_5_3_diagonal_roads_stay_in_their_plane() {
    let from = "0,0,1:z+";
    let bare = alone("0,0,1:x-/1,1,1:x+/*0,0,1:z+");
    // The cubes at the sides of the diagonal need not exist.
    check(&bare, "S0,0,1:z+>1,1,1:z+", "ok");
    // One cube above a side leaves the way open, two close it.
    let one = bare.replace("1,1,1:x+", "1,1,1:x+/1,0,1:x+z+/1,0,2:x+y-");
    check(&one, "S0,0,1:z+>1,1,1:z+", "ok");
    let two = one.replace("/white/", "/white/0,1,1:y+z+/0,1,2:y+/");
    check(&two, "S0,0,1:z+>1,1,1:z+", "5.1 no-road");
    // It ends where the cubes end, and a covered face is not entered.
    assert!(!reach(&bare, from).contains("1,1,1:x+"));
    let covered = bare.replace("1,1,1:x+", "1,1,1:x+z+/1,1,2:x+");
    check(&covered, "S0,0,1:z+>1,1,2:z+", "5.1 no-road");
    // On a side face the plane stands upright.
    let wall = alone("0,0,1:x-/1,0,1:x+z+/1,0,2:x+/*0,0,1:y-");
    check(&wall, "S0,0,1:y->1,0,2:y-", "ok");
}

/// A black sceptre on a white cube, a black cube beside it.
fn raid(white_extra: &str) -> String {
    board("0,0,1:x-/50,0,1:x+/*1,0,1:z+/*50,0,1:z+", &format!("1,0,1:y-/{white_extra}{FAR_WHITE}"))
}

#[test]
fn clause_6_1_taking() {
    let home = "S1,0,1:z+>0,0,1:z+";
    let taken = |setup: &str, token: &str| {
        let record = play(setup, token);
        let view = serde_json::to_value(record.position().view(Viewer::All)).unwrap();
        (view["taken"][1]["single"].as_u64().unwrap(), view["quiet"].as_u64().unwrap())
    };
    let before = taken(&raid(""), "S50,0,1:z+>50,0,1:y+").0;
    assert_eq!(
        taken(&raid(""), home),
        (before + 1, 0),
        "the enemy's cube is taken and the quiet count begins anew"
    );
    assert_eq!(taken(&raid(""), "S1,0,1:z+>1,0,1:y+"), (before, 1), "not on the same cube");
    assert!(!play(&raid(""), home).position().position_text().contains("/1,0,1:"));
    // From an own cube nothing is taken, nor to a cube of the enemy's.
    let own = board("0,0,1:x-/50,0,1:x+/1,0,1:y-/*1,0,1:z+/*50,0,1:z+", FAR_WHITE);
    assert_eq!(taken(&own, home).1, 1);
    let enemies =
        board("50,0,1:x+/*1,0,1:z+/*50,0,1:z+", "0,0,1:x-/1,0,1:y-/60,0,1:x+/*60,0,1:y+/*60,0,1:z+");
    assert_eq!(taken(&enemies, home).1, 1);
    // Not if a sceptre is still on it, or a cube on top.
    let manned = raid("").replace("*50,0,1:z+", "*1,0,1:x+");
    assert_eq!(taken(&manned, home).1, 1);
    let beneath = raid("1,0,2:x+z-/").replace("*1,0,1:z+", "*1,0,1:y+");
    assert_eq!(taken(&beneath, "S1,0,1:y+>0,0,1:y+").1, 1);
    // A move that ends the game takes nothing.
    let winning = raid("").replace("*60,0,1:z+", "*0,0,1:y-");
    assert_eq!(taken(&winning, home).1, 1);
    check_end(&winning, home, "1 0", "7.1");
    let losing = format!("own_double=loses;{}", raid("").replace("*50,0,1:z+", "*0,0,1:y-"));
    assert_eq!(taken(&losing, home).1, 1);
    check_end(&losing, home, "0 1", "7.2");
}

#[test]
fn clause_7_1_a_sceptre_comes_to_the_cube_of_an_enemy_sceptre() {
    // On a cube of either colour.
    for setup in [
        board("0,0,1:x-/1,0,1:x-/50,0,1:x+/*0,0,1:z+/*50,0,1:z+", "60,0,1:x+/*1,0,1:y+/*60,0,1:z+"),
        board("0,0,1:x-/50,0,1:x+/*0,0,1:z+/*50,0,1:z+", "1,0,1:x-/60,0,1:x+/*1,0,1:y+/*60,0,1:z+"),
    ] {
        check_end(&setup, "S0,0,1:z+>1,0,1:z+", "1 0", "7.1");
        let over = play(&setup, "S0,0,1:z+>1,0,1:z+");
        assert!(legal(&over).is_empty());
        let text = over.position().position_text();
        assert_eq!(play(&format!("from={text}"), "").turn(), over.turn(), "the text knows that it is over");
        check_setup(&format!("from={}", text.replacen("2,", "1,", 1)), "ok");
    }
    // One action brings one sceptre to others: two pairs at once there cannot be.
    let pairs = board("0,0,1:x-/5,0,1:x-/*0,0,1:z+/*5,0,1:z+", "60,0,1:x+/*0,0,1:y+/*5,0,1:y+");
    check_setup(&pairs, "7.1 met-before");
}

#[test]
fn clause_7_2_own_sceptres_on_one_cube() {
    let setup = board("0,0,1:x-/1,0,1:x-/*0,0,1:z+/*1,0,1:y+", FAR_WHITE);
    let token = "S0,0,1:z+>1,0,1:z+";
    let edition = |options: &str| format!("{options};{setup}");
    check_end(&edition("edition=2008"), token, "0 1", "7.2");
    check_end(&edition("own_double=loses"), token, "0 1", "7.2");
    assert!(!play(&edition("edition=1988"), token).turn().is_over());
    assert!(!play(&edition("edition=2008;own_double=free"), token).turn().is_over());
    check_setup(&format!("own_double=loses;{}", alone("0,0,1:x-/*50,0,1:y+")), "7.1 met-before");
}

#[test]
fn clause_7_3_who_cannot_move_loses() {
    // White's one cube carries both its sceptres; domes and each other stop them on all sides but y-, where a
    // black cube leaves no room.
    let setup =
        board("1,-3,1:x+/3,-3,1:z+/50,0,1:x+/*1,-3,1:z+/*50,0,1:z+", "0,0,1:x+z+/*0,0,1:x-/*0,0,1:y+");
    assert!(!play(&setup, "C3,-3,1>0,-3,1:x-").turn().is_over());
    check_end(&setup, "C3,-3,1>0,-2,1:x-", "1 0", "7.3");
    // It counts before the quiet limit.
    check_end(&format!("quiet_limit=1;{setup}"), "C3,-3,1>0,-2,1:x-", "1 0", "7.3");
}

#[test]
fn clause_7_4_the_third_repetition_is_a_draw() {
    let there = "S-1,0,2:z+>-1,0,1:y- S1,1,2:z+>1,1,1:y+ ";
    let back = "S-1,0,1:y->-1,0,2:z+ S1,1,1:y+>1,1,2:z+ ";
    let twice = [there, back, there].concat();
    assert!(!play("", &twice).turn().is_over());
    check_end("", &[&twice, back].concat(), "1/2 1/2", "7.4");
    // It counts before the quiet limit.
    check_end("quiet_limit=8", &[&twice, back].concat(), "1/2 1/2", "7.4");
    check_end("quiet_limit=7", &[&twice, "S-1,0,1:y->-1,0,2:z+"].concat(), "1/2 1/2", "7.5");
}

#[test]
fn clause_7_5_too_many_quiet_actions_are_a_draw() {
    check_end("quiet_limit=1", "C0,0,2>0,1,3:z-", "1/2 1/2", "7.5");
    check_end("quiet_limit=2", "C0,0,2>0,1,3:z- S1,1,2:z+>1,1,1:y+", "1/2 1/2", "7.5");
    let raid = format!("quiet_limit=1;{}", raid(""));
    assert!(!play(&raid, "S1,0,1:z+>0,0,1:z+").turn().is_over(), "a cube was taken");
    check_setup(
        &format!("quiet_limit=3;{}", alone("0,0,1:x-/*0,0,1:z+").replace("1,0/", "1,4/")),
        "7.5 too-quiet",
    );
}

#[test]
fn clause_8_options() {
    assert_eq!("".parse::<Options>().unwrap(), Options::default());
    let text = |setup: &str| setup.parse::<Options>().unwrap().to_string();
    assert_eq!(text("edition=2008"), "edition=2008;start=main;own_double=loses;quiet_limit=200;swap=off");
    assert_eq!(
        text("quiet_limit=7;own_double=loses;start=wall"),
        "edition=1988;start=wall;own_double=loses;quiet_limit=7;swap=off"
    );
    for bad in
        ["edition=1989", "own_double=wins", "quiet_limit=0", "quiet_limit=1000001", "quiet_limit=07", "x=1"]
    {
        assert!(bad.parse::<Options>().is_err(), "{bad}");
    }
}

#[test]
fn clause_9_facts() {
    for (edition, sceptre, cube) in [("1988", 9, 67), ("2008", 9, 23)] {
        let record = play(&format!("edition={edition}"), "");
        let count = |c| legal(&record).iter().filter(|token| token.starts_with(c)).count();
        assert_eq!((count('S'), count('C')), (sceptre, cube));
        let view = serde_json::to_value(record.position().view(Viewer::All)).unwrap();
        let free = view["cubes"].as_array().unwrap().iter().filter(|cube| cube["free"] == true).count();
        assert_eq!(free, 2, "one free cube a seat");
    }
}

#[test]
fn rules_0_7_malformed_positions_are_refused() {
    let good = alone("0,0,1:x-/*0,0,1:z+");
    check_setup(&good, "ok");
    for (from, to) in [
        ("1,0/", "3,0/"),
        ("1,0/", "0,0/"),
        ("1,0/", "1,-1/"),
        ("1,0/", "1/"),
        ("1,0/", ""),
        ("/white", ""),
        ("/black", ""),
        ("/black", "/white"),
        ("/black", "/black/black"),
    ] {
        let said = verdict(good.replacen(from, to, 1).parse::<Options>());
        assert!(said == "0.7 position" || said == "4.1 cube", "{from} → {to}: {said}");
    }
}

#[test]
fn rules_0_8_the_other_seat_wins_when_one_leaves() {
    let mut record = play("", "");
    record.push("resign:1".parse::<Event<Move>>().unwrap()).unwrap();
    let outcome = record.turn().outcome().unwrap();
    assert_eq!((outcome.to_string().as_str(), outcome.by()), ("0 1", "resign"));
    assert!(legal(&record).is_empty());
}

#[test]
fn laws() {
    for edition in ["1988", "2008"] {
        for (start, own_double, quiet_limit) in [
            ("main", "free", 60),
            ("tower", "loses", 40),
            ("wall", "free", 3),
            ("steps", "loses", 50),
            ("square", "free", 20),
            ("mirror:y,-1/0,0,1:x+*z+/5,0,1:x+*z+/10,0,1:x+/0,5,1:x+y+/5,5,1:x+y+/10,5,1:x+y+", "loses", 30),
        ] {
            let options =
                format!("edition={edition};start={start};own_double={own_double};quiet_limit={quiet_limit}");
            testkit::laws::<Axiom>(&options, 2);
        }
        testkit::laws::<Axiom>(&format!("edition={edition};quiet_limit=20;swap=on"), 2);
    }
}

/// Every token one could think of near the formation is legal if and only if it is listed.
#[test]
fn explained_if_and_only_if_not_listed() {
    for (seed, edition) in [(1, "1988"), (2, "2008"), (3, "1988"), (4, "2008")] {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut record = play(&format!("edition={edition}"), "");
        let mut moves = Vec::new();
        for ply in 0..120 {
            moves.clear();
            record.legal_moves(&mut moves);
            let Some(&m) = moves.get(mix::below(&mut rng, moves.len().max(1))) else { break };
            if ply % 12 == 0 {
                let listed: HashMap<Move, ()> = moves.iter().map(|&m| (m, ())).collect();
                for m in thinkable(&record) {
                    let refusal = record.explain(m);
                    assert_eq!(refusal.is_none(), listed.contains_key(&m), "{m}: {refusal:?}");
                }
            }
            record.push(Event::Move(m)).unwrap();
        }
    }
}

fn thinkable(record: &Record<Axiom>) -> Vec<Move> {
    let view = record.position().view(Viewer::All);
    let cells: Vec<Cell> = view.cubes.iter().map(|cube| Cell::new(cube.x, cube.y, cube.z)).collect();
    let span = |of: fn(Cell) -> i32| {
        let values = || cells.iter().map(|&cell| of(cell));
        values().min().unwrap() - 2..=values().max().unwrap() + 2
    };
    let domes =
        ["x+", "x-", "y+", "y-", "z+", "z-", "x+y+", "x+y-", "x-y+", "x-y-", "x+z+", "x-z-", "y+z-", "y-z+"];
    let mut moves = Vec::new();
    for (x, y) in span(Cell::x).flat_map(|x| span(Cell::y).map(move |y| (x, y))) {
        for z in 1..=4 {
            let to = Cell::new(x, y, z);
            for &from in &cells {
                moves.extend(domes.map(|domes| Move::Cube { from, to, domes: domes.parse().unwrap() }));
            }
            for sceptre in &view.sceptres {
                let from: Face = sceptre.face.parse().unwrap();
                moves.extend(Direction::ALL.map(|looks| Move::Sceptre { from, to: Face::new(to, looks) }));
            }
        }
    }
    moves
}

/// Every legal action is drawn, each about as often as it should be.
#[test]
fn sampling_is_uniform() {
    for setup in ["edition=2008", "edition=1988", "edition=2008;start=square"] {
        let position = play(setup, "").position().clone();
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let mut drawn: HashMap<Move, usize> = moves.iter().map(|&m| (m, 0)).collect();
        let (mut rng, mut scratch) = (StdRng::seed_from_u64(7), Vec::new());
        const EACH: usize = 1000;
        for _ in 0..EACH * moves.len() {
            *drawn.get_mut(&position.sample(&mut rng, &mut scratch).unwrap()).expect("a listed move") += 1;
        }
        let chi: f64 = drawn.values().map(|&n| (n as f64 - EACH as f64).powi(2) / EACH as f64).sum();
        let freedom = moves.len() as f64 - 1.0;
        assert!((chi - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(), "{setup}: {chi} for {freedom}");
    }
}

/// A formation that has drifted, turned or been mirrored is the same for a search, not for repetition.
#[test]
fn symmetry_sees_through_drift() {
    let near = play(&alone("0,0,1:x-y+/0,1,1:x-z+/*0,0,1:z+"), "");
    let moved = alone("0,0,1:x-y+/0,1,1:x-z+/*0,0,1:z+");
    let far = moved
        .replace("50,0,1", "50,7,1")
        .replace("60,0,1", "60,7,1")
        .replace("70,0,1", "70,7,1")
        .replace("/0,0,1", "/0,7,1")
        .replace("*0,0,1", "*0,7,1")
        .replace("0,1,1:x-z+", "0,8,1:x-z+");
    let far = play(&far, "");
    assert_eq!(near.position().canonical_key(), far.position().canonical_key());
    assert_ne!(near.position().key(), far.position().key());
}

#[test]
fn pictures_have_colour_where_there_is_colour_and_fit_the_terminal() {
    let far = "start=mirror:y,-9000/0,0,1:x+*z+/500,0,1:x+*z+/1000,0,1:x+/1500,5,1:x+y+/2000,5,1:x+y+/9999,5,1:x+y+";
    for setup in ["", "start=wall", far] {
        let record = play(setup, "");
        let plain = drawn(&record, Palette::None);
        assert!(plain.lines().all(|line| line.len() <= 80), "{plain}");
        assert!(drawn(&record, Palette::Sixteen).contains("\x1b[1;94m"), "black has the colour of seat 1");
    }
}

#[test]
fn positions_are_small() {
    assert!(size_of::<Axiom>() <= 272);
    assert!(size_of::<Move>() <= 24);
}
