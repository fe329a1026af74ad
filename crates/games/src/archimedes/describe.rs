//! What actions do and what they bring, in words.

use engine::{Description, Gain, Game, Seat, Worth};

use super::{Archimedes, moves::Move};

engine::phrases! {
    MOVE = "archimedes.move" "moves a cube from {from} to {to}";
    PASS = "archimedes.pass" "cannot move and passes";
    SWAP = "archimedes.swap" "takes the other side";
    HOME = "archimedes.home" "bring a cube home to {cell}";
    NEARER = "archimedes.nearer" "bring its cubes {n} step(s) nearer to their goal";
    STANDS = "archimedes.stands" "the cube on {cell} would have blocked it";
    GONE = "archimedes.gone" "without the cube on {cell} there would have been no way";
}

pub(super) fn describe(m: Move) -> Description {
    match m {
        Move::Cube { from, to } => MOVE.with([("from", from.to_string()), ("to", to.to_string())]),
        Move::Pass => PASS.alone(),
        Move::Swap => SWAP.alone(),
    }
}

/// A cube at its goal, or cubes nearer to it.
pub(super) fn gain(before: &Archimedes, seat: Seat, turn: &[Move], after: &Archimedes) -> Option<Gain> {
    if turn == [Move::Swap] {
        return None;
    }
    let ((steps, home), (steps_left, home_now)) = (before.standing(seat), after.standing(seat));
    if let &[Move::Cube { to, .. }] = turn
        && home_now > home
    {
        return Some(Gain { worth: (Worth::Part, 1), says: HOME.with([("cell", to.to_string())]) });
    }
    let nearer = steps.checked_sub(steps_left).filter(|&n| n > 0)?;
    Some(Gain { worth: (Worth::Step, nearer as usize), says: NEARER.with([("n", nearer.to_string())]) })
}

/// A cube that would stand on the way, or would be gone from it.
pub(super) fn hindrance(turn: &[Move], now: &Archimedes, reply: &[Move]) -> Option<Description> {
    let (&[Move::Cube { from, to }], &[reply]) = (turn, reply) else { return None };
    let trace = now.trace(reply);
    let touched = |cell: &String| trace.at.contains(cell) || trace.via.contains(cell);
    let (from, to) = (from.to_string(), to.to_string());
    if touched(&to) {
        Some(STANDS.with([("cell", to)]))
    } else {
        touched(&from).then(|| GONE.with([("cell", from)]))
    }
}
