//! Finding good moves. Generic over the game; which method plays which game is the game's own table of levels.

mod alphabeta;
mod beginner;
mod evaluator;
mod level;
mod limits;
pub(crate) mod order;
mod plain;
mod table;
mod time;
mod tree;

use rand::{SeedableRng, rngs::StdRng};

pub use self::{
    level::{Elo, Judgement, LEVELS, Level, Method},
    limits::{Limits, Stop},
    table::Table,
    time::{Clocks, time_for_move},
};
use crate::{Judge, Record, mix};

/// What a search found so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Report<M> {
    pub depth: u32,
    pub seldepth: u32,
    /// Best first; as many as were asked for, fewer if there are fewer moves.
    pub lines: Vec<Line<M>>,
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub hashfull: u32,
}

impl<M: std::fmt::Display> Report<M> {
    /// The same with moves as tokens.
    pub fn to_text(&self) -> Report<String> {
        let lines = self
            .lines
            .iter()
            .map(|line| Line { score: line.score, pv: line.pv.iter().map(ToString::to_string).collect() })
            .collect();
        Report {
            depth: self.depth,
            seldepth: self.seldepth,
            lines,
            nodes: self.nodes,
            hashfull: self.hashfull,
        }
    }

    /// The move to play.
    pub fn best(&self) -> &M {
        &self.lines[0].pv[0]
    }
}

/// One way to go on, with what it is worth to the seat to act.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<M> {
    pub score: Score,
    pub pv: Vec<M>,
}

/// What a position is worth to the seat to act.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// Hundredths of what one could call a pawn.
    Centi(i32),
    /// A forced end in this many plies: a win if positive, a loss if negative.
    Mate(i32),
    /// The expected share of the win.
    Share(f64),
}

impl Score {
    /// The expected share of the win, whatever the search counts in.
    pub fn share(self, scale: f64) -> f64 {
        match self {
            Score::Centi(centi) => 1.0 / (1.0 + libm::exp(-f64::from(centi) / scale)),
            Score::Mate(plies) => f64::from(u8::from(plies > 0)),
            Score::Share(share) => share,
        }
    }
}

impl std::fmt::Display for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Score::Centi(centi) => write!(f, "cp {centi}"),
            Score::Mate(plies) => write!(f, "mate {plies}"),
            Score::Share(share) => write!(f, "winrate {share:.4}"),
        }
    }
}

/// Chooses a move for the seat to act, using only what that seat may know; `None` when the game is over.
///
/// With one thread, a node limit and a seed, the same position always gives the same answer.
pub fn think<G: Judge>(
    record: &Record<G>,
    level: &Level,
    limits: &Limits,
    table: &Table,
    inform: &mut dyn FnMut(&Report<G::Move>),
) -> Option<Report<G::Move>> {
    let seat = record.turn().seat()?;
    let mut moves = Vec::new();
    record.legal_moves(&mut moves);
    let limits = &limits.within(level);
    let mut rng = StdRng::seed_from_u64(limits.seed);
    let has = can_search::<G>;
    let mut report = match level.method {
        Method::Random if has(Method::Random) => chosen(moves[mix::below(&mut rng, moves.len())]),
        Method::Greedy if has(Method::Greedy) => chosen(greedy(record.position(), seat, &moves, &mut rng)),
        Method::Plain if has(Method::Plain) => plain::search(record, limits),
        Method::Novice if has(Method::Novice) => chosen(beginner::novice(record, limits)),
        Method::Friendly if has(Method::Friendly) => chosen(beginner::friendly(record, level, limits)),
        Method::AlphaBeta if has(Method::AlphaBeta) => {
            alphabeta::search(record, level, limits, table, inform)
        }
        Method::Tree | Method::Rollouts if has(Method::Tree) => {
            tree::search(record, level, limits, table, inform)
        }
        method => unreachable!("{method:?} is not among the methods of {}", G::INFO.key),
    };
    level.slip(&mut report, &mut rng);
    Some(report)
}

/// Whether a game can be searched by a method: in a browser only if its levels use it, so that a page need not load the rest.
const fn can_search<G: Judge>(method: Method) -> bool {
    let mut found = !cfg!(target_family = "wasm");
    let mut at = 0;
    while at < G::METHODS.len() {
        found |= G::METHODS[at] as u8 == method as u8;
        at += 1;
    }
    found
}

fn chosen<M>(m: M) -> Report<M> {
    let line = Line { score: Score::Share(0.5), pv: vec![m] };
    Report { depth: 1, seldepth: 1, lines: vec![line], nodes: 1, hashfull: 0 }
}

/// The move after which the position looks best, in a world the seat thinks possible.
fn greedy<G: Judge>(position: &G, seat: crate::Seat, moves: &[G::Move], rng: &mut StdRng) -> G::Move {
    let mut world = position.clone();
    world.redeal(crate::Viewer::Seat(seat), rng);
    let start = mix::below(rng, moves.len());
    let turned = moves[start..].iter().chain(&moves[..start]);
    turned.copied().max_by_key(|&m| look_of(&world, m, seat)).expect("a seat to act has a move")
}

/// What the position looks like to a seat after a move, and after the rest of the turn where it is no moment to judge.
fn look_of<G: Judge>(position: &G, m: G::Move, seat: crate::Seat) -> i32 {
    let mut next = position.clone();
    next.play_unchecked(m);
    settle(&mut next, false, &mut Vec::new());
    match next.turn().outcome() {
        Some(outcome) => ((outcome.share(seat) - 0.5) * 60_000.0) as i32,
        None => next.evaluate(seat),
    }
}

/// Plays what looks best until the position is one to judge.
fn settle<G: Judge>(position: &mut G, heedless: bool, moves: &mut Vec<G::Move>) {
    let mut hints = Vec::new();
    while !position.calm() && !position.turn().is_over() {
        moves.clear();
        position.legal_moves(moves);
        hints.clear();
        hint(position, moves, heedless, &mut hints);
        let best = hints.iter().zip(&*moves).max_by_key(|&(hint, _)| hint);
        position.play_unchecked(*best.expect("a position before the end has a move").1);
    }
}

/// Appends the hint for each of these moves, of one who heeds rivals or does not.
fn hint<G: Judge>(position: &G, moves: &[G::Move], heedless: bool, hints: &mut Vec<i32>) {
    if heedless {
        position.heedless_priors(moves, hints);
    } else {
        position.priors(moves, hints);
    }
}
