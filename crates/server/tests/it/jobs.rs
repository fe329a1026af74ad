//! Engine work outlives whoever does it, and nobody's work holds up another's.

use std::{
    collections::HashSet,
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use server::{
    config::Settings,
    metrics::Metrics,
    store::{
        Store,
        jobs::{ATTEMPTS, EXPIRY, NewJob},
    },
};

use crate::support::{Client, Database, Server, config, text, until};

/// A short record that nobody plays.
const RECORD: &str = "[Game \"archimedes\"]\n[Setup \"seats=2\"]\n\n";

async fn analysed(client: &mut Client, job: &str) -> Value {
    until("the analysis ends", async || {
        let analysis = client.get(&format!("/api/analysis/{job}")).await;
        (analysis["state"] == "done" || analysis["state"] == "failed").then_some(analysis)
    })
    .await
}

/// A record of this many actions.
fn record(plies: usize) -> String {
    let entry = games::GAMES.get("archimedes").unwrap();
    let mut game = entry.start("seats=2", &mut rand::rng()).unwrap();
    let mut tokens = Vec::new();
    for ply in 0..plies {
        let seat = game.turn().seat().unwrap();
        let legal = game.view(engine::Viewer::Seat(seat)).legal;
        let token = legal[engine::mix::mix(ply as u64) as usize % legal.len()].t.clone();
        game.play(&token).unwrap();
        tokens.push(token);
    }
    format!("{RECORD}{}\n", tokens.join(" "))
}

async fn store(url: &str) -> Store {
    let metrics: &'static Metrics = Box::leak(Box::default());
    Store::open(url, metrics).await.unwrap()
}

fn job(id: &str, owner: &str, payload: &str, steps: i64) -> NewJob {
    NewJob {
        id: id.to_owned(),
        kind: "analysis",
        owner: owner.to_owned(),
        origin: format!("a_{owner}"),
        payload: payload.to_owned(),
        steps,
    }
}

#[tokio::test]
async fn an_analysis_goes_on_after_a_restart() {
    let server = Server::start().await;
    let mut one = server.person();
    let started = one.post("/api/analysis", json!({"record": record(12)})).await;
    let job = text(&started["job"]);
    let before = until("two plies are looked at", async || {
        let analysis = one.get(&format!("/api/analysis/{job}")).await;
        (analysis["done"].as_u64().unwrap() >= 2).then(|| analysis["plies"].clone())
    });
    let before = before.await;
    let cookie = one.cookie.clone();
    let server = server.again().await;
    let mut one = server.person();
    one.cookie = cookie;
    let analysis = analysed(&mut one, &job).await;
    assert_eq!((&analysis["state"], &analysis["done"]), (&json!("done"), &json!(12)), "{analysis}");
    let plies: Vec<_> = analysis["plies"].as_array().unwrap().iter().map(|ply| &ply["ply"]).collect();
    assert_eq!(plies, (1..=12).map(|ply| json!(ply)).collect::<Vec<_>>().iter().collect::<Vec<_>>());
    // What had been found before is not looked for again.
    for (index, ply) in before.as_array().unwrap().iter().enumerate() {
        assert_eq!(ply, &analysis["plies"][index]);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_dead_workers_job_is_finished_by_another() {
    let server = Server::start().await;
    let mut one = server.person();
    // Someone claims a step and is never heard of again.
    let url = &server.app.config.database;
    let dead = store(url).await;
    let claim = loop {
        let started = one.post("/api/analysis", json!({"record": record(3)})).await;
        if let Some(claim) = dead.claim_job("dead/1").await.unwrap() {
            assert_eq!(claim.id.starts_with("j_"), started["job"].is_string());
            break claim;
        }
    };
    let analysis = analysed(&mut one, &claim.id).await;
    assert_eq!(analysis["state"], "done", "{analysis}");
    // The one believed dead cannot write any more.
    assert!(!dead.heartbeat_job(&claim).await.unwrap());
    assert!(!dead.finish_step(&claim, "{}").await.unwrap());
    assert_eq!(one.get(&format!("/api/analysis/{}", claim.id)).await, analysis);
    dead.close().await;
    server.stop().await;
}

#[tokio::test]
async fn a_hundred_of_ones_jobs_do_not_hold_up_anothers() {
    let database = Database::new().await;
    let store = store(&database.url).await;
    for index in 0..100 {
        store.add_job(&job(&format!("a{index:03}"), "ada", "{}", 5)).await.unwrap();
    }
    assert!(store.allow_job("ada", "a_other").await.is_err(), "a hundred is enough");
    store.add_job(&job("b", "bob", "{}", 5)).await.unwrap();
    store.add_job(&NewJob { kind: "move", ..job("m", "ada", "{}", 1) }).await.unwrap();
    assert!(store.allow_job("bob", "a_bob").await.is_ok());
    // Moves first; then, with one hand, in turn.
    let mut order = Vec::new();
    for index in 0..11 {
        let claim = store.claim_job(&format!("w/{index}")).await.unwrap().unwrap();
        order.push(claim.id.clone());
        assert!(store.finish_step(&claim, "1").await.unwrap());
        // The clock of the database counts milliseconds.
        tokio::time::sleep(Duration::from_millis(3)).await;
    }
    assert_eq!(order[0], "m");
    assert_eq!(order.iter().filter(|id| *id == "b").count(), 5, "{order:?}");
    // With many hands, whoever has least in work comes first.
    store.add_job(&job("c", "cyd", "{}", 5)).await.unwrap();
    store.add_job(&job("d", "cyd", "{}", 5)).await.unwrap();
    let mut owners = Vec::new();
    for index in 0..4 {
        let claim = store.claim_job(&format!("v/{index}")).await.unwrap().unwrap();
        owners.push(claim.id.starts_with('a'));
    }
    assert_eq!(owners.iter().filter(|ada| **ada).count(), 2, "{owners:?}");
    store.close().await;
}

#[tokio::test]
async fn many_names_of_one_address_have_one_turn() {
    let database = Database::new().await;
    let store = store(&database.url).await;
    for index in 0..50 {
        let id = format!("a{index:02}");
        let job = NewJob { origin: "a_crowd".to_owned(), ..job(&id, &format!("p{index}"), "{}", 5) };
        store.add_job(&job).await.unwrap();
    }
    store.add_job(&job("b", "bob", "{}", 5)).await.unwrap();
    // With one hand, in turn; with many, whoever has least in work.
    let mut bobs = 0;
    for index in 0..6 {
        let claim = store.claim_job(&format!("w/{index}")).await.unwrap().unwrap();
        bobs += usize::from(claim.id == "b");
        assert!(store.finish_step(&claim, "1").await.unwrap());
        // The clock of the database counts milliseconds.
        tokio::time::sleep(Duration::from_millis(3)).await;
    }
    assert_eq!(bobs, 3, "every second step is bob's");
    let claims = [store.claim_job("v/1").await.unwrap(), store.claim_job("v/2").await.unwrap()];
    assert_eq!(claims.iter().flatten().filter(|claim| claim.id == "b").count(), 1);
    // And an address has a limit, whatever the names.
    for index in 0..400 {
        let job = NewJob {
            origin: "a_crowd".to_owned(),
            ..job(&format!("c{index}"), &format!("q{index}"), "{}", 1)
        };
        store.add_job(&job).await.unwrap();
    }
    assert!(store.allow_job("newcomer", "a_crowd").await.is_err());
    assert!(store.allow_job("newcomer", "a_elsewhere").await.is_ok());
    store.close().await;
}

#[tokio::test]
async fn what_waited_for_too_long_is_given_up() {
    let database = Database::new().await;
    let store = store(&database.url).await;
    store.add_job(&job("j", "ada", "{}", 5)).await.unwrap();
    store.add_job(&NewJob { kind: "move", ..job("m", "ada", "{}", 1) }).await.unwrap();
    store.sweep_jobs().await.unwrap();
    assert!(store.job("analysis", "j").await.unwrap().is_some(), "not yet");
    database.execute("UPDATE jobs SET created = created - 7200000").await;
    store.sweep_jobs().await.unwrap();
    let moves = store.found_moves().await.unwrap();
    assert_eq!(
        moves.iter().map(|job| job.state.as_str()).collect::<Vec<_>>(),
        ["failed"],
        "it is asked for again"
    );
    assert!(store.job("analysis", "j").await.unwrap().is_some(), "not yet");
    database.execute("UPDATE jobs SET created = created - 86400000").await;
    store.sweep_jobs().await.unwrap();
    assert!(store.job("analysis", "j").await.unwrap().is_none());
    store.close().await;
}

#[tokio::test]
async fn no_step_is_claimed_twice() {
    let database = Database::new().await;
    let store = store(&database.url).await;
    let mut count = 40;
    loop {
        for index in 0..count {
            store.add_job(&job(&format!("j{index}"), &format!("p{}", index % 7), "{}", 1)).await.unwrap();
        }
        let begin = Instant::now();
        let claims = (0..count).map(|index| {
            let store = store.clone();
            async move { store.claim_job(&format!("w{index}/1")).await.unwrap() }
        });
        let claims = futures_util::future::join_all(claims).await;
        let took = begin.elapsed();
        database.execute("DELETE FROM jobs").await;
        // On a busy machine the first claims may have expired before the last were made: then fewer tell as much.
        if took.as_millis() as i64 >= EXPIRY {
            count /= 2;
            assert!(count > 1, "two claims took {took:?}");
            continue;
        }
        let claimed: HashSet<_> = claims.iter().flatten().map(|claim| &claim.id).collect();
        assert_eq!((claims.iter().flatten().count(), claimed.len()), (count, count));
        break;
    }
    store.close().await;
}

#[tokio::test]
async fn a_poisoned_job_fails_with_a_reason() {
    let server = Server::start().await;
    let mut one = server.person();
    let poison = json!({"game": "archimedes", "setup": "seats=2", "events": ["nonsense"]}).to_string();
    server.app.store.add_job(&job("j_poison", "p", &poison, 1)).await.unwrap();
    let analysis = analysed(&mut one, "j_poison").await;
    assert_eq!(analysis["state"], "failed");
    assert!(!text(&analysis["reason"]).is_empty());
    server.stop().await;
}

#[tokio::test]
async fn a_job_that_kills_its_workers_fails_with_a_reason() {
    let database = Database::new().await;
    let store = store(&database.url).await;
    store.add_job(&job("j", "p", "{}", 1)).await.unwrap();
    for attempt in 0..ATTEMPTS {
        assert!(store.claim_job(&format!("w{attempt}/1")).await.unwrap().is_some(), "attempt {attempt}");
        assert!(store.claim_job("other/1").await.unwrap().is_none(), "a claim holds for a while");
        database.execute(&format!("UPDATE jobs SET heartbeat = heartbeat - {}", EXPIRY + 1)).await;
    }
    assert!(store.claim_job("other/1").await.unwrap().is_none());
    let row = store.job("analysis", "j").await.unwrap().unwrap();
    assert_eq!((row.state.as_str(), row.reason.is_some()), ("failed", true));
    store.close().await;
}

/// Two engines play a whole game, thought out by a worker that shares nothing with the table but the database.
#[tokio::test]
#[ignore = "runs on PostgreSQL, by the_same_tests_pass_on_postgres"]
async fn workers_play_the_engine_seats() {
    let database = Database::new().await;
    let settings = Settings {
        bind: Some("127.0.0.1:0".to_owned()),
        database: Some(database.url.clone()),
        rate: Some(0.0),
        workers: Some(true),
        ..Settings::default()
    };
    let server = Server::on(settings.resolve().unwrap()).await;
    let mut one = server.person();
    let engine = json!({"kind": "engine", "level": 1});
    let seats = json!([engine, engine, {"kind": "me"}]);
    let setup = "seats=3";
    let (id, _) = one.table(json!({"game": "archimedes", "setup": setup, "seats": seats})).await;
    until("the move is asked of whoever works", async || {
        (database.scalar("SELECT COUNT(*) FROM jobs WHERE kind = 'move'").await == 1).then_some(())
    })
    .await;
    assert_eq!(one.get(&format!("/api/tables/{id}")).await["ply"], 0, "the server itself does not think");
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let config = config(&database.url);
    let worker = tokio::spawn(async move {
        let stopped = async {
            let _dropped = stopped.await;
        };
        server::work_until(&config, games::GAMES, stopped).await.unwrap();
    });
    until("the engines play their moves", async || {
        (one.get(&format!("/api/tables/{id}")).await["ply"] == 2).then_some(())
    })
    .await;
    assert_eq!(server.app.store.found_moves().await.unwrap().len(), 0, "every move was fetched");
    stop.send(()).unwrap();
    worker.await.unwrap();
    server.stop().await;
}
