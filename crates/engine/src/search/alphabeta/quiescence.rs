//! Beneath the horizon.

use super::{MAX_PLY, Worker, node::pick_best, score::over};
use crate::{Judge, Seat, mix};

/// How far loud moves are followed.
const QUIESCENCE: usize = 10;

impl<G: Judge> Worker<'_, G> {
    /// Follows loud moves until the position is calm enough to judge.
    pub(super) fn quiesce(
        &mut self,
        position: &G,
        seat: Seat,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        further: usize,
    ) -> i32 {
        let quiet = self.judge(position, seat);
        if quiet >= beta || further >= QUIESCENCE || ply >= MAX_PLY - 1 {
            return quiet;
        }
        let mut moves = std::mem::take(&mut self.buffers[ply]);
        moves.clear();
        position.loud_moves(&mut moves);
        let mut ordered: Vec<(i32, G::Move)> = moves.iter().map(|&m| (position.prior(m), m)).collect();
        self.buffers[ply] = moves;
        let mut best = quiet;
        alpha = alpha.max(best);
        for index in 0..ordered.len() {
            pick_best(&mut ordered[index..]);
            let mut next = position.clone();
            next.play_unchecked(ordered[index].1);
            self.count_node();
            if self.stopped {
                return best;
            }
            let turn = next.turn();
            let score = match turn.seat() {
                None => over(turn.outcome().expect("no seat to act: over"), seat, ply),
                Some(same) if same == seat => self.quiesce(&next, seat, alpha, beta, ply + 1, further + 1),
                Some(other) => -self.quiesce(&next, other, -beta, -alpha, ply + 1, further + 1),
            };
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// Judgement, as blurred as the level's.
    fn judge(&self, position: &G, seat: Seat) -> i32 {
        let clear = position.evaluate(seat);
        if self.level.blur == 0 {
            return clear;
        }
        let noise =
            mix::mix(position.key() ^ self.shared.limits.seed) as i64 % i64::from(2 * self.level.blur + 1);
        clear + noise as i32 % (self.level.blur + 1)
    }
}
