//! The puzzles that are shipped, `web/src/lib/games/<game>/puzzles.txt`, are right: by the proof that made them, and by a
//! plain search that shares nothing with it but the rules.

use std::{collections::HashSet, fs, path::Path};

use engine::{
    AnyGame, Entry, Seat, Turn,
    attempt::{self, Verdict},
    puzzle::{self, Puzzle, Theme},
};
use games::GAMES;
use rand::{SeedableRng, rngs::SmallRng};

/// What a proof may take.
const NODES: u64 = 100_000_000;

fn entries() -> impl Iterator<Item = &'static Entry> {
    GAMES.iter()
}

fn puzzles(entry: &Entry) -> Vec<Puzzle> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/games");
    let path = folder.join(entry.info().key).join("puzzles.txt");
    let text = fs::read_to_string(&path).expect("a file of puzzles");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| line.parse().unwrap_or_else(|_| panic!("{}: {line}", path.display()))).collect()
}

fn start(entry: &Entry, puzzle: &Puzzle) -> Box<dyn AnyGame> {
    let game = entry.start(&puzzle.setup, &mut SmallRng::seed_from_u64(0));
    game.unwrap_or_else(|refusal| panic!("{puzzle}: {refusal}"))
}

/// How many there are of each game at least.
const LEAST: [(&str, usize); 4] = [("axiom", 400), ("abraxas", 300), ("archimedes", 350), ("ascension", 190)];

#[test]
fn the_collection_is_large_and_has_nothing_twice() {
    for (key, least) in LEAST {
        let entry = GAMES.get(key).expect("it is listed");
        let puzzles = puzzles(entry);
        assert!(puzzles.len() >= least, "{key}: {}", puzzles.len());
        let mut seen = HashSet::new();
        for puzzle in &puzzles {
            assert!((1..=6).contains(&puzzle.turns), "{puzzle}");
            let game = start(entry, puzzle);
            assert!(seen.insert(game.canonical_key()), "{key}: twice {puzzle}");
            assert!(game.explain(&puzzle.action).is_none(), "{puzzle}");
        }
    }
}

#[test]
fn a_sample_of_the_puzzles_is_right() {
    for entry in entries() {
        let short: Vec<Puzzle> = puzzles(entry).into_iter().filter(|puzzle| puzzle.turns <= 2).collect();
        for puzzle in short.iter().step_by(short.len().div_ceil(SAMPLE).max(1)) {
            assert_eq!(puzzle::is_right(entry, puzzle, NODES), Ok(true), "{}: {puzzle}", entry.info().key);
        }
    }
}
/// How many puzzles of each game are proved in every run of the tests.
const SAMPLE: usize = 40;

#[test]
#[ignore = "minutes"]
fn all_puzzles_are_right() {
    for entry in entries() {
        for puzzle in puzzles(entry) {
            assert_eq!(puzzle::is_right(entry, &puzzle, NODES), Ok(true), "{}: {puzzle}", entry.info().key);
            assert_eq!(puzzle::graded(entry, &puzzle, NODES).as_ref(), Ok(&puzzle), "{}", entry.info().key);
        }
    }
}

/// Whether `seat` wins within `left` more of its own turns, every line played out; `None` if that takes too long.
fn wins(game: &dyn AnyGame, seat: Seat, mover: Option<Seat>, left: u32, plays: &mut u64) -> Option<bool> {
    let attacks = game.turn().seat() == Some(seat);
    for token in game.legal() {
        *plays = plays.checked_sub(1)?;
        let mut next = game.boxed_clone();
        next.play(&token).expect("a legal action can be played");
        if after(&*next, seat, mover, left, plays)? == attacks {
            return Some(attacks);
        }
    }
    Some(!attacks)
}

