use rand::Rng;

use super::{Report, Score};
use crate::{Judge, Learnt, mix, network::Network};

/// How strongly to play. Games keep a table of nine, by number; weaker ones are weaker by plan, never by stupidity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    pub method: Method,
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    /// How many quiet moves a search looks at beneath the root, best-looking first: its field of sight.
    pub width: Option<usize>,
    /// How blurred its judgement is, in the units of `evaluate`.
    pub blur: i32,
    /// How many times in a hundred it plays the second-best move, unless that throws the game away; the friendly level
    /// overlooks a win that often in each of two looks.
    pub slips: u8,
    /// Whether a search goes by [`heedless_priors`](crate::Judge::heedless_priors).
    pub heedless: bool,
    pub judgement: Judgement,
    /// How strong it was measured to be; `None` where that was not done.
    pub elo: Option<Elo>,
}

/// What a search judges positions by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// The game's network at full strength, where it has one, and what was made by hand below: the lower levels were
    /// measured with that.
    Best,
    /// What was made by hand.
    Hand,
    /// This network.
    Given(&'static Network),
}

/// Strength on a scale where the first level of each game has 1,000: figures of different games do not compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elo {
    pub rating: i32,
    /// How much less the true difference from the level below may be, in 95 cases of 100.
    pub error: i32,
}

impl Elo {
    pub const fn new(rating: i32, error: i32) -> Option<Self> {
        Some(Elo { rating, error })
    }
}

/// How to look for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// A yardstick: any legal move.
    Random,
    /// A yardstick: looks one move ahead.
    Greedy,
    /// A yardstick: alpha-beta to a fixed depth (3 if none is given) that counts material.
    Plain,
    /// A yardstick: tree search by random playouts to the end, no judgement at all (plain UCT).
    Rollouts,
    /// A yardstick: a person in their first games, who takes a win in one, avoids half of the losses in one and else makes
    /// any of the better half of its choices.
    Novice,
    /// One move ahead with a blurred evaluator, for a first game: it may overlook a win, and never walks into a loss in one.
    Friendly,
    /// Alpha-beta, for two seats that see everything.
    AlphaBeta,
    /// Tree search guided by judgement, over worlds the seat thinks possible; for any number of seats.
    Tree,
}

/// How many levels a game has: 0 is friendly, 1 to 8 rise to full strength.
pub const LEVELS: usize = 9;

impl Level {
    /// A friendly level: its judgement is noisy, and it overlooks this many wins in a hundred.
    pub const fn friendly(blur: i32, slips: u8) -> Self {
        Level { depth: Some(1), blur, slips, ..Level::full(Method::Friendly) }
    }

    /// Full strength by this method.
    pub const fn full(method: Method) -> Self {
        Level {
            method,
            depth: None,
            nodes: None,
            width: None,
            blur: 0,
            slips: 0,
            heedless: false,
            judgement: Judgement::Best,
            elo: None,
        }
    }

    /// Whether nothing but its time limits it.
    fn is_full(&self) -> bool {
        *self == Level { judgement: self.judgement, elo: self.elo, ..Level::full(self.method) }
    }

    /// The network to judge this position by, if not by hand.
    pub(super) fn network<G: Judge>(&self, position: &G) -> Option<&'static Network> {
        let network = match self.judgement {
            Judgement::Given(network) => Some(network),
            Judgement::Best | Judgement::Hand => self.learnt(position).map(Learnt::get),
        };
        network.filter(|network| position.inputs() == network.inputs())
    }

    /// Whether the network to judge this position by was not handed in.
    pub(crate) fn lacks_network<G: Judge>(&self, position: &G) -> bool {
        self.learnt(position).is_some_and(|network| !network.is_here())
    }

    /// What its game has learnt, if it judges by that.
    fn learnt<G: Judge>(&self, position: &G) -> Option<&'static Learnt> {
        let learnt = self.judgement == Judgement::Best && self.is_full() && position.inputs() > 0;
        G::network().filter(|_| learnt)
    }

    /// A ladder of alpha-beta searches.
    pub const ALPHA_BETA: [Level; LEVELS] = {
        let full = Level::full(Method::AlphaBeta);
        [
            Level::friendly(150, 23),
            Level { depth: Some(1), blur: 150, slips: 35, ..full },
            Level { depth: Some(1), blur: 60, slips: 15, ..full },
            Level { depth: Some(2), width: Some(12), blur: 60, slips: 10, ..full },
            Level { depth: Some(2), blur: 20, slips: 5, ..full },
            Level { depth: Some(3), ..full },
            Level { depth: Some(4), ..full },
            Level { depth: Some(6), ..full },
            full,
        ]
    };

    /// A ladder of tree searches.
    pub const TREE: [Level; LEVELS] = {
        let full = Level::full(Method::Tree);
        [
            Level::friendly(150, 23),
            Level { nodes: Some(40), blur: 300, slips: 35, ..full },
            Level { nodes: Some(120), blur: 150, slips: 20, ..full },
            Level { nodes: Some(300), blur: 80, slips: 10, ..full },
            Level { nodes: Some(800), blur: 40, slips: 5, ..full },
            Level { nodes: Some(2_000), ..full },
            Level { nodes: Some(6_000), ..full },
            Level { nodes: Some(20_000), ..full },
            full,
        ]
    };

    /// Sometimes puts the second line first, unless the first wins by force or the second loses by force.
    pub(super) fn slip<M>(&self, report: &mut Report<M>, rng: &mut impl Rng) {
        let [first, second, ..] = &report.lines[..] else { return };
        let decided = matches!(first.score, Score::Mate(plies) if plies > 0)
            || matches!(second.score, Score::Mate(plies) if plies < 0);
        if !decided && mix::below(rng, 100) < self.slips.into() {
            report.lines.swap(0, 1);
        }
    }
}
