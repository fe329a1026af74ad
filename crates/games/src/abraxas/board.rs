//! The sheet's cells, the plate's holes, and the four ways one lies over the other.
//!
//! A set of holes is a word of 64 bits, row by row from `a1`. A set of cells is a word of 128 bits with ten
//! bits a row: the tenth is never set, so a run that is followed by shifts ends at the edge of the sheet.

use std::{fmt, ops};

/// How far apart rows of cells lie.
pub(super) const STRIDE: u32 = 10;
/// Steps along a row, a column and the two diagonals.
pub(super) const STEPS: [u32; 4] = [1, STRIDE, STRIDE + 1, STRIDE - 1];

/// A corner of the sheet, where the plate lies (1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Corner {
    SW,
    SE,
    NE,
    NW,
}

impl Corner {
    /// In the order in which the plate is pushed around (1.5).
    pub const ALL: [Corner; 4] = [Corner::SW, Corner::SE, Corner::NE, Corner::NW];

    pub const fn as_str(self) -> &'static str {
        ["SW", "SE", "NE", "NW"][self as usize]
    }

    pub(super) fn parse(text: &str) -> Option<Corner> {
        Self::ALL.into_iter().find(|corner| corner.as_str() == text)
    }

    /// The next corner counter-clockwise.
    pub const fn next(self) -> Corner {
        Self::ALL[(self as usize + 1) % 4]
    }

    /// The next corner clockwise.
    pub const fn previous(self) -> Corner {
        Self::ALL[(self as usize + 3) % 4]
    }

    /// How many columns and rows the plate lies away from `A1`.
    pub(super) const fn offset(self) -> (u32, u32) {
        let x = matches!(self, Corner::SE | Corner::NE);
        let y = matches!(self, Corner::NE | Corner::NW);
        (x as u32, y as u32)
    }
}

impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A hole of the plate, `a1` to `h8`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hole(u8);

impl Hole {
    /// # Panics
    /// If column or row is not below 8.
    pub const fn new(column: u32, row: u32) -> Hole {
        assert!(column < 8 && row < 8);
        Hole((row * 8 + column) as u8)
    }

    pub const fn column(self) -> u32 {
        self.0 as u32 % 8
    }

    pub const fn row(self) -> u32 {
        self.0 as u32 / 8
    }

    pub(super) fn parse(text: &str) -> Option<Hole> {
        match text.as_bytes() {
            [column @ b'a'..=b'h', row @ b'1'..=b'8'] => {
                Some(Hole::new(u32::from(column - b'a'), u32::from(row - b'1')))
            }
            _ => None,
        }
    }

    pub(super) const fn index(self) -> u64 {
        self.0 as u64
    }
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 8), self.0 / 8 + 1)
    }
}

impl fmt::Debug for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of holes.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Holes(pub(super) u64);

impl Holes {
    pub const EMPTY: Holes = Holes(0);

    pub const fn of(hole: Hole) -> Holes {
        Holes(1 << hole.0)
    }

    pub const fn contains(self, hole: Hole) -> bool {
        self.0 >> hole.0 & 1 != 0
    }

    pub const fn holds(self, other: Holes) -> bool {
        other.0 & !self.0 == 0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// From `a1`, row by row.
    pub fn iter(self) -> impl Iterator<Item = Hole> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let hole = (left != 0).then(|| Hole(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(hole)
        })
    }

    /// The hole that comes after `n` others of the set. There must be one.
    #[inline]
    pub(super) fn nth(self, n: usize) -> Hole {
        debug_assert!(n < self.len());
        // Count the bits of each pair, four, row and two rows side by side, then go down the halves that hold
        // the hole. Without branches: which way to go is anyone's guess.
        let pairs = self.0 - (self.0 >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let rows = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        let two_rows = (rows + (rows >> 8)) & 0x00ff_00ff_00ff_00ff;
        let four_rows = two_rows + (two_rows >> 16);
        let (mut place, mut left) = (0, n as u64);
        for (counts, width) in
            [(four_rows, 32), (two_rows, 16), (rows, 8), (fours, 4), (pairs, 2), (self.0, 1)]
        {
            // No count is greater than its width.
            let before = counts >> place & (2 * width - 1);
            let further = u64::from(left >= before);
            place += width * further;
            left -= before * further;
        }
        Hole(place as u8)
    }

    /// The cells beneath these holes when the plate lies in this corner.
    #[inline]
    pub(super) const fn over(self, corner: Corner) -> Cells {
        // Move rows apart by two bits each: four rows, then two, then one at a time.
        let mut x = self.0 as u128;
        x = x & 0xffff_ffff | (x & 0xffff_ffff << 32) << 8;
        x = x & (0xffff | 0xffff << 40) | (x & (0xffff << 16 | 0xffff << 56)) << 4;
        x = x & (0xff | 0xff << 20 | 0xff << 40 | 0xff << 60)
            | (x & (0xff << 8 | 0xff << 28 | 0xff << 48 | 0xff << 68)) << 2;
        let (columns, rows) = corner.offset();
        Cells(x << (columns + STRIDE * rows))
    }
}

impl ops::BitOr for Holes {
    type Output = Holes;
    fn bitor(self, other: Holes) -> Holes {
        Holes(self.0 | other.0)
    }
}

impl ops::BitAnd for Holes {
    type Output = Holes;
    fn bitand(self, other: Holes) -> Holes {
        Holes(self.0 & other.0)
    }
}

impl ops::Not for Holes {
    type Output = Holes;
    fn not(self) -> Holes {
        Holes(!self.0)
    }
}

impl FromIterator<Hole> for Holes {
    fn from_iter<I: IntoIterator<Item = Hole>>(holes: I) -> Self {
        holes.into_iter().fold(Holes::EMPTY, |set, hole| set | Holes::of(hole))
    }
}

impl fmt::Debug for Holes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// A cell of the sheet, `A1` to `I9`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cell(pub(super) u32);

impl Cell {
    pub(super) const fn new(column: u32, row: u32) -> Cell {
        debug_assert!(column < 9 && row < 9);
        Cell(row * STRIDE + column)
    }

    pub(super) fn parse(text: &str) -> Option<Cell> {
        match text.as_bytes() {
            [column @ b'A'..=b'I', row @ b'1'..=b'9'] => {
                Some(Cell::new(u32::from(column - b'A'), u32::from(row - b'1')))
            }
            _ => None,
        }
    }

    pub(super) const fn column(self) -> u32 {
        self.0 % STRIDE
    }

    pub(super) const fn row(self) -> u32 {
        self.0 / STRIDE
    }

    /// The hole over this cell, if the plate covers it.
    pub(super) fn hole(self, corner: Corner) -> Option<Hole> {
        let (columns, rows) = corner.offset();
        let column = self.column().checked_sub(columns)?;
        let row = self.row().checked_sub(rows)?;
        (column < 8 && row < 8).then(|| Hole::new(column, row))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'A' + self.column() as u8), self.row() + 1)
    }
}

/// A set of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cells(pub(super) u128);

impl Cells {
    pub(super) const fn contains(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 != 0
    }

    pub(super) const fn with(self, cell: Cell) -> Cells {
        Cells(self.0 | 1 << cell.0)
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Cell> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let cell = (left != 0).then(|| Cell(left.trailing_zeros()))?;
            left &= left - 1;
            Some(cell)
        })
    }
}
