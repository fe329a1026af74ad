//! What pressing cells means.

use super::{Archimedes, board::Cell, explain, moves::Move};

impl Archimedes {
    /// A cube and where it goes, `pass` or `swap`. One press is an action if its cube cannot move at all.
    pub(super) fn pressed(&self, pressed: &[&str]) -> Option<Move> {
        match *pressed {
            ["pass"] => Some(Move::Pass),
            ["swap"] => Some(Move::Swap),
            [from] => {
                let from: Cell = from.parse().ok()?;
                if explain::cube_refusal(self, from).is_some() {
                    return Some(Move::Cube { from, to: from });
                }
                // A cube that is shut in has no way to any cell, not even to one that nothing bars.
                let shut_in = (from.neighbours() & self.free(from)).is_empty();
                let to = shut_in.then(|| self.free(from).iter().next())??;
                Some(Move::Cube { from, to })
            }
            // Whoever presses a cube and then that cube again wants it to stay.
            [from, to] if from == to => Some(Move::Pass),
            [from, to] => Some(Move::Cube { from: from.parse().ok()?, to: to.parse().ok()? }),
            _ => None,
        }
    }

    /// The position as if the seat on turn had let its turn go by.
    pub(super) fn passed_on(&self) -> Archimedes {
        Archimedes { swap: self.swap.declined(self.seat), seat: self.after(self.seat), ..*self }
    }
}
