//! The hexagon of triangles: cells, lines, sides (Archimedes 1).

use std::{
    array, fmt,
    ops::{BitAnd, BitOr, BitOrAssign, Not},
    str::FromStr,
    sync::LazyLock,
};

use engine::Seat;

/// Places of a row, the board's own and those beside it.
const WIDTH: usize = 16;
const ROWS: usize = 8;
/// The column of each row's first cell; a cell and the one above or below it share a column.
const FIRST: [usize; ROWS] = [3, 2, 1, 0, 0, 1, 2, 3];

/// The names of the cells: a view has hundreds of them.
static NAMES: LazyLock<[String; Cell::PLACES]> = LazyLock::new(|| {
    array::from_fn(|index| {
        let cell = Cell(index as u8);
        let name = || format!("{}{}", (b'a' + cell.row() as u8) as char, cell.number());
        if cell.is_on_board() { name() } else { String::new() }
    })
});

/// The lines of every cell: a view has those of every cube.
static LINES: LazyLock<[[Cells; 3]; Cell::PLACES]> = LazyLock::new(|| {
    array::from_fn(|index| {
        let cell = Cell(index as u8);
        if !cell.is_on_board() {
            return [Cells::EMPTY; 3];
        }
        strips(cell.row(), cell.column()).map(|strip| {
            Cells::BOARD.iter().filter(|other| strips(other.row(), other.column()).contains(&strip)).collect()
        })
    })
});

/// A cell of the board (Archimedes 1.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// More than any [index](Cell::index).
    pub(super) const PLACES: usize = ROWS * WIDTH;

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

    const fn is_on_board(self) -> bool {
        let first = FIRST[self.row()];
        first <= self.column() && self.column() < WIDTH - 1 - first
    }

    /// Its number in the row, from 1.
    pub(super) const fn number(self) -> usize {
        self.column() - FIRST[self.row()] + 1
    }

    pub(super) fn name(self) -> &'static str {
        &NAMES[self.index()]
    }

    /// Whether it has an edge upward (Archimedes 1.2).
    pub(super) const fn opens_up(self) -> bool {
        (self.row() + self.column()) % 2 == 1
    }

    /// Its bit in the word of [`Cells`] for cells like it: the strips that fall are eight, like the rows.
    const fn bit(self) -> u64 {
        1 << (8 * self.row() + (self.column() + self.row() - 1) / 2 - 1)
    }

    /// The cell with an edge upward, or downward, that has the lowest bit of a word which is not 0.
    #[inline]
    const fn lowest(word: u64, opens_up: bool) -> Cell {
        let bit = word.trailing_zeros() as u8;
        // Sixteen for the row and two for the strip, less one for each row.
        Cell(2 * bit + 4 - bit / 8 - opens_up as u8)
    }

    /// Counted from 0, row by row.
    pub(super) const fn place(self) -> usize {
        let (mut place, mut row) = (self.column() - FIRST[self.row()], 0);
        while row < self.row() {
            place += WIDTH - 1 - 2 * FIRST[row];
            row += 1;
        }
        place
    }

    pub(super) fn mirror(self) -> Cell {
        Cell::at(self.row(), WIDTH - 2 - self.column())
    }

    /// The cell as far from the top as this one is from the bottom.
    pub(super) const fn upside_down(self) -> Cell {
        Cell::at(ROWS - 1 - self.row(), self.column())
    }

    /// All cells of its three lines: the row, the strip that rises to the right, the strip that falls.
    pub(super) fn lines(self) -> [Cells; 3] {
        LINES[self.index()]
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
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
        if column < WIDTH && cell.is_on_board() { Ok(cell) } else { Err(NoCell) }
    }
}

/// A set of cells: one word for those with an edge upward, one for the others.
///
/// Eight rows of eight bits each, by the number of the strip that falls through the cell. A step leads from one word
/// to the other, and to the same bit, the next one, or that of another row: see `Cells::neighbours`. Nothing wraps
/// round, for the cells at one end of a row have no like at the other end of the next.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Cells {
    pub(super) up: u64,
    pub(super) down: u64,
}

impl Cells {
    pub(super) const EMPTY: Cells = Cells { up: 0, down: 0 };
    pub(super) const BOARD: Cells = {
        let mut cells = Cells::EMPTY;
        let mut row = 0;
        while row < ROWS {
            let mut column = FIRST[row];
            while column < WIDTH - 1 - FIRST[row] {
                cells = cells.and(Cell::at(row, column));
                column += 1;
            }
            row += 1;
        }
        cells
    };

    pub(super) const fn of(cell: Cell) -> Cells {
        let bit = cell.bit();
        if cell.opens_up() { Cells { up: bit, down: 0 } } else { Cells { up: 0, down: bit } }
    }

    const fn and(self, cell: Cell) -> Cells {
        let one = Cells::of(cell);
        Cells { up: self.up | one.up, down: self.down | one.down }
    }

    pub(super) const fn has(self, cell: Cell) -> bool {
        (if cell.opens_up() { self.up } else { self.down }) & cell.bit() != 0
    }

    pub(super) const fn is_empty(self) -> bool {
        self.up | self.down == 0
    }

    pub(super) const fn len(self) -> usize {
        (self.up.count_ones() + self.down.count_ones()) as usize
    }

    pub(super) const fn without(self, other: Cells) -> Cells {
        Cells { up: self.up & !other.up, down: self.down & !other.down }
    }

    /// From `a1` to `h9`, row by row.
    #[inline]
    pub(super) fn iter(self) -> impl Iterator<Item = Cell> {
        let mut left = self;
        std::iter::from_fn(move || {
            let opens_up = match (left.up, left.down) {
                (0, 0) => return None,
                (_, 0) => true,
                (0, _) => false,
                (up, down) => Cell::lowest(up, true) < Cell::lowest(down, false),
            };
            let word = if opens_up { &mut left.up } else { &mut left.down };
            let cell = Cell::lowest(*word, opens_up);
            *word &= *word - 1;
            Some(cell)
        })
    }

