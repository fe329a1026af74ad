//! What actions do and what they bring, in words.

use engine::{Description, Gain, Seat, Worth};

use super::{
    Axiom,
    cell::{Cell, Face},
    moves::Move,
};

engine::phrases! {
    CUBE = "axiom.cube" "moves a cube from {from} to {to}, pointing {domes}";
    SCEPTRE = "axiom.sceptre" "moves a sceptre from {from} to {to}";
    SWAP = "axiom.swap" "takes the other side";
    REACHES = "axiom.reaches" "reach {cell} and win";
    TAKES = "axiom.takes" "take the cube on {cell}";
    STANDS = "axiom.stands" "the cube on {cell} would have blocked it";
    GONE = "axiom.gone" "without the cube on {cell} there would have been no way";
}

pub(super) fn describe(m: Move) -> Description {
    match m {
        Move::Cube { from, to, domes } => {
            CUBE.with([("from", from.to_string()), ("to", to.to_string()), ("domes", domes.to_string())])
        }
        Move::Sceptre { from, to } => SCEPTRE.with([("from", from.to_string()), ("to", to.to_string())]),
        Move::Swap => SWAP.alone(),
    }
}

/// A sceptre caught, or a cube taken.
pub(super) fn gain(before: &Axiom, seat: Seat, turn: &[Move], after: &Axiom) -> Option<Gain> {
    let [Move::Sceptre { to, .. }] = turn else { return None };
    if after.over.is_some_and(|outcome| outcome.winners().single() == Some(seat)) {
        let says = REACHES.with([("cell", to.cell().to_string())]);
        return Some(Gain { worth: (Worth::Win, 0), says });
    }
    let other = seat.next(2);
    let left = |cell: Cell| after.board.pieces().cubes_of(other).any(|cube| cube.cell == cell);
    let taken = before.board.pieces().cubes_of(other).find(|cube| !left(cube.cell))?;
    Some(Gain { worth: (Worth::Part, 1), says: TAKES.with([("cell", taken.cell.to_string())]) })
}

/// A cube that would stand where a sceptre passes, or would be gone from there.
pub(super) fn hindrance(turn: &[Move], now: &Axiom, reply: &[Move]) -> Option<Description> {
    let (&[Move::Cube { from, to, .. }], &[reply]) = (turn, reply) else { return None };
    let on = |face: Face| [face.cell(), face.front()];
    let touched: Vec<Cell> = match reply {
        Move::Cube { from, to, .. } => vec![from, to],
        Move::Sceptre { from, to } => {
            let way = now.way(from, to).unwrap_or_default();
            way.into_iter().chain([from, to]).flat_map(on).collect()
        }
        Move::Swap => Vec::new(),
    };
    if touched.contains(&to) {
        Some(STANDS.with([("cell", to.to_string())]))
    } else {
        touched.contains(&from).then(|| GONE.with([("cell", from.to_string())]))
    }
}
