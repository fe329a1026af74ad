//! What searches to a fixed depth do.

use engine::search::{Limits, Method, Table};
use games::GAMES;
use rand::{SeedableRng, rngs::StdRng};

/// A commit that moves these figures changes how the engines search: it says so, and shows a match.
#[test]
fn the_searches_are_those_that_were_measured() {
    let text = include_str!("data/search.txt");
    let mut found = String::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [game, setup, ..] = line.split('|').map(str::trim).collect::<Vec<_>>()[..] else {
            panic!("game, set-up and nodes: {line}")
        };
        let entry = GAMES.iter().find(|entry| entry.info().key == game).expect(game);
        let start = entry.start(setup, &mut StdRng::seed_from_u64(0)).expect(setup);
        assert_eq!(start.levels()[7].method, Method::AlphaBeta, "{game}");
        let limits = Limits { depth: Some(3), ..Limits::default() };
        let report =
            start.think(&start.levels()[7], &limits, &Table::new(1), &mut |_| ()).expect("not over yet");
        found += &format!("{game} | {setup} | {} | {}\n", report.nodes, report.best());
    }
    let remarks: String =
        text.lines().filter(|line| line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    assert_eq!(text, remarks + &found);
}
