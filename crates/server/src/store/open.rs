//! How a database is opened: by its URL, made or migrated, with its pools of connections.

use std::{
    fs::{File, TryLockError},
    path::PathBuf,
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
use tokio::sync::Semaphore;

use super::{Batcher, Kind, Store, forwarding, stored_table, writer};
use crate::{error::Result, metrics::Metrics, secret};

/// What made the database what it is, in order. What has been applied once must never change.
static MIGRATIONS: LazyLock<Migrator> = LazyLock::new(|| {
    let migrations = [
        ("first", include_str!("../../migrations/0001_first.sql")),
        ("notices", include_str!("../../migrations/0002_notices.sql")),
        ("homes", include_str!("../../migrations/0003_homes.sql")),
        ("jobs", include_str!("../../migrations/0004_jobs.sql")),
        ("makers", include_str!("../../migrations/0005_makers.sql")),
        ("words", include_str!("../../migrations/0006_words.sql")),
        ("indexes", include_str!("../../migrations/0007_indexes.sql")),
        ("farewells", include_str!("../../migrations/0008_farewells.sql")),
        ("origins", include_str!("../../migrations/0009_origins.sql")),
        ("retention", include_str!("../../migrations/0010_retention.sql")),
        ("seats", include_str!("../../migrations/0011_seats.sql")),
        ("explorer", include_str!("../../migrations/0012_explorer.sql")),
        ("puzzles", include_str!("../../migrations/0013_puzzles.sql")),
    ];
    let numbered = (1..).zip(migrations).map(|(version, (about, sql))| {
        Migration::new(version, about.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(numbered.collect())
});

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
