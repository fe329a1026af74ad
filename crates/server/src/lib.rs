//! Tables, people, clocks and records: what a family, a club or a site runs.
//!
//! [`App`] is everything a running server holds; [`app`] makes the router that answers for it, so that tests
//! can ask it without a network; [`serve`] binds it to an address until it is told to stop.

mod admin;
pub mod backup;
mod client;
mod cluster;
pub mod config;
mod connection;
mod connection_limit;
mod engine_pool;
pub mod error;
mod explorer;
mod fixed;
mod forwarding;
mod hosts;
mod http;
mod jobs;
mod limits;
mod live_positions;
mod live_table;
mod liveness;
mod lobby;
mod log_throttle;
pub mod metrics;
mod names;
mod password;
mod people;
mod pool;
pub mod process;
mod puzzles;
mod rating;
mod retention;
mod secret;
mod serve;
mod socket;
pub mod store;
mod streams;
mod tables;
mod text;
mod time;
mod worker;

use std::{
    sync::{
        Mutex,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant},
};

pub use client::ClientFiles;
pub use config::Config;
pub use http::{app, openapi};
pub use serve::{RunError, ServeError, run, serve, start_log};
pub use worker::{work, work_until};

use engine::GameList;
use futures_util::future::BoxFuture;
use table::Visitor;

use crate::{
    connection_limit::ConnectionLimit,
    engine_pool::EnginePool,
    error::{Error, Result},
    forwarding::Forwarding,
    hosts::Hosts,
    jobs::{JobRunner, Moves},
    limits::Limits,
    live_positions::LivePositions,
    live_table::{TableHandle, TableProxy},
    liveness::{Liveness, StartOutage},
    lobby::Lobby,
    metrics::Metrics,
    people::Person,
    pool::Pool,
    secret::Key,
    store::{OpenError, Store, TableFilter},
    tables::Tables,
};

/// How long a table may wait for its people, in milliseconds.
pub(crate) const STALE: i64 = 7 * 24 * 60 * 60 * 1000;

/// How long a server that stops waits for its database.
const LEAVE: Duration = Duration::from_secs(5);

/// How many tables that are due are looked at in a second.
const DUE: i64 = 100;

/// How many replays may wait for their turn, of all and of one address.
const REPLAYS: usize = 512;
const REPLAYS_OF_ONE: usize = 128;

/// How many passwords are hashed at a time, and how many may wait for it, of all and of one address.
const PASSWORDS_AT_A_TIME: usize = 2;
const PASSWORDS: usize = 500;
const PASSWORDS_OF_ONE: usize = 100;

/// A running server. There is one for the whole life of the process, so it is lent for ever.
#[derive(Debug)]
pub struct App {
    pub config: Config,
    /// The games that can be played here.
    pub games: GameList,
    pub store: Store,
    pub metrics: &'static Metrics,
    pub(crate) key: Key,
    pub(crate) hosts: Hosts,
    pub(crate) lobby: Lobby,
    pub(crate) tables: Tables,
    pub(crate) engine_pool: EnginePool,
    pub(crate) limits: Limits,
    pub(crate) connection_limit: ConnectionLimit,
    /// Does the jobs of the database, unless separate workers do.
    job_runner: Option<JobRunner>,
    pub(crate) moves: Moves,
    /// For records and positions that are replayed.
    pub(crate) replays: Pool,
    /// For passwords, whose hashing is slow and large on purpose.
    pub(crate) passwords: Pool,
    pub(crate) live_positions: LivePositions,
    pub(crate) watchers: http::Watchers,
    pub(crate) health: http::Health,
    pub(crate) rating: tokio::sync::Mutex<()>,
    pub(crate) forwarding: Forwarding,
    pub(crate) liveness: Liveness,
    /// Held by the one server of a SQLite file.
    sole: Mutex<Option<std::fs::File>>,
    /// The last notice of an operator that was handled.
    last_notice: AtomicI64,
}

impl App {
    /// Opens the database and takes up every table where it was left.
    ///
    /// Boxed for the same reason as [`run`] is not generic.
    pub fn start(config: Config, games: GameList) -> BoxFuture<'static, Result<&'static App, OpenError>> {
        Box::pin(Self::open(config, games))
    }

