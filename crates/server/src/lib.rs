//! Tables, people, clocks and records: what a family, a club or a site runs.
//!
//! [`App`] is everything a running server holds; [`app`] makes the router that answers for it, so that tests
//! can ask it without a network; [`serve`] binds it to an address until it is told to stop.

mod admin;
pub mod backup;
mod client;
mod cluster;
pub mod config;
mod errands;
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
mod pool;
pub mod process;
mod rating;
mod running;
mod secret;
mod serve;
mod socket;
pub mod store;
mod table;
mod tables;
mod text;
mod time;
pub mod wire;
mod worker;

use std::{
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering},
    },
    time::Instant,
};

pub use config::Config;
pub use http::{app, openapi};
pub use serve::{RunError, ServeError, run, serve, start_log};
pub use worker::{work, work_until};

use crate::{
    cluster::Doubt,
    errands::Errands,
    error::{Error, Result},
    jobs::{Crew, Moves},
    limits::Limits,
    lobby::Lobby,
    metrics::Metrics,
    people::Person,
    players::Players,
    pool::Pool,
    running::Running,
    secret::Key,
    store::{OpenError, Store, TableFilter},
    table::Ask,
    tables::Tables,
};

/// How long a table may wait for its people, in milliseconds.
pub(crate) const STALE: i64 = 7 * 24 * 60 * 60 * 1000;

/// How many replays may wait for their turn, of all and of one address.
const REPLAYS: usize = 64;
const REPLAYS_OF_ONE: usize = 16;

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
    /// For records and positions that are replayed.
    pub(crate) replays: Pool,
    pub(crate) running: Running,
    pub(crate) watchers: http::Watchers,
    pub(crate) rating: tokio::sync::Mutex<()>,
    pub(crate) errands: Errands,
    beating: tokio::sync::Mutex<()>,
    /// When the database last heard that we are there.
    beaten: AtomicI64,
    /// When we last saw that we run.
    awake: AtomicI64,
    /// How often time was forgiven.
    pub(crate) forgiven: AtomicU64,
    /// Until then no tables of others are taken over.
    cautious_until: AtomicI64,
    doubt: Mutex<Option<Doubt>>,
    /// Held by the one server of a SQLite file.
    sole: Mutex<Option<std::fs::File>>,
    stopping: AtomicBool,
    /// The last notice of an operator that was heeded.
    noticed: AtomicI64,
}

impl App {
    /// Opens the database and takes up every table where it was left.
    pub async fn start(config: Config) -> Result<&'static App, OpenError> {
        let metrics: &'static Metrics = Box::leak(Box::default());
        let sole = store::claim(&config.database)?;
        let store = Store::open(&config.database, metrics).await?;
        let inner = |error: Error| match error {
            Error::Database(error) => OpenError::Database(error),
            error => OpenError::Database(sqlx::Error::Configuration(Box::new(error))),
        };
        let until = store::now();
        let since = store.last_beat().await.map_err(inner)?;
        store.beat_process().await.map_err(inner)?;
        store.beat().await.map_err(inner)?;
        let mut doubt = since.map(|since| Doubt { since, until, started: Instant::now() });
        if let Some(Doubt { since, until, .. }) = doubt.take_if(|_| !store.is_shared()) {
            store.note_outage(since, until).await.map_err(inner)?;
        }
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
            replays: Pool::new(cores() / 2, REPLAYS, REPLAYS_OF_ONE),
            running: Running::default(),
            watchers: http::Watchers::default(),
            lobby: Lobby::default(),
            tables: Tables::default(),
            rating: tokio::sync::Mutex::default(),
            errands: Errands::default(),
            beating: tokio::sync::Mutex::default(),
            beaten: AtomicI64::new(until),
            awake: AtomicI64::new(store::now()),
            forgiven: AtomicU64::new(0),
            cautious_until: AtomicI64::new(0),
            doubt: Mutex::new(doubt),
            sole: Mutex::new(sole),
            stopping: AtomicBool::new(false),
            noticed: AtomicI64::new(noticed),
        }));
        tokio::spawn(app.beat());
        tokio::spawn(app.stay_awake());
        if app.store.is_shared() {
            app.settle_doubt().await.map_err(inner)?;
            tokio::spawn(app.listen());
            tokio::spawn(app.watch_others());
        }
        tokio::spawn(app.resume());
        tokio::spawn(app.lobby.cry());
        tokio::spawn(app.keep_time());
        tokio::spawn(app.tidy());
        if app.config.workers {
            tokio::spawn(app.moves.deliver(&app.store));
        }
        Ok(app)
    }

    /// Wakes the live tables, so that engines go on and clocks are watched.
    async fn resume(&'static self) {
        let filter = TableFilter { state: Some("live"), limit: i64::MAX, ..TableFilter::default() };
        let ids = match self.store.is_shared() {
            true => self.store.homeless().await,
            false => self.store.table_ids(&filter).await,
        };
        match ids {
            Ok(ids) => self.wake_all(ids.into_iter().map(|id| (id, None))).await,
            Err(error) => error.log(),
        }
    }

    /// Looks around once a second.
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
        if self.store.is_shared() {
            self.look_at_others().await?;
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
            for tidied in [self.store.sweep_jobs().await, self.store.tidy().await] {
                if let Err(error) = tidied {
                    error.log();
                }
            }
        }
    }

    /// Does what an operator's notice asks for.
    async fn heed(&'static self, what: &str, id: &str) {
        match what {
            // What is in memory is not what is kept any more: whoever comes back reads it anew.
            "table" => self.tables.unload(id).await,
            "renamed" => {
                let (from, id) = id.split_once(' ').unwrap_or((id, id));
                match self.store.person(id).await {
                    Ok(Some(row)) => self.rename(from, &Person::seen(row)).await,
                    Ok(None) => {}
                    Err(error) => error.log(),
                }
            }
            _ => self.kick(id).await,
        }
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Ordering::Relaxed)
    }

    /// Tells all tables in memory that somebody goes by another id or name. Sockets that are open act for them at once.
    pub(crate) async fn tell_renamed(&self, from: &str, now: &Person) {
        self.rename(from, now).await;
        self.tell_others("renamed", &format!("{from} {}", now.id)).await;
    }

    /// Closes the sockets of a person: whoever may still be that person comes back.
    pub(crate) async fn close_sockets(&self, person: &str) {
        self.kick(person).await;
        self.tell_others("person", person).await;
    }

    async fn tell_others(&self, what: &str, whom: &str) {
        if self.store.is_shared()
            && let Err(error) = self.store.notice(what, whom).await
        {
            error.log();
        }
    }

    async fn kick(&self, person: &str) {
        for table in self.tables.loaded() {
            // A table that is gone has nobody connected.
            let _gone = table.send(Ask::Kick { person: person.to_owned() }).await;
        }
    }

    async fn rename(&self, from: &str, now: &Person) {
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
        let _one_at_a_time = self.beating.lock().await;
        for said in [self.store.beat().await, self.store.leave().await] {
            if let Err(error) = said {
                error.log();
            }
        }
        self.store.close().await;
        *self.sole.lock().expect("nobody panics with the file in hand") = None;
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// A time as RFC 3339 has it.
pub(crate) fn time_text(millis: i64) -> String {
    jiff::Timestamp::from_millisecond(millis).unwrap_or_default().to_string()
}
