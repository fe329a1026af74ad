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

/// Strangers take what there is, but a share is left for those who were at a game before.
#[test]
#[cfg(target_os = "linux")]
fn people_at_a_game_come_back_whatever_strangers_do() {
    let folder = tempfile::tempdir().unwrap();
    let server =
        Server::start_with_files(&format!("sqlite:{}", folder.path().join("test.db").display()), 250);
    let table =
        json!({"game": "archimedes", "setup": "seats=2", "seats": [{"kind": "me"}, {"kind": "device"}]});
    let player = server.guest();
    let (_, made) = server.http("POST", "/api/tables", &player, &table);
    let id = made["id"].as_str().unwrap();
    let stranger = server.guest();
    let mut sockets = Vec::new();
    while let Some(socket) = server.lobby() {
        sockets.push(socket);
        assert!(sockets.len() < 250, "a process has a limited number of files");
    }
    assert!(sockets.len() >= 100, "{} were let in", sockets.len());
    let (refused, _) = server.ask("GET", "/api/me", &stranger, &Value::Null);
    assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
    let (refused, _) = server.ask("GET", "/", "", &Value::Null);
    assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
    // Nobody becomes a player by a table that is made now.
    let (refused, _) = server.ask("POST", "/api/tables", &stranger, &table);
    assert!(refused.starts_with("HTTP/1.1 503"), "{refused}");
    let (fine, _) = server.ask("GET", "/healthz", "", &Value::Null);
    assert!(fine.starts_with("HTTP/1.1 200"), "{fine}");
    for _ in 0..20 {
        let (mut socket, state) = server.open(id, &player);
        let (known, _) = server.ask("GET", "/api/me", &player, &Value::Null);
        assert!(known.starts_with("HTTP/1.1 200"), "{known}");
        if state["moves"] == json!([]) {
            socket.act(&state["view"]);
        }
    }
    drop(sockets);
    let begin = Instant::now();
    while !server.ask("GET", "/api/me", &stranger, &Value::Null).0.starts_with("HTTP/1.1 200") {
        assert!(begin.elapsed() < Duration::from_secs(120), "there is room again");
        std::thread::sleep(Duration::from_millis(50));
    }
    server.kill();
}
