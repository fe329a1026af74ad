//! What is asked of a table at one process and done at another, its home: sent through the database.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard},
    time::{Duration, Instant},
};

use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;

use crate::{
    App,
    error::{Error, Result},
    secret,
    store::ErrandRow,
    table::{Ask, Errand},
    wire::Problem,
};

/// How often to look for an answer that nobody told us of.
const LOOK: Duration = Duration::from_millis(500);

/// The errands that this process has sent and waits for.
#[derive(Debug, Default)]
pub(crate) struct Errands(Mutex<HashMap<String, Arc<Notify>>>);

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
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Notify>>> {
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
        let told = Arc::new(Notify::new());
        self.lock().insert(id.clone(), Arc::clone(&told));
        let body = serde_json::to_string(errand).expect("an errand is plain data");
        let answer = match app.store.send_errand(&id, home, table, &body).await {
            Ok(()) => wait(app, &id, &told, by).await,
            Err(error) => Err(error),
        };
        self.lock().remove(&id);
        app.store.forget_errand(&id).await?;
        match answer? {
            Answer::Done(n) => Ok(n),
            Answer::Moved => Err(Error::Moved),
            Answer::Refused { status, problem } => Err(Error::Relayed {
                status: StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR),
                problem: Box::new(problem),
            }),
        }
    }

    /// There is an answer to this errand.
    pub(crate) fn told(&self, id: &str) {
        if let Some(told) = self.lock().get(id) {
            told.notify_one();
        }
    }

    /// Does what has arrived from other processes.
    pub(crate) async fn receive(&self, app: &'static App) -> Result<()> {
        for row in app.store.new_errands().await? {
            tokio::spawn(async move {
                let answer = serve(app, &row).await;
                let answer = serde_json::to_string(&answer).expect("an answer is plain data");
                if let Err(error) = app.store.answer_errand(&row.id, &answer).await {
                    error.log();
                }
            });
        }
        Ok(())
    }
}

async fn wait(app: &App, id: &str, told: &Notify, by: Instant) -> Result<Answer> {
    loop {
        // A message that is lost only costs time.
        let _timeout = tokio::time::timeout(LOOK, told.notified()).await;
        match app.store.errand_answer(id).await? {
            (Some(answer), _) => {
                return serde_json::from_str(&answer)
                    .map_err(|error| Error::Internal(format!("an answer cannot be read: {error}")));
            }
            (None, false) => return Ok(Answer::Moved),
            (None, true) if Instant::now() > by => return Err(Error::Busy),
            (None, true) => {}
        }
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
