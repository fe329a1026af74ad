//! Why not: every reason for which Archimedes refuses an action or a position.

use engine::{Reason, Refusal, setup};

use super::{Archimedes, Arrived, Cell, Cells, Move, position_text, ways};

pub(super) const REASONS: &[&Reason] = &[
    &NOTATION,
    &NO_CELL,
    &MUST_MOVE,
    &NO_CUBE,
    &NOT_YOURS,
    &FROZEN,
    &WAIT,
    &SAME_CELL,
    &OCCUPIED,
    &BARRED,
    &SHUT_IN,
    &TOO_FAR,
    &NOT_EXACT,
    &NO_WAY,
    &position_text::FORM,
    &position_text::NUMBER,
    &position_text::NO_CELL,
    &position_text::MARK,
    &position_text::SAME_CELL,
    &position_text::TOUCH,
    &position_text::TOO_MANY_LEFT,
    &position_text::FROZEN,
    &position_text::OUT,
    &position_text::TURN,
    &position_text::ACTIONS,
    &position_text::TOO_FEW,
    &position_text::PASSED,
    &position_text::WON,
];

pub(super) static NOTATION: Reason = Reason::new(
    "Archimedes 3.7",
    "archimedes.notation",
    "an action is written from-to, such as a2-c4, or pass; not `{token}`",
);
pub(super) static NO_CELL: Reason =
    Reason::new("Archimedes 3.7", "archimedes.no-cell", "there is no cell `{cell}`");
static MUST_MOVE: Reason =
    Reason::new("Archimedes 3.1", "archimedes.must-move", "a seat that can move a cube may not pass");
static NO_CUBE: Reason = Reason::new("Archimedes 3.1", "archimedes.no-cube", "no cube stands on {from}");
static NOT_YOURS: Reason =
    Reason::new("Archimedes 3.1", "archimedes.not-yours", "the cube on {from} belongs to seat {owner}");
static FROZEN: Reason = Reason::new(
    "Archimedes 3.6",
    "archimedes.frozen",
    "the cube on {from} has arrived, and arrived cubes are frozen",
);
static WAIT: Reason = Reason::new(
    "Archimedes 3.8",
    "archimedes.wait",
    "the cube on {from} may not leave home yet: {left} cubes have left and {reached} reached the goal",
);
static SAME_CELL: Reason = Reason::new(
    "Archimedes 3.3",
    "archimedes.same-cell",
    "a cube does not come back to {from} in the move in which it leaves it",
);
static OCCUPIED: Reason =
    Reason::new("Archimedes 3.4", "archimedes.occupied", "a cube of seat {owner} stands on {to}");
static BARRED: Reason =
    Reason::new("Archimedes 3.4", "archimedes.barred", "{to} is barred by the cube on {by}");
static SHUT_IN: Reason =
    Reason::new("Archimedes 3.4", "archimedes.shut-in", "every cell next to {from} is barred");
static TOO_FAR: Reason = Reason::new(
    "Archimedes 3.3",
    "archimedes.too-far",
    "{to} is {steps} steps from {from}, and the cube makes {distance}",
);
static NOT_EXACT: Reason = Reason::new(
    "Archimedes 3.3",
    "archimedes.not-exact",
    "no path of exactly {distance} steps leads from {from} to {to}, even on the empty board",
);
static NO_WAY: Reason = Reason::new(
    "Archimedes 3.4",
    "archimedes.no-way",
    "every path of {distance} steps from {from} to {to} enters a barred cell",
);

/// Why the seat on turn may not do this; `None` if it may.
pub(super) fn refusal(position: &Archimedes, m: Move) -> Option<Refusal> {
    if position.end.is_some() {
        return Some(setup::OVER.refuse());
    }
    match m {
        Move::Pass if position.stuck(position.seat) => None,
        Move::Pass => Some(MUST_MOVE.refuse()),
        Move::Cube { from, to } => cube_refusal(position, from).or_else(|| way_refusal(position, from, to)),
    }
}

/// Why the seat on turn may not move the cube on this cell, wherever to.
fn cube_refusal(position: &Archimedes, from: Cell) -> Option<Refusal> {
    let seat = position.seat;
    let here = ("from", from.to_string());
    match position.owner(from) {
        None => return Some(NO_CUBE.with([here])),
        Some(owner) if owner != seat => return Some(NOT_YOURS.with([here, ("owner", owner.to_string())])),
        Some(_) => {}
    }
    if position.arrived == Arrived::Frozen && position.goal(seat).has(from) {
        return Some(FROZEN.with([here]));
    }
    if position.unmoved.has(from) && !position.may_leave_home(seat) {
        let (left, reached) = position.progress(seat);
        return Some(WAIT.with([here, ("left", left.to_string()), ("reached", reached.to_string())]));
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
        return Some(SAME_CELL.with([from_name]));
    }
    if let Some(owner) = position.owner(to) {
        return Some(OCCUPIED.with([to_name, ("owner", owner.to_string())]));
    }
    let others = position.occupied().without(Cells::of(from));
    if let Some(by) = (to.neighbours() & others).iter().next() {
        return Some(BARRED.with([to_name, ("by", by.to_string())]));
    }
    if (from.neighbours() & position.free(from)).is_empty() {
        return Some(SHUT_IN.with([from_name]));
    }
    let distance = position.distance(from);
    let [from_name, to_name] = cells;
    let steps = usize::from(from.steps_to(to));
    let made = ("distance", distance.to_string());
    if steps > distance {
        return Some(TOO_FAR.with([from_name, to_name, ("steps", steps.to_string()), made]));
    }
    let anywhere = !Cells::of(from);
    let reason = if ways::targets(from, distance, anywhere, position.goal(seat)).has(to) {
        &NO_WAY
    } else {
        &NOT_EXACT
    };
    Some(reason.with([from_name, to_name, made]))
}
