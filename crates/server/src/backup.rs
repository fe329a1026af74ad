//! The whole database as lines of JSON: a backup of either kind of database can be restored into either.

use std::io::{BufRead, Write};

use serde_json::{Map, Value, json};

use crate::{
    error::{Error, Result},
    store::Store,
};

/// Every table but those that speak of the processes that ran then.
const TABLES: [&str; 11] = [
    "meta",
    "people",
    "sessions",
    "tokens",
    "tables",
    "sitters",
    "events",
    "ratings",
    "rating_history",
    "outages",
    "jobs",
];
const FORMAT: i64 = 1;

/// Writes everything as it is at one moment; servers may go on meanwhile. Returns how many rows there were.
pub async fn backup(store: &Store, out: &mut (dyn Write + Send)) -> Result<u64> {
    write_line(out, &json!({"ludarium": FORMAT}))?;
    let mut count = 0;
    let mut snapshot = store.snapshot().await?;
    for table in TABLES {
        count +=
            snapshot.each_row(table, |row| write_line(out, &json!({"table": table, "row": row}))).await?;
    }
    out.flush().map_err(unwritable)?;
    Ok(count)
}

/// Fills an empty database from a backup: all of it or nothing. Returns how many rows there were.
pub async fn restore(store: &Store, input: &mut (dyn BufRead + Send)) -> Result<u64> {
    let mut lines = input.lines();
    let head = lines.next().ok_or_else(|| bad("it is empty"))?.map_err(unreadable)?;
    let head: Value = serde_json::from_str(&head).map_err(|error| bad(&error.to_string()))?;
    if head["ludarium"] != FORMAT {
        return Err(bad("it does not begin as one"));
    }
    let mut filling = store.filling().await?;
    let mut count = 0;
    for line in lines {
        let line: Value =
            serde_json::from_str(&line.map_err(unreadable)?).map_err(|error| bad(&error.to_string()))?;
        let table = TABLES.into_iter().find(|table| line["table"] == **table);
        let row: Option<&Map<String, Value>> = line["row"].as_object();
        let (Some(table), Some(row)) = (table, row) else { return Err(bad("a line is no row")) };
        filling.insert(table, row).await?;
        count += 1;
    }
    filling.commit().await?;
    Ok(count)
}

fn write_line(out: &mut dyn Write, line: &Value) -> Result<()> {
    writeln!(out, "{line}").map_err(unwritable)
}

#[allow(clippy::needless_pass_by_value, reason = "an argument of map_err")]
fn unwritable(error: std::io::Error) -> Error {
    Error::Internal(format!("cannot write the backup: {error}"))
}

#[allow(clippy::needless_pass_by_value, reason = "an argument of map_err")]
fn unreadable(error: std::io::Error) -> Error {
    Error::Internal(format!("cannot read the backup: {error}"))
}

fn bad(what: &str) -> Error {
    Error::BadRequest(format!("this is no backup: {what}"))
}
