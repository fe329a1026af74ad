//! Actions as numbers and positions as arrays of fixed shape, for programs that learn.

use crate::{Game, Seat};

/// A game whose actions have numbers and whose positions can be written as arrays. A game that has none of this, as a new
/// one may, leaves everything as it is here: no program learns it then.
///
/// The ranges and shapes are those of docs/python.md; they are the same for all options.
pub trait Numbered: Game {
    const SPACE: Space = Space::NONE;

    /// The number of a move, below [`Space::actions`]. No two legal moves of a position share one.
    fn number(&self, m: Self::Move) -> usize {
        let _ = m;
        0
    }

    /// The move that a number stands for in this position, legal or not; `None` if it stands for none.
    /// Two numbers never stand for the same move.
    fn numbered(&self, number: usize) -> Option<Self::Move> {
        let _ = number;
        None
    }

    /// Appends the numbers of the legal moves, in the order of [`Game::legal_moves`].
    fn legal_numbers(&self, numbers: &mut Vec<u32>) {
        let mut moves = Vec::with_capacity(256);
        self.legal_moves(&mut moves);
        numbers.extend(moves.into_iter().map(|m| self.number(m) as u32));
    }

    /// Writes what the seat may know into `out`, which has the size of [`Space::shape`] and is all zeros.
    /// Seats are told in turn order from this one on.
    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let _ = (seat, out);
    }
}

/// How many numbers of actions there are, and the shape of an observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    pub actions: usize,
    pub shape: &'static [usize],
}

impl Space {
    /// That of a game without numbers.
    pub const NONE: Space = Space { actions: 0, shape: &[0] };

    /// How many numbers an observation has.
    pub const fn size(&self) -> usize {
        let mut size = 1;
        let mut axis = 0;
        while axis < self.shape.len() {
            size *= self.shape[axis];
            axis += 1;
        }
        size
    }
}

/// Writes an observation plane by plane.
#[derive(Debug)]
pub struct Planes<'a> {
    left: &'a mut [f32],
    size: usize,
}

impl<'a> Planes<'a> {
    /// Planes of `size` numbers each.
    pub fn new(out: &'a mut [f32], size: usize) -> Self {
        Planes { left: out, size }
    }

    /// The next plane, all zeros.
    pub fn plane(&mut self) -> &mut [f32] {
        let (plane, left) = std::mem::take(&mut self.left).split_at_mut(self.size);
        self.left = left;
        plane
    }

    /// A plane with 1 at these places.
    pub fn set(&mut self, places: impl IntoIterator<Item = usize>) {
        let plane = self.plane();
        places.into_iter().for_each(|place| plane[place] = 1.0);
    }

    /// A plane of one number.
    pub fn fill(&mut self, value: f32) {
        self.plane().fill(value);
    }

    pub fn flag(&mut self, flag: bool) {
        self.fill(f32::from(u8::from(flag)));
    }

    /// `count` planes, of which the one with this number is all 1.
    pub fn one_hot(&mut self, number: Option<usize>, count: usize) {
        (0..count).for_each(|place| self.flag(number == Some(place)));
    }

    /// # Panics
    /// If planes are left.
    pub fn finish(self) {
        assert!(self.left.is_empty(), "{} numbers of an observation are not written", self.left.len());
    }
}

/// The seats in turn order from this one on.
pub fn from_seat(seat: Seat, seats: usize) -> impl Iterator<Item = Seat> + Clone {
    (0..seats).map(move |step| Seat::new((seat.index() + step) % seats))
}
