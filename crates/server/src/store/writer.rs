//! Group commit: one task writes for all tables, as many at a time as are waiting.

use std::{
    collections::{HashSet, VecDeque},
    sync::{Arc, LazyLock},
    time::{Duration, Instant},
};

use sqlx::{AnyConnection, AnyPool};
use table::TableInfo;
use tokio::sync::{mpsc, oneshot};

use super::{
    EventRow, Kind, RatingRow, explorer,
    leases::{self, Lease},
    live_positions,
    tables::{self, DEVICE},
};
use crate::{
    error::{Error, Result},
    live_positions::LivePosition,
    metrics::Metrics,
};

/// The most that goes into one transaction.
const BATCH: usize = 512;

/// How long a commit may take over a network.
const LONGEST: Duration = Duration::from_secs(10);

/// What one table wants written, all of it or nothing.
#[derive(Clone, Debug, Default)]
pub struct Append {
    /// Needed to write events on PostgreSQL: it proves that the table lives here.
    pub lease: Option<Lease>,
    pub events: Vec<EventRow>,
    pub changes: Vec<Change>,
    /// Where the table is now, or that it is nowhere that counts; for processes that share the database.
    pub live_position: Option<(String, Option<LivePosition>)>,
}

/// What else changes with the events.
#[derive(Clone, Debug)]
pub enum Change {
    Guest {
        id: String,
        name: String,
        at: i64,
    },
    Meta {
        key: &'static str,
        value: String,
    },
    Created {
        info: Box<TableInfo>,
        origin: String,
    },
    Sit {
        table: String,
        seat: i64,
        person: String,
        nonce: String,
    },
    Stand {
        table: String,
        seat: i64,
        person: String,
    },
    Started {
        table: String,
        setup: String,
    },
    Ended {
        table: String,
        at: i64,
        ply: i64,
        result: Option<String>,
        clause: String,
    },
    PassReplies {
        table: String,
        seats: String,
    },
    /// It was played on somebody's device.
    OnDevice {
        table: String,
    },
    Rated {
        table: String,
        row: RatingRow,
    },
    Deadline {
        table: String,
        at: Option<i64>,
    },
}

struct Write {
    append: Append,
    done: oneshot::Sender<Result<()>>,
}

/// Writes transactions in the name of one process.
pub(super) struct Committer {
    pub(super) pool: AnyPool,
    pub(super) kind: Kind,
    pub(super) process: Arc<str>,
}

#[derive(Clone, Debug)]
pub(super) struct Writer(mpsc::Sender<Write>);

impl Writer {
    pub(super) fn start(committer: Committer, metrics: &'static Metrics) -> Self {
        let (sender, receiver) = mpsc::channel(4 * BATCH);
        tokio::spawn(run(receiver, committer, metrics));
        Writer(sender)
    }

    pub(super) async fn append(&self, append: Append) -> Result<()> {
        let (done, answer) = oneshot::channel();
        self.0.send(Write { append, done }).await.map_err(|_| Error::Stopping)?;
        answer.await.map_err(|_| Error::Stopping)?
    }

    /// Returns when everything sent before is written.
    pub(super) async fn stop(&self) {
        // An empty append is answered after all that came before it.
        if let Err(error) = self.append(Append::default()).await {
            error.log();
        }
    }
}

async fn run(mut receiver: mpsc::Receiver<Write>, committer: Committer, metrics: &'static Metrics) {
    let mut batch = Vec::with_capacity(BATCH);
    while receiver.recv_many(&mut batch, BATCH).await > 0 {
        let start = Instant::now();
        let written = committer.commit_in_time(batch.iter().map(|write| &write.append)).await;
        metrics.commits.observe(start.elapsed());
        metrics.batched.add(batch.len() as u64);
        match written {
            Ok(()) => batch.drain(..).for_each(|write| answer(write.done, Ok(()))),
            Err(error) if batch.len() == 1 => {
                batch.drain(..).zip([error]).for_each(|(write, error)| answer(write.done, Err(error)));
                break_for_breath().await;
            }
            // One table's trouble must not be another's.
            Err(_) => {
                for write in batch.drain(..) {
                    let written = committer.commit_in_time(std::iter::once(&write.append)).await;
                    answer(write.done, written);
                }
            }
        }
    }
}

/// A database that fails is not asked again at once.
async fn break_for_breath() {
    tokio::time::sleep(Duration::from_millis(5)).await;
}

fn answer(done: oneshot::Sender<Result<()>>, result: Result<()>) {
    // The asker may be gone; what was written stays written.
    let _gone = done.send(result);
}

