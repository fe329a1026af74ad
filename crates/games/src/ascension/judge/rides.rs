//! Rides by cable car (Ascension 4.4): a pawn on one goes wherever another shows, and a car that its seat knows of can
//! be laid there in the same turn.

use engine::Seat;

use super::{
    roads::{FAR, Roads, TURN, stride_of},
    watch::Change,
};
use crate::ascension::{
    Ascension,
    cell::{Cell, CellSet},
    piece::{Face, Piece, Sign},
};

/// A car is laid no further than this from the goal.
const NEAR: u8 = 2;

/// Where cable cars lead.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rides {
    /// The cells with a car on top that the seat knows of and could take.
    pub(super) cars: CellSet,
    /// What is left of the way after a ride to one that shows.
    shown: i32,
    /// The same if a car is laid for it.
    laid: i32,
}

impl Rides {
    pub(super) const NONE: Rides = Rides { cars: CellSet::EMPTY, shown: FAR, laid: FAR };

    /// What is left after the best ride, the turn it takes included; with a car to lay, if there is one to `spare`.
    pub(super) fn left(&self, spare: bool) -> i32 {
        TURN + if spare { self.shown.min(self.laid) } else { self.shown }
    }

    /// The same for a pawn that rides from a cell.
    pub(super) fn left_from(&self, cell: Cell) -> i32 {
        self.left(!self.cars.without(cell).is_empty())
    }
}

impl Ascension {
    /// The cells with a cable car on top that the seat knows of and could take.
    pub(super) fn cars(&self, seat: Seat) -> CellSet {
        (0..Piece::CUBES)
            .map(Piece::new)
            .filter(|&cube| self.board.face(cube) == Face::CableCar && self.board.known(cube).to(seat))
            .filter_map(|cube| Cell::all().find(|&cell| self.board.top(cell) == Some(cube)))
            .filter(|&cell| !self.pawns.contains(cell) && self.removable(seat, cell) > 0)
            .collect()
    }

    /// The rides that a seat's pawn could take if it stood on a cable car.
    pub(super) fn rides_of(&self, seat: Seat, roads: &Roads) -> Rides {
        let cars = self.cars(seat);
        let shown = self.board.cells(Sign::CableCar).minus(self.pawns).iter().map(|cell| {
            let height = i32::from(self.board.height(cell));
            self.way(seat, cell, height, roads[cell.index()])
        });
        let stations = if cars.is_empty() { CellSet::EMPTY } else { self.stations(self.goal(seat)) };
        let closed = self.closed_to(seat);
        let laid = stations.iter().map(|cell| {
            let height = i32::from(self.board.height(cell)) + 2;
            let laid = Change { cell, height, sign: Sign::CableCar };
            self.way(seat, cell, height, self.onward(seat, roads, closed, laid))
        });
        Rides { cars, shown: shown.min().unwrap_or(FAR), laid: laid.min().unwrap_or(FAR) }
    }

    /// The cells near the goal that take a car.
    fn stations(&self, goal: Cell) -> CellSet {
        let near: CellSet = Cell::all().filter(|cell| cell.steps_to(goal) <= NEAR).collect();
        near.minus(self.pawns)
            .minus(self.board.cells(Sign::Joker))
            .minus(CellSet::CORNERS)
            .without(Cell::PILLAR)
    }

    /// The road from a changed cell, with these cells closed to the seat.
    pub(super) fn onward(&self, seat: Seat, roads: &Roads, closed: CellSet, change: Change) -> i32 {
        let Change { cell, height, sign } = change;
        if cell == self.goal(seat) {
            return 0;
        }
        let next = cell.neighbours().iter().map(|next| {
            let rise = i32::from(self.board.height(next)) - height;
            let eased = i32::from(rise > 0 && sign == Sign::Ladder);
            stride_of(rise, eased, next) + self.toll(closed, next) + roads[next.index()]
        });
        let spring = if sign == Sign::Spring { TURN } else { 0 };
        next.min().unwrap_or(FAR) - spring
    }
}
