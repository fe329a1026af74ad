//! Alpha-beta for two seats that see everything.

use std::{
    collections::HashMap,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use super::{
    Level, Limits, Line, Report, Score, Table,
    order::{History, tag},
    table::{Bound, Known},
};
use crate::{Game, Judge, Outcome, Record, Seat, mix};

/// A win at the root; a win `n` plies away is worth `n` less.
const WIN: i32 = 30_000;
/// Scores beyond this are forced ends.
const FORCED: i32 = 25_000;
const MAX_PLY: usize = 120;
/// How far loud moves are followed beneath the horizon.
const QUIESCENCE: usize = 10;
/// From this depth on it pays to order moves by what the position looks like after them.
const LOOK_AHEAD: i32 = 2;
/// How much that counts against the history, which is within ±8,000.
const LOOK_WEIGHT: i32 = 4;

pub(super) fn search<G: Judge>(
    record: &Record<G>,
    level: &Level,
    limits: &Limits,
    table: &Table,
    inform: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    table.grow_older();
    let shared = Shared { table, limits, nodes: AtomicU64::new(0) };
    let helpers = if limits.nodes.is_some() { 0 } else { limits.threads.saturating_sub(1) };
    let done = super::Stop::default();
    std::thread::scope(|scope| {
        for number in 1..=helpers {
            let mut helper = Worker::new(record, level, &shared, number, done.clone());
            scope.spawn(move || helper.deepen(&mut |_| ()));
        }
        let report = Worker::new(record, level, &shared, 0, done.clone()).deepen(inform);
        done.ask();
        report
    })
}

struct Shared<'a> {
    table: &'a Table,
    limits: &'a Limits,
    /// Nodes of all threads, added up now and then.
    nodes: AtomicU64,
}

struct Worker<'a, G: Game> {
    shared: &'a Shared<'a>,
    level: &'a Level,
    number: usize,
    done: super::Stop,
    root: &'a G,
    /// Positions before the root and on the way from it, for repetition.
    seen: &'a HashMap<u64, u8>,
    path: Vec<u64>,
    history: [History; 2],
    killers: Vec<[u32; 2]>,
    buffers: Vec<Vec<G::Move>>,
    hints: Vec<i32>,
    /// The best line found from each ply.
    lines: Vec<Vec<G::Move>>,
    excluded: Vec<G::Move>,
    /// What the root has found in the search under way.
    found: Option<i32>,
    nodes: u64,
    counted: u64,
    seldepth: usize,
    stopped: bool,
}

impl<'a, G: Judge> Worker<'a, G> {
    fn new(
        record: &'a Record<G>,
        level: &'a Level,
        shared: &'a Shared<'a>,
        number: usize,
        done: super::Stop,
    ) -> Self {
        Worker {
            shared,
            level,
            number,
            done,
            root: record.position(),
            seen: record.seen(),
            path: Vec::new(),
            history: [History::new(), History::new()],
            killers: vec![[0; 2]; MAX_PLY + 1],
            buffers: vec![Vec::new(); MAX_PLY + 2],
            hints: Vec::new(),
            lines: vec![Vec::new(); MAX_PLY + 2],
            excluded: Vec::new(),
            found: None,
            nodes: 0,
            counted: 0,
            seldepth: 0,
            stopped: false,
        }
    }

    /// Searches deeper and deeper until a limit is reached.
    fn deepen(&mut self, inform: &mut dyn FnMut(&Report<G::Move>)) -> Report<G::Move> {
        let mut moves = Vec::new();
        self.root.legal_moves(&mut moves);
        let fallback = Line { score: Score::Centi(0), pv: vec![moves[0]] };
        let mut best = self.report(0, vec![fallback]);
        let wanted = self.shared.limits.lines.min(moves.len());
        let deepest = self.shared.limits.depth.unwrap_or(MAX_PLY as u32 / 2).max(1);
        // Threads start at different depths, so that they do not all do the same work.
        let mut scores: Vec<i32> = Vec::new();
        for depth in 1 + (self.number as u32 & 1)..=deepest {
            let mut lines = Vec::new();
            self.excluded.clear();
            for number in 0..wanted {
                let score = self.aspire(depth as i32, scores.get(number).copied());
                if self.stopped {
                    break;
                }
                if scores.len() > number {
                    scores[number] = score;
                } else {
                    scores.push(score);
                }
                let pv = self.lines[0].clone();
                let Some(&first) = pv.first() else { break };
                self.excluded.push(first);
                lines.push(Line { score: as_score(score), pv });
            }
            if self.stopped {
                // The root tries its last best move first, so what it has found by now is at least as good.
                if let (1, Some(score), [_, ..]) = (wanted, self.found, &self.lines[0][..]) {
                    let line = Line { score: as_score(score), pv: self.lines[0].clone() };
                    best = self.report(depth, vec![line]);
                }
                break;
            }
            best = self.report(depth, lines);
            inform(&best);
            let settled = match best.lines[0].score {
                // No deeper search finds a shorter forced end.
                Score::Mate(plies) => plies.unsigned_abs() <= depth,
                _ => false,
            };
            if settled && wanted == 1 && self.shared.limits.depth.is_none() {
                break;
            }
            if moves.len() == 1 && self.shared.limits.depth.is_none() && depth >= 4 {
                break;
            }
        }
        best.nodes = self.total_nodes();
        best
    }

