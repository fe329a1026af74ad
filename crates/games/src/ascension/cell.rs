use std::{fmt, str::FromStr};

/// One of the 81 cells, `a1` to `i9` (Ascension 1.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    pub const COUNT: usize = 81;
    /// Where the pillar stands.
    pub const PILLAR: Cell = Cell(40);
    /// The corners of triangle, circle, square and star.
    pub const CORNERS: [Cell; 4] = [Cell(0), Cell(72), Cell(80), Cell(8)];

    /// The cell with this index, counted from `a1` along the rows.
    ///
    /// # Panics
    /// If there is no such cell.
    pub const fn new(index: usize) -> Self {
        assert!(index < Self::COUNT);
        Cell(index as u8)
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub fn all() -> impl Iterator<Item = Cell> {
        (0..Self::COUNT).map(Cell::new)
    }

    /// The cells that the deal covers, in its order: neither corners nor pillar (Ascension 1.6).
    pub fn dealt() -> impl Iterator<Item = Cell> {
        Cell::all().filter(|&cell| cell != Cell::PILLAR && !CellSet::CORNERS.contains(cell))
    }

    /// Steps to another cell, if nothing is in the way.
    pub(super) const fn steps_to(self, other: Cell) -> u8 {
        let (columns, rows) = ((self.0 % 9).abs_diff(other.0 % 9), (self.0 / 9).abs_diff(other.0 / 9));
        if columns > rows { columns } else { rows }
    }

    /// The cells next to it by a side or a corner.
    pub const fn neighbours(self) -> CellSet {
        NEIGHBOURS[self.index()]
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0 % 9), self.0 / 9 + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Cell {
    type Err = NotACell;

    fn from_str(text: &str) -> Result<Self, NotACell> {
        match *text.as_bytes() {
            [column @ b'a'..=b'i', row @ b'1'..=b'9'] => Ok(Cell((row - b'1') * 9 + column - b'a')),
            _ => Err(NotACell),
        }
    }
}

/// The text names no cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotACell;

/// A set of cells, one bit each.
///
/// Two words and not one of 128 bits: where machines have none so wide, as in a browser, shifting it is a call.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct CellSet([u64; 2]);

impl CellSet {
    pub const EMPTY: CellSet = CellSet([0; 2]);
    pub const ALL: CellSet = CellSet([!0, (1 << (Cell::COUNT - 64)) - 1]);
    pub const CORNERS: CellSet = CellSet([1 | 1 << 8, 1 << (72 - 64) | 1 << (80 - 64)]);

    pub const fn of(cell: Cell) -> Self {
        let bit = 1 << (cell.0 % 64);
        if cell.0 < 64 { CellSet([bit, 0]) } else { CellSet([0, bit]) }
    }

    pub const fn contains(self, cell: Cell) -> bool {
        let word = if cell.0 < 64 { self.0[0] } else { self.0[1] };
        word >> (cell.0 % 64) & 1 != 0
    }

    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    pub const fn len(self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones()) as usize
    }

    pub const fn and(self, other: CellSet) -> Self {
        CellSet([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    pub const fn or(self, other: CellSet) -> Self {
        CellSet([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    pub const fn minus(self, other: CellSet) -> Self {
        CellSet([self.0[0] & !other.0[0], self.0[1] & !other.0[1]])
    }

    pub const fn with(self, cell: Cell) -> Self {
        self.or(CellSet::of(cell))
    }

    pub const fn without(self, cell: Cell) -> Self {
        self.minus(CellSet::of(cell))
    }

    /// Puts the cell in if it was out, and out if it was in.
    pub const fn toggle(&mut self, cell: Cell) {
        let CellSet(bit) = CellSet::of(cell);
        self.0 = [self.0[0] ^ bit[0], self.0[1] ^ bit[1]];
    }

    pub fn first(self) -> Option<Cell> {
        match self.0 {
            [0, 0] => None,
            [0, high] => Some(Cell(64 + high.trailing_zeros() as u8)),
            [low, _] => Some(Cell(low.trailing_zeros() as u8)),
        }
    }

    /// The member with this number, counted from 0 in the order of the cells.
    ///
    /// # Panics
    /// If the set has no more than `number` members.
    pub fn nth(self, number: usize) -> Cell {
        let [low, high] = self.0;
        let below = low.count_ones() as usize;
        let (mut word, mut left, base) =
            if number < below { (low, number, 0) } else { (high, number - below, 64) };
        // Whole bytes first, then bit by bit.
        let mut shift = 0;
        while left >= (word as u8).count_ones() as usize {
            left -= (word as u8).count_ones() as usize;
            word >>= 8;
            shift += 8;
            assert!(shift < 64, "the set has that many members");
        }
        for _ in 0..left {
            word &= word - 1;
        }
        Cell(base + shift + word.trailing_zeros() as u8)
    }

    pub fn iter(self) -> impl Iterator<Item = Cell> {
        let [mut low, mut high] = self.0;
        std::iter::from_fn(move || {
            let cell = CellSet([low, high]).first()?;
            if low == 0 {
                high &= high - 1;
            } else {
                low &= low - 1;
            }
            Some(cell)
        })
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(CellSet::EMPTY, CellSet::with)
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

static NEIGHBOURS: [CellSet; Cell::COUNT] = {
    let mut table = [CellSet::EMPTY; Cell::COUNT];
    let mut from = 0;
    while from < Cell::COUNT {
        let mut to = 0;
        while to < Cell::COUNT {
            let columns = (from % 9).abs_diff(to % 9);
            let rows = (from / 9).abs_diff(to / 9);
            if from != to && columns <= 1 && rows <= 1 {
                table[from] = table[from].with(Cell::new(to));
            }
            to += 1;
        }
        from += 1;
    }
    table
};
