//! Alpha-beta for two seats that see everything: iterative deepening with aspiration windows; threads share the
//! transposition table (lazy SMP).

mod node;
mod score;

use std::{
    collections::HashMap,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};

use self::score::{FORCED, WIN, as_score};
use super::{Level, Limits, Line, Report, Score, Table, evaluator::Evaluator, order::History};
use crate::{Game, Judge, Record};

const MAX_PLY: usize = 120;
/// Positions looked at between two looks at the clock: far less than a millisecond of any game.
const CLOCK_EVERY: u64 = 128;

pub(super) fn search<G: Judge>(
    record: &Record<G>,
    level: &Level,
    limits: &Limits,
    table: &Table,
    inform: &mut dyn FnMut(&Report<G::Move>),
) -> Report<G::Move> {
    table.grow_older();
    let shared = Shared { table, limits, nodes: AtomicU64::new(0) };
    let done = super::Stop::default();
    std::thread::scope(|scope| {
        for number in 1..limits.workers() {
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
    evaluator: Evaluator,
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
    /// The principal variation from each ply.
    lines: Vec<Vec<G::Move>>,
    excluded: Vec<G::Move>,
    /// How deep the search under way is meant to go.
    iteration: usize,
    /// What the root has found in the search under way.
    found: Option<i32>,
    nodes: u64,
    counted: u64,
    /// Positions looked at since the last look at the clock: nodes, and what moves were ordered by.
    looked: u64,
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
            evaluator: Evaluator::remembering(level, record.position()),
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
            iteration: 0,
            found: None,
            nodes: 0,
            counted: 0,
            looked: 0,
            seldepth: 0,
            stopped: false,
        }
    }

    /// Searches deeper and deeper until a limit is reached.
    fn deepen(&mut self, inform: &mut dyn FnMut(&Report<G::Move>)) -> Report<G::Move> {
        let mut moves = Vec::new();
        self.root.legal_moves(&mut moves);
        let fallback = Line { score: Score::Centi(0), pv: vec![self.at_sight(&moves)] };
        let mut best = self.report(0, vec![fallback]);
        let wanted = self.shared.limits.lines.min(moves.len());
        let deepest = self.shared.limits.depth.unwrap_or(MAX_PLY as u32 / 2).max(1);
        // Threads start at different depths, so that they do not all do the same work.
        let mut scores: Vec<i32> = Vec::new();
        for depth in 1 + (self.number as u32 & 1)..=deepest {
            let mut lines = Vec::new();
            self.iteration = depth as usize;
            self.excluded.clear();
            for number in 0..wanted {
                let score = self.search_with_window(depth as i32, scores.get(number).copied());
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

    /// Searches with an aspiration window around the last score, wider if the score falls outside.
    fn search_with_window(&mut self, depth: i32, last: Option<i32>) -> i32 {
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
        if self.shared.limits.nodes.is_some_and(|limit| self.nodes >= limit) {
            self.stopped = true;
        }
        self.count_looks(1);
    }

    /// Ends the search when it is asked to, or when its time is up.
    fn count_looks(&mut self, looks: u64) {
        self.looked += looks;
        if self.looked < CLOCK_EVERY {
            return;
        }
        self.looked = 0;
        self.shared.nodes.fetch_add(self.nodes - self.counted, Relaxed);
        self.counted = self.nodes;
        if self.done.asked() || self.shared.limits.time_is_up() {
            self.stopped = true;
        }
    }
}