impl Committer {
    /// Commits, or gives up on a database across a network that does not answer: what came of it is read anew.
    async fn commit_in_time(&self, appends: impl Iterator<Item = &Append> + Clone) -> Result<()> {
        match self.kind {
            Kind::Sqlite => self.commit(appends).await,
            Kind::Postgres => match tokio::time::timeout(LONGEST, self.commit(appends)).await {
                Ok(written) => written,
                Err(_) => Err(Error::Database(sqlx::Error::PoolTimedOut)),
            },
        }
    }

    async fn commit(&self, appends: impl Iterator<Item = &Append> + Clone) -> Result<()> {
        if appends.clone().all(|append| append.events.is_empty() && append.changes.is_empty()) {
            return Ok(());
        }
        let mut transaction = self.pool.begin_with(self.kind.begin()).await?;
        if self.kind == Kind::Postgres {
            // Before anything is written, and for all of the transaction: see `leases`.
            if appends.clone().any(|append| append.lease.is_none() && !append.events.is_empty()) {
                return Err(Error::Internal("events without a lease".to_owned()));
            }
            let shown: HashSet<_> = appends.clone().filter_map(|append| append.lease.as_ref()).collect();
            leases::hold(&mut transaction, &self.process, &shown).await?;
        }
        insert_events(&mut transaction, appends.clone().flat_map(|append| &append.events).collect()).await?;
        check_predecessors(&mut transaction, self.kind, appends.clone()).await?;
        for change in appends.clone().flat_map(|append| &append.changes) {
            change.write(&mut transaction).await?;
        }
        if self.kind == Kind::Postgres {
            let positions = appends.clone().filter_map(|append| append.live_position.as_ref());
            live_positions::write(&mut transaction, positions).await?;
            leases::notify(&mut transaction, &notifications(&self.process, appends)).await?;
        }
        transaction.commit().await?;
        Ok(())
    }
}

/// What other processes are notified of: each table with the number of its last event, and a star if its entry in
/// the lobby may have changed.
fn notifications<'a>(process: &str, appends: impl Iterator<Item = &'a Append>) -> Vec<String> {
    /// PostgreSQL takes fewer than 8000 bytes.
    const FULL: usize = 7_000;
    let mut messages: Vec<String> = Vec::new();
    for append in appends {
        let last = append.events.last().map(|event| (event.table_id.as_str(), event.n));
        let listed = append.changes.iter().find_map(Change::listed);
        let Some((table, n)) = last.or(listed.map(|table| (table, 0))) else { continue };
        let star = if listed.is_some() { "*" } else { "" };
        if messages.last().is_none_or(|message| message.len() > FULL) {
            messages.push(format!("events {process}"));
        }
        let message = messages.last_mut().expect("one was just pushed");
        message.push_str(&format!(" {table}:{n}{star}"));
    }
    messages
}

/// Statements that insert 1, 2, 4, … rows, so that few of them, prepared once, serve any number.
static INSERTS: LazyLock<[String; 8]> = LazyLock::new(|| {
    std::array::from_fn(|power| {
        let values = (0..1 << power).map(|row| {
            let parameters: Vec<_> = (1..=COLUMNS).map(|i| format!("${}", row * COLUMNS + i)).collect();
            format!("({})", parameters.join(", "))
        });
        let values: Vec<_> = values.collect();
        format!(
            "INSERT INTO events (table_id, n, at, person, command, body, clocks) VALUES {}",
            values.join(", ")
        )
    })
});
const COLUMNS: usize = 7;

async fn insert_events(connection: &mut AnyConnection, mut rows: VecDeque<&EventRow>) -> Result<()> {
    while !rows.is_empty() {
        let power = (rows.len().ilog2() as usize).min(INSERTS.len() - 1);
        let count = 1 << power;
        let sql: &'static str = INSERTS[power].as_str();
        let mut query = sqlx::query(sql);
        for row in rows.drain(..count) {
            query = query
                .bind(&row.table_id)
                .bind(row.n)
                .bind(row.at)
                .bind(&row.person)
                .bind(&row.command)
                .bind(&row.body)
                .bind(&row.clocks);
        }
        query.execute(&mut *connection).await?;
    }
    Ok(())
}

