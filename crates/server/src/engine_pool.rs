//! Engine work of this process. One function asks the search for a move; nothing else does.
//!
//! Nothing is kept between two moves: the tree of a strong level may take 100 MB, which no server has for each of its
//! tables, and a level that was measured without it would play otherwise with it.

use std::time::{Duration, Instant};

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
    /// `clock` is what its clock still has, and what each move adds.
    pub(crate) async fn choose(
        &self,
        game: Box<dyn AnyGame>,
        level: u8,
        clock: Option<(Duration, Duration)>,
        owner: &Owner,
    ) -> Result<String> {
        let asked = Instant::now();
        let chosen = self.run_in_turns(Rank::Move, owner, Stop::default(), move |stop| {
            // It was waited for by the same clock.
            let time =
                clock.map(|(left, increment)| time_for_move(left.saturating_sub(asked.elapsed()), increment));
            choose(game.as_ref(), level, time.unwrap_or(LONGEST).min(LONGEST), stop)
        });
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

    /// The same for work that ends when `stop` is asked for: others who wait ask for it.
    pub(crate) async fn run_in_turns<T: Send + 'static>(
        &self,
        rank: Rank,
        owner: &Owner,
        stop: Stop,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T> {
        let _held = self.metrics.engines.hold();
        self.pool.run_in_turns(rank, owner, stop, work).await
    }
}

fn choose(game: &dyn AnyGame, level: u8, time: Duration, stop: &Stop) -> Option<String> {
    let level = &game.levels()[usize::from(level.min(8))];
    let limits = Limits { seed: rand::random(), stop: stop.clone(), ..Limits::time(time) };
    let report = game.think(level, &limits, &Table::new(MEBIBYTES), &mut |_| {})?;
    Some(report.best().clone())
}
