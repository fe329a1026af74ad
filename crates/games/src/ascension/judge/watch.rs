//! One pawn as the hints see it: its road, its rides, its exits, and what a change beside it does to them.

use engine::Seat;

use super::{
    rides::Rides,
    roads::{FAR, Roads, TURN},
};
use crate::ascension::{
    Ascension, Phase,
    cell::{Cell, CellSet},
    piece::{Face, Sign},
};

/// What a blocked pawn loses, in quarter turns, and one with a single exit.
pub(super) const BLOCKED: i32 = 48;
pub(super) const ONE_EXIT: i32 = 12;

/// One pawn.
pub(super) struct Watch {
    pub(super) seat: Seat,
    pub(super) pawn: Cell,
    pub(super) roads: Roads,
    rides: Rides,
    /// Whether the pawn stands on a cable car.
    pub(super) boarded: bool,
    /// Whether there is a car left to lay when it has stepped onto one.
    spare: bool,
    closed: CellSet,
    pub(super) exits: CellSet,
    /// The two shortest roads by the next step or ride: where to, and how long.
    pub(super) best: [(Option<Cell>, i32); 2],
    /// In eighths; negative for rivals, since a longer road of theirs is good.
    pub(super) weight: i32,
}

/// What a cell becomes.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub(super) cell: Cell,
    pub(super) height: i32,
    /// The figure that shows, which only its owner may step on; a chasm or joker lets nobody else on.
    pub(super) sign: Sign,
}

impl Watch {
    pub(super) fn new(position: &Ascension, seat: Seat) -> Option<Self> {
        let pawn = position.players[seat].pawn?;
        let roads = position.roads(seat, position.goal(seat), CellSet::ALL);
        let rides = position.rides_of(seat, &roads);
        let in_hand = match position.phase {
            Phase::Place(hand) if seat == position.seat && hand.piece.is_cube() => {
                position.board.face(hand.piece) == Face::CableCar
            }
            _ => false,
        };
        let mut watch = Watch {
            seat,
            pawn,
            roads,
            rides,
            boarded: position.board.sign(pawn) == Sign::CableCar,
            spare: rides.cars.len() + usize::from(in_hand) > 1,
            closed: position.closed_to(seat),
            exits: position.around(seat, pawn).exits,
            best: [(None, FAR); 2],
            weight: 0,
        };
        let shown = if watch.boarded { position.board.cells(Sign::CableCar) } else { CellSet::EMPTY };
        let next = pawn.neighbours().or(shown).minus(position.pawns).iter().map(|cell| {
            let height = i32::from(position.board.height(cell));
            let to = Change { cell, height, sign: position.board.sign(cell) };
            (cell, watch.road(position, to, !watch.closed.contains(cell), watch.roads[cell.index()]))
        });
        watch.best = best_two(next, FAR, |a, b| a < b);
        Some(watch)
    }

    /// The road by a step or a ride to a cell, and `onward` from there.
    fn road(&self, position: &Ascension, to: Change, open: bool, onward: i32) -> i32 {
        let Change { cell, height, sign } = to;
        let mut road = FAR;
        if self.pawn.neighbours().contains(cell) {
            road = self.over(position, to, open, onward);
        }
        if self.boarded && sign == Sign::CableCar {
            road = road.min(TURN + position.way(self.seat, cell, height, onward));
        }
        road
    }

    /// The road over a neighbour of this height, and `onward` from there. The seat on turn steps at once; the others
    /// still have a piece to move.
    fn over(&self, position: &Ascension, to: Change, open: bool, onward: i32) -> i32 {
        let Change { cell, height, sign } = to;
        let stride = position.stride(self.pawn, cell, height, sign);
        let mut onward = position.way(self.seat, cell, height, onward);
        if sign == Sign::CableCar {
            onward = onward.min(self.rides.left(self.spare));
        }
        if self.seat == position.seat {
            if open && stride == TURN { TURN + onward } else { FAR }
        } else {
            let toll = if open { 0 } else { position.toll(CellSet::of(cell), cell).max(TURN) };
            stride + toll + onward
        }
    }

    /// The quarter turns to go, with what few exits cost.
    pub(super) fn cost(&self, road: i32, exits: usize, position: &Ascension) -> i32 {
        let home = self.pawn == position.board.corner(self.seat);
        if self.seat == position.seat {
            let stay = self.stay(position) + if home { TURN } else { BLOCKED };
            return road.min(stay);
        }
        let danger = match exits {
            _ if home || position.players[self.seat].rests => 0,
            0 => BLOCKED,
            1 => ONE_EXIT,
            _ => 0,
        };
        road.min(self.stay(position) + 4 * TURN) + danger
    }

    /// The quarter turns to go from where the pawn stands.
    pub(super) fn stay(&self, position: &Ascension) -> i32 {
        let height = i32::from(position.board.height(self.pawn));
        let way = position.way(self.seat, self.pawn, height, self.roads[self.pawn.index()]);
        if self.boarded { way.min(self.rides.left_from(self.pawn)) } else { way }
    }

    /// The same after a change of a neighbouring cell by the seat on turn.
    pub(super) fn after(&self, position: &Ascension, change: Change) -> i32 {
        let Change { cell, height, sign } = change;
        let corner = CellSet::CORNERS.contains(cell) && cell != position.board.corner(self.seat);
        let open = !corner
            && match sign {
                Sign::Chasm => false,
                Sign::Joker => self.seat == position.seat,
                sign if sign.is_figure() => sign == position.board.figure(self.seat),
                _ => true,
            };
        let onward = position.onward(self.seat, &self.roads, self.closed, change);
        let other = if self.best[0].0 == Some(cell) { self.best[1].1 } else { self.best[0].1 };
        let road = other.min(self.road(position, change, open, onward));
        let rise = height - i32::from(position.board.height(self.pawn));
        let raised = height > i32::from(position.board.height(cell));
        // What was laid there is barred to the others, who can only lay more on it.
        let exit = !corner
            && sign != Sign::Joker
            && ((open && rise.abs() <= 1)
                || (-3..=-1).contains(&rise)
                || (!raised && (1..=3).contains(&rise)));
        let exits = self.exits.without(cell).len() + usize::from(exit);
        self.cost(road, exits, position)
    }

    /// The cars worth taking: it takes two to ride.
    pub(super) fn cars(&self) -> CellSet {
        if self.boarded || self.spare { self.rides.cars } else { CellSet::EMPTY }
    }
}

/// The two best of some cells.
pub(super) fn best_two(
    cells: impl Iterator<Item = (Cell, i32)>,
    worst: i32,
    better: impl Fn(i32, i32) -> bool,
) -> [(Option<Cell>, i32); 2] {
    let mut best = [(None, worst); 2];
    for (cell, value) in cells {
        if better(value, best[0].1) {
            best = [(Some(cell), value), best[0]];
        } else if better(value, best[1].1) {
            best[1] = (Some(cell), value);
        }
    }
    best
}
