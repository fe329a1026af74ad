//! Which process a table lives in, when several share a PostgreSQL.
//!
//! A process has a heartbeat: one row says until when it counts as alive, by the database's clock. A lease names the
//! process of a table, and has a new fence whenever it is given out. Nobody renews a lease: it holds while its process
//! is alive.
//!
//! Safety does not rest on any clock. A commit holds the leases of all its tables `FOR SHARE`, in its own
//! transaction, and a lease changes hands only under the lock that excludes this. So the last commit of the old
//! process is over before the new one reads the table, and every later one finds its fence gone and fails.
//!
//! Leases do not wait for the disk, so a database that dies may have forgotten the last ones. A fence is drawn, not
//! counted: what is given out after that is never taken for what was given out before. And every event is kept by a
//! commit that does wait, which brings the lease it was written under to the disk with it.

use std::collections::HashSet;

use sqlx::{AnyConnection, AssertSqlSafe};

use super::{Kind, Store, now};
use crate::error::{Error, Result};

/// How many milliseconds after its last heartbeat a process counts as dead.
pub const EXPIRY: i64 = 2_500;

/// The channel on which processes notify each other.
pub(crate) const CHANNEL: &str = "ludarium";

/// One that was never given out before.
fn fence() -> i64 {
    rand::random::<i64>() & i64::MAX
}

/// The right to write the events of a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lease {
    pub table: String,
    pub fence: i64,
}

/// Who holds the lease of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holder {
    /// This process.
    Us(Lease),
    /// The process of this id.
    Other(String),
}

impl Store {
    /// Whether several processes may share this database.
    pub fn is_shared(&self) -> bool {
        self.kind == Kind::Postgres
    }

    /// What other processes call this one.
    pub fn process(&self) -> &str {
        &self.process
    }

    /// Tells that this process is alive. Returns whether it counted as dead, or was not known yet.
    pub async fn heartbeat(&self) -> Result<bool> {
        if !self.is_shared() {
            return Ok(false);
        }
        let clock = self.kind.clock();
        let sql =
            format!("UPDATE processes SET seen = $2, until = {clock} + $3 WHERE id = $1 AND until > {clock}");
        let updated = sqlx::query(AssertSqlSafe(sql))
            .bind(&*self.process)
            .bind(now())
            .bind(EXPIRY)
            .execute(&self.quick)
            .await?;
        if updated.rows_affected() > 0 {
            return Ok(false);
        }
        let sql = format!(
            "INSERT INTO processes (id, seen, until) VALUES ($1, $2, {clock} + $3) \
             ON CONFLICT (id) DO UPDATE SET seen = excluded.seen, until = excluded.until"
        );
        sqlx::query(AssertSqlSafe(sql))
            .bind(&*self.process)
            .bind(now())
            .bind(EXPIRY)
            .execute(&self.quick)
            .await?;
        Ok(true)
    }

    /// How many other processes are alive.
    pub async fn others(&self) -> Result<i64> {
        let clock = self.kind.clock();
        let sql = format!("SELECT COUNT(*) FROM processes WHERE id <> $1 AND until > {clock}");
        Ok(sqlx::query_scalar(AssertSqlSafe(sql)).bind(&*self.process).fetch_one(&self.quick).await?)
    }

    /// Gives up all leases at once: others need not wait until this process counts as dead.
    pub async fn leave(&self) -> Result<()> {
        if !self.is_shared() {
            return Ok(());
        }
        sqlx::query("UPDATE processes SET seen = $2, until = 0 WHERE id = $1")
            .bind(&*self.process)
            .bind(now())
            .execute(&self.quick)
            .await?;
        self.notify(&format!("left {}", self.process)).await
    }

    /// Takes the lease of a table, unless another process holds it.
    ///
    /// What was read of the table before may be old; what is read after it is not.
    pub async fn acquire(&self, table: &str) -> Result<Holder> {
        if !self.is_shared() {
            return Ok(Holder::Us(Lease { table: table.to_owned(), fence: 0 }));
        }
        // The second round is for who lost a race in the first.
        for _ in 0..3 {
            // Looked at first, so that those who only ask do not stand in the way of the holder's commits.
            let holder: Option<(Option<String>,)> =
                sqlx::query_as("SELECT process FROM leases WHERE table_id = $1")
                    .bind(table)
                    .fetch_optional(&self.quick)
                    .await?;
            if let Some(holder) = holder.and_then(|(process,)| process).filter(|it| **it != *self.process) {
                return Ok(Holder::Other(holder));
            }
            let fence: Option<i64> = sqlx::query_scalar(
                "INSERT INTO leases (table_id, process, fence) SELECT $1, id, $3 FROM processes WHERE id = $2 \
                 ON CONFLICT (table_id) DO UPDATE SET process = excluded.process, fence = excluded.fence \
                 WHERE leases.process IS NULL OR leases.process = excluded.process RETURNING fence",
            )
            .bind(table)
            .bind(&*self.process)
            .bind(fence())
            .fetch_optional(&self.quick)
            .await?;
            if let Some(fence) = fence {
                return Ok(Holder::Us(Lease { table: table.to_owned(), fence }));
            }
        }
        Err(Error::Busy)
    }

