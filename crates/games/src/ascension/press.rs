//! What pressing cells and pieces means.

use super::{Ascension, Phase, moves::Move};

impl Ascension {
    /// The names are those of cells, `h`, `f` and `j` for the reserve, `up` after a cell for the drawing, `stay` and
    /// `done`. A step may begin with the cell of the pawn.
    pub(super) fn pressed(&self, pressed: &[&str]) -> Option<Move> {
        let pawn = self.players[self.seat].pawn.map(|cell| cell.to_string());
        let (name, up) = match *pressed {
            [name] => (name, false),
            [name, "up"] => (name, true),
            // Whoever presses the pawn where it has to step wants it to stay.
            [first, name] if pawn.as_deref() == Some(first) => {
                (if name == first { "stay" } else { name }, false)
            }
            _ => return None,
        };
        match name {
            "h" => Some(Move::PickPlain),
            "f" => Some(Move::PickFigured),
            "j" => Some(Move::PickJoker),
            "stay" => Some(Move::Stay),
            "done" => Some(Move::Done),
            _ => {
                let cell = name.parse().ok()?;
                Some(match self.phase {
                    Phase::Place(_) => Move::Place { cell, up },
                    _ => self.on(cell),
                })
            }
        }
    }

    /// The position as if the seat on turn had let its turn go by; `None` in the middle of one.
    pub(super) fn passed_on(&self) -> Option<Ascension> {
        let Phase::Pick = self.phase else { return None };
        let mut passed = self.clone();
        passed.end();
        Some(passed)
    }
}
