use std::{fmt, str::FromStr};

use engine::Refusal;

use super::{
    cell::{Cell, Direction},
    reasons,
};

/// The faces of a cube that carry a dome: one, or two adjacent ones (1.2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Domes(u8);

impl Domes {
    /// Of a cube that has been taken.
    pub(super) const NONE: Domes = Domes(0);

    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    #[inline]
    pub const fn on(self, d: Direction) -> bool {
        self.0 & d.bit() != 0
    }

    #[inline]
    pub const fn kind(self) -> Kind {
        if self.0.is_power_of_two() { Kind::Single } else { Kind::Double }
    }

    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL.into_iter().filter(move |&d| self.on(d))
    }

    /// One dome, or two adjacent ones.
    pub(super) fn from_bits(bits: u8) -> Option<Self> {
        let known = ORIENTATIONS.iter().flatten().any(|domes| domes.0 == bits);
        (known && bits != 0).then_some(Domes(bits))
    }

    /// Its number among the orientations of its kind.
    pub(super) fn number(self) -> usize {
        let all = &ORIENTATIONS[self.kind() as usize];
        all.iter().position(|&domes| domes == self).expect("domes are an orientation")
    }

    /// The same domes after every direction has become another.
    pub(super) fn map(self, f: impl Fn(Direction) -> Direction) -> Self {
        Domes(self.iter().fold(0, |bits, d| bits | f(d).bit()))
    }
}

impl fmt::Display for Domes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|d| f.write_str(d.as_str()))
    }
}

impl fmt::Debug for Domes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for Domes {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let refused = || reasons::DOMES.with([("text", text.to_owned())]);
        let (mut bits, mut rest) = (0u8, text);
        while !rest.is_empty() {
            let (d, after) = Direction::strip(rest).ok_or_else(refused)?;
            if bits >= d.bit() {
                return Err(refused());
            }
            bits |= d.bit();
            rest = after;
        }
        Domes::from_bits(bits).ok_or_else(refused)
    }
}

/// How many domes a cube has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    Single,
    Double,
}

impl Kind {
    /// How many cubes of each kind a seat begins with (1.2).
    pub const EACH: usize = 3;

    /// The orientation with this number.
    pub(super) fn orientation(self, number: usize) -> Option<Domes> {
        ORIENTATIONS[self as usize].get(number).copied().filter(|&domes| domes != Domes::NONE)
    }
}

/// The orientations of each kind. A single has six of them; its others are empty.
const ORIENTATIONS: [[Domes; 12]; 2] = {
    let mut all = [[Domes::NONE; 12]; 2];
    let (mut single, mut double, mut bits) = (0, 0, 1u8);
    while bits < 64 {
        let opposite = bits & bits >> 1 & 0b01_0101 != 0;
        if bits.count_ones() == 1 {
            all[0][single] = Domes(bits);
            single += 1;
        } else if bits.count_ones() == 2 && !opposite {
            all[1][double] = Domes(bits);
            double += 1;
        }
        bits += 1;
    }
    all
};

/// A set of orientations of one kind of cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Orientations {
    kind: Kind,
    set: u16,
}

/// By kind and by a set of directions: the orientations with a dome in any of them.
const WITH_DOME: [[u16; 64]; 2] = {
    let mut table = [[0; 64]; 2];
    let mut kind = 0;
    while kind < 2 {
        let mut directions = 0;
        while directions < 64 {
            let mut number = 0;
            while number < 12 {
                if ORIENTATIONS[kind][number].0 & directions as u8 != 0 {
                    table[kind][directions] |= 1 << number;
                }
                number += 1;
            }
            directions += 1;
        }
        kind += 1;
    }
    table
};

/// What a place asks of the cube that comes to stand there: a dome in at least one of some directions, and a
/// dome in none of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Fit {
    pub(super) some: u8,
    pub(super) none: u8,
}

impl Fit {
    /// Directions of which every cube has a dome in one.
    pub(super) const ANY: u8 = 63;
    pub(super) const NEVER: Fit = Fit { some: 0, none: 0 };

    #[inline]
    pub(super) const fn orientations(self, kind: Kind) -> Orientations {
        let table = &WITH_DOME[kind as usize];
        Orientations { kind, set: table[self.some as usize] & !table[self.none as usize] }
    }

    /// How many orientations fit. Looked up: it is asked for every cube and every place.
    #[inline]
    pub(super) const fn count(self, kind: Kind) -> usize {
        COUNTS[kind as usize][self.some as usize][self.none as usize] as usize
    }
}

/// By kind, [`Fit::some`] and [`Fit::none`].
static COUNTS: [[[u8; 64]; 64]; 2] = {
    let mut table = [[[0; 64]; 64]; 2];
    let mut index = 0;
    while index < 2 * 64 * 64 {
        let (kind, some, none) = (index >> 12, index >> 6 & 63, index & 63);
        table[kind][some][none] = (WITH_DOME[kind][some] & !WITH_DOME[kind][none]).count_ones() as u8;
        index += 1;
    }
    table
};

impl Orientations {
    #[inline]
    pub(super) const fn len(self) -> usize {
        self.set.count_ones() as usize
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.set == 0
    }
}

impl Iterator for Orientations {
    type Item = Domes;

    #[inline]
    fn next(&mut self) -> Option<Domes> {
        if self.set == 0 {
            return None;
        }
        let number = self.set.trailing_zeros() as usize;
        self.set &= self.set - 1;
        Some(ORIENTATIONS[self.kind as usize][number])
    }
}

/// A cube where it stands (1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cube {
    pub cell: Cell,
    pub domes: Domes,
}

impl Cube {
    /// A cube that has been taken.
    pub(super) const GONE: Cube = Cube { cell: Cell::NOWHERE, domes: Domes::NONE };

    #[inline]
    pub(super) fn is_gone(self) -> bool {
        self.domes == Domes::NONE
    }
}

impl fmt::Display for Cube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.cell, self.domes)
    }
}

impl FromStr for Cube {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let (cell, domes) =
            text.split_once(':').ok_or_else(|| reasons::CUBE.with([("text", text.to_owned())]))?;
        Ok(Cube { cell: cell.parse()?, domes: domes.parse()? })
    }
}
