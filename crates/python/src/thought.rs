//! What a search found.

use std::time::{Duration, Instant};

use engine::{
    AnyGame,
    search::{Limits, Table},
};
use pyo3::{exceptions::PyValueError, prelude::*};

/// What a search found for the seat to act.
#[pyclass(frozen, get_all, module = "ludarium")]
#[derive(Debug)]
pub(crate) struct Thought {
    /// The number of the action to play.
    action: usize,
    token: String,
    /// As the engine protocol writes it: `cp 35`, `mate 3`, `winrate 0.5310`.
    score: String,
    /// The expected share of the win.
    share: f64,
    depth: u32,
    nodes: u64,
    /// The tokens of the expected continuation.
    line: Vec<String>,
}

#[pymethods]
impl Thought {
    fn __repr__(&self) -> String {
        format!("<Thought {} ({})>", self.token, self.score)
    }
}

/// How long and how well to think.
pub(crate) struct Effort {
    pub(crate) level: Option<usize>,
    pub(crate) nodes: Option<u64>,
    pub(crate) seconds: Option<f64>,
    pub(crate) depth: Option<u32>,
    pub(crate) threads: usize,
    pub(crate) seed: u64,
}

/// The largest level that is quick enough to need neither a large table nor a way to interrupt it.
const QUICK: usize = 5;
/// How often a long search asks whether someone wants it to end.
const ASK: Duration = Duration::from_millis(20);

/// Thinks while other threads of Python run.
pub(crate) fn think(py: Python<'_>, game: &dyn AnyGame, effort: &Effort) -> PyResult<Thought> {
    let limited = effort.nodes.is_some() || effort.seconds.is_some() || effort.depth.is_some();
    let number = effort.level.unwrap_or(8);
    if number > 8 {
        return Err(PyValueError::new_err(format!("levels are 0 to 8, not {number}")));
    }
    if number == 8 && !limited {
        return Err(PyValueError::new_err("level 8 thinks without end: give it nodes, seconds or a depth"));
    }
    let time = effort.seconds.map(Duration::try_from_secs_f64).transpose();
    let limits = Limits {
        depth: effort.depth,
        nodes: effort.nodes,
        time: time.map_err(|error| PyValueError::new_err(error.to_string()))?,
        threads: effort.threads.max(1),
        seed: effort.seed,
        started: Instant::now(),
        ..Limits::default()
    };
    let level = game.levels()[number];
    let quick = number <= QUICK;
    let search = || {
        let table = Table::new(if quick { 1 } else { 16 });
        game.think(&level, &limits, &table, &mut |_| ())
    };
    let report = if quick {
        py.detach(search)
    } else {
        let mut interrupted = Ok(());
        let report = py.detach(|| {
            std::thread::scope(|scope| {
                let thread = scope.spawn(search);
                while !thread.is_finished() {
                    std::thread::sleep(ASK);
                    if interrupted.is_ok() {
                        interrupted = Python::attach(|py| py.check_signals());
                    }
                    if interrupted.is_err() {
                        limits.stop.ask();
                    }
                }
                thread.join().expect("a search does not panic")
            })
        });
        interrupted?;
        report
    };
    let report = report.ok_or_else(|| PyValueError::new_err("the game is over"))?;
    let token = report.best().clone();
    let line = &report.lines[0];
    Ok(Thought {
        action: game.number(&token).map_err(|refusal| PyValueError::new_err(refusal.to_string()))?,
        token,
        score: line.score.to_string(),
        share: line.score.share(game.scale()),
        depth: report.depth,
        nodes: report.nodes,
        line: line.pv.clone(),
    })
}
