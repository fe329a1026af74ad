//! Errands on their way from one process to another.

use sqlx::FromRow;

use super::{CHANNEL, Store, now};
use crate::error::Result;

/// An errand that has arrived at the home of its table.
#[derive(Clone, Debug, FromRow)]
pub(crate) struct ErrandRow {
    pub(crate) id: String,
    pub(crate) table_id: String,
    pub(crate) body: String,
}

impl Store {
    /// Sends an errand to the home of a table.
    pub(crate) async fn send_errand(&self, id: &str, home: &str, table: &str, body: &str) -> Result<()> {
        sqlx::query(
            "WITH sent AS (INSERT INTO errands (id, sender, home, table_id, body, created) \
             VALUES ($1, $2, $3, $4, $5, $6) RETURNING home) \
             SELECT pg_notify($7, 'errands ' || home)::TEXT FROM sent",
        )
        .bind(id)
        .bind(self.process())
        .bind(home)
        .bind(table)
        .bind(body)
        .bind(now())
        .bind(CHANNEL)
        .execute(&self.quick)
        .await?;
        Ok(())
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

    /// Answers an errand.
    pub(crate) async fn answer_errand(&self, id: &str, answer: &str) -> Result<()> {
        sqlx::query(
            "WITH answered AS (UPDATE errands SET answer = $2 WHERE id = $1 RETURNING id, sender) \
             SELECT pg_notify($3, 'answer ' || sender || ' ' || id)::TEXT FROM answered",
        )
        .bind(id)
        .bind(answer)
        .bind(CHANNEL)
        .execute(&self.quick)
        .await?;
        Ok(())
    }

    /// The answer to an errand, if there is one, and whether its table still lives where it was sent.
    pub(crate) async fn errand_answer(&self, id: &str) -> Result<(Option<String>, bool)> {
        let found: Option<(Option<String>, i64)> = sqlx::query_as(
            "SELECT e.answer, CASE WHEN l.process = e.home THEN 1 ELSE 0 END::BIGINT \
             FROM errands e LEFT JOIN leases l ON l.table_id = e.table_id WHERE e.id = $1",
        )
        .bind(id)
        .fetch_optional(&self.quick)
        .await?;
        Ok(found.map_or((None, false), |(answer, there)| (answer, there == 1)))
    }

    pub(crate) async fn forget_errand(&self, id: &str) -> Result<()> {
        sqlx::query("DELETE FROM errands WHERE id = $1").bind(id).execute(&self.quick).await?;
        Ok(())
    }
}
