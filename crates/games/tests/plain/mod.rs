//! The four games a second time: a plain, slow reading of the rules pages, made to be checked against them
//! sentence by sentence. It shares nothing with the fast games but the notation.

use std::collections::{BTreeSet, HashMap};

pub(crate) mod abraxas;
pub(crate) mod archimedes;
pub(crate) mod ascension;
pub(crate) mod axiom;

/// Whose decision is next; seats count from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlainTurn {
    Move(usize),
    Reply(usize),
    /// One share per seat (Rules 0.4), and the clause that ended the game.
    Over(Vec<String>, String),
}

/// A game read off its page.
pub(crate) trait Plain: Clone {
    /// A well-formed set-up text (Rules 0.3); where there is a deal, it is given.
    fn new(setup: &str) -> Self;
    fn turn(&self) -> PlainTurn;
    /// The legal actions: a set (Rules 0.2), empty when the game is over.
    fn legal(&self) -> BTreeSet<String>;
    /// Plays a legal action.
    fn play(&mut self, token: &str);
    /// A seat leaves (Rules 0.8).
    fn withdraw(&mut self, seat: usize);
}

/// The number of sequences of exactly `depth` actions.
pub(crate) fn perft<P: Plain>(game: &P, depth: usize) -> usize {
    if depth == 0 {
        return 1;
    }
    let legal = game.legal();
    if depth == 1 {
        return legal.len();
    }
    legal
        .iter()
        .map(|token| {
            let mut next = game.clone();
            next.play(token);
            perft(&next, depth - 1)
        })
        .sum()
}

/// Rules 0.3: `key=value` joined by `;`.
fn options(setup: &str) -> HashMap<String, String> {
    setup
        .split(';')
        .filter(|part| !part.is_empty())
        .map(|part| part.split_once('=').expect("a part is key=value"))
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect()
}

/// The value of an option, or its default.
fn option(options: &HashMap<String, String>, key: &str, default: &str) -> String {
    options.get(key).cloned().unwrap_or_else(|| default.to_owned())
}

fn number(options: &HashMap<String, String>, key: &str, default: usize) -> usize {
    option(options, key, &default.to_string()).parse().expect("a whole number")
}

/// Rules 0.4: 1 won, 0 lost; the seats that share a draw get 1/n each.
fn shares(seats: usize, winners: &[usize]) -> Vec<String> {
    (1..=seats)
        .map(|seat| match (winners.contains(&seat), winners.len()) {
            (false, _) => "0".to_owned(),
            (true, 1) => "1".to_owned(),
            (true, n) => format!("1/{n}"),
        })
        .collect()
}
