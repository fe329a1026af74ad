//! Archimedes, clause by clause of docs/rules/archimedes.en.md.

use std::collections::BTreeSet;

use engine::{AnyGame, Game, Palette, Seat, Turn, Viewer, Withdrawal, picture, testkit};
use games::archimedes::{Archimedes, Cell};
use rand::{SeedableRng, rngs::StdRng};
use serde_json::Value;

/// Cubes spread over the board, seat 1 to act.
const SPREAD: &str = "from=a2,e4,g9,h2/h6,d9,b3,b7/1/40/0/-";
/// Nobody can move: the cubes on goal cells are frozen, and shut in one of the other seat.
const STUCK: &str = "turn_limit=300;arrived=frozen;from=a4m,h2,h4,h8/a2,a6,a8,h6m/1/514/0/-";

fn play(setup: &str, moves: &str) -> Box<dyn AnyGame> {
    let entry = games::GAMES.get("archimedes").expect("the game is listed");
    let mut game =
        entry.start(setup, &mut StdRng::seed_from_u64(0)).unwrap_or_else(|e| panic!("{setup}: {e}"));
    for token in moves.split_whitespace() {
        game.play(token).unwrap_or_else(|e| panic!("{setup} {moves}: {token}: {e}"));
    }
    game
}

/// The end of the game in short: `1 0 by 4.1`; the seat to act if it goes on.
fn turn(game: &dyn AnyGame) -> String {
    match game.turn() {
        Turn::Over(outcome) => format!("{outcome} by {}", outcome.by()),
        turn => turn.seat().expect("a seat acts").to_string(),
    }
}

/// Whether the token is legal (`ok`), or the clause and the key of the reason why not.
fn check(setup: &str, moves: &str, token: &str, expect: &str) {
    let game = play(setup, moves);
    let answer = game.explain(token).map_or("ok".to_owned(), |refusal| {
        assert!(
            refusal.reason.key.starts_with("game.") || Archimedes::INFO.reasons.contains(&refusal.reason)
        );
        assert!(!refusal.sentence().contains('{'), "{refusal}");
        format!("{} {}", refusal.reason.clause, refusal.reason.key)
    });
    let expect = if expect == "ok" {
        "ok".to_owned()
    } else {
        format!("Archimedes {}", expect.replace(' ', " archimedes."))
    };
    assert_eq!(answer, expect, "{setup} {moves} {token}");
    assert_eq!(game.legal().contains(&token.to_owned()), expect == "ok", "{setup} {moves} {token}");
}

fn board(game: &dyn AnyGame) -> Value {
    game.view(Viewer::Spectator).board.value()
}

fn names(value: &Value) -> BTreeSet<String> {
    value.as_array().expect("a list").iter().map(|name| name.as_str().expect("a name").to_owned()).collect()
}

fn set(names: &str) -> BTreeSet<String> {
    names.split_whitespace().map(str::to_owned).collect()
}

/// The cells of some rows.
fn cells(rows: &str) -> Vec<String> {
    let all = rows.chars().flat_map(|row| (1..=15).map(move |number| format!("{row}{number}")));
    all.filter(|name| name.parse::<Cell>().is_ok()).collect()
}

/// A cube of seat 1 on this cell, the others out of its way: what the view says of it and of the last cube.
fn lone(cell: &str) -> (Value, Value) {
    let board = board(&*play(&format!("from=a2,a4,a6,{cell}/h2,h4,h6,h8/1/40/0/-"), ""));
    let cubes = board["cubes"].as_array().expect("cubes");
    let cube = cubes.iter().find(|cube| cube["cell"] == cell).expect("the cube stands there");
    (cube.clone(), cubes[7].clone())
}

/// The cells that a cube there bars, its own aside.
fn neighbours(cell: &str) -> BTreeSet<String> {
    let rest = set("a1 a2 a3 a4 a5 a6 a7 h1 h2 h3 h4 h5 h6 h7");
    let barred = names(&lone(cell).1["barred"]);
    barred.into_iter().filter(|name| name != cell && !rest.contains(name)).collect()
}

#[test]
fn clause_1_1_ninety_six_cells() {
    let counts: Vec<_> = "abcdefgh".chars().map(|row| cells(&row.to_string()).len()).collect();
    assert_eq!(counts, [9, 11, 13, 15, 15, 13, 11, 9]);
    for name in ["i1", "a0", "a10", "d16", "a01", "A1", "a", "", "a+1", "é1"] {
        assert!(name.parse::<Cell>().is_err(), "{name}");
    }
    assert_eq!("d15".parse::<Cell>().expect("a cell").to_string(), "d15");
}

