//! However many games are kept, what a page or an acknowledgement waits for is found by an index.

use std::{
    collections::BTreeSet,
    fmt::Debug,
    sync::{Mutex, PoisonError},
};

use serde_json::json;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row};
use tracing::{Event, Subscriber, field::Field, level_filters::LevelFilter};
use tracing_subscriber::{
    Layer,
    filter::Targets,
    layer::{Context, SubscriberExt},
    util::SubscriberInitExt,
};

use crate::support::{Database, Server, config, until};

/// The tables that grow. Exempt are `meta`, `processes`, `notices`, `outages`, `jobs`, `job_turns` and
/// `forwarded_requests` and `unexplored`, which hold settings, or what is going on now, and are tidied every minute.
const GROWING: [&str; 13] = [
    "people",
    "sessions",
    "tokens",
    "tables",
    "sitters",
    "events",
    "ratings",
    "rating_history",
    "leases",
    "explored",
    "puzzle_tries",
    "puzzle_days",
    "puzzle_mistakes",
];

/// What no page and no acknowledgement waits for: it happens once, at the start.
const AT_START: [&str; 1] = ["FROM tables t LEFT JOIN leases l"];

static STATEMENTS: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());

/// Notes every statement that reaches a database.
struct Statements;

impl<S: Subscriber> Layer<S> for Statements {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let (mut summary, mut whole) = (String::new(), String::new());
        event.record(&mut |field: &Field, value: &dyn Debug| match field.name() {
            "summary" => summary = format!("{value:?}"),
            "db.statement" => whole = format!("{value:?}"),
            _ => {}
        });
        // Both are quoted; the whole is empty where the summary is all.
        let text: String = serde_json::from_str(&whole).unwrap_or_default();
        let text =
            if text.trim().is_empty() { serde_json::from_str(&summary).unwrap_or_default() } else { text };
        STATEMENTS.lock().unwrap_or_else(PoisonError::into_inner).insert(text.trim().to_owned());
    }
}

static ERRORS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Notes every error that is logged.
struct Errors;

impl<S: Subscriber> Layer<S> for Errors {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let mut line = String::new();
        event.record(&mut |_: &Field, value: &dyn Debug| line += &format!("{value:?} "));
        ERRORS.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }
}

/// How many errors were logged that name this.
pub(crate) fn errors_about(what: &str) -> usize {
    let errors = ERRORS.lock().unwrap_or_else(PoisonError::into_inner);
    errors.iter().filter(|line| line.contains(what)).count()
}

/// A test that fails shows the log of its servers; the statements of all are noted.
pub(crate) fn start_log() {
    let lines = tracing_subscriber::fmt::layer().with_test_writer().with_ansi(false);
    let statements = Targets::new().with_target("sqlx::query", LevelFilter::DEBUG);
    let _already = tracing_subscriber::registry()
        .with(lines.with_filter(LevelFilter::INFO))
        .with(Statements.with_filter(statements))
        .with(Errors.with_filter(LevelFilter::ERROR))
        .try_init();
}

