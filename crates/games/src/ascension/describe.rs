//! What actions do and what they bring, in words.

use engine::{Description, Gain, Seat, Worth};

use super::{Ascension, cell::Cell, moves::Move};

engine::phrases! {
    PICK = "ascension.pick" "picks up the top piece of {cell}";
    PICK_PLAIN = "ascension.pick-h" "takes a plain half-cube from the reserve";
    PICK_FIGURED = "ascension.pick-f" "takes a half-cube with its figure from the reserve";
    PICK_JOKER = "ascension.pick-j" "takes the joker";
    PLACE = "ascension.place" "puts it on {cell}";
    PLACE_UP = "ascension.place-up" "puts it on {cell}, drawing up";
    STEP = "ascension.step" "steps to {cell}";
    STAY = "ascension.stay" "stays";
    DONE = "ascension.done" "does not spring again";
    SUMMIT = "ascension.summit" "reach the summit";
    CLIMBS = "ascension.climbs" "climb to height {height}, on {cell}";
    STANDS = "ascension.stands" "the piece on {cell} would have blocked it";
    GONE = "ascension.gone" "without the piece on {cell} there would have been no way";
}

pub(super) fn describe(action: Move) -> Description {
    let on = |cell: Cell| [("cell", cell.to_string())];
    match action {
        Move::Pick(cell) => PICK.with(on(cell)),
        Move::PickPlain => PICK_PLAIN.alone(),
        Move::PickFigured => PICK_FIGURED.alone(),
        Move::PickJoker => PICK_JOKER.alone(),
        Move::Place { cell, up: false } => PLACE.with(on(cell)),
        Move::Place { cell, up: true } => PLACE_UP.with(on(cell)),
        Move::Step(cell) => STEP.with(on(cell)),
        Move::Stay => STAY.alone(),
        Move::Done => DONE.alone(),
    }
}

/// The summit, or a pawn that stands higher.
pub(super) fn gain(before: &Ascension, seat: Seat, after: &Ascension) -> Option<Gain> {
    if after.climbers.contains(seat) && !before.climbers.contains(seat) {
        return Some(Gain { worth: (Worth::Most, 1), says: SUMMIT.alone() });
    }
    let height =
        |position: &Ascension| position.players[seat].pawn.map(|cell| (position.board.height(cell), cell));
    let (now, cell) = height(after)?;
    let (was, _) = height(before)?;
    let says = CLIMBS.with([("height", now.to_string()), ("cell", cell.to_string())]);
    (now > was).then_some(Gain { worth: (Worth::Step, now.into()), says })
}

/// A piece that would lie where the other turn needs another, or would be gone from there.
pub(super) fn hindrance(turn: &[Move], reply: &[Move]) -> Option<Description> {
    let needed = |cell: Cell| reply.iter().any(|action| action.cell() == Some(cell));
    let mut says = None;
    for action in turn {
        match *action {
            Move::Place { cell, .. } if needed(cell) => {
                return Some(STANDS.with([("cell", cell.to_string())]));
            }
            Move::Pick(cell) if needed(cell) => says = Some(GONE.with([("cell", cell.to_string())])),
            _ => {}
        }
    }
    says
}
