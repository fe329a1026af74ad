//! The hexagon of triangles: cells, lines, sides (Archimedes 1).

use std::{
    fmt,
    ops::{BitAnd, BitOr, BitOrAssign, Not},
    str::FromStr,
};

use engine::Seat;

/// Rows of sixteen bits from `a` up, in which a cell and the one above or below it share a column: steps are shifts
/// by 1 and by 16. The sixteenth column is never on the board, so nothing wraps round.
const WIDTH: usize = 16;
const ROWS: usize = 8;
/// The column of each row's first cell.
const FIRST: [usize; ROWS] = [3, 2, 1, 0, 0, 1, 2, 3];

/// A cell of the board (Archimedes 1.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    const fn at(row: usize, column: usize) -> Cell {
        Cell((row * WIDTH + column) as u8)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn row(self) -> usize {
        self.0 as usize / WIDTH
    }

    pub(super) const fn column(self) -> usize {
        self.0 as usize % WIDTH
    }

    /// Its number in the row, from 1.
    pub(super) const fn number(self) -> usize {
        self.column() - FIRST[self.row()] + 1
    }

    /// Whether it has an edge upward (Archimedes 1.2).
    pub(super) const fn opens_up(self) -> bool {
        Cells::OPEN_UP.has(self)
    }

    pub(super) fn mirror(self) -> Cell {
        Cell::at(self.row(), WIDTH - 2 - self.column())
    }

    /// All cells of its three lines: the row, the strip that rises to the right, the strip that falls.
    pub(super) fn lines(self) -> [Cells; 3] {
        strips(self.row(), self.column()).map(|strip| {
            Cells::BOARD.iter().filter(|cell| strips(cell.row(), cell.column()).contains(&strip)).collect()
        })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.row() as u8) as char, self.number())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text names no cell.
#[derive(Debug)]
pub struct NoCell;

impl FromStr for Cell {
    type Err = NoCell;

    fn from_str(text: &str) -> Result<Self, NoCell> {
        let (&letter, digits) = text.as_bytes().split_first().ok_or(NoCell)?;
        let row = usize::from(letter.wrapping_sub(b'a'));
        let number = match *digits {
            [d @ b'1'..=b'9'] => usize::from(d - b'0'),
            [b'1', d @ b'0'..=b'9'] => usize::from(d - b'0') + 10,
            _ => return Err(NoCell),
        };
        let column = FIRST.get(row).ok_or(NoCell)? + number - 1;
        let cell = Cell::at(row, column);
        if column < WIDTH && Cells::BOARD.has(cell) { Ok(cell) } else { Err(NoCell) }
    }
}

/// A set of cells.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Cells(u128);

impl Cells {
    pub(super) const EMPTY: Cells = Cells(0);
    pub(super) const BOARD: Cells = {
        let mut bits = 0;
        let mut row = 0;
        while row < ROWS {
            let mut column = FIRST[row];
            while column < WIDTH - 1 - FIRST[row] {
                bits |= 1 << (row * WIDTH + column);
                column += 1;
            }
            row += 1;
        }
        Cells(bits)
    };
    /// The cells with an edge upward: in row `a` the odd ones, which have even columns less 1.
    const OPEN_UP: Cells = {
        let mut bits = 0;
        let mut bit = 0;
        while bit < ROWS * WIDTH {
            if (bit / WIDTH + bit % WIDTH) % 2 == 1 {
                bits |= 1 << bit;
            }
            bit += 1;
        }
        Cells(bits & Self::BOARD.0)
    };

    pub(super) const fn of(cell: Cell) -> Cells {
        Cells(1 << cell.0)
    }

    pub(super) const fn has(self, cell: Cell) -> bool {
        self.0 >> cell.0 & 1 != 0
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub(super) const fn bits(self) -> u128 {
        self.0
    }

    pub(super) const fn without(self, other: Cells) -> Cells {
        Cells(self.0 & !other.0)
    }

    /// From `a1` to `h9`, row by row.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = Cell> {
        // Two words of 64 bits: twice the speed of one of 128.
        [(self.0 as u64, 0), ((self.0 >> 64) as u64, 64)].into_iter().flat_map(|(mut bits, first)| {
            std::iter::from_fn(move || {
                let cell = Cell(first + bits.trailing_zeros() as u8);
                (bits != 0).then(|| {
                    bits &= bits - 1;
                    cell
                })
            })
        })
    }

    /// A step to the left; it may lead off the board, like those that follow.
    #[inline]
    pub(super) const fn left(self) -> Cells {
        Cells(self.0 >> 1)
    }

    #[inline]
    pub(super) const fn right(self) -> Cells {
        Cells(self.0 << 1)
    }

    /// A step through the edge above, for cells that have one.
    #[inline]
    pub(super) const fn up(self) -> Cells {
        Cells(self.0 << WIDTH)
    }

    /// A step through the edge below, for cells that have one.
    #[inline]
    pub(super) const fn down(self) -> Cells {
        Cells(self.0 >> WIDTH)
    }

    /// The cells that share an edge with one of these (Archimedes 1.3).
    #[inline]
    pub(super) const fn neighbours(self) -> Cells {
        let up = Cells(self.0 & Self::OPEN_UP.0).up();
        let down = Cells(self.0 & !Self::OPEN_UP.0).down();
        Cells((self.left().0 | self.right().0 | up.0 | down.0) & Self::BOARD.0)
    }

