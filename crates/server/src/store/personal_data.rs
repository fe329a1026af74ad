//! Somebody wants to be forgotten, or to know what is kept of them.

use table::{GONE, SeatWish, TableEvent};

use super::{EventRow, Store, jobs::JobRow, json, puzzles};
use crate::{error::Result, names::handle};

/// The ids that somebody went by, in a query.
const IDS: &str = "(SELECT id FROM people WHERE id = $1 OR merged = $1)";
pub(super) const CHAT: &str = "substr(body, 1, 14) = '{\"kind\":\"chat\"'";
const SIT: &str = "substr(body, 1, 13) = '{\"kind\":\"sit\"'";
const STAND: &str = "substr(body, 1, 15) = '{\"kind\":\"stand\"'";
const ASK: &str = "substr(body, 1, 13) = '{\"kind\":\"ask\"'";
const AWAY: &str = "substr(body, 1, 19) = '{\"kind\":\"turn_away\"'";

impl Store {
    /// All ids that somebody went by: their own, and those of the guests they were before.
    pub async fn ids_of(&self, person: &str) -> Result<Vec<String>> {
        let mut ids = self.strings("SELECT id FROM people WHERE merged = $1".to_owned(), person).await?;
        ids.insert(0, person.to_owned());
        Ok(ids)
    }

    /// Ends all ways in.
    pub async fn lock_out(&self, person: &str) -> Result<()> {
        for sql in ["DELETE FROM sessions WHERE person = $1", "DELETE FROM tokens WHERE person = $1"] {
            sqlx::query(sql).bind(person).execute(&mut *self.write_turn().await?).await?;
        }
        Ok(())
    }

    /// Forgets who this was: the games stay, the name, the password, the ratings, the puzzles and what they had
    /// analysed go.
    pub async fn forget(&self, person: &str) -> Result<()> {
        let mut turn = self.write_turn().await?;
        let mut transaction = turn.begin(self.kind).await?;
        let puzzles = puzzles::TABLES.map(|table| format!("DELETE FROM {table} WHERE person = $1"));
        for sql in [
            "DELETE FROM sessions WHERE person = $1".to_owned(),
            "DELETE FROM tokens WHERE person = $1".to_owned(),
            "DELETE FROM ratings WHERE person = $1".to_owned(),
            "DELETE FROM rating_history WHERE person = $1".to_owned(),
            format!("DELETE FROM jobs WHERE kind = 'analysis' AND owner IN {IDS}"),
            format!(
                "UPDATE people SET kind = 'gone', name = '{GONE}', handle = NULL, look = NULL, other_look = NULL, \
                 password = NULL, owner = NULL \
                 WHERE id = $1"
            ),
            format!("UPDATE people SET name = '{GONE}' WHERE merged = $1"),
        ]
        .into_iter()
        .chain(puzzles)
        {
            sqlx::query(sqlx::AssertSqlSafe(sql)).bind(person).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Takes the name and the words of somebody out of what happened at tables, one table after the other.
    pub async fn forget_words(&self, person: &str) -> Result<()> {
        let ids = self.ids_of(person).await?;
        let tables = self
            .strings(
                format!(
                    "SELECT table_id FROM events WHERE person IN {IDS} AND {CHAT} \
                     UNION SELECT table_id FROM events WHERE person IN {IDS} AND {SIT} \
                     UNION SELECT table_id FROM events WHERE person IN {IDS} AND {ASK}"
                ),
                person,
            )
            .await?;
        for table in tables {
            let sql = format!(
                "SELECT * FROM events WHERE table_id = $1 AND ({CHAT} OR {SIT} OR {STAND} OR {ASK} OR {AWAY}) ORDER BY n"
            );
            let rows: Vec<EventRow> =
                sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(&table).fetch_all(&self.pool).await?;
            let mut turn = self.write_turn().await?;
            let mut transaction = turn.begin(self.kind).await?;
            for row in rows {
                // What cannot be read is no reason to keep the rest.
                let Ok(mut event) = json::<TableEvent>(&row.body) else { continue };
                if ids.iter().any(|id| event.forget(id)) {
                    sqlx::query("UPDATE events SET body = $3 WHERE table_id = $1 AND n = $2")
                        .bind(&table)
                        .bind(row.n)
                        .bind(serde_json::to_string(&event).expect("an event is plain data"))
                        .execute(&mut *transaction)
                        .await?;
                }
            }
            transaction.commit().await?;
        }
        Ok(())
    }

    /// Nothing is kept for this name any more: seats that were are open to all who are let in.
    pub async fn forget_invitations(&self, name: &str) -> Result<()> {
        let kept: Vec<(String, String)> = sqlx::query_as(
            "SELECT id, seats FROM tables WHERE replace(seats, '\"kind\":\"person\"', '') <> seats",
        )
        .fetch_all(&self.pool)
        .await?;
        for (id, seats) in kept {
            let Ok(mut wishes) = json::<Vec<SeatWish>>(&seats) else { continue };
            let theirs = |wish: &&mut SeatWish| matches!(wish, SeatWish::Person { name: kept } if handle(kept) == handle(name));
            let freed = wishes.iter_mut().filter(theirs).map(|wish| *wish = SeatWish::Open).count();
            if freed > 0 {
                sqlx::query("UPDATE tables SET seats = $2 WHERE id = $1")
                    .bind(&id)
                    .bind(serde_json::to_string(&wishes).expect("wishes are plain data"))
                    .execute(&mut *self.write_turn().await?)
                    .await?;
            }
        }
        Ok(())
    }

    /// What somebody said under one id, after an event of a table, in the order of tables.
    pub async fn said(&self, id: &str, (table, n): (&str, i64), limit: i64) -> Result<Vec<EventRow>> {
        let sql = format!(
            "SELECT * FROM events WHERE person = $1 AND {CHAT} AND (table_id > $2 OR (table_id = $2 AND n > $3)) \
             ORDER BY table_id, n LIMIT $4"
        );
        Ok(sqlx::query_as(sqlx::AssertSqlSafe(sql))
            .bind(id)
            .bind(table)
            .bind(n)
            .bind(limit)
            .fetch_all(&self.pool)
            .await?)
    }

    /// What somebody has had analysed lately.
    pub async fn analyses(&self, person: &str) -> Result<Vec<JobRow>> {
        let sql = format!(
            "SELECT id, state, steps, progress, result, reason FROM jobs WHERE kind = 'analysis' AND owner IN {IDS} \
             ORDER BY created"
        );
        Ok(sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(person).fetch_all(&self.pool).await?)
    }

    async fn strings(&self, sql: String, value: &str) -> Result<Vec<String>> {
        Ok(sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).bind(value).fetch_all(&self.pool).await?)
    }
}
