//! Tables and what happened at them.

use sqlx::{AnyConnection, AssertSqlSafe};

use super::Store;
use crate::error::Result;

/// A table as it was made, and how far it is.
#[derive(Clone, Debug)]
pub struct TableRow {
    pub id: String,
    pub game: String,
    pub options: String,
    pub setup: Option<String>,
    pub seats: String,
    pub clock: String,
    pub reply_seconds: i64,
    pub rated: i64,
    pub private: i64,
    pub owner: String,
    pub invite: String,
    pub secret: Option<String>,
    pub pledge: Option<String>,
    pub standing: String,
    pub state: String,
    pub created: i64,
    pub ended: Option<i64>,
    pub ply: i64,
    pub result: Option<String>,
    pub clause: Option<String>,
}

from_row!(TableRow {
    id,
    game,
    options,
    setup,
    seats,
    clock,
    reply_seconds,
    rated,
    private,
    owner,
    invite,
    secret,
    pledge,
    standing,
    state,
    created,
    ended,
    ply,
    result,
    clause
});

/// Something that happened at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventRow {
    pub table_id: String,
    pub n: i64,
    pub at: i64,
    pub person: Option<String>,
    /// The client's id of the command that caused it.
    pub command: Option<String>,
    pub body: String,
    /// Milliseconds left for each seat after it.
    pub clocks: Option<String>,
}

from_row!(EventRow { table_id, n, at, person, command, body, clocks });

/// A person at a seat, under the name and id they go by now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SitterRow {
    pub table_id: String,
    pub seat: i64,
    /// The id they sat down with.
    pub person: String,
    pub nonce: String,
    /// The id they go by now.
    pub current: String,
    pub name: String,
}

from_row!(SitterRow { table_id, seat, person, nonce, current, name });

/// Sitters, of whichever tables.
pub(super) const SITTERS: &str = "SELECT s.table_id, s.seat, s.person, s.nonce, COALESCE(m.id, p.id) AS current, \
     COALESCE(m.name, p.name) AS name \
     FROM sitters s JOIN people p ON p.id = s.person LEFT JOIN people m ON m.id = p.merged";

/// Which tables to list, newest first.
#[derive(Clone, Debug, Default)]
pub struct TableFilter {
    pub state: Option<&'static str>,
    pub game: Option<String>,
    /// Only where this person sits.
    pub person: Option<String>,
    /// Or, while a table is open, where a seat is kept for this name.
    pub reserved: Option<String>,
    /// Only those for everyone's eyes.
    pub public: bool,
    pub limit: i64,
}

/// Which finished games to list, newest first.
#[derive(Clone, Debug, Default)]
pub struct RecordFilter {
    pub game: Option<String>,
    /// The name of someone who played.
    pub player: Option<String>,
    pub from: Option<i64>,
    pub to: Option<i64>,
    /// Shares as text, joined by spaces.
    pub result: Option<String>,
    /// Where the page before ended: the time and the id of its last game.
    pub after: Option<(i64, String)>,
    /// Who asks: their own private games are listed too.
    pub person: String,
    pub limit: i64,
}

impl TableRow {
    pub(super) async fn insert(&self, connection: &mut AnyConnection) -> Result<()> {
        sqlx::query(
            "INSERT INTO tables (id, game, options, setup, seats, clock, reply_seconds, rated, private, owner, \
             invite, secret, pledge, standing, state, created, ply) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, 0)",
        )
        .bind(&self.id)
        .bind(&self.game)
        .bind(&self.options)
        .bind(&self.setup)
        .bind(&self.seats)
        .bind(&self.clock)
        .bind(self.reply_seconds)
        .bind(self.rated)
        .bind(self.private)
        .bind(&self.owner)
        .bind(&self.invite)
        .bind(&self.secret)
        .bind(&self.pledge)
        .bind(&self.standing)
        .bind(&self.state)
        .bind(self.created)
        .execute(connection)
        .await?;
        Ok(())
    }
}

impl Store {
    pub async fn table(&self, id: &str) -> Result<Option<TableRow>> {
        Ok(sqlx::query_as("SELECT * FROM tables WHERE id = $1").bind(id).fetch_optional(&self.pool).await?)
    }

    pub async fn events(&self, table: &str) -> Result<Vec<EventRow>> {
        Ok(sqlx::query_as("SELECT * FROM events WHERE table_id = $1 ORDER BY n")
            .bind(table)
            .fetch_all(&self.pool)
            .await?)
    }