    async fn open(config: Config, games: GameList) -> Result<&'static App, OpenError> {
        let metrics: &'static Metrics = Box::leak(Box::default());
        let sole = store::claim(&config.database)?;
        let store = Store::open(&config.database, metrics).await?;
        let inner = |error: Error| match error {
            Error::Database(error) => OpenError::Database(error),
            error => OpenError::Database(sqlx::Error::Configuration(Box::new(error))),
        };
        let until = store::now();
        let since = store.last_alive().await.map_err(inner)?;
        store.heartbeat().await.map_err(inner)?;
        store.note_alive().await.map_err(inner)?;
        let mut start_outage = since.map(|since| StartOutage { since, until, started: Instant::now() });
        if let Some(StartOutage { since, until, .. }) = start_outage.take_if(|_| !store.is_shared()) {
            store.note_outage(since, until).await.map_err(inner)?;
        }
        let liveness = Liveness::new(store.is_shared(), until, start_outage);
        let key = store.cookie_key().await.map_err(inner)?;
        store.fill_looks().await.map_err(inner)?;
        let last_notice = store.last_notice().await.map_err(inner)?;
        let engine_pool = EnginePool::new(config.engines, metrics);
        let job_runner =
            (!config.workers).then(|| JobRunner::start(&store, games, &engine_pool, config.engines));
        let app: &'static App = Box::leak(Box::new(App {
            engine_pool,
            limits: Limits::new(config.rate),
            connection_limit: ConnectionLimit::new(process::most_files()),
            hosts: Hosts::new(&config),
            config,
            games,
            store,
            metrics,
            key,
            job_runner,
            moves: Moves::default(),
            replays: Pool::new(cores() / 2, REPLAYS, REPLAYS_OF_ONE),
            passwords: Pool::new(PASSWORDS_AT_A_TIME, PASSWORDS, PASSWORDS_OF_ONE),
            live_positions: LivePositions::default(),
            watchers: http::Watchers::default(),
            health: http::Health::default(),
            lobby: Lobby::default(),
            tables: Tables::default(),
            rating: tokio::sync::Mutex::default(),
            forwarding: Forwarding::default(),
            liveness,
            sole: Mutex::new(sole),
            last_notice: AtomicI64::new(last_notice),
        }));
        tokio::spawn(app.run_heartbeat());
        tokio::spawn(app.watch_for_stalls());
        if app.store.is_shared() {
            app.settle_start_outage().await.map_err(inner)?;
            tokio::spawn(app.listen());
            tokio::spawn(app.watch_for_dead_processes());
        }
        tokio::spawn(app.resume());
        tokio::spawn(app.lobby.publish());
        tokio::spawn(app.run_every_second());
        tokio::spawn(app.tidy());
        tokio::spawn(app.run_explorer());
        if app.config.workers {
            tokio::spawn(app.moves.deliver(&app.store));
        }
        Ok(app)
    }

    /// Loads the live tables, so that engines go on and clocks are watched.
    async fn resume(&'static self) {
        let filter = TableFilter { state: Some("live"), limit: i64::MAX, ..TableFilter::default() };
        let ids = match self.store.is_shared() {
            true => self.store.tables_without_process().await,
            false => self.store.table_ids(&filter).await,
        };
        match ids {
            Ok(ids) => self.load_all(ids.into_iter().map(|id| (id, None))).await,
            Err(error) => error.log(),
        }
    }

    /// Does once a second what is due.
    async fn run_every_second(&'static self) {
        let mut second = tokio::time::interval(Duration::from_secs(1));
        second.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        while !self.is_stopping() {
            second.tick().await;
            if let Err(error) = self.every_second().await {
                error.log();
            }
        }
    }

    async fn every_second(&'static self) -> Result<()> {
        if self.store.is_shared() {
            self.poll_others().await?;
        }
        self.limits.sweep();
        self.handle_notices().await?;
        let most = DUE + self.tables.unreadable() as i64;
        for id in self.store.due_tables(store::now(), store::now() - STALE, most).await? {
            match self.tables.get(self, &id).await {
                // One that cannot be read is not in the way of the others.
                Ok(_) | Err(Error::NoSuchTable | Error::Unreadable) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Forgets what is of no use any more, once a minute.
    async fn tidy(&'static self) {
        let mut minute = tokio::time::interval(Duration::from_secs(60));
        while !self.is_stopping() {
            minute.tick().await;
            for tidied in [self.store.sweep_jobs().await, self.store.tidy().await, self.forget_old().await] {
                if let Err(error) = tidied {
                    error.log();
                }
            }
        }
    }

    /// Does what notices ask for that came since the last time.
    async fn handle_notices(&'static self) -> Result<()> {
        for (n, what, id) in self.store.notices(self.last_notice.load(Ordering::Relaxed)).await? {
            self.handle_notice(&what, &id).await;
            // Two may read the same ones: what they ask for may be done twice.
            self.last_notice.fetch_max(n, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Does what the notice of an operator or of another process asks for.
    async fn handle_notice(&'static self, what: &str, id: &str) {
        match what {
            // What is in memory is not what is kept any more: whoever comes back reads it anew.
            "table" => self.tables.unload(id).await,
            "renamed" => {
                let (from, id) = id.split_once(' ').unwrap_or((id, id));
                match self.store.person(id).await {
                    Ok(Some(row)) => self.rename(from, &Person::seen(row).visitor()).await,
                    Ok(None) => {}
                    Err(error) => error.log(),
                }
            }
            "gone" => self.forget_here(id).await,
            _ => self.disconnect(id).await,
        }
    }

    /// What is kept of an address: it can be compared, and tells nothing to whoever has not our key.
    pub(crate) fn origin(&self, address: &str) -> String {
        self.key.id("a", address)
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.liveness.is_stopping()
    }

    /// The time by which people are charged.
    pub(crate) fn time(&self) -> i64 {
        self.liveness.time()
    }

    /// A table by its id.
    pub(crate) fn table<'a>(&'static self, id: &'a str) -> TableProxy<'a> {
        TableProxy { app: self, id }
    }

    /// Tells the tables in memory that somebody goes by another id or name. Sockets that are open act for them at once.
    pub(crate) async fn tell_renamed(&self, from: &str, now: &Person) {
        self.rename(from, &now.visitor()).await;
        self.tell_others("renamed", &format!("{from} {}", now.id)).await;
    }

    /// Closes the sockets of a person: whoever may still be that person comes back.
    pub(crate) async fn close_sockets(&self, person: &str) {
        self.disconnect(person).await;
        self.tell_others("person", person).await;
    }

    /// Takes the name and the words of somebody out of memory, in all processes.
    pub(crate) async fn tell_gone(&self, id: &str) {
        self.forget_here(id).await;
        self.tell_others("gone", id).await;
    }

    async fn forget_here(&self, id: &str) {
        for table in self.tables.loaded() {
            table.forget(id).await;
        }
    }

    async fn tell_others(&self, what: &str, whom: &str) {
        if self.store.is_shared()
            && let Err(error) = self.store.notice(what, whom).await
        {
            error.log();
        }
    }

    async fn disconnect(&self, person: &str) {
        for table in self.tables.concerning(person) {
            table.disconnect(person).await;
        }
    }

    async fn rename(&self, from: &str, now: &Visitor) {
        for table in self.tables.concerning(from) {
            table.rename(from, now.clone()).await;
        }
    }

    /// Lets every table finish what it is doing, then closes the database; or goes without, if that does not answer. What
    /// was acknowledged is written in any case.
    pub async fn stop(&'static self) {
        self.liveness.stop();
        if tokio::time::timeout(LEAVE, self.leave()).await.is_err() {
            tracing::error!("the database does not answer: stopping without it");
        }
        *self.sole.lock().expect("nobody panics while holding the file") = None;
    }

    async fn leave(&'static self) {
        if let Some(job_runner) = &self.job_runner {
            job_runner.stop().await;
        }
        // All at once, so that they share commits.
        let tables = self.tables.loaded();
        let stops = tables.iter().map(TableHandle::stop);
        for stopped in futures_util::future::join_all(stops).await {
            if let Err(error) = stopped {
                tracing::debug!(%error, "a table was gone already");
            }
        }
        let _one_at_a_time = self.liveness.heartbeat.lock().await;
        for said in [self.store.note_alive().await, self.store.leave().await] {
            if let Err(error) = said {
                error.log();
            }
        }
        self.store.close().await;
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}
