//! Engine work that survives whoever does it.

use sqlx::AssertSqlSafe;

use super::{Kind, Store};
use crate::{
    error::{Error, Result},
    pool::Owner,
};

/// How long a claim holds without a heartbeat, in milliseconds.
pub const EXPIRY: i64 = 3_000;
/// How often a step is tried.
pub const ATTEMPTS: i64 = 3;
/// How much unfinished work one person may have, and all together,
const EACH: i64 = 100;
const ALL: i64 = 4_000;
/// The same for those who ask from one address.
const OF_ADDRESS: i64 = 400;
/// How long a finished analysis is kept.
const KEPT: i64 = 7 * 24 * 60 * 60 * 1000;
/// How long a move that nobody came for is kept, and how long it is known whose turn it was.
const FORGOTTEN: i64 = 60_000;
/// How long an analysis may wait and take, and how long a move: by then nobody waits for it, or asks again.
const WAITED: i64 = 24 * 60 * 60 * 1000;
const MOVE_WAITED: i64 = 60 * 60 * 1000;

/// The channel on which PostgreSQL tells of new work.
pub const ADDED: &str = "ludarium_jobs";
/// The channel on which PostgreSQL tells of moves that were found.
pub const FOUND: &str = "ludarium_moves";

/// Work to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewJob {
    pub id: String,
    pub kind: &'static str,
    pub owner: String,
    /// Where it was asked for.
    pub origin: String,
    pub payload: String,
    pub steps: i64,
}

/// How far a job is.
#[derive(Clone, Debug)]
pub struct JobRow {
    pub id: String,
    pub state: String,
    pub steps: i64,
    pub progress: i64,
    pub result: String,
    pub reason: Option<String>,
}

from_row!(JobRow { id, state, steps, progress, result, reason });

/// One step of a job, and the right to do it.
#[derive(Clone, Debug)]
pub struct Claim {
    pub id: String,
    pub kind: String,
    pub owner: String,
    pub origin: String,
    pub payload: String,
    pub progress: i64,
    /// How many milliseconds ago it was asked for.
    pub waited: i64,
    pub worker: String,
}

from_row!(Claim { id, kind, owner, origin, payload, progress, waited, worker });

impl Claim {
    /// For whom it is done.
    pub(crate) fn owner(&self) -> Owner {
        Owner { address: self.origin.clone(), person: self.owner.clone() }
    }
}

impl Kind {
    /// Milliseconds since 1970 as the database counts them.
    pub(super) fn clock(self) -> &'static str {
        match self {
            Kind::Sqlite => "CAST((julianday('now') - 2440587.5) * 86400000 AS BIGINT)",
            Kind::Postgres => "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
        }
    }
}

impl Store {
    /// Takes up work; what is known already is not taken up again.
    pub async fn add_job(&self, job: &NewJob) -> Result<()> {
        let clock = self.kind.clock();
        let state = if job.steps == 0 { "done" } else { "queued" };
        let sql = format!(
            "INSERT INTO jobs (id, kind, owner, payload, steps, state, origin, created) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, {clock}) ON CONFLICT (id) DO NOTHING"
        );
        sqlx::query(AssertSqlSafe(sql))
            .bind(&job.id)
            .bind(job.kind)
            .bind(&job.owner)
            .bind(&job.payload)
            .bind(job.steps)
            .bind(state)
            .bind(&job.origin)
            .execute(&mut *self.write_turn().await?)
            .await?;
        self.work.notify_one();
        self.tell(ADDED, "").await
    }

    /// Whether this person, at this place, may ask for more.
    pub async fn allow_job(&self, owner: &str, origin: &str) -> Result<()> {
        let (own, here, all): (i64, i64, i64) = sqlx::query_as(
            "SELECT COALESCE(SUM(CASE WHEN owner = $1 THEN 1 ELSE 0 END), 0), \
             COALESCE(SUM(CASE WHEN origin = $2 THEN 1 ELSE 0 END), 0), COUNT(*) FROM jobs \
             WHERE state IN ('queued', 'running')",
        )
        .bind(owner)
        .bind(origin)
        .fetch_one(&self.pool)
        .await?;
        match (own < EACH && here < OF_ADDRESS, all < ALL) {
            (true, true) => Ok(()),
            (false, _) => Err(Error::TooMany),
            _ => Err(Error::Busy),
        }
    }

