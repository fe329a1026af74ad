//! A database that is not what it was is noticed, and one record that cannot be read is nobody else's trouble.

use serde_json::{Value, json};

use crate::{
    plans::errors_about,
    support::{Client, Server, Socket, choice, text, until},
};

async fn table(client: &mut Client, clock: Value) -> String {
    let seats = json!([{"kind": "me"}, {"kind": "device"}]);
    client.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats, "clock": clock})).await.0
}

/// Plays this many actions, and returns the socket and the view after them.
async fn play(client: &mut Client, id: &str, actions: usize) -> (Socket, Value) {
    let mut socket = client.open(id, "").await;
    let mut view = socket.hear_type("state").await["view"].clone();
    for _ in 0..actions {
        act(&mut socket, &view).await;
        view = socket.hear_event("action").await["view"].clone();
    }
    (socket, view)
}

async fn act(socket: &mut Socket, view: &Value) -> String {
    let (ply, seat, t) = (&view["ply"], &view["turn"]["seat"], choice(view));
    socket.say(json!({"type": "act", "ply": ply, "seat": seat, "t": t})).await
}

#[tokio::test]
async fn an_event_is_written_after_its_predecessor_or_not_at_all() {
    let server = Server::start().await;
    let mut one = server.person();
    let none = json!({"kind": "none"});
    let (lost, kept) = (table(&mut one, none.clone()).await, table(&mut one, none).await);
    let (mut socket, view) = play(&mut one, &lost, 4).await;
    let (mut other, other_view) = play(&mut one, &kept, 1).await;
    // As a database does that is restored to an earlier moment, or a standby that had not heard the last.
    let count = format!("SELECT COUNT(*) FROM events WHERE table_id = '{lost}'");
    let before = server.scalar(&count).await;
    server.execute(&format!("DELETE FROM events WHERE table_id = '{lost}' AND n > {}", before - 2)).await;
    let id = act(&mut socket, &view).await;
    let mut told = None;
    while let Some(message) = socket.hear_any().await {
        assert!(message["type"] != "event" && (message["type"] != "ack" || message["id"] != id), "{message}");
        told = told.or_else(|| message["error"]["key"].as_str().map(str::to_owned));
    }
    assert_eq!(told.as_deref(), Some("server.failed"));
    assert_eq!(server.scalar(&count).await, before - 2, "nothing is written on");
    // It is said once, and the table is left alone; the others go on.
    for _ in 0..3 {
        let told = one.refused("GET", &format!("/api/tables/{lost}"), None).await;
        assert_eq!(told, (500, "server.failed".to_owned()));
    }
    assert!(one.socket(&format!("/api/tables/{lost}/socket")).await.is_err());
    assert_eq!(errors_about(&lost), 1);
    act(&mut other, &other_view).await;
    other.hear_event("action").await;
    // Whoever runs the server decides to go on from what there is.
    let cookie = one.cookie.clone();
    let server = server.again().await;
    let mut one = server.person();
    one.cookie = cookie;
    let (_, view) = play(&mut one, &lost, 1).await;
    assert_eq!(view["ply"], 3);
    server.stop().await;
}

#[tokio::test]
async fn one_record_that_cannot_be_read_hurts_no_other() {
    let server = Server::start().await;
    let mut one = server.person();
    let none = json!({"kind": "none"});
    let mut finished = Vec::new();
    for _ in 0..4 {
        let id = table(&mut one, none.clone()).await;
        let (mut socket, _) = play(&mut one, &id, 3).await;
        assert_eq!(socket.ask(json!({"type": "resign", "seat": 1})).await["type"], "ack");
        finished.push(id);
    }
    let clock = json!({"kind": "fischer", "seconds": 6, "increment": 0});
    let (broken, fine) = (table(&mut one, clock.clone()).await, table(&mut one, clock).await);
    let open = json!([{"kind": "me"}, {"kind": "open"}]);
    let new = json!({"game": "archimedes", "setup": "seats=2", "seats": open});
    let (torn, whole) = (one.table(new.clone()).await.0, one.table(new).await.0);
    let cookie = one.cookie.clone();
    // One that is not JSON, one with a hole, one that the rules refuse; a running one and an open one.
    server
        .execute(&format!("UPDATE events SET body = 'x' WHERE table_id = '{}' AND n = 2", finished[0]))
        .await;
    server.execute(&format!("DELETE FROM events WHERE table_id = '{}' AND n = 2", finished[1])).await;
    let action = r#"{"kind":"action","ply":1,"seat":1,"t":"zz"}"#;
    let sql = format!("UPDATE events SET body = '{action}' WHERE table_id = '{}' AND n = 2", finished[2]);
    server.execute(&sql).await;
    server.execute(&format!("UPDATE tables SET setup = 'no=such', deadline = 1 WHERE id = '{broken}'")).await;
    server.execute(&format!("UPDATE tables SET seats = '[]' WHERE id = '{torn}'")).await;
    let server = server.again().await;
    let mut one = server.person();
    one.cookie = cookie;
    let fine_path = format!("/api/tables/{fine}");
    until("the clock of the other table falls", async || {
        (one.get(&fine_path).await["state"] == "over").then_some(())
    })
    .await;
    for _ in 0..3 {
        let ids = |answer: &Value, list: &str| -> Vec<String> {
            answer[list].as_array().unwrap().iter().map(|entry| text(&entry["id"])).collect()
        };
        let listed = ids(&one.get("/api/tables?mine=true").await, "tables");
        for id in [&finished[3], &fine, &whole] {
            assert!(listed.contains(id), "{listed:?}");
        }
        let mut lobby = one.lobby().await;
        assert_eq!(ids(&lobby.hear_type("tables").await, "tables"), [whole.as_str()]);
        assert!(ids(&one.get("/api/records").await, "records").contains(&finished[3]));
        for path in ["/api/records/archive", "/api/me/export"] {
            let answer = one.get(path).await.to_string();
            assert!(answer.contains(&finished[3]) && !answer.contains(&finished[1]), "{path}: {answer}");
        }
    }
    for id in finished[..3].iter().chain([&broken, &torn]) {
        assert_eq!(one.refused("GET", &format!("/api/tables/{id}"), None).await.0, 500);
        assert_eq!(errors_about(id), 1, "{id} is logged once");
    }
    server.stop().await;
}
