//! Abraxas, clause by clause of docs/rules/abraxas.en.md.

use std::collections::{BTreeSet, HashMap};

use engine::{
    AnyGame, Event, Game, Palette, Record, Refusal, Seat, Turn, Viewer, Withdrawal, mix::below, picture,
    testkit,
};
use games::{
    GAMES,
    abraxas::{Abraxas, Corner, Hole, Holes, Move, Options, Push},
};
use rand::{SeedableRng, rngs::StdRng};

mod lines;
mod listing;
mod stop_stones;

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

/// 9: stones b5 c5 d5 e5 f5 d4 d6 d7 on an empty sheet.
const CROSSING: &str = "8/3r4/3r4/1rrrrr2/3r4/8/8/8,SW,2,take,0-0,3-3,8";

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
fn clause_8_1_the_sheets() {
    for (sheet, dots) in [("1", 9), ("2", 12), ("3", 13), ("4", 12), ("5", 17), ("6", 8), ("I", 12)] {
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
    let sheets = GAMES.get("abraxas").unwrap().info().options[0];
    assert_eq!(
        (sheets.default, sheets.offered[0]),
        ("1", "I"),
        "what a text means, and what a menu begins with"
    );
    for (name, text) in sheets.choices.iter().zip(sheets.texts) {
        let spelt: Options = format!("sheet={text}").parse().expect("four dots in no line");
        assert_eq!(spelt, format!("sheet={name}").parse().unwrap());
        assert!(spelt.to_string().starts_with(&format!("sheet={name};")), "a pattern goes by its name");
        assert!(sheets.offered.contains(name), "a menu has every sheet");
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
    for sheet in ["1", "2", "3", "4", "5", "6", "I"] {
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
