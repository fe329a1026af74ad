//! What searches of a fixed size do.

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
            panic!("game, set-up and size: {line}")
        };
        let entry = GAMES.get(game).expect(game);
        let start = entry.start(setup, &mut StdRng::seed_from_u64(0)).expect(setup);
        let level = &start.levels()[8];
        let tree = level.method == Method::Tree;
        let limits = if tree { Limits::nodes(300) } else { Limits { depth: Some(3), ..Limits::default() } };
        let report = start.think(level, &limits, &Table::new(1), &mut |_| ()).expect("not over yet");
        let size = if tree { u64::from(report.depth) } else { report.nodes };
        found += &format!("{game} | {setup} | {size} | {}\n", report.best());
    }
    let remarks: String =
        text.lines().filter(|line| line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    for entry in GAMES {
        let key = entry.info().key;
        assert!(found.lines().any(|line| line.starts_with(&format!("{key} |"))), "{key} is measured");
    }
    assert_eq!(text, remarks + &found);
}
