use std::fmt;

use crate::{End, Seat, SeatSet};

/// Whose decision is next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The seat whose turn it is acts.
    Move(Seat),
    /// A seat that is not on turn is asked; the window may close ([`Game::lapse`](crate::Game::lapse)).
    Reply(Seat),
    Over(Outcome),
}

impl Turn {
    /// The seat to act, whether on turn or asked.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Turn::Move(seat) | Turn::Reply(seat) => Some(seat),
            Turn::Over(_) => None,
        }
    }

    /// The seat whose turn it is; nobody's while a reply is waited for.
    pub fn mover(self) -> Option<Seat> {
        match self {
            Turn::Move(seat) => Some(seat),
            Turn::Reply(_) | Turn::Over(_) => None,
        }
    }

    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Turn::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    pub fn is_over(self) -> bool {
        matches!(self, Turn::Over(_))
    }
}

/// How a game ended: the seats that share the win, and the clause that says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    seats: u8,
    winners: SeatSet,
    end: &'static End,
}

impl Outcome {
    pub fn win(winner: Seat, seats: usize, end: &'static End) -> Self {
        Self::shared(SeatSet::of(winner), seats, end)
    }

    /// The `winners` share the win: with more than one of them, a draw.
    pub fn shared(winners: SeatSet, seats: usize, end: &'static End) -> Self {
        debug_assert!(!winners.is_empty());
        Outcome { seats: seats as u8, winners, end }
    }

    pub fn winners(self) -> SeatSet {
        self.winners
    }

    pub fn seats(self) -> usize {
        self.seats.into()
    }

    pub fn end(self) -> &'static End {
        self.end
    }

    /// A clause of the game's rules such as `7.1`, or `resign`, `time` or `agreed`.
    pub fn by(self) -> &'static str {
        self.end.clause
    }

    pub fn is_draw(self) -> bool {
        self.winners.len() > 1
    }

    /// 1 for a win, 0 for a loss, 1/n where n seats share.
    pub fn share(self, seat: Seat) -> f64 {
        if self.winners.contains(seat) { 1.0 / self.winners.len() as f64 } else { 0.0 }
    }

    /// One share per seat as text: `1`, `0`, `1/2`, `1/3`, `1/4`.
    pub fn shares(self) -> impl Iterator<Item = &'static str> {
        Seat::all(self.seats()).map(move |seat| match (self.winners.contains(seat), self.winners.len()) {
            (false, _) => "0",
            (true, 1) => "1",
            (true, 2) => "1/2",
            (true, 3) => "1/3",
            (true, _) => "1/4",
        })
    }

    pub(crate) fn because(self, end: &'static End) -> Self {
        Outcome { end, ..self }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shares: Vec<_> = self.shares().collect();
        f.write_str(&shares.join(" "))
    }
}
