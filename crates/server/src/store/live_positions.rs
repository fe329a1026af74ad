//! Where the live tables are, for processes that share a database: what the engine tells nobody of.

use std::collections::HashMap;

use sqlx::AnyConnection;

use super::Store;
use crate::{error::Result, live_positions::LivePosition};

/// Writes where these tables are now, the last word of each.
pub(super) async fn write(
    connection: &mut AnyConnection,
    positions: impl Iterator<Item = &(String, Option<LivePosition>)>,
) -> Result<()> {
    let last: HashMap<&str, Option<&LivePosition>> =
        positions.map(|(table, position)| (table.as_str(), position.as_ref())).collect();
    let gone: Vec<_> =
        last.iter().filter(|(_, position)| position.is_none()).map(|(table, _)| *table).collect();
    let rows: Vec<_> = last
        .iter()
        .filter_map(|(table, position)| position.map(|now| (table, now.game, now.mark, &now.setup)))
        .collect();
    if !gone.is_empty() {
        sqlx::query("DELETE FROM places WHERE table_id = ANY(string_to_array($1, ','))")
            .bind(gone.join(","))
            .execute(&mut *connection)
            .await?;
    }
    if !rows.is_empty() {
        let rows = serde_json::to_string(&rows).expect("a list of texts is plain data");
        sqlx::query(
            "INSERT INTO places (table_id, game, mark, setup) \
             SELECT place->>0, place->>1, (place->>2)::BIGINT, place->>3 FROM jsonb_array_elements($1::JSONB) AS places_now (place) \
             ON CONFLICT (table_id) DO UPDATE SET mark = excluded.mark, setup = excluded.setup",
        )
        .bind(rows)
        .execute(connection)
        .await?;
    }
    Ok(())
}

impl Store {
    /// Whether a table is at one of these marks now.
    pub(crate) async fn is_played(&self, marks: &[i64]) -> Result<bool> {
        let marks: Vec<_> = marks.iter().map(i64::to_string).collect();
        Ok(sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM places WHERE mark = ANY(string_to_array($1, ',')::BIGINT[]))",
        )
        .bind(marks.join(","))
        .fetch_one(&self.pool)
        .await?)
    }

    /// Where the live tables of a game are.
    pub(crate) async fn live_positions(&self, game: &'static str) -> Result<Vec<LivePosition>> {
        let rows: Vec<(i64, String)> = sqlx::query_as("SELECT mark, setup FROM places WHERE game = $1")
            .bind(game)
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.into_iter().map(|(mark, setup)| LivePosition { game, mark, setup }).collect())
    }
}