    /// The left-right mirror image.
    pub(super) fn mirror(self) -> Cells {
        self.iter().map(Cell::mirror).collect()
    }
}

impl BitOr for Cells {
    type Output = Cells;
    #[inline]
    fn bitor(self, other: Cells) -> Cells {
        Cells(self.0 | other.0)
    }
}

impl BitOrAssign for Cells {
    #[inline]
    fn bitor_assign(&mut self, other: Cells) {
        self.0 |= other.0;
    }
}

impl BitAnd for Cells {
    type Output = Cells;
    #[inline]
    fn bitand(self, other: Cells) -> Cells {
        Cells(self.0 & other.0)
    }
}

impl Not for Cells {
    type Output = Cells;
    #[inline]
    fn not(self) -> Cells {
        Cells(!self.0 & Self::BOARD.0)
    }
}

impl FromIterator<Cell> for Cells {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Cells::EMPTY, |set, cell| set | Cells::of(cell))
    }
}

impl fmt::Debug for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The numbers of the three strips through a place, one a direction and none in two directions (Archimedes 1.4).
const fn strips(row: usize, column: usize) -> [usize; 3] {
    // Along a slanting strip, row and column grow (or row grows and column shrinks) by turns: half of the
    // difference (or the sum), rounded so that both cells of a turn agree.
    [row, 100 + (column + WIDTH - row) / 2, 200 + (column + row - 1) / 2]
}

/// For each cell, all cells on its lines, itself included.
static ON_LINES: [Cells; ROWS * WIDTH] = {
    let mut table = [Cells::EMPTY; ROWS * WIDTH];
    let mut from = 0;
    while from < table.len() {
        let mut to = 0;
        while to < table.len() {
            let (here, there) = (Cell(from as u8), Cell(to as u8));
            if Cells::BOARD.has(here) && Cells::BOARD.has(there) {
                let (a, b) = (strips(here.row(), here.column()), strips(there.row(), there.column()));
                if a[0] == b[0] || a[1] == b[1] || a[2] == b[2] {
                    table[from].0 |= 1 << to;
                }
            }
            to += 1;
        }
        from += 1;
    }
    table
};

impl Cell {
    /// Steps on the empty board: each stays on two lines and changes the third for the next one.
    pub(super) const fn steps_to(self, other: Cell) -> u8 {
        let (a, b) = (strips(self.row(), self.column()), strips(other.row(), other.column()));
        (a[0].abs_diff(b[0]) + a[1].abs_diff(b[1]) + a[2].abs_diff(b[2])) as u8
    }

    /// All cells on its three lines, itself included.
    pub(super) fn on_lines(self) -> Cells {
        ON_LINES[self.index()]
    }
}

/// One of the six sides of the hexagon, with the four cells that have an edge on it (Archimedes 1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Bottom,
    LowerLeft,
    UpperLeft,
    Top,
    UpperRight,
    LowerRight,
}

use Side::{Bottom, LowerLeft, LowerRight, Top, UpperLeft, UpperRight};

impl Side {
    /// Where the seat starts (Archimedes 2.1).
    pub(super) const fn start(seat: Seat, seats: usize) -> Side {
        if seats == 2 { [Bottom, Top][seat.index()] } else { [Bottom, UpperLeft, UpperRight][seat.index()] }
    }

    pub(super) const fn opposite(self) -> Side {
        match self {
            Bottom => Top,
            LowerLeft => UpperRight,
            UpperLeft => LowerRight,
            Top => Bottom,
            UpperRight => LowerLeft,
            LowerRight => UpperLeft,
        }
    }

    pub(super) const fn cells(self) -> Cells {
        SIDES[self as usize]
    }

    /// Steps on the empty board from a cell to the nearest of the four (Archimedes 4.2).
    pub(super) fn steps(self, cell: Cell) -> u8 {
        STEPS[self as usize][cell.index()]
    }
}

static SIDES: [Cells; 6] = {
    let mut sides = [Cells::EMPTY; 6];
    let mut i = 0;
    while i < 4 {
        let across = FIRST[0] + 1 + 2 * i;
        sides[Bottom as usize].0 |= 1 << across;
        sides[Top as usize].0 |= 1 << ((ROWS - 1) * WIDTH + across);
        sides[LowerLeft as usize].0 |= 1 << (i * WIDTH + FIRST[i]);
        sides[LowerRight as usize].0 |= 1 << (i * WIDTH + WIDTH - 2 - FIRST[i]);
        sides[UpperLeft as usize].0 |= 1 << ((i + 4) * WIDTH + FIRST[i + 4]);
        sides[UpperRight as usize].0 |= 1 << ((i + 4) * WIDTH + WIDTH - 2 - FIRST[i + 4]);
        i += 1;
    }
    sides
};

static STEPS: [[u8; ROWS * WIDTH]; 6] = {
    let mut table = [[u8::MAX; ROWS * WIDTH]; 6];
    let mut side = 0;
    while side < 6 {
        let mut pair = 0;
        while pair < (ROWS * WIDTH) * (ROWS * WIDTH) {
            let (from, to) = (Cell((pair / (ROWS * WIDTH)) as u8), Cell((pair % (ROWS * WIDTH)) as u8));
            if Cells::BOARD.has(from) && SIDES[side].has(to) && from.steps_to(to) < table[side][from.index()]
            {
                table[side][from.index()] = from.steps_to(to);
            }
            pair += 1;
        }
        side += 1;
    }
    table
};
