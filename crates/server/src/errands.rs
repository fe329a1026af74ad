//! What is asked of a table at one process and done at another, its home: sent through the database.

use std::{
    collections::{HashMap, HashSet},
    sync::{Mutex, MutexGuard},
    time::Instant,
};

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use tokio::{sync::oneshot, time::timeout_at};

use crate::{
    App,
    error::{Error, Result},
    secret,
    store::{Answered, ErrandRow, Letter},
    table::{Ask, Errand},
    wire::Problem,
};

/// The errands that this process has sent and waits for.
#[derive(Debug, Default)]
pub(crate) struct Errands(Mutex<HashMap<String, Pending>>);

#[derive(Debug)]
struct Pending {
    answer: oneshot::Sender<Answer>,
    /// Whether the database has it.
    sent: bool,
}

/// What a home answers.
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

impl Errands {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Pending>> {
        self.0.lock().expect("nobody panics with the errands in hand")
    }

    /// Has an errand done at the home of a table, and answers with the number of the table's last event.
    ///
    /// `Moved` if the table does not live there any more: then it may have been done or not.
    pub(crate) async fn send(
        &self,
        app: &App,
        home: &str,
        table: &str,
        errand: &Errand,
        by: Instant,
    ) -> Result<i64> {
        let id = secret::id("e");
        let (sender, answer) = oneshot::channel();
        self.lock().insert(id.clone(), Pending { answer: sender, sent: false });
        let body = serde_json::to_string(errand).expect("an errand is plain data");
        let letter = Letter { id: id.clone(), home: home.to_owned(), table: table.to_owned(), body };
        let sent = app.store.send_errand(letter).await;
        if let (Ok(()), Some(pending)) = (&sent, self.lock().get_mut(&id)) {
            pending.sent = true;
        }
        let answer = match sent {
            Ok(()) => timeout_at(by.into(), answer).await.map_err(|_| Error::Busy),
            // It may have arrived or not: who waits tries again.
            Err(error) => {
                error.log();
                Ok(Ok(Answer::Moved))
            }
        };
        // One that is answered too late is forgotten when it is, or with all that nobody waits for.
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

    /// Hands out the answers to these errands.
    pub(crate) async fn settle(&self, app: &App, ids: &[String]) -> Result<()> {
        if ids.is_empty() {
            return Ok(());
        }
        for (id, answer) in app.store.settled_errands(ids).await? {
            let Some(pending) = self.lock().remove(&id) else { continue };
            let answer = match answer {
                Some(answer) => serde_json::from_str(&answer).unwrap_or_else(|error| {
                    tracing::warn!(%error, "an answer cannot be read");
                    Answer::Moved
                }),
                None => Answer::Moved,
            };
            // Who does not wait any more has been told so.
            let _gone = pending.answer.send(answer);
        }
        Ok(())
    }

    /// Looks for all answers, also for those that nobody told us of.
    pub(crate) async fn settle_all(&self, app: &App) -> Result<()> {
        let sent = || -> Vec<String> {
            self.lock().iter().filter(|(_, pending)| pending.sent).map(|(id, _)| id.clone()).collect()
        };
        self.settle(app, &sent()).await?;
        let waiting = sent();
        if waiting.is_empty() {
            return Ok(());
        }
        // A database that dies may forget errands: they do not wait for the disk.
        let known: HashSet<_> = app.store.known_errands(&waiting).await?.into_iter().collect();
        for id in waiting.into_iter().filter(|id| !known.contains(id)) {
            let forgotten = self.lock().remove(&id);
            let _gone = forgotten.map(|pending| pending.answer.send(Answer::Moved));
        }
        Ok(())
    }

    /// Does what has arrived from other processes.
    pub(crate) async fn receive(&self, app: &'static App) -> Result<()> {
        for row in app.store.new_errands().await? {
            tokio::spawn(async move {
                let answer = serve(app, &row).await;
                let answer = serde_json::to_string(&answer).expect("an answer is plain data");
                if let Err(error) = app.store.answer_errand(Answered { id: row.id, answer }).await {
                    error.log();
                }
            });
        }
        Ok(())
    }
}

async fn serve(app: &'static App, row: &ErrandRow) -> Answer {
    let errand: Errand = match serde_json::from_str(&row.body) {
        Ok(errand) => errand,
        // Of another version of the server: it is done where it was asked, once this one has left.
        Err(error) => {
            tracing::warn!(%error, "an errand cannot be read");
            return Answer::Moved;
        }
    };
    let ask = |reply| Ask::Errand { errand: errand.clone(), reply };
    match app.tables.ask(app, &row.table_id, ask).await {
        Ok(n) => Answer::Done(n),
        Err(Error::Moved | Error::Stopping) => Answer::Moved,
        Err(error) => {
            error.log();
            Answer::Refused { status: error.status().0.as_u16(), problem: error.problem() }
        }
    }
}
