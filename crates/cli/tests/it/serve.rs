//! A server that is killed in mid-game and started again.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use std::time::{Duration, Instant};

use serde_json::json;

use crate::server::Server;

#[test]
fn nothing_acknowledged_is_lost_when_the_server_is_killed() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("test.db").display());
    let mut server = Server::start(&database);
    let table = json!({"game": "archimedes", "setup": "seats=2", "seats": [{"kind": "me"}, {"kind": "device"}],
        "clock": {"kind": "fischer", "seconds": 600, "increment": 0}});
    let (cookie, _) = server.http("POST", "/api/me", "", &json!({}));
    let (_, made) = server.http("POST", "/api/tables", &cookie, &table);
    let id = made["id"].as_str().unwrap();
    let mut acknowledged = Vec::new();
    let mut left: Option<i64> = None;
    for life in 0..4 {
        let (mut socket, state) = server.open(id, &cookie);
        assert_eq!(state["moves"], json!(acknowledged), "life {life}");
        let total = state["clocks"]["left"].as_array().unwrap().iter().map(|ms| ms.as_i64().unwrap()).sum();
        if let Some(before) = left.replace(total) {
            assert!(before - total < 1500, "nobody pays for the outage: {before} {total}");
        }
        let mut view = state["view"].clone();
        for _ in 0..5 {
            let (t, next) = socket.act(&view);
            acknowledged.push(t);
            view = next;
        }
        let (_, state) = server.open(id, &cookie);
        left = Some(state["clocks"]["left"].as_array().unwrap().iter().map(|ms| ms.as_i64().unwrap()).sum());
        server.kill();
        std::thread::sleep(Duration::from_millis(2000));
        let start = Instant::now();
        server = Server::start(&database);
        assert!(start.elapsed() < Duration::from_secs(20), "it comes back");
    }
    server.kill();
}
