//! Ascension, clause by clause of docs/rules/ascension.en.md.

use engine::{Record, perft::perft, testkit};
use games::ascension::{Ascension, Setup};

const DEAL: &str = "T.C.S.E.L.M.R.K.B.G.T.C.S.E.L.M.R.K.B.G.T.C.S.E.L.M.R.K.B.G.TCSELMRKBG......";

#[test]
fn laws() {
    for options in [
        "seats=2;round_limit=60",
        "seats=3;starts=0;round_limit=30",
        "round_limit=30",
        "starts=1;round_limit=9",
    ] {
        testkit::laws::<Ascension>(options, 2);
    }
}

#[test]
fn facts_of_clause_9() {
    for seats in [4, 3, 2] {
        let setup: Setup = format!("seats={seats};deal={DEAL}").parse().unwrap();
        let record = Record::<Ascension>::new(setup);
        let counts: Vec<u64> = (1..=4).map(|depth| perft(&record, depth)).collect();
        assert_eq!((seats, counts), (seats, vec![78, 8929, 8929, 678_834]));
    }
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<Ascension>() < 1024, "{}", size_of::<Ascension>());
}
