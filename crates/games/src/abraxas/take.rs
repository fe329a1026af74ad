//! What may be taken from a line (4.2 to 4.4).

use super::{
    Abraxas,
    board::{Cells, Holes},
    lines::{self, Line},
};

/// A line of the last push that is not resolved yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub(super) line: Line,
    /// The places of the line that are not emptied, as bits.
    pub(super) left: u32,
    /// Those of them that hold red stones.
    pub(super) stones: u32,
}

impl Open {
    /// How many stones must go for three cells to be left.
    pub(super) fn excess(self) -> u32 {
        self.left.count_ones() - 3
    }

    /// Calls `taking` with the places of each way to take, without repeating one.
    pub(super) fn takings(self, spacing_free: bool, mut taking: impl FnMut(u32)) {
        let mut list = |neighbours: bool| {
            let mut found = false;
            for first in 0..self.line.len {
                for second in first + 1..self.line.len {
                    for third in second + 1..self.line.len {
                        let kept = 1 << first | 1 << second | 1 << third;
                        let taken = self.left & !kept;
                        let allowed = kept & !self.left == 0
                            && taken & !self.stones == 0
                            && (neighbours || third - first > 2);
                        if allowed {
                            found = true;
                            taking(taken);
                        }
                    }
                }
            }
            found
        };
        // 4.3: what 4.2 cannot give is allowed without the neighbour clause, and then with all stones.
        if !list(spacing_free) && (spacing_free || !list(true)) {
            taking(self.stones);
        }
    }
}

impl Abraxas {
    /// The red cells as they were when lines were last judged: what was emptied since was red then.
    fn judged(&self) -> Cells {
        Cells(self.red().0 | self.emptied.over(self.corner).0)
    }

    /// The lines that are still to be resolved (4.4).
    pub(super) fn open_lines(&self) -> impl Iterator<Item = Open> {
        let emptied = self.emptied.over(self.corner);
        let stones = self.stones.over(self.corner);
        lines::all(self.judged()).filter_map(move |line| {
            let left = ((1 << line.len) - 1) & !line.places(emptied);
            let stones = line.places(stones);
            (left.count_ones() > 3 && stones != 0).then_some(Open { line, left, stones })
        })
    }

    /// The holes over these places of a line; all of them must lie beneath the plate.
    pub(super) fn holes_of(&self, line: Line, places: u32) -> Holes {
        (0..line.len)
            .filter(|place| places >> place & 1 != 0)
            .map(|place| line.cell(place).hole(self.corner).expect("stones lie in holes"))
            .collect()
    }

    /// Calls `taking` with the holes of each way to take from one of the lines. Two lines may give the same.
    pub(super) fn takings(&self, mut taking: impl FnMut(Holes)) {
        for open in self.open_lines() {
            open.takings(self.rules.spacing_free, |places| taking(self.holes_of(open.line, places)));
        }
    }
}
