use std::sync::OnceLock;

use super::node::Node;
use crate::Seat;

/// The moves met at a node. Worlds may differ in what they offer, so the list grows, but only at its end: whoever walks
/// past needs no lock.
pub(super) struct Branches<M>(OnceLock<Box<List<M>>>);

/// Those of one world, and what others added.
struct List<M> {
    branches: Box<[Branch<M>]>,
    more: Branches<M>,
}

pub(super) struct Branch<M> {
    pub(super) m: M,
    pub(super) prior: f32,
    /// What lies beyond, once a walk has gone there.
    pub(super) node: OnceLock<Box<Node<M>>>,
}

impl<M> Branch<M> {
    pub(super) fn new(m: M, prior: f32) -> Self {
        Branch { m, prior, node: OnceLock::new() }
    }

    pub(super) fn visits(&self) -> u32 {
        self.node.get().map_or(0, |node| node.visits())
    }

    pub(super) fn proven(&self) -> Option<Seat> {
        self.node.get().and_then(|node| node.proven())
    }

    pub(super) fn share(&self, seat: Seat) -> f64 {
        self.node.get().map_or(0.0, |node| node.share(seat))
    }
}

impl<M> Default for Branches<M> {
    fn default() -> Self {
        Branches(OnceLock::new())
    }
}

impl<M> Branches<M> {
    pub(super) fn is_empty(&self) -> bool {
        self.0.get().is_none()
    }

    /// As they were met, those of one world together.
    fn lists(&self) -> impl Iterator<Item = &[Branch<M>]> + Clone {
        std::iter::successors(self.0.get(), |list| list.more.0.get()).map(|list| &*list.branches)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Branch<M>> + Clone {
        self.lists().flatten()
    }
}

impl<M: PartialEq> Branches<M> {
    /// Adds those that are new; says how many.
    pub(super) fn add(&self, mut new: Vec<Branch<M>>) -> usize {
        let mut end = self;
        while let Some(list) = end.0.get() {
            new.retain(|branch| list.branches.iter().all(|other| other.m != branch.m));
            end = &list.more;
        }
        if new.is_empty() {
            return 0;
        }
        let count = new.len();
        let list = List { branches: new.into_boxed_slice(), more: Branches::default() };
        match end.0.set(Box::new(list)) {
            Ok(()) => count,
            // Another thread was first.
            Err(list) => end.add(list.branches.into_vec()),
        }
    }

    /// Whether a world offers just the moves met before: the usual case, told quickly.
    pub(super) fn are(&self, moves: &[M]) -> bool {
        let mut left = moves;
        for list in self.lists() {
            let Some((these, rest)) = left.split_at_checked(list.len()) else { return false };
            if !list.iter().zip(these).all(|(branch, m)| branch.m == *m) {
                return false;
            }
            left = rest;
        }
        left.is_empty()
    }

    /// Whether every move has its branch. The search goes on from where the last one ended, since both lists are mostly
    /// in the same order.
    pub(super) fn include(&self, moves: &[M]) -> bool {
        let mut ahead = self.iter();
        moves.iter().all(|m| {
            let mut next = ahead.clone();
            let found = next.any(|branch| branch.m == *m);
            if found {
                ahead = next;
            }
            found || self.iter().any(|branch| branch.m == *m)
        })
    }

    /// Takes out what lies beyond a line of moves, if walks have gone there.
    pub(super) fn take(&mut self, line: &[M]) -> Option<Box<Node<M>>> {
        let (m, rest) = line.split_first()?;
        let list = self.0.get_mut()?;
        let Some(branch) = list.branches.iter_mut().find(|branch| branch.m == *m) else {
            return list.more.take(line);
        };
        if rest.is_empty() { branch.node.take() } else { branch.node.get_mut()?.branches.take(rest) }
    }
}

/// Whether the move is listed; like [`Branches::include`], from where the last search ended.
pub(super) fn find_on<M: PartialEq>(moves: &[M], m: &M, cursor: &mut usize) -> bool {
    if moves.get(*cursor) == Some(m) {
        *cursor += 1;
        return true;
    }
    let found = moves.iter().position(|other| other == m);
    *cursor = found.map_or(*cursor, |at| at + 1);
    found.is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branches(moves: &[u8]) -> Vec<Branch<u8>> {
        moves.iter().map(|&m| Branch::new(m, 0.5)).collect()
    }

    #[test]
    fn worlds_add_what_they_offer_anew() {
        let met = Branches::default();
        assert!(met.is_empty() && met.are(&[]) && !met.include(&[1]));
        assert_eq!(met.add(branches(&[1, 2, 3])), 3);
        assert_eq!(met.add(branches(&[2, 4])), 1);
        assert_eq!(met.add(branches(&[4, 1])), 0);
        assert!(met.are(&[1, 2, 3, 4]) && !met.are(&[1, 2, 3]) && !met.are(&[1, 2, 3, 4, 5]));
        assert!(met.include(&[4, 2]) && !met.include(&[5]));
        assert_eq!(met.iter().map(|branch| branch.m).collect::<Vec<_>>(), [1, 2, 3, 4]);
    }

    #[test]
    fn threads_that_add_the_same_add_it_once() {
        let met = Branches::default();
        let added: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..4)
                .map(|n| {
                    scope.spawn({
                        let met = &met;
                        move || met.add(branches(&[n, 4, 5, 6]))
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().expect("no thread panics")).sum()
        });
        assert_eq!((added, met.iter().count()), (7, 7));
    }

    #[test]
    fn what_lies_beyond_a_line_is_taken_out() {
        let mut met = Branches::default();
        met.add(branches(&[1]));
        met.add(branches(&[2]));
        let second = met.iter().nth(1).expect("there are two").node.get_or_init(Box::default);
        second.branches.add(branches(&[7]));
        assert!(met.take(&[2, 7]).is_none(), "nobody has gone there");
        assert!(met.take(&[2]).is_some_and(|node| node.branches.are(&[7])));
        assert!(met.take(&[2]).is_none());
    }
}
