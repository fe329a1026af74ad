//! What is so old that nobody will ask for it, found a little at a time.

use sqlx::AssertSqlSafe;

use super::{Store, personal_data::CHAT};
use crate::error::Result;

/// How much is forgotten in one step, so that nobody waits for it. Each is looked up by itself (`LIMIT 1`): what is old
/// is little, what is kept is much.
const STEP: i64 = 50;

impl Store {
    /// Ends sessions that were last used before then.
    pub async fn end_old_sessions(&self, then: i64) -> Result<()> {
        let hashes = self.old("SELECT hash FROM sessions WHERE seen < $1 LIMIT $2".to_owned(), then).await?;
        let sql = format!("DELETE FROM sessions WHERE {}", self.kind.among("hash"));
        sqlx::query(AssertSqlSafe(sql))
            .bind(serde_json::to_string(&hashes).expect("a list of texts is plain data"))
            .execute(&mut *self.write_turn().await?)
            .await?;
        Ok(())
    }

    /// Guests who are not waited for anywhere, and have neither sat at a table nor said anything since then.
    pub async fn old_guests(&self, then: i64) -> Result<Vec<String>> {
        self.old(
            format!(
                "SELECT p.id FROM people p WHERE p.kind = 'guest' AND p.merged IS NULL AND p.created < $1 \
                 AND (SELECT s.seat FROM sitters s JOIN tables t ON t.id = s.table_id \
                 WHERE s.person = p.id AND (t.created >= $1 OR t.state <> 'over') LIMIT 1) IS NULL \
                 AND (SELECT t.id FROM tables t WHERE t.owner = p.id AND t.state <> 'over' LIMIT 1) IS NULL \
                 AND (SELECT n FROM events WHERE person = p.id AND {CHAT} AND at >= $1 LIMIT 1) IS NULL \
                 ORDER BY p.created LIMIT $2"
            ),
            then,
        )
        .await
    }

    /// Tables that were called off before then: there is no game to keep.
    pub async fn old_called_off(&self, then: i64) -> Result<Vec<String>> {
        let sql = "SELECT id FROM tables WHERE state = 'over' AND result IS NULL AND ended < $1 LIMIT $2";
        self.old(sql.to_owned(), then).await
    }

    /// Tables without a clock where nothing has happened since then.
    pub async fn abandoned(&self, then: i64) -> Result<Vec<String>> {
        self.old(
            "SELECT t.id FROM tables t WHERE t.state = 'live' AND t.created < $1 AND t.clock LIKE '%\"none\"%' \
             AND (SELECT e.n FROM events e WHERE e.table_id = t.id AND e.at >= $1 LIMIT 1) IS NULL LIMIT $2"
                .to_owned(),
            then,
        )
        .await
    }

    /// Drops what is left of somebody who is forgotten, if nothing refers to them.
    pub async fn drop_traceless(&self, person: &str) -> Result<()> {
        sqlx::query(
            "DELETE FROM people WHERE id = $1 AND kind = 'gone' \
             AND NOT EXISTS (SELECT 1 FROM sitters s WHERE s.person = $1) \
             AND NOT EXISTS (SELECT 1 FROM tables t WHERE t.owner = $1) \
             AND NOT EXISTS (SELECT 1 FROM people p WHERE p.merged = $1)",
        )
        .bind(person)
        .execute(&mut *self.write_turn().await?)
        .await?;
        Ok(())
    }

    async fn old(&self, sql: String, then: i64) -> Result<Vec<String>> {
        Ok(sqlx::query_scalar(AssertSqlSafe(sql)).bind(then).bind(STEP).fetch_all(&self.pool).await?)
    }
}
