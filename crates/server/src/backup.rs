//! The whole database as lines of JSON: a backup of either kind of database can be restored into either.

use std::io::{BufRead, Write};

use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};

use crate::{
    error::{Error, Result},
    store::Store,
};

/// Every table but those that speak of the processes that ran then, and those that are counted anew.
const TABLES: [&str; 15] = [
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
    "puzzle_tries",
    "puzzle_days",
    "puzzle_mistakes",
    "puzzle_rushes",
];
/// The first format called some columns and settings otherwise (see [`renamed`]); the third has a last line by which
/// one sees that the backup is whole.
const FORMAT: i64 = 3;

/// Writes everything as it is at one moment; servers may go on meanwhile. Returns how many rows there were.
pub async fn backup(store: &Store, out: &mut (dyn Write + Send)) -> Result<u64> {
    let mut hash = Sha256::new();
    let mut write = |line: &Value| {
        let line = format!("{line}\n");
        hash.update(&line);
        out.write_all(line.as_bytes()).map_err(unwritable)
    };
    write(&json!({"ludarium": FORMAT}))?;
    let mut count = 0;
    let mut snapshot = store.snapshot().await?;
    for table in TABLES {
        count += snapshot.each_row(table, |row| write(&json!({"table": table, "row": row}))).await?;
    }
    let end = json!({"rows": count, "sha256": hex(hash)});
    writeln!(out, "{end}").map_err(unwritable)?;
    out.flush().map_err(unwritable)?;
    Ok(count)
}

/// Fills an empty database from a backup: all of it or nothing. Returns how many rows there were.
pub async fn restore(store: &Store, input: &mut (dyn BufRead + Send)) -> Result<u64> {
    let mut rows = Rows::read(input)?;
    let mut restore = store.restore().await?;
    while let Some((table, row)) = rows.next()? {
        restore.insert(table, &row).await?;
    }
    restore.commit().await?;
    Ok(rows.count)
}

/// Checks that a backup is whole and unchanged, without a database. Returns how many rows there are.
pub fn verify(input: &mut (dyn BufRead + Send)) -> Result<u64> {
    let mut rows = Rows::read(input)?;
    if rows.format < 3 {
        return Err(bad("it is of an older version, which wrote no checksum"));
    }
    while rows.next()?.is_some() {}
    Ok(rows.count)
}

/// The rows of a backup, one after the other.
struct Rows<'a> {
    input: &'a mut (dyn BufRead + Send),
    format: i64,
    count: u64,
    hash: Sha256,
}

impl<'a> Rows<'a> {
    fn read(input: &'a mut (dyn BufRead + Send)) -> Result<Self> {
        let mut rows = Rows { input, format: 0, count: 0, hash: Sha256::new() };
        let (head, text) = rows.line()?.ok_or_else(|| bad("it is empty"))?;
        let format = head["ludarium"].as_i64().filter(|format| (1..=FORMAT).contains(format));
        rows.format = format.ok_or_else(|| bad("it does not begin as one"))?;
        rows.hash.update(text);
        Ok(rows)
    }

    /// The next row, or nothing at the end of a backup that is whole.
    fn next(&mut self) -> Result<Option<(&'static str, Map<String, Value>)>> {
        let Some((mut line, text)) = self.line()? else {
            return if self.format < 3 { Ok(None) } else { Err(bad("its end is missing")) };
        };
        if line.get("sha256").is_some() {
            let hash = hex(std::mem::take(&mut self.hash));
            return match line["rows"] == self.count && line["sha256"] == hash && self.line()?.is_none() {
                true => Ok(None),
                false => Err(bad("its checksum is wrong")),
            };
        }
        self.hash.update(text);
        self.count += 1;
        let table = TABLES.into_iter().find(|table| line["table"] == **table);
        let (Some(table), Value::Object(row)) = (table, line["row"].take()) else {
            return Err(bad("a line is no row"));
        };
        Ok(Some((table, if self.format == 1 { renamed(table, row) } else { row })))
    }

    /// The next line, as a value and as text.
    fn line(&mut self) -> Result<Option<(Value, String)>> {
        let mut text = String::new();
        if self.input.read_line(&mut text).map_err(unreadable)? == 0 {
            return Ok(None);
        }
        let value = serde_json::from_str(&text).map_err(|error| bad(&error.to_string()))?;
        Ok(Some((value, text)))
    }
}

fn hex(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A row of the first format under the names of today.
fn renamed(table: &str, mut row: Map<String, Value>) -> Map<String, Value> {
    match table {
        "tables" => {
            for (old, new) in [("pledge", "commitment"), ("standing", "pass_replies")] {
                if let Some(value) = row.remove(old) {
                    row.insert(new.to_owned(), value);
                }
            }
        }
        "meta" if row.get("key").is_some_and(|key| key == "beat") => {
            row.insert("key".to_owned(), json!("heartbeat"));
        }
        _ => {}
    }
    row
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
