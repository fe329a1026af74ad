//! Tables and what happened at them.

use sqlx::{AnyConnection, AssertSqlSafe};
use table::TableInfo;

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
    pub commitment: Option<String>,
    pub pass_replies: String,
    pub state: String,
    pub created: i64,
    pub ended: Option<i64>,
    pub ply: i64,
    pub result: Option<String>,
    pub clause: Option<String>,
    /// Where it was made, until it is over; `DEVICE` for a game that came from one.
    pub origin: Option<String>,
}

/// How many old games are found at a time.
const MOST_OLD: i64 = 50;
/// The origin of games that were played on somebody's device.
pub(super) const DEVICE: &str = "device";

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
    commitment,
    pass_replies,
    state,
    created,
    ended,
    ply,
    result,
    clause,
    origin
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
    /// Whether it was played on somebody's device.
    pub(crate) fn is_of_device(&self) -> bool {
        self.origin.as_deref() == Some(DEVICE)
    }

    /// What the table is apart from its events.
    pub(crate) fn info(&self) -> Result<TableInfo> {
        Ok(TableInfo {
            id: self.id.clone(),
            game: self.game.clone(),
            options: self.options.clone(),
            setup: self.setup.clone(),
            seats: super::json(&self.seats)?,
            clock: super::json(&self.clock)?,
            reply_seconds: self.reply_seconds as u32,
            rated: self.rated != 0,
            private: self.private != 0,
            owner: self.owner.clone(),
            invite: self.invite.clone(),
            secret: self.secret.clone(),
            commitment: self.commitment.clone(),
            pass_replies: super::json(&self.pass_replies)?,
            created: self.created,
        })
    }
}

/// Writes a new table.
pub(super) async fn insert(info: &TableInfo, origin: &str, connection: &mut AnyConnection) -> Result<()> {
    sqlx::query(
        "INSERT INTO tables (id, game, options, setup, seats, clock, reply_seconds, rated, private, owner, \
         invite, secret, commitment, pass_replies, state, created, ply, origin) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, 'open', $15, 0, $16)",
    )
    .bind(&info.id)
    .bind(&info.game)
    .bind(&info.options)
    .bind(&info.setup)
    .bind(text(&info.seats))
    .bind(text(&info.clock))
    .bind(i64::from(info.reply_seconds))
    .bind(i64::from(info.rated))
    .bind(i64::from(info.private))
    .bind(&info.owner)
    .bind(&info.invite)
    .bind(&info.secret)
    .bind(&info.commitment)
    .bind(text(&info.pass_replies))
    .bind(info.created)
    .bind(origin)
    .execute(connection)
    .await?;
    Ok(())
}

