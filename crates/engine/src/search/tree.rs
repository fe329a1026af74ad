//! Monte-Carlo tree search (PUCT) over worlds that the seat to act thinks possible, for any number of seats.
//!
//! One tree, grown by many walks. Each walk starts in a redealt world, so hidden faces cannot be seen; a move
//! that is not legal in that world is passed over. Values are kept for every seat, and each seat takes what
//! is best for itself. Threads share the tree: a walk under way is a virtual loss for the others. By the clock, the next
//! search goes on with what is left of the tree.

mod branches;
mod node;
mod saved_tree;
mod walker;

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use rand::{SeedableRng, rngs::StdRng};

use self::{
    branches::Branch,
    node::{Node, line_of},
    saved_tree::SavedTree,
    walker::Walker,
};
use super::{Level, Limits, Line, Method, Report, Score, Table, can_search, order::best_first};
use crate::{Judge, Record, Seat, Viewer};

/// With a clock, walks that are enough where there is only one move.
const FORCED: u64 = 64;
/// Threads that told each other of every walk would contend for the root.
const BATCH: u32 = 16;
/// Walks between two reports.
const REPORT_EVERY: u64 = 4_096;

pub(super) fn search<G: Judge>(
    record: &Record<G>,
    level: &Level,
    limits: &Limits,
    table: &Table,
    inform: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    let seat = record.turn().seat().expect("a search starts before the end");
    if level.method != Method::Rollouts
        && let Some(m) = winning(record.position(), seat, limits.seed)
    {
        let line = Line { score: Score::Mate(1), pv: vec![m] };
        return Report { depth: 1, seldepth: 1, lines: vec![line], nodes: 1, hashfull: 0 };
    }
    // A search by nodes gives the same answer every time, so it begins with nothing.
    let goes_on = limits.nodes.is_none();
    let kept = table.take::<SavedTree<G>>().filter(|_| goes_on);
    let (tree, branches) = kept.and_then(|kept| kept.follow(record, level)).unwrap_or_default();
    let threads = limits.workers();
    let search = Search {
        root: record.position(),
        seat,
        rollouts: can_search::<G>(Method::Rollouts) && level.method == Method::Rollouts,
        level,
        limits,
        tree,
        batch: if threads == 1 { 1 } else { BATCH },
        walks: AtomicU64::new(0),
        branches: AtomicU64::new(branches),
        deepest: AtomicU32::new(0),
    };
    std::thread::scope(|scope| {
        for number in 1..threads {
            let search = &search;
            scope.spawn(move || search.run(number as u64, &mut |_| ()));
        }
        search.run(0, inform);
    });
    let report = search.report();
    let tree = Box::new(SavedTree::new(record, level, search.tree, search.branches.into_inner()));
    if goes_on {
        table.keep(tree);
    } else {
        tree.drop_aside();
    }
    report
}

/// A move that wins at once, in a world the seat thinks possible.
fn winning<G: Judge>(position: &G, seat: Seat, seed: u64) -> Option<G::Move> {
    let mut world = position.clone();
    world.redeal(Viewer::Seat(seat), &mut StdRng::seed_from_u64(seed));
    let mut moves = Vec::new();
    world.legal_moves(&mut moves);
    moves.into_iter().find(|&m| {
        let mut next = world.clone();
        next.play_unchecked(m);
        next.turn().outcome().is_some_and(|outcome| outcome.winners().single() == Some(seat))
    })
}

struct Search<'a, G: Judge> {
    root: &'a G,
    seat: Seat,
    rollouts: bool,
    level: &'a Level,
    limits: &'a Limits,
    tree: Box<Node<G::Move>>,
    /// After how many walks a thread tells the others.
    batch: u32,
    walks: AtomicU64,
    branches: AtomicU64,
    deepest: AtomicU32,
}

impl<G: Judge> Search<'_, G> {
    /// Walks until it is enough.
    fn run(&self, number: u64, inform: &mut dyn FnMut(&Report<G::Move>)) {
        let mut walker = Walker::new(self, number);
        let mut reported = 0;
        while !self.is_enough() {
            walker.walk_some();
            let reports = self.walks.load(Relaxed) / REPORT_EVERY;
            if number == 0 && reports > reported {
                reported = reports;
                inform(&self.report());
            }
        }
    }

    fn is_enough(&self) -> bool {
        let walks = self.walks.load(Relaxed);
        let limits = self.limits;
        let deep_enough = |limit| self.deepest.load(Relaxed) >= limit && walks >= REPORT_EVERY;
        walks > 0
            && (limits.nodes.is_some_and(|limit| walks >= limit)
                || limits.time_is_up()
                || limits.depth.is_some_and(deep_enough)
                || walks >= FORCED && limits.time.is_some() && self.tree.only_move()
                || self.tree.proven().is_some())
    }

    fn report(&self) -> Report<G::Move> {
        let branches: Vec<&Branch<G::Move>> = self.tree.branches.iter().collect();
        let rank = |branch: &&Branch<G::Move>| match branch.proven() {
            Some(winner) if winner == self.seat => f64::INFINITY,
            Some(_) => f64::from(branch.visits()) - 1e12,
            None => f64::from(branch.visits()) + branch.share(self.seat),
        };
        let ranks: Vec<f64> = branches.iter().map(rank).collect();
        let lines = best_first(&ranks, f64::total_cmp)
            .into_iter()
            .take(self.limits.lines.max(1))
            .map(|place| {
                let branch = branches[place];
                let pv = line_of(branch);
                let score = match branch.proven() {
                    Some(winner) if winner == self.seat => Score::Mate(pv.len() as i32),
                    Some(_) => Score::Mate(-(pv.len() as i32)),
                    None => Score::Share(branch.share(self.seat)),
                };
                Line { score, pv }
            })
            .collect();
        let deepest = self.deepest.load(Relaxed);
        Report { depth: deepest, seldepth: deepest, lines, nodes: self.walks.load(Relaxed), hashfull: 0 }
    }
}