    /// Lets go of a table, if it is still ours.
    pub async fn release(&self, lease: &Lease) -> Result<()> {
        if !self.is_shared() {
            return Ok(());
        }
        sqlx::query("UPDATE leases SET process = NULL WHERE table_id = $1 AND process = $2 AND fence = $3")
            .bind(&lease.table)
            .bind(&*self.process)
            .bind(lease.fence)
            .execute(&self.quick)
            .await?;
        Ok(())
    }

    /// Whether this lease still holds.
    pub async fn holds(&self, lease: &Lease) -> Result<bool> {
        if !self.is_shared() {
            return Ok(true);
        }
        let held: Option<i64> = sqlx::query_scalar(
            "SELECT fence FROM leases WHERE table_id = $1 AND process = $2 AND fence = $3",
        )
        .bind(&lease.table)
        .bind(&*self.process)
        .bind(lease.fence)
        .fetch_optional(&self.quick)
        .await?;
        Ok(held.is_some())
    }

    /// Whether a dead process still holds leases.
    pub async fn is_anyone_gone(&self) -> Result<bool> {
        let clock = self.kind.clock();
        let sql = format!(
            "SELECT COUNT(*) FROM processes WHERE until <= {clock} AND id <> $1 \
             AND EXISTS (SELECT 1 FROM leases WHERE process = processes.id)"
        );
        let gone: i64 =
            sqlx::query_scalar(AssertSqlSafe(sql)).bind(&*self.process).fetch_one(&self.quick).await?;
        Ok(gone > 0)
    }

    /// Takes the leases of dead processes, and forgives their tables the time since they were last seen.
    ///
    /// Ours become the tables that cannot wait (live, with a clock or an engine) and those that are `wanted`;
    /// their leases are answered. The rest is nobody's until somebody asks.
    ///
    /// Nothing is taken over by a process that counts as dead itself, or that is not `steady` once the database answers:
    /// when it could not be reached, no process could send its heartbeat.
    pub async fn take_over(&self, wanted: &[String], steady: impl Fn() -> bool) -> Result<Vec<Lease>> {
        let mut transaction = self.quick.begin().await?;
        if !steady() {
            return Ok(Vec::new());
        }
        let clock = self.kind.clock();
        // Locked, so that the heartbeat of a process that was only slow waits, and then knows that it was too late.
        let sql = format!(
            "SELECT id, seen FROM processes WHERE until <= {clock} AND id <> $1 \
             AND EXISTS (SELECT 1 FROM leases WHERE process = processes.id) \
             AND EXISTS (SELECT 1 FROM processes own WHERE own.id = $1 AND own.until > {clock}) \
             FOR UPDATE OF processes SKIP LOCKED"
        );
        let gone: Vec<(String, i64)> =
            sqlx::query_as(AssertSqlSafe(sql)).bind(&*self.process).fetch_all(&mut *transaction).await?;
        let mut ours = Vec::new();
        let fence = fence();
        for (process, seen) in gone {
            // A lease that a commit of the old process still holds is skipped, and taken the next time.
            let tables: Vec<String> = sqlx::query_scalar(AssertSqlSafe(format!(
                "WITH left_behind AS ( \
                 SELECT l.table_id, t.state = 'live' AS live, \
                 ({WAITED_FOR}) OR l.table_id = ANY(string_to_array($3, ',')) AS wanted \
                 FROM leases l LEFT JOIN tables t ON t.id = l.table_id \
                 WHERE l.process = $1 FOR UPDATE OF l SKIP LOCKED), \
                 moved AS (UPDATE leases l SET fence = $6, process = CASE WHEN b.wanted THEN $2 END \
                 FROM left_behind b WHERE l.table_id = b.table_id), \
                 forgiven AS (INSERT INTO outages (since, until, table_id) \
                 SELECT $4, $5, table_id FROM left_behind WHERE live) \
                 SELECT table_id FROM left_behind WHERE wanted"
            )))
            .bind(&process)
            .bind(&*self.process)
            .bind(wanted.join(","))
            .bind(seen)
            .bind(now().max(seen))
            .bind(fence)
            .fetch_all(&mut *transaction)
            .await?;
            tracing::info!(%process, tables = tables.len(), "took over");
            ours.extend(tables.into_iter().map(|table| Lease { table, fence }));
        }
        if !ours.is_empty() {
            notify(&mut transaction, &[format!("locations {}", self.process)]).await?;
        }
        transaction.commit().await?;
        Ok(ours)
    }

    /// Live tables that cannot wait for somebody to look, and live nowhere.
    pub async fn tables_without_process(&self) -> Result<Vec<String>> {
        Ok(sqlx::query_scalar(AssertSqlSafe(format!(
            "SELECT t.id FROM tables t LEFT JOIN leases l ON l.table_id = t.id \
             WHERE l.process IS NULL AND t.state = 'live' AND ({WAITED_FOR}) ORDER BY t.created"
        )))
        .fetch_all(&self.pool)
        .await?)
    }

