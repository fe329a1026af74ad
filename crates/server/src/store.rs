//! What is kept: records, people, ratings. Never a position.
//!
//! SQLite or PostgreSQL by URL, with one SQL text for both: `$1` parameters, `BIGINT`, `TEXT`, `ON CONFLICT`.

/// Reads a row into the fields that have the names of its columns. The derive of sqlx does the same, but has the
/// whole of sqlx compiled twice.
macro_rules! from_row {
    ($row:ident { $($field:ident),+ $(,)? }) => {
        impl sqlx::FromRow<'_, sqlx::any::AnyRow> for $row {
            fn from_row(row: &sqlx::any::AnyRow) -> sqlx::Result<Self> {
                Ok($row { $($field: sqlx::Row::try_get(row, stringify!($field))?),+ })
            }
        }
    };
}

mod batcher;
mod dump;
mod explorer;
mod farewell;
mod forwarding;
pub mod jobs;
mod leases;
mod listen;
mod moderation;
mod people;
mod places;
mod retention;
mod stored_table;
mod tables;
mod writer;

use std::{
    fs::{File, TryLockError},
    ops::{Deref, DerefMut},
    path::PathBuf,
    str::FromStr,
    sync::{Arc, LazyLock},
    time::Duration,
};

use sqlx::{
    Any, AnyConnection, AnyPool, Connection, Executor, SqlSafeStr, Transaction,
    any::AnyPoolOptions,
    migrate::{MigrateError, Migration, MigrationType, Migrator},
    pool::PoolConnection,
    postgres::PgPoolOptions,
    sqlite::SqliteConnectOptions,
};
use tokio::sync::{Notify, Semaphore, SemaphorePermit};

pub(crate) use explorer::Cell;
pub(crate) use forwarding::{ForwardedAnswer, ForwardedRequest, ForwardedRow};
pub(crate) use leases::CHANNEL;
pub use leases::{EXPIRY, Holder, Lease};
pub use people::{LeaderRow, PersonRow, RatedRow, RatingRow, SessionRow};
pub use stored_table::StoredTable;
pub use tables::{EventRow, RecordFilter, SitterRow, TableFilter, TableRow};
pub use writer::{Append, Change};

use batcher::Batcher;

pub use crate::time::now;

use crate::{
    error::{Error, Result},
    metrics::Metrics,
    secret,
};

/// What made the database what it is, in order. What has been applied once must never change.
static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let migrations = [
        ("first", include_str!("../migrations/0001_first.sql")),
        ("notices", include_str!("../migrations/0002_notices.sql")),
        ("homes", include_str!("../migrations/0003_homes.sql")),
        ("jobs", include_str!("../migrations/0004_jobs.sql")),
        ("makers", include_str!("../migrations/0005_makers.sql")),
        ("words", include_str!("../migrations/0006_words.sql")),
        ("indexes", include_str!("../migrations/0007_indexes.sql")),
        ("farewells", include_str!("../migrations/0008_farewells.sql")),
        ("origins", include_str!("../migrations/0009_origins.sql")),
        ("retention", include_str!("../migrations/0010_retention.sql")),
        ("seats", include_str!("../migrations/0011_seats.sql")),
        ("explorer", include_str!("../migrations/0012_explorer.sql")),
    ];
    let numbered = (1..).zip(migrations).map(|(version, (about, sql))| {
        Migration::new(version, about.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(numbered.collect())
});

/// The open database.
#[derive(Clone, Debug)]
pub struct Store {
    /// For reading.
    pool: AnyPool,
    /// For what is written apart from the writer: see [`write_turn`](Self::write_turn).
    writes: AnyPool,
    turns: Arc<Semaphore>,
    /// For what may be lost with a database's last moment, as leases may: its commits do not wait for the disk.
    quick: AnyPool,
    writer: writer::Writer,
    stored_tables: Batcher<String, Option<StoredTable>>,
    later_events: Batcher<(String, i64), Vec<EventRow>>,
    outages: Batcher<(String, i64), i64>,
    forwarded: Batcher<ForwardedRequest, ()>,
    answers: Batcher<ForwardedAnswer, ()>,
    kind: Kind,
    process: Arc<str>,
    /// Woken when there is engine work.
    pub(crate) work: Arc<Notify>,
    /// For listening, on PostgreSQL.
    listener: Option<sqlx::PgPool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Sqlite,
    Postgres,
}

impl Kind {
    /// Takes the write lock at once where there is but one.
    fn begin(self) -> &'static str {
        match self {
            Kind::Sqlite => "BEGIN IMMEDIATE",
            Kind::Postgres => "BEGIN",
        }
    }

    /// Whether a column is in the JSON list of texts that is bound first.
    fn among(self, column: &str) -> String {
        match self {
            Kind::Sqlite => format!("{column} IN (SELECT value FROM json_each($1))"),
            Kind::Postgres => format!("{column} = ANY(ARRAY(SELECT json_array_elements_text($1::JSON)))"),
        }
    }
}

