//! Abraxas 5: stop stones, on the own turn and against an extra turn.

use super::*;

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
