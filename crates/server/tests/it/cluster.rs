//! Several processes on one PostgreSQL. On SQLite there is nothing to test: a file has one server.

use server::{
    error::Error,
    metrics::Metrics,
    store::{Append, EventRow, Home, Lease, Store},
};

use crate::support::Database;

/// A database that processes can share, where the tests run on one.
async fn shared() -> Option<Database> {
    std::env::var_os(crate::postgres::VARIABLE)?;
    Some(Database::new().await)
}

async fn process(database: &Database) -> Store {
    let metrics: &'static Metrics = Box::leak(Box::default());
    let store = Store::open(&database.url, metrics).await.unwrap();
    store.beat_process().await.unwrap();
    store
}

async fn here(store: &Store, table: &str) -> Lease {
    match store.acquire(table).await.unwrap() {
        Home::Here(lease) => lease,
        Home::There(process) => panic!("{table} lives at {process}"),
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
    Append { lease: Some(lease.clone()), events: vec![event], changes: Vec::new() }
}

#[tokio::test]
async fn who_lost_the_lease_cannot_write() {
    let Some(database) = shared().await else { return };
    let (one, two) = (process(&database).await, process(&database).await);
    let old = here(&one, "t_a").await;
    let other = here(&one, "t_b").await;
    one.append(event(&old, 1)).await.unwrap();
    assert_eq!(two.acquire("t_a").await.unwrap(), Home::There(one.process().to_owned()));
    assert!(matches!(two.append(event(&old, 2)).await, Err(Error::Moved)), "another's lease is no lease");
    assert!(two.take_over(&["t_a".to_owned()]).await.unwrap().is_empty(), "the home is there");
    // As if it had been silent for long.
    database.execute("UPDATE processes SET until = 1 WHERE id IN (SELECT process FROM leases)").await;
    assert_eq!(two.take_over(&["t_a".to_owned()]).await.unwrap(), ["t_a"]);
    let new = here(&two, "t_a").await;
    assert!(new.fence > old.fence);
    two.append(event(&new, 2)).await.unwrap();
    // Together in one batch: only the one that moved fails.
    let (lost, nobodys) = tokio::join!(one.append(event(&old, 3)), one.append(event(&other, 1)));
    assert!(matches!(lost, Err(Error::Moved)));
    assert!(matches!(nobodys, Err(Error::Moved)), "a lease that nobody wanted is nobody's");
    assert_eq!(one.events("t_a").await.unwrap().len(), 2);
    assert!(one.beat_process().await.unwrap(), "it hears that it was missed");
    assert_eq!(one.acquire("t_a").await.unwrap(), Home::There(two.process().to_owned()));
    let again = here(&one, "t_b").await;
    one.append(event(&again, 1)).await.unwrap();
    // An older home of the same process is fenced off too.
    let newer = here(&one, "t_b").await;
    assert!(matches!(one.append(event(&again, 2)).await, Err(Error::Moved)));
    one.append(event(&newer, 2)).await.unwrap();
    // Without a lease nothing at all.
    assert!(one.append(Append { lease: None, ..event(&newer, 3) }).await.is_err());
    one.close().await;
    two.close().await;
}

#[tokio::test]
async fn a_commit_and_a_take_over_exclude_each_other() {
    let Some(database) = shared().await else { return };
    let (one, two) = (process(&database).await, process(&database).await);
    let wanted = ["t_a".to_owned()];
    for n in 0..40 {
        let (home, guest) = if n % 2 == 0 { (&one, &two) } else { (&two, &one) };
        let lease = here(home, "t_a").await;
        database.execute(&format!("UPDATE processes SET until = 1 WHERE id = '{}'", home.process())).await;
        // The old home writes while the new one takes over and reads.
        let (written, seen) = tokio::join!(home.append(event(&lease, n + 1)), async {
            while guest.take_over(&wanted).await.unwrap().is_empty() {}
            guest.events("t_a").await.unwrap().len() as i64
        });
        let kept = guest.events("t_a").await.unwrap().len() as i64;
        assert_eq!(seen, kept, "nothing was written after the table had moved");
        assert_eq!(written.is_ok(), kept == n + 1, "what is acknowledged is kept");
        if written.is_err() {
            let lease = here(guest, "t_a").await;
            guest.append(event(&lease, n + 1)).await.unwrap();
        }
        home.beat_process().await.unwrap();
    }
    one.close().await;
    two.close().await;
}
