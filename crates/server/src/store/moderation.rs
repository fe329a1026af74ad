//! What an operator changes, and how running servers are told of it: at once on PostgreSQL, else within a second.

use super::Store;
use crate::error::{Error, Result};

impl Store {
    pub(crate) async fn set_banned(&self, person: &str, banned: bool) -> Result<()> {
        sqlx::query("UPDATE people SET banned = $2 WHERE id = $1")
            .bind(person)
            .bind(i64::from(banned))
            .execute(&mut *self.write_turn().await?)
            .await?;
        Ok(())
    }

    pub(crate) async fn erase_table(&self, id: &str) -> Result<()> {
        let mut turn = self.write_turn().await?;
        let mut transaction = turn.begin(self.kind).await?;
        for sql in [
            "DELETE FROM events WHERE table_id = $1",
            "DELETE FROM sitters WHERE table_id = $1",
            "DELETE FROM leases WHERE table_id = $1",
            "DELETE FROM unexplored WHERE table_id = $1",
            "DELETE FROM tables WHERE id = $1",
        ] {
            sqlx::query(sql).bind(id).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Whether there was such a line.
    pub(crate) async fn erase_chat(&self, table: &str, n: i64) -> Result<bool> {
        let erased = sqlx::query(
            "UPDATE events SET body = '{\"kind\":\"chat\",\"from\":\"…\",\"person\":\"\",\"text\":\"…\"}' \
             WHERE table_id = $1 AND n = $2 AND body LIKE '{\"kind\":\"chat\"%'",
        )
        .bind(table)
        .bind(n)
        .execute(&mut *self.write_turn().await?)
        .await?;
        Ok(erased.rows_affected() > 0)
    }

    /// Tells running servers that something is not what it was.
    pub(crate) async fn notice(&self, what: &str, id: &str) -> Result<()> {
        // Two notices at once are numbered one after the other.
        for _ in 0..10 {
            let told = sqlx::query(
                "INSERT INTO notices (n, what, id) SELECT COALESCE(MAX(n), 0) + 1, $1, $2 FROM notices \
                 WHERE 1 = 1 ON CONFLICT (n) DO NOTHING",
            );
            if told.bind(what).bind(id).execute(&mut *self.write_turn().await?).await?.rows_affected() > 0 {
                return self.notify(&format!("notices {}", self.process)).await;
            }
        }
        Err(Error::Busy)
    }

    /// The number of the last notice.
    pub(crate) async fn last_notice(&self) -> Result<i64> {
        Ok(sqlx::query_scalar("SELECT COALESCE(MAX(n), 0) FROM notices").fetch_one(&self.pool).await?)
    }

    pub(crate) async fn notices(&self, after: i64) -> Result<Vec<(i64, String, String)>> {
        Ok(sqlx::query_as("SELECT n, what, id FROM notices WHERE n > $1 ORDER BY n")
            .bind(after)
            .fetch_all(&self.pool)
            .await?)
    }
}
