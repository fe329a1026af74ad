//! Requests that are made at one process and executed at the one where their table lives: sent through the database.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard},
    time::Instant,
};

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use table::Problem;
use tokio::{sync::oneshot, time::timeout_at};

use crate::{
    App,
    error::{Error, Result},
    live_table::Submission,
    secret,
    store::{ForwardedAnswer, ForwardedRequest, ForwardedRow},
};

/// The requests that this process has forwarded and waits for.
#[derive(Debug, Default)]
pub(crate) struct Forwarding(Mutex<HashMap<String, Pending>>);

#[derive(Debug)]
struct Pending {
    answer: oneshot::Sender<Answer>,
    /// Whether it is in the database.
    sent: bool,
}

/// What the other process answers.
#[derive(Debug, Serialize, Deserialize)]
enum Answer {
    /// The number of the table's last event.
    Done(i64),
    Refused {
        status: u16,
        problem: Problem,
    },
    /// The table does not live here.
    Moved,
}

impl Forwarding {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Pending>> {
        self.0.lock().expect("nobody panics while holding the requests")
    }

    /// Has a request executed at the process `target`, and returns the number of the table's last event.
    ///
    /// `Moved` if the table does not live there any more: the request may have been executed or not.
    pub(crate) async fn send(
        &self,
        app: &App,
        target: &str,
        table: &str,
        submission: &Submission,
        by: Instant,
    ) -> Result<i64> {
        let id = secret::id("e");
        let (sender, answer) = oneshot::channel();
        self.lock().insert(id.clone(), Pending { answer: sender, sent: false });
        let body = serde_json::to_string(submission).expect("a request is plain data");
        let request =
            ForwardedRequest { id: id.clone(), target: target.to_owned(), table: table.to_owned(), body };
        let sent = app.store.forward_request(request).await;
        if let (Ok(()), Some(pending)) = (&sent, self.lock().get_mut(&id)) {
            pending.sent = true;
        }
        let answer = match sent {
            Ok(()) => timeout_at(by.into(), answer).await.map_err(|_| Error::Busy),
            // It may have arrived or not: the caller tries again.
            Err(error) => {
                error.log();
                Ok(Ok(Answer::Moved))
            }
        };
        // The row of one that is answered too late is deleted with all that nobody waits for.
        self.lock().remove(&id);
        match answer?.map_err(|_| Error::Stopping)? {
            Answer::Done(n) => Ok(n),
            Answer::Moved => Err(Error::Moved),
            Answer::Refused { status, problem } => Err(Error::Relayed {
                status: StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
                problem: Box::new(problem),
            }),
        }
    }

    /// Hands out the answers to these requests.
    pub(crate) async fn settle(&self, app: &App, ids: &[String]) -> Result<()> {
        if ids.is_empty() {
            return Ok(());
        }
        for (id, answer) in app.store.settled_forwarded(ids).await? {
            let Some(pending) = self.lock().remove(&id) else { continue };
            let answer = match answer {
                Some(answer) => serde_json::from_str(&answer).unwrap_or_else(|error| {
                    tracing::warn!(%error, "an answer to a forwarded request cannot be read");
                    Answer::Moved
                }),
                None => Answer::Moved,
            };
            // A caller that stopped waiting has its answer.
            let _gone = pending.answer.send(answer);
        }
        Ok(())
    }

    /// Looks for all answers, also for those that came without a notification.
    pub(crate) async fn settle_all(&self, app: &App) -> Result<()> {
        let sent = || -> Vec<String> {
            self.lock().iter().filter(|(_, pending)| pending.sent).map(|(id, _)| id.clone()).collect()
        };
        self.settle(app, &sent()).await?;
        let waiting = sent();
        if waiting.is_empty() {
            return Ok(());
        }
        // A database that crashes may lose requests: they do not wait for the disk.
        let known: HashSet<_> = app.store.known_forwarded(&waiting).await?.into_iter().collect();
        for id in waiting.into_iter().filter(|id| !known.contains(id)) {
            let forgotten = self.lock().remove(&id);
            let _gone = forgotten.map(|pending| pending.answer.send(Answer::Moved));
        }
        Ok(())
    }

    /// Executes the requests that have arrived from other processes.
    pub(crate) async fn receive(&self, app: &'static App) -> Result<()> {
        for row in app.store.new_forwarded().await? {
            tokio::spawn(async move {
                let answer = serve(app, &row).await;
                let answer = serde_json::to_string(&answer).expect("an answer is plain data");
                if let Err(error) = app.store.answer_forwarded(ForwardedAnswer { id: row.id, answer }).await {
                    error.log();
                }
            });
        }
        Ok(())
    }
}

async fn serve(app: &'static App, row: &ForwardedRow) -> Answer {
    let submission: Submission = match serde_json::from_str(&row.body) {
        Ok(submission) => submission,
        // From another version of the server: it is executed where it was made, once this process has left.
        Err(error) => {
            tracing::warn!(%error, "a forwarded request cannot be read");
            return Answer::Moved;
        }
    };
    match app.table(&row.table_id).execute_forwarded(&submission).await {
        Ok(n) => Answer::Done(n),
        Err(Error::Moved | Error::Stopping) => Answer::Moved,
        Err(error) => {
            error.log();
            Answer::Refused { status: error.status().0.as_u16(), problem: error.problem() }
        }
    }
}
