//! What the network for two seats is told. The board is turned so that the seat to act goes upward.

use engine::{Seat, network::Inputs};

use crate::archimedes::{Archimedes, Cell, board::Side};

/// Inputs of a seat: a cube in each cell, and one by its steps from the goal and its distance.
const CELLS: usize = 96;
const STEPS: usize = 16;
const DISTANCES: usize = 8;
const OF_SEAT: usize = CELLS + STEPS * DISTANCES;
/// After those of both seats: how far each has come, and how far the seat to act is ahead.
const RACES: usize = 2 * OF_SEAT;
pub(super) const ALL: usize = RACES + 3;

/// This many hundredths make a part of an input.
const HUNDREDTHS: i32 = 8;

impl Archimedes {
    /// Says how far the seat to act is ahead.
    pub(super) fn tell_two(&self, inputs: &mut Inputs) -> i32 {
        let (own, other) = (self.seat, self.seat.next(2));
        self.tell_cubes(own, 0, inputs);
        self.tell_cubes(other, OF_SEAT, inputs);
        let [race, rival] = [own, other].map(|seat| self.race(seat));
        for (input, value) in (RACES..).zip([race, rival, race - rival]) {
            let most = i32::from(i16::MAX);
            inputs.put(input, (value / HUNDREDTHS).clamp(-most, most) as i16);
        }
        race - rival
    }

    fn tell_cubes(&self, seat: Seat, first: usize, inputs: &mut Inputs) {
        let side = self.goal_side(seat);
        let upward = self.goal_side(self.seat) == Side::Top;
        for cube in self.cubes(seat).iter() {
            inputs.set(first + turned(cube, upward).place());
            let steps = usize::from(side.steps(cube)).min(STEPS - 1);
            let distance = self.distance(cube).min(DISTANCES - 1);
            inputs.set(first + CELLS + steps * DISTANCES + distance);
        }
    }
}

fn turned(cell: Cell, upward: bool) -> Cell {
    if upward { cell } else { cell.upside_down() }
}