/// Fills a database as some years do.
async fn fill(database: &Database) {
    let numbers =
        "WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < 20000)";
    let of = |what: &str, values: &str| format!("INSERT INTO {what} {numbers} SELECT {values} FROM numbers");
    for sql in [
        of(
            "people (id, kind, name, created, merged, owner)",
            "'p_' || i, 'guest', 'Guest ' || i, i, CASE i % 10 WHEN 0 THEN 'p_' || (i - 1) END, \
             CASE i % 100 WHEN 1 THEN 'p_' || (i + 1) END",
        ),
        of("sessions (hash, id, person, agent, created, seen)", "'h' || i, 's' || i, 'p_' || i, '', i, i"),
        of("tokens (hash, person, created)", "'h' || i, 'p_' || i, i"),
        of(
            "tables (id, game, options, seats, clock, reply_seconds, rated, private, owner, invite, state, created, \
             ended, result)",
            "'t_' || i, CASE i % 2 WHEN 0 THEN 'axiom' ELSE 'abraxas' END, '', '[]', '{\"kind\":\"none\"}', 10, 0, 0, \
             'p_' || i, '', CASE i % 100 WHEN 0 THEN 'open' ELSE 'over' END, i, i, CASE i % 3 WHEN 0 THEN '1 0' ELSE '0 1' END",
        ),
        of("sitters (table_id, seat, person)", "'t_' || i, 1, 'p_' || i"),
        of("events (table_id, n, at, person, body)", "'t_' || i, 1, i, 'p_' || i, '{\"kind\":\"start\"}'"),
        of(
            "ratings (person, game, pace, rating, deviation, volatility, games, at)",
            "'p_' || i, 'axiom', CASE i % 3 WHEN 0 THEN 'fast' ELSE 'slow' END, i, 1, 1, 1, 1",
        ),
        of(
            "rating_history (person, game, pace, table_id, rating, deviation, at)",
            "'p_' || i, 'axiom', 'fast', 't_' || i, 1, 1, 1",
        ),
        of("leases (table_id, fence)", "'t_' || i, 1"),
        of(
            "explored (place, next, player, month, times, won, shared, example)",
            "i, i + 1, 100, 202611, 1, 1, 0, 't_' || i",
        ),
        of(
            "puzzle_tries (person, game, puzzle, at, solved, strength)",
            "'p_' || (i / 10), 'axiom', 'a' || i, i, 1, 1000",
        ),
        of("puzzle_days (person, day)", "'p_' || (i / 10), 'd' || i"),
        of(
            "puzzle_mistakes (person, game, puzzle, at, solved, body)",
            "'p_' || (i / 10), 'axiom', 'a' || i, i, 0, ''",
        ),
        of("puzzle_rushes (person, most)", "'p_' || i, i"),
        "ANALYZE".to_owned(),
    ] {
        database.execute(&sql).await;
    }
}

/// How the database goes about a statement, a line for each step.
async fn plan(connection: &mut AnyConnection, sql: &str, postgres: bool) -> Vec<String> {
    if !postgres {
        let explain = AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"));
        let rows = sqlx::query(explain).fetch_all(connection).await.unwrap_or_else(|e| panic!("{sql}: {e}"));
        return rows.iter().map(|row| row.get::<String, _>(3)).collect();
    }
    let parameters = (1..2000).rev().find(|n| sql.contains(&format!("${n}"))).unwrap_or_default();
    let values = vec!["NULL"; parameters].join(", ");
    let values = if parameters == 0 { values } else { format!("({values})") };
    sqlx::raw_sql(AssertSqlSafe(format!("PREPARE explained AS {sql}")))
        .execute(&mut *connection)
        .await
        .unwrap_or_else(|e| panic!("{sql}: {e}"));
    let explain = AssertSqlSafe(format!("EXPLAIN EXECUTE explained{values}"));
    let rows = sqlx::raw_sql(explain).fetch_all(&mut *connection).await.unwrap();
    sqlx::raw_sql("DEALLOCATE explained").execute(connection).await.unwrap();
    rows.iter().map(|row| row.get::<String, _>(0)).collect()
}

/// Whether a step of a plan reads all of a table that grows.
fn is_scan(step: &str) -> bool {
    // SQLite says the first, PostgreSQL the second.
    let found = step.trim().strip_prefix("SCAN ").or(step.split_once("Seq Scan on ").map(|(_, rest)| rest));
    let Some(name) = found.and_then(|rest| rest.split_whitespace().next()) else { return false };
    let alias = ["p", "s", "t", "e", "r", "l"];
    GROWING.contains(&name) || alias.contains(&name)
}

