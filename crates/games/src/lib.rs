//! The rules, notation, views and judgement of the four games, and the list of them.

pub mod abraxas;
pub mod archimedes;
pub mod ascension;
pub mod axiom;

use engine::{Entry, GameList};

/// The games, in the order people meet them.
pub static GAMES: GameList = GameList::new(&[
    Entry::of::<axiom::Axiom>(),
    Entry::of::<abraxas::Abraxas>(),
    Entry::of::<archimedes::Archimedes>(),
    Entry::of::<ascension::Ascension>(),
]);
