use rand::Rng;

use super::{Contest, contest, percent, perft, pick};
use crate::plain::{Plain, PlainTurn, archimedes::Archimedes};

impl Contest for Archimedes {
    const KEY: &'static str = "archimedes";
    const LETTERS: &'static str = "abcdefgh123456789-pi";

    fn setup(rng: &mut dyn Rng) -> String {
        let seats = pick(rng, &["seats=2", "seats=3"]);
        let limit = pick(rng, &["80", "40", "12", "3", "1"]);
        let arrived = pick(rng, &["free", "frozen"]);
        let swap = if *seats == "seats=2" { pick(rng, &["off", "on"]) } else { &"off" };
        format!("{seats};turn_limit={limit};arrived={arrived};swap={swap}")
    }

    /// Mostly the best of a few for the race, so that cubes arrive.
    fn choose(&self, legal: &[String], _past: &[String], rng: &mut dyn Rng) -> String {
        let PlainTurn::Move(seat) = self.turn() else { panic!("someone moves") };
        if legal.iter().any(|token| token == "swap") && percent(rng, 50) {
            return "swap".to_owned();
        }
        let tries = if percent(rng, 70) { 4 } else { 1 };
        (0..tries)
            .map(|_| pick(rng, legal))
            .min_by_key(|token| {
                let mut next = self.clone();
                next.play(token);
                next.sum_of_distances(seat)
            })
            .expect("something is legal")
            .clone()
    }
}

#[test]
fn archimedes_perft() {
    for arrived in ["free", "frozen"] {
        perft::<Archimedes>(&format!("arrived={arrived}"), 4);
        perft::<Archimedes>(&format!("seats=3;arrived={arrived}"), 4);
    }
    perft::<Archimedes>("turn_limit=1", 3);
    perft::<Archimedes>("swap=on", 4);
}

#[test]
fn archimedes_random_games() {
    contest::<Archimedes>(400, &["4.1", "4.2", "0.8"]);
}
