//! Engine work of this process. One function asks the search for a move; nothing else does.

use std::time::Duration;

use engine::{
    AnyGame,
    search::{Limits, Stop, Table, time_for_move},
};
use table::TableError;

use crate::{
    error::Result,
    metrics::Metrics,
    pool::{Owner, Pool, Rank},
};

/// The longest an engine thinks about one action.
const LONGEST: Duration = Duration::from_secs(3);
/// What one search may keep in its table.
const MEBIBYTES: usize = 16;
/// How many looks at positions may wait, of all and of one address.
const LOOKS: usize = 256;
const LOOKS_OF_ONE: usize = 64;

/// Engine work: off the async threads, no more at a time than there are cores, moves first, then whose turn it is.
#[derive(Clone, Debug)]
pub(crate) struct EnginePool {
    pool: Pool,
    metrics: &'static Metrics,
}

impl EnginePool {
    pub(crate) fn new(cores: usize, metrics: &'static Metrics) -> Self {
        EnginePool { pool: Pool::new(cores, LOOKS, LOOKS_OF_ONE), metrics }
    }

    /// The token that an engine of this level plays for the seat to act, knowing what that seat knows.
    /// `left` is what its clock still has.
    pub(crate) async fn choose(
        &self,
        game: Box<dyn AnyGame>,
        level: u8,
        left: Option<Duration>,
        owner: &Owner,
    ) -> Result<String> {
        let time = left.map_or(LONGEST, |left| time_for_move(left, Duration::ZERO).min(LONGEST));
        let chosen = self.run(Rank::Move, owner, move |stop| choose(game.as_ref(), level, time, stop));
        Ok(chosen.await?.ok_or(TableError::Over)?)
    }

    /// Runs heavy work when it is its owner's turn.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        rank: Rank,
        owner: &Owner,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T> {
        let _held = self.metrics.engines.hold();
        self.pool.run(rank, owner, work).await
    }
}

fn choose(game: &dyn AnyGame, level: u8, time: Duration, stop: &Stop) -> Option<String> {
    let level = &game.levels()[usize::from(level.min(8))];
    let limits = Limits { seed: rand::random(), stop: stop.clone(), ..Limits::time(time) };
    let report = game.think(level, &limits, &Table::new(MEBIBYTES), &mut |_| {})?;
    Some(report.best().clone())
}
