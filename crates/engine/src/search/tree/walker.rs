use std::sync::atomic::Ordering::Relaxed;

use rand::{Rng, SeedableRng, rngs::StdRng};

use super::{
    Search,
    branches::{Branch, find_on},
    node::Node,
};
use crate::{
    BySeat, Judge, Outcome, Seat, Turn, Viewer,
    search::{evaluator::Evaluator, hint, settle},
};

/// The exploration constant of PUCT.
const PUCT: f64 = 1.4;
/// The exploration constant of UCT, for playouts.
const UCT: f64 = 1.4;
/// First-play urgency: a move not tried yet is taken to be worth this much less than its parent.
const FIRST_PLAY_REDUCTION: f64 = 0.15;
/// Priors that differ by this much differ by a factor of e.
const PRIOR_SCALE: f64 = 1_500.0;
/// How much more a blur counts in hints than in judgement, which is made anew with every walk.
const HINT_BLUR: f64 = 8.0;
/// The tree grows no further than this many branches: some 250 MB, which a server may need once a core.
const MOST_BRANCHES: u64 = 4_000_000;

/// One thread of a search.
pub(super) struct Walker<'s, G: Judge> {
    search: &'s Search<'s, G>,
    rng: StdRng,
    evaluator: Evaluator,
    /// Room for the moves of a world.
    moves: Vec<G::Move>,
    /// How many branches it has added since it last told the others.
    added: u64,
}

impl<'s, G: Judge> Walker<'s, G> {
    pub(super) fn new(search: &'s Search<'s, G>, number: u64) -> Self {
        let seed = search.limits.seed.wrapping_add(number.wrapping_mul(0x9e37_79b9));
        Walker {
            search,
            rng: StdRng::seed_from_u64(seed),
            evaluator: Evaluator::of(search.level, search.root),
            moves: Vec::new(),
            added: 0,
        }
    }

    /// Walks a batch and then tells the others; less if time is up, whose rest stays a virtual loss.
    pub(super) fn walk_some(&mut self) {
        let search = self.search;
        search.tree.visit(search.batch);
        let mut sums = BySeat::from_fn(|_| 0.0);
        let mut walks = 0;
        loop {
            let values = self.walk();
            sums = BySeat::from_fn(|seat| sums[seat] + values[seat]);
            walks += 1;
            if walks == search.batch || search.limits.time_is_up() {
                break;
            }
        }
        search.tree.credit(&sums, search.root.seats());
        search.branches.fetch_add(std::mem::take(&mut self.added), Relaxed);
        search.walks.fetch_add(u64::from(walks), Relaxed);
    }

    /// From the root to a leaf, and back up with what it is worth; the root is left to the caller.
    fn walk(&mut self) -> BySeat<f64> {
        let search = self.search;
        let mut world = search.root.clone();
        world.redeal(Viewer::Seat(search.seat), &mut self.rng);
        let mut here = &*search.tree;
        let mut way: Vec<(&Node<G::Move>, Seat)> = Vec::new();
        let mut fresh = false;
        let values = loop {
            let seat = match world.turn() {
                Turn::Over(outcome) => {
                    if !G::INFO.hidden
                        && let Some(winner) = outcome.winners().single()
                    {
                        here.prove(winner);
                    }
                    break shares(outcome);
                }
                Turn::Move(seat) | Turn::Reply(seat) => seat,
            };
            if !way.is_empty() && (fresh || self.is_full(here)) {
                break self.judge(&world);
            }
            let (m, next) = self.select(here, &world, seat);
            world.play_unchecked(m);
            way.push((next, seat));
            here = next;
            // Counted before its value is known: a virtual loss that keeps other threads off.
            fresh = here.visit(1) == 0;
        };
        let depth = way.len() as u32;
        if search.deepest.load(Relaxed) < depth {
            search.deepest.fetch_max(depth, Relaxed);
        }
        let seats = search.root.seats();
        way.iter().for_each(|(node, _)| node.credit(&values, seats));
        self.prove(&way);
        values
    }

    /// Whether the tree has no room for the moves of this node.
    fn is_full(&self, here: &Node<G::Move>) -> bool {
        self.search.branches.load(Relaxed) > MOST_BRANCHES && here.branches.is_empty()
    }

