//! Axiom 2 and 5: where a sceptre may stop, and the roads it takes.

use super::*;

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