#[test]
fn clause_1_2_and_1_3_neighbours() {
    assert_eq!(neighbours("c5"), set("c4 c6 d6"));
    assert_eq!(neighbours("c6"), set("c5 c7 b5"));
    assert_eq!(neighbours("d9"), set("d8 d10 e9"));
    assert_eq!(neighbours("f3"), set("f2 f4 e4"));
    assert_eq!(neighbours("f4"), set("f3 f5 g3"));
    for cell in cells("cdef") {
        let last = format!("{}{}", &cell[..1], cells(&cell[..1]).len());
        let count = if cell[1..] == *"1" || cell == last { 2 } else { 3 };
        assert_eq!(neighbours(&cell).len(), count, "{cell}");
    }
}

#[test]
fn clause_1_4_three_lines_a_cell() {
    let mut lines = [const { BTreeSet::new() }; 3];
    for cell in cells("cdef") {
        for (direction, line) in lone(&cell).0["lines"].as_array().expect("lines").iter().enumerate() {
            let line = names(line);
            assert!(line.contains(&cell), "{cell} lies on its lines");
            lines[direction].insert(line);
        }
    }
    for direction in &lines[1..] {
        let mut sizes: Vec<_> = direction.iter().map(BTreeSet::len).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [9, 9, 11, 11, 13, 13, 15, 15]);
    }
    assert_eq!(lines[0].len(), 4, "rows c to f");
    assert!(lines[1].contains(&set("d1 e1 e2 f1 f2 g1 g2 h1 h2")));
    assert!(lines[2].contains(&set("a1 a2 b1 b2 c1 c2 d1 d2 e1")));
}

#[test]
fn clause_1_5_and_2_1_sides() {
    let sides = |setup: &str| -> Vec<_> {
        let board = board(&*play(setup, ""));
        let sides = board["sides"].as_array().expect("sides").clone();
        sides.iter().map(|side| (names(&side["start"]), names(&side["goal"]))).collect()
    };
    let (bottom, top) = (set("a2 a4 a6 a8"), set("h2 h4 h6 h8"));
    assert_eq!(sides(""), [(bottom.clone(), top.clone()), (top.clone(), bottom.clone())]);
    let (lower_left, upper_left) = (set("a1 b1 c1 d1"), set("e1 f1 g1 h1"));
    let (lower_right, upper_right) = (set("a9 b11 c13 d15"), set("e15 f13 g11 h9"));
    assert_eq!(sides("seats=3"), [(bottom, top), (upper_left, lower_right), (upper_right, lower_left)]);
    assert_eq!(play("", "").position_text(), "a2,a4,a6,a8/h2,h4,h6,h8/1/0/0/-");
    assert_eq!(play("seats=3", "").position_text(), "a2,a4,a6,a8/e1,f1,g1,h1/e15,f13,g11,h9/1/0/0/-");
}

#[test]
fn clause_2_2_seat_1_begins() {
    assert_eq!(turn(&*play("seats=3", "")), "1");
    assert_eq!(turn(&*play("seats=3", "a2-c4")), "2");
}

#[test]
fn clause_3_1_moving_is_compulsory() {
    check("", "", "pass", "3.1 must-move");
    check("", "", "c3-c4", "3.1 no-cube");
    check("", "", "h2-h1", "3.1 not-yours");
    assert_eq!(play(STUCK, "").legal(), ["pass"]);
    check(STUCK, "", "pass", "ok");
}

#[test]
fn clause_3_2_distance() {
    for (setup, distance) in [("", 4), ("seats=3", 6)] {
        for cube in board(&*play(setup, ""))["cubes"].as_array().expect("cubes") {
            assert_eq!(cube["distance"], distance, "{setup} {}", cube["cell"]);
        }
    }
}

#[test]
fn clause_3_3_exactly_that_many_steps() {
    assert_eq!(play("", "").legal(), ["a2-b4", "a2-c2", "a2-c4", "a8-b8", "a8-c10", "a8-c12"]);
    check("", "", "a2-a1", "3.3 not-exact");
    check("", "", "a2-a2", "3.3 same-cell");
    check("", "", "a2-e7", "3.3 too-far");
}

#[test]
fn clause_3_4_barred_cells() {
    check("", "", "a2-a3", "3.4 barred");
    check("", "", "a2-a4", "3.4 occupied");
    check("", "", "a4-b4", "3.4 shut-in");
    check("", "", "a8-c8", "3.4 no-way");
}

#[test]
fn clause_3_5_stopping_on_the_goal() {
    // Distance 4, three steps away; also from another goal cell.
    check(SPREAD, "", "g9-h8", "ok");
    check(SPREAD, "", "h2-h4", "ok");
}

#[test]
fn clause_3_6_arrived_cubes() {
    check(&format!("arrived=frozen;{SPREAD}"), "", "h2-h4", "3.6 frozen");
}

