//! The fast games against their plain readings: perft, random games over all options with every legal set,
//! turn and result, and refusals. `LUDARIUM_LONG=n` plays n times as many games.

use std::collections::{BTreeMap, BTreeSet};

use engine::{AnyGame, Seat, Turn, Withdrawal};
use rand::{Rng, SeedableRng, rngs::StdRng};

use crate::plain::{Plain, PlainTurn};

mod abraxas;
mod archimedes;
mod ascension;
mod axiom;
mod tokens;

/// What a plain game needs to be played against its fast one.
pub(crate) trait Contest: Plain {
    const KEY: &'static str;
    /// Letters of the notation, for tokens that are nearly right.
    const LETTERS: &'static str;

    /// Random options, a deal included where there is one.
    fn setup(rng: &mut dyn Rng) -> String;
    /// One of the legal actions, such that games come to everything the rules speak of.
    fn choose(&self, legal: &[String], past: &[String], rng: &mut dyn Rng) -> String;
    /// Whether the seat still plays: it may be out without having left.
    fn is_in(&self, _seat: usize) -> bool {
        true
    }
    /// Compares whatever else the plain game has an account of.
    fn compare(&self, _fast: &dyn AnyGame) -> Result<(), String> {
        Ok(())
    }
}

/// A number below `n`.
fn below(rng: &mut dyn Rng, n: usize) -> usize {
    (rng.next_u64() % n as u64) as usize
}

fn pick<'a, T>(rng: &mut dyn Rng, items: &'a [T]) -> &'a T {
    &items[below(rng, items.len())]
}

fn percent(rng: &mut dyn Rng, chance: usize) -> bool {
    below(rng, 100) < chance
}

fn fast(key: &str, setup: &str) -> Box<dyn AnyGame> {
    let entry = games::GAMES.get(key).expect("the game is listed");
    entry.start(setup, &mut StdRng::seed_from_u64(0)).unwrap_or_else(|e| panic!("{key} {setup}: {e}"))
}

/// The turn of the fast game in the words of the plain one.
fn turn(fast: &dyn AnyGame) -> PlainTurn {
    match fast.turn() {
        Turn::Move(seat) => PlainTurn::Move(seat.number()),
        Turn::Reply(seat) => PlainTurn::Reply(seat.number()),
        Turn::Over(outcome) => {
            let by = if outcome.by() == "resign" { "0.8" } else { outcome.by() };
            PlainTurn::Over(outcome.shares().map(str::to_owned).collect(), by.to_owned())
        }
    }
}

/// Both games of a contest, and how they came here.
struct Pair<P> {
    fast: Box<dyn AnyGame>,
    plain: P,
    setup: String,
    past: Vec<String>,
    /// Tokens that were legal at some time: near misses at another.
    stale: Vec<String>,
}

impl<P: Contest> Pair<P> {
    fn new(setup: &str) -> Self {
        Pair {
            fast: fast(P::KEY, setup),
            plain: P::new(setup),
            setup: setup.to_owned(),
            past: Vec::new(),
            stale: Vec::new(),
        }
    }

    fn fail(&self, what: &str) -> ! {
        panic!("{} {}\nafter: {}\n{what}", P::KEY, self.setup, self.past.join(" "));
    }

    /// Turn, legal set and result are the same; the legal tokens.
    fn agree(&self) -> Vec<String> {
        if turn(&*self.fast) != self.plain.turn() {
            self.fail(&format!("fast turn: {:?}\nplain turn: {:?}", turn(&*self.fast), self.plain.turn()));
        }
        let listed = self.fast.legal();
        let quick: BTreeSet<String> = listed.iter().cloned().collect();
        let plain = self.plain.legal();
        if quick.len() != listed.len() {
            self.fail("the fast game lists an action twice");
        }
        if quick != plain {
            let only = |these: &BTreeSet<String>, those: &BTreeSet<String>| {
                these.difference(those).take(20).cloned().collect::<Vec<_>>().join(" ")
            };
            self.fail(&format!("only fast: {}\nonly plain: {}", only(&quick, &plain), only(&plain, &quick)));
        }
        if let Err(what) = self.plain.compare(&*self.fast) {
            self.fail(&what);
        }
        plain.into_iter().collect()
    }