    pub async fn sitters(&self, table: &str) -> Result<Vec<SitterRow>> {
        let sql = format!("{SITTERS} WHERE s.table_id = $1 ORDER BY s.seat, s.person");
        Ok(sqlx::query_as(AssertSqlSafe(sql)).bind(table).fetch_all(&self.pool).await?)
    }

    /// How many tables that someone made are not over.
    pub async fn count_open(&self, owner: &str) -> Result<i64> {
        Ok(sqlx::query_scalar("SELECT COUNT(*) FROM tables WHERE owner = $1 AND state IN ('open', 'live')")
            .bind(owner)
            .fetch_one(&self.pool)
            .await?)
    }

    /// The ids of the tables, newest first.
    pub async fn table_ids(&self, filter: &TableFilter) -> Result<Vec<String>> {
        // Names hold nothing that JSON escapes; one too many is sorted out by the table itself.
        let reserved = filter.reserved.as_deref().map(super::people::handle);
        let reserved = reserved.map(|name| format!("%\"name\":\"{name}\"%")).unwrap_or_default();
        Ok(sqlx::query_scalar(
            "SELECT id FROM tables WHERE (state = $1 OR $1 = '') AND (game = $2 OR $2 = '') \
             AND ($3 = '' OR owner = $3 OR id IN (SELECT s.table_id FROM sitters s \
             JOIN people p ON p.id = s.person WHERE s.person = $3 OR p.merged = $3) \
             OR (state = 'open' AND LOWER(seats) LIKE $4)) \
             AND (private = 0 OR private < $5) ORDER BY created DESC, id LIMIT $6",
        )
        .bind(filter.state.unwrap_or_default())
        .bind(filter.game.clone().unwrap_or_default())
        .bind(filter.person.clone().unwrap_or_default())
        .bind(reserved)
        .bind(if filter.public { 0_i64 } else { 2 })
        .bind(filter.limit)
        .fetch_all(&self.pool)
        .await?)
    }

    /// Finished games, newest first; aborted ones are none.
    pub async fn records(&self, filter: &RecordFilter) -> Result<Vec<TableRow>> {
        const SEATED: &str = "id IN (SELECT s.table_id FROM sitters s JOIN people p ON p.id = s.person \
             LEFT JOIN people m ON m.id = p.merged WHERE ";
        // Every value is bound as text or as a number, in the order of its place.
        let (after_time, after_id) = filter.after.clone().unwrap_or((i64::MAX, String::new()));
        let sql = format!(
            "SELECT * FROM tables WHERE state = 'over' AND result IS NOT NULL \
             AND (private = 0 OR {SEATED} p.id = $1 OR m.id = $1)) \
             AND (game = $2 OR $2 = '') AND (result = $3 OR $3 = '') \
             AND ($4 = '' OR {SEATED} p.handle = $4 OR m.handle = $4 OR p.name = $10)) \
             AND ended >= $5 AND ended <= $6 AND (ended < $7 OR (ended = $7 AND id < $8)) \
             ORDER BY ended DESC, id DESC LIMIT $9"
        );
        Ok(sqlx::query_as(AssertSqlSafe(sql))
            .bind(&filter.person)
            .bind(filter.game.clone().unwrap_or_default())
            .bind(filter.result.clone().unwrap_or_default())
            .bind(filter.player.as_deref().map(super::people::handle).unwrap_or_default())
            .bind(filter.from.unwrap_or(i64::MIN))
            .bind(filter.to.unwrap_or(i64::MAX))
            .bind(after_time)
            .bind(after_id)
            .bind(filter.limit)
            // A guest owns no name, but goes by one.
            .bind(filter.player.clone().unwrap_or_default())
            .fetch_all(&self.pool)
            .await?)
    }

    /// Unloaded tables that must be looked at by now, and open ones made before `stale`.
    pub async fn due_tables(&self, now: i64, stale: i64) -> Result<Vec<String>> {
        Ok(sqlx::query_scalar(
            "SELECT id FROM tables WHERE (state = 'live' AND deadline <= $1) \
             OR (state = 'open' AND created < $2) LIMIT 100",
        )
        .bind(now)
        .bind(stale)
        .fetch_all(&self.pool)
        .await?)
    }
}
