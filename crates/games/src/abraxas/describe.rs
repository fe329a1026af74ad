//! What actions do and what they bring, in words.

use engine::{Description, Gain, Seat, Worth};

use super::{
    Abraxas,
    board::{Corner, Hole, Holes},
    moves::{Move, Push},
};

engine::phrases! {
    CORNER = "abraxas.corner" "pushes the plate into the corner {corner}";
    PUT = "abraxas.put" "puts a red stone into {hole}";
    PUT_TO = "abraxas.put-to" "puts a red stone into {hole} and pushes to {corner}";
    SHIFT = "abraxas.shift" "moves a red stone from {from} to {hole}";
    SHIFT_TO = "abraxas.shift-to" "moves a red stone from {from} to {hole} and pushes to {corner}";
    STOP = "abraxas.stop" "puts a stop stone into {hole} and does not push";
    STOP_PUSH = "abraxas.stop-push" "puts a stop stone into {hole} and pushes";
    STOP_TO = "abraxas.stop-to" "puts a stop stone into {hole} and pushes to {corner}";
    TAKE = "abraxas.take" "takes {holes}";
    DONE = "abraxas.done" "takes nothing more";
    END = "abraxas.end" "ends the turn";
    OK = "abraxas.ok" "lets it stand";
    SWAP = "abraxas.swap" "takes the other side";
    TAKES = "abraxas.takes" "take {n} stone(s): {holes}";
    LINE = "abraxas.line" "make a line to take from: {holes}";
    STANDS = "abraxas.stands" "the stone in {cell} would have been in the way";
    STOPPED = "abraxas.stopped" "a stop stone in {cell} would have prevented it";
}

pub(super) fn describe(m: Move) -> Description {
    let hole = |hole: Hole| ("hole", hole.to_string());
    let from = |hole: Hole| ("from", hole.to_string());
    let corner = |corner: Corner| ("corner", corner.to_string());
    match m {
        Move::Corner(to) => CORNER.with([corner(to)]),
        Move::Put { hole: at, to: None } => PUT.with([hole(at)]),
        Move::Put { hole: at, to: Some(to) } => PUT_TO.with([hole(at), corner(to)]),
        Move::Lift { from: was, hole: at, to: None } => SHIFT.with([from(was), hole(at)]),
        Move::Lift { from: was, hole: at, to: Some(to) } => SHIFT_TO.with([from(was), hole(at), corner(to)]),
        Move::Stop { hole: at, push: Push::Stay } => STOP.with([hole(at)]),
        Move::Stop { hole: at, push: Push::Next } => STOP_PUSH.with([hole(at)]),
        Move::Stop { hole: at, push: Push::To(to) } => STOP_TO.with([hole(at), corner(to)]),
        Move::Take(taken) => TAKE.with([("holes", listed(taken))]),
        Move::Done => DONE.alone(),
        Move::End => END.alone(),
        Move::Ok => OK.alone(),
        Move::Swap => SWAP.alone(),
    }
}

fn listed(holes: Holes) -> String {
    holes.iter().map(|hole| hole.to_string()).collect::<Vec<_>>().join(", ")
}

/// Stones taken, or a line to take from.
pub(super) fn gain(before: &Abraxas, seat: Seat, turn: &[Move], after: &Abraxas) -> Option<Gain> {
    if turn == [Move::Swap] {
        return None;
    }
    let taken = after.taken[seat].saturating_sub(before.taken[seat]);
    if taken > 0 {
        let holes = turn.iter().fold(Holes::EMPTY, |all, m| match m {
            Move::Take(holes) => all | *holes,
            _ => all,
        });
        let says = TAKES.with([("n", taken.to_string()), ("holes", listed(holes))]);
        return Some(Gain { worth: (Worth::Part, taken.into()), says });
    }
    let lines = after.told_lines();
    let says = LINE.with([("holes", lines.first()?.holes.join(", "))]);
    Some(Gain { worth: (Worth::Step, 1), says })
}

/// What lies in a hole cannot come to lie there, and every stone changes the lines.
pub(super) fn hindrance(turn: &[Move]) -> Option<Description> {
    match *turn.first()? {
        Move::Put { hole, .. } | Move::Lift { hole, .. } => Some(STANDS.with([("cell", hole.to_string())])),
        Move::Stop { hole, .. } => Some(STOPPED.with([("cell", hole.to_string())])),
        _ => None,
    }
}
