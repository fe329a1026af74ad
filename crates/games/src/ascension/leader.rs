use engine::Seat;

/// The seats that have reached the summit, earliest first (Ascension 5.1). The first of them is the leader:
/// a pawn that is blocked loses its place here, and so leadership passes as 5.4 says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Climbers([Option<Seat>; Seat::MAX]);

impl Climbers {
    pub(super) const fn leader(self) -> Option<Seat> {
        self.0[0]
    }

    pub(super) fn contains(self, seat: Seat) -> bool {
        self.0.contains(&Some(seat))
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Seat> {
        self.0.into_iter().flatten()
    }

    /// The seat reaches the summit; one that already had keeps its place.
    pub(super) fn add(&mut self, seat: Seat) {
        if !self.contains(seat)
            && let Some(free) = self.0.iter_mut().find(|place| place.is_none())
        {
            *free = Some(seat);
        }
    }

    pub(super) fn remove(&mut self, seat: Seat) {
        let mut others = self.iter().filter(|&other| other != seat);
        *self = Climbers(std::array::from_fn(|_| others.next()));
    }
}

/// What has become of the joker (Ascension 5.3, 5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joker {
    /// Not yet laid: the leader has it, or it lies aside while there is none.
    Kept,
    /// On the board; its layer is the leader, for it leaves with his summit.
    Laid,
    Gone,
}
