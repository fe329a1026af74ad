//! What a stranger, a fool or a thief may send.

use serde_json::json;
use server::Config;
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};

use crate::support::{Database, Server, choice, config, until};

#[tokio::test]
async fn garbage_is_answered_and_hurts_nobody() {
    let server = Server::start().await;
    let mut one = server.person();
    let seats = json!([{"kind": "me"}, {"kind": "device"}]);
    let (id, _) = one.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats})).await;
    let mut socket = one.open(&id, "").await;
    let state = socket.hear_type("state").await;
    for garbage in [
        "",
        "{",
        "[]",
        "null",
        "{\"type\":\"act\"}",
        "{\"id\":\"x\",\"type\":\"fly\"}",
        "{\"id\":\"\",\"type\":\"abort\"}",
        "{\"id\":7,\"type\":\"abort\"}",
        "{\"id\":\"y\",\"type\":\"act\",\"ply\":-1,\"seat\":1,\"t\":\"a\"}",
    ] {
        socket.say_text(garbage).await;
        let refused = socket.hear().await;
        assert_eq!(refused["type"], "refused", "{garbage}");
        assert_eq!(refused["error"]["key"], "request.message", "{garbage}");
    }
    assert_eq!(
        socket.refusal(json!({"type": "act", "ply": 0, "seat": 9, "t": "a2-c4"})).await,
        "table.no-seat"
    );
    assert_eq!(
        socket.refusal(json!({"type": "act", "ply": 0, "seat": 2, "t": "a2-c4"})).await,
        "table.not-your-turn"
    );
    assert_eq!(
        socket.refusal(json!({"type": "act", "ply": 7, "seat": 1, "t": "a2-c4"})).await,
        "table.stale"
    );
    let nonsense = socket.ask(json!({"type": "act", "ply": 0, "seat": 1, "t": "\u{1F984} nonsense"})).await;
    assert!(nonsense["error"]["clause"].is_string(), "{nonsense}");
    let long = json!({"type": "mute", "person": "x".repeat(9_000), "on": true});
    assert_eq!(socket.refusal(long).await, "player.not-found");
    // The table is as it was.
    let t = choice(&state["view"]);
    assert_eq!(socket.ask(json!({"type": "act", "ply": 0, "seat": 1, "t": t})).await["type"], "ack");
    // A binary frame ends the connection, a large one too, and one that is not even read; the table goes on.
    for (frame, code) in [
        (Message::binary(vec![0; 10]), Some(1003)),
        (Message::text("x".repeat(20_000)), Some(1009)),
        (Message::binary(vec![0; 100_000]), Some(1009)),
        (Message::text("x".repeat(1 << 20)), None),
    ] {
        let mut socket = one.open(&id, "").await;
        socket.hear_type("state").await;
        socket.say_frame(frame).await;
        assert_eq!(socket.closing().await, code);
    }
    let mut lobby = one.lobby().await;
    lobby.say_frame(Message::text("x".repeat(20_000))).await;
    assert_eq!(lobby.closing().await, Some(1009));
    let mut socket = one.open(&id, "").await;
    assert_eq!(socket.hear_type("state").await["view"]["ply"], 1);
    server.stop().await;
}

#[tokio::test]
async fn a_duplicate_does_nothing_twice() {
    let server = Server::start().await;
    let mut one = server.person();
    let seats = json!([{"kind": "me"}, {"kind": "device"}]);
    let (id, _) = one.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats})).await;
    let mut socket = one.open(&id, "").await;
    let t = choice(&socket.hear_type("state").await["view"]);
    let act = json!({"type": "act", "id": "once", "ply": 0, "seat": 1, "t": t}).to_string();
    for _ in 0..3 {
        socket.say_text(&act).await;
    }
    let first = socket.answer("once").await;
    assert_eq!(first["type"], "ack");
    assert_eq!(socket.answer("once").await, first);
    assert_eq!(socket.answer("once").await, first);
    for _ in 0..2 {
        socket.say_text("{\"type\":\"chat\",\"id\":\"hi\",\"text\":\"hello\"}").await;
        socket.answer("hi").await;
    }
    let mut other = one.open(&id, "").await;
    let state = other.hear_type("state").await;
    assert_eq!(state["moves"].as_array().unwrap().len(), 1);
    assert_eq!(state["chat"].as_array().unwrap().len(), 1);
    server.stop().await;
}

#[tokio::test]
async fn a_flood_is_dammed() {
    let database = Database::new().await;
    let server = Server::on(Config { rate: 0.1, ..config(&database.url) }).await;
    let mut one = server.person();
    let seats = json!([{"kind": "me"}, {"kind": "device"}]);
    let (id, _) = one.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats})).await;
    let mut socket = one.open(&id, "").await;
    socket.hear_type("state").await;
    let (mut answered, mut refused) = (0, 0);
    for _ in 0..2000 {
        let explain = json!({"type": "explain", "id": "e", "seat": 1, "pressed": ["x"]}).to_string();
        socket.say_frame(Message::text(explain)).await;
        let Some(answer) = socket.hear_any().await else { break };
        answered += usize::from(answer["type"] == "explained");
        refused += usize::from(answer["error"]["key"] == "request.too-many");
    }
    assert!(answered >= 6, "some are answered: {answered}");
    assert_eq!(refused, 100, "then some are refused, and who does not stop is let go");
    server.stop().await;
}

