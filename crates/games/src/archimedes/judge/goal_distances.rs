//! How far it is to a goal cell past cubes that are home: they bar the doors of the cells beside them
//! (Archimedes 3.4), and stay.

use std::sync::LazyLock;

use crate::archimedes::{
    CUBES,
    board::{Cell, Cells, Side},
};

/// No way leads there.
pub(super) const SHUT: u8 = u8::MAX;

/// By side, by filled cells of the side as a bit set, by the cell to reach, by the cell to set out from.
type Table = [[[[u8; Cell::PLACES]; CUBES]; 1 << CUBES]; Side::ALL.len()];

static TABLE: LazyLock<Box<Table>> = LazyLock::new(|| {
    let mut table = Box::new([[[[SHUT; Cell::PLACES]; CUBES]; 1 << CUBES]; Side::ALL.len()]);
    for side in Side::ALL {
        for filled in 0..1 << CUBES {
            let cubes: Cells =
                side.cells().iter().zip(0..).filter(|(_, i)| filled >> i & 1 != 0).map(|(c, _)| c).collect();
            let free = !(cubes | cubes.neighbours());
            for (index, goal) in side.cells().iter().enumerate() {
                let steps = &mut table[side as usize][filled][index];
                let (mut front, mut left) = (Cells::of(goal) & free, free);
                for step in 0..SHUT {
                    front.for_each(|cell| steps[cell.index()] = step);
                    left = left.without(front);
                    front = front.neighbours() & left;
                }
            }
        }
    }
    table
});

/// The way to each cell of a goal when some of its cells are filled.
pub(super) struct GoalDistances(&'static [[u8; Cell::PLACES]; CUBES]);

impl GoalDistances {
    pub(super) fn of(side: Side, cubes: Cells) -> Self {
        let filled = side
            .cells()
            .iter()
            .zip(0..)
            .map(|(cell, index)| usize::from(cubes.has(cell)) << index)
            .sum::<usize>();
        GoalDistances(&TABLE[side as usize][filled])
    }

    /// Steps from a cell to the goal cell with this number; [`SHUT`] if it is filled or its doors are barred.
    pub(super) fn steps(&self, from: Cell, goal: usize) -> u8 {
        self.0[goal][from.index()]
    }
}
