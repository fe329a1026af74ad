//! The rules, notation, views and judgement of the four games, and the list of them.

pub mod abraxas;
pub mod archimedes;
pub mod ascension;
pub mod axiom;

use engine::Entry;

/// The games, in the order people meet them.
pub static GAMES: [Entry; 4] = [
    Entry::of::<axiom::Axiom>(),
    Entry::of::<abraxas::Abraxas>(),
    Entry::of::<archimedes::Archimedes>(),
    Entry::of::<ascension::Ascension>(),
];

/// The game with this key.
pub fn game(key: &str) -> Option<&'static Entry> {
    GAMES.iter().find(|entry| entry.info().key == key)
}