#[tokio::test]
async fn strangers_are_kept_out() {
    let server = Server::start().await;
    let (mut one, mut two) = (server.person(), server.person());
    two.get("/api/me").await;
    let seats = json!([{"kind": "me"}, {"kind": "open"}]);
    let table = json!({"game": "archimedes", "setup": "seats=2", "seats": seats, "private": true});
    let (id, invite) = one.table(table).await;
    let path = format!("/api/tables/{id}");
    for path in [path.clone(), format!("{path}/record"), format!("{path}?invite=wrong")] {
        assert_eq!(two.refused("GET", &path, None).await, (403, "table.private".to_owned()));
    }
    assert_eq!(
        two.refused("POST", &format!("{path}/sit"), Some(json!({"seat": 2}))).await.1,
        "table.private"
    );
    assert!(two.socket(&format!("{path}/socket")).await.unwrap_err().contains("403"));
    assert!(two.socket("/api/tables/t_nosuchtable00000/socket").await.unwrap_err().contains("404"));
    assert!(two.get("/api/tables").await["tables"].as_array().unwrap().is_empty());
    // With the invitation one may watch, but not act.
    let mut three = server.person();
    two.sit(&id, 2, &invite).await;
    let mut watching = three.open(&id, &format!("?invite={invite}")).await;
    let state = watching.hear_type("state").await;
    assert_eq!(state["mine"], json!([]));
    assert!(state["view"]["legal"].as_array().unwrap().is_empty());
    for command in [
        json!({"type": "act", "ply": 0, "seat": 1, "t": "a2-c4"}),
        json!({"type": "resign", "seat": 1}),
        json!({"type": "abort"}),
        json!({"type": "offer", "what": "draw"}),
        json!({"type": "look", "seat": 1}),
        json!({"type": "explain", "seat": 1, "pressed": ["a2", "c4"]}),
        json!({"type": "pass_replies", "seat": 1, "always": true}),
    ] {
        assert_eq!(watching.refusal(command.clone()).await, "table.not-your-seat", "{command}");
    }
    server.stop().await;
}

#[tokio::test]
async fn other_sites_may_not_use_our_cookies() {
    let server = Server::start().await;
    let mut one = server.person();
    let seats = json!([{"kind": "me"}, {"kind": "device"}]);
    let (id, _) = one.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats})).await;
    let url = format!("ws://{}/api/tables/{id}/socket", server.address);
    for (origin, opens) in
        [("http://evil.example".to_owned(), false), (format!("http://{}", server.address), true)]
    {
        let mut request = url.clone().into_client_request().unwrap();
        request.headers_mut().insert("origin", origin.parse().unwrap());
        request.headers_mut().insert("cookie", one.cookie.as_ref().unwrap().parse().unwrap());
        assert_eq!(tokio_tungstenite::connect_async(request).await.is_ok(), opens, "{origin}");
    }
    server.stop().await;
}

/// What databases and terminals take for something else is refused before it gets there, and hurts nobody else.
#[tokio::test]
async fn control_characters_are_refused_everywhere() {
    let server = Server::start().await;
    let (mut one, mut two) = (server.person(), server.person());
    let seats = json!([{"kind": "me"}, {"kind": "open"}]);
    let (id, _) = one.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats})).await;
    let (mut a, mut b) = (one.open(&id, "").await, two.open(&id, "").await);
    a.hear_type("state").await;
    b.hear_type("state").await;
    for bad in ["\0", "x\u{7}", "\u{1b}[2J", "\u{85}"] {
        for message in [
            json!({"type": "chat", "id": bad, "text": "hello"}),
            json!({"type": "chat", "id": "c", "text": bad}),
            json!({"type": "explain", "id": "c", "seat": 1, "pressed": [bad]}),
            json!({"type": "mute", "id": "c", "person": bad, "on": true}),
        ] {
            b.say_text(&message.to_string()).await;
            let refused = b.hear().await;
            assert_eq!(refused["error"]["key"], "request.text", "{message}: {refused}");
        }
        for (path, body) in [
            ("/api/me", json!({"key": bad})),
            ("/api/register", json!({"name": bad, "password": "correct horse"})),
            ("/api/login", json!({"name": bad, "password": "correct horse"})),
            ("/api/tables", json!({"game": bad, "seats": []})),
            ("/api/tables", json!({"game": "axiom", "setup": bad, "seats": []})),
            ("/api/tables", json!({"game": "axiom", "seats": [{"kind": "person", "name": bad}]})),
            (&format!("/api/tables/{id}/sit"), json!({"seat": 2, "invite": bad})),
            ("/api/check", json!({"game": "axiom", "setup": bad})),
            ("/api/position", json!({"game": "axiom", "moves": [bad]})),
            ("/api/explain", json!({"game": "axiom", "pressed": [bad]})),
            ("/api/analysis", json!({"table": bad})),
            ("/api/record/read", json!({"text": bad})),
        ] {
            let told = two.refused("POST", path, Some(body)).await;
            assert_eq!(told, (400, "request.text".to_owned()), "{path} {bad:?}");
        }
    }
    for path in [
        "/api/tables/t_%00",
        "/api/tables/t_%00/record",
        "/api/tables?game=%00",
        "/api/players/%00",
        "/api/players/%C2%85/ratings",
        "/api/records?player=%00",
        "/api/records?cursor=1.%00",
        "/api/analysis/%00",
        &format!("/api/tables/{id}?invite=%1b"),
    ] {
        // Asked at the same time as somebody else asks something sensible.
        let fine = format!("/api/tables/{id}");
        let (told, shown) = tokio::join!(two.refused("GET", path, None), one.get(&fine));
        assert_eq!(told, (400, "request.text".to_owned()), "{path}");
        assert_eq!(shown["id"], id);
    }
    for path in ["/api/tables/nonsense", "/api/tables/t_UPPER", "/api/tables/t_%20", "/api/tables/p_0"] {
        assert_eq!(two.refused("GET", path, None).await, (404, "table.not-found".to_owned()), "{path}");
    }
    // Both are still there, and a line of talk is one line.
    assert_eq!(b.ask(json!({"type": "chat", "text": "two\nlines"})).await["type"], "ack");
    assert_eq!(a.hear_event("chat").await["event"]["text"], "two lines");
    server.stop().await;
}

