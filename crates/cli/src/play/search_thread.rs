//! An engine's search on a thread of its own, so that the screen never waits for it.

use std::{
    sync::{Arc, mpsc},
    thread,
    time::Duration,
};

use ::engine::{
    AnyGame, Seat,
    search::{Level, Limits, Report, Stop, Table},
};

/// A running search. Dropped, it is asked to stop, and its result is lost.
#[derive(Debug)]
pub(super) struct SearchThread {
    pub(super) seat: Seat,
    stop: Stop,
    answers: mpsc::Receiver<Answer>,
    /// The latest it has reported.
    pub(super) evaluation: Option<Evaluation>,
}

#[derive(Debug)]
enum Answer {
    Progress(Report<String>),
    Done(Option<Report<String>>),
}

/// How a search judges the position.
#[derive(Clone, Debug)]
pub(super) struct Evaluation {
    /// The expected share of the win, for the seat that thinks.
    pub(super) share: f64,
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) pv: Vec<String>,
}

impl Evaluation {
    fn of(report: &Report<String>, scale: f64) -> Self {
        let line = &report.lines[0];
        Evaluation {
            share: line.score.share(scale),
            depth: report.depth,
            nodes: report.nodes,
            pv: line.pv.clone(),
        }
    }
}

/// How long engines may think.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Patience {
    pub(super) time: Option<Duration>,
    pub(super) nodes: Option<u64>,
    pub(super) seed: u64,
}

impl Patience {
    pub(super) fn limits(self, game: &dyn AnyGame) -> Limits {
        // Another seed at each ply, or a level that slips would slip at every ply or at none.
        let seed = self.seed.wrapping_add(game.ply() as u64);
        Limits { time: self.time, nodes: self.nodes, seed, ..Limits::default() }
    }
}

impl SearchThread {
    /// Begins to think for the seat to act; `None` if the game is over.
    pub(super) fn start(
        game: &dyn AnyGame,
        level: Level,
        patience: Patience,
        table: &Arc<Table>,
    ) -> Option<Self> {
        let seat = game.turn().seat()?;
        let limits = patience.limits(game);
        let stop = limits.stop.clone();
        let (tell, answers) = mpsc::channel();
        let (game, table) = (game.boxed_clone(), Arc::clone(table));
        thread::spawn(move || {
            let progress = tell.clone();
            // Nothing receives any more once it has been asked to stop.
            let found = game.think(&level, &limits, &table, &mut |report| {
                let _ = progress.send(Answer::Progress(report.clone()));
            });
            let _ = tell.send(Answer::Done(found));
        });
        Some(SearchThread { seat, stop, answers, evaluation: None })
    }

    /// Receives what it reports; `Some` when it is done, with the action it found.
    ///
    /// # Panics
    /// If the search did.
    pub(super) fn poll(&mut self, scale: f64) -> Option<Option<String>> {
        loop {
            match self.answers.try_recv() {
                Ok(Answer::Progress(report)) => self.evaluation = Some(Evaluation::of(&report, scale)),
                Ok(Answer::Done(found)) => {
                    if let Some(report) = &found {
                        self.evaluation = Some(Evaluation::of(report, scale));
                    }
                    return Some(found.map(|report| report.best().clone()));
                }
                Err(mpsc::TryRecvError::Empty) => return None,
                Err(mpsc::TryRecvError::Disconnected) => panic!("a search ends with an answer"),
            }
        }
    }
}

impl Drop for SearchThread {
    fn drop(&mut self) {
        self.stop.ask();
    }
}