/// Every event comes after the one before it: fails if that is not there any more, because the database was restored
/// to an earlier moment or a standby took over that had not heard the last.
async fn check_predecessors<'a>(
    connection: &mut AnyConnection,
    kind: Kind,
    appends: impl Iterator<Item = &'a Append> + Clone,
) -> Result<()> {
    let first = appends.filter_map(|append| append.events.first()).filter(|event| event.n > 1);
    let before: Vec<_> = first.map(|event| (event.table_id.as_str(), event.n - 1)).collect();
    let Some(&(table, n)) = before.first() else { return Ok(()) };
    let sql = match kind {
        Kind::Sqlite => {
            "SELECT COUNT(*) FROM json_each($1) known CROSS JOIN events e \
             ON e.table_id = json_extract(known.value, '$[0]') AND e.n = json_extract(known.value, '$[1]')"
        }
        Kind::Postgres => {
            "SELECT COUNT(*) FROM json_array_elements($1::JSON) known (pair), LATERAL (SELECT 1 FROM events \
             WHERE table_id = pair ->> 0 AND n = (pair ->> 1)::BIGINT LIMIT 1) e"
        }
    };
    let pairs = serde_json::to_string(&before).expect("a list of pairs is plain data");
    let there: i64 = sqlx::query_scalar(sql).bind(pairs).fetch_one(connection).await?;
    // Of several it is found out one by one whose it is.
    if there == before.len() as i64 { Ok(()) } else { Err(Error::Lost(table.to_owned(), n)) }
}

impl Change {
    /// The table, if this changes how it is listed.
    fn listed(&self) -> Option<&str> {
        match self {
            Change::Created { info, .. } => Some(&info.id),
            Change::Sit { table, .. }
            | Change::Stand { table, .. }
            | Change::Started { table, .. }
            | Change::Ended { table, .. } => Some(table),
            Change::Guest { .. }
            | Change::Meta { .. }
            | Change::PassReplies { .. }
            | Change::OnDevice { .. }
            | Change::Rated { .. }
            | Change::Deadline { .. } => None,
        }
    }

    pub(super) async fn write(&self, connection: &mut AnyConnection) -> Result<()> {
        match self {
            Change::Guest { id, name, at } => {
                sqlx::query(
                    "INSERT INTO people (id, kind, name, created) VALUES ($1, 'guest', $2, $3) \
                     ON CONFLICT (id) DO NOTHING",
                )
                .bind(id)
                .bind(name)
                .bind(at)
                .execute(connection)
                .await?;
            }
            Change::Meta { key, value } => {
                sqlx::query(
                    "INSERT INTO meta (key, value) VALUES ($1, $2) \
                     ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                )
                .bind(*key)
                .bind(value)
                .execute(connection)
                .await?;
            }
            Change::Created { info, origin } => tables::insert(info, origin, connection).await?,
            Change::Sit { table, seat, person, nonce } => {
                sqlx::query(
                    "INSERT INTO sitters (table_id, seat, person, nonce, place) \
                     SELECT $1, $2, $3, $4, COALESCE(MAX(place), 0) + 1 FROM sitters \
                     WHERE table_id = $1 AND seat = $2 ON CONFLICT (table_id, seat, person) DO NOTHING",
                )
                .bind(table)
                .bind(seat)
                .bind(person)
                .bind(nonce)
                .execute(connection)
                .await?;
            }
            Change::Stand { table, seat, person } => {
                sqlx::query("DELETE FROM sitters WHERE table_id = $1 AND seat = $2 AND (person = $3 OR person IN (SELECT id FROM people WHERE merged = $3))")
                    .bind(table)
                    .bind(seat)
                    .bind(person)
                    .execute(&mut *connection)
                    .await?;
                // A seat that is left adds nothing to a fair deal any more.
                sqlx::query("UPDATE sitters SET nonce = '' WHERE table_id = $1 AND seat = $2")
                    .bind(table)
                    .bind(seat)
                    .execute(connection)
                    .await?;
            }
            Change::Started { table, setup } => {
                sqlx::query("UPDATE tables SET state = 'live', setup = $2 WHERE id = $1")
                    .bind(table)
                    .bind(setup)
                    .execute(connection)
                    .await?;
            }
            Change::Ended { table, at, ply, result, clause } => {
                sqlx::query(
                    "UPDATE tables SET state = 'over', ended = $2, ply = $3, result = $4, clause = $5, deadline = NULL, origin = NULL \
                     WHERE id = $1",
                )
                .bind(table)
                .bind(at)
                .bind(ply)
                .bind(result)
                .bind(clause)
                .execute(&mut *connection)
                .await?;
                explorer::note(connection, table).await?;
            }
            Change::OnDevice { table } => {
                sqlx::query("UPDATE tables SET origin = $2 WHERE id = $1")
                    .bind(table)
                    .bind(DEVICE)
                    .execute(connection)
                    .await?;
            }
            Change::Rated { table, row } => row.write(connection, table).await?,
            Change::PassReplies { table, seats } => {
                sqlx::query("UPDATE tables SET pass_replies = $2 WHERE id = $1")
                    .bind(table)
                    .bind(seats)
                    .execute(connection)
                    .await?;
            }
            Change::Deadline { table, at } => {
                sqlx::query("UPDATE tables SET deadline = $2 WHERE id = $1")
                    .bind(table)
                    .bind(at)
                    .execute(connection)
                    .await?;
            }
        }
        Ok(())
    }
}
