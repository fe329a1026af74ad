//! What accounts have done at puzzles.

use serde::Serialize;
use sqlx::{AnyConnection, AssertSqlSafe};
use table::TableError;

use super::{Store, json};
use crate::{
    error::Result,
    puzzles::{MISTAKES, MOST, PuzzleMistake, PuzzleProgress, PuzzleTry},
};

/// What is kept of somebody, each by a `person`.
pub(super) const TABLES: [&str; 4] = ["puzzle_tries", "puzzle_days", "puzzle_mistakes", "puzzle_rushes"];

impl Store {
    pub(crate) async fn puzzle_progress(&self, person: &str) -> Result<PuzzleProgress> {
        let tries: Vec<(String, String, i64, i64, i64)> = sqlx::query_as(
            "SELECT game, puzzle, at, solved, strength FROM puzzle_tries WHERE person = $1 ORDER BY at, game, puzzle",
        )
        .bind(person)
        .fetch_all(&self.pool)
        .await?;
        let days = sqlx::query_scalar("SELECT day FROM puzzle_days WHERE person = $1 ORDER BY day")
            .bind(person)
            .fetch_all(&self.pool)
            .await?;
        let rush: Option<i64> = sqlx::query_scalar("SELECT most FROM puzzle_rushes WHERE person = $1")
            .bind(person)
            .fetch_optional(&self.pool)
            .await?;
        let mistakes: Vec<(i64, i64, String)> = sqlx::query_as(
            "SELECT at, solved, body FROM puzzle_mistakes WHERE person = $1 ORDER BY at, game, puzzle",
        )
        .bind(person)
        .fetch_all(&self.pool)
        .await?;
        let tried = |(game, id, at, solved, strength): (String, String, i64, i64, i64)| PuzzleTry {
            game,
            id,
            at,
            solved: solved != 0,
            strength,
        };
        let found = |(at, solved, body): (i64, i64, String)| {
            Ok(PuzzleMistake { at, solved: solved != 0, ..json(&body)? })
        };
        Ok(PuzzleProgress {
            tries: tries.into_iter().map(tried).collect(),
            days,
            rush: rush.unwrap_or_default(),
            mistakes: mistakes.into_iter().map(found).collect::<Result<_>>()?,
        })
    }

    /// Adds what names each puzzle once, all of it or nothing.
    pub(crate) async fn add_puzzle_progress(&self, person: &str, progress: &PuzzleProgress) -> Result<()> {
        let mut turn = self.write_turn().await?;
        let mut transaction = turn.begin(self.kind).await?;
        let tries = progress
            .tries
            .iter()
            .map(|one| (person, &one.game, &one.id, one.at, i64::from(one.solved), one.strength));
        self.add(
            &mut transaction,
            "puzzle_tries (person, game, puzzle, at, solved, strength)",
            &["TEXT", "TEXT", "TEXT", "BIGINT", "BIGINT", "BIGINT"],
            tries.collect(),
            "(person, game, puzzle) DO UPDATE \
             SET at = excluded.at, solved = excluded.solved, strength = excluded.strength \
             WHERE (excluded.at, excluded.solved, excluded.strength) \
             < (puzzle_tries.at, puzzle_tries.solved, puzzle_tries.strength)",
        )
        .await?;
        let days = progress.days.iter().map(|day| (person, day)).collect();
        let once = "(person, day) DO NOTHING";
        self.add(&mut transaction, "puzzle_days (person, day)", &["TEXT", "TEXT"], days, once).await?;
        let rush = Some((person, progress.rush)).filter(|(_, most)| *most > 0);
        self.add(
            &mut transaction,
            "puzzle_rushes (person, most)",
            &["TEXT", "BIGINT"],
            rush.into_iter().collect(),
            "(person) DO UPDATE SET most = excluded.most WHERE excluded.most > puzzle_rushes.most",
        )
        .await?;
        let mistakes = progress
            .mistakes
            .iter()
            .map(|one| (person, &one.game, &one.id, one.at, i64::from(one.solved), one.body()));
        let later = "(excluded.at, excluded.body) > (puzzle_mistakes.at, puzzle_mistakes.body)";
        self.add(
            &mut transaction,
            "puzzle_mistakes (person, game, puzzle, at, solved, body)",
            &["TEXT", "TEXT", "TEXT", "BIGINT", "BIGINT", "TEXT"],
            mistakes.collect(),
            &format!(
                "(person, game, puzzle) DO UPDATE \
                 SET at = CASE WHEN {later} THEN excluded.at ELSE puzzle_mistakes.at END, \
                 body = CASE WHEN {later} THEN excluded.body ELSE puzzle_mistakes.body END, \
                 solved = CASE WHEN excluded.solved > 0 THEN 1 ELSE puzzle_mistakes.solved END"
            ),
        )
        .await?;
        let trim = "DELETE FROM puzzle_mistakes WHERE person = $1 AND (at, game, puzzle) < (\
             SELECT at, game, puzzle FROM puzzle_mistakes WHERE person = $1 \
             ORDER BY at DESC, game DESC, puzzle DESC LIMIT 1 OFFSET $2)";
        sqlx::query(trim).bind(person).bind(MISTAKES as i64 - 1).execute(&mut *transaction).await?;
        for (what, sql) in [
            ("tries", "SELECT COUNT(*) FROM puzzle_tries WHERE person = $1"),
            ("days", "SELECT COUNT(*) FROM puzzle_days WHERE person = $1"),
        ] {
            let kept: i64 = sqlx::query_scalar(sql).bind(person).fetch_one(&mut *transaction).await?;
            if kept > MOST as i64 {
                return Err(TableError::TooLong { what, most: MOST }.into());
            }
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Adds rows; those that are there already are kept or not as is said after `ON CONFLICT`.
    async fn add<R: Serialize>(
        &self,
        connection: &mut AnyConnection,
        into: &str,
        types: &[&str],
        rows: Vec<R>,
        conflict: &str,
    ) -> Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        let sql = format!("INSERT INTO {into} {} ON CONFLICT {conflict}", self.kind.rows(types));
        sqlx::query(AssertSqlSafe(sql))
            .bind(serde_json::to_string(&rows).expect("a list of numbers and texts is plain data"))
            .execute(connection)
            .await?;
        Ok(())
    }
}
