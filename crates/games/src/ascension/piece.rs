use std::num::NonZeroU8;

use engine::{Seat, SeatSet};

use super::cell::Cell;

/// What the drawn face of a cube bears (Ascension 1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Face {
    Triangle,
    Circle,
    Square,
    Star,
    Ladder,
    Mattress,
    Spring,
    CableCar,
    Bivouac,
    Chasm,
    Plain,
}

impl Face {
    pub const ALL: [Face; 11] = [
        Face::Triangle,
        Face::Circle,
        Face::Square,
        Face::Star,
        Face::Ladder,
        Face::Mattress,
        Face::Spring,
        Face::CableCar,
        Face::Bivouac,
        Face::Chasm,
        Face::Plain,
    ];

    pub const fn code(self) -> char {
        b"TCSELMRKBG."[self as usize] as char
    }

    pub fn from_code(code: char) -> Option<Self> {
        Face::ALL.into_iter().find(|face| face.code() == code)
    }

    /// How many cubes bear it.
    pub const fn count(self) -> usize {
        if matches!(self, Face::Plain) { 36 } else { 4 }
    }

    pub const fn is_drawn(self) -> bool {
        !matches!(self, Face::Plain)
    }
}

/// What the top of a cell offers to the eye.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Sign {
    Triangle,
    Circle,
    Square,
    Star,
    Ladder,
    Mattress,
    Spring,
    CableCar,
    Bivouac,
    Chasm,
    /// A piece that shows nothing.
    Blank,
    Joker,
    /// No piece at all, at most the pillar.
    Bare,
}

impl Sign {
    pub(super) const COUNT: usize = 13;

    /// The figure with this number: triangle, circle, square, star.
    pub(super) const fn figure(number: usize) -> Self {
        [Sign::Triangle, Sign::Circle, Sign::Square, Sign::Star][number]
    }

    /// As in [`Face::code`]; the joker is `J`, and `.` is whatever shows nothing.
    pub(super) const fn code(self) -> char {
        b"TCSELMRKBG.J."[self as usize] as char
    }

    pub(super) const fn is_figure(self) -> bool {
        (self as u8) < 4
    }

    /// The corner that bears this figure, whether a seat plays from it or not (Ascension 1.4); `None` if it is none.
    pub(super) fn corner(self) -> Option<Cell> {
        Cell::CORNERS.get(self as usize).copied()
    }

    /// The figure that a corner bears; `None` for all other cells.
    pub(super) fn of_corner(cell: Cell) -> Option<Self> {
        Cell::CORNERS.iter().position(|&corner| corner == cell).map(Sign::figure)
    }
}

impl From<Face> for Sign {
    fn from(face: Face) -> Self {
        match face {
            Face::Triangle => Sign::Triangle,
            Face::Circle => Sign::Circle,
            Face::Square => Sign::Square,
            Face::Star => Sign::Star,
            Face::Ladder => Sign::Ladder,
            Face::Mattress => Sign::Mattress,
            Face::Spring => Sign::Spring,
            Face::CableCar => Sign::CableCar,
            Face::Bivouac => Sign::Bivouac,
            Face::Chasm => Sign::Chasm,
            Face::Plain => Sign::Blank,
        }
    }
}

/// One of the pieces, by the index that stays with it for the whole game: 76 cubes in the order of the deal,
/// then for each seat two plain and two figured half-cubes, then the joker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(NonZeroU8);

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Cube,
    /// A plain half-cube out of a seat's reserve.
    Plain(Seat),
    /// A half-cube with a seat's figure.
    Figured(Seat),
    Joker,
}

impl Piece {
    pub const CUBES: usize = 76;
    pub const COUNT: usize = Self::CUBES + 4 * Seat::MAX + 1;
    pub const JOKER: Piece = Piece::new(Self::COUNT - 1);

    /// # Panics
    /// If there is no such piece.
    pub const fn new(index: usize) -> Self {
        assert!(index < Self::COUNT);
        Piece(NonZeroU8::new(index as u8 + 1).expect("numbers count from 1"))
    }

    /// The plain half-cube that a seat lays while `left` of its two are in reserve.
    pub const fn plain(seat: Seat, left: u8) -> Self {
        Piece::new(Self::CUBES + 4 * seat.index() + 2 - left as usize)
    }

    /// The figured half-cube that a seat lays while `left` of its two are in reserve.
    pub const fn figured(seat: Seat, left: u8) -> Self {
        Piece::new(Self::CUBES + 4 * seat.index() + 4 - left as usize)
    }

    pub const fn index(self) -> usize {
        self.number() - 1
    }

    /// As text and views count pieces: from 1.
    pub const fn number(self) -> usize {
        self.0.get() as usize
    }

    pub const fn is_cube(self) -> bool {
        self.index() < Self::CUBES
    }

    pub(super) const fn kind(self) -> Kind {
        if self.is_cube() {
            return Kind::Cube;
        }
        if self.index() == Self::COUNT - 1 {
            return Kind::Joker;
        }
        let half = self.index() - Self::CUBES;
        let seat = Seat::new(half / 4);
        if half % 4 < 2 { Kind::Plain(seat) } else { Kind::Figured(seat) }
    }

    /// In half cubes.
    pub const fn height(self) -> u8 {
        if self.is_cube() { 2 } else { 1 }
    }
}

/// Who knows the face of a cube (Ascension 7): the seats that picked it face down, or everyone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Known(u8);

impl Known {
    pub(super) const NOBODY: Known = Known(0);
    pub(super) const EVERYONE: Known = Known(1 << 4 | 0b1111);

    pub(super) const fn is_public(self) -> bool {
        self.0 == Self::EVERYONE.0
    }

    pub(super) const fn to(self, seat: Seat) -> bool {
        self.seats().contains(seat)
    }

    pub(super) const fn with(self, seat: Seat) -> Self {
        Known(self.0 | 1 << seat.index())
    }

    pub(super) const fn seats(self) -> SeatSet {
        SeatSet::from_bits(self.0)
    }
}
