//! Abraxas, clause by clause of docs/rules/abraxas.en.md.

use std::collections::{BTreeSet, HashMap};

use engine::{
    AnyGame, Event, Game, Palette, Record, Refusal, Seat, Turn, Viewer, Withdrawal, mix::below, picture,
    testkit,
};
use games::abraxas::{Abraxas, Corner, Hole, Holes, Move, Options, Push};
use rand::{SeedableRng, rngs::StdRng};

const EMPTY: &str = "sheet=9/9/9/9/9/9/9/9/9";
/// A dot on D4 alone.
const ONE_DOT: &str = "sheet=9/9/9/9/9/3o5/9/9/9";
const CROWDED: &str =
    "sheet=1o1o1oo1o/o1oo1o1oo/o1ooo3o/oo3ooo1/1ooo1o1oo/oo3o1oo/o1ooo3o/1ooo1ooo1/oo1o1ooo1";

/// What holds after some actions.
enum Expect<'a> {
    /// These tokens are legal.
    Legal(&'a str),
    /// These tokens alone are legal.
    Only(&'a str),
    Count(usize),
    /// The token is refused under this clause.
    Refused(&'a str, &'a str),
    /// `move 1`, `reply 2` or `over 1 0 by 6.1`.
    Turn(&'a str),
    /// This part of the view is this JSON.
    View(&'a str, &'a str),
}
use Expect::{Count, Legal, Only, Refused, Turn as Next, View};

fn record(setup: &str, moves: &str) -> Record<Abraxas> {
    let setup: Options = setup.parse().unwrap_or_else(|e| panic!("{setup}: {e}"));
    let mut record = Record::new(setup);
    for token in moves.split_whitespace() {
        let m = token.parse().unwrap_or_else(|e| panic!("{token}: {e}"));
        record.push(Event::Move(m)).unwrap_or_else(|e| panic!("{token}: {e}"));
    }
    record
}

fn legal(record: &Record<Abraxas>) -> BTreeSet<String> {
    AnyGame::legal(record).into_iter().collect()
}

fn turn(turn: Turn) -> String {
    match turn {
        Turn::Move(seat) => format!("move {seat}"),
        Turn::Reply(seat) => format!("reply {seat}"),
        Turn::Over(outcome) => format!("over {outcome} by {}", outcome.by()),
    }
}

/// Plays the actions and compares.
fn check(setup: &str, moves: &str, expectations: &[Expect]) {
    let record = record(setup, moves);
    let context = format!("{setup} after {moves}");
    let tokens = |text: &str| text.split_whitespace().map(str::to_owned).collect::<BTreeSet<_>>();
    for expect in expectations {
        match *expect {
            Legal(some) => assert_eq!(&tokens(some) - &legal(&record), BTreeSet::new(), "{context}"),
            Only(all) => assert_eq!(legal(&record), tokens(all), "{context}"),
            Count(count) => assert_eq!(legal(&record).len(), count, "{context}"),
            Refused(token, clause) => {
                let refusal =
                    AnyGame::explain(&record, token).unwrap_or_else(|| panic!("{token}: {context}"));
                assert_eq!(refusal.reason.clause, clause, "{token}: {refusal}: {context}");
                assert!(!legal(&record).contains(token), "{token}: {context}");
                assert!(!refusal.sentence().contains(['{', '}']), "{refusal}");
            }
            Next(next) => assert_eq!(turn(Record::turn(&record)), next, "{context}"),
            View(field, json) => {
                let view = serde_json::to_value(record.position().view(Viewer::Spectator))
                    .expect("a view is plain data");
                let json: serde_json::Value = serde_json::from_str(json).expect("JSON");
                assert_eq!(view.pointer(field), Some(&json), "{field}: {context}");
            }
        }
    }
}

fn refused(setup: &str, clause: &str) {
    let refusal: Refusal = setup.parse::<Options>().expect_err(setup);
    assert_eq!(refusal.reason.clause, clause, "{setup}: {refusal}");
    assert!(!refusal.sentence().contains(['{', '}']), "{refusal}");
}

fn from(setup: &str, text: &str) -> String {
    if setup.is_empty() { format!("from={text}") } else { format!("{setup};from={text}") }
}

#[test]
fn clause_1_1_and_1_2_the_plate_over_the_sheet() {
    check(ONE_DOT, "", &[View("/dots", r#"["D4"]"#), View("/plate", "null")]);
    // The dot's cell is red until a stone or a stop stone lies over it; which hole that is depends on the corner.
    for (corner, hole) in [("SW", "d4"), ("SE", "c4"), ("NE", "c3"), ("NW", "d3")] {
        // A stop stone that is not pushed hides the dot where the plate lies.
        check(
            ONE_DOT,
            &format!("{corner} !{hole}"),
            &[View("/red", "[]"), View("/plate", &format!("{corner:?}"))],
        );
    }
}

#[test]
fn clause_1_3_pieces() {
    check("", "SW", &[View("/supply", "24"), View("/stop_stones", "[3,3]"), View("/taken", "[0,0]")]);
    check("", "SW d4", &[View("/supply", "23"), View("/stones", r#"["d4"]"#)]);
    check(
        "sheet=6",
        "SW !a1 a8 !c1 c8 !e1 e7",
        &[View("/stop_stones", "[0,3]"), Next("move 1"), Refused("!h8", "Abraxas 1.3"), Legal("h8")],
    );
}

#[test]
fn clause_1_4_red_cells() {
    // d4 is put at SW and pushed to SE, where it lies over E4; the dot at D4 stays.
    check(ONE_DOT, "SW d4", &[View("/red", r#"["D4","E4"]"#)]);
    // At SE hole c4 lies over the dot.
    check(ONE_DOT, "SW c4", &[View("/red", r#"["D4"]"#)]);
    check(ONE_DOT, "SW !c4+", &[View("/red", "[]"), View("/stops", r#"["c4"]"#)]);
    // A4 is outside the plate at SE, and counts: dots A4 B4 C4 and a stone over D4.
    check("sheet=9/9/9/9/9/ooo6/9/9/9", "SW c4", &[View("/lines/0/cells", r#"["A4","B4","C4","D4"]"#)]);
}

#[test]
fn clause_1_5_pushing() {
    for (at, to) in [("SW", "SE"), ("SE", "NE"), ("NE", "NW"), ("NW", "SW")] {
        check("", &format!("{at} a1"), &[View("/plate", &format!("{to:?}"))]);
    }
    check("", "SW", &[Refused("d4>SE", "Abraxas 1.5"), Refused("!d4>SE", "Abraxas 1.5")]);
    check(
        "push=either",
        "SW",
        &[
            Count(320),
            Legal("d4>SE d4>NW !d4 !d4>SE !d4>NW"),
            Refused("d4", "Abraxas 1.5"),
            Refused("d4>NE", "Abraxas 1.5"),
            Refused("d4>SW", "Abraxas 1.5"),
            Refused("!d4+", "Abraxas 1.5"),
        ],
    );
    check("push=either", "SW d4>NW", &[View("/plate", r#""NW""#), Legal("e5>NE e5>SW")]);
}

#[test]
fn clause_2_1_the_corner() {
    check("", "", &[Only("SW SE NE NW"), Next("move 2"), Refused("d4", "Abraxas 2.1")]);
    check("", "NE", &[Next("move 1"), Refused("SW", "Abraxas 2.1")]);
}

#[test]
fn clause_3_1_a_red_stone() {
    check(
        "",
        "SW d4",
        &[
            Next("move 2"),
            Count(189),
            Refused("d4", "Abraxas 3.1"),
            Refused("!d4", "Abraxas 5.1"),
            Legal("a1 h8"),
        ],
    );
    for token in
        ["", "d9", "i4", "D4", "d4 ", "d44", "d4>", "d4>ne", "-d4", "c3-", "c3-d4-e5", "pass", "sw", "é4"]
    {
        check("", "SW", &[Refused(token, "Abraxas 3.1")]);
    }
}

/// Four stones are left, all on the plate.
const LIFTING: &str = "8/8/8/8/r7/8/2r5/4r2r,SW,1,place,10-10,3-3,1";

#[test]
fn clause_3_2_lifting() {
    check(
        &from(EMPTY, LIFTING),
        "",
        &[
            View("/supply", "0"),
            Count(4 * 60 + 2 * 60),
            Legal("a4-b8 c2-c1"),
            Refused("d4", "Abraxas 3.2"),
            Refused("a4-a4", "Abraxas 3.2"),
            Refused("b4-c4", "Abraxas 3.2"),
            Refused("a4-c2", "Abraxas 3.1"),
        ],
    );
    check(
        &from(EMPTY, LIFTING),
        "a4-b4",
        &[View("/stones", r#"["e1","h1","c2","b4"]"#), View("/supply", "0")],
    );
    check("", "SW d4", &[Refused("d4-e5", "Abraxas 3.2")]);
}

/// Seat 2 has put four stones in a row on a sheet with a dot on D4.
const FOUR: &str = "8/8/8/8/1rrrr3/8/8/8,SW,2,take,0-0,3-3,4";

#[test]
fn clause_3_3_the_extra_turn() {
    check(
        &from(EMPTY, FOUR),
        "xc4",
        &[Next("move 2"), View("/extra", "true"), Legal("end !a1 a1"), Count(61 * 3 + 1)],
    );
    check(
        &from(EMPTY, FOUR),
        "xc4 end",
        &[Next("move 1"), View("/extra", "false"), Refused("end", "Abraxas 3.3")],
    );
    // Nothing taken in it: the other seat plays.
    check(&from(EMPTY, FOUR), "xc4 h8 ok", &[Next("move 1"), Legal("!a1")]);
    check("", "SW", &[Refused("end", "Abraxas 3.3")]);
}

#[test]
fn clause_3_4_no_red_stone_left() {
    let last = "8/8/8/8/3r4/8/8/8,SW,1,take,12-11,3-3,1";
    let dots = "sheet=9/9/9/9/9/ooo6/9/9/9;target=24";
    check(&from(dots, last), "xd4", &[Next("over 1 0 by 3.4"), Only("")]);
    check(&from(dots, &last.replace("12-11", "11-12")), "xd4", &[Next("over 1/2 1/2 by 3.4")]);
}

#[test]
fn an_action_says_where_it_pushes_the_plate_and_which_line_this_makes() {
    let via = |options: &str, token: &str| {
        let record = record(&format!("sheet=9/9/9/9/9/ooo6/9/9/9{options}"), "SW");
        record.position().trace(token.parse().expect("a token")).via
    };
    assert_eq!(via("", "c4"), ["SE", "A4", "B4", "C4", "D4"]);
    assert_eq!(via("", "c5"), ["SE"]);
    assert_eq!(via("", "!c4"), [""; 0]);
    assert_eq!(via("", "!c4+"), ["SE"]);
    // Lines that must be seen and called are not given away (4.6).
    assert_eq!(via(";claims=called", "c4"), ["SE"]);
    assert_eq!(via(";push=either", "c4>NW"), ["NW"]);
}

#[test]
fn clause_4_1_lines() {
    // Three in a row are no line; a row, a column and both diagonals are.
    check(
        &from(EMPTY, "8/8/8/8/8/8/8/rrr5,NW,2,place,0-0,3-3,3"),
        "h8",
        &[Next("move 1"), View("/phase", r#""place""#)],
    );
    for rows in
        ["8/8/8/8/8/8/8/rrrr4", "8/8/8/8/r7/r7/r7/r7", "8/8/8/8/3r4/2r5/1r6/r7", "8/8/8/8/r7/1r6/2r5/3r4"]
    {
        let text = format!("{rows},SW,2,take,0-0,3-3,4");
        check(&from(EMPTY, &text), "", &[Count(2), View("/lines/0/cells", &cells_of(rows))]);
    }
    // The end of a row is no neighbour of the beginning of the next.
    check(&from(EMPTY, "8/8/8/8/8/8/rr6/5rrr,SW,2,place,0-0,3-3,5"), "d4", &[Next("move 1")]);
    // Lines not made by the stone just put count; without a push nothing is judged.
    check(ONE_DOT, "SW b4 h8 b3", &[Next("move 2"), Refused("xb4", "Abraxas 4.1")]);
    let waiting = "8/8/8/8/rrr5/8/8/8,NW,2,place,0-0,3-3,3";
    let dots = "sheet=9/9/9/9/9/3o5/9/9/9";
    check(&from(dots, waiting), "!h8", &[Next("move 1"), View("/phase", r#""place""#)]);
    check(&from(dots, waiting), "!h8+", &[Next("move 2"), Only("xb4 xc4"), Refused("h7", "Abraxas 4.2")]);
    check(&from(dots, waiting), "h8", &[Next("move 2"), Only("xb4 xc4")]);
}

/// The cells over which the stones of such rows lie with the plate at SW, along the line.
fn cells_of(rows: &str) -> String {
    let mut cells = Vec::new();
    for (row, line) in (1..=8).rev().zip(rows.split('/')) {
        let mut column = 0;
        for c in line.chars() {
            match c.to_digit(10) {
                Some(run) => column += run as u8,
                None => {
                    cells.push(format!("{}{row}", char::from(b'A' + column)));
                    column += 1;
                }
            }
        }
    }
    if cells.len() > 1 && cells[0].as_bytes()[1] != cells[1].as_bytes()[1] {
        cells.reverse();
    }
    serde_json::to_string(&cells).expect("names are plain data")
}

#[test]
fn clause_4_2_three_are_left_and_not_side_by_side() {
    check(
        &from(EMPTY, FOUR),
        "",
        &[
            Only("xc4 xd4"),
            Refused("xb4", "Abraxas 4.2"),
            Refused("xc4,d4", "Abraxas 4.2"),
            Refused("xa4", "Abraxas 4.2"),
            Refused("a1", "Abraxas 4.2"),
            Refused("end", "Abraxas 4.2"),
        ],
    );
    // Five: of ten ways to leave three cells, three leave neighbours.
    let five = "8/8/8/8/1rrrrr2/8/8/8,SW,1,take,0-0,3-3,5";
    check(&from(EMPTY, five), "", &[Only("xb4,d4 xb4,e4 xc4,d4 xc4,e4 xc4,f4 xd4,e4 xd4,f4")]);
    // The dot beneath d4 counts as emptied for this taking, so three are left; then the line counts again (4.4).
    check(&from(ONE_DOT, FOUR), "xd4", &[Next("move 2"), Only("xc4"), View("/taken", "[0,1]")]);
    check(
        &from(ONE_DOT, FOUR),
        "xd4 xc4",
        &[Next("move 2"), View("/extra", "true"), View("/taken", "[0,2]")],
    );
}

#[test]
fn clause_4_3_when_that_cannot_be() {
    // The only stone is at the end of the line: three neighbours are left.
    check("sheet=9/9/9/9/9/2ooo4/9/9/9", "SW a4", &[Only("xa4")]);
    // A line of seven with one stone: all its stones are taken.
    let seven = "sheet=9/9/9/9/9/ooo1ooo2/9/9/9";
    check(seven, "SW c4", &[Only("xc4"), View("/lines/0/cells", r#"["A4","B4","C4","D4","E4","F4","G4"]"#)]);
    // Two stones of a line of six that needs three gone.
    let six = "sheet=9/9/9/9/9/oo1oo4/9/9/9";
    let text = "8/8/8/8/2r2r2/8/8/8,SW,2,take,0-0,3-3,2";
    check(&from(six, text), "", &[Only("xc4,f4"), Refused("xc4", "Abraxas 4.3")]);
    check(&from(&format!("{EMPTY};spacing=free"), FOUR), "", &[Only("xb4 xc4 xd4 xe4")]);
}

/// 9: stones b5 c5 d5 e5 f5 d4 d6 d7 on an empty sheet.
const CROSSING: &str = "8/3r4/3r4/1rrrrr2/3r4/8/8/8,SW,2,take,0-0,3-3,8";

#[test]
fn clause_4_4_crossing_lines() {
    let mut totals = BTreeSet::new();
    let mut todo = vec![record(&from(EMPTY, CROSSING), "")];
    while let Some(record) = todo.pop() {
        let view = record.position().view(Viewer::All);
        if view.phase != "take" {
            totals.insert(view.taken[1]);
            continue;
        }
        for token in legal(&record) {
            let mut next = record.clone();
            AnyGame::play(&mut next, &token).unwrap();
            todo.push(next);
        }
    }
    assert_eq!(totals, BTreeSet::from([2, 3]));
    // d5 emptied for the column leaves the row four cells, of which any may go: no three of them are neighbours.
    check(
        &from(EMPTY, CROSSING),
        "xd5",
        &[Only("xb5 xc5 xe5 xf5"), View("/lines/0/cells", r#"["B5","C5","E5","F5"]"#)],
    );
    // d6 leaves the column resolved, and the row whole.
    check(&from(EMPTY, CROSSING), "xd6", &[Count(7), Legal("xc5,e5")]);
    // The row taken with d5 resolves the column too.
    check(
        &from(EMPTY, CROSSING),
        "xd5,e5",
        &[Next("move 2"), View("/phase", r#""place""#), View("/taken", "[0,2]")],
    );
}

#[test]
fn clause_4_5_tokens() {
    for token in ["x", "xd4,c4", "xc4,c4", "xc4,", "x,c4", "xc4d4", "xI9", "x c4"] {
        check(&from(EMPTY, FOUR), "", &[Refused(token, "Abraxas 4.5")]);
    }
    // b2 is the second of the row and of the diagonal: one action.
    let both = "8/8/8/8/3r4/2r5/rrrr4/r7,SW,1,take,0-0,3-3,7";
    check(&from(EMPTY, both), "", &[Only("xb2 xc2 xc3")]);
}

#[test]
fn clause_4_6_called_claims() {
    let called = format!("{EMPTY};claims=called");
    check(
        &called,
        "SW a1",
        &[Only("done"), Next("move 1"), Refused("a2", "Abraxas 4.6"), View("/phase", r#""take""#)],
    );
    check(&called, "SW a1 done", &[Next("move 2"), Refused("done", "Abraxas 4.6")]);
    check(&called, "SW !a1", &[Next("move 2"), Refused("done", "Abraxas 4.6")]);
    check(&called, "SW !a1+", &[Next("move 1"), Only("done")]);
    check(&from(&called, FOUR), "", &[Only("xc4 xd4 done"), View("/lines", "[]")]);
    // What is left is lost, until a later push: then it counts for whoever made it.
    check(&from(&called, FOUR), "done", &[Next("move 1"), View("/extra", "false"), Legal("!a1")]);
    check(&from(&called, FOUR), "done h8", &[Next("move 1"), Only("xc4 xd4 done")]);
    check(&from(&called, FOUR), "xc4", &[Only("done"), Next("move 2")]);
    check(&from(&called, FOUR), "xc4 done", &[View("/extra", "true"), Next("move 2"), Legal("end")]);
    // One of two lines taken: the other is lost, and the extra turn is won.
    check(&from(&called, CROSSING), "xd6 done", &[View("/extra", "true"), View("/taken", "[0,1]")]);
    // All resolved: judged anew.
    check(&from(&format!("{ONE_DOT};claims=called"), FOUR), "xd4", &[Only("xc4 done")]);
    check("", "SW d4", &[Refused("done", "Abraxas 4.6")]);

    // A client is told neither the takings nor why one is refused.
    let record = record(&from(&called, FOUR), "");
    let view = AnyGame::view(&record, Viewer::Seat(Seat::new(1)));
    assert_eq!(view.legal.iter().map(|m| m.t.as_str()).collect::<Vec<_>>(), ["done"]);
    for token in ["xb4", "xa1", "xb4,c4", "xh8"] {
        let told = record.explain_to(Seat::new(1), token.parse().unwrap()).unwrap();
        assert_eq!((told.reason.clause, told.args.len()), ("Abraxas 4.1", 0), "{token}");
    }
}

#[test]
fn clause_5_1_a_stop_stone_on_the_own_turn() {
    check("", "SW !e5", &[View("/plate", r#""SW""#), View("/stops", r#"["e5"]"#), Next("move 2")]);
    check("", "SW !e5+", &[View("/plate", r#""SE""#), View("/stop_stones", "[2,3]"), Next("move 2")]);
    for token in ["!", "!e9", "!e5-", "!e5++", "!e5>X", "!e5>"] {
        check("", "SW", &[Refused(token, "Abraxas 5.1")]);
    }
    // A taking after a stop stone wins no extra turn.
    let waiting = "8/8/8/8/rrr5/8/8/8,NW,2,place,0-0,3-3,3";
    check(
        &from(ONE_DOT, waiting),
        "!h8+ xb4",
        &[Next("move 1"), View("/extra", "false"), View("/barred", "true")],
    );
}

#[test]
fn clause_5_2_stopping_an_extra_turn() {
    let won = from(EMPTY, FOUR);
    check(
        &won,
        "xc4 h8",
        &[
            Next("reply 1"),
            View("/phase", r#""reply""#),
            View("/pending", r#"{"hole":"h8","from":null,"to":"SE"}"#),
            View("/plate", r#""SW""#),
            // The hole it was put into is free again for the stop stone.
            Legal("ok !h8 !h8+ !a1"),
            Count(1 + 61 * 2),
            Refused("a1", "Abraxas 5.2"),
            Refused("!b4", "Abraxas 5.1"),
        ],
    );
    check(&won, "xc4 h8 ok", &[View("/plate", r#""SE""#), Next("move 1"), View("/supply", "19")]);
    check(
        &won,
        "xc4 h8 !h8",
        &[
            Next("move 2"),
            View("/supply", "20"),
            View("/stop_stones", "[2,3]"),
            View("/extra", "false"),
            View("/quiet", "1"),
            Refused("end", "Abraxas 3.3"),
            Refused("!a1", "Abraxas 5.3"),
            Legal("g8"),
        ],
    );
    // The ordinary turn that follows is not asked about, nor is a stop stone or `end`.
    check(&won, "xc4 h8 !h8 g8", &[Next("move 1"), View("/pending", "null")]);
    check(&won, "xc4 !h8", &[Next("move 1")]);
    check(&won, "xc4 end", &[Next("move 1")]);
    check("", "SW", &[Refused("ok", "Abraxas 5.2")]);
    // No one is asked who has no stop stone left.
    let spent = "b1b4b/8/8/8/1rrrr3/8/8/8,SW,2,take,0-1,0-3,3";
    check(&from(EMPTY, spent), "xc4 h7", &[Next("move 1"), View("/pending", "null")]);
    // A lifted stone goes back to its hole, which is not free; the last of the supply goes back there.
    let lift = "8/8/8/8/1r1rr3/8/8/7r,SW,2,extra,10-10,3-3,0";
    check(
        &from(EMPTY, lift),
        "h1-h2",
        &[
            View("/stones", r#"["h2","b4","d4","e4"]"#),
            View("/pending/from", r#""h1""#),
            Refused("!h1", "Abraxas 5.1"),
            Legal("!h2"),
        ],
    );
    check(&from(EMPTY, lift), "h1-h2 !h2", &[View("/stones", r#"["h1","b4","d4","e4"]"#)]);
    let last = "8/8/8/8/1r1rr3/8/8/8,SW,2,extra,10-10,3-3,0";
    check(&from(EMPTY, last), "h1", &[View("/supply", "0")]);
    check(
        &from(EMPTY, last),
        "h1 !h2",
        &[View("/supply", "1"), Legal("h1"), Refused("b4-h1", "Abraxas 3.2")],
    );
    // The stopper may push and take, without an extra turn; the line-maker then plays an ordinary turn.
    let ready = "8/8/8/8/rrr5/8/8/8,NW,2,extra,0-4,3-3,0";
    check(&from(ONE_DOT, ready), "h1 !h2+", &[Next("move 1"), Only("xb4 xc4")]);
    check(
        &from(ONE_DOT, ready),
        "h1 !h2+ xc4",
        &[Next("move 2"), View("/taken", "[1,4]"), View("/extra", "false"), Refused("!a1", "Abraxas 5.3")],
    );
}

#[test]
fn clause_5_3_no_stop_stone_answers_one() {
    check("", "SW !e5", &[Count(63), Refused("!d4", "Abraxas 5.3"), Refused("!d4+", "Abraxas 5.3")]);
    check("", "SW !e5 d4", &[Legal("!a1")]);
    // On an extra turn won in that turn it may.
    let barred = "8/8/8/8/rrr5/8/8/b7,NW,1,barred,0-0,3-2,4";
    check(&from(ONE_DOT, barred), "h8", &[Only("xb4 xc4")]);
    check(&from(ONE_DOT, barred), "h8 xb4", &[View("/extra", "true"), Legal("!h7")]);
}

#[test]
fn clause_5_4_stop_stones_stay() {
    check(
        &from(EMPTY, "b7/8/8/8/8/8/8/8,SW,2,barred,0-0,2-3,1"),
        "a1",
        &[View("/stops", r#"["a8"]"#), Refused("a8", "Abraxas 3.1"), Refused("a8-b8", "Abraxas 3.2")],
    );
    check(&from(EMPTY, LIFTING), "!b1 a4-a5", &[Refused("b1-b2", "Abraxas 3.2")]);
}

#[test]
fn clause_6_1_the_target() {
    check(
        &from(&format!("{EMPTY};target=1"), FOUR),
        "xc4",
        &[Next("over 0 1 by 6.1"), Only(""), Refused("a1", "Rules 0.5")],
    );
    check(&from(EMPTY, &FOUR.replace("0-0", "0-9").replace(",4", ",1")), "xc4", &[Next("move 2")]);
    check(&from(EMPTY, &FOUR.replace("0-0", "0-10").replace(",4", ",1")), "xc4", &[Next("over 0 1 by 6.1")]);
    // A stopper can win so.
    let ready = "8/8/8/8/rrr5/8/8/8,NW,2,extra,10-4,3-3,0";
    check(&from(ONE_DOT, ready), "h1 !h2+ xc4", &[Next("over 1 0 by 6.1")]);
}

#[test]
fn clause_6_2_the_stall() {
    check("quiet_limit=1", "SW a1", &[Next("over 1/2 1/2 by 6.2")]);
    check("quiet_limit=2", "SW a1 !b1", &[Next("over 1/2 1/2 by 6.2")]);
    let more = "8/8/8/8/1r6/8/8/8,SW,1,place,3-4,3-3,1";
    check(&from(&format!("{EMPTY};quiet_limit=2"), more), "a1", &[Next("over 0 1 by 6.2")]);
    // A taking begins the count anew; a piece taken back is no placing.
    let four = from(&format!("{EMPTY};quiet_limit=4"), FOUR);
    check(&four, "xc4", &[Next("move 2"), View("/quiet", "0")]);
    check(&four, "xc4 h8", &[View("/quiet", "0")]);
    check(&four, "xc4 h8 !g8 a8 c8", &[View("/quiet", "3"), Next("move 2")]);
    check(&four, "xc4 h8 !g8 a8 c8 h1", &[Next("over 0 1 by 6.2")]);
    // With called claims it is checked at `done`.
    check("quiet_limit=1;claims=called", "SW a1", &[Next("move 1")]);
    check("quiet_limit=1;claims=called", "SW a1 done", &[Next("over 1/2 1/2 by 6.2")]);
}

#[test]
fn clause_7_1_options() {
    let complete = "sheet=1;push=ccw;spacing=apart;claims=automatic;target=11;quiet_limit=60;swap=off";
    assert_eq!(Options::default().to_string(), complete);
    assert_eq!(
        "quiet_limit=7;sheet=6".parse::<Options>().unwrap().to_string(),
        "sheet=6;push=ccw;spacing=apart;claims=automatic;target=11;quiet_limit=7;swap=off"
    );
    for bad in [
        "target=0",
        "target=25",
        "quiet_limit=0",
        "quiet_limit=1000001",
        "push=cw",
        "spacing=near",
        "claims=",
        "size=9",
    ] {
        refused(bad, "Rules 0.3");
    }
}

#[test]
fn clause_8_1_the_six_sheets() {
    for (sheet, dots) in [("1", 9), ("2", 12), ("3", 13), ("4", 12), ("5", 17), ("6", 8)] {
        let record = record(&format!("sheet={sheet}"), "SW");
        let view = record.position().view(Viewer::All);
        assert_eq!(view.dots.len(), dots, "sheet {sheet}");
        assert_eq!(record.position().images(), 4, "sheet {sheet} is unchanged by a quarter turn");
        let touch = |a: &String, b: &String| {
            let near = |n: usize| a.as_bytes()[n].abs_diff(b.as_bytes()[n]) <= 1;
            a != b && near(0) && near(1)
        };
        assert!(!view.dots.iter().any(|a| view.dots.iter().any(|b| touch(a, b))), "no two dots touch");
    }
}

#[test]
fn clause_8_2_custom_sheets() {
    let one: Options = "sheet=9/9/2o1o1o2/9/2o1o1o2/9/2o1o1o2/9/9".parse().unwrap();
    assert_eq!(one, Options::default());
    check("sheet=o8/9/9/9/9/9/9/9/8o", "", &[View("/dots", r#"["I1","A9"]"#)]);
    for bad in [
        "7",
        "0",
        "",
        "x",
        "9/9/9/9/9/9/9/9",
        "9/9/9/9/9/9/9/9/9/9",
        "9/9/9/9/9/9/9/9/8",
        "9/9/9/9/9/9/9/9/9o",
        "9/9/9/9/9/9/9/9/45",
        "9/9/9/9/9/9/9/9/0o8",
        "9/9/9/9/9/9/9/9/O8",
        "9/9/9/9/9/9/9/9/",
        "oooo5/9/9/9/9/9/9/9/9",
        "9/9/9/9/9/o8/o8/o8/o8",
        "o8/1o7/2o6/3o5/9/9/9/9/9",
        "9/9/9/9/9/8o/7o1/6o2/5o3",
    ] {
        refused(&format!("sheet={bad}"), "Abraxas 8.2");
    }
    assert!("sheet=ooo1ooo2/9/9/9/9/9/9/9/9".parse::<Options>().is_ok());
}

#[test]
fn clause_9_1_facts() {
    let count = |setup: &str, depth| {
        AnyGame::divide(&record(setup, ""), depth, 1).iter().map(|(_, count)| count).sum::<u64>()
    };
    for sheet in 1..=6 {
        let setup = format!("sheet={sheet}");
        assert_eq!([1, 2, 3].map(|depth| count(&setup, depth)), [4, 768, 80_640], "{setup}");
    }
    assert_eq!([1, 2].map(|depth| count("push=either", depth)), [4, 1280]);
}

#[test]
fn rules_0_7_position_text() {
    for text in [
        "8/8/8/8/8/8/8/8,-,2,corner,0-0,3-3,0",
        "8/8/8/8/8/8/8/8,SW,1,place,0-0,3-3,0",
        LIFTING,
        FOUR,
        CROSSING,
        "8/3r4/3r4/1rrxrr2/3r4/8/8/8,SW,2,take,0-1,3-3,0",
        "8/8/8/8/1r1rr3/8/8/7r,SW,2,reply:h1-h2,10-10,3-3,0",
    ] {
        let setup = from(EMPTY, text);
        assert_eq!(record(&setup, "").position().position_text(), text);
    }
    for (text, clause) in [
        ("", "Rules 0.7"),
        ("8/8/8/8/8/8/8/8,SW,1,place,0-0,3-3", "Rules 0.7"),
        ("8/8/8/8/8/8/8,SW,1,place,0-0,3-3,0", "Rules 0.7"),
        ("8/8/8/8/8/8/8/q7,SW,1,place,0-0,3-3,0", "Rules 0.7"),
        ("8/8/8/8/8/8/8/44,SW,1,place,0-0,3-3,0", "Rules 0.7"),
        ("8/8/8/8/8/8/8/8,SX,1,place,0-0,3-3,0", "Rules 0.7"),
        ("8/8/8/8/8/8/8/8,-,1,place,0-0,3-3,0", "Rules 0.7"),
        ("8/8/8/8/8/8/8/8,SW,3,place,0-0,3-3,0", "Rules 0.7"),
        ("8/8/8/8/8/8/8/8,SW,1,sleep,0-0,3-3,0", "Rules 0.7"),
        ("8/8/8/8/8/8/8/8,SW,1,place,0,3-3,0", "Rules 0.7"),
        ("8/8/8/8/8/8/8/8,SW,1,place,0-0,3-4,0", "Rules 0.7"),
        ("8/8/8/8/8/8/8/8,SW,1,place,0-0,3-3,00", "Rules 0.7"),
        ("8/8/8/8/8/8/8/8,SW,1,over,0-0,3-3,0", "Abraxas 6.1"),
        ("8/8/8/8/8/8/8/r7,-,2,corner,0-0,3-3,0", "Abraxas 2.1"),
        ("8/8/8/8/8/8/8/8,-,1,corner,0-0,3-3,0", "Abraxas 2.1"),
        ("8/8/8/8/8/8/8/rrr1rrr1,SW,1,place,10-9,3-3,1", "Abraxas 1.3"),
        ("8/8/8/8/8/8/8/b7,SW,2,barred,0-0,3-3,1", "Abraxas 1.3"),
        ("8/8/8/8/8/8/8/r7,SW,1,place,11-0,3-3,1", "Abraxas 6.1"),
        ("8/8/8/8/8/8/8/r7,SW,2,place,0-0,3-3,2", "Abraxas 6.2"),
        ("8/8/8/8/8/8/8/r7,SW,2,place,0-0,3-3,0", "Abraxas 6.2"),
        ("8/8/8/8/8/8/8/r7,SW,2,place,1-0,3-3,60", "Abraxas 6.2"),
        ("8/8/8/8/8/8/8/r7,SW,1,place,0-0,3-3,1", "Abraxas 3.1"),
        ("8/8/8/8/8/8/8/r7,SW,1,extra,0-1,3-3,0", "Abraxas 3.3"),
        ("8/8/8/8/8/8/8/r7,SW,1,extra,1-0,3-3,1", "Abraxas 3.3"),
        ("8/8/8/8/8/8/8/r7,SW,1,place,1-0,3-3,0", "Abraxas 3.3"),
        ("8/8/8/8/8/8/8/r6b,SW,1,barred,0-0,2-3,2", "Abraxas 5.3"),
        ("8/8/8/8/8/8/8/r1b1b1b1,SW,1,place,0-0,1-2,4", "Abraxas 5.3"),
        ("8/8/8/8/1rrrr3/8/8/8,SW,1,place,0-0,3-3,4", "Abraxas 4.4"),
        ("8/8/8/8/1rrr4/8/8/8,SW,1,take,0-0,3-3,3", "Abraxas 4.4"),
        ("8/8/8/8/8/8/8/x7,SW,1,place,1-1,3-3,0", "Abraxas 4.4"),
        ("8/3r4/3r4/1rrrrx2/3r4/8/8/8,SW,2,take,0-1,3-3,0", "Abraxas 4.4"),
        ("8/3r4/3r4/1rrxrr2/3r4/8/8/8,SW,2,take,1-0,3-3,0", "Abraxas 3.3"),
        ("8/8/8/8/1r1rr3/8/8/7r,SW,2,reply:h2,10-10,3-3,0", "Abraxas 5.2"),
        ("8/8/8/8/1r1rr3/8/8/7r,SW,2,reply:end,10-10,3-3,0", "Abraxas 5.2"),
        ("8/8/8/8/1r1rr3/8/8/7r,SW,2,reply:q,10-10,3-3,0", "Abraxas 5.2"),
    ] {
        refused(&from(EMPTY, text), clause);
    }
}

#[test]
fn rules_0_8_withdrawing() {
    for (moves, seat, result) in [("", 1, "0 1"), ("SW d4", 2, "1 0"), ("SW d4", 1, "0 1")] {
        let mut record = record("", moves);
        AnyGame::withdraw(&mut record, Seat::new(seat - 1), Withdrawal::Resign).unwrap();
        assert_eq!(turn(Record::turn(&record)), format!("over {result} by resign"));
        assert_eq!(legal(&record), BTreeSet::new());
    }
}

#[test]
fn laws() {
    for options in [
        "",
        "sheet=2",
        "sheet=3;push=either",
        "sheet=4;spacing=free",
        "sheet=5;claims=called",
        "sheet=6;target=24",
        "sheet=9/9/9/9/9/9/9/9/9;target=13;push=either;claims=called;quiet_limit=300",
        "sheet=o8/9/9/9/9/9/9/9/9;quiet_limit=1",
        "sheet=o7o/9/9/9/4o4/9/9/9/o7o;push=either",
        &format!("{CROWDED};target=24;quiet_limit=200"),
        &format!("{CROWDED};target=24;claims=called;push=either"),
        &from(EMPTY, CROSSING),
        "sheet=2;swap=on",
        &format!("{CROWDED};target=24;push=either;swap=on"),
    ] {
        testkit::laws::<Abraxas>(options, 3);
    }
}

/// Every action that can be written, takings of up to two holes and of the lines listed among them.
fn all_moves(listed: &[Move]) -> Vec<Move> {
    let holes: Vec<Hole> = (0..64).map(|n| Hole::new(n % 8, n / 8)).collect();
    let to: Vec<_> = [None].into_iter().chain(Corner::ALL.map(Some)).collect();
    let mut moves = vec![Move::Done, Move::End, Move::Ok, Move::Swap];
    moves.extend(Corner::ALL.map(Move::Corner));
    for &hole in &holes {
        moves.extend(to.iter().map(|&to| Move::Put { hole, to }));
        moves.extend([Push::Stay, Push::Next].map(|push| Move::Stop { hole, push }));
        moves.extend(Corner::ALL.map(|to| Move::Stop { hole, push: Push::To(to) }));
        for &other in &holes {
            moves.extend(to.iter().map(|&to| Move::Lift { from: hole, hole: other, to }));
            moves.push(Move::Take(Holes::of(hole) | Holes::of(other)));
            moves.extend(listed.iter().filter_map(|&m| match m {
                Move::Take(taken) => Some(Move::Take(taken | Holes::of(hole) & !Holes::of(other))),
                _ => None,
            }));
        }
    }
    moves
}

#[test]
fn a_move_is_listed_if_and_only_if_it_is_not_refused() {
    let mut rng = StdRng::seed_from_u64(7);
    for options in
        ["", "swap=on", "sheet=5;push=either;claims=called", &format!("{CROWDED};target=24;spacing=free")]
    {
        let mut position = Abraxas::start(&options.parse().unwrap());
        let mut listed = Vec::new();
        while let Some(m) = {
            listed.clear();
            position.legal_moves(&mut listed);
            (!listed.is_empty()).then(|| listed[below(&mut rng, listed.len())])
        } {
            let set: std::collections::HashSet<_> = listed.iter().copied().collect();
            for other in all_moves(&listed[..listed.len().min(8)]) {
                assert_eq!(
                    position.explain(other).is_none(),
                    set.contains(&other),
                    "{other} in {}",
                    position.position_text()
                );
            }
            position.play_unchecked(m);
        }
    }
}

#[test]
fn moves_are_drawn_evenly() {
    let mut rng = StdRng::seed_from_u64(3);
    for (setup, moves) in
        [("", "SW"), ("push=either", "NE d4>NW"), (&from(EMPTY, LIFTING), ""), (&from(EMPTY, FOUR), "xc4 h8")]
    {
        let record = record(setup, moves);
        let count = legal(&record).len();
        let mut drawn: HashMap<Move, usize> = HashMap::new();
        for _ in 0..count * 100 {
            *drawn.entry(record.position().sample(&mut rng, &mut Vec::new()).unwrap()).or_default() += 1;
        }
        assert_eq!(drawn.len(), count);
        // A hundred each, give or take five standard deviations.
        assert!(drawn.values().all(|n| (50..150).contains(n)), "{drawn:?}");
    }
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<Abraxas>() <= 128);
}

#[test]
fn pictures() {
    let crossing = "8/3r4/3r4/1rrrrr2/3r4/8/8/3b4,SW,1,take,0-0,3-2,9";
    let asked = "8/8/8/8/1r1br2r/8/8/7r,NE,2,reply:h1-d3,10-10,3-2,0";
    for (name, setup, moves) in [
        ("corner", "sheet=5", ""),
        ("lines", from(ONE_DOT, crossing).as_str(), ""),
        ("asked", from(ONE_DOT, asked).as_str(), ""),
        ("over", "quiet_limit=3", "NW d4 e5 !c3"),
    ] {
        let game = record(setup, moves);
        let drawn = picture::text(&game.position().view(Viewer::All), 2, Palette::None, true);
        insta::assert_snapshot!(format!("abraxas_{name}"), drawn);
    }
    let game = record("", "SW d4");
    let drawn = picture::text(&game.position().view(Viewer::All), 2, Palette::Sixteen, false);
    assert!(drawn.contains("\x1b[1;91m●\x1b[0m"), "{drawn}");
}
