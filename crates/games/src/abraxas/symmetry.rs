//! The turns and mirrors of the board.
//!
//! A symmetry is a number below 8: bit 0 swaps columns and rows, then bit 1 reverses columns and bit 2 rows.
//! Numbers with an even count of bits are turns, the others mirrors.

use super::{
    Abraxas, Phase, Put,
    board::{Cell, Cells, Corner, Hole, Holes},
    moves::{Move, Push},
    sheet::Sheet,
};

#[derive(Clone, Copy, Debug)]
pub(super) struct Symmetry(u8);

impl Symmetry {
    const ALL: [Symmetry; 8] = [
        Symmetry(0),
        Symmetry(1),
        Symmetry(2),
        Symmetry(3),
        Symmetry(4),
        Symmetry(5),
        Symmetry(6),
        Symmetry(7),
    ];

    fn is_mirror(self) -> bool {
        self.0.count_ones() % 2 == 1
    }

    /// Where a column and row go on a board of `size` of each.
    fn place(self, (column, row): (u32, u32), size: u32) -> (u32, u32) {
        let (column, row) = if self.0 & 1 != 0 { (row, column) } else { (column, row) };
        let column = if self.0 & 2 != 0 { size - 1 - column } else { column };
        let row = if self.0 & 4 != 0 { size - 1 - row } else { row };
        (column, row)
    }

    fn cells(self, cells: Cells) -> Cells {
        cells.iter().fold(Cells::default(), |image, cell| {
            let (column, row) = self.place((cell.column(), cell.row()), 9);
            image.with(Cell::new(column, row))
        })
    }

    fn hole(self, hole: Hole) -> Hole {
        let (column, row) = self.place((hole.column(), hole.row()), 8);
        Hole::new(column, row)
    }

    fn holes(self, holes: Holes) -> Holes {
        let mut bits = holes.0;
        if self.0 & 1 != 0 {
            bits = transpose(bits);
        }
        if self.0 & 2 != 0 {
            bits = bits.swap_bytes().reverse_bits();
        }
        if self.0 & 4 != 0 {
            bits = bits.swap_bytes();
        }
        Holes(bits)
    }

    fn corner(self, corner: Corner) -> Corner {
        let image = self.place(corner.offset(), 2);
        Corner::ALL.into_iter().find(|corner| corner.offset() == image).expect("corners go to corners")
    }

    fn put(self, put: Put) -> Put {
        Put { hole: self.hole(put.hole), from: put.from.map(|from| self.hole(from)), to: self.corner(put.to) }
    }
}

/// Swaps columns and rows: single bits in blocks of two, twos in blocks of four, fours.
const fn transpose(mut x: u64) -> u64 {
    let swap = (x ^ x >> 7) & 0x00aa_00aa_00aa_00aa;
    x ^= swap ^ swap << 7;
    let swap = (x ^ x >> 14) & 0x0000_cccc_0000_cccc;
    x ^= swap ^ swap << 14;
    let swap = (x ^ x >> 28) & 0x0000_0000_f0f0_f0f0;
    x ^ swap ^ swap << 28
}

/// The symmetries that leave the sheet and the pushes as they are: mirrors turn the pushes around (1.5).
pub(super) fn of_sheet(sheet: Sheet, push_either: bool) -> u8 {
    Symmetry::ALL
        .into_iter()
        .filter(|symmetry| (push_either || !symmetry.is_mirror()) && symmetry.cells(sheet.0) == sheet.0)
        .fold(0, |set, symmetry| set | 1 << symmetry.0)
}

impl Abraxas {
    pub(super) fn symmetry(&self, number: usize) -> Symmetry {
        Symmetry::ALL
            .into_iter()
            .filter(|symmetry| self.rules.symmetries >> symmetry.0 & 1 != 0)
            .nth(number)
            .expect("images are numbered below their count")
    }

    pub(super) fn under(&self, symmetry: Symmetry) -> Abraxas {
        Abraxas {
            stones: symmetry.holes(self.stones),
            stops: symmetry.holes(self.stops),
            emptied: symmetry.holes(self.emptied),
            // Before it is chosen the corner means nothing, and stays.
            corner: if self.phase == Phase::Corner { self.corner } else { symmetry.corner(self.corner) },
            phase: match self.phase {
                Phase::Reply(put) => Phase::Reply(symmetry.put(put)),
                phase => phase,
            },
            ..self.clone()
        }
    }
}

impl Move {
    pub(super) fn under(self, symmetry: Symmetry) -> Move {
        let corner = |to: Option<Corner>| to.map(|to| symmetry.corner(to));
        match self {
            Move::Corner(to) => Move::Corner(symmetry.corner(to)),
            Move::Put { hole, to } => Move::Put { hole: symmetry.hole(hole), to: corner(to) },
            Move::Lift { from, hole, to } => {
                Move::Lift { from: symmetry.hole(from), hole: symmetry.hole(hole), to: corner(to) }
            }
            Move::Stop { hole, push } => Move::Stop {
                hole: symmetry.hole(hole),
                push: if let Push::To(to) = push { Push::To(symmetry.corner(to)) } else { push },
            },
            Move::Take(holes) => Move::Take(symmetry.holes(holes)),
            Move::Done | Move::End | Move::Ok | Move::Swap => self,
        }
    }
}