/// Why a database could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("a database is sqlite:… or postgres://…, not `{0}`")]
    Url(String),
    #[error(
        "the database was written by a newer version: it has migration {0}, which this one does not know"
    )]
    Newer(i64),
    #[error("the database was written by an older version: `ludarium serve` migrates it")]
    Older,
    #[error("there is no database {0}: `ludarium serve` and `ludarium restore` make one")]
    Missing(String),
    #[error("this is no database of Ludarium")]
    Foreign,
    #[error("cannot migrate the database: {0}")]
    Migrate(MigrateError),
    #[error("another server runs on {0}: a SQLite file has one; several share a PostgreSQL")]
    Taken(String),
    #[error("cannot lock {0}: {1}")]
    Lock(String, std::io::Error),
    #[error("cannot open the database: {0}")]
    Database(#[from] sqlx::Error),
}

impl Store {
    /// Opens the database, makes or migrates it, and starts its writer.
    pub async fn open(url: &str, metrics: &'static Metrics) -> Result<Self, OpenError> {
        let (kind, url) = parse(url, "rwc")?;
        let pool = connect(&url, READERS, setting(kind)).await?;
        MIGRATIONS.run(&pool).await.map_err(|error| match error {
            MigrateError::VersionMissing(version) => OpenError::Newer(version),
            error => OpenError::Migrate(error),
        })?;
        Self::with(kind, &url, pool, metrics).await
    }

    /// Opens a database that is there and has the tables of this version. It is neither made nor migrated: that is for
    /// servers.
    pub async fn open_existing(url: &str, metrics: &'static Metrics) -> Result<Self, OpenError> {
        let (kind, url) = parse(url, "rw")?;
        if let Some(file) = file_of(&url)?
            && !file.exists()
        {
            return Err(OpenError::Missing(file.display().to_string()));
        }
        let pool = connect(&url, READERS, setting(kind)).await?;
        let applied: Vec<i64> =
            sqlx::query_scalar("SELECT version FROM _sqlx_migrations").fetch_all(&pool).await.map_err(
                |error| if error.as_database_error().is_some() { OpenError::Foreign } else { error.into() },
            )?;
        let known: Vec<_> = MIGRATIONS.iter().map(|one| one.version).collect();
        if let Some(version) = applied.iter().find(|version| !known.contains(version)) {
            return Err(OpenError::Newer(*version));
        }
        if known.iter().any(|version| !applied.contains(version)) {
            return Err(OpenError::Older);
        }
        Self::with(kind, &url, pool, metrics).await
    }

    async fn with(
        kind: Kind,
        url: &str,
        pool: AnyPool,
        metrics: &'static Metrics,
    ) -> Result<Self, OpenError> {
        // Its own, so that however many read, acknowledgements do not wait for a connection. On PostgreSQL a second one
        // stands in for one that hangs.
        let own = connect(url, if kind == Kind::Sqlite { 1 } else { 2 }, setting(kind)).await?;
        let writes = if kind == Kind::Sqlite { own.clone() } else { pool.clone() };
        let (quick, listener) = match kind {
            Kind::Sqlite => (own.clone(), None),
            Kind::Postgres => (connect(url, 4, QUICK).await?, Some(PgPoolOptions::new().connect_lazy(url)?)),
        };
        let process: Arc<str> = secret::id("s").into();
        let committer = writer::Committer { pool: own, kind, process: Arc::clone(&process) };
        let writer = writer::Writer::start(committer, metrics);
        Ok(Store {
            stored_tables: batched(&pool, move |pool, tables| async move {
                stored_table::read(&pool, kind, tables).await
            }),
            later_events: batched(&pool, |pool, known| async move {
                stored_table::read_later(&pool, known).await
            }),
            outages: batched(&pool, move |pool, of| async move {
                stored_table::read_outages(&pool, kind, of).await
            }),
            forwarded: {
                let process = Arc::clone(&process);
                batched(&quick, move |quick, requests| {
                    let process = Arc::clone(&process);
                    async move { forwarding::send(&quick, &process, requests).await }
                })
            },
            answers: batched(
                &quick,
                |quick, answers| async move { forwarding::answer(&quick, answers).await },
            ),
            pool,
            writes,
            turns: Arc::new(Semaphore::new(if kind == Kind::Sqlite { 1 } else { WRITES })),
            quick,
            writer,
            kind,
            process,
            work: Arc::default(),
            listener,
        })
    }

    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns once all of it is on the disk.
    pub async fn append(&self, append: Append) -> Result<()> {
        self.writer.append(append).await
    }