    fn report(&self, depth: u32, lines: Vec<Line<G::Move>>) -> Report<G::Move> {
        Report {
            depth,
            seldepth: self.seldepth as u32,
            lines,
            nodes: self.total_nodes(),
            hashfull: self.shared.table.fullness(),
        }
    }

    fn total_nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed) + self.nodes - self.counted
    }

    /// Searches in a narrow window around the last score, wider if it falls outside.
    fn aspire(&mut self, depth: i32, last: Option<i32>) -> i32 {
        let Some(last) = last.filter(|last| depth >= 4 && last.abs() < FORCED) else {
            return self.search(&self.root.clone(), -WIN, WIN, depth, 0);
        };
        let mut margin = 40;
        loop {
            let (alpha, beta) = ((last - margin).max(-WIN), (last + margin).min(WIN));
            let score = self.search(&self.root.clone(), alpha, beta, depth, 0);
            if self.stopped || (alpha < score && score < beta) {
                return score;
            }
            margin *= 4;
            if margin > 5_000 {
                margin = 2 * WIN;
            }
        }
    }

    fn count_node(&mut self) {
        self.nodes += 1;
        let limits = self.shared.limits;
        if limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            self.stopped = true;
        }
        if self.nodes & 127 == 0 {
            self.shared.nodes.fetch_add(self.nodes - self.counted, Relaxed);
            self.counted = self.nodes;
            if self.done.asked() || limits.time_is_up() {
                self.stopped = true;
            }
        }
    }

    /// The score of a position for the seat to act in it.
    fn search(&mut self, position: &G, mut alpha: i32, mut beta: i32, depth: i32, ply: usize) -> i32 {
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

        // Step 1. The horizon.
        if depth <= 0 || ply >= MAX_PLY - 1 {
            return self.quiesce(position, seat, alpha, beta, ply, 0);
        }

        // Step 2. No forced end found from here can be shorter than one already found.
        alpha = alpha.max(-WIN + ply as i32);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }

        // Step 3. Met before?
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

        // Step 4. So good that the other seat would not come here.
        if ply > 0 && !full_window && depth <= 3 && beta.abs() < FORCED && self.level.blur == 0 {
            let quiet = position.evaluate(seat);
            if G::MARGIN > 0 && quiet - G::MARGIN * depth >= beta {
                return quiet;
            }
        }

        // Step 5. The moves, best-looking first.
        let mut moves = std::mem::take(&mut self.buffers[ply]);
        moves.clear();
        position.legal_moves(&mut moves);
        let mut ordered = self.order(position, seat, &moves, known.map_or(0, |known| known.tag), ply);
        if depth >= LOOK_AHEAD {
            look_ahead(position, seat, &mut ordered);
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

            // Step 6. Late quiet moves are looked at less deeply, and again if they surprise.
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

        // Step 7. Remember.
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

    /// Follows loud moves until the position is calm enough to judge.
    fn quiesce(
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

    fn extend_line(&mut self, ply: usize, m: G::Move) {
        let (head, tail) = self.lines.split_at_mut(ply + 1);
        head[ply].clear();
        head[ply].push(m);
        head[ply].extend_from_slice(&tail[0]);
    }
}

fn look_ahead<G: Judge>(position: &G, seat: Seat, ordered: &mut [(i32, G::Move)]) {
    for (hint, m) in ordered {
        let mut next = position.clone();
        next.play_unchecked(*m);
        let value = match next.turn().outcome() {
            Some(outcome) => over(outcome, seat, 0),
            None => next.evaluate(seat),
        };
        *hint += LOOK_WEIGHT * value;
    }
}

fn pick_best<M: Copy>(ordered: &mut [(i32, M)]) {
    let best = (0..ordered.len()).max_by_key(|&i| (ordered[i].0, std::cmp::Reverse(i)));
    if let Some(best) = best {
        ordered.swap(0, best);
    }
}

fn over(outcome: Outcome, seat: Seat, ply: usize) -> i32 {
    match (outcome.winners().contains(seat), outcome.is_draw()) {
        (_, true) => 0,
        (true, false) => WIN - ply as i32 - 1,
        (false, false) => -(WIN - ply as i32 - 1),
    }
}

fn as_score(score: i32) -> Score {
    match score {
        _ if score > FORCED => Score::Mate(WIN - score),
        _ if score < -FORCED => Score::Mate(-(WIN + score)),
        _ => Score::Centi(score),
    }
}

/// In the table, forced ends are counted from the position, not from the root.
fn to_table(score: i32, ply: usize) -> i16 {
    let ply = ply as i32;
    let score = if score > FORCED {
        score + ply
    } else if score < -FORCED {
        score - ply
    } else {
        score
    };
    score as i16
}

fn from_table(score: i16, ply: usize) -> i32 {
    let (score, ply) = (i32::from(score), ply as i32);
    if score > FORCED {
        score - ply
    } else if score < -FORCED {
        score + ply
    } else {
        score
    }
}
