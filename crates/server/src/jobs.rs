//! Engine work as jobs in the database: claimed a step at a time, by this process or by a `ludarium worker`.
//!
//! A step is one action of an analysis, or one move. What it found is kept before the next is claimed, so whoever
//! dies in the middle costs a step, and a long analysis holds nobody up for longer than that.

mod analysis;
mod moves;

use std::{sync::Arc, time::Duration};

use tokio::task::AbortHandle;

pub(crate) use analysis::{AnalysedPly, Game, Score};
pub(crate) use moves::Moves;

use crate::{
    error::{Error, Result},
    players::Players,
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
const BEAT: Duration = Duration::from_millis(EXPIRY as u64 / 3 - 100);

/// Those in this process who do the work of the database's jobs.
#[derive(Debug)]
pub(crate) struct Crew {
    store: Store,
    process: String,
    hands: Vec<AbortHandle>,
}

impl Crew {
    /// So many hands that work until they are told to stop.
    pub(crate) fn start(store: &Store, players: &Players, count: usize) -> Self {
        let process = secret::id("w");
        let hand = Hand { store: store.clone(), players: players.clone(), process: process.clone() };
        let hand = Arc::new(hand);
        let mut hands: Vec<_> =
            (0..count.max(1)).map(|_| tokio::spawn(Arc::clone(&hand).work()).abort_handle()).collect();
        let ears = store.clone();
        let listening = async move { ears.listen(&[ADDED], |_| ears.work.notify_waiters()).await };
        hands.push(tokio::spawn(listening).abort_handle());
        Crew { store: store.clone(), process, hands }
    }

    /// Lays everything down where others will take it up at once.
    pub(crate) async fn stop(&self) {
        self.hands.iter().for_each(AbortHandle::abort);
        if let Err(error) = self.store.release_jobs(&self.process).await {
            error.log();
        }
    }
}

#[derive(Debug)]
struct Hand {
    store: Store,
    players: Players,
    process: String,
}

impl Hand {
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
                () = tokio::time::sleep(BEAT) => {
                    if !self.store.beat_job(claim).await? {
                        return Ok(None);
                    }
                }
            }
        }
    }

    async fn perform(&self, claim: &Claim) -> Result<String> {
        match claim.kind.as_str() {
            ANALYSIS => analysis::step(&self.players, claim).await,
            MOVE => moves::step(&self.store, &self.players, claim).await,
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
