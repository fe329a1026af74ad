//! A server that is killed in mid-game and started again.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::server::Server;

#[test]
fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("test.db").display());
    let mut server = Server::start(&database);
    let table = json!({"game": "archimedes", "setup": "seats=2", "seats": [{"kind": "me"}, {"kind": "device"}],
        "clock": {"kind": "fischer", "seconds": 600, "increment": 0}});
    let cookie = server.guest();
    let (_, made) = server.http("POST", "/api/tables", &cookie, &table);
    let id = made["id"].as_str().unwrap();
    let mut acknowledged = Vec::new();
    let outage = Duration::from_secs(2);
    let mut before: Option<(i64, Instant)> = None;
    for life in 0..4 {
        let (mut socket, state) = server.open(id, &cookie);
        assert_eq!(state["moves"], json!(acknowledged), "life {life}");
        if let Some((before, since)) = before {
            let most = (since.elapsed() - outage).as_millis() as i64;
            let charged = before - left(&state);
            assert!(charged <= most, "nobody pays for the outage: {charged} ms of at most {most}");
        }
        let mut view = state["view"].clone();
        for _ in 0..5 {
            let (t, next) = socket.act(&view);
            acknowledged.push(t);
            view = next;
        }
        let since = Instant::now();
        let (_, state) = server.open(id, &cookie);
        before = Some((left(&state), since));
        server.kill();
        std::thread::sleep(outage);
        server = Server::start(&database);
    }
    server.kill();
}

/// What is left to the seats together.
fn left(state: &Value) -> i64 {
    state["clocks"]["left"].as_array().unwrap().iter().map(|ms| ms.as_i64().unwrap()).sum()
}
