//! What was played in finished games, counted by position.

use std::collections::{BTreeMap, HashMap};

use sqlx::{AnyConnection, AssertSqlSafe};
use table::study::explore::{By, Count, Player};

use super::Store;
use crate::error::Result;

/// How many games are counted at a time: one transaction, so that an acknowledgement waits for few of them.
const STEP: i64 = 10;

/// Finished games that are for everyone's eyes.
const FINISHED: &str = "INSERT INTO unexplored (table_id) SELECT id FROM tables \
     WHERE private = 0 AND result IS NOT NULL";

/// What is counted apart: place, next place, player and month.
pub(crate) type Cell = (i64, i64, Player, i64);

/// A finished game is to be counted, if everyone may see it.
pub(super) async fn note(connection: &mut AnyConnection, table: &str) -> Result<()> {
    let sql = format!("{FINISHED} AND id = $1 ON CONFLICT (table_id) DO NOTHING");
    sqlx::query(AssertSqlSafe(sql)).bind(table).execute(connection).await?;
    Ok(())
}

/// All finished games are to be counted.
pub(super) async fn note_all(connection: &mut AnyConnection) -> Result<()> {
    sqlx::query(FINISHED).execute(connection).await?;
    Ok(())
}

impl Store {
    /// Some of the games that are not counted yet, always in the same order.
    pub async fn unexplored(&self) -> Result<Vec<String>> {
        Ok(sqlx::query_scalar("SELECT table_id FROM unexplored ORDER BY table_id LIMIT $1")
            .bind(STEP)
            .fetch_all(&self.pool)
            .await?)
    }

    /// Notes games that are to be counted, as if they had just ended.
    #[cfg(test)]
    pub(crate) async fn note_unexplored(&self, tables: &[String]) -> Result<()> {
        let mut turn = self.write_turn().await?;
        let mut transaction = turn.begin(self.kind).await?;
        for table in tables {
            let sql = "INSERT INTO unexplored (table_id) VALUES ($1)";
            sqlx::query(sql).bind(table).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// The rating that somebody had after a game, if it was rated.
    pub(crate) async fn rating_after(&self, person: &str, table: &str) -> Result<Option<f64>> {
        Ok(sqlx::query_scalar("SELECT rating FROM rating_history WHERE person = $1 AND table_id = $2")
            .bind(person)
            .bind(table)
            .fetch_optional(&self.pool)
            .await?)
    }

    /// Adds what these games were counted to. A game that another process has counted meanwhile is left out.
    pub(crate) async fn explore(&self, games: Vec<(String, HashMap<Cell, Count>)>) -> Result<()> {
        let mut turn = self.write_turn().await?;
        let mut transaction = turn.begin(self.kind).await?;
        // In order, as the games are, so that two processes never wait for each other.
        let mut sums: BTreeMap<Cell, Count> = BTreeMap::new();
        for (table, counts) in games {
            let claimed = sqlx::query("DELETE FROM unexplored WHERE table_id = $1").bind(&table);
            if claimed.execute(&mut *transaction).await?.rows_affected() == 0 {
                continue;
            }
            for (cell, count) in counts {
                let sum = sums.entry(cell).or_default();
                sum.times += count.times;
                sum.won += count.won;
                sum.shared += count.shared;
                sum.example = Some(table.clone());
            }
        }
        let row = |((place, next, player, month), count): (Cell, Count)| {
            (place, next, player.0, month, count.times, count.won, count.shared, count.example)
        };
        let rows: Vec<_> = sums.into_iter().map(row).collect();
        let number = "BIGINT";
        let from = self.kind.rows(&[number, number, number, number, number, number, number, "TEXT"]);
        let sql = format!(
            "INSERT INTO explored (place, next, player, month, times, won, shared, example) {from} \
             ON CONFLICT (place, next, player, month) DO UPDATE SET times = explored.times + excluded.times, \
             won = explored.won + excluded.won, shared = explored.shared + excluded.shared, example = excluded.example"
        );
        sqlx::query(AssertSqlSafe(sql))
            .bind(serde_json::to_string(&rows).expect("a list of numbers and texts is plain data"))
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok(())
    }

    /// What was played from a place by these players in these months, by the place that it led to.
    pub async fn explored(
        &self,
        place: i64,
        by: Option<By>,
        (from, to): (i64, i64),
    ) -> Result<HashMap<i64, Count>> {
        let (least, most) = By::range(by);
        // The game may have been deleted since.
        let rows: Vec<(i64, i64, i64, i64, Option<String>)> = sqlx::query_as(
            "SELECT x.next, x.times, x.won, x.shared, t.id FROM (\
             SELECT next, CAST(SUM(times) AS BIGINT) AS times, CAST(SUM(won) AS BIGINT) AS won, \
             CAST(SUM(shared) AS BIGINT) AS shared, MAX(example) AS example FROM explored \
             WHERE place = $1 AND player BETWEEN $2 AND $3 AND month BETWEEN $4 AND $5 GROUP BY next) x \
             LEFT JOIN tables t ON t.id = x.example",
        )
        .bind(place)
        .bind(least.0)
        .bind(most.0)
        .bind(from)
        .bind(to)
        .fetch_all(&self.pool)
        .await?;
        let count = |(next, times, won, shared, example): (i64, i64, i64, i64, _)| {
            (next, Count { times: times as u64, won: won as u64, shared: shared as u64, example })
        };
        Ok(rows.into_iter().map(count).collect())
    }

    /// Forgets what was counted: servers count all finished games anew.
    pub async fn explore_anew(&self) -> Result<()> {
        let mut turn = self.write_turn().await?;
        let mut transaction = turn.begin(self.kind).await?;
        if self.is_shared() {
            // Whoever counts has done so before, or begins afterwards.
            sqlx::query("LOCK TABLE unexplored IN EXCLUSIVE MODE").execute(&mut *transaction).await?;
        }
        sqlx::query("DELETE FROM explored").execute(&mut *transaction).await?;
        sqlx::query("DELETE FROM unexplored").execute(&mut *transaction).await?;
        note_all(&mut transaction).await?;
        transaction.commit().await?;
        Ok(())
    }
}
