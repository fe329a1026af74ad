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
mod forwarding;
pub mod jobs;
mod leases;
mod listen;
mod live_positions;
mod moderation;
mod open;
mod people;
mod personal_data;
mod puzzles;
mod retention;
mod stored_table;
mod tables;
mod writer;

use std::{
    ops::{Deref, DerefMut},
    sync::Arc,
};

use sqlx::{Any, AnyConnection, AnyPool, Connection, Transaction, pool::PoolConnection};
use tokio::sync::{Notify, Semaphore, SemaphorePermit};

pub(crate) use explorer::Cell;
pub(crate) use forwarding::{ForwardedAnswer, ForwardedRequest, ForwardedRow};
pub(crate) use leases::CHANNEL;
pub use leases::{EXPIRY, Holder, Lease};
pub use open::OpenError;
pub(crate) use open::claim;
pub use people::{LeaderRow, PersonRow, RatedRow, RatingRow, SessionRow};
pub use stored_table::StoredTable;
pub use tables::{EventRow, RecordFilter, SitterRow, TableFilter, TableRow};
pub use writer::{Append, Change};

use batcher::Batcher;

pub use crate::time::now;

use crate::{
    error::{Error, Result},
    secret,
};

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

    /// Selects the rows of the JSON list of lists that is bound first, its columns of these types.
    fn rows(self, types: &[&str]) -> String {
        let columns = types.iter().enumerate().map(|(index, kind)| match self {
            Kind::Sqlite => format!("value->>{index}"),
            Kind::Postgres => format!("(value->>{index})::{kind}"),
        });
        let columns = columns.collect::<Vec<_>>().join(", ");
        match self {
            // Else what follows an `ON` would be read as part of a join.
            Kind::Sqlite => format!("SELECT {columns} FROM json_each($1) WHERE 1 = 1"),
            Kind::Postgres => format!("SELECT {columns} FROM jsonb_array_elements($1::JSONB)"),
        }
    }
}

impl Store {
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
