//! Tree search over worlds that the seat to act thinks possible, for any number of seats.
//!
//! One tree, grown by many walks. Each walk starts in a redealt world, so hidden faces cannot be seen; a move
//! that is not legal in that world is passed over. Values are kept for every seat, and each seat takes what
//! is best for itself. Threads share the tree: a walk under way counts as lost for the others. By the clock, the next
//! search goes on with what is left of the tree.

mod branches;
mod kept;
mod node;

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use rand::{Rng, SeedableRng, rngs::StdRng};

use self::{
    branches::{Branch, find_on},
    kept::Kept,
    node::{Node, line_of},
};
use super::{Level, Limits, Line, Method, Report, Score, Table};
use crate::{BySeat, Judge, Outcome, Record, Seat, Turn, Viewer};

/// How much walks prefer what they know little about.
const CURIOSITY: f64 = 1.4;
/// The same for playouts, as is customary.
const CURIOSITY_ROLLOUTS: f64 = 1.4;
/// What a move not tried yet is taken to be worth less than its siblings.
const MODESTY: f64 = 0.15;
/// Priors that differ by this much differ by a factor of e.
const PRIOR_SCALE: f64 = 1_500.0;
/// How much more a blur counts in hints than in judgement, which is made anew with every walk.
const HINT_BLUR: f64 = 8.0;
/// With a clock, walks that are enough where there is only one move.
const FORCED: u64 = 64;
/// Walks between two reports.
const REPORT_EVERY: u64 = 4_096;
/// The tree grows no further than this many branches: some 250 MB, which a server may need once a core.
const MOST_BRANCHES: u64 = 4_000_000;

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
    let kept = table.take::<Kept<G>>().filter(|_| goes_on);
    let (tree, branches) = kept.and_then(|kept| kept.follow(record, level)).unwrap_or_default();
    let search = Search {
        root: record.position(),
        seat,
        rollouts: level.method == Method::Rollouts,
        level,
        limits,
        tree,
        walks: AtomicU64::new(0),
        branches: AtomicU64::new(branches),
        deepest: AtomicU32::new(0),
    };
    let threads = if limits.nodes.is_some() { 1 } else { limits.threads.max(1) };
    std::thread::scope(|scope| {
        for number in 1..threads {
            let search = &search;
            scope.spawn(move || search.run(number as u64, &mut |_| ()));
        }
        search.run(0, inform);
    });
    let report = search.report();
    let tree = Box::new(Kept::new(record, level, search.tree, search.branches.into_inner()));
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
    walks: AtomicU64,
    branches: AtomicU64,
    deepest: AtomicU32,
}