    /// A token is accepted exactly if it is in the plain legal set; a refused one changes nothing.
    fn refuse(&self, token: &str, legal: &[String]) {
        let expected = legal.iter().any(|known| known == token);
        if self.fast.explain(token).is_none() != expected {
            self.fail(&format!(
                "`{token}`: legal is {expected}, the fast game says {:?}",
                self.fast.explain(token)
            ));
        }
        if expected {
            return;
        }
        let mut tried = self.fast.boxed_clone();
        if tried.play(token).is_ok() {
            self.fail(&format!("`{token}` is illegal and was played"));
        }
        let state = |game: &dyn AnyGame| (game.position_text(), game.key(), game.turn(), game.events());
        if state(&*tried) != state(&*self.fast) {
            self.fail(&format!("`{token}` was refused and changed something"));
        }
    }

    fn play(&mut self, token: &str) {
        self.past.push(token.to_owned());
        if let Err(refusal) = self.fast.play(token) {
            self.fail(&format!("the last action is refused: {refusal}"));
        }
        self.plain.play(token);
    }

    fn withdraw(&mut self, seat: usize) {
        self.past.push(format!("resign:{seat}"));
        let left = self.fast.withdraw(Seat::new(seat - 1), Withdrawal::Resign);
        if let Err(error) = left {
            self.fail(&format!("the last event is refused: {error}"));
        }
        self.plain.withdraw(seat);
    }

    /// One random game; the number of positions compared.
    fn game(&mut self, rng: &mut dyn Rng) -> usize {
        let leaves = percent(rng, 25);
        let mut positions = 0;
        loop {
            let legal = self.agree();
            positions += 1;
            for _ in 0..3 {
                let token = tokens::suspicious::<P>(&legal, &self.stale, rng);
                self.refuse(&token, &legal);
            }
            if legal.is_empty() {
                return positions;
            }
            self.stale.push(pick(rng, &legal).clone());
            let seat = 1 + below(rng, self.fast.seats());
            let may_leave = self.plain.is_in(seat) && !self.fast.has_left(Seat::new(seat - 1));
            if leaves && may_leave && percent(rng, 2) {
                self.withdraw(seat);
                continue;
            }
            let token = self.plain.choose(&legal, &self.past, rng);
            self.play(&token);
        }
    }
}

/// How many times the usual number of games.
fn long() -> u64 {
    std::env::var("LUDARIUM_LONG").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

/// Plays random games of random set-ups, and sees to it that they come to all these ends.
fn contest<P: Contest>(games: u64, ends: &[&str]) {
    let mut positions = 0;
    let mut seen = BTreeMap::<String, usize>::new();
    for seed in 0..games * long() {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut pair = Pair::<P>::new(&P::setup(&mut rng));
        positions += pair.game(&mut rng);
        if let PlainTurn::Over(_, by) = pair.plain.turn() {
            *seen.entry(by).or_default() += 1;
        }
    }
    eprintln!("{}: {positions} positions of {} games, which ended by {seen:?}", P::KEY, games * long());
    for &end in ends {
        assert!(seen.contains_key(end), "no game of {} ended by {end}", P::KEY);
    }
}

/// Compares perft, first action by first action.
fn perft<P: Contest>(setup: &str, depth: usize) {
    let plain = P::new(setup);
    for (token, nodes) in fast(P::KEY, setup).divide(depth as u32, 1) {
        let mut next = plain.clone();
        next.play(&token);
        assert_eq!(nodes, crate::plain::perft(&next, depth - 1) as u64, "{} {setup}: {token}", P::KEY);
    }
}