    pub async fn job(&self, kind: &str, id: &str) -> Result<Option<JobRow>> {
        Ok(sqlx::query_as(
            "SELECT id, state, steps, progress, result, reason FROM jobs WHERE kind = $1 AND id = $2",
        )
        .bind(kind)
        .bind(id)
        .fetch_optional(&self.pool)
        .await?)
    }

    /// Ends a job of this person, whatever its state. Whether there was one.
    pub async fn end_job(&self, kind: &str, id: &str, owner: &str) -> Result<bool> {
        let ended = sqlx::query(
            "DELETE FROM jobs WHERE kind = $1 AND id = $2 \
             AND (owner = $3 OR owner IN (SELECT id FROM people WHERE merged = $3))",
        )
        .bind(kind)
        .bind(id)
        .bind(owner)
        .execute(&mut *self.write_turn().await?)
        .await?;
        Ok(ended.rows_affected() > 0)
    }

    /// The next step to do: moves before analyses; of those, the address with the least in progress, then the one that
    /// waited longest for a turn; of one address, the person likewise. `worker` names the claim, which holds for [`EXPIRY`] after each heartbeat.
    pub async fn claim_job(&self, worker: &str) -> Result<Option<Claim>> {
        let clock = self.kind.clock();
        let lock = match self.kind {
            // There is one writer at a time.
            Kind::Sqlite => "",
            Kind::Postgres => "FOR UPDATE OF j SKIP LOCKED",
        };
        let mut turn = self.write_turn().await?;
        let mut transaction = turn.begin(self.kind).await?;
        sqlx::query(AssertSqlSafe(format!(
            "UPDATE jobs SET state = 'failed', reason = COALESCE(reason, 'whoever worked on it died') \
             WHERE state = 'running' AND attempts >= $1 AND heartbeat < {clock} - $2"
        )))
        .bind(ATTEMPTS)
        .bind(EXPIRY)
        .execute(&mut *transaction)
        .await?;
        let claim: Option<Claim> = sqlx::query_as(AssertSqlSafe(format!(
            "UPDATE jobs SET state = 'running', worker = $1, heartbeat = {clock}, attempts = attempts + 1 \
             WHERE id = (SELECT j.id FROM jobs j \
             WHERE j.state = 'queued' OR (j.state = 'running' AND j.heartbeat < {clock} - $2) \
             ORDER BY CASE j.kind WHEN 'move' THEN 0 ELSE 1 END, \
             (SELECT COUNT(*) FROM jobs r WHERE r.origin = j.origin AND r.state = 'running' \
             AND r.heartbeat >= {clock} - $2), \
             COALESCE((SELECT t.at FROM job_turns t WHERE t.owner = j.origin), 0), \
             (SELECT COUNT(*) FROM jobs r WHERE r.owner = j.owner AND r.state = 'running' \
             AND r.heartbeat >= {clock} - $2), \
             COALESCE((SELECT t.at FROM job_turns t WHERE t.owner = j.owner), 0), j.created, j.id \
             LIMIT 1 {lock}) \
             RETURNING id, kind, owner, origin, payload, progress, {clock} - created AS waited, worker"
        )))
        .bind(worker)
        .bind(EXPIRY)
        .fetch_optional(&mut *transaction)
        .await?;
        for turn in claim.iter().flat_map(|claim| [&claim.origin, &claim.owner]) {
            sqlx::query(AssertSqlSafe(format!(
                "INSERT INTO job_turns (owner, at) VALUES ($1, {clock}) \
                 ON CONFLICT (owner) DO UPDATE SET at = excluded.at"
            )))
            .bind(turn)
            .execute(&mut *transaction)
            .await?;
        }
        transaction.commit().await?;
        Ok(claim)
    }

    /// Says that the claim is being worked on. Whether it still holds.
    pub async fn heartbeat_job(&self, claim: &Claim) -> Result<bool> {
        let sql = format!("UPDATE jobs SET heartbeat = {} WHERE id = $1 AND worker = $2", self.kind.clock());
        self.change_claimed(sql, claim, None).await
    }

