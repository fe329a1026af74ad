use std::{fmt, str::FromStr};

use engine::{Reason, Refusal};

use super::cell::Cell;

pub(super) static BAD_PICK: Reason = Reason::new(
    "Ascension 2.1",
    "ascension.bad-pick",
    "`{token}` picks nothing: write ^e4, or ^h, ^f or ^j for the reserve",
);
pub(super) static BAD_PLACE: Reason = Reason::new(
    "Ascension 3.1",
    "ascension.bad-place",
    "`{token}` places nothing: write =f6, or =f6! with the drawing up",
);
pub(super) static BAD_STEP: Reason =
    Reason::new("Ascension 4.1", "ascension.bad-step", "`{token}` is no step of the pawn: write >f6");
pub(super) static BAD_TOKEN: Reason = Reason::new(
    "Rules 0.2",
    "ascension.bad-token",
    "`{token}` is no action: a pick begins with ^, a placing with =, a step with >; the others are stay and done",
);

/// One decision: a turn is a pick, a placing, and what the pawn does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
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

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Pick(cell) => write!(f, "^{cell}"),
            Action::PickPlain => f.write_str("^h"),
            Action::PickFigured => f.write_str("^f"),
            Action::PickJoker => f.write_str("^j"),
            Action::Place { cell, up } => write!(f, "={cell}{}", if *up { "!" } else { "" }),
            Action::Step(cell) => write!(f, ">{cell}"),
            Action::Stay => f.write_str("stay"),
            Action::Done => f.write_str("done"),
        }
    }
}

impl FromStr for Action {
    type Err = Refusal;

    fn from_str(token: &str) -> Result<Self, Refusal> {
        let bad = |reason: &'static Reason| {
            // A garbled token may be of any length; the answer is not.
            let token: String = token.chars().take(20).collect();
            reason.with([("token", token)])
        };
        match token {
            "^h" => return Ok(Action::PickPlain),
            "^f" => return Ok(Action::PickFigured),
            "^j" => return Ok(Action::PickJoker),
            "stay" => return Ok(Action::Stay),
            "done" => return Ok(Action::Done),
            _ => {}
        }
        if let Some(cell) = token.strip_prefix('^') {
            return cell.parse().map(Action::Pick).map_err(|_| bad(&BAD_PICK));
        }
        if let Some(rest) = token.strip_prefix('=') {
            let (cell, up) = rest.strip_suffix('!').map_or((rest, false), |cell| (cell, true));
            return cell.parse().map(|cell| Action::Place { cell, up }).map_err(|_| bad(&BAD_PLACE));
        }
        if let Some(cell) = token.strip_prefix('>') {
            return cell.parse().map(Action::Step).map_err(|_| bad(&BAD_STEP));
        }
        Err(bad(&BAD_TOKEN))
    }
}
