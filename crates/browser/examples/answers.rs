//! What the engine answers on this machine, as lines of JSON, for the tests and the measurements of the module:
//! `answers same`, `answers unseen`, `answers speed`.

use std::time::Instant;

use browser::{Think, Thought, think};
use engine::{AnyGame, Game, Judge, Numbered, Record, Viewer, mix};
use games::{GAMES, ascension::Ascension};
use rand::{SeedableRng, rngs::StdRng};
use serde_json::json;

/// Set-ups, and how many nodes a search of level 8 takes when its speed is measured.
const SETUPS: [(&str, &str, u64); 6] = [
    ("axiom", "edition=2008", 20_000),
    ("abraxas", "sheet=5", 8_000),
    ("archimedes", "seats=2", 100_000),
    ("archimedes", "seats=3", 4_000),
    ("ascension", "seats=2", 2_000),
    ("ascension", "seats=4", 2_000),
];
/// Random actions before the positions searched.
const PLIES: [usize; 8] = [0, 3, 7, 12, 16, 23, 30, 41];

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("same") => same(),
        Some("unseen") => unseen(),
        Some("speed") => speed(),
        _ => panic!("answers same | unseen | speed"),
    }
}

#[allow(clippy::print_stdout, reason = "it is a program")]
fn say(value: &serde_json::Value) {
    println!("{value}");
}

/// Positions of all games at all levels.
fn same() {
    for (game, setup, _) in SETUPS {
        for (seed, plies) in PLIES.into_iter().enumerate() {
            let position = position(game, setup, plies, seed as u64);
            for level in 1..=8 {
                let wish = Think { level: Some(level), ..wish(&*position, 250, seed as u64) };
                say(&json!({ "wish": said(&wish), "thought": answer(&wish) }));
            }
        }
    }
}

/// Positions that the seat to act cannot tell from each other: two wishes, one answer.
fn unseen() {
    let mut rng = StdRng::seed_from_u64(1);
    for (seed, seats) in (0..12).zip([2, 3, 4].into_iter().cycle()) {
        let mut pair = pair::<Ascension>(&format!("seats={seats}"), 4 * seed as usize, &mut rng);
        let [one, other] = [pair.remove(0), pair.remove(0)].map(|setup| Think {
            setup,
            moves: Vec::new(),
            ..wish(&*position(Ascension::INFO.key, "", 0, 0), 100, seed)
        });
        say(&json!({ "wish": said(&one), "thought": answer(&one) }));
        say(&json!({ "wish": said(&other), "thought": answer(&one) }));
    }
}

/// The set-ups of a position, and of one that looks the same to the seat to act.
fn pair<G: Game + Judge + Numbered>(setup: &str, plies: usize, rng: &mut StdRng) -> Vec<String> {
    let Ok(options) = setup.parse() else { panic!("{setup}") };
    let mut record = Record::<G>::new(G::draw(&options, rng));
    for _ in 0..plies {
        let mut moves = Vec::new();
        record.legal_moves(&mut moves);
        let m = moves[mix::below(rng, moves.len())];
        record.push(engine::Event::Move(m)).expect("a listed move is legal");
    }
    let seat = record.turn().seat().expect("the game has just begun");
    let mut other = record.position().clone();
    other.redeal(Viewer::Seat(seat), rng);
    [record.position(), &other].map(|position| format!("{setup};from={}", position.position_text())).into()
}

/// How long level 8 takes for its nodes.
fn speed() {
    for (game, setup, nodes) in SETUPS {
        let wishes: Vec<_> = (0..4)
            .map(|seed| wish(&*position(game, setup, PLIES[2 * seed as usize], seed), nodes, seed))
            .collect();
        let started = Instant::now();
        let found: u64 = wishes.iter().map(|wish| answer(wish).evaluated.lines[0].nodes).sum();
        let seconds = started.elapsed().as_secs_f64();
        let wishes: Vec<_> = wishes.iter().map(said).collect();
        say(&json!({ "game": game, "setup": setup, "wishes": wishes, "nodes": found, "seconds": seconds }));
    }
}

/// A game after random actions; it stops before its end.
fn position(game: &str, setup: &str, plies: usize, seed: u64) -> Box<dyn AnyGame> {
    let mut rng = StdRng::seed_from_u64(seed);
    let entry = GAMES.get(game).expect("a game");
    let mut position = entry.start(setup, &mut rng).expect("a set-up");
    for _ in 0..plies {
        let legal = position.legal();
        let mut next = position.clone();
        next.play(&legal[mix::below(&mut rng, legal.len())]).expect("a listed action is legal");
        if next.turn().is_over() {
            break;
        }
        position = next;
    }
    position
}

fn wish(position: &dyn AnyGame, nodes: u64, seed: u64) -> Think {
    Think {
        game: position.info().key.to_owned(),
        setup: position.setup(),
        moves: position.standing(),
        level: None,
        seconds: None,
        nodes: Some(nodes),
        lines: Some(2),
        seed: Some(seed),
    }
}

fn said(wish: &Think) -> serde_json::Value {
    let Think { game, setup, moves, level, nodes, lines, seed, .. } = wish;
    json!({ "game": game, "setup": setup, "moves": moves, "level": level, "nodes": nodes, "lines": lines, "seed": seed })
}

fn answer(wish: &Think) -> Thought {
    think(wish, &mut |_| ()).unwrap_or_else(|refused| panic!("{}", refused.json()))
}
