//! A table with all its rows, read for many tables at once.

use std::collections::HashMap;

use sqlx::{AnyConnection, AnyPool, AssertSqlSafe};

use super::{EventRow, Kind, SitterRow, Store, TableRow, tables::SITTERS};
use crate::error::Result;

/// A table with all that happened at it, as of one moment.
#[derive(Clone, Debug)]
pub struct StoredTable {
    pub row: TableRow,
    pub events: Vec<EventRow>,
    pub sitters: Vec<SitterRow>,
    outages: Vec<(i64, i64)>,
}

impl StoredTable {
    /// How much of the time since `at` nobody is charged for.
    pub(crate) fn outage_since(&self, at: i64) -> i64 {
        forgiven(&self.outages, at)
    }
}

impl Store {
    /// A table, if there is one. What is read was committed no earlier than the call began.
    pub async fn load_table(&self, table: &str) -> Result<Option<StoredTable>> {
        self.stored_tables.ask(table.to_owned()).await
    }

    /// What happened after the event of this number.
    pub async fn events_after(&self, table: &str, n: i64) -> Result<Vec<EventRow>> {
        self.later_events.ask((table.to_owned(), n)).await
    }
}

/// Reads these tables, as of one moment.
pub(super) async fn read(
    pool: &AnyPool,
    kind: Kind,
    tables: Vec<String>,
) -> Result<Vec<Option<StoredTable>>> {
    let ids = serde_json::to_string(&tables).expect("a list of texts is plain data");
    let begin = match kind {
        Kind::Sqlite => "BEGIN",
        Kind::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    };
    let mut transaction = pool.begin_with(begin).await?;
    let (of_event, of_row, of_sitter) = (kind.among("table_id"), kind.among("id"), kind.among("s.table_id"));
    let sql = format!("SELECT * FROM tables WHERE {of_row}");
    let rows: Vec<TableRow> =
        sqlx::query_as(AssertSqlSafe(sql)).bind(&ids).fetch_all(&mut *transaction).await?;
    let new = |row| StoredTable { row, events: Vec::new(), sitters: Vec::new(), outages: Vec::new() };
    let mut kept: HashMap<String, StoredTable> =
        rows.into_iter().map(|row| (row.id.clone(), new(row))).collect();
    let sql = format!("SELECT * FROM events WHERE {of_event} ORDER BY table_id, n");
    let events: Vec<EventRow> =
        sqlx::query_as(AssertSqlSafe(sql)).bind(&ids).fetch_all(&mut *transaction).await?;
    for event in events {
        if let Some(kept) = kept.get_mut(&event.table_id) {
            kept.events.push(event);
        }
    }
    let sql = format!("{SITTERS} WHERE {of_sitter} ORDER BY s.seat, s.place, s.person");
    let sitters: Vec<SitterRow> =
        sqlx::query_as(AssertSqlSafe(sql)).bind(&ids).fetch_all(&mut *transaction).await?;
    for sitter in sitters {
        if let Some(kept) = kept.get_mut(&sitter.table_id) {
            kept.sitters.push(sitter);
        }
    }
    let outages = outages(&mut transaction, kind, &ids).await?;
    transaction.commit().await?;
    for (id, kept) in &mut kept {
        kept.outages = of_table(&outages, id);
    }
    // The same table may have been asked for twice.
    Ok(tables.iter().map(|table| kept.get(table).cloned()).collect())
}

/// Reads what happened at each of these tables after the event of this number. PostgreSQL alone: where there is one
/// process, nothing happens elsewhere.
pub(super) async fn read_later(pool: &AnyPool, known: Vec<(String, i64)>) -> Result<Vec<Vec<EventRow>>> {
    let (ids, numbers): (Vec<_>, Vec<_>) = known.iter().map(|(id, n)| (id.as_str(), n.to_string())).unzip();
    let events: Vec<EventRow> = sqlx::query_as(
        "SELECT e.* FROM unnest(string_to_array($1, ','), string_to_array($2, ',')::BIGINT[]) AS known (id, n), \
         LATERAL (SELECT * FROM events WHERE table_id = known.id AND n > known.n) e ORDER BY e.table_id, e.n",
    )
    .bind(ids.join(","))
    .bind(numbers.join(","))
    .fetch_all(pool)
    .await?;
    let mut later: HashMap<String, Vec<EventRow>> = HashMap::new();
    for event in events {
        later.entry(event.table_id.clone()).or_default().push(event);
    }
    let of = |(table, n): &(String, i64)| {
        let events = later.get(table).into_iter().flatten();
        events.filter(|event| event.n > *n).cloned().collect()
    };
    Ok(known.iter().map(of).collect())
}

/// Reads how much of the time since then nobody is charged for, at each of these tables.
pub(super) async fn read_outages(pool: &AnyPool, kind: Kind, since: Vec<(String, i64)>) -> Result<Vec<i64>> {
    let ids: Vec<_> = since.iter().map(|(id, _)| id).collect();
    let ids = serde_json::to_string(&ids).expect("a list of texts is plain data");
    let outages = outages(&mut *pool.acquire().await?, kind, &ids).await?;
    Ok(since.iter().map(|(id, at)| forgiven(&of_table(&outages, id), *at)).collect())
}

/// When nobody is charged, at one table or, without one, at any.
type Outage = (Option<String>, i64, i64);

async fn outages(connection: &mut AnyConnection, kind: Kind, ids: &str) -> Result<Vec<Outage>> {
    let among = kind.among("table_id");
    let sql = format!(
        "SELECT table_id, since, until FROM outages WHERE table_id IS NULL OR {among} ORDER BY since"
    );
    Ok(sqlx::query_as(AssertSqlSafe(sql)).bind(ids).fetch_all(connection).await?)
}

fn of_table(outages: &[Outage], table: &str) -> Vec<(i64, i64)> {
    let of = |(id, ..): &&Outage| id.as_ref().is_none_or(|id| id == table);
    outages.iter().filter(of).map(|(_, since, until)| (*since, *until)).collect()
}

/// How much of the time since `at` falls into these outages, which are in order. They may overlap: what is forgiven
/// is forgiven once.
fn forgiven(outages: &[(i64, i64)], at: i64) -> i64 {
    let sum = outages.iter().fold((0, at), |(sum, reached), &(since, until)| {
        (sum + (until - since.max(reached)).max(0), until.max(reached))
    });
    sum.0
}
