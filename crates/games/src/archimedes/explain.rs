//! Why not: every reason for which Archimedes refuses an action or a position.

use engine::{Refusal, setup};

use super::{Archimedes, Arrived, Cell, Cells, Move, reasons, ways};

impl Archimedes {
    /// Why the action is not legal; `None` if it is.
    pub(super) fn refusal(&self, m: Move) -> Option<Refusal> {
        if self.end.is_some() {
            return Some(setup::OVER.refuse());
        }
        match m {
            Move::Pass if self.stuck(self.seat) => None,
            Move::Pass => Some(reasons::MUST_MOVE.refuse()),
            Move::Swap => self.swap.refusal(self.seat),
            Move::Cube { from, to } => cube_refusal(self, from).or_else(|| way_refusal(self, from, to)),
        }
    }
}

/// Why the seat on turn may not move the cube on this cell, wherever to.
pub(super) fn cube_refusal(position: &Archimedes, from: Cell) -> Option<Refusal> {
    let seat = position.seat;
    let here = ("from", from.to_string());
    match position.owner(from) {
        None => return Some(reasons::NO_CUBE.with([here])),
        Some(owner) if owner != seat => {
            return Some(reasons::NOT_YOURS.with([here, ("owner", owner.to_string())]));
        }
        Some(_) => {}
    }
    if position.arrived == Arrived::Frozen && position.goal(seat).has(from) {
        return Some(reasons::FROZEN.with([here]));
    }
    if position.unmoved.has(from) && !position.may_leave_home(seat) {
        let (left, reached) = position.progress(seat);
        return Some(reasons::WAIT.with([
            here,
            ("left", left.to_string()),
            ("reached", reached.to_string()),
        ]));
    }
    None
}

/// Why the cube does not get there.
fn way_refusal(position: &Archimedes, from: Cell, to: Cell) -> Option<Refusal> {
    let seat = position.seat;
    if position.targets(seat, from).has(to) {
        return None;
    }
    let cells = [("from", from.to_string()), ("to", to.to_string())];
    let [from_name, to_name] = cells.clone();
    if from == to {
        return Some(reasons::SAME_CELL.with([from_name]));
    }
    if let Some(owner) = position.owner(to) {
        return Some(reasons::OCCUPIED.with([to_name, ("owner", owner.to_string())]));
    }
    let others = position.occupied().without(Cells::of(from));
    if let Some(by) = (to.neighbours() & others).iter().next() {
        return Some(reasons::BARRED.with([to_name, ("by", by.to_string())]));
    }
    if (from.neighbours() & position.free(from)).is_empty() {
        return Some(reasons::SHUT_IN.with([from_name]));
    }
    let distance = position.distance(from);
    let [from_name, to_name] = cells;
    let steps = usize::from(from.steps_to(to));
    let made = ("distance", distance.to_string());
    if steps > distance {
        return Some(reasons::TOO_FAR.with([from_name, to_name, ("steps", steps.to_string()), made]));
    }
    let anywhere = !Cells::of(from);
    let reason = if ways::targets(from, distance, anywhere, position.goal(seat)).has(to) {
        &reasons::NO_WAY
    } else {
        &reasons::NOT_EXACT
    };
    Some(reason.with([from_name, to_name, made]))
}