#[test]
fn clause_3_7_notation() {
    for token in ["", "a2", "a2c4", "PASS", "pass ", "a2 - c4"] {
        assert_eq!(play("", "").explain(token).expect("refused").reason.clause, "Archimedes 3.7", "{token}");
    }
    check("", "", "x", "3.7 notation");
    check("", "", "a2-a10", "3.7 no-cell");
    check("", "", "a2-c4-c5", "3.7 no-cell");
    let paths: Vec<_> = play("", "").view(Viewer::Seat(Seat::new(0))).legal;
    let move_there = paths.iter().find(|legal| legal.t == "a2-c4").expect("legal");
    assert_eq!(
        (&move_there.at[..], &move_there.via[..]),
        (&["a2", "c4"].map(String::from)[..], &["a1", "b2", "b3"].map(String::from)[..])
    );
}

#[test]
fn clause_3_8_third_and_fourth_cube() {
    let rivals = "e1,f1,g1,h1/e15,f13,g11,h9";
    check(&format!("seats=3;from=a2,a4,c8,c10/{rivals}/1/6/0/-"), "", "a2-c2", "3.8 wait");
    for cubes in ["a2,a4,c8,h4", "a2,a4,c8,c10r"] {
        let game = play(&format!("seats=3;from={cubes}/{rivals}/1/6/0/-"), "");
        assert!(
            game.legal().iter().any(|token| token.starts_with("a2-")),
            "{cubes}: one cube has reached the goal"
        );
    }
    let two = play("from=a2,a4,c8,c10/h2,h4,h6,h8/1/4/0/-", "");
    assert!(two.legal().iter().any(|token| token.starts_with("a2-")), "with two seats none waits");
}

#[test]
fn clause_4_1_four_cubes_on_the_goal() {
    let setup = "from=g9,h2,h4,h6/a2,b7,c1,d9/1/40/0/-";
    let won = play(setup, "g9-h8");
    assert_eq!(turn(&*won), "1 0 by 4.1");
    assert_eq!(won.explain("b7-b8").expect("refused").reason.key, "game.over");
    assert_eq!(turn(&*play(&format!("from={}", won.position_text()), "")), "1 0 by 4.1");
    // A win by the last action is a win.
    let last = "turn_limit=20;from=b7,c1,d9,h4/b3,a4,a6,a8/2/39/0/-";
    assert_eq!(turn(&*play(last, "b3-a2")), "0 1 by 4.1");
}

#[test]
fn clause_4_2_stall() {
    assert_eq!(turn(&*play(STUCK, "pass")), "2");
    assert_eq!(turn(&*play(STUCK, "pass pass")), "1/2 1/2 by 4.2");
    assert_eq!(turn(&*play("turn_limit=1", "a2-c2 h8-f12")), "1/2 1/2 by 4.2");
    for reply in play("turn_limit=1", "a2-c2").legal() {
        let game = play("turn_limit=1", &format!("a2-c2 {reply}"));
        let board = board(&*game);
        let steps = |seat: usize| board["sides"][seat]["steps"].as_u64().expect("steps");
        let result = ["1 0", "1/2 1/2", "0 1"][(steps(0).cmp(&steps(1)) as i8 + 1) as usize];
        assert_eq!(turn(&*game), format!("{result} by 4.2"), "{reply}");
    }
    assert_eq!(board(&*play("", ""))["sides"][0]["steps"], 60, "four cubes of fifteen steps");
}

#[test]
fn clause_5_options() {
    assert_eq!(play("", "").setup(), "seats=2;turn_limit=80;arrived=free;swap=off");
    assert_eq!(play("arrived=frozen;seats=3", "").setup(), "seats=3;turn_limit=80;arrived=frozen;swap=off");
    let entry = games::GAMES.get("archimedes").expect("listed");
    for setup in
        ["seats=4", "seats=1", "turn_limit=0", "turn_limit=1000001", "turn_limit=08", "arrived=", "x=1"]
    {
        assert!(entry.start(setup, &mut StdRng::seed_from_u64(0)).is_err(), "{setup}");
    }
    assert_eq!(board(&*play("seats=3;turn_limit=1000000", ""))["limit"], 3_000_000);
}

#[test]
fn clause_6_facts() {
    for (setup, distance, counts) in [("", 4, [6, 38, 362]), ("seats=3", 6, [14, 147, 1230])] {
        let game = play(setup, "");
        let cubes = board(&*game)["cubes"].as_array().expect("cubes").clone();
        assert!(cubes.iter().all(|cube| cube["distance"] == distance), "{setup}");
        let count = |depth| game.divide(depth, 1).iter().map(|(_, count)| count).sum::<u64>();
        assert_eq!([1, 2, 3].map(count), counts, "{setup}");
    }
}

