//! Lines: runs of four or more red cells (4.1).

use super::board::{Cell, Cells, STEPS};

/// A longest unbroken run of at least four red cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    start: u32,
    step: u32,
    pub(super) len: u32,
}

impl Line {
    /// The cell at this place of the line, counted from 0.
    pub(super) fn cell(self, place: u32) -> Cell {
        Cell(self.start + self.step * place)
    }

    /// Which places of the line are in the set, as bits.
    pub(super) fn places(self, cells: Cells) -> u32 {
        let mut ahead = cells.0 >> self.start;
        let mut places = 0;
        for place in 0..self.len {
            places |= (ahead as u32 & 1) << place;
            ahead >>= self.step;
        }
        places
    }
}

/// The cells from which at least four run on in steps of `step`.
#[inline]
const fn fours(red: Cells, step: u32) -> u128 {
    let pairs = red.0 & red.0 >> step;
    pairs & pairs >> (2 * step)
}

/// Whether there is a run of four. Sheets have none of dots alone (8.2), so it holds a stone.
#[inline]
pub(super) const fn any(red: Cells) -> bool {
    fours(red, STEPS[0]) | fours(red, STEPS[1]) | fours(red, STEPS[2]) | fours(red, STEPS[3]) != 0
}

/// All lines: along rows, columns, and the two diagonals.
pub(super) fn all(red: Cells) -> impl Iterator<Item = Line> {
    STEPS.into_iter().flat_map(move |step| {
        let starts = Cells(fours(red, step) & !(red.0 << step));
        starts.iter().map(move |start| {
            let len = (4..9).find(|&n| !red.contains(Cell(start.0 + step * n))).unwrap_or(9);
            Line { start: start.0, step, len }
        })
    })
}
