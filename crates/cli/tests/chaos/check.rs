//! What the database says afterwards, read without the server.

use std::{collections::HashSet, time::Duration};

use serde_json::Value;
use sqlx::{AnyConnection, Connection, Row, any::AnyRow};

use crate::player::{Journal, TIME};

struct Event {
    n: i64,
    person: Option<String>,
    command: Option<String>,
    body: String,
    clocks: Option<String>,
}

/// At least this many actions are acknowledged between two outages.
pub(crate) const BETWEEN: usize = 20;

/// What a reconnection may cost a clock beside the time of the connection: finding out, and coming back.
const COMING_BACK: i64 = 1_200;

/// Holds every journal against the database; `outages` is how many there were.
pub(crate) fn all(database: &str, journals: &[Journal], outages: usize) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        sqlx::any::install_default_drivers();
        let mut connection = AnyConnection::connect(database).await.unwrap();
        for journal in journals {
            one(&mut connection, journal).await;
        }
        connection.close().await.unwrap();
    });
    let sent = journals.iter().map(|journal| journal.sent.len()).sum::<usize>();
    let acked = journals.iter().flat_map(|journal| &journal.sent).filter(|sent| sent.acked.is_some()).count();
    let lost = journals.iter().map(|journal| journal.reconnections).sum::<u32>();
    eprintln!(
        "{outages} outages, {} tables, {lost} reconnections: {acked} of {sent} actions acknowledged, \
         0 lost, 0 doubled, nobody charged",
        journals.len()
    );
    assert!(acked >= BETWEEN * outages, "there was play between the outages: {acked}");
    let stalled: Duration = journals.iter().map(|journal| journal.stalled).sum();
    let felt = lost as usize >= outages / 2 || stalled.as_secs() as usize >= outages;
    assert!(felt, "the outages were felt: {lost} connections lost, stalled for {stalled:?}");
}

/// A number from the database.
pub(crate) fn count(database: &str, sql: &'static str) -> i64 {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        sqlx::any::install_default_drivers();
        let mut connection = AnyConnection::connect(database).await.unwrap();
        let counted = sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        counted
    })
}

async fn one(connection: &mut AnyConnection, journal: &Journal) {
    let table = &journal.table;
    let setup: (Option<String>,) = sqlx::query_as("SELECT setup FROM tables WHERE id = $1")
        .bind(table)
        .fetch_one(&mut *connection)
        .await
        .unwrap();
    let rows =
        sqlx::query("SELECT n, person, command, body, clocks FROM events WHERE table_id = $1 ORDER BY n")
            .bind(table)
            .fetch_all(&mut *connection)
            .await
            .unwrap();
    let event = |row: &AnyRow| Event {
        n: row.get("n"),
        person: row.get("person"),
        command: row.get("command"),
        body: row.get("body"),
        clocks: row.get("clocks"),
    };
    let events: Vec<_> = rows.iter().map(event).collect();
    let numbers: Vec<_> = events.iter().map(|event| event.n).collect();
    assert_eq!(numbers, (1..=events.len() as i64).collect::<Vec<_>>(), "{table}: numbered without gaps");

    // Every action is legal, in order, by someone who sent it or by an engine.
    let mut game =
        games::GAMES.get(journal.game).unwrap().start(&setup.0.unwrap(), &mut rand::rng()).unwrap();
    let mut actions = Vec::new();
    for event in &events {
        let body: Value = serde_json::from_str(&event.body).unwrap();
        if body["kind"] == "action" {
            assert_eq!(body["ply"], game.ply() + 1, "{table}: in order");
            game.play(body["t"].as_str().unwrap()).unwrap();
            actions.push((event, body));
        }
    }
    let commands: Vec<_> = events.iter().filter_map(|event| event.command.as_deref()).collect();
    assert_eq!(
        commands.len(),
        commands.iter().collect::<HashSet<_>>().len(),
        "{table}: nothing is done twice"
    );
    for (event, body) in actions.iter().filter(|(event, _)| event.person.is_some()) {
        let id = event.command.as_deref().unwrap().split('/').nth(1).unwrap();
        let sent = journal.sent.iter().find(|sent| sent.id == id).expect("only what was sent happened");
        assert_eq!((&body["t"], &body["seat"]), (&Value::from(sent.t.clone()), &Value::from(sent.seat)));
    }
    let mut last = 0;
    for sent in &journal.sent {
        let Some(acked) = sent.acked else { continue };
        let found: Vec<_> = actions.iter().filter(|(_, body)| body["ply"] == sent.ply + 1).collect();
        let [(event, body)] = found[..] else {
            panic!("{table}: {sent:?} was acknowledged and is there {found:?}")
        };
        assert_eq!((&body["t"], &body["seat"]), (&Value::from(sent.t.clone()), &Value::from(sent.seat)));
        assert!(last < event.n && event.n <= acked, "{table}: in the order of the acknowledgements");
        last = event.n;
    }

    // The clocks of a table run while somebody can play at it and is heard, and not otherwise.
    if let Some(clocks) = events.iter().rev().find_map(|event| event.clocks.as_deref()) {
        let left: Vec<i64> = serde_json::from_str(clocks).unwrap();
        let charged: i64 = left.iter().map(|left| TIME - left).sum();
        let played = journal.attached.saturating_sub(journal.stalled).as_millis() as i64;
        let fair = played + i64::from(journal.reconnections + 1) * COMING_BACK;
        assert!((0..=fair).contains(&charged), "{table}: {charged} ms charged for {fair} ms of play");
    }
}
impl std::fmt::Debug for Event {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.n, self.body)
    }
}
