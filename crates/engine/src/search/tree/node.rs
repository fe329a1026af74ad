use std::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering::Relaxed};

use super::branches::{Branch, Branches};
use crate::{BySeat, Seat};

/// Shares are added up in this many parts.
const UNIT: f64 = (1u64 << 32) as f64;

/// A position as far as the moves to it say what it is.
pub(super) struct Node<M> {
    visits: AtomicU32,
    /// Sums of shares by seat, in units.
    shares: [AtomicU64; Seat::MAX],
    /// The seat that wins by force, counted from 1; 0 if that is not known.
    proven: AtomicU8,
    pub(super) branches: Branches<M>,
}

impl<M> Default for Node<M> {
    fn default() -> Self {
        Node {
            visits: AtomicU32::new(0),
            shares: Default::default(),
            proven: AtomicU8::new(0),
            branches: Branches::default(),
        }
    }
}

impl<M> Node<M> {
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    /// Counts this many walks; returns how many there were before.
    pub(super) fn visit(&self, walks: u32) -> u32 {
        self.visits.fetch_add(walks, Relaxed)
    }

    /// Adds what walks were worth to each of the seats.
    pub(super) fn credit(&self, values: &BySeat<f64>, seats: usize) {
        for seat in Seat::all(seats) {
            self.shares[seat.index()].fetch_add((values[seat] * UNIT) as u64, Relaxed);
        }
    }

    pub(super) fn share(&self, seat: Seat) -> f64 {
        self.shares[seat.index()].load(Relaxed) as f64 / UNIT / f64::from(self.visits().max(1))
    }

    pub(super) fn proven(&self) -> Option<Seat> {
        Seat::from_number(self.proven.load(Relaxed).into())
    }

    pub(super) fn prove(&self, seat: Seat) {
        self.proven.store(seat.number() as u8, Relaxed);
    }

    /// What lies beyond a line of moves, if walks have gone there.
    pub(super) fn beyond(&self, line: &[M]) -> Option<&Node<M>>
    where
        M: PartialEq,
    {
        line.iter().try_fold(self, |node, m| {
            let branch = node.branches.iter().find(|branch| branch.m == *m)?;
            branch.node.get().map(|node| &**node)
        })
    }

    /// Whether no more than one move was met here.
    pub(super) fn only_move(&self) -> bool {
        self.branches.iter().take(2).count() == 1
    }
}

/// The most walked way from a branch on.
pub(super) fn line_of<M: Copy>(branch: &Branch<M>) -> Vec<M> {
    let mut line = vec![branch.m];
    let mut node = branch.node.get();
    while let Some(here) = node
        && line.len() < 30
    {
        let most = here.branches.iter().max_by_key(|branch| branch.visits());
        let most = most.filter(|branch| branch.visits() > 0);
        line.extend(most.map(|branch| branch.m));
        node = most.and_then(|branch| branch.node.get());
    }
    line
}