    /// The branch to follow: added if this world offers a move that was not met before.
    fn select(&mut self, here: &'s Node<G::Move>, world: &G, seat: Seat) -> (G::Move, &'s Node<G::Move>) {
        // Without hidden information every world has the same moves here: list them once.
        let mut all_legal = true;
        if here.branches.is_empty() || G::INFO.hidden {
            self.moves.clear();
            world.legal_moves(&mut self.moves);
            all_legal = here.branches.are(&self.moves);
            if !all_legal && !here.branches.include(&self.moves) {
                self.add_branches(here, world);
                all_legal = here.branches.are(&self.moves);
            }
        }
        let visits = f64::from(here.visits().max(1));
        let (mut best, mut best_value) = (None, f64::NEG_INFINITY);
        let first_play = here.share(seat) - FIRST_PLAY_REDUCTION;
        let root = visits.sqrt();
        let rollouts = self.search.rollouts;
        let logarithm = if rollouts { libm::log(visits) } else { 0.0 };
        let mut cursor = 0;
        for branch in here.branches.iter() {
            if !all_legal && !find_on(&self.moves, &branch.m, &mut cursor) {
                continue;
            }
            let count = f64::from(branch.visits());
            let value = match branch.proven() {
                Some(winner) if winner == seat => f64::INFINITY,
                Some(_) => -1.0 - count,
                None if rollouts && count == 0.0 => 1e9 + f64::from(branch.prior),
                None if rollouts => branch.share(seat) + UCT * (logarithm / count).sqrt(),
                None => {
                    let share = if count > 0.0 { branch.share(seat) } else { first_play };
                    share + PUCT * f64::from(branch.prior) * root / (1.0 + count)
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

    fn add_branches(&mut self, here: &Node<G::Move>, world: &G) {
        let weights: Vec<f64> = if self.search.rollouts {
            vec![1.0; self.moves.len()]
        } else {
            let mut hints = Vec::new();
            hint(world, &self.moves, self.search.level.heedless, &mut hints);
            let seen = |hint: i32| (f64::from(hint) + HINT_BLUR * self.noise()) / PRIOR_SCALE;
            let hints: Vec<f64> = hints.into_iter().map(seen).collect();
            let highest = hints.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            hints.iter().map(|hint| libm::exp(hint - highest)).collect()
        };
        let total: f64 = weights.iter().sum();
        let branch = |(&m, weight): (&G::Move, f64)| Branch::new(m, (weight / total) as f32);
        self.added += here.branches.add(self.moves.iter().zip(weights).map(branch).collect()) as u64;
    }

    /// What a leaf is worth to each seat.
    fn judge(&mut self, world: &G) -> BySeat<f64> {
        if self.search.rollouts {
            let mut world = world.clone();
            while let Some(m) = world.sample(&mut self.rng, &mut self.moves) {
                world.play_unchecked(m);
            }
            let outcome = world.turn().outcome().expect("a playout goes to the end");
            return shares(outcome);
        }
        let mut settled;
        let mut world = world;
        if !world.calm() {
            settled = world.clone();
            settle(&mut settled, self.search.level.heedless, &mut self.moves);
            world = &settled;
        }
        if let Some(outcome) = world.turn().outcome() {
            return shares(outcome);
        }
        let seats = self.search.root.seats();
        let values = self.evaluator.evaluate_all(world);
        let weights = BySeat::from_fn(|seat| {
            if seat.index() >= seats {
                return 0.0;
            }
            libm::exp(((f64::from(values[seat]) + self.noise()) / G::SCALE).clamp(-30.0, 30.0))
        });
        let total: f64 = weights.iter().sum();
        BySeat::from_fn(|seat| weights[seat] / total)
    }

    /// What the level's blur adds.
    fn noise(&mut self) -> f64 {
        let blur = self.search.level.blur;
        if blur == 0 { 0.0 } else { f64::from(self.rng.next_u32() as i32 % blur) }
    }

    /// A seat with a move to a proven win has won; a seat all of whose moves lose to the same seat has lost.
    fn prove(&self, way: &[(&Node<G::Move>, Seat)]) {
        if G::INFO.hidden {
            return;
        }
        for index in (0..way.len()).rev() {
            let (node, mover) = way[index];
            let Some(winner) = node.proven() else { return };
            let parent = if index == 0 { &*self.search.tree } else { way[index - 1].0 };
            if winner != mover && !parent.branches.iter().all(|branch| branch.proven() == Some(winner)) {
                return;
            }
            parent.prove(winner);
        }
    }
}

fn shares(outcome: Outcome) -> BySeat<f64> {
    BySeat::from_fn(|seat| outcome.share(seat))
}
