//! Runs the positions of `data/tactics`, where one player wins by force: `<game>.txt` with a line `setup <text>`
//! (which may be empty), perhaps `moves <token> …`, then one or more of
//!
//! - `forced <plies>`: so it is, say a search of every move to that depth (`plain`), which shares nothing with full
//!   strength, and the proof of forced wins;
//! - `win <plies> <nodes>`: full strength proves a win in no more plies, looking at no more nodes;
//! - `best <nodes> <token> …`: full strength plays one of these;
//! - `every <token> …`: each of the levels from 1 on plays one of these, five times out of five.
//!
//! `#` begins a remark.

use std::{fs, path::Path};

use engine::{
    AnyGame, Entry,
    search::{Level, Limits, Method, Score, Table},
};
use rand::{SeedableRng, rngs::StdRng};

#[test]
fn forced_wins_are_found() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/tactics");
    for file in fs::read_dir(&folder).expect("the folder of positions") {
        let path = file.expect("a file").path();
        let key = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        let entry = games::GAMES.get(key).unwrap_or_else(|| panic!("{} is of no game", path.display()));
        let found = positions(entry, &fs::read_to_string(&path).expect("a text"));
        assert!(found > 0, "{} asks nothing", path.display());
    }
}

/// Checks the positions of one file; how many questions stand in it.
fn positions(entry: &Entry, text: &str) -> usize {
    let mut game: Option<Box<dyn AnyGame>> = None;
    let mut asked = 0;
    for (number, line) in text.lines().enumerate() {
        let place = format!("{}, line {}", entry.info().key, number + 1);
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let number = |word: Option<&str>| -> u64 {
            word.and_then(|word| word.parse().ok()).unwrap_or_else(|| panic!("{place}: no number"))
        };
        let mut words = rest.split(' ');
        match (word, &mut game) {
            ("" | "#", _) => continue,
            ("setup", _) => {
                let start = entry.start(rest, &mut StdRng::seed_from_u64(0));
                game = Some(start.unwrap_or_else(|e| panic!("{place}: {e}")));
                continue;
            }
            ("moves", Some(game)) => {
                for token in words {
                    game.play(token).unwrap_or_else(|e| panic!("{place}: {token}: {e}"));
                }
                continue;
            }
            ("forced", Some(game)) => {
                let limits = Limits { depth: Some(number(words.next()) as u32), ..Limits::default() };
                let report = game.think(&Level::full(Method::Plain), &limits, &Table::new(0), &mut |_| ());
                let score = report.expect("not over yet").lines[0].score;
                assert!(matches!(score, Score::Centi(centi) if centi > 25_000), "{place}: {score:?}");
                let plies = limits.depth.expect("just set");
                let seat = game.turn().seat().expect("not over yet");
                let proof =
                    game.forced_win(seat, plies.div_ceil(2), 3_000_000).expect("so few nodes suffice");
                assert!(proof.is_some_and(|proof| !proof.moves.is_empty()), "{place}: no proof");
            }
            ("win", Some(game)) => {
                let (plies, nodes) = (number(words.next()), number(words.next()));
                let score = think(&**game, &game.levels()[8], nodes, 0).1;
                let proven = matches!(score, Score::Mate(mate) if mate > 0 && mate as u64 <= plies);
                assert!(proven, "{place}: {score:?}");
            }
            ("best", Some(game)) => {
                let nodes = number(words.next());
                let (chosen, score) = think(&**game, &game.levels()[8], nodes, 0);
                assert!(words.any(|token| token == chosen), "{place}: {chosen} {score:?}");
            }
            ("every", Some(game)) => {
                for (level, seed) in
                    game.levels()[1..8].iter().flat_map(|level| (0..5).map(move |s| (level, s)))
                {
                    let (chosen, score) = think(&**game, level, 1_000, seed);
                    let right = words.clone().any(|token| token == chosen);
                    assert!(right, "{place}: {level:?} plays {chosen} {score:?}");
                }
            }
            _ => panic!("{place}: `{line}` cannot stand here"),
        }
        asked += 1;
    }
    asked
}

/// The action chosen, and what it is worth.
fn think(game: &dyn AnyGame, level: &Level, nodes: u64, seed: u64) -> (String, Score) {
    let limits = Limits { seed, ..Limits::nodes(nodes) };
    let report = game.think(level, &limits, &Table::new(1), &mut |_| ()).expect("not over yet");
    (report.best().clone(), report.lines[0].score)
}
