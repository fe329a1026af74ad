use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use web_time::Instant;

use super::Level;

/// When a search ends, and what it may use.
#[derive(Clone, Debug)]
pub struct Limits {
    pub depth: Option<u32>,
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
    pub threads: usize,
    pub seed: u64,
    /// How many lines to report.
    pub lines: usize,
    pub stop: Stop,
    /// When the time began to run.
    pub started: Instant,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            depth: None,
            nodes: None,
            time: None,
            threads: 1,
            seed: 0,
            lines: 1,
            stop: Stop::default(),
            started: Instant::now(),
        }
    }
}

impl Limits {
    pub fn time(time: Duration) -> Self {
        Limits { time: Some(time), ..Limits::default() }
    }

    pub fn nodes(nodes: u64) -> Self {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// The same limits, counted from now.
    pub fn renewed(&self) -> Self {
        Limits { started: Instant::now(), ..self.clone() }
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    pub(super) fn time_is_up(&self) -> bool {
        self.stop.asked() || self.time.is_some_and(|time| self.elapsed() >= time)
    }

    /// How many threads search: by nodes one, so that the answer is always the same; in a browser there is no other.
    pub(super) fn workers(&self) -> usize {
        if cfg!(target_family = "wasm") || self.nodes.is_some() { 1 } else { self.threads.max(1) }
    }

    /// These limits and those of the level, whichever is tighter.
    pub(super) fn within(&self, level: &Level) -> Limits {
        let tighter = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        Limits {
            depth: tighter(self.depth.map(u64::from), level.depth.map(u64::from)).map(|depth| depth as u32),
            nodes: tighter(self.nodes, level.nodes),
            lines: if level.slips > 0 { self.lines.max(2) } else { self.lines.max(1) },
            ..self.clone()
        }
    }
}

/// A flag that ends a search from outside.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
