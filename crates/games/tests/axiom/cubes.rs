//! Axiom 4: where a cube may go.

use super::*;

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
