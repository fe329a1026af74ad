use std::{io, sync::Arc, thread, time::Duration};

use ::engine::{
    AnyGame, Seat,
    search::{Clocks, Level, Limits, Report, Stop, Table},
};

/// The words after `go`.
#[derive(Clone, Debug, Default)]
pub(super) struct Go {
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) movetime: Option<Duration>,
    pub(super) clocks: Clocks,
    /// Goes on until `stop`, whatever is found.
    pub(super) infinite: bool,
}

impl Go {
    /// Reads what follows `go`; unknown words are ignored, as in UCI.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        let mut go = Go::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            let mut number = || -> Result<u64, String> {
                let value = words.next().unwrap_or_default();
                value.parse().map_err(|_| format!("{word} is a whole number, not `{value}`"))
            };
            match word {
                "infinite" => go.infinite = true,
                "depth" => go.depth = Some(number()?.clamp(1, u64::from(u32::MAX)) as u32),
                "nodes" => go.nodes = Some(number()?.max(1)),
                "movetime" => go.movetime = Some(Duration::from_millis(number()?)),
                _ => {
                    if let Some(seat) = clock_of(word, ["wtime", "btime", "time3", "time4"]) {
                        go.clocks.left[seat] = Some(Duration::from_millis(number()?));
                    } else if let Some(seat) = clock_of(word, ["winc", "binc", "inc3", "inc4"]) {
                        go.clocks.increment[seat] = Duration::from_millis(number()?);
                    }
                }
            }
        }
        Ok(go)
    }
}

fn clock_of(word: &str, names: [&str; Seat::MAX]) -> Option<Seat> {
    names.iter().position(|&name| name == word).map(Seat::new)
}

/// A search, ready to run.
pub(super) struct Search {
    game: Box<dyn AnyGame>,
    level: Level,
    limits: Limits,
    table: Arc<Table>,
    infinite: bool,
}

impl Search {
    pub(super) fn new(
        game: Box<dyn AnyGame>,
        go: &Go,
        level: Level,
        table: Arc<Table>,
        threads: usize,
        seed: u64,
    ) -> Self {
        let budget = game.turn().seat().and_then(|seat| go.clocks.budget(seat));
        let limits = Limits { threads, seed, ..Limits::default() };
        let limits = if go.infinite {
            limits
        } else {
            let time = go.movetime.into_iter().chain(budget).min();
            Limits { depth: go.depth, nodes: go.nodes, time, ..limits }
        };
        Search { game, level, limits, table, infinite: go.infinite }
    }

    /// What ends this search from outside.
    pub(super) fn stop(&self) -> Stop {
        self.limits.stop.clone()
    }

    /// Whether nothing but `stop` is sure to end it.
    pub(super) fn is_endless(&self) -> bool {
        let Limits { depth, nodes, time, .. } = self.limits;
        let limited = depth.is_some() || nodes.is_some() || time.is_some();
        self.infinite || !(limited || self.level.depth.is_some() || self.level.nodes.is_some())
    }

    /// Searches; tells what it finds, and the move at the end.
    pub(super) fn run(self, tell: &mut dyn FnMut(&str) -> io::Result<()>) -> io::Result<()> {
        let mut told = Ok(());
        let mut silent = true;
        let limits = &self.limits;
        let found = self.game.think(&self.level, limits, &self.table, &mut |report| {
            silent = false;
            if told.is_ok() {
                told = tell(&info(report, limits.elapsed()));
            }
            if told.is_err() {
                // No one listens any more.
                limits.stop.ask();
            }
        });
        told?;
        if let Some(report) = found.as_ref().filter(|_| silent) {
            tell(&info(report, limits.elapsed()))?;
        }
        // UCI: an infinite search does not answer before it is stopped, even when there is nothing left to find.
        while self.infinite && !limits.stop.asked() {
            thread::sleep(Duration::from_millis(2));
        }
        match found {
            Some(report) => tell(&format!("bestmove {}", report.best())),
            None => tell("bestmove none"),
        }
    }
}

fn info(report: &Report<String>, elapsed: Duration) -> String {
    let Report { depth, seldepth, nodes, hashfull, lines } = report;
    let nps = (*nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64;
    let time = elapsed.as_millis();
    let (score, pv) = lines.first().map_or((String::new(), String::new()), |line| {
        (format!(" score {}", line.score), format!(" pv {}", line.pv.join(" ")))
    });
    format!(
        "info depth {depth} seldepth {seldepth}{score} nodes {nodes} nps {nps} time {time} hashfull {hashfull}{pv}"
    )
}