    /// The same order; quicker if all cells are of one kind.
    #[inline]
    pub(super) fn for_each(self, mut visit: impl FnMut(Cell)) {
        let mut of_one_kind = |mut word: u64, opens_up: bool| {
            while word != 0 {
                visit(Cell::lowest(word, opens_up));
                word &= word - 1;
            }
        };
        match (self.up, self.down) {
            (up, 0) => of_one_kind(up, true),
            (0, down) => of_one_kind(down, false),
            _ => self.iter().for_each(visit),
        }
    }

    /// The cell with this number, counted from 0 as [`Cells::iter`] has them, if all cells are of one kind; otherwise
    /// those with an edge upward come first.
    pub(super) fn nth(self, number: usize) -> Cell {
        let above = self.up.count_ones() as usize;
        let (mut word, skip) = if number < above { (self.up, number) } else { (self.down, number - above) };
        for _ in 0..skip {
            word &= word - 1;
        }
        Cell::lowest(word, number < above)
    }

    /// The cells that share an edge with one of these (Archimedes 1.3).
    #[inline]
    pub(super) const fn neighbours(self) -> Cells {
        Cells { up: self.beside().up.any(), down: self.beside().down.any() }
    }

    /// The cells beside these, by the step that leads there.
    #[inline]
    const fn beside(self) -> Beside {
        let (up, down, board) = (self.up, self.down, Cells::BOARD);
        Beside {
            up: Steps { left: down & board.up, right: down << 1 & board.up, across: down >> 8 & board.up },
            down: Steps { left: up >> 1 & board.down, right: up & board.down, across: up << 8 & board.down },
        }
    }

    /// The cells within a step of one of these, none of which touch, and those within a step of two or more.
    #[inline]
    pub(super) const fn near(self) -> (Cells, Cells) {
        let Beside { up, down } = self.beside();
        (
            Cells { up: self.up | up.any(), down: self.down | down.any() },
            Cells { up: up.several(), down: down.several() },
        )
    }

    /// The left-right mirror image.
    pub(super) fn mirror(self) -> Cells {
        self.iter().map(Cell::mirror).collect()
    }
}

/// Where steps lead: to cells with an edge upward, and to the others.
struct Beside {
    up: Steps,
    down: Steps,
}

/// Cells of one kind by the step to them.
struct Steps {
    left: u64,
    right: u64,
    across: u64,
}

impl Steps {
    const fn any(&self) -> u64 {
        self.left | self.right | self.across
    }

    const fn several(&self) -> u64 {
        self.left & self.right | self.across & (self.left | self.right)
    }
}

impl BitOr for Cells {
    type Output = Cells;
    #[inline]
    fn bitor(self, other: Cells) -> Cells {
        Cells { up: self.up | other.up, down: self.down | other.down }
    }
}

impl BitOrAssign for Cells {
    #[inline]
    fn bitor_assign(&mut self, other: Cells) {
        *self = *self | other;
    }
}

impl BitAnd for Cells {
    type Output = Cells;
    #[inline]
    fn bitand(self, other: Cells) -> Cells {
        Cells { up: self.up & other.up, down: self.down & other.down }
    }
}

impl Not for Cells {
    type Output = Cells;
    #[inline]
    fn not(self) -> Cells {
        Cells::BOARD.without(self)
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

/// The numbers of the three strips through a place, one per direction and none in two directions (Archimedes 1.4).
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
            if here.is_on_board() && there.is_on_board() {
                let (a, b) = (strips(here.row(), here.column()), strips(there.row(), there.column()));
                if a[0] == b[0] || a[1] == b[1] || a[2] == b[2] {
                    table[from] = table[from].and(there);
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
    #[inline]
    pub(super) fn on_lines(self) -> Cells {
        ON_LINES[self.index() % ON_LINES.len()]
    }

    /// The cells that share an edge with it (Archimedes 1.3).
    #[inline]
    pub(super) fn neighbours(self) -> Cells {
        NEIGHBOURS[self.index() % NEIGHBOURS.len()]
    }
}

static NEIGHBOURS: [Cells; ROWS * WIDTH] = {
    let mut table = [Cells::EMPTY; ROWS * WIDTH];
    let mut index = 0;
    while index < table.len() {
        let cell = Cell(index as u8);
        if cell.is_on_board() {
            table[index] = Cells::of(cell).neighbours();
        }
        index += 1;
    }
    table
};

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
    pub(super) const ALL: [Side; 6] = [Bottom, LowerLeft, UpperLeft, Top, UpperRight, LowerRight];

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
        let cells = [
            (Bottom, Cell::at(0, across)),
            (LowerLeft, Cell::at(i, FIRST[i])),
            (UpperLeft, Cell::at(i + 4, FIRST[i + 4])),
            (Top, Cell::at(ROWS - 1, across)),
            (UpperRight, Cell::at(i + 4, WIDTH - 2 - FIRST[i + 4])),
            (LowerRight, Cell::at(i, WIDTH - 2 - FIRST[i])),
        ];
        let mut number = 0;
        while number < cells.len() {
            let (side, cell) = cells[number];
            sides[side as usize] = sides[side as usize].and(cell);
            number += 1;
        }
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
            let counts = from.is_on_board() && to.is_on_board() && SIDES[side].has(to);
            if counts && from.steps_to(to) < table[side][from.index()] {
                table[side][from.index()] = from.steps_to(to);
            }
            pair += 1;
        }
        side += 1;
    }
    table
};
