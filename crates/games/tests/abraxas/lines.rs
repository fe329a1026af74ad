//! Abraxas 4: lines, and what may be taken from them.

use super::*;

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