impl<G: Judge> Search<'_, G> {
    fn run(&self, number: u64, inform: &mut dyn FnMut(&Report<G::Move>)) {
        let mut rng = StdRng::seed_from_u64(self.limits.seed.wrapping_add(number.wrapping_mul(0x9e37_79b9)));
        let mut scratch = Vec::new();
        loop {
            let mut world = self.root.clone();
            world.redeal(Viewer::Seat(self.seat), &mut rng);
            self.walk(world, &mut rng, &mut scratch);
            let walks = self.walks.fetch_add(1, Relaxed) + 1;
            let enough = self.limits.nodes.is_some_and(|limit| walks >= limit)
                || self.limits.time_is_up()
                || walks.is_multiple_of(FORCED) && self.limits.time.is_some() && self.tree.only_move()
                || self.tree.proven().is_some();
            if enough {
                return;
            }
            if number == 0 && walks.is_multiple_of(REPORT_EVERY) {
                inform(&self.report());
                if self.limits.depth.is_some_and(|limit| self.deepest.load(Relaxed) >= limit) {
                    return;
                }
            }
        }
    }

    /// From the root to a leaf, and back up with what it is worth.
    fn walk(&self, mut world: G, rng: &mut StdRng, scratch: &mut Vec<G::Move>) {
        let mut here = &*self.tree;
        let mut way: Vec<(&Node<G::Move>, Seat)> = Vec::new();
        let values = loop {
            let seat = match world.turn() {
                Turn::Over(outcome) => {
                    if !G::INFO.hidden
                        && let Some(winner) = outcome.winners().single()
                    {
                        here.prove(winner);
                    }
                    here.visit();
                    break shares(outcome);
                }
                Turn::Move(seat) | Turn::Reply(seat) => seat,
            };
            let fresh = here.visit() == 0;
            if !way.is_empty() && (fresh || self.is_full(here)) {
                break self.judge(&world, rng, scratch);
            }
            let (m, next) = self.select(here, &world, seat, rng, scratch);
            world.play_unchecked(m);
            way.push((next, seat));
            here = next;
        };
        self.deepest.fetch_max(way.len() as u32, Relaxed);
        let seats = self.root.seats();
        self.tree.credit(&values, seats);
        way.iter().for_each(|(node, _)| node.credit(&values, seats));
        self.prove(&way);
    }

    /// Whether the tree has no room for the moves of this node.
    fn is_full(&self, here: &Node<G::Move>) -> bool {
        self.branches.load(Relaxed) > MOST_BRANCHES && here.branches.is_empty()
    }

    /// The branch to follow: added if this world offers a move that was not met before.
    fn select<'t>(
        &self,
        here: &'t Node<G::Move>,
        world: &G,
        seat: Seat,
        rng: &mut StdRng,
        moves: &mut Vec<G::Move>,
    ) -> (G::Move, &'t Node<G::Move>) {
        // Without hidden information every world has the same moves here: list them once.
        let mut all_legal = true;
        if here.branches.is_empty() || G::INFO.hidden {
            moves.clear();
            world.legal_moves(moves);
            all_legal = here.branches.are(moves);
            if !all_legal && !here.branches.include(moves) {
                self.add_branches(here, world, moves, rng);
                all_legal = here.branches.are(moves);
            }
        }
        let visits = f64::from(here.visits().max(1));
        let (mut best, mut best_value) = (None, f64::NEG_INFINITY);
        let base = here.share(seat) - MODESTY;
        let root = visits.sqrt();
        let logarithm = if self.rollouts { visits.ln() } else { 0.0 };
        let mut cursor = 0;
        for branch in here.branches.lists().flatten() {
            if !all_legal && !find_on(moves, &branch.m, &mut cursor) {
                continue;
            }
            let count = f64::from(branch.visits());
            let value = match branch.proven() {
                Some(winner) if winner == seat => f64::INFINITY,
                Some(_) => -1.0 - count,
                None if self.rollouts && count == 0.0 => 1e9 + f64::from(branch.prior),
                None if self.rollouts => branch.share(seat) + CURIOSITY_ROLLOUTS * (logarithm / count).sqrt(),
                None => {
                    let share = if count > 0.0 { branch.share(seat) } else { base };
                    share + CURIOSITY * f64::from(branch.prior) * root / (1.0 + count)
                }
            };
            if value > best_value {
                best = Some(branch);
                best_value = value;
            }
        }
        let best = best.expect("a position before the end has a move");
        (best.m, best.node.get_or_init(Box::default))
    }

    fn add_branches(&self, here: &Node<G::Move>, world: &G, moves: &[G::Move], rng: &mut StdRng) {
        let weights: Vec<f64> = if self.rollouts {
            vec![1.0; moves.len()]
        } else {
            let mut hints = Vec::new();
            self.hints(world, moves, &mut hints);
            let seen = |hint: i32| (f64::from(hint) + HINT_BLUR * self.noise(rng)) / PRIOR_SCALE;
            let hints: Vec<f64> = hints.into_iter().map(seen).collect();
            let highest = hints.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            hints.iter().map(|hint| (hint - highest).exp()).collect()
        };
        let total: f64 = weights.iter().sum();
        let branch = |(&m, weight): (&G::Move, f64)| Branch::new(m, (weight / total) as f32);
        let added = here.branches.add(moves.iter().zip(weights).map(branch).collect());
        self.branches.fetch_add(added as u64, Relaxed);
    }

    /// What a leaf is worth to each seat.
    fn judge(&self, world: &G, rng: &mut StdRng, scratch: &mut Vec<G::Move>) -> BySeat<f64> {
        if self.rollouts {
            let mut world = world.clone();
            while let Some(m) = world.sample(rng, scratch) {
                world.play_unchecked(m);
            }
            let outcome = world.turn().outcome().expect("a playout goes to the end");
            return shares(outcome);
        }
        let mut settled;
        let mut world = world;
        if !world.calm() {
            settled = world.clone();
            self.settle(&mut settled, scratch);
            world = &settled;
        }
        if let Some(outcome) = world.turn().outcome() {
            return shares(outcome);
        }
        let seats = self.root.seats();
        let values = world.evaluate_all();
        let weights = BySeat::from_fn(|seat| {
            if seat.index() >= seats {
                return 0.0;
            }
            ((f64::from(values[seat]) + self.noise(rng)) / G::SCALE).clamp(-30.0, 30.0).exp()
        });
        let total: f64 = weights.iter().sum();
        BySeat::from_fn(|seat| weights[seat] / total)
    }

    fn hints(&self, world: &G, moves: &[G::Move], hints: &mut Vec<i32>) {
        if self.level.heedless { world.heedless_priors(moves, hints) } else { world.priors(moves, hints) }
    }

    /// What the level's blur adds.
    fn noise(&self, rng: &mut StdRng) -> f64 {
        if self.level.blur == 0 { 0.0 } else { f64::from(rng.next_u32() as i32 % self.level.blur) }
    }

    /// Plays what looks best until the position is one to judge.
    fn settle(&self, world: &mut G, moves: &mut Vec<G::Move>) {
        let mut hints = Vec::new();
        while !world.calm() && !world.turn().is_over() {
            moves.clear();
            world.legal_moves(moves);
            hints.clear();
            self.hints(world, moves, &mut hints);
            let best = hints.iter().zip(&*moves).max_by_key(|&(hint, _)| hint);
            world.play_unchecked(*best.expect("a position before the end has a move").1);
        }
    }

    /// A seat with a move to a proven win has won; a seat all of whose moves lose to the same seat has lost.
    fn prove(&self, way: &[(&Node<G::Move>, Seat)]) {
        if G::INFO.hidden {
            return;
        }
        for index in (0..way.len()).rev() {
            let (node, mover) = way[index];
            let Some(winner) = node.proven() else { return };
            let parent = if index == 0 { &*self.tree } else { way[index - 1].0 };
            if winner != mover && !parent.branches.iter().all(|branch| branch.proven() == Some(winner)) {
                return;
            }
            parent.prove(winner);
        }
    }

    fn report(&self) -> Report<G::Move> {
        let mut ranked: Vec<&Branch<G::Move>> = self.tree.branches.iter().collect();
        let rank = |branch: &Branch<G::Move>| match branch.proven() {
            Some(winner) if winner == self.seat => f64::INFINITY,
            Some(_) => f64::from(branch.visits()) - 1e12,
            None => f64::from(branch.visits()) + branch.share(self.seat),
        };
        ranked.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
        let lines = ranked
            .iter()
            .take(self.limits.lines.max(1))
            .map(|branch| {
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

fn shares(outcome: Outcome) -> BySeat<f64> {
    BySeat::from_fn(|seat| outcome.share(seat))
}
