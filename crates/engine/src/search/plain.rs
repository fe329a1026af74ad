//! A yardstick: alpha-beta to a fixed depth that counts material, and nothing else.

use rand::{SeedableRng, rngs::StdRng};

use super::{Limits, Line, Report, Score};
use crate::{Judge, Record, Seat, mix};

const WIN: i32 = 30_000;
/// How deep it looks when nothing is said.
const DEPTH: u32 = 3;

/// Looks at every move, in an order that the seed decides: equal moves are equally likely.
pub(super) fn search<G: Judge>(record: &Record<G>, limits: &Limits) -> Report<G::Move> {
    let mut moves = Vec::new();
    record.legal_moves(&mut moves);
    let mut rng = StdRng::seed_from_u64(limits.seed);
    for last in (1..moves.len()).rev() {
        moves.swap(last, mix::below(&mut rng, last + 1));
    }
    let seat = record.turn().seat().expect("a search starts before the end");
    let depth = limits.depth.unwrap_or(DEPTH);
    let mut plain = Plain { limits, nodes: 0 };
    let (mut alpha, mut best) = (-WIN - 1, moves[0]);
    for m in moves {
        let score = plain.child(record.position(), m, seat, alpha, WIN, depth);
        if score > alpha {
            (alpha, best) = (score, m);
        }
    }
    let line = Line { score: Score::Centi(alpha), pv: vec![best] };
    Report { depth, seldepth: depth, lines: vec![line], nodes: plain.nodes, hashfull: 0 }
}

struct Plain<'a> {
    limits: &'a Limits,
    nodes: u64,
}

impl Plain<'_> {
    /// What a move is worth to the seat that makes it.
    fn child<G: Judge>(
        &mut self,
        from: &G,
        m: G::Move,
        mover: Seat,
        alpha: i32,
        beta: i32,
        depth: u32,
    ) -> i32 {
        let mut next = from.clone();
        next.play_unchecked(m);
        self.nodes += 1;
        if let Some(outcome) = next.turn().outcome() {
            // The sooner won, and the later lost, the better.
            return ((outcome.share(mover) * 2.0 - 1.0) * f64::from(WIN - 100 + depth as i32)) as i32;
        }
        let seat = next.turn().seat().expect("not over");
        if depth <= 1 || self.limits.time_is_up() {
            return next.material(mover);
        }
        if seat == mover {
            self.search(&next, seat, alpha, beta, depth - 1)
        } else {
            -self.search(&next, seat, -beta, -alpha, depth - 1)
        }
    }

    fn search<G: Judge>(&mut self, position: &G, seat: Seat, mut alpha: i32, beta: i32, depth: u32) -> i32 {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        for m in moves {
            alpha = alpha.max(self.child(position, m, seat, alpha, beta, depth));
            if alpha >= beta {
                break;
            }
        }
        alpha
    }
}