#[tokio::test]
async fn what_a_page_or_an_acknowledgement_waits_for_is_found_by_an_index() {
    let database = Database::new().await;
    let server = Server::on(config(&database.url)).await;
    fill(&database).await;
    let mut ada = server.account("Ada").await;
    let mut bob = server.person();
    // Whatever the pages ask for.
    for path in [
        "/api/me",
        "/api/me/export",
        "/api/me/puzzles",
        "/api/tables",
        "/api/tables?state=open",
        "/api/tables?game=axiom",
        "/api/tables?state=over&game=axiom",
        "/api/tables?mine=true",
        "/api/tables?mine=true&state=live",
        "/api/records",
        "/api/records?game=axiom",
        "/api/records?game=axiom&result=1%200",
        "/api/records?result=1%200",
        "/api/records?player=Ada",
        "/api/records?player=Ada&game=axiom",
    ] {
        ada.get(path).await;
    }
    let seats = json!([{"kind": "me"}, {"kind": "open"}]);
    let id = ada.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats})).await.0;
    bob.sit(&id, 2, "").await;
    ada.get(&format!("/api/tables/{id}")).await;
    ada.post("/api/explore", json!({"game": "axiom"})).await;
    let tried = json!([{"game": "axiom", "id": "a", "at": 1, "solved": true, "strength": 1000}]);
    ada.post("/api/me/puzzles", json!({"tries": tried, "days": ["2026-11-17"], "rush": 1, "mistakes": []}))
        .await;
    let mut socket = ada.open(&id, "").await;
    assert_eq!(socket.ask(json!({"type": "chat", "text": "hello"})).await["type"], "ack");
    assert_eq!(socket.ask(json!({"type": "resign", "seat": 1})).await["type"], "ack");
    until("the game is counted", async || {
        server.app.store.unexplored().await.unwrap().is_empty().then_some(())
    })
    .await;
    server.app.store.bots("p_1").await.unwrap();
    server.app.store.leaders("axiom", "fast").await.unwrap();
    server.app.store.rating_history("p_1").await.unwrap();
    server.app.store.due_tables(1, 1, 1).await.unwrap();
    server.app.store.count_open("p_1").await.unwrap();
    server.app.store.count_open_of("a_1").await.unwrap();
    server.app.store.count_waiting("p_1").await.unwrap();
    server.app.store.played_before("p_1", 1).await.unwrap();
    server.app.store.end_old_sessions(1).await.unwrap();
    server.app.store.old_guests(1).await.unwrap();
    server.app.store.old_called_off(1).await.unwrap();
    server.app.store.abandoned(1).await.unwrap();
    server.app.store.drop_traceless("p_1").await.unwrap();
    server.app.store.forget_words("p_1").await.unwrap();
    server.app.store.forget_invitations("Ada").await.unwrap();
    server.app.store.forget("p_1").await.unwrap();
    server.stop().await;

    let postgres = database.url.starts_with("postgres");
    let mut connection = AnyConnection::connect(&database.url).await.unwrap();
    if postgres {
        sqlx::raw_sql("SET plan_cache_mode = force_generic_plan").execute(&mut connection).await.unwrap();
    }
    let noted = std::mem::take(&mut *STATEMENTS.lock().unwrap());
    let explained = ["SELECT", "UPDATE", "DELETE", "INSERT INTO", "WITH"];
    let noted: Vec<_> = noted
        .iter()
        // Those of the tests themselves name no parameter.
        .filter(|sql| explained.iter().any(|verb| sql.starts_with(verb)) && sql.contains("$1"))
        .filter(|sql| !AT_START.iter().any(|start| sql.contains(start)))
        .collect();
    assert!(noted.len() > 40, "{noted:#?}");
    let mut scans = Vec::new();
    for sql in noted {
        let plan = plan(&mut connection, sql, postgres).await;
        // Of the archive no more is read than a page shows, unless one player's games are asked for.
        let of_all = plan.iter().skip_while(|step| *step != "CO-ROUTINE everyone");
        let mut of_all = of_all.take_while(|step| *step != "SCAN everyone");
        let sorts = of_all.any(|step| step.contains("TEMP B-TREE")) && !sql.contains("handle = $9");
        if sorts || plan.iter().any(|step| is_scan(step)) {
            scans.push(format!("{sql}\n    {}", plan.join("\n    ")));
        }
    }
    connection.close().await.unwrap();
    assert!(scans.is_empty(), "{}", scans.join("\n\n"));
}
