use std::fmt;

use crate::{OptionInfo, Refusal, Seat, mix, setup};

/// Whether two seats may change sides (rules 0.9): the one that did not begin takes the other's side in place of its first
/// turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Swap {
    /// It is not played, or nobody may any more.
    #[default]
    Closed,
    /// The second seat has not had its first turn.
    Ahead,
    Done,
}

impl Swap {
    pub const OPTION: OptionInfo = OptionInfo::choice(
        "swap",
        &["off", "on"],
        "whether the second player may take the other side instead of playing a first turn",
    );

    /// At the start of a game.
    pub fn at_start(is_played: bool) -> Self {
        if is_played { Swap::Ahead } else { Swap::Closed }
    }

    /// Whether the seat whose turn begins may swap.
    #[inline]
    pub fn is_open(self, seat: Seat) -> bool {
        self == Swap::Ahead && seat.index() == 1
    }

    /// What is left of it when this seat has begun its turn in another way.
    #[inline]
    pub fn declined(self, seat: Seat) -> Self {
        if self.is_open(seat) { Swap::Closed } else { self }
    }

    /// Why the seat whose turn begins may not swap.
    pub fn refusal(self, seat: Seat) -> Option<Refusal> {
        (!self.is_open(seat)).then(|| setup::NO_SWAP.refuse())
    }

    /// What stands in a position text after this mark; nothing if it is closed.
    pub fn after(self, mark: char) -> impl fmt::Display {
        match self {
            Swap::Closed => String::new(),
            Swap::Ahead => format!("{mark}swap"),
            Swap::Done => format!("{mark}swapped"),
        }
    }

    /// Reads the word of a position text.
    pub fn read(word: &str) -> Option<Self> {
        match word {
            "swap" => Some(Swap::Ahead),
            "swapped" => Some(Swap::Done),
            _ => None,
        }
    }

    /// Refuses a position in which it stands so after this many turns, in a game in which it is played or not.
    pub fn check(self, is_played: bool, turns: u32) -> Result<(), Refusal> {
        let possible = match self {
            Swap::Closed => true,
            Swap::Ahead => is_played && turns <= 1,
            Swap::Done => is_played && turns >= 2,
        };
        if possible { Ok(()) } else { Err(setup::NO_SWAP.refuse()) }
    }

    /// Its part of a key.
    #[inline]
    pub fn key(self) -> u64 {
        match self {
            Swap::Closed => 0,
            Swap::Ahead => mix::zobrist(0x5157_4150),
            Swap::Done => mix::zobrist(0x5157_4151),
        }
    }
}
