//! One node of the search: principal variation search with a transposition table and late-move reductions.

use super::{
    MAX_PLY, Worker,
    score::{FORCED, WIN, from_table, over, to_table},
};
use crate::{
    Judge, Seat, Urgency, mix,
    search::{
        evaluator::Evaluator,
        order::tag,
        table::{Bound, Known},
    },
};

/// From this depth on it pays to order moves by the evaluation of the position after them.
const STATIC_ORDER_DEPTH: i32 = 2;
/// How much that evaluation counts against the history heuristic, which is within ±8,000.
const STATIC_ORDER_WEIGHT: i32 = 4;

impl<G: Judge> Worker<'_, G> {
    /// The score of a position for the seat to act in it.
    pub(super) fn search(
        &mut self,
        position: &G,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
    ) -> i32 {
        self.lines[ply].clear();
        if ply == 0 {
            self.found = None;
        }
        self.count_node();
        if self.stopped {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);
        let seat = position.turn().seat().expect("a position that is searched is not over");

        // Step 1. Immediate wins and threats of them, and the horizon.
        match position.urgency() {
            Urgency::Win(m) if ply > 0 => {
                self.lines[ply].push(m);
                return WIN - ply as i32 - 1;
            }
            Urgency::Danger if ply < 2 * self.iteration => depth = depth.max(1),
            _ => {}
        }
        if depth <= 0 || ply >= MAX_PLY - 1 {
            return self.judge(position, seat);
        }

        // Step 2. Mate-distance pruning: no forced end found from here can be shorter than one already found.
        alpha = alpha.max(-WIN + ply as i32);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }

        // Step 3. The transposition table: met before?
        let key = position.key() ^ mix::zobrist(seat.index() as u64);
        let known = self.shared.table.get(key);
        let full_window = beta - alpha > 1;
        if let Some(known) = known
            && ply > 0
            && !full_window
            && i32::from(known.depth) >= depth
        {
            let score = from_table(known.score, ply);
            let enough = match known.bound {
                Bound::Exact => true,
                Bound::Lower => score >= beta,
                Bound::Upper => score <= alpha,
            };
            if enough {
                return score;
            }
        }

        // Step 4. The moves, best-looking first.
        let mut moves = std::mem::take(&mut self.buffers[ply]);
        moves.clear();
        position.legal_moves(&mut moves);
        let mut ordered = self.order(position, seat, &moves, known.map_or(0, |known| known.tag), ply);
        if depth >= STATIC_ORDER_DEPTH {
            self.order_by_evaluation(position, seat, &mut ordered);
            if self.stopped {
                return 0;
            }
        }
        self.buffers[ply] = moves;
        if ply == 0 {
            ordered.retain(|&(_, m)| !self.excluded.contains(&m));
        }
        let forced = ordered.len() == 1 && ply < 2 * depth as usize + 8;

        let (mut best, mut best_move, original) = (-WIN, None, alpha);
        let mut quiet_tried: Vec<u32> = Vec::new();
        for index in 0..ordered.len() {
            pick_best(&mut ordered[index..]);
            let (_, m) = ordered[index];
            let loud = position.loud(m);
            if ply > 0 && !loud && self.level.width.is_some_and(|width| index >= width) && best > -FORCED {
                continue;
            }
            let mut next = position.clone();
            next.play_unchecked(m);

            // Step 5. Late-move reduction: late quiet moves are searched less deeply, and again if they raise alpha.
            let deeper = if forced { depth } else { depth - 1 };
            let reduction = if index >= 3 && depth >= 3 && !loud {
                let late = 1 + i32::from(index >= 10) + i32::from(index >= 40);
                late.min(depth - 2)
            } else {
                0
            };
            let score = if index == 0 {
                self.child(&next, seat, alpha, beta, deeper, ply)
            } else {
                let mut score = self.child(&next, seat, alpha, alpha + 1, deeper - reduction, ply);
                if score > alpha && reduction > 0 && !self.stopped {
                    score = self.child(&next, seat, alpha, alpha + 1, deeper, ply);
                }
                if score > alpha && score < beta && !self.stopped {
                    score = self.child(&next, seat, alpha, beta, deeper, ply);
                }
                score
            };
            if self.stopped {
                // What the root has found stands, even if not all moves were looked at.
                return best;
            }
            if score > best {
                best = score;
                best_move = Some(m);
                if score > alpha || ply == 0 && index == 0 {
                    self.extend_line(ply, m);
                    if ply == 0 {
                        self.found = Some(score);
                    }
                }
            }
            alpha = alpha.max(score);
            let tag = tag(&m);
            if alpha >= beta {
                if !loud {
                    let history = &mut self.history[seat.index()];
                    history.nudge(tag, depth * depth * 16);
                    for &tried in &quiet_tried {
                        history.nudge(tried, -depth * depth * 16);
                    }
                    let killers = &mut self.killers[ply];
                    if killers[0] != tag {
                        *killers = [tag, killers[0]];
                    }
                }
                break;
            }
            if !loud {
                quiet_tried.push(tag);
            }
        }

        // Step 6. The transposition table.
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > original => Bound::Exact,
            _ => Bound::Upper,
        };
        if ply > 0 || self.excluded.is_empty() {
            let known = Known {
                tag: best_move.as_ref().map_or(0, tag),
                score: to_table(best, ply),
                depth: depth.clamp(0, 255) as u8,
                bound,
            };
            self.shared.table.put(key, known);
        }
        best
    }

    /// The score of a position just reached, for the seat that moved.
    fn child(&mut self, next: &G, mover: Seat, alpha: i32, beta: i32, depth: i32, ply: usize) -> i32 {
        let turn = next.turn();
        let Some(seat) = turn.seat() else {
            self.lines[ply + 1].clear();
            self.count_node();
            return over(turn.outcome().expect("a game without a seat to act is over"), mover, ply);
        };
        let mut pushed = false;
        if G::INFO.repetition.is_some() {
            let key = next.key();
            // A position that came before is taken as a draw: whoever wants it can have it again.
            if self.seen.contains_key(&key) || self.path.contains(&key) {
                self.lines[ply + 1].clear();
                return 0;
            }
            self.path.push(key);
            pushed = true;
        }
        let score = if seat == mover {
            self.search(next, alpha, beta, depth, ply + 1)
        } else {
            -self.search(next, -beta, -alpha, depth, ply + 1)
        };
        if pushed {
            self.path.pop();
        }
        score
    }

    /// The evaluation, as blurred as the level's.
    fn judge(&mut self, position: &G, seat: Seat) -> i32 {
        let clear = self.evaluator.recall(position, seat);
        if self.level.blur == 0 {
            return clear;
        }
        let noise =
            mix::mix(position.key() ^ self.shared.limits.seed) as i64 % i64::from(2 * self.level.blur + 1);
        clear + noise as i32 % (self.level.blur + 1)
    }

    fn order(
        &mut self,
        position: &G,
        seat: Seat,
        moves: &[G::Move],
        first: u32,
        ply: usize,
    ) -> Vec<(i32, G::Move)> {
        self.hints.clear();
        position.priors(moves, &mut self.hints);
        let history = &self.history[seat.index()];
        let killers = self.killers[ply];
        moves
            .iter()
            .zip(&self.hints)
            .map(|(&m, &prior)| {
                let tag = tag(&m);
                let hint = if tag == first {
                    1_000_000
                } else if killers.contains(&tag) {
                    9_000
                } else {
                    history.get(tag)
                };
                (hint.saturating_add(prior), m)
            })
            .collect()
    }

    /// Adds what the position looks like after each move.
    fn order_by_evaluation(&mut self, position: &G, seat: Seat, ordered: &mut [(i32, G::Move)]) {
        for (hint, m) in &mut *ordered {
            *hint += STATIC_ORDER_WEIGHT * after(&mut self.evaluator, position, *m, seat);
        }
        self.count_looks(ordered.len() as u64);
    }

    /// The move to play when there is no time to search: what looks best after it.
    pub(super) fn at_sight(&mut self, moves: &[G::Move]) -> G::Move {
        let seat = self.root.turn().seat().expect("a search starts before the end");
        let best = moves
            .iter()
            .enumerate()
            .max_by_key(|&(i, &m)| (after(&mut self.evaluator, self.root, m, seat), std::cmp::Reverse(i)));
        *best.expect("a seat to act has a move").1
    }

    fn extend_line(&mut self, ply: usize, m: G::Move) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(m);
        head[ply].extend_from_slice(&tail[0]);
    }
}

/// What a position looks like to a seat after a move.
fn after<G: Judge>(evaluator: &mut Evaluator, position: &G, m: G::Move, seat: Seat) -> i32 {
    let mut next = position.clone();
    next.play_unchecked(m);
    match next.turn().outcome() {
        Some(outcome) => over(outcome, seat, 0),
        None => evaluator.recall(&next, seat),
    }
}

fn pick_best<M: Copy>(ordered: &mut [(i32, M)]) {
    let best = (0..ordered.len()).max_by_key(|&i| (ordered[i].0, std::cmp::Reverse(i)));
    if let Some(best) = best {
        ordered.swap(0, best);
    }
}