    /// Keeps what a step found; the job goes back into the line, or is done. Whether the claim still held.
    pub async fn finish_step(&self, claim: &Claim, line: &str) -> Result<bool> {
        let sql = format!(
            "UPDATE jobs SET result = result || $3, progress = progress + 1, attempts = 0, reason = NULL, \
             worker = NULL, heartbeat = {}, state = CASE WHEN progress + 1 < steps THEN 'queued' ELSE 'done' END \
             WHERE id = $1 AND worker = $2",
            self.kind.clock()
        );
        let held = self.change_claimed(sql, claim, Some(&format!("{line}\n"))).await?;
        if held && claim.kind == crate::jobs::MOVE {
            self.tell(FOUND, &claim.id).await?;
        }
        Ok(held)
    }

    /// A step came to nothing: it is tried again, a bounded number of times.
    pub async fn fail_step(&self, claim: &Claim, reason: &str) -> Result<bool> {
        let sql = format!(
            "UPDATE jobs SET reason = $3, worker = NULL, \
             state = CASE WHEN attempts < {ATTEMPTS} THEN 'queued' ELSE 'failed' END \
             WHERE id = $1 AND worker = $2"
        );
        let held = self.change_claimed(sql, claim, Some(reason)).await?;
        if held && claim.kind == crate::jobs::MOVE {
            self.tell(FOUND, &claim.id).await?;
        }
        Ok(held)
    }

    async fn change_claimed(&self, sql: String, claim: &Claim, text: Option<&str>) -> Result<bool> {
        let mut query = sqlx::query(AssertSqlSafe(sql)).bind(&claim.id).bind(&claim.worker);
        if let Some(text) = text {
            query = query.bind(text.to_owned());
        }
        Ok(query.execute(&mut *self.write_turn().await?).await?.rows_affected() > 0)
    }

    /// Puts back what a process that stops has claimed; it is no failed attempt.
    pub async fn release_jobs(&self, process: &str) -> Result<()> {
        let released = sqlx::query(
            "UPDATE jobs SET state = 'queued', worker = NULL, attempts = attempts - 1 \
             WHERE state = 'running' AND worker LIKE $1",
        )
        .bind(format!("{process}/%"))
        .execute(&mut *self.write_turn().await?)
        .await?;
        if released.rows_affected() > 0 {
            self.tell(ADDED, "").await?;
        }
        Ok(())
    }

    /// The moves that were found, or given up, and not fetched.
    pub async fn found_moves(&self) -> Result<Vec<JobRow>> {
        Ok(sqlx::query_as(
            "SELECT id, state, steps, progress, result, reason FROM jobs \
             WHERE state IN ('done', 'failed') AND kind = $1",
        )
        .bind(crate::jobs::MOVE)
        .fetch_all(&self.pool)
        .await?)
    }

    /// A move that was fetched is needed no more: what follows from it is in the record.
    pub async fn drop_move(&self, id: &str) -> Result<()> {
        sqlx::query("DELETE FROM jobs WHERE id = $1 AND state IN ('done', 'failed')")
            .bind(id)
            .execute(&mut *self.write_turn().await?)
            .await?;
        Ok(())
    }

    /// Forgets what nobody will ask for any more.
    pub async fn sweep_jobs(&self) -> Result<()> {
        let clock = self.kind.clock();
        // Whoever still wants such a move asks again.
        let given_up = format!(
            "UPDATE jobs SET state = 'failed', heartbeat = {clock}, reason = 'it waited for too long' \
             WHERE kind = 'move' AND state IN ('queued', 'running') AND created"
        );
        for (sql, age) in [
            (given_up.as_str(), MOVE_WAITED),
            ("DELETE FROM jobs WHERE kind <> 'move' AND state IN ('done', 'failed') AND created", KEPT),
            ("DELETE FROM jobs WHERE kind = 'move' AND state IN ('done', 'failed') AND heartbeat", FORGOTTEN),
            ("DELETE FROM jobs WHERE kind <> 'move' AND state IN ('queued', 'running') AND created", WAITED),
            ("DELETE FROM job_turns WHERE at", FORGOTTEN),
        ] {
            sqlx::query(AssertSqlSafe(format!("{sql} < {clock} - $1")))
                .bind(age)
                .execute(&mut *self.write_turn().await?)
                .await?;
        }
        Ok(())
    }
}