    /// Of these tables, with the numbers of the last events known of them: the ones that have later events.
    pub async fn behind(&self, known: &[(String, i64)]) -> Result<Vec<(String, i64)>> {
        let (ids, numbers): (Vec<_>, Vec<_>) =
            known.iter().map(|(id, n)| (id.as_str(), n.to_string())).unzip();
        Ok(sqlx::query_as(
            "SELECT id, last FROM (SELECT id, n, (SELECT MAX(e.n) FROM events e WHERE e.table_id = id) AS last \
             FROM unnest(string_to_array($1, ','), string_to_array($2, ',')::BIGINT[]) AS known (id, n)) later \
             WHERE last > n",
        )
        .bind(ids.join(","))
        .bind(numbers.join(","))
        .fetch_all(&self.pool)
        .await?)
    }

    /// Forgives the tables of this process the time since then.
    pub async fn forgive_own(&self, since: i64) -> Result<()> {
        if !self.is_shared() {
            return self.note_outage(since, now()).await;
        }
        sqlx::query(
            "INSERT INTO outages (since, until, table_id) SELECT $1, $2, l.table_id \
             FROM leases l JOIN tables t ON t.id = l.table_id WHERE l.process = $3 AND t.state = 'live'",
        )
        .bind(since)
        .bind(now().max(since))
        .bind(&*self.process)
        .execute(&mut *self.write_turn().await?)
        .await?;
        Ok(())
    }

    /// Forgets what is of no use any more: time forgiven at tables that are over, or before the oldest live one;
    /// notices that every server has long read; processes that have long been dead, and forwarded requests that nobody
    /// waits for.
    pub async fn tidy(&self) -> Result<()> {
        for sql in [
            "DELETE FROM outages WHERE table_id IS NOT NULL \
             AND NOT EXISTS (SELECT 1 FROM tables t WHERE t.id = outages.table_id AND t.state = 'live')",
            "DELETE FROM outages WHERE table_id IS NULL \
             AND NOT EXISTS (SELECT 1 FROM tables t WHERE t.state = 'live' AND t.created < outages.until)",
            // The last ones stay, because the next is numbered after them.
            "DELETE FROM notices WHERE n < (SELECT MAX(n) FROM notices) - 1000",
        ] {
            sqlx::query(sql).execute(&mut *self.write_turn().await?).await?;
        }
        if !self.is_shared() {
            return Ok(());
        }
        let clock = self.kind.clock();
        let sql = format!(
            "DELETE FROM processes WHERE until < {clock} - 60000 \
             AND NOT EXISTS (SELECT 1 FROM leases WHERE process = processes.id)"
        );
        sqlx::query(AssertSqlSafe(sql)).execute(&self.quick).await?;
        sqlx::query("DELETE FROM forwarded_requests WHERE created < $1")
            .bind(now() - 60_000)
            .execute(&self.quick)
            .await?;
        Ok(())
    }

    /// Notifies all processes.
    pub(crate) async fn notify(&self, what: &str) -> Result<()> {
        self.tell(CHANNEL, what).await
    }
}

/// Whether the table `t` goes on though nobody looks. Days are waited for too: an unloaded table must be seen once,
/// so that its deadline is kept.
const WAITED_FOR: &str =
    "t.state = 'live' AND (t.clock NOT LIKE '%\"none\"%' OR t.seats LIKE '%\"engine\"%')";

/// Holds these leases until the transaction ends, or fails if one of them is not this process's any more.
pub(super) async fn hold(
    connection: &mut AnyConnection,
    process: &str,
    leases: &HashSet<&Lease>,
) -> Result<()> {
    if leases.is_empty() {
        return Ok(());
    }
    let (tables, fences): (Vec<_>, Vec<_>) =
        leases.iter().map(|lease| (lease.table.as_str(), lease.fence.to_string())).unzip();
    let held: i64 = sqlx::query_scalar(
        "SELECT COUNT(*) FROM (SELECT 1 FROM leases l \
         JOIN unnest(string_to_array($1, ','), string_to_array($2, ',')::BIGINT[]) AS wanted (id, fence) \
         ON l.table_id = wanted.id AND l.fence = wanted.fence WHERE l.process = $3 FOR SHARE OF l) held",
    )
    .bind(tables.join(","))
    .bind(fences.join(","))
    .bind(process)
    .fetch_one(connection)
    .await?;
    if held == leases.len() as i64 { Ok(()) } else { Err(Error::Moved) }
}

/// Notifies all processes when the transaction is committed, and only then.
pub(super) async fn notify(connection: &mut AnyConnection, messages: &[String]) -> Result<()> {
    for message in messages {
        // As text, because the common driver knows no void.
        sqlx::query("SELECT pg_notify($1, $2)::TEXT")
            .bind(CHANNEL)
            .bind(message)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
