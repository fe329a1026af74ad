//! Ascension 4: the pawn.

use super::*;

#[test]
fn clause_4_1_one_step_half_a_cube() {
    let scene = Scene::new(2).player(1, "c3s1").player(2, "d4s1").lay("c3 h1 c4 . b3 . b3 h1 b2 h2");
    let game = scene.phase("step").play("");
    only(&*game, ">b2 >b4 >c2 >c4 >d2 >d3");
    check(&*game, "4.1 >d4 >b3 >c5 >c3 ^h =c3");
    check(
        &*Scene::new(2).player(1, "c3s1").lay("c3 .").phase("step").put("c4", ".").play(""),
        "4.1 >c2 | + >c4",
    );
}

#[test]
fn clause_4_2_ladder_and_mattress() {
    let scene = Scene::new(2).player(1, "c3s1").phase("step");
    check(&*scene.clone().lay("c3 L! c4 . c4 . c5 .").play(""), "+ >c4");
    check(&*scene.clone().lay("c3 L! c4 . c4 . c4 h1 d3 .").play(""), "4.1 >c4 >c2 | + >d3");
    check(&*scene.clone().lay("c3 . c3 . c4 M! d3 . d4 . d4 h1").play(""), "+ >c4 >d4 | 4.1 >d3 >c2");
    // Hidden drawings do nothing (1.7).
    check(&*scene.clone().lay("c3 L c4 . c4 . d3 .").play(""), "4.1 >c4");
}

#[test]
fn clause_4_3_where_no_pawn_goes() {
    let scene = Scene::new(3).player(1, "b8s1").player(2, "x").summit("3").joker("laid").player(3, "g7s1");
    let game = scene.lay("b8 h1 b9 G! c9 C! c8 T! c7 j a8 .").phase("step").play("");
    check(&*game, "4.3 >b9 >c9 >c7 >a9 | + >c8 >a8 >a7");
    let own = Scene::new(3).player(1, "b8s1").summit("1").joker("laid").lay("c7 j").phase("step");
    check(&*own.play(""), "+ >c7");
}

#[test]
fn clause_4_4_cable_cars() {
    let scene = Scene::new(2).lay("c3 K! g7 . g7 . g7 K! h2 K! h3 K").player(1, "c3s1").phase("step");
    check(&*scene.play(""), "+ >g7 >h2 | 4.4 >h3 >f6 >c3");
    check(&*scene.clone().player(2, "h2s1").play(""), "4.1 >h2");
}

#[test]
fn clause_4_5_bivouac() {
    let scene = Scene::new(2).lay("a1 T! b2 B! h8 h2");
    let game = scene.play("^h =d5 >b2 ^h =d6 >h8");
    assert_eq!(player(&*game, 1)["rests"], true);
    let mut game = scene.play("^h =d5 >b2 ^h =d6 >h8 ^h =d7");
    only(&*game, "stay");
    check(&*game, "4.5 >b1");
    for event in "stay ^f =d8 >h9 ^f =f3".split(' ') {
        game.push(event).unwrap();
    }
    check(&*game, "4.7 stay | 4.1 >b1 | + >a1");
    // A resting pawn is not blocked, however it is walled in.
    let walls = "b1 . b1 h1 b3 . b3 h1 c1 . c1 . c2 . c2 . c3 . c3 . a2 . a2 . a3 . a3 . b1 . b3 . a1 T!";
    let scene = Scene::new(2).player(1, "b2s1r").lay("b2 B! a1 T!").lay(walls);
    only(&*scene.play("^f =f3"), "stay");
}

#[test]
fn clause_4_6_springs() {
    let scene = Scene::new(2).lay("a1 T! b2 R! c3 R!").phase("step");
    let game = scene.play(">b2");
    check(&*game, "+ done >a1 >c3 | 4.6 stay");
    assert_eq!(board(&*game, 0)["springs"], serde_json::json!(["b2"]));
    assert_eq!(to_act(&*scene.play(">b2 done")), 2);
    check(&*scene.play(">b2 >c3"), "+ >b2 done");
    // The first spring has worked already.
    assert_eq!(to_act(&*scene.play(">b2 >c3 >b2")), 2);
    check(&*scene.play(""), "4.6 done");
    // Nothing is asked where no step is possible: up by a ladder, and the way back falls too far.
    let scene = Scene::new(2).player(1, "c3s1").lay("c3 L! d4 . d4 R!").phase("step");
    assert_eq!(to_act(&*scene.play(">d4")), 2);
}

#[test]
fn clause_4_7_the_step_is_compulsory() {
    check(&*Scene::new(2).phase("step").play(""), "4.7 stay | + >b2");
    let walled = Scene::new(2).lay("a2 . b1 . b2 .").phase("step");
    only(&*walled.play(""), "stay");
    assert_eq!(player(&*walled.play("stay"), 1)["starts"], 1);
}

#[test]
fn clause_4_8_blocked() {
    let game = pit(2).play("^h =f5");
    assert_eq!((to_act(&*game), player(&*game, 1)["pawn"].as_str()), (2, Some("a1")));
    assert_eq!(player(&*game, 1)["starts"], 0);
    over(&*pit(2).player(1, "b2s0").play("^h =f5"), "0 1", "6.2");
    let game = pit(3).player(1, "b2s0").play("^h =f5");
    let out = player(&*game, 1);
    assert_eq!((to_act(&*game), out["out"].as_bool(), out["plain"].as_u64()), (2, Some(true), Some(0)));
    // A half-cube of its own under the wall would have saved it; without end there is always another start.
    let game = pit(2).options("starts=0").player(1, "b2s0").player(2, "i9s0").play("^h =f5");
    assert_eq!(
        (player(&*game, 1)["pawn"].as_str(), player(&*game, 1)["starts"].as_u64()),
        (Some("a1"), None)
    );
}
