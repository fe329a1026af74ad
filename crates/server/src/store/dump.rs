//! The whole database row by row, for backups.

use futures_util::TryStreamExt;
use serde_json::{Map, Value};
use sqlx::{Any, AnyConnection, AssertSqlSafe, Column, Row, Transaction, TypeInfo, ValueRef, any::AnyRow};

use super::{Kind, Store, explorer};
use crate::error::{Error, Result};

/// The database as it was at one moment.
pub(crate) struct Snapshot(Transaction<'static, Any>);

/// An empty database that is being filled.
pub(crate) struct Restore(Transaction<'static, Any>);

impl Store {
    pub(crate) async fn snapshot(&self) -> Result<Snapshot> {
        let begin = match self.kind {
            Kind::Sqlite => "BEGIN",
            Kind::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
        };
        let mut transaction = self.pool.begin_with(begin).await?;
        self.take_time(&mut transaction).await?;
        Ok(Snapshot(transaction))
    }

    pub(crate) async fn restore(&self) -> Result<Restore> {
        // Nobody else writes to a database that is being filled.
        let mut transaction = self.writes.begin_with(self.kind.begin()).await?;
        self.take_time(&mut transaction).await?;
        let rows: i64 =
            sqlx::query_scalar("SELECT (SELECT COUNT(*) FROM people) + (SELECT COUNT(*) FROM tables)")
                .fetch_one(&mut *transaction)
                .await?;
        if rows > 0 {
            return Err(Error::BadRequest("the database is not empty".to_owned()));
        }
        sqlx::query("DELETE FROM meta").execute(&mut *transaction).await?;
        Ok(Restore(transaction))
    }

    /// A whole database may come from, or go to, something slow.
    async fn take_time(&self, connection: &mut AnyConnection) -> Result<()> {
        if self.is_shared() {
            sqlx::query("SET LOCAL idle_in_transaction_session_timeout = 0").execute(connection).await?;
        }
        Ok(())
    }
}

impl Snapshot {
    /// Tells of every row, one at a time; returns how many there were.
    pub(crate) async fn each_row(
        &mut self,
        table: &str,
        mut tell: impl FnMut(Value) -> Result<()>,
    ) -> Result<u64> {
        let sql = AssertSqlSafe(format!("SELECT * FROM {table}"));
        let mut rows = sqlx::query(sql).fetch(&mut *self.0);
        let mut count = 0;
        while let Some(row) = rows.try_next().await? {
            tell(json(&row)?)?;
            count += 1;
        }
        Ok(count)
    }
}

impl Restore {
    pub(crate) async fn insert(&mut self, table: &str, row: &Map<String, Value>) -> Result<()> {
        let plain = |name: &String| name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
        if row.is_empty() || !row.keys().all(plain) {
            return Err(Error::BadRequest("a row of the backup has no such columns".to_owned()));
        }
        let names: Vec<_> = row.keys().map(String::as_str).collect();
        let places: Vec<_> = (1..=names.len()).map(|place| format!("${place}")).collect();
        let sql = format!("INSERT INTO {table} ({}) VALUES ({})", names.join(", "), places.join(", "));
        let mut query = sqlx::query(AssertSqlSafe(sql));
        for value in row.values() {
            query = match value {
                Value::String(text) => query.bind(text.clone()),
                Value::Number(number) => match number.as_i64() {
                    Some(whole) => query.bind(whole),
                    None => query.bind(number.as_f64()),
                },
                _ => {
                    return Err(Error::BadRequest(
                        "a value of the backup is neither text nor number".to_owned(),
                    ));
                }
            };
        }
        query.execute(&mut *self.0).await?;
        Ok(())
    }

    pub(crate) async fn commit(mut self) -> Result<()> {
        explorer::note_all(&mut self.0).await?;
        self.0.commit().await?;
        Ok(())
    }
}

/// A row as JSON; what is null is left out, so that it needs no type when it comes back.
fn json(row: &AnyRow) -> Result<Value> {
    let mut object = Map::new();
    for column in row.columns() {
        let index = column.ordinal();
        let raw = row.try_get_raw(index)?;
        if raw.is_null() {
            continue;
        }
        let value = match raw.type_info().name() {
            "TEXT" => Value::from(row.try_get::<String, _>(index)?),
            "DOUBLE" | "REAL" => Value::from(row.try_get::<f64, _>(index)?),
            _ => Value::from(row.try_get::<i64, _>(index)?),
        };
        object.insert(column.name().to_owned(), value);
    }
    Ok(Value::Object(object))
}
