//! Tokens that ought to be refused: near misses, other positions' actions, garbage.

use rand::Rng;

use super::{Contest, below, pick};

/// Strings that no notation has, or that trip up readers of it.
const GARBAGE: [&str; 22] = [
    "",
    " ",
    "-",
    ">",
    "!",
    "x",
    "^",
    "=",
    "C",
    "S",
    "pass",
    "end",
    "ok",
    "done",
    "stay",
    "a0",
    "é5",
    "x,",
    "=!",
    "99999999999999999999",
    "\u{0}",
    "a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
];

/// A token that is probably illegal, though it may be legal by chance.
pub(crate) fn suspicious<P: Contest>(legal: &[String], stale: &[String], rng: &mut dyn Rng) -> String {
    let known = match below(rng, 3) {
        0 if !stale.is_empty() => pick(rng, stale).clone(),
        _ if !legal.is_empty() => pick(rng, legal).clone(),
        _ => pick(rng, &GARBAGE).to_string(),
    };
    let mut letters: Vec<char> = known.chars().collect();
    let letter = |rng: &mut dyn Rng| *pick(rng, &P::LETTERS.chars().collect::<Vec<_>>());
    let at = below(rng, letters.len() + 1);
    match below(rng, 9) {
        // Another letter in one place, most often.
        0..=2 if at < letters.len() => letters[at] = letter(rng),
        3 if at < letters.len() => {
            letters.remove(at);
        }
        4 => letters.insert(at, letter(rng)),
        5 if at + 1 < letters.len() => letters.swap(at, at + 1),
        // The front of one and the end of another.
        6 if !stale.is_empty() => {
            letters.truncate(at);
            let other: Vec<char> = pick(rng, stale).chars().collect();
            letters.extend(other.iter().skip(at.min(other.len())));
        }
        7 => return pick(rng, &GARBAGE).to_string(),
        _ => {}
    }
    letters.into_iter().collect()
}
