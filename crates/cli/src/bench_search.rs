//! `ludarium bench search`: how fast the searches are, and a checksum of what they do.

use std::{
    io::Write,
    time::{Duration, Instant},
};

use ::engine::{
    AnyGame, Entry, GameList, mix,
    search::{Limits, Method, Table},
};
use anyhow::Result;
use rand::{SeedableRng, rngs::StdRng};
use serde::Serialize;

use crate::Verdict;

/// Search fixed positions of every game: nodes a second, and a signature that changes when search behaviour does.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[arg(long)]
    json: bool,
    /// Threads for a second run by time, to see what they add
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

#[derive(Serialize)]
struct Row {
    game: &'static str,
    setup: &'static str,
    /// A checksum of nodes and best lines; deterministic.
    signature: String,
    nodes: u64,
    nodes_per_second: f64,
    /// With the threads asked for, relative to one.
    speedup: Option<f64>,
    /// The same for as many searches that share nothing: what the machine itself can do.
    apart: Option<f64>,
}

/// How often threads are held against one.
const ROUNDS: usize = 5;
/// Random actions before the positions searched.
const PLIES: [usize; 4] = [0, 7, 16, 30];

impl Args {
    pub(crate) fn run(&self, games: GameList, out: &mut dyn Write) -> Result<Verdict> {
        let searches = |entry: &'static Entry| entry.bench().iter().map(move |&search| (entry, search));
        for (entry, (setup, size)) in games.iter().flat_map(searches) {
            let row = self.measure(entry, setup, size)?;
            if self.json {
                writeln!(out, "{}", serde_json::to_string(&row)?)?;
            } else {
                write!(
                    out,
                    "{} {setup}: signature {}, {} nodes, {:.0} nodes/s",
                    row.game, row.signature, row.nodes, row.nodes_per_second
                )?;
                if let (Some(speedup), Some(apart)) = (row.speedup, row.apart) {
                    write!(out, ", {speedup:.2} times with threads, {apart:.2} with searches apart")?;
                }
                writeln!(out)?;
            }
            out.flush()?;
        }
        Ok(Verdict::Right)
    }

    fn measure(&self, entry: &Entry, setup: &'static str, size: u32) -> Result<Row> {
        let (mut total, mut signature) = (0, 0u64);
        let started = Instant::now();
        let mut starts = Vec::new();
        for (seed, plies) in PLIES.into_iter().enumerate() {
            let mut rng = StdRng::seed_from_u64(seed as u64);
            let mut position = entry.start(setup, &mut rng)?;
            for _ in 0..plies {
                let legal = position.legal();
                if let Some(token) = (!legal.is_empty()).then(|| &legal[mix::below(&mut rng, legal.len())]) {
                    position.play(token)?;
                }
            }
            starts.push(position);
        }
        for position in &starts {
            let level = &position.levels()[8];
            let limits = match level.method {
                Method::AlphaBeta => Limits { depth: Some(size), ..Limits::default() },
                _ => Limits::nodes(size.into()),
            };
            let table = Table::new(16);
            let Some(report) = position.think(level, &limits, &table, &mut |_| ()) else { continue };
            total += report.nodes;
            let line = report.lines[0].pv.join(" ");
            signature = line
                .bytes()
                .fold(mix::mix(signature ^ report.nodes), |sum, byte| mix::mix(sum ^ u64::from(byte)));
        }
        let nodes_per_second = total as f64 / started.elapsed().as_secs_f64();
        let speedup = (self.threads > 1).then(|| self.speedup(&*starts[1]));
        Ok(Row {
            game: entry.info().key,
            setup,
            signature: format!("{signature:016x}"),
            nodes: total,
            nodes_per_second,
            speedup: speedup.map(|[threads, _]| threads),
            apart: speedup.map(|[_, apart]| apart),
        })
    }

    /// How many times the nodes of one thread are searched by threads that share the work, and by as many searches
    /// side by side.
    fn speedup(&self, position: &dyn AnyGame) -> [f64; 2] {
        let rate = |threads| {
            let table = Table::new(64);
            let limits = Limits { threads, ..Limits::time(Duration::from_secs(1)) };
            let report = position.think(&position.levels()[8], &limits, &table, &mut |_| ());
            report.map_or(0.0, |report| report.nodes as f64 / limits.elapsed().as_secs_f64())
        };
        let apart = || -> f64 {
            std::thread::scope(|scope| {
                let searches: Vec<_> = (0..self.threads).map(|_| scope.spawn(|| rate(1))).collect();
                searches.into_iter().map(|search| search.join().expect("a search ends")).sum()
            })
        };
        // A machine is not equally fast all the time: the middle of several rounds.
        let rounds = [(); ROUNDS].map(|()| {
            let [together, one, apart] = [rate(self.threads), rate(1), apart()];
            [together / one, apart / one]
        });
        [0, 1].map(|which| {
            let mut times = rounds.map(|round| round[which]);
            times.sort_by(f64::total_cmp);
            times[ROUNDS / 2]
        })
    }
}
