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

mod errands;
mod grouped;
pub mod jobs;
mod kept;
mod leases;
mod listen;
mod people;
mod tables;
mod whole;
mod writer;

use std::{
    fs::{File, TryLockError},
    str::FromStr,
    sync::{Arc, LazyLock},
    time::Duration,
};

use sqlx::{
    AnyPool, Connection, Executor, SqlSafeStr,
    any::AnyPoolOptions,
    migrate::{MigrateError, Migration, MigrationType, Migrator},
    postgres::PgPoolOptions,
    sqlite::SqliteConnectOptions,
};
use tokio::sync::Notify;

pub(crate) use errands::{Answered, ErrandRow, Letter};
pub use kept::Kept;
pub(crate) use leases::CHANNEL;
pub use leases::{EXPIRY, Home, Lease};
pub use people::{LeaderRow, PersonRow, RatedRow, RatingRow, SessionRow};
pub use tables::{EventRow, RecordFilter, SitterRow, TableFilter, TableRow};
pub use writer::{Append, Change};

use grouped::Grouped;

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
    ];
    let numbered = (1..).zip(migrations).map(|(version, (about, sql))| {
        Migration::new(version, about.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(numbered.collect())
});

/// The open database.
#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    /// For what may be lost with a database's last moment, as leases may: its commits do not wait for the disk.
    quick: AnyPool,
    writer: writer::Writer,
    kept: Grouped<String, Option<Kept>>,
    later: Grouped<(String, i64), Vec<EventRow>>,
    outages: Grouped<(String, i64), i64>,
    letters: Grouped<Letter, ()>,
    answers: Grouped<Answered, ()>,
    kind: Kind,
    process: Arc<str>,
    /// Woken when there is engine work.
    pub(crate) work: Arc<Notify>,
    /// For listening, on PostgreSQL.
    ears: Option<sqlx::PgPool>,
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
        sqlx::any::install_default_drivers();
        let kind = match url.split(':').next() {
            Some("sqlite") => Kind::Sqlite,
            Some("postgres" | "postgresql") => Kind::Postgres,
            _ => return Err(OpenError::Url(without_password(url))),
        };
        let mut url = url.to_owned();
        if kind == Kind::Sqlite && !url.contains("mode=") {
            url.push_str(if url.contains('?') { "&mode=rwc" } else { "?mode=rwc" });
        }
        let pool = connect(&url, 8, setting(kind)).await?;
        MIGRATIONS.run(&pool).await.map_err(|error| match error {
            MigrateError::VersionMissing(version) => OpenError::Newer(version),
            error => OpenError::Migrate(error),
        })?;
        let (quick, ears) = match kind {
            Kind::Sqlite => (pool.clone(), None),
            Kind::Postgres => {
                (connect(&url, 4, QUICK).await?, Some(PgPoolOptions::new().connect_lazy(&url)?))
            }
        };
        let process: Arc<str> = secret::id("s").into();
        let desk = writer::Desk { pool: pool.clone(), kind, process: Arc::clone(&process) };
        let writer = writer::Writer::start(desk, metrics);
        Ok(Store {
            kept: grouped(&pool, move |pool, tables| async move { kept::read(&pool, kind, tables).await }),
            later: grouped(&pool, |pool, known| async move { kept::read_later(&pool, known).await }),
            outages: grouped(&pool, move |pool, of| async move { kept::read_outages(&pool, kind, of).await }),
            letters: {
                let process = Arc::clone(&process);
                grouped(&quick, move |quick, letters| {
                    let process = Arc::clone(&process);
                    async move { errands::send(&quick, &process, letters).await }
                })
            },
            answers: grouped(&quick, |quick, answers| async move { errands::answer(&quick, answers).await }),
            pool,
            quick,
            writer,
            kind,
            process,
            work: Arc::default(),
            ears,
        })
    }

    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns once all of it is on the disk.
    pub async fn append(&self, append: Append) -> Result<()> {
        self.writer.append(append).await
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
            .execute(&self.pool)
            .await?;
        let text =
            self.meta("cookie-key").await?.ok_or_else(|| Error::Internal("no cookie key".to_owned()))?;
        Ok(secret::Key::new(&text))
    }

    /// Says that the server is there, so that a later start knows since when it was not.
    pub async fn beat(&self) -> Result<()> {
        let beat = Change::Meta { key: "beat", value: now().to_string() };
        match self.kind {
            Kind::Sqlite => self.append(Append { changes: vec![beat], ..Append::default() }).await,
            // Past all that waits to be written: one who has much to do is not gone.
            Kind::Postgres => beat.write(&mut *self.quick.acquire().await?).await,
        }
    }

    /// When a server last said that it is there. Time goes on from then, whatever the wall clock says.
    pub async fn last_beat(&self) -> Result<Option<i64>> {
        let beat = self.meta("beat").await?.and_then(|text| text.parse().ok());
        if let Some(beat) = beat {
            crate::time::not_before(beat);
        }
        Ok(beat)
    }

    /// Notes a time for which nobody is charged at any table.
    pub async fn note_outage(&self, since: i64, until: i64) -> Result<()> {
        sqlx::query("INSERT INTO outages (since, until) VALUES ($1, $2)")
            .bind(since)
            .bind(until.max(since))
            .execute(&self.pool)
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
        self.pool.close().await;
        if let Some(ears) = &self.ears {
            ears.close().await;
        }
    }
}

/// Takes questions to a database together.
fn grouped<Q, A, F>(pool: &AnyPool, answer: impl Fn(AnyPool, Vec<Q>) -> F + Send + 'static) -> Grouped<Q, A>
where
    Q: Clone + Send + Sync + 'static,
    A: Send + 'static,
    F: Future<Output = Result<Vec<A>>> + Send,
{
    let pool = pool.clone();
    Grouped::start(move |questions| answer(pool.clone(), questions))
}

/// What every connection is told first.
fn setting(kind: Kind) -> &'static [&'static str] {
    match kind {
        // FULL: a commit is on the disk before it is answered.
        Kind::Sqlite => {
            &["PRAGMA busy_timeout = 10000", "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL"]
        }
        // The locks of one who is cut off in a transaction must not stand in the way of those who take over.
        Kind::Postgres => &["SET idle_in_transaction_session_timeout = '2s'"],
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
    if !url.starts_with("sqlite:") {
        return Ok(None);
    }
    let options = SqliteConnectOptions::from_str(url)?;
    let database = options.get_filename().display().to_string();
    if database.contains(":memory:") || url.contains("mode=memory") {
        return Ok(None);
    }
    let path = format!("{database}.lock");
    let file = File::create(&path).map_err(|error| OpenError::Lock(path.clone(), error))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(OpenError::Taken(database)),
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