/// The same after an action of the turn of `mover`.
fn after(next: &dyn AnyGame, seat: Seat, mover: Option<Seat>, left: u32, plays: &mut u64) -> Option<bool> {
    if let Turn::Over(outcome) = next.turn() {
        return Some(outcome.share(seat) == 1.0);
    }
    let now = next.turn().mover().or(mover);
    let begins = now == Some(seat) && mover != Some(seat);
    if left == 0 && (begins || now != Some(seat)) {
        return Some(false);
    }
    wins(next, seat, now, left - u32::from(begins), plays)
}

/// What a plain search says of a puzzle; `None` if that takes too long.
fn plainly_right(entry: &Entry, puzzle: &Puzzle, plays: &mut u64) -> Option<bool> {
    let game = start(entry, puzzle);
    let seat = game.turn().seat().expect("not over");
    for token in game.legal() {
        let mut next = game.clone();
        next.play(&token).expect("a legal action can be played");
        let mover = next.turn().mover().or(Some(seat));
        let does = if puzzle.theme == Theme::Hold {
            let mut held = true;
            for other in Seat::all(game.seats()).filter(|&other| other != seat) {
                let left = if mover == Some(other) { puzzle.turns - 1 } else { puzzle.turns };
                held &= match next.turn() {
                    Turn::Over(outcome) => outcome.share(other) < 1.0,
                    _ => !wins(&*next, other, mover, left, plays)?,
                };
            }
            held
        } else {
            after(&*next, seat, Some(seat), puzzle.turns - 1, plays)?
        };
        if does != (token == puzzle.action) {
            return Some(false);
        }
    }
    Some(true)
}

#[test]
fn a_plain_search_agrees() {
    check_plainly(25, 20_000);
}

#[test]
#[ignore = "minutes"]
fn a_plain_search_agrees_at_length() {
    check_plainly(100, 20_000_000);
}

/// Checks this many puzzles of each game, of those that take no more than `plays` plays.
fn check_plainly(most: usize, plays: u64) {
    for entry in entries() {
        let puzzles = puzzles(entry);
        let mut checked = 0;
        for puzzle in puzzles.iter().step_by(7).chain(puzzles.iter().step_by(5)) {
            let mut plays = plays;
            match plainly_right(entry, puzzle, &mut plays) {
                Some(right) => assert!(right, "{}: {puzzle}", entry.info().key),
                None => continue,
            }
            checked += 1;
            if checked == most {
                break;
            }
        }
        assert!(checked > 0, "{}: nothing was checked", entry.info().key);
    }
}

#[test]
fn an_attempt_is_answered() {
    for entry in entries() {
        let key = entry.info().key;
        let puzzles = puzzles(entry);
        for puzzle in puzzles.iter().filter(|puzzle| puzzle.turns <= 2).step_by(60) {
            let mut actions = vec![puzzle.action.clone()];
            // The key action, the replies, and whatever wins on.
            let solved = loop {
                let answer =
                    attempt::answer(entry, &puzzle.setup, puzzle.task(), &actions, NODES).expect("an answer");
                actions.extend(answer.replies);
                match answer.verdict {
                    Verdict::Solved => break true,
                    Verdict::Failed => break false,
                    Verdict::Open => {
                        let mut game = start(entry, puzzle);
                        let seat = game.turn().seat().expect("not over");
                        for action in &actions {
                            game.play(action).expect("what was answered can be played");
                        }
                        let win = game.forced_win(seat, puzzle.turns, NODES).expect("few nodes do");
                        actions.push(win.expect("the win goes on").moves[0].clone());
                    }
                }
            };
            assert!(solved, "{key}: {puzzle}: {actions:?}");
            let wrong = start(entry, puzzle).legal().into_iter().find(|token| *token != puzzle.action);
            let wrong = vec![wrong.expect("there is a choice")];
            let answer =
                attempt::answer(entry, &puzzle.setup, puzzle.task(), &wrong, NODES).expect("an answer");
            assert_eq!(answer.verdict, Verdict::Failed, "{key}: {puzzle}: {wrong:?}");
        }
    }
}