    /// The right to write apart from the writer.
    ///
    /// On SQLite all that is written goes over one connection, because writers wait for each other anyway, and in a queue
    /// they wait shorter than by asking again and again. Of those beside the writer only one stands in that queue, so that
    /// an acknowledgement waits for one of them at most.
    async fn write_turn(&self) -> Result<WriteTurn<'_>> {
        let turn = self.turns.acquire().await.map_err(|_| Error::Stopping)?;
        Ok(WriteTurn { connection: self.writes.acquire().await?, _turn: turn })
    }

    pub async fn meta(&self, key: &str) -> Result<Option<String>> {
        Ok(sqlx::query_scalar("SELECT value FROM meta WHERE key = $1")
            .bind(key)
            .fetch_optional(&self.pool)
            .await?)
    }

    pub async fn set_meta(&self, key: &'static str, value: &str) -> Result<()> {
        let meta = Change::Meta { key, value: value.to_owned() };
        self.append(Append { changes: vec![meta], ..Append::default() }).await
    }

    /// The key that signs cookies, made at the first start.
    pub(crate) async fn cookie_key(&self) -> Result<secret::Key> {
        sqlx::query("INSERT INTO meta (key, value) VALUES ('cookie-key', $1) ON CONFLICT (key) DO NOTHING")
            .bind(secret::digits(64))
            .execute(&mut *self.write_turn().await?)
            .await?;
        let text =
            self.meta("cookie-key").await?.ok_or_else(|| Error::Internal("no cookie key".to_owned()))?;
        Ok(secret::Key::new(&text))
    }

    /// Says that the server is there, so that a later start knows since when it was not.
    pub async fn note_alive(&self) -> Result<()> {
        let alive = Change::Meta { key: "heartbeat", value: now().to_string() };
        match self.kind {
            Kind::Sqlite => self.append(Append { changes: vec![alive], ..Append::default() }).await,
            // Past all that waits to be written: a process that has much to do is not dead.
            Kind::Postgres => alive.write(&mut *self.quick.acquire().await?).await,
        }
    }

    /// When a server last said that it is there. Time goes on from then, whatever the wall clock says.
    pub async fn last_alive(&self) -> Result<Option<i64>> {
        let alive = self.meta("heartbeat").await?.and_then(|text| text.parse().ok());
        if let Some(at) = alive {
            crate::time::not_before(at);
        }
        Ok(alive)
    }

    /// Notes a time for which nobody is charged at any table.
    pub async fn note_outage(&self, since: i64, until: i64) -> Result<()> {
        sqlx::query("INSERT INTO outages (since, until) VALUES ($1, $2)")
            .bind(since)
            .bind(until.max(since))
            .execute(&mut *self.write_turn().await?)
            .await?;
        Ok(())
    }

    /// How much of the time since `at` nobody at this table is charged for.
    pub async fn outage_since(&self, table: &str, at: i64) -> Result<i64> {
        self.outages.ask((table.to_owned(), at)).await
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<()> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }

    /// Waits for what is being written, then closes.
    pub async fn close(&self) {
        self.writer.stop().await;
        self.quick.close().await;
        self.writes.close().await;
        self.pool.close().await;
        if let Some(listener) = &self.listener {
            listener.close().await;
        }
    }
}

/// A connection to write over, and the turn for it.
struct WriteTurn<'a> {
    connection: PoolConnection<Any>,
    _turn: SemaphorePermit<'a>,
}

impl WriteTurn<'_> {
    async fn begin(&mut self, kind: Kind) -> Result<Transaction<'_, Any>> {
        Ok(self.connection.begin_with(kind.begin()).await?)
    }
}

impl Deref for WriteTurn<'_> {
    type Target = AnyConnection;

    fn deref(&self) -> &AnyConnection {
        &self.connection
    }
}

