use std::sync::{
    Arc, OnceLock, RwLock,
    atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering::Relaxed},
};

use crate::Seat;

/// Shares are added up in this many parts.
pub(super) const UNIT: f64 = (1u64 << 32) as f64;

/// A position as far as the moves to it say what it is.
pub(super) struct Node<M> {
    pub(super) visits: AtomicU32,
    /// Sums of shares by seat, in units.
    pub(super) shares: [AtomicU64; Seat::MAX],
    /// The seat that wins by force, counted from 1; 0 if that is not known.
    proven: AtomicU8,
    pub(super) moves: RwLock<Vec<Branch<M>>>,
}

pub(super) struct Branch<M> {
    pub(super) m: M,
    pub(super) prior: f32,
    /// What lies beyond, once a walk has gone there.
    pub(super) node: OnceLock<Arc<Node<M>>>,
}

impl<M> Branch<M> {
    pub(super) fn visits(&self) -> u32 {
        self.node.get().map_or(0, |node| node.visits.load(Relaxed))
    }

    pub(super) fn proven(&self) -> Option<Seat> {
        self.node.get().and_then(|node| node.proven())
    }

    pub(super) fn share(&self, seat: Seat) -> f64 {
        self.node.get().map_or(0.0, |node| node.share(seat))
    }
}

impl<M> Default for Node<M> {
    fn default() -> Self {
        Node {
            visits: AtomicU32::new(0),
            shares: Default::default(),
            proven: AtomicU8::new(0),
            moves: RwLock::new(Vec::new()),
        }
    }
}

impl<M> Node<M> {
    pub(super) fn visits(&self) -> f64 {
        self.visits.load(Relaxed).into()
    }

    pub(super) fn share(&self, seat: Seat) -> f64 {
        self.shares[seat.index()].load(Relaxed) as f64 / UNIT / self.visits().max(1.0)
    }

    pub(super) fn proven(&self) -> Option<Seat> {
        Seat::from_number(self.proven.load(Relaxed).into())
    }

    /// Whether no more than one move was met here.
    pub(super) fn only_move(&self) -> bool {
        self.moves.read().expect("no thread panics with the lock").len() == 1
    }

    /// What lies beyond a move, if a walk has gone there.
    pub(super) fn beyond(&self, m: &M) -> Option<Arc<Node<M>>>
    where
        M: PartialEq,
    {
        let branches = self.moves.read().expect("no thread panics with the lock");
        branches.iter().find(|branch| branch.m == *m)?.node.get().cloned()
    }

    pub(super) fn prove(&self, seat: Seat) {
        self.proven.store(seat.number() as u8, Relaxed);
    }
}

/// Whether a world offers just the moves met before: the usual case, told quickly.
pub(super) fn same_moves<M: PartialEq>(branches: &[Branch<M>], moves: &[M]) -> bool {
    branches.len() == moves.len() && branches.iter().zip(moves).all(|(branch, m)| branch.m == *m)
}

/// Whether every move has its branch.
pub(super) fn knows_all<M: PartialEq>(branches: &[Branch<M>], moves: &[M]) -> bool {
    let mut cursor = 0;
    same_moves(branches, moves)
        || moves.iter().all(|m| {
            let ahead = branches[cursor..].iter().position(|branch| branch.m == *m).map(|at| cursor + at);
            let found = ahead.or_else(|| branches[..cursor].iter().position(|branch| branch.m == *m));
            cursor = found.map_or(cursor, |at| at + 1);
            found.is_some()
        })
}

/// Whether the move is listed. The search goes on from where the last one ended, since both lists are mostly in the
/// same order.
pub(super) fn find_on<M: PartialEq>(moves: &[M], m: &M, cursor: &mut usize) -> bool {
    if moves.get(*cursor) == Some(m) {
        *cursor += 1;
        return true;
    }
    let found = moves.iter().position(|other| other == m);
    *cursor = found.map_or(*cursor, |at| at + 1);
    found.is_some()
}

/// The most walked way from a branch on.
pub(super) fn line_of<M: Copy>(branch: &Branch<M>) -> Vec<M> {
    let mut line = vec![branch.m];
    let mut node = branch.node.get().cloned();
    while let Some(here) = node
        && line.len() < 30
    {
        let branches = here.moves.read().expect("no thread panics with the lock");
        let most = branches.iter().max_by_key(|branch| branch.visits()).filter(|branch| branch.visits() > 0);
        line.extend(most.map(|branch| branch.m));
        node = most.and_then(|branch| branch.node.get().cloned());
    }
    line
}
