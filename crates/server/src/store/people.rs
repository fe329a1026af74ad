//! People, their sessions, tokens and ratings.

use sqlx::AnyConnection;

use super::{Append, Change, Store, now};
use crate::{
    error::{Error, Result},
    names::{handle, looks},
    secret,
};

/// How exactly it is known when a session was last used, in milliseconds.
const SEEN: i64 = 60_000;

#[derive(Clone, Debug)]
pub struct PersonRow {
    pub id: String,
    pub kind: String,
    pub name: String,
    pub password: Option<String>,
    pub owner: Option<String>,
    pub merged: Option<String>,
    pub banned: i64,
    pub created: i64,
}

from_row!(PersonRow { id, kind, name, password, owner, merged, banned, created });

impl PersonRow {
    /// Whether this is a guest who has not become an account's.
    pub fn is_guest(&self) -> bool {
        self.kind == "guest" && self.merged.is_none()
    }
}

#[derive(Clone, Debug)]
pub struct SessionRow {
    pub hash: String,
    pub id: String,
    pub agent: String,
    pub created: i64,
    pub seen: i64,
}

from_row!(SessionRow { hash, id, agent, created, seen });

#[derive(Clone, Debug)]
pub struct RatingRow {
    pub person: String,
    pub game: String,
    pub pace: String,
    pub rating: f64,
    pub deviation: f64,
    pub volatility: f64,
    pub games: i64,
    pub at: i64,
}

from_row!(RatingRow { person, game, pace, rating, deviation, volatility, games, at });

/// A rating as it was after a game.
#[derive(Clone, Debug)]
pub struct RatedRow {
    pub game: String,
    pub pace: String,
    pub table_id: String,
    pub rating: f64,
    pub deviation: f64,
    pub at: i64,
}

from_row!(RatedRow { game, pace, table_id, rating, deviation, at });

/// A line of a leaderboard.
#[derive(Clone, Debug)]
pub struct LeaderRow {
    pub name: String,
    pub kind: String,
    pub rating: f64,
    pub deviation: f64,
    pub games: i64,
}

from_row!(LeaderRow { name, kind, rating, deviation, games });

impl RatingRow {
    /// Keeps the rating and its place in the history, or fails if another game has changed it meanwhile.
    pub(super) async fn write(&self, connection: &mut AnyConnection, table: &str) -> Result<()> {
        let kept = sqlx::query(
            "INSERT INTO ratings (person, game, pace, rating, deviation, volatility, games, at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) \
             ON CONFLICT (person, game, pace) DO UPDATE SET rating = excluded.rating, \
             deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games, \
             at = excluded.at WHERE ratings.games = excluded.games - 1",
        )
        .bind(&self.person)
        .bind(&self.game)
        .bind(&self.pace)
        .bind(self.rating)
        .bind(self.deviation)
        .bind(self.volatility)
        .bind(self.games)
        .bind(self.at)
        .execute(&mut *connection)
        .await?;
        if kept.rows_affected() == 0 {
            return Err(Error::RatingChanged);
        }
        sqlx::query(
            "INSERT INTO rating_history (person, game, pace, table_id, rating, deviation, at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(&self.person)
        .bind(&self.game)
        .bind(&self.pace)
        .bind(table)
        .bind(self.rating)
        .bind(self.deviation)
        .bind(self.at)
        .execute(connection)
        .await?;
        Ok(())
    }
}

/// A bot is banned with its owner.
const PERSON: &str = "SELECT id, kind, name, password, owner, merged, created, CAST(CASE WHEN banned <> 0 \
     OR EXISTS (SELECT 1 FROM people o WHERE o.id = people.owner AND o.banned <> 0) THEN 1 ELSE 0 END AS BIGINT) \
     AS banned FROM people WHERE ";

impl Store {
    pub async fn person(&self, id: &str) -> Result<Option<PersonRow>> {
        self.one_person("id = $1", id).await
    }

    /// The id of whoever is behind somebody: the owner of a bot, else themselves.
    pub async fn person_behind(&self, id: &str) -> Result<String> {
        let owner = self.person(id).await?.and_then(|row| row.owner);
        Ok(owner.unwrap_or_else(|| id.to_owned()))
    }

    /// The owner of a name: an account or a bot.
    pub async fn person_named(&self, name: &str) -> Result<Option<PersonRow>> {
        self.one_person("handle = $1", &handle(name)).await
    }

    /// Whether somebody owns this name, or one that looks like it.
    pub async fn is_taken(&self, name: &str) -> Result<bool> {
        let [look, other_look] = looks(name);
        let owners: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM (SELECT id FROM people WHERE handle = $1 UNION ALL \
             SELECT id FROM people WHERE look = $2 UNION ALL SELECT id FROM people WHERE other_look = $3) owners",
        )
        .bind(handle(name))
        .bind(look)
        .bind(other_look)
        .fetch_one(&self.pool)
        .await?;
        Ok(owners > 0)
    }

