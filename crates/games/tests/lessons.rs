//! The lessons that ask for a good move are proved: their answers, and only they, reach what is asked.
//!
//! The client has them as data, `web/src/lib/games/<game>/tips.json`. A lesson asks for one of
//!
//! - `win`: a win that no defence prevents, within a number of turns;
//! - `hold`: that the other seat cannot force a win within a number of turns;
//! - `see`: that a number of the view is at least `least` (or a value is `is`) within as many own actions as `within`.

use std::{collections::BTreeSet, path::Path};

use engine::{AnyGame, Seat, Viewer};
use games::GAMES;
use rand::{SeedableRng, rngs::StdRng};
use serde_json::Value;

const NODES: u64 = 5_000_000;

struct Tip {
    place: String,
    value: Value,
    game: Box<dyn AnyGame>,
    seat: Seat,
}

impl Tip {
    fn texts(&self, key: &str) -> Vec<String> {
        let list = self.value[key].as_array().unwrap_or_else(|| panic!("{}: no {key}", self.place));
        list.iter().map(|token| token.as_str().expect("a text").to_owned()).collect()
    }

    /// The first actions that reach what is asked.
    fn reaching(&self) -> BTreeSet<String> {
        let goal = &self.value["goal"];
        let turns = |key: &str| goal[key].as_u64().map(|turns| turns as u32);
        if let Some(turns) = turns("win") {
            let proof = self.game.forced_win(self.seat, turns, NODES).expect("few nodes do");
            let proof = proof.unwrap_or_else(|| panic!("{}: nothing forces a win", self.place));
            assert_eq!(proof.turns, turns, "{}: it wins sooner", self.place);
            return proof.moves.into_iter().collect();
        }
        let legal = self.game.legal().into_iter();
        if let Some(turns) = turns("hold") {
            let other = Seat::all(self.game.seats()).find(|&other| other != self.seat).expect("two play");
            return legal.filter(|token| !wins(&*self.after(token), other, turns)).collect();
        }
        let within = self.value["within"].as_u64().unwrap_or(1);
        legal.filter(|token| self.sees(&*self.after(token), within - 1)).collect()
    }

    fn after(&self, token: &str) -> Box<dyn AnyGame> {
        played(&*self.game, token)
    }

    /// Whether the goal is seen now or can be after this many more actions of the seat; the other seat lets it happen.
    fn sees(&self, game: &dyn AnyGame, left: u64) -> bool {
        let goal = &self.value["goal"];
        let path = goal["see"].as_str().unwrap_or_else(|| panic!("{}: asks for nothing", self.place));
        let view = serde_json::to_value(game.view(Viewer::Seat(self.seat))).expect("a view is JSON");
        let seen = view.pointer(path).unwrap_or_else(|| panic!("{}: no {path}", self.place));
        let reached = match goal["least"].as_u64() {
            Some(least) => seen.as_u64().is_some_and(|seen| seen >= least),
            None => *seen == goal["is"],
        };
        if reached {
            return true;
        }
        if let Some(lapse) = game.lapse() {
            return self.sees(&*played(game, &lapse), left);
        }
        let goes_on = left > 0 && game.turn().seat() == Some(self.seat);
        goes_on && game.legal().iter().any(|token| self.sees(&*played(game, token), left - 1))
    }
}

fn played(game: &dyn AnyGame, token: &str) -> Box<dyn AnyGame> {
    let mut next = game.boxed_clone();
    next.play(token).expect("it is legal");
    next
}

/// Whether the seat has won or forces a win within this many turns.
fn wins(game: &dyn AnyGame, seat: Seat, turns: u32) -> bool {
    match game.turn().outcome() {
        Some(outcome) => outcome.share(seat) == 1.0,
        None => game.forced_win(seat, turns, NODES).expect("few nodes do").is_some(),
    }
}

fn tips(game: &str) -> Vec<Tip> {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../web/src/lib/games/{game}/tips.json"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let list: Vec<Value> = serde_json::from_str(&text).expect("a list of lessons");
    let entry = GAMES.get(game).expect("the game is listed");
    let tip = |value: Value| {
        let place = format!("{game}, {}", value["id"]);
        let start = entry.start(value["setup"].as_str().expect("a set-up"), &mut StdRng::seed_from_u64(0));
        let mut game = start.unwrap_or_else(|e| panic!("{place}: {e}"));
        for token in value["moves"].as_array().into_iter().flatten() {
            game.play(token.as_str().expect("a token")).unwrap_or_else(|e| panic!("{place}: {e}"));
        }
        let seat = game.turn().seat().expect("the game goes on");
        assert_eq!(seat.number() as u64, value["seat"].as_u64().unwrap_or(1), "{place}: whose turn it is");
        Tip { place, value, game, seat }
    };
    list.into_iter().map(tip).collect()
}

#[test]
fn answers_and_only_they_reach_what_is_asked() {
    for entry in GAMES {
        let tips = tips(entry.info().key);
        assert!(!tips.is_empty(), "{} teaches nothing", entry.info().key);
        for tip in tips {
            let answers = tip.texts("answers");
            let given: BTreeSet<String> = answers.iter().cloned().collect();
            assert_eq!(tip.reaching(), given, "{}", tip.place);
            // Who tries something at random fails.
            let legal = tip.game.legal().len();
            assert!(given.len() * 8 <= legal, "{}: {} of {legal} actions solve it", tip.place, given.len());
            assert!(given.contains(&tip.texts("solution")[0]), "{}: its solution is none", tip.place);
            assert!(!given.contains(&tip.texts("mistake")[0]), "{}: its mistake is none", tip.place);
        }
    }
}
