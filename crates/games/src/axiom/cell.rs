use std::{fmt, str::FromStr};

use engine::Refusal;

use super::reasons;

/// One of the six ways a face can look (1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    XPlus,
    XMinus,
    YPlus,
    YMinus,
    ZPlus,
    ZMinus,
}

use Direction::{XMinus, XPlus, YMinus, YPlus, ZMinus, ZPlus};

impl Direction {
    /// In the order of 1.3.
    pub const ALL: [Direction; 6] = [XPlus, XMinus, YPlus, YMinus, ZPlus, ZMinus];
    /// Those along the table.
    pub const LEVEL: [Direction; 4] = [XPlus, XMinus, YPlus, YMinus];

    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    #[inline]
    pub const fn bit(self) -> u8 {
        1 << self as u8
    }

    #[inline]
    pub const fn opposite(self) -> Self {
        Self::ALL[self as usize ^ 1]
    }

    pub const fn as_str(self) -> &'static str {
        ["x+", "x-", "y+", "y-", "z+", "z-"][self as usize]
    }

    /// The direction that a text begins with, and the rest of it.
    pub(super) fn strip(text: &str) -> Option<(Self, &str)> {
        Self::ALL.into_iter().find_map(|d| text.strip_prefix(d.as_str()).map(|rest| (d, rest)))
    }

    /// The four directions in the plane of a face that looks this way: two of one axis, then two of the other.
    #[inline]
    pub(super) const fn sides(self) -> [Direction; 4] {
        match self {
            XPlus | XMinus => [YPlus, YMinus, ZPlus, ZMinus],
            YPlus | YMinus => [XPlus, XMinus, ZPlus, ZMinus],
            ZPlus | ZMinus => [XPlus, XMinus, YPlus, YMinus],
        }
    }
}

/// A cell of the grid (1.1), in one word: `z` above `y` above `x`, so that a step is an addition.
///
/// `x` and `y` hold more than a game can drift: a cube comes to stand at most one cell outside the formation,
/// a start has four digits, a position text eight, and at most a million actions lie between two of at most
/// twelve takings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u64);

const BITS: u32 = 28;
const MASK: u64 = (1 << BITS) - 1;
const BIAS: i32 = 1 << (BITS - 1);

impl Cell {
    /// Where the cubes are that have been taken. After all cells in order.
    pub(super) const NOWHERE: Cell = Cell((1 << 61) - 1);
    /// No cell of a game is further out, and none is read from text.
    pub(super) const FARTHEST: i32 = 130_000_000;
    /// No tower is higher than all cubes.
    pub(super) const HIGHEST: i32 = 12;

    pub const fn new(x: i32, y: i32, z: i32) -> Self {
        debug_assert!(x.abs() < BIAS && y.abs() < BIAS && z >= 0 && z < 31);
        Cell((x + BIAS) as u64 | ((y + BIAS) as u64) << BITS | (z as u64) << (2 * BITS))
    }

    #[inline]
    pub const fn x(self) -> i32 {
        (self.0 & MASK) as i32 - BIAS
    }

    #[inline]
    pub const fn y(self) -> i32 {
        (self.0 >> BITS & MASK) as i32 - BIAS
    }

    #[inline]
    pub const fn z(self) -> i32 {
        (self.0 >> (2 * BITS) & 31) as i32
    }

    #[inline]
    pub const fn step(self, d: Direction) -> Self {
        const OFFSETS: [u64; 6] = {
            let (x, y, z) = (1u64, 1u64 << BITS, 1u64 << (2 * BITS));
            [x, x.wrapping_neg(), y, y.wrapping_neg(), z, z.wrapping_neg()]
        };
        Cell(self.0.wrapping_add(OFFSETS[d as usize]))
    }

    /// All bits, different for different cells.
    #[inline]
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// A number below 256, for finding cells: `x + 8 y + 64 z` but for the odd carry, so that the cells of a
    /// compact formation hardly ever share one.
    #[inline]
    pub(super) const fn slot(self) -> usize {
        const SPREAD: u64 = 1 << 56 | 1 << (59 - BITS) | 1 << (62 - 2 * BITS);
        (self.0.wrapping_mul(SPREAD) >> 56) as usize
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.x(), self.y(), self.z())
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Cell {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let malformed = || reasons::CELL.with([("text", text.to_owned())]);
        let mut parts = text.split(',').map(number);
        let (Some(Some(x)), Some(Some(y)), Some(Some(z)), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(malformed());
        };
        if !(1..=Self::HIGHEST).contains(&z) {
            return Err(reasons::HEIGHT.with([("z", z.to_string())]));
        }
        if x.abs().max(y.abs()) > Self::FARTHEST {
            return Err(malformed());
        }
        Ok(Cell::new(x, y, z))
    }
}

/// A whole number without leading zero, `-` allowed, of at most nine digits.
pub(super) fn number(text: &str) -> Option<i32> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = !digits.is_empty()
        && digits.len() <= 9
        && digits.bytes().all(|b| b.is_ascii_digit())
        && (!digits.starts_with('0') || text == "0");
    plain.then(|| text.parse().ok()).flatten()
}

/// A face of the cube in a cell: where a sceptre stands or goes (1.3, 2.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face(u64);

impl Face {
    #[inline]
    pub const fn new(cell: Cell, looks: Direction) -> Self {
        Face(cell.0 | (looks as u64) << 61)
    }

    #[inline]
    pub const fn cell(self) -> Cell {
        Cell(self.0 & (u64::MAX >> 3))
    }

    #[inline]
    pub const fn looks(self) -> Direction {
        Direction::ALL[(self.0 >> 61) as usize]
    }

    /// The cell it looks into.
    #[inline]
    pub const fn front(self) -> Cell {
        self.cell().step(self.looks())
    }

    /// The cell beyond the front cell.
    #[inline]
    pub const fn second(self) -> Cell {
        self.front().step(self.looks())
    }

    #[inline]
    pub(super) const fn bits(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.cell(), self.looks().as_str())
    }
}

impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Face {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let malformed = || reasons::FACE.with([("text", text.to_owned())]);
        let (cell, looks) = text.split_once(':').ok_or_else(malformed)?;
        match Direction::strip(looks) {
            Some((looks, "")) => Ok(Face::new(cell.parse()?, looks)),
            _ => Err(malformed()),
        }
    }
}
