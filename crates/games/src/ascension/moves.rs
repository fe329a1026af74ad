use std::{fmt, str::FromStr};

use engine::{Reason, Refusal};

use super::{cell::Cell, reasons};

/// One decision: a turn is a pick, a placing, and what the pawn does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// `^e4`
    Pick(Cell),
    /// `^h`: a plain half-cube out of the reserve.
    PickPlain,
    /// `^f`: a half-cube with the own figure.
    PickFigured,
    /// `^j`
    PickJoker,
    /// `=f6`, or `=f6!` with the drawing `up`.
    Place { cell: Cell, up: bool },
    /// `>f6`
    Step(Cell),
    /// The pawn rests, or has no step on its own corner.
    Stay,
    /// No further step from a spring.
    Done,
}

impl Move {
    /// The cell that it names.
    pub(super) const fn cell(self) -> Option<Cell> {
        match self {
            Move::Pick(cell) | Move::Place { cell, .. } | Move::Step(cell) => Some(cell),
            _ => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Pick(cell) => write!(f, "^{cell}"),
            Move::PickPlain => f.write_str("^h"),
            Move::PickFigured => f.write_str("^f"),
            Move::PickJoker => f.write_str("^j"),
            Move::Place { cell, up } => write!(f, "={cell}{}", if *up { "!" } else { "" }),
            Move::Step(cell) => write!(f, ">{cell}"),
            Move::Stay => f.write_str("stay"),
            Move::Done => f.write_str("done"),
        }
    }
}

impl FromStr for Move {
    type Err = Refusal;

    fn from_str(token: &str) -> Result<Self, Refusal> {
        let bad = |reason: &'static Reason| {
            // A garbled token may be of any length; the answer is not.
            let token: String = token.chars().take(20).collect();
            reason.with([("token", token)])
        };
        match token {
            "^h" => return Ok(Move::PickPlain),
            "^f" => return Ok(Move::PickFigured),
            "^j" => return Ok(Move::PickJoker),
            "stay" => return Ok(Move::Stay),
            "done" => return Ok(Move::Done),
            _ => {}
        }
        if let Some(cell) = token.strip_prefix('^') {
            return cell.parse().map(Move::Pick).map_err(|_| bad(&reasons::BAD_PICK));
        }
        if let Some(rest) = token.strip_prefix('=') {
            let (cell, up) = rest.strip_suffix('!').map_or((rest, false), |cell| (cell, true));
            return cell.parse().map(|cell| Move::Place { cell, up }).map_err(|_| bad(&reasons::BAD_PLACE));
        }
        if let Some(cell) = token.strip_prefix('>') {
            return cell.parse().map(Move::Step).map_err(|_| bad(&reasons::BAD_STEP));
        }
        Err(bad(&reasons::BAD_TOKEN))
    }
}
