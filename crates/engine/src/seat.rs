use std::{
    fmt,
    ops::{Index, IndexMut},
};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// One side of a game, in turn order. Text and JSON count seats from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    pub const MAX: usize = 4;

    /// The seat with this index, counted from 0.
    ///
    /// # Panics
    /// If the index is not below [`Seat::MAX`].
    pub const fn new(index: usize) -> Self {
        assert!(index < Self::MAX);
        Seat(index as u8)
    }

    /// The seat with this number, counted from 1 as in all text.
    pub fn from_number(number: usize) -> Option<Self> {
        (1..=Self::MAX).contains(&number).then(|| Seat::new(number - 1))
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// The first `count` seats in turn order.
    pub fn all(count: usize) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator + Clone {
        (0..count).map(Seat::new)
    }

    /// The seat that follows in turn order among `count`.
    pub const fn next(self, count: usize) -> Self {
        Seat::new((self.index() + 1) % count)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.number())
    }
}

impl Serialize for Seat {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(self.0 + 1)
    }
}

impl<'de> Deserialize<'de> for Seat {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = usize::deserialize(deserializer)?;
        Seat::from_number(number).ok_or_else(|| D::Error::custom(format!("there is no seat {number}")))
    }
}

/// One `T` for each seat a game can have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BySeat<T>([T; Seat::MAX]);

impl<T> BySeat<T> {
    pub const fn new(values: [T; Seat::MAX]) -> Self {
        BySeat(values)
    }

    pub fn from_fn(mut f: impl FnMut(Seat) -> T) -> Self {
        BySeat(std::array::from_fn(|index| f(Seat::new(index))))
    }

    /// The values of the first `count` seats.
    pub fn first(&self, count: usize) -> &[T] {
        &self.0[..count]
    }

    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

/// A set of seats.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u8);

impl SeatSet {
    pub const EMPTY: SeatSet = SeatSet(0);

    pub const fn of(seat: Seat) -> Self {
        SeatSet(1 << seat.0)
    }

    /// The first `count` seats.
    pub const fn first(count: usize) -> Self {
        SeatSet(((1u16 << count) - 1) as u8)
    }

    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & 1 << seat.0 != 0
    }

    pub const fn with(self, seat: Seat) -> Self {
        SeatSet(self.0 | 1 << seat.0)
    }

    pub const fn without(self, seat: Seat) -> Self {
        SeatSet(self.0 & !(1 << seat.0))
    }

    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The only seat of a set of one.
    pub fn single(self) -> Option<Seat> {
        (self.len() == 1).then(|| Seat::new(self.0.trailing_zeros() as usize))
    }

    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(Seat::MAX).filter(move |&seat| self.contains(seat))
    }

    pub const fn bits(self) -> u8 {
        self.0
    }

    pub const fn from_bits(bits: u8) -> Self {
        SeatSet(bits & 0b1111)
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
