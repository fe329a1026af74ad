//! What is kept, on either database.

use std::sync::Arc;

use serde_json::json;
use server::{
    backup::{backup, restore},
    metrics::Metrics,
    store::{Append, EventRow, Holder, Lease, Store, now},
};

use crate::support::Database;

async fn open(database: &Database) -> Store {
    let metrics: &'static Metrics = Box::leak(Box::default());
    let store = Store::open(&database.url, metrics).await.unwrap();
    store.heartbeat().await.unwrap();
    store
}

async fn lease(store: &Store, table: &str) -> Lease {
    match store.acquire(table).await.unwrap() {
        Holder::Us(lease) => lease,
        Holder::Other(process) => panic!("{table} lives at {process}"),
    }
}

fn event(table: &str, n: i64) -> EventRow {
    EventRow {
        table_id: table.to_owned(),
        n,
        at: 1,
        person: None,
        command: Some(format!("c{n}")),
        body: "{\"kind\":\"start\"}".to_owned(),
        clocks: (n % 2 == 0).then(|| "[1,2]".to_owned()),
    }
}

fn events(lease: &Lease, numbers: impl Iterator<Item = i64>) -> Append {
    Append {
        lease: Some(lease.clone()),
        events: numbers.map(|n| event(&lease.table, n)).collect(),
        ..Append::default()
    }
}

#[tokio::test]
async fn many_tables_write_at_once_and_all_is_kept_in_order() {
    let database = Database::new().await;
    let store = Arc::new(open(&database).await);
    let writers: Vec<_> = (0..50)
        .map(|table| {
            let store = Arc::clone(&store);
            tokio::spawn(async move {
                let lease = lease(&store, &format!("t_{table}")).await;
                for n in 1..=20 {
                    store.append(events(&lease, n..=n)).await.unwrap();
                }
            })
        })
        .collect();
    for writer in writers {
        writer.await.unwrap();
    }
    for table in 0..50 {
        let table = format!("t_{table}");
        let kept = store.events(&table).await.unwrap();
        assert_eq!(kept, (1..=20).map(|n| event(&table, n)).collect::<Vec<_>>());
    }
    store.close().await;
}

#[tokio::test]
async fn a_number_is_taken_once_and_only_its_table_hears_of_it() {
    let database = Database::new().await;
    let store = open(&database).await;
    let (a, b) = (lease(&store, "t_a").await, lease(&store, "t_b").await);
    store.append(events(&a, 1..=3)).await.unwrap();
    let (taken, good, half) = tokio::join!(
        store.append(events(&a, 3..=3)),
        store.append(events(&b, 1..=1)),
        store.append(events(&a, 2..=5)),
    );
    assert!(taken.is_err() && good.is_ok() && half.is_err());
    assert_eq!(store.events("t_a").await.unwrap().len(), 3, "all of it or nothing");
    assert_eq!(store.events("t_b").await.unwrap().len(), 1);
    store.close().await;
}

#[tokio::test]
async fn an_outage_counts_from_the_last_beat() {
    let database = Database::new().await;
    let store = open(&database).await;
    assert_eq!(store.outage_since("t_a", 0).await.unwrap(), 0);
    assert_eq!(store.last_alive().await.unwrap(), None);
    let start = now();
    store.note_alive().await.unwrap();
    let alive = store.last_alive().await.unwrap().unwrap();
    assert!((start..=now()).contains(&alive));
    store.note_outage(alive, alive + 60).await.unwrap();
    assert_eq!(store.outage_since("t_a", alive - 1000).await.unwrap(), 60);
    assert_eq!(store.outage_since("t_a", alive + 20).await.unwrap(), 40);
    assert_eq!(store.outage_since("t_a", alive + 60).await.unwrap(), 0);
    // What is forgiven twice is forgiven once.
    store.note_outage(alive + 10, alive + 30).await.unwrap();
    store.note_outage(alive + 50, alive + 100).await.unwrap();
    assert_eq!(store.outage_since("t_a", alive - 1000).await.unwrap(), 100);
    store.close().await;
}

