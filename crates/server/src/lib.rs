//! Tables, people, clocks and records: what a family, a club or a site runs.
//!
//! [`App`] is everything a running server holds; [`app`] makes the router that answers for it, so that tests
//! can ask it without a network; [`serve`] binds it to an address until it is told to stop.

mod admin;
pub mod backup;
mod client;
pub mod config;
pub mod error;
mod fair;
mod http;
mod jobs;
mod limits;
mod lobby;
pub mod metrics;
mod password;
mod people;
mod players;
mod rating;
mod secret;
mod serve;
mod socket;
pub mod store;
mod table;
mod tables;
pub mod wire;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

pub use config::Config;
pub use http::{app, openapi};
pub use serve::{RunError, ServeError, run, serve, start_log};
pub use worker::{work, work_until};

use crate::{
    error::{Error, Result},
    jobs::{Crew, Moves},
    limits::Limits,
    lobby::Lobby,
    metrics::Metrics,
    players::Players,
    secret::Key,
    store::{OpenError, Store, TableFilter},
    table::Ask,
    tables::Tables,
    wire::Who,
};

/// How long a table may wait for its people, in milliseconds.
pub(crate) const STALE: i64 = 7 * 24 * 60 * 60 * 1000;

/// A running server. There is one for the whole life of the process, so it is lent for ever.
#[derive(Debug)]
pub struct App {
    pub config: Config,
    pub store: Store,
    pub metrics: &'static Metrics,
    pub(crate) key: Key,
    pub(crate) lobby: Lobby,
    pub(crate) tables: Tables,
    pub(crate) players: Players,
    pub(crate) limits: Limits,
    /// Who does the jobs of the database, unless workers do.
    crew: Option<Crew>,
    pub(crate) moves: Moves,
    pub(crate) watchers: http::Watchers,
    pub(crate) rating: tokio::sync::Mutex<()>,
    stopping: AtomicBool,
    /// The last notice of an operator that was heeded.
    noticed: AtomicI64,
}

impl App {
    /// Opens the database and takes up every table where it was left.
    pub async fn start(config: Config) -> Result<&'static App, OpenError> {
        let metrics: &'static Metrics = Box::leak(Box::default());
        let store = Store::open(&config.database, metrics).await?;
        let inner = |error: Error| match error {
            Error::Database(error) => OpenError::Database(error),
            error => OpenError::Database(sqlx::Error::Configuration(Box::new(error))),
        };
        store.beat_process().await.map_err(inner)?;
        store.note_outage().await.map_err(inner)?;
        let key = store.cookie_key().await.map_err(inner)?;
        let noticed = store.last_notice().await.map_err(inner)?;
        let players = Players::new(config.engines, metrics);
        let crew = (!config.workers).then(|| Crew::start(&store, &players, config.engines));
        let app: &'static App = Box::leak(Box::new(App {
            players,
            limits: Limits::new(config.rate),
            config,
            store,
            metrics,
            key,
            crew,
            moves: Moves::default(),
            watchers: http::Watchers::default(),
            lobby: Lobby::default(),
            tables: Tables::default(),
            rating: tokio::sync::Mutex::default(),
            stopping: AtomicBool::new(false),
            noticed: AtomicI64::new(noticed),
        }));
        tokio::spawn(app.resume());
        tokio::spawn(app.keep_time());
        tokio::spawn(app.tidy());
        if app.config.workers {
            tokio::spawn(app.moves.deliver(&app.store));
        }
        Ok(app)
    }

    /// Wakes every live table, so that engines go on and clocks are watched.
    async fn resume(&'static self) {
        if self.store.is_shared()
            && let Err(error) = self.store.take_over(&[]).await
        {
            error.log();
        }
        let filter = TableFilter { state: Some("live"), limit: i64::MAX, ..TableFilter::default() };
        match self.store.table_ids(&filter).await {
            Ok(ids) => {
                for id in ids {
                    if let Err(error) = self.tables.get(self, &id).await {
                        error.log();
                    }
                }
            }
            Err(error) => error.log(),
        }
    }

    /// Beats, so that an outage is known, and looks at unloaded tables whose time has come.
    async fn keep_time(&'static self) {
        let mut second = tokio::time::interval(std::time::Duration::from_secs(1));
        second.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        while !self.is_stopping() {
            second.tick().await;
            if let Err(error) = self.look_around().await {
                error.log();
            }
        }
    }

    async fn look_around(&'static self) -> Result<()> {
        self.store.beat().await?;
        self.store.beat_process().await?;
        if self.store.is_shared() {
            for id in self.store.take_over(&[]).await? {
                self.tables.get(self, &id).await?;
            }
        }
        self.limits.sweep();
        for (n, what, id) in self.store.notices(self.noticed.load(Ordering::Relaxed)).await? {
            self.heed(&what, &id).await;
            self.noticed.store(n, Ordering::Relaxed);
        }
        for id in self.store.due_tables(store::now(), store::now() - STALE).await? {
            self.tables.get(self, &id).await?;
        }
        Ok(())
    }

    /// Forgets what is of no use any more, once a minute.
    async fn tidy(&'static self) {
        let mut minute = tokio::time::interval(std::time::Duration::from_secs(60));
        while !self.is_stopping() {
            minute.tick().await;
            if let Err(error) = self.store.sweep_jobs().await {
                error.log();
            }
        }
    }

    /// Does what an operator's notice asks for.
    async fn heed(&'static self, what: &str, id: &str) {
        match what {
            // What is in memory is not what is kept any more: whoever comes back reads it anew.
            "table" => self.tables.unload(id).await,
            _ => {
                for table in self.tables.loaded() {
                    // A table that is gone has nobody connected.
                    let _gone = table.send(Ask::Kick { person: id.to_owned() }).await;
                }
            }
        }
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Tells all tables in memory that somebody goes by another id or name.
    pub(crate) async fn tell_renamed(&self, from: &str, now: &Who) {
        for table in self.tables.loaded() {
            // A table that is being unloaded reads the new name when it is loaded again.
            let _gone = table.send(Ask::Renamed { from: from.to_owned(), now: now.clone() }).await;
        }
    }

    /// Lets every table finish what it is doing, then closes the database.
    pub async fn stop(&'static self) {
        self.stopping.store(true, Ordering::Relaxed);
        if let Some(crew) = &self.crew {
            crew.stop().await;
        }
        // All at once, so that they share commits.
        let tables = self.tables.loaded();
        let stops = tables.iter().map(|table| table.ask(|reply| Ask::Stop { reply }));
        for stopped in futures_util::future::join_all(stops).await {
            if let Err(error) = stopped {
                tracing::debug!(%error, "a table was gone already");
            }
        }
        for said in [self.store.beat().await, self.store.leave().await] {
            if let Err(error) = said {
                error.log();
            }
        }
        self.store.close().await;
    }
}

/// A time as RFC 3339 has it.
pub(crate) fn time_text(millis: i64) -> String {
    jiff::Timestamp::from_millisecond(millis).unwrap_or_default().to_string()
}