impl DerefMut for WriteTurn<'_> {
    fn deref_mut(&mut self) -> &mut AnyConnection {
        &mut self.connection
    }
}

/// Reads a column that holds JSON.
pub(crate) fn json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| Error::Internal(format!("a row cannot be read: {error}")))
}

/// Takes questions to a database together.
fn batched<Q, A, F>(pool: &AnyPool, answer: impl Fn(AnyPool, Vec<Q>) -> F + Send + 'static) -> Batcher<Q, A>
where
    Q: Clone + Send + Sync + 'static,
    A: Send + 'static,
    F: Future<Output = Result<Vec<A>>> + Send,
{
    let pool = pool.clone();
    Batcher::start(move |questions| answer(pool.clone(), questions))
}

/// How many connections read, and how many of them may write on PostgreSQL.
const READERS: u32 = 8;
const WRITES: usize = READERS as usize;

/// The kind of a database, and its URL, with the mode in which SQLite opens the file.
fn parse(url: &str, mode: &str) -> Result<(Kind, String), OpenError> {
    sqlx::any::install_default_drivers();
    match url.split(':').next() {
        Some("sqlite") if url.contains("mode=") => Ok((Kind::Sqlite, url.to_owned())),
        Some("sqlite") => {
            let separator = if url.contains('?') { '&' } else { '?' };
            Ok((Kind::Sqlite, format!("{url}{separator}mode={mode}")))
        }
        Some("postgres" | "postgresql") => Ok((Kind::Postgres, url.to_owned())),
        _ => Err(OpenError::Url(without_password(url))),
    }
}

/// The file of a SQLite database that has one.
fn file_of(url: &str) -> Result<Option<PathBuf>, OpenError> {
    if !url.starts_with("sqlite:") || url.contains(":memory:") || url.contains("mode=memory") {
        return Ok(None);
    }
    Ok(Some(SqliteConnectOptions::from_str(url)?.get_filename().to_owned()))
}

/// What every connection is told first.
fn setting(kind: Kind) -> &'static [&'static str] {
    match kind {
        // FULL: a commit is on the disk before it is answered.
        Kind::Sqlite => {
            &["PRAGMA busy_timeout = 10000", "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL"]
        }
        // The locks of a process that is cut off in a transaction must not stand in the way of a takeover.
        // A commit is on the disk before it is answered, whatever the server's own setting is.
        Kind::Postgres => &["SET idle_in_transaction_session_timeout = '2s'", "SET synchronous_commit = on"],
    }
}

const QUICK: &[&str] = &["SET idle_in_transaction_session_timeout = '2s'", "SET synchronous_commit = off"];

async fn connect(
    url: &str,
    connections: u32,
    settings: &'static [&'static str],
) -> Result<AnyPool, sqlx::Error> {
    AnyPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(Duration::from_secs(10))
        .after_connect(move |connection, _| {
            Box::pin(async move {
                for setting in settings {
                    connection.execute(*setting).await?;
                }
                Ok(())
            })
        })
        .before_acquire(|connection, _| {
            // One that was thrown out of its transaction, as by a full disk, does not find its way back.
            let fit = !connection.is_in_transaction();
            Box::pin(async move { Ok(fit) })
        })
        .connect(url)
        .await
}

/// Makes this the one server of a SQLite file, for as long as the answer lives. Those who only look, such as backups
/// and operators, need no claim.
pub(crate) fn claim(url: &str) -> Result<Option<File>, OpenError> {
    let Some(file) = file_of(url)? else { return Ok(None) };
    let database = file.display();
    let path = format!("{database}.lock");
    let file = File::create(&path).map_err(|error| OpenError::Lock(path.clone(), error))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(OpenError::Taken(database.to_string())),
        Err(TryLockError::Error(error)) => Err(OpenError::Lock(path, error)),
    }
}

fn without_password(url: &str) -> String {
    match (url.find("://"), url.rfind('@')) {
        (Some(start), Some(end)) if start < end => format!("{}://…{}", &url[..start], &url[end..]),
        _ => url.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_migration_is_listed() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/migrations");
        let files = std::fs::read_dir(folder).unwrap();
        let mut files: Vec<_> = files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
        files.sort();
        let listed = MIGRATIONS.iter().map(|one| format!("{:04}_{}.sql", one.version, one.description));
        assert_eq!(listed.collect::<Vec<_>>(), files);
    }
}