#[tokio::test]
async fn what_is_of_no_use_is_forgotten() {
    let database = Database::new().await;
    let store = open(&database).await;
    let count = async |what: &str| database.scalar(&format!("SELECT COUNT(*) FROM {what}")).await;
    for (id, state) in [("t_live", "live"), ("t_over", "over")] {
        database
            .execute(&format!(
                "INSERT INTO tables (id, game, options, seats, clock, reply_seconds, rated, private, owner, invite, \
                 state, created) VALUES ('{id}', 'axiom', '', '[]', '{{\"kind\":\"none\"}}', 10, 0, 0, 'p', 'i', '{state}', 500)"
            ))
            .await;
        database
            .execute(&format!("INSERT INTO outages (since, until, table_id) VALUES (600, 700, '{id}')"))
            .await;
    }
    store.note_outage(300, 400).await.unwrap();
    store.note_outage(600, 700).await.unwrap();
    for n in 1..=5 {
        database
            .execute(&format!("INSERT INTO notices (n, what, id) VALUES ({}, 'person', 'p')", n * 500))
            .await;
    }
    store.tidy().await.unwrap();
    assert_eq!(count("outages").await, 2, "what the live table may still be forgiven");
    assert_eq!(count("notices").await, 3, "the last thousand numbers");
    database.execute("UPDATE tables SET state = 'over'").await;
    store.tidy().await.unwrap();
    assert_eq!(count("outages").await, 0);
    store.close().await;
}

#[tokio::test]
async fn a_backup_of_the_first_format_restores_under_the_names_of_today() {
    let database = Database::new().await;
    let store = open(&database).await;
    let table = json!({"id": "t_1", "game": "axiom", "options": "", "seats": "[]", "clock": "{}", "reply_seconds": 10,
        "rated": 0, "private": 0, "owner": "p_1", "invite": "i", "secret": "s", "pledge": "c", "standing": "[1]",
        "state": "open", "created": 1, "ply": 0});
    let lines = [
        json!({"ludarium": 1}),
        json!({"table": "meta", "row": {"key": "beat", "value": "1234"}}),
        json!({"table": "tables", "row": table}),
    ];
    let file = lines.map(|line| format!("{line}\n")).concat();
    assert_eq!(restore(&store, &mut file.as_bytes()).await.unwrap(), 2);
    let row = store.table("t_1").await.unwrap().unwrap();
    assert_eq!((row.commitment.as_deref(), row.pass_replies.as_str()), (Some("c"), "[1]"));
    assert_eq!(store.last_alive().await.unwrap(), Some(1234));
    store.close().await;
}

#[tokio::test]
async fn a_backup_restores_into_an_empty_database_only() {
    let (one, two) = (Database::new().await, Database::new().await);
    let (from, to) = (open(&one).await, open(&two).await);
    from.register("p_1", "Ada", "hash").await.unwrap();
    from.set_club_name("Thursday").await.unwrap();
    from.append(events(&lease(&from, "t_a").await, 1..=1500)).await.unwrap();
    let mut file = Vec::new();
    let written = backup(&from, &mut file).await.unwrap();
    assert_eq!(restore(&to, &mut file.as_slice()).await.unwrap(), written);
    assert_eq!(to.events("t_a").await.unwrap(), from.events("t_a").await.unwrap());
    assert_eq!(to.club_name().await.unwrap(), "Thursday");
    assert_eq!(to.person_named("ADA").await.unwrap().unwrap().id, "p_1");
    assert!(restore(&to, &mut file.as_slice()).await.is_err(), "it is not empty any more");
    assert!(restore(&to, &mut "{}\n".as_bytes()).await.is_err(), "this is no backup");
    from.close().await;
    to.close().await;
}

#[tokio::test]
async fn an_older_database_is_migrated_and_a_newer_one_refused() {
    let database = Database::new().await;
    let store = open(&database).await;
    store.register("p_1", "Ada", "hash").await.unwrap();
    store.close().await;
    // As it was before the second migration.
    database.execute("DROP TABLE notices").await;
    database.execute("DELETE FROM _sqlx_migrations WHERE version = 2").await;
    // Operators' commands leave that to servers.
    let error = Store::open_existing(&database.url, Box::leak(Box::default())).await.unwrap_err();
    assert!(error.to_string().contains("older version"), "{error}");
    let store = open(&database).await;
    assert!(store.person_named("ada").await.unwrap().is_some());
    store.ban("ada", true).await.unwrap();
    store.close().await;
    // As a later version would leave it.
    database.execute("UPDATE _sqlx_migrations SET version = 9999 WHERE version = 2").await;
    let metrics: &'static Metrics = Box::leak(Box::default());
    let error = Store::open(&database.url, metrics).await.unwrap_err();
    assert!(error.to_string().contains("newer version"), "{error}");
}