    /// Notes how names look that were taken before this was asked. Those that look alike already stay.
    pub async fn fill_looks(&self) -> Result<()> {
        let sql = "SELECT id, name FROM people WHERE handle IS NOT NULL AND look IS NULL";
        let people: Vec<(String, String)> = sqlx::query_as(sql).fetch_all(&self.pool).await?;
        for (id, name) in people {
            let [look, other_look] = looks(&name);
            sqlx::query(
                "UPDATE people SET look = $2, other_look = $3 WHERE id = $1 \
                 AND NOT EXISTS (SELECT 1 FROM people WHERE look = $2 OR other_look = $3)",
            )
            .bind(id)
            .bind(look)
            .bind(other_look)
            .execute(&mut *self.write_turn().await?)
            .await?;
        }
        Ok(())
    }

    /// Whose session this is; it is noted that it was used, to the minute.
    pub async fn person_by_session(&self, hash: &str) -> Result<Option<PersonRow>> {
        let person = self.one_person("id = (SELECT person FROM sessions WHERE hash = $1)", hash).await?;
        let seen: Option<i64> = sqlx::query_scalar("SELECT seen FROM sessions WHERE hash = $1")
            .bind(hash)
            .fetch_optional(&self.pool)
            .await?;
        if seen.is_some_and(|seen| now() - seen >= SEEN) {
            sqlx::query("UPDATE sessions SET seen = $2 WHERE hash = $1")
                .bind(hash)
                .bind(now())
                .execute(&mut *self.write_turn().await?)
                .await?;
        }
        Ok(person)
    }

    pub async fn person_by_token(&self, hash: &str) -> Result<Option<PersonRow>> {
        self.one_person("id = (SELECT person FROM tokens WHERE hash = $1)", hash).await
    }

    async fn one_person(&self, condition: &str, value: &str) -> Result<Option<PersonRow>> {
        let sql = sqlx::AssertSqlSafe(format!("{PERSON}{condition}"));
        Ok(sqlx::query_as(sql).bind(value).fetch_optional(&self.pool).await?)
    }

    /// Keeps a guest who does something worth keeping.
    pub async fn save_guest(&self, id: &str, name: &str) -> Result<()> {
        let guest = Change::Guest { id: id.to_owned(), name: name.to_owned(), at: now() };
        self.append(Append { changes: vec![guest], ..Append::default() }).await
    }

    pub async fn rename_guest(&self, id: &str, name: &str) -> Result<()> {
        self.save_guest(id, name).await?;
        sqlx::query("UPDATE people SET name = $2 WHERE id = $1 AND kind = 'guest'")
            .bind(id)
            .bind(name)
            .execute(&mut *self.write_turn().await?)
            .await?;
        Ok(())
    }

    /// Turns a guest into an account, games and all.
    pub async fn register(&self, id: &str, name: &str, password: &str) -> Result<()> {
        self.save_guest(id, name).await?;
        let [look, other_look] = looks(name);
        let changed = sqlx::query(
            "UPDATE people SET kind = 'account', name = $2, handle = $3, password = $4, look = $5, other_look = $6 \
             WHERE id = $1 AND kind = 'guest' AND NOT EXISTS (SELECT 1 FROM people WHERE handle = $3)",
        )
        .bind(id)
        .bind(name)
        .bind(handle(name))
        .bind(password)
        .bind(look)
        .bind(other_look)
        .execute(&mut *self.write_turn().await?)
        .await
        .map_err(taken)?;
        if changed.rows_affected() == 1 { Ok(()) } else { Err(Error::NameTaken) }
    }

    pub async fn set_password(&self, id: &str, password: &str) -> Result<()> {
        sqlx::query("UPDATE people SET password = $2 WHERE id = $1")
            .bind(id)
            .bind(password)
            .execute(&mut *self.write_turn().await?)
            .await?;
        Ok(())
    }

