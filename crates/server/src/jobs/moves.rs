//! Moves of engine seats that other processes find.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard},
    time::Duration,
};

use engine::GameList;
use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, oneshot};

use super::{MOVE, POLL, read};
use crate::{
    engine_pool::EnginePool,
    error::{Error, Result},
    live_table,
    pool::Owner,
    store::{
        Store,
        jobs::{Claim, FOUND, NewJob},
    },
};

/// What is asked: the table as of `epoch`, which whoever plays reads from the database.
#[derive(Debug, Serialize, Deserialize)]
struct Wish {
    table: String,
    epoch: u64,
    level: u8,
    /// What the seat's clock had when it was asked for, and what each move adds to it, in milliseconds.
    left: Option<u64>,
    #[serde(default)]
    increment: u64,
}

/// The token to play; empty when the game has gone on meanwhile and nobody wants one.
pub(super) async fn step(
    store: &Store,
    games: GameList,
    engine_pool: &EnginePool,
    claim: &Claim,
) -> Result<String> {
    let wish: Wish = read(&claim.payload)?;
    let (game, epoch) = live_table::game(store, games, &wish.table).await?;
    if epoch != wish.epoch || game.turn().is_over() {
        return Ok(String::new());
    }
    let waited = Duration::from_millis(claim.waited.max(0) as u64);
    let increment = Duration::from_millis(wish.increment);
    let clock = wish.left.map(|left| (Duration::from_millis(left).saturating_sub(waited), increment));
    engine_pool.choose(game, wish.level, clock, &claim.owner()).await
}

/// The moves that tables of this process wait for.
#[derive(Debug, Default)]
pub(crate) struct Moves {
    waiting: Mutex<HashMap<String, oneshot::Sender<Result<String>>>>,
    found: Notify,
}

impl Moves {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, oneshot::Sender<Result<String>>>> {
        self.waiting.lock().expect("nobody panics while holding the moves")
    }

    /// Has another process choose. The same table and epoch, the same job: a table that has moved to another
    /// process finds what its old one asked for.
    pub(crate) async fn choose(
        &self,
        store: &Store,
        owner: &Owner,
        (table, epoch): (&str, u64),
        level: u8,
        clock: Option<(Duration, Duration)>,
    ) -> Result<String> {
        let millis = |time: Duration| time.as_millis() as u64;
        let wish = Wish {
            table: table.to_owned(),
            epoch,
            level,
            left: clock.map(|(left, _)| millis(left)),
            increment: clock.map_or(0, |(_, increment)| millis(increment)),
        };
        let job = NewJob {
            id: format!("m_{table}_{epoch}"),
            kind: MOVE,
            owner: owner.person.clone(),
            origin: owner.address.clone(),
            payload: serde_json::to_string(&wish).expect("a wish is plain data"),
            steps: 1,
        };
        let (sender, found) = oneshot::channel();
        self.lock().insert(job.id.clone(), sender);
        store.add_job(&job).await?;
        // It may have been found before.
        self.found.notify_one();
        found.await.map_err(|_| Error::Stopping)?
    }

    /// Hands found moves to those who wait for them, for ever.
    pub(crate) async fn deliver(&self, store: &Store) {
        let listen = store.listen(&[FOUND], |_| self.found.notify_one());
        let deliver = async {
            loop {
                // News only wakes sooner.
                let _late = tokio::time::timeout(POLL, self.found.notified()).await;
                if let Err(error) = self.look(store).await {
                    error.log();
                }
            }
        };
        tokio::join!(listen, deliver);
    }

    async fn look(&self, store: &Store) -> Result<()> {
        // A table that has no use for a move any more does not wait for it.
        self.lock().retain(|_, waiting| !waiting.is_closed());
        if self.lock().is_empty() {
            return Ok(());
        }
        for job in store.found_moves().await? {
            let Some(waiting) = self.lock().remove(&job.id) else { continue };
            let found = match job.state.as_str() {
                "done" => Ok(job.result.trim_end().to_owned()),
                _ => Err(Error::Internal(job.reason.unwrap_or_default())),
            };
            store.drop_move(&job.id).await?;
            // The table may be gone; whoever has it now asks again.
            let _gone = waiting.send(found);
        }
        Ok(())
    }
}