fn text<T: serde::Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).expect("plain data")
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
        let sql = format!("{SITTERS} WHERE s.table_id = $1 ORDER BY s.seat, s.place, s.person");
        Ok(sqlx::query_as(AssertSqlSafe(sql)).bind(table).fetch_all(&self.pool).await?)
    }

    /// How many tables that someone made are not over.
    pub async fn count_open(&self, owner: &str) -> Result<i64> {
        Ok(sqlx::query_scalar("SELECT COUNT(*) FROM tables WHERE owner = $1 AND state IN ('open', 'live')")
            .bind(owner)
            .fetch_one(&self.pool)
            .await?)
    }

    /// How many tables of an origin are open or played.
    pub async fn count_open_of(&self, origin: &str) -> Result<i64> {
        Ok(sqlx::query_scalar("SELECT COUNT(*) FROM tables WHERE origin = $1 AND state IN ('open', 'live')")
            .bind(origin)
            .fetch_one(&self.pool)
            .await?)
    }

    /// At how many tables that have not started a person sits.
    pub async fn count_waiting(&self, person: &str) -> Result<i64> {
        // From the open tables, of which there are few, to their seats.
        Ok(sqlx::query_scalar(
            "SELECT COUNT(*) FROM tables t CROSS JOIN sitters s \
             WHERE t.state = 'open' AND s.table_id = t.id AND s.person = $1",
        )
        .bind(person)
        .fetch_one(&self.pool)
        .await?)
    }

    /// The ids of the tables, newest first.
    pub async fn table_ids(&self, filter: &TableFilter) -> Result<Vec<String>> {
        // Names hold nothing that JSON escapes; one too many is sorted out by the table itself.
        let reserved = filter.reserved.as_deref().map(crate::names::handle);
        let reserved = reserved.map(|name| format!("%\"name\":\"{name}\"%")).unwrap_or_default();
        // Only what is asked for is in the statement, so that the database can choose an index for it.
        // A parameter that is not needed is compared with itself, so that its type is known.
        let mut conditions = vec!["$1 = $1", "$2 = $2", "$3 = $3", "$4 = $4"];
        if filter.state.is_some() {
            conditions[0] = "state = $1";
        }
        if filter.game.is_some() {
            conditions[1] = "game = $2";
        }
        if filter.person.is_some() {
            conditions[2] = "id IN (SELECT table_id FROM sitters \
                 WHERE person IN (SELECT id FROM people WHERE id = $3 OR merged = $3) \
                 UNION SELECT id FROM tables WHERE owner = $3 \
                 UNION SELECT id FROM tables WHERE state = 'open' AND LOWER(seats) LIKE $4)";
        }
        if filter.public {
            conditions.push("private = 0");
        }
        let sql = format!(
            "SELECT id FROM tables WHERE {} ORDER BY created DESC, id LIMIT $5",
            conditions.join(" AND ")
        );
        Ok(sqlx::query_scalar(AssertSqlSafe(sql))
            .bind(filter.state.unwrap_or_default())
            .bind(filter.game.clone().unwrap_or_default())
            .bind(filter.person.clone().unwrap_or_default())
            .bind(reserved)
            .bind(filter.limit)
            .fetch_all(&self.pool)
            .await?)
    }

    /// Finished games, newest first; aborted ones are none.
    pub async fn records(&self, filter: &RecordFilter) -> Result<Vec<TableRow>> {
        // Only what is asked for is in the statement, as in `table_ids`.
        let mut conditions = [
            "result IS NOT NULL AND ended BETWEEN $2 AND $3 AND (ended, id) < ($4, $5)",
            "$7 = $7",
            "$8 = $8",
            "$9 = $9 AND $10 = $10",
        ];
        if filter.game.is_some() {
            conditions[1] = "game = $7";
        }
        if filter.result.is_some() {
            conditions[2] = "result = $8";
        }
        if filter.player.is_some() {
            // A guest owns no name, but goes by one.
            conditions[3] = "id IN (SELECT table_id FROM sitters WHERE person IN (\
                 SELECT id FROM people WHERE handle = $9 UNION SELECT id FROM people WHERE name = $10 UNION \
                 SELECT id FROM people WHERE merged = (SELECT id FROM people WHERE handle = $9)))";
        }
        let conditions = conditions.join(" AND ");
        let newest = "ORDER BY ended DESC, id DESC LIMIT $6";
        let sql = format!(
            "SELECT * FROM (SELECT * FROM (SELECT * FROM tables WHERE private = 0 AND {conditions} {newest}) everyone \
             UNION ALL SELECT * FROM (SELECT * FROM tables WHERE private = 1 AND {conditions} \
             AND id IN (SELECT table_id FROM sitters WHERE person IN \
             (SELECT id FROM people WHERE id = $1 OR merged = $1)) {newest}) own) found {newest}"
        );
        let (after_time, after_id) = filter.after.clone().unwrap_or((i64::MAX, String::new()));
        Ok(sqlx::query_as(AssertSqlSafe(sql))
            .bind(&filter.person)
            .bind(filter.from.unwrap_or(i64::MIN))
            .bind(filter.to.unwrap_or(i64::MAX))
            .bind(after_time)
            .bind(after_id)
            .bind(filter.limit)
            .bind(filter.game.clone().unwrap_or_default())
            .bind(filter.result.clone().unwrap_or_default())
            .bind(filter.player.as_deref().map(crate::names::handle).unwrap_or_default())
            .bind(filter.player.clone().unwrap_or_default())
            .fetch_all(&self.pool)
            .await?)
    }

    /// The ids of the games from devices that somebody owns, but for this many of the newest.
    pub async fn old_device_games(&self, owner: &str, keep: i64) -> Result<Vec<String>> {
        Ok(sqlx::query_scalar(
            "SELECT id FROM tables WHERE owner = $1 AND state = 'over' AND origin = $2 \
             ORDER BY ended DESC, id DESC LIMIT $3 OFFSET $4",
        )
        .bind(owner)
        .bind(DEVICE)
        .bind(MOST_OLD)
        .bind(keep)
        .fetch_all(&self.pool)
        .await?)
    }

    /// Whether a person sits at a table that was made before then and is being played.
    pub async fn played_before(&self, person: &str, then: i64) -> Result<bool> {
        let found: Option<String> = sqlx::query_scalar(
            "SELECT t.id FROM sitters s JOIN tables t ON t.id = s.table_id \
             WHERE s.person IN (SELECT id FROM people WHERE id = $1 OR merged = $1) \
             AND t.state = 'live' AND t.created < $2 LIMIT 1",
        )
        .bind(person)
        .bind(then)
        .fetch_optional(&self.pool)
        .await?;
        Ok(found.is_some())
    }

    /// Unloaded tables that must be looked at by now, and open ones made before `stale`; no more than `most`.
    pub async fn due_tables(&self, now: i64, stale: i64, most: i64) -> Result<Vec<String>> {
        Ok(sqlx::query_scalar(
            "SELECT id FROM tables WHERE deadline <= $1 AND state = 'live' \
             UNION ALL SELECT id FROM tables WHERE state = 'open' AND created < $2 LIMIT $3",
        )
        .bind(now)
        .bind(stale)
        .bind(most)
        .fetch_all(&self.pool)
        .await?)
    }
}