    /// From now on the guest's tables are the account's.
    pub async fn adopt(&self, guest: &str, account: &str) -> Result<()> {
        let mut turn = self.write_turn().await?;
        let mut transaction = turn.begin(self.kind).await?;
        for sql in [
            "UPDATE people SET merged = $2 WHERE id = $1 AND kind = 'guest'",
            "UPDATE tables SET owner = $2 WHERE owner = $1",
        ] {
            sqlx::query(sql).bind(guest).bind(account).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    pub async fn make_bot(&self, owner: &str, name: &str) -> Result<(String, String)> {
        let (id, token) = (secret::id("p"), format!("lud_{}", secret::secret()));
        let [look, other_look] = looks(name);
        let mut turn = self.write_turn().await?;
        let mut transaction = turn.begin(self.kind).await?;
        sqlx::query(
            "INSERT INTO people (id, kind, name, handle, owner, created, look, other_look) \
             VALUES ($1, 'bot', $2, $3, $4, $5, $6, $7)",
        )
        .bind(&id)
        .bind(name)
        .bind(handle(name))
        .bind(owner)
        .bind(now())
        .bind(look)
        .bind(other_look)
        .execute(&mut *transaction)
        .await
        .map_err(taken)?;
        sqlx::query("INSERT INTO tokens (hash, person, created) VALUES ($1, $2, $3)")
            .bind(secret::sha256(&token))
            .bind(&id)
            .bind(now())
            .execute(&mut *transaction)
            .await?;
        transaction.commit().await?;
        Ok((id, token))
    }

    pub async fn bots(&self, owner: &str) -> Result<Vec<PersonRow>> {
        let sql = sqlx::AssertSqlSafe(format!("{PERSON} owner = $1 AND kind = 'bot' ORDER BY created"));
        Ok(sqlx::query_as(sql).bind(owner).fetch_all(&self.pool).await?)
    }

    pub async fn start_session(&self, person: &str, agent: &str) -> Result<String> {
        let secret = secret::secret();
        sqlx::query(
            "INSERT INTO sessions (hash, id, person, agent, created, seen) VALUES ($1, $2, $3, $4, $5, $5)",
        )
        .bind(secret::sha256(&secret))
        .bind(secret::id("s"))
        .bind(person)
        .bind(agent)
        .bind(now())
        .execute(&mut *self.write_turn().await?)
        .await?;
        Ok(secret)
    }

    pub async fn sessions(&self, person: &str) -> Result<Vec<SessionRow>> {
        Ok(sqlx::query_as(
            "SELECT hash, id, agent, created, seen FROM sessions WHERE person = $1 ORDER BY created",
        )
        .bind(person)
        .fetch_all(&self.pool)
        .await?)
    }

    pub async fn end_session(&self, person: &str, id: &str) -> Result<bool> {
        let ended = sqlx::query("DELETE FROM sessions WHERE person = $1 AND id = $2")
            .bind(person)
            .bind(id)
            .execute(&mut *self.write_turn().await?)
            .await?;
        Ok(ended.rows_affected() > 0)
    }

    pub async fn end_session_by_hash(&self, hash: &str) -> Result<()> {
        sqlx::query("DELETE FROM sessions WHERE hash = $1")
            .bind(hash)
            .execute(&mut *self.write_turn().await?)
            .await?;
        Ok(())
    }

    /// Ends all sessions of a person but, if given, the one with this hash.
    pub async fn end_sessions(&self, person: &str, but: Option<&str>) -> Result<()> {
        sqlx::query("DELETE FROM sessions WHERE person = $1 AND hash <> $2")
            .bind(person)
            .bind(but.unwrap_or_default())
            .execute(&mut *self.write_turn().await?)
            .await?;
        Ok(())
    }

    pub async fn rating(&self, person: &str, game: &str, pace: &str) -> Result<Option<RatingRow>> {
        Ok(sqlx::query_as("SELECT * FROM ratings WHERE person = $1 AND game = $2 AND pace = $3")
            .bind(person)
            .bind(game)
            .bind(pace)
            .fetch_optional(&self.pool)
            .await?)
    }

    pub async fn ratings(&self, person: &str) -> Result<Vec<RatingRow>> {
        Ok(sqlx::query_as("SELECT * FROM ratings WHERE person = $1 ORDER BY game, pace")
            .bind(person)
            .fetch_all(&self.pool)
            .await?)
    }

    /// How the ratings of a person went, the last thousand games, newest first.
    pub async fn rating_history(&self, person: &str) -> Result<Vec<RatedRow>> {
        Ok(sqlx::query_as(
            "SELECT game, pace, table_id, rating, deviation, at FROM rating_history \
             WHERE person = $1 ORDER BY at DESC LIMIT 1000",
        )
        .bind(person)
        .fetch_all(&self.pool)
        .await?)
    }

    /// The best, of those whose rating is sure enough.
    pub async fn leaders(&self, game: &str, pace: &str) -> Result<Vec<LeaderRow>> {
        Ok(sqlx::query_as(
            "SELECT p.name, p.kind, r.rating, r.deviation, r.games FROM ratings r JOIN people p ON p.id = r.person \
             WHERE r.game = $1 AND r.pace = $2 ORDER BY r.rating DESC, p.name LIMIT 100",
        )
        .bind(game)
        .bind(pace)
        .fetch_all(&self.pool)
        .await?)
    }

    /// How many tables a person has sat at.
    pub async fn count_tables(&self, person: &str) -> Result<i64> {
        Ok(sqlx::query_scalar(
            "SELECT COUNT(DISTINCT table_id) FROM sitters \
             WHERE person IN (SELECT id FROM people WHERE id = $1 OR merged = $1)",
        )
        .bind(person)
        .fetch_one(&self.pool)
        .await?)
    }
}

/// The database is the judge of whether a name is free.
fn taken(error: sqlx::Error) -> Error {
    match &error {
        sqlx::Error::Database(database) if database.is_unique_violation() => Error::NameTaken,
        _ => Error::Database(error),
    }
}
