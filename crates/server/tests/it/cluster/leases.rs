//! Leases in the store: who holds none writes nothing.

use server::{
    error::Error,
    metrics::Metrics,
    store::{Append, EventRow, Holder, Lease, Store},
};

use super::shared;
use crate::support::Database;

async fn process(database: &Database) -> Store {
    let metrics: &'static Metrics = Box::leak(Box::default());
    let store = Store::open(&database.url, metrics).await.unwrap();
    store.heartbeat().await.unwrap();
    store
}

async fn here(store: &Store, table: &str) -> Lease {
    match store.acquire(table).await.unwrap() {
        Holder::Us(lease) => lease,
        Holder::Other(process) => panic!("{table} lives at {process}"),
    }
}

fn event(lease: &Lease, n: i64) -> Append {
    let event = EventRow {
        table_id: lease.table.clone(),
        n,
        at: 1,
        person: None,
        command: None,
        body: "{\"kind\":\"start\"}".to_owned(),
        clocks: None,
    };
    Append { lease: Some(lease.clone()), events: vec![event], ..Append::default() }
}

#[tokio::test]
#[ignore = "runs on PostgreSQL, by the_same_tests_pass_on_postgres"]
async fn who_lost_the_lease_cannot_write() {
    let database = shared().await;
    let (one, two) = (process(&database).await, process(&database).await);
    let old = here(&one, "t_a").await;
    let other = here(&one, "t_b").await;
    one.append(event(&old, 1)).await.unwrap();
    assert_eq!(two.acquire("t_a").await.unwrap(), Holder::Other(one.process().to_owned()));
    assert!(matches!(two.append(event(&old, 2)).await, Err(Error::Moved)), "another's lease is no lease");
    assert!(two.take_over(&["t_a".to_owned()], || true).await.unwrap().is_empty(), "the process is alive");
    // As if it had been silent for long.
    database.execute("UPDATE processes SET until = 1 WHERE id IN (SELECT process FROM leases)").await;
    two.heartbeat().await.unwrap();
    assert!(two.take_over(&["t_a".to_owned()], || false).await.unwrap().is_empty(), "not yet");
    let [taken] = &two.take_over(&["t_a".to_owned()], || true).await.unwrap()[..] else {
        panic!("t_a is taken")
    };
    assert_eq!(taken.table, "t_a");
    let new = here(&two, "t_a").await;
    assert!(![&old, taken].contains(&&new));
    two.append(event(&new, 2)).await.unwrap();
    // Together in one batch: only the one that moved fails.
    let (lost, nobodys) = tokio::join!(one.append(event(&old, 3)), one.append(event(&other, 1)));
    assert!(matches!(lost, Err(Error::Moved)));
    assert!(matches!(nobodys, Err(Error::Moved)), "a lease that nobody wanted is nobody's");
    assert_eq!(one.events("t_a").await.unwrap().len(), 2);
    assert!(one.heartbeat().await.unwrap(), "it hears that it was missed");
    assert_eq!(one.acquire("t_a").await.unwrap(), Holder::Other(two.process().to_owned()));
    let again = here(&one, "t_b").await;
    one.append(event(&again, 1)).await.unwrap();
    // An older lease of the same process is fenced off too.
    let newer = here(&one, "t_b").await;
    assert!(matches!(one.append(event(&again, 2)).await, Err(Error::Moved)));
    one.append(event(&newer, 2)).await.unwrap();
    // Without a lease nothing at all.
    assert!(one.append(Append { lease: None, ..event(&newer, 3) }).await.is_err());
    one.close().await;
    two.close().await;
}

#[tokio::test]
#[ignore = "runs on PostgreSQL, by the_same_tests_pass_on_postgres"]
async fn a_table_can_be_written_by_the_lease_of_its_take_over() {
    let database = shared().await;
    let (one, two) = (process(&database).await, process(&database).await);
    let old = here(&one, "t_a").await;
    database.execute("UPDATE processes SET until = 1 WHERE id IN (SELECT process FROM leases)").await;
    assert!(two.is_anyone_gone().await.unwrap());
    let taken = two.take_over(&["t_a".to_owned()], || true).await.unwrap();
    two.append(event(&taken[0], 1)).await.unwrap();
    assert!(matches!(one.append(event(&old, 2)).await, Err(Error::Moved)));
    assert!(!two.is_anyone_gone().await.unwrap(), "nothing is left behind");
    one.close().await;
    two.close().await;
}

/// Leases do not wait for the disk: a database that dies may forget the last of them.
#[tokio::test]
#[ignore = "runs on PostgreSQL, by the_same_tests_pass_on_postgres"]
async fn a_lease_that_the_database_forgot_is_none() {
    let database = shared().await;
    let store = process(&database).await;
    let forgotten = here(&store, "t_a").await;
    database.execute("DELETE FROM leases").await;
    let lease = here(&store, "t_a").await;
    assert!(matches!(store.append(event(&forgotten, 1)).await, Err(Error::Moved)));
    store.append(event(&lease, 1)).await.unwrap();
    store.close().await;
}

#[tokio::test]
#[ignore = "runs on PostgreSQL, by the_same_tests_pass_on_postgres"]
async fn a_commit_and_a_take_over_exclude_each_other() {
    let database = shared().await;
    let (one, two) = (process(&database).await, process(&database).await);
    let wanted = ["t_a".to_owned()];
    for n in 0..40 {
        let (holder, other) = if n % 2 == 0 { (&one, &two) } else { (&two, &one) };
        let lease = here(holder, "t_a").await;
        database.execute(&format!("UPDATE processes SET until = 1 WHERE id = '{}'", holder.process())).await;
        // The old holder writes while the new one takes over and reads.
        let (written, seen) = tokio::join!(holder.append(event(&lease, n + 1)), async {
            while other.take_over(&wanted, || true).await.unwrap().is_empty() {
                other.heartbeat().await.unwrap();
            }
            other.events("t_a").await.unwrap().len() as i64
        });
        let kept = other.events("t_a").await.unwrap().len() as i64;
        assert_eq!(seen, kept, "nothing was written after the table had moved");
        assert_eq!(written.is_ok(), kept == n + 1, "what is acknowledged is kept");
        if written.is_err() {
            let lease = here(other, "t_a").await;
            other.append(event(&lease, n + 1)).await.unwrap();
        }
        holder.heartbeat().await.unwrap();
    }
    one.close().await;
    two.close().await;
}
