//! Who sits on an engine seat. One function asks the search; nothing else knows it.

use std::{sync::Arc, time::Duration};

use engine::{
    AnyGame,
    search::{Limits, Table},
};
use tokio::sync::Semaphore;

use crate::{
    error::{Error, Result},
    metrics::Metrics,
};

/// The longest an engine thinks about one action.
const LONGEST: Duration = Duration::from_secs(3);
/// What one search may keep in its table.
const MEBIBYTES: usize = 16;

/// Engine work: off the async threads, no more at a time than there are cores, first come first served.
///
/// A table or an analysis waits for one piece of work at a time, so a long queue is fair between them.
#[derive(Clone, Debug)]
pub(crate) struct Players {
    cores: Arc<Semaphore>,
    metrics: &'static Metrics,
}

impl Players {
    pub(crate) fn new(cores: usize, metrics: &'static Metrics) -> Self {
        Players { cores: Arc::new(Semaphore::new(cores.max(1))), metrics }
    }

    /// The token that an engine of this level plays for the seat to act, knowing what that seat knows.
    /// `left` is what its clock still has.
    pub(crate) async fn choose(
        &self,
        game: Box<dyn AnyGame>,
        level: u8,
        left: Option<Duration>,
    ) -> Result<String> {
        let time = left.map_or(LONGEST, |left| (left / 20).min(LONGEST));
        self.run(move || choose(game.as_ref(), level, time)).await?.ok_or(Error::Over)
    }

    /// Runs heavy work when a core is free.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T> {
        let _held = self.metrics.engines.hold();
        let _core = self.cores.acquire().await.map_err(|_| Error::Stopping)?;
        tokio::task::spawn_blocking(work).await.map_err(|error| Error::Internal(error.to_string()))
    }
}

fn choose(game: &dyn AnyGame, level: u8, time: Duration) -> Option<String> {
    let level = &game.levels()[usize::from(level.clamp(1, 8)) - 1];
    let limits = Limits { seed: rand::random(), ..Limits::time(time) };
    let report = game.think(level, &limits, &Table::new(MEBIBYTES), &mut |_| {})?;
    Some(report.best().clone())
}
