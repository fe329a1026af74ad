//! Nothing that was acknowledged is lost, and nobody pays for an outage.

use std::time::{Duration, Instant};

use serde_json::json;

use sqlx::{AnyConnection, Connection};

use crate::support::{Database, Server, choice, config, until};

#[tokio::test]
async fn a_game_goes_on_after_a_restart() {
    let server = Server::start().await;
    let (mut one, mut two) = (server.person(), server.person());
    let seats = json!([{"kind": "me"}, {"kind": "open"}]);
    let clock = json!({"kind": "fischer", "seconds": 60, "increment": 0});
    let (id, _) =
        one.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats, "clock": clock})).await;
    two.sit(&id, 2, "").await;
    let mut socket = one.open(&id, "").await;
    let state = socket.hear_type("state").await;
    let t = choice(&state["view"]);
    let ack = socket.ask(json!({"type": "act", "ply": 0, "seat": 1, "t": t})).await;
    let since_left = Instant::now();
    let left = socket_left(&mut one.open(&id, "").await.hear_type("state").await);
    let (cookie_one, cookie_two) = (one.cookie.clone(), two.cookie.clone());
    let outage = Duration::from_secs(2);
    let server = server.again_after(outage).await;
    let (mut one, mut two) = (server.person(), server.person());
    (one.cookie, two.cookie) = (cookie_one, cookie_two);
    // Who has all events but the last gets the last.
    let since = ack["n"].as_i64().unwrap() - 1;
    let mut a = one.open(&id, &format!("?since={since}")).await;
    let event = a.hear_type("event").await;
    assert_eq!(event["event"], json!({"kind": "action", "ply": 1, "seat": 1, "t": t}));
    // The same command again does nothing again.
    a.say_text(&json!({"type": "act", "id": "c1", "ply": 0, "seat": 1, "t": t}).to_string()).await;
    assert_eq!(a.answer("c1").await, ack);
    let mut b = two.open(&id, "").await;
    let mut state = b.hear_type("state").await;
    assert_eq!(state["moves"], json!([t]));
    let now = socket_left(&mut state);
    let most = since_left.elapsed().saturating_sub(outage).as_millis() as i64;
    assert!(left[1] - now[1] <= most, "the outage is not charged: {left:?} {now:?}, {most} ms at most");
    let t = choice(&state["view"]);
    assert_eq!(b.ask(json!({"type": "act", "ply": 1, "seat": 2, "t": t})).await["type"], "ack");
    server.stop().await;
}

#[tokio::test]
async fn a_database_that_does_not_answer_keeps_no_server_from_stopping() {
    let database = Database::new().await;
    let server = Server::on(config(&database.url)).await;
    let mut one = server.person();
    let seats = json!([{"kind": "me"}, {"kind": "engine", "level": 1}]);
    one.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats})).await;
    let mut hold = AnyConnection::connect(&database.url).await.unwrap();
    let lock = match database.url.starts_with("postgres") {
        true => "BEGIN; LOCK TABLE meta, tables, jobs, processes IN ACCESS EXCLUSIVE MODE",
        false => "BEGIN IMMEDIATE",
    };
    sqlx::raw_sql(lock).execute(&mut hold).await.unwrap();
    let begin = Instant::now();
    server.stop().await;
    let took = begin.elapsed();
    assert!(took < Duration::from_secs(8), "it took {took:?}");
    sqlx::raw_sql("ROLLBACK").execute(&mut hold).await.unwrap();
}

#[tokio::test]
async fn a_folder_that_was_deleted_keeps_no_server_from_stopping() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::on(config(&format!("sqlite:{}", folder.path().join("gone.db").display()))).await;
    let mut one = server.person();
    let clock = json!({"kind": "fischer", "seconds": 60, "increment": 0});
    let seats = json!([{"kind": "me"}, {"kind": "device"}]);
    let (id, _) =
        one.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats, "clock": clock})).await;
    let mut socket = one.open(&id, "").await;
    let state = socket.hear_type("state").await;
    let mut lobby = one.lobby().await;
    lobby.hear().await;
    folder.close().unwrap();
    let t = choice(&state["view"]);
    socket.say(json!({"type": "act", "ply": 0, "seat": 1, "t": t})).await;
    let begin = Instant::now();
    server.stop().await;
    let took = begin.elapsed();
    assert!(took < Duration::from_secs(8), "it took {took:?}");
}

#[tokio::test]
async fn talk_gives_nobody_time() {
    let server = Server::start().await;
    let mut one = server.person();
    let clock = json!({"kind": "fischer", "seconds": 60, "increment": 0});
    let seats = json!([{"kind": "me"}, {"kind": "device"}]);
    let (id, _) =
        one.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats, "clock": clock})).await;
    let mut socket = one.open(&id, "").await;
    socket.hear_type("state").await;
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    assert_eq!(socket.ask(json!({"type": "chat", "text": "let me think"})).await["type"], "ack");
    let cookie = one.cookie.clone();
    let server = server.again().await;
    let mut one = server.person();
    one.cookie = cookie;
    let left = socket_left(&mut one.open(&id, "").await.hear_type("state").await);
    assert!(left[0] <= 58_500, "the turn did not begin anew with what was said: {left:?}");
    server.stop().await;
}

fn socket_left(state: &mut serde_json::Value) -> Vec<i64> {
    serde_json::from_value(state["clocks"]["left"].take()).unwrap()
}

#[tokio::test]
async fn an_engine_to_act_goes_on_by_itself() {
    let server = Server::start().await;
    let mut one = server.person();
    let engine = json!({"kind": "engine", "level": 1});
    let seats = json!([engine, engine, {"kind": "me"}]);
    let (id, _) =
        one.table(json!({"game": "archimedes", "setup": "seats=3", "seats": seats, "private": true})).await;
    let cookie = one.cookie.clone();
    let server = server.again().await;
    let mut one = server.person();
    one.cookie = cookie;
    until("the engines answer though nobody looks", async || {
        (one.get(&format!("/api/tables/{id}")).await["ply"] == 2).then_some(())
    })
    .await;
    server.stop().await;
}