#[tokio::test]
async fn bad_requests_are_told_why() {
    let server = Server::start().await;
    let mut one = server.person();
    let seats = json!([{"kind": "me"}, {"kind": "device"}]);
    for (body, status, key) in [
        (json!({"game": "chess", "seats": seats}), 404, "game.not-found"),
        (json!({"game": "axiom", "seats": [{"kind": "me"}]}), 422, "table.bad"),
        (json!({"game": "axiom", "setup": "color=red", "seats": seats}), 422, "setup.unknown"),
        (json!({"game": "axiom", "seats": seats, "rated": true}), 422, "table.not-rateable"),
        (json!({"game": "axiom", "seats": seats, "clock": {"kind": "days", "days": 0}}), 422, "table.bad"),
        (
            json!({"game": "axiom", "seats": [{"kind": "me"}, {"kind": "engine", "level": 9}]}),
            422,
            "table.bad",
        ),
        (
            json!({"game": "axiom", "seats": [{"kind": "me"}, {"kind": "person", "name": "nobody"}]}),
            404,
            "player.not-found",
        ),
        (json!({"game": "axiom"}), 400, "request.bad"),
    ] {
        let told = one.refused("POST", "/api/tables", Some(body.clone())).await;
        assert_eq!(told, (status, key.to_owned()), "{body}");
    }
    assert_eq!(one.refused("POST", "/api/tables", None).await, (415, "request.json".to_owned()));
    assert_eq!(one.refused("GET", "/api/nowhere", None).await, (404, "page.not-found".to_owned()));
    assert_eq!(one.refused("PUT", "/api/tables", None).await, (405, "request.method".to_owned()));
    server.stop().await;
}

/// Frames that ask for nothing are counted too.
#[tokio::test]
async fn a_flood_of_pings_is_cut_off() {
    let database = Database::new().await;
    let server = Server::on(Config { rate: 1.0, ..config(&database.url) }).await;
    let mut one = server.person();
    let (id, _) = one.table(json!({"game": "axiom", "seats": [{"kind": "me"}, {"kind": "open"}]})).await;
    let ping = || Message::Ping(Default::default());
    let text = || Message::text("x");
    for (at_table, frame) in [(true, ping as fn() -> Message), (false, ping), (false, text)] {
        let mut socket = if at_table { one.open(&id, "").await } else { one.lobby().await };
        socket.hear().await;
        // What is still on its way may take the goodbye with it, so the server is asked whether the socket is closed.
        until("the socket is closed", async || {
            for _ in 0..100 {
                socket.say_frame(frame()).await;
            }
            (server.app.metrics.sockets.get() == 0).then_some(())
        })
        .await;
    }
    server.stop().await;
}

/// A client may say that it knows any event.
#[tokio::test]
async fn a_socket_opens_since_any_number() {
    let server = Server::start().await;
    let mut one = server.person();
    let (id, _) = one.table(json!({"game": "axiom", "seats": [{"kind": "me"}, {"kind": "device"}]})).await;
    for since in [i64::MIN, -1, 0, i64::MAX - 1, i64::MAX] {
        let mut socket = one.open(&id, &format!("?since={since}")).await;
        assert_eq!(socket.hear().await["type"], "state", "{since}");
    }
    server.stop().await;
}

/// A page is read; nothing else is done with it.
#[tokio::test]
async fn pages_are_only_read() {
    let server = Server::start().await;
    for path in ["/", "/learn", "/_app/x.js", "/nowhere.txt"] {
        for method in ["POST", "PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "CONNECT"] {
            assert_eq!(server.nobody().refused(method, path, None).await, (405, "request.method".to_owned()));
        }
    }
    server.stop().await;
}
