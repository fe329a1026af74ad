//! Engine work as jobs in the database: claimed a step at a time, by this process or by a `ludarium worker`.
//!
//! A step is one action of an analysis, or one move. What it found is kept before the next is claimed, so whoever
//! dies in the middle costs a step, and a long analysis holds nobody up for longer than that.

mod analysis;
mod moves;

use std::{sync::Arc, time::Duration};

use engine::GameList;
use tokio::task::AbortHandle;

pub(crate) use analysis::analysis_of;
pub(crate) use moves::Moves;

use crate::{
    engine_pool::EnginePool,
    error::{Error, Result},
    secret,
    store::{
        Store,
        jobs::{ADDED, Claim, EXPIRY},
    },
};

/// The kind of job that looks at a whole game.
pub(crate) const ANALYSIS: &str = "analysis";
/// The kind of job that plays for an engine seat.
pub(crate) const MOVE: &str = "move";
/// How long to wait for news before looking for work all the same.
const POLL: Duration = Duration::from_secs(1);
/// Three of these fit into the life of a claim.
const HEARTBEAT: Duration = Duration::from_millis(EXPIRY as u64 / 3 - 100);

/// Does the jobs of the database in this process.
#[derive(Debug)]
pub(crate) struct JobRunner {
    store: Store,
    process: String,
    tasks: Vec<AbortHandle>,
}

impl JobRunner {
    /// Starts `count` workers.
    pub(crate) fn start(store: &Store, games: GameList, engine_pool: &EnginePool, count: usize) -> Self {
        let process = secret::id("w");
        let worker = JobWorker {
            store: store.clone(),
            games,
            engine_pool: engine_pool.clone(),
            process: process.clone(),
        };
        let worker = Arc::new(worker);
        let mut tasks: Vec<_> =
            (0..count.max(1)).map(|_| tokio::spawn(Arc::clone(&worker).work()).abort_handle()).collect();
        let listener = store.clone();
        let listening = async move { listener.listen(&[ADDED], |_| listener.work.notify_waiters()).await };
        tasks.push(tokio::spawn(listening).abort_handle());
        JobRunner { store: store.clone(), process, tasks }
    }

    /// Gives up every claim, so that others can take the work at once.
    pub(crate) async fn stop(&self) {
        self.tasks.iter().for_each(AbortHandle::abort);
        if let Err(error) = self.store.release_jobs(&self.process).await {
            error.log();
        }
    }
}

#[derive(Debug)]
struct JobWorker {
    store: Store,
    games: GameList,
    engine_pool: EnginePool,
    process: String,
}

impl JobWorker {
    async fn work(self: Arc<Self>) {
        loop {
            let news = self.store.work.notified();
            match self.step().await {
                Ok(true) => {}
                Ok(false) => {
                    // News only wakes sooner.
                    let _late = tokio::time::timeout(POLL, news).await;
                }
                Err(error) => {
                    error.log();
                    tokio::time::sleep(POLL).await;
                }
            }
        }
    }

    /// Does one step of whatever is next. Whether there was any.
    async fn step(&self) -> Result<bool> {
        let worker = format!("{}/{}", self.process, secret::digits(8));
        let Some(claim) = self.store.claim_job(&worker).await? else { return Ok(false) };
        let Some(done) = self.held(&claim, self.perform(&claim)).await? else { return Ok(true) };
        match done {
            Ok(line) => self.store.finish_step(&claim, &line).await?,
            Err(error) => {
                tracing::warn!(job = claim.id, step = claim.progress, %error, "a step of a job failed");
                self.store.fail_step(&claim, reason(&error)).await?
            }
        };
        Ok(true)
    }

    /// Works while the claim holds; nothing if it was lost.
    async fn held<T>(&self, claim: &Claim, work: impl Future<Output = T>) -> Result<Option<T>> {
        tokio::pin!(work);
        loop {
            tokio::select! {
                done = &mut work => return Ok(Some(done)),
                () = tokio::time::sleep(HEARTBEAT) => {
                    if !self.store.heartbeat_job(claim).await? {
                        return Ok(None);
                    }
                }
            }
        }
    }

    async fn perform(&self, claim: &Claim) -> Result<String> {
        match claim.kind.as_str() {
            ANALYSIS => analysis::step(self.games, &self.engine_pool, claim).await,
            MOVE => moves::step(&self.store, self.games, &self.engine_pool, claim).await,
            kind => Err(Error::Internal(format!("nobody knows how to do a job of the kind {kind}"))),
        }
    }
}

/// What is told of a failure. The inner life of the engine stays in the log.
fn reason(error: &Error) -> &'static str {
    match error {
        Error::Database(_) => "the database failed",
        Error::Internal(_) => "the engine failed",
        _ => "the job makes no sense",
    }
}

fn read<T: serde::de::DeserializeOwned>(payload: &str) -> Result<T> {
    serde_json::from_str(payload).map_err(|error| Error::BadRequest(error.to_string()))
}
