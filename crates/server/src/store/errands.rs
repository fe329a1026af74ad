//! Errands on their way from one process to another, many at a time.

use serde::Serialize;
use sqlx::{AnyPool, AssertSqlSafe};

use super::{CHANNEL, Kind, Store, now};
use crate::error::Result;

/// An errand that has arrived at the home of its table.
#[derive(Clone, Debug)]
pub(crate) struct ErrandRow {
    pub(crate) id: String,
    pub(crate) table_id: String,
    pub(crate) body: String,
}

from_row!(ErrandRow { id, table_id, body });

/// An errand for the home of a table.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Letter {
    pub(crate) id: String,
    pub(crate) home: String,
    pub(crate) table: String,
    pub(crate) body: String,
}

/// The answer to the errand of this id.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Answered {
    pub(crate) id: String,
    pub(crate) answer: String,
}

impl Store {
    pub(crate) async fn send_errand(&self, letter: Letter) -> Result<()> {
        self.letters.ask(letter).await
    }

    pub(crate) async fn answer_errand(&self, answered: Answered) -> Result<()> {
        self.answers.ask(answered).await
    }

    /// What has arrived for this process and was not seen yet.
    pub(crate) async fn new_errands(&self) -> Result<Vec<ErrandRow>> {
        Ok(sqlx::query_as(
            "UPDATE errands SET taken = 1 WHERE home = $1 AND taken = 0 RETURNING id, table_id, body",
        )
        .bind(self.process())
        .fetch_all(&self.quick)
        .await?)
    }

    /// Of these errands, those that need not be waited for any more, each with its answer, or with none if its table
    /// does not live where it was sent. They are forgotten.
    pub(crate) async fn settled_errands(&self, ids: &[String]) -> Result<Vec<(String, Option<String>)>> {
        let among = Kind::Postgres.among("e.id");
        let sql = format!(
            "DELETE FROM errands e WHERE {among} AND (e.answer IS NOT NULL OR NOT EXISTS \
             (SELECT 1 FROM leases l WHERE l.table_id = e.table_id AND l.process = e.home)) \
             RETURNING e.id, e.answer"
        );
        Ok(sqlx::query_as(AssertSqlSafe(sql)).bind(json(ids)).fetch_all(&self.quick).await?)
    }

    /// Which of these errands the database knows of.
    pub(crate) async fn known_errands(&self, ids: &[String]) -> Result<Vec<String>> {
        let sql = format!("SELECT id FROM errands WHERE {}", Kind::Postgres.among("id"));
        Ok(sqlx::query_scalar(AssertSqlSafe(sql)).bind(json(ids)).fetch_all(&self.quick).await?)
    }
}

/// Sends errands, and tells the processes they are for.
pub(super) async fn send(quick: &AnyPool, process: &str, letters: Vec<Letter>) -> Result<Vec<()>> {
    sqlx::query(
        "WITH sent AS (INSERT INTO errands (id, sender, home, table_id, body, created) \
         SELECT id, $2, home, \"table\", body, $3 \
         FROM json_to_recordset($1::JSON) AS letters (id TEXT, home TEXT, \"table\" TEXT, body TEXT) RETURNING home) \
         SELECT pg_notify($4, 'errands ' || home)::TEXT FROM (SELECT DISTINCT home FROM sent) homes",
    )
    .bind(json(&letters))
    .bind(process)
    .bind(now())
    .bind(CHANNEL)
    .execute(quick)
    .await?;
    Ok(vec![(); letters.len()])
}

/// Answers errands, and tells the processes that wait.
pub(super) async fn answer(quick: &AnyPool, answers: Vec<Answered>) -> Result<Vec<()>> {
    sqlx::query(
        "WITH answered AS (UPDATE errands e SET answer = a.answer \
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
