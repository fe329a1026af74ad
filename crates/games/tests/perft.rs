//! Runs the tables of `data/perft`: `<game>.perft` with a line `setup <text>` (which may be empty), perhaps
//! `moves <token> …`, then lines `perft <depth> <nodes>` for the position that these lead to. `#` begins a remark.

use std::{fs, path::Path};

use engine::{AnyGame, Entry};
use rand::{SeedableRng, rngs::StdRng};

#[test]
fn tables() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/perft");
    let mut files = 0;
    for file in fs::read_dir(&folder).expect("the folder of tables") {
        let path = file.expect("a file").path();
        let key = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        let entry = games::GAMES.get(key).unwrap_or_else(|| panic!("{} is of no game", path.display()));
        let counted = table(entry, &fs::read_to_string(&path).expect("a text"));
        assert!(counted > 0, "{} counts nothing", path.display());
        files += 1;
    }
    assert!(files > 0, "{} is empty", folder.display());
}

/// Checks one table; how many counts stand in it.
fn table(entry: &Entry, text: &str) -> usize {
    let mut game: Option<Box<dyn AnyGame>> = None;
    let mut counted = 0;
    for (number, line) in text.lines().enumerate() {
        let place = format!("{}, line {}", entry.info().key, number + 1);
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word, &mut game) {
            ("" | "#", _) => {}
            ("setup", _) => {
                let start = entry.start(rest, &mut StdRng::seed_from_u64(0));
                game = Some(start.unwrap_or_else(|e| panic!("{place}: {e}")));
            }
            ("moves", Some(game)) => {
                for token in rest.split(' ') {
                    game.play(token).unwrap_or_else(|e| panic!("{place}: {token}: {e}"));
                }
            }
            ("perft", Some(game)) => {
                let numbers: Vec<u64> = rest.split(' ').map(|n| n.parse().expect("a number")).collect();
                let [depth, nodes] = numbers[..] else { panic!("{place}: perft <depth> <nodes>") };
                let found: u64 = game.divide(depth as u32, 2).iter().map(|(_, nodes)| nodes).sum();
                assert_eq!(found, nodes, "{place}");
                counted += 1;
            }
            _ => panic!("{place}: `{line}` cannot stand here"),
        }
    }
    counted
}
