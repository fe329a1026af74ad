//! Requests that one process forwards to the process that holds the lease of their table, many at a time.

use serde::Serialize;
use sqlx::{AnyPool, AssertSqlSafe};

use super::{CHANNEL, Kind, Store, now};
use crate::error::Result;

/// A request that has arrived at its target.
#[derive(Clone, Debug)]
pub(crate) struct ForwardedRow {
    pub(crate) id: String,
    pub(crate) table_id: String,
    pub(crate) body: String,
}

from_row!(ForwardedRow { id, table_id, body });

/// A request for the process that holds the lease of a table.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ForwardedRequest {
    pub(crate) id: String,
    pub(crate) target: String,
    pub(crate) table: String,
    pub(crate) body: String,
}

/// The answer to the request of this id.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ForwardedAnswer {
    pub(crate) id: String,
    pub(crate) answer: String,
}

impl Store {
    pub(crate) async fn forward_request(&self, request: ForwardedRequest) -> Result<()> {
        self.forwarded.ask(request).await
    }

    pub(crate) async fn answer_forwarded(&self, answered: ForwardedAnswer) -> Result<()> {
        self.answers.ask(answered).await
    }

    /// The requests that have arrived for this process since the last call.
    pub(crate) async fn new_forwarded(&self) -> Result<Vec<ForwardedRow>> {
        Ok(sqlx::query_as(
            "UPDATE forwarded_requests SET taken = 1 WHERE target = $1 AND taken = 0 RETURNING id, table_id, body",
        )
        .bind(self.process())
        .fetch_all(&self.quick)
        .await?)
    }

    /// Of these requests, those that are settled, each with its answer, or with none if its table does not live where
    /// it was sent. Their rows are deleted.
    pub(crate) async fn settled_forwarded(&self, ids: &[String]) -> Result<Vec<(String, Option<String>)>> {
        let among = Kind::Postgres.among("e.id");
        let sql = format!(
            "DELETE FROM forwarded_requests e WHERE {among} AND (e.answer IS NOT NULL OR NOT EXISTS \
             (SELECT 1 FROM leases l WHERE l.table_id = e.table_id AND l.process = e.target)) \
             RETURNING e.id, e.answer"
        );
        Ok(sqlx::query_as(AssertSqlSafe(sql)).bind(json(ids)).fetch_all(&self.quick).await?)
    }

    /// Those of these requests that have a row.
    pub(crate) async fn known_forwarded(&self, ids: &[String]) -> Result<Vec<String>> {
        let sql = format!("SELECT id FROM forwarded_requests WHERE {}", Kind::Postgres.among("id"));
        Ok(sqlx::query_scalar(AssertSqlSafe(sql)).bind(json(ids)).fetch_all(&self.quick).await?)
    }
}

/// Sends requests, and notifies their targets.
pub(super) async fn send(quick: &AnyPool, process: &str, requests: Vec<ForwardedRequest>) -> Result<Vec<()>> {
    sqlx::query(
        "WITH sent AS (INSERT INTO forwarded_requests (id, sender, target, table_id, body, created) \
         SELECT id, $2, target, \"table\", body, $3 \
         FROM json_to_recordset($1::JSON) AS requests (id TEXT, target TEXT, \"table\" TEXT, body TEXT) RETURNING target) \
         SELECT pg_notify($4, 'forwarded ' || target)::TEXT FROM (SELECT DISTINCT target FROM sent) targets",
    )
    .bind(json(&requests))
    .bind(process)
    .bind(now())
    .bind(CHANNEL)
    .execute(quick)
    .await?;
    Ok(vec![(); requests.len()])
}

/// Answers requests, and notifies their senders.
pub(super) async fn answer(quick: &AnyPool, answers: Vec<ForwardedAnswer>) -> Result<Vec<()>> {
    sqlx::query(
        "WITH answered AS (UPDATE forwarded_requests e SET answer = a.answer \
         FROM json_to_recordset($1::JSON) AS a (id TEXT, answer TEXT) WHERE e.id = a.id RETURNING e.id, e.sender) \
         SELECT pg_notify($2, 'answer ' || sender || ' ' || string_agg(id, ' '))::TEXT \
         FROM answered GROUP BY sender",
    )
    .bind(json(&answers))
    .bind(CHANNEL)
    .execute(quick)
    .await?;
    Ok(vec![(); answers.len()])
}

fn json<T: Serialize + ?Sized>(list: &T) -> String {
    serde_json::to_string(list).expect("a list of texts is plain data")
}