#[test]
fn clause_7_position_text() {
    let entry = games::GAMES.get("archimedes").expect("listed");
    let rivals = "h2,h4,h6,h8";
    for (setup, key) in [
        ("from=".to_owned(), "form"),
        ("seats=3;from=a2,a4,a6,a8/h2,h4,h6,h8/1/0/0/-".to_owned(), "form"),
        (format!("from=a2,a4,a6/{rivals}/1/0/0/-"), "form"),
        (format!("from=a2,a4,a6,a99/{rivals}/1/0/0/-"), "no-cell"),
        (format!("from=a2,a4,a6,a6/{rivals}/1/2/0/-"), "same-cell"),
        (format!("from=a2,a4,a6,a7/{rivals}/1/2/0/-"), "touch"),
        (format!("from=a2,a4,a6,c5m/{rivals}/1/2/0/-"), "mark"),
        (format!("from=a2,a4,a6,a8/{rivals}/1/00/0/-"), "number"),
        (format!("from=a2,a4,a6,a8/{rivals}/3/0/0/-"), "number"),
        (format!("from=a2,a4,a6,a8/{rivals}/1/0/0/21"), "number"),
        (format!("from=a2,a4,a6,a8/{rivals}/1/0/0/12"), "out"),
        (format!("from=a2,a4,a6,a8/{rivals}/2/0/0/-"), "turn"),
        (format!("from=a2,a4,a6,c5/{rivals}/1/0/0/-"), "too-few"),
        (format!("from=a2,a4,a6,a8/{rivals}/1/162/0/-"), "actions"),
        (format!("from=a2,a4,a6,a8/{rivals}/1/2/1/-"), "passed"),
        (format!("arrived=frozen;from=a2,a4,a6,c5r/{rivals}/1/2/0/-"), "frozen"),
        ("from=h2,h4,h6,h8/a2,a4,b7,d9/1/40/0/-".to_owned(), "won"),
        ("seats=3;from=a2,c6,c8,c10/e1,f1,g1,h1/e15,f13,g11,h9/1/30/0/-".to_owned(), "too-many-left"),
    ] {
        let refusal = entry.start(&setup, &mut StdRng::seed_from_u64(0)).expect_err(&setup);
        assert_eq!(refusal.reason.key, format!("archimedes.from.{key}"), "{setup}: {refusal}");
        assert!(Archimedes::INFO.reasons.contains(&refusal.reason));
    }
    let setup =
        "seats=3;turn_limit=80;arrived=free;swap=off;from=a2m,a4,c8,h4/c5r,e1,f1,g1/e15,f13,g11,h9/3/30/0/2";
    assert_eq!(play(setup, "").setup(), setup);
}

#[test]
fn rules_0_8_withdrawing() {
    let mut game = play("seats=3", "a2-c4");
    game.withdraw(Seat::new(1), Withdrawal::Resign).expect("it may leave");
    assert_eq!(turn(&*game), "3", "its turn is skipped");
    let token = game.legal().swap_remove(0);
    game.play(&token).expect("legal");
    assert_eq!(turn(&*game), "1");
    assert_eq!(play(&format!("seats=3;from={}", game.position_text()), "").legal(), game.legal());
    game.withdraw(Seat::new(2), Withdrawal::Time).expect("it may leave");
    assert_eq!(turn(&*game), "1 0 0 by time");
}

#[test]
fn explained_or_listed() {
    let all = cells("abcdefgh");
    let stay_home = "seats=3;from=a2,a4,e3,d8/e1,f1,c5,e11/e15,f13,b3,c1/1/30/0/-";
    for setup in ["", SPREAD, &format!("arrived=frozen;{SPREAD}"), STUCK, stay_home] {
        let game = play(setup, "");
        let listed: BTreeSet<_> = game.legal().into_iter().collect();
        let pairs = all.iter().flat_map(|from| all.iter().map(move |to| format!("{from}-{to}")));
        for token in pairs.chain(["pass".to_owned(), "swap".to_owned()]) {
            assert_eq!(game.explain(&token).is_none(), listed.contains(&token), "{setup} {token}");
        }
    }
}

#[test]
fn picture() {
    let game = play(SPREAD, "");
    insta::assert_snapshot!(picture::text(&*game.picture(Viewer::Spectator), 2, Palette::None, true));
}

#[test]
fn laws() {
    for options in [
        "",
        "seats=3",
        "arrived=frozen",
        "seats=3;arrived=frozen",
        "turn_limit=1",
        "seats=3;turn_limit=7",
        "seats=3;arrived=frozen;turn_limit=300",
        STUCK,
        "swap=on",
        "swap=on;turn_limit=7",
    ] {
        testkit::laws::<Archimedes>(options, 6);
    }
}
