//! No request costs more than it may, and none holds up another.

use std::{future::poll_fn, task::Poll};

use serde_json::{Value, json};

use crate::support::{Server, choice, text};

/// A game of a move that is taken back again and again, as events.
fn takebacks(events: usize) -> Vec<&'static str> {
    (0..events).map(|index| if index % 2 == 0 { "a2-c4" } else { "takeback:1" }).collect()
}

fn record(events: usize, size: usize) -> String {
    let mut text = format!("[Game \"archimedes\"]\n[Setup \"seats=2\"]\n\n{}\n", takebacks(events).join(" "));
    let comment = size.saturating_sub(text.len() + 2);
    text.push_str(&format!("{{{}}}", "x".repeat(comment)));
    text
}

/// What takes a while is never done on the thread that answers the others: asked once, it is not done.
#[tokio::test]
async fn health_is_answered_while_strangers_ask_for_the_most_they_may() {
    let server = Server::start().await;
    let most = engine::lud::MOST_STEPS;
    let reads = [(); 2].map(|()| ("/api/record/read", json!({"text": record(most, 250_000)})));
    let positions = [(); 8].map(|()| {
        let body = json!({"game": "archimedes", "setup": "seats=2", "moves": takebacks(most)});
        ("/api/position", body)
    });
    let mut asked = Vec::new();
    for (path, body) in reads.into_iter().chain(positions) {
        let mut stranger = server.nobody();
        let mut answer = Box::pin(async move { stranger.post(path, body).await });
        let polled = poll_fn(|context| Poll::Ready(answer.as_mut().poll(context).is_pending())).await;
        assert!(polled, "{path} holds up the thread until it is done");
        asked.push(answer);
    }
    assert_eq!(server.nobody().get("/healthz").await, json!("ok"));
    for answer in asked {
        answer.await;
    }
    server.stop().await;
}

#[tokio::test]
async fn what_is_too_long_is_told_its_bound() {
    let server = Server::start().await;
    let mut one = server.person();
    let most = engine::lud::MOST_STEPS;
    let long = takebacks(most + 2);
    let game = json!({"game": "archimedes", "setup": "seats=2", "moves": long});
    let mut press = game.clone();
    press["pressed"] = json!(["a2"]);
    let games =
        [("/api/position", &game), ("/api/explain", &press), ("/api/evaluate", &game), ("/api/watch", &game)];
    for (path, body) in games {
        let (status, answer) = one.send("POST", path, Some(body.clone())).await;
        assert_eq!((status.as_u16(), &answer["error"]["key"]), (413, &json!("request.too-long")), "{path}");
        assert_eq!(answer["error"]["args"]["most"], most.to_string());
    }
    for (path, body) in [
        ("/api/record/read", json!({"text": record(most + 1, 0)})),
        ("/api/analysis", json!({"record": record(most + 1, 0)})),
    ] {
        assert_eq!(
            one.refused("POST", path, Some(body)).await,
            (422, "record.many-steps".to_owned()),
            "{path}"
        );
    }
    let node = |after: usize| json!({"after": after, "text": "a2-c4"});
    let tree = json!({"tags": [], "nodes": (0..=most).map(node).collect::<Vec<Value>>()});
    assert_eq!(one.refused("POST", "/api/record/write", Some(tree)).await.1, "request.too-long");
    server.stop().await;
}

/// The archive and the export come piece by piece, and what cannot be read hurts nobody else's.
#[tokio::test]
async fn one_record_that_cannot_be_read_leaves_the_others_in_the_archive() {
    let server = Server::start().await;
    let mut one = server.person();
    let seats = json!([{"kind": "me"}, {"kind": "device"}]);
    let mut ids = Vec::new();
    for _ in 0..3 {
        let (id, _) = one.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats})).await;
        let mut socket = one.open(&id, "").await;
        let t = choice(&socket.hear_type("state").await["view"]);
        socket.ask(json!({"type": "act", "ply": 0, "seat": 1, "t": t})).await;
        socket.ask(json!({"type": "resign", "seat": 2})).await;
        ids.push(id);
    }
    let games = |archive: &str| engine::lud::read(archive).unwrap().len();
    assert_eq!(games(&text(&one.get("/api/records/archive").await)), 3);
    assert_eq!(games(&text(&one.get("/api/me/export").await["records"])), 3);
    server
        .execute(&format!("UPDATE events SET body = 'nonsense' WHERE table_id = '{}' AND n = 2", ids[1]))
        .await;
    assert_eq!(games(&text(&one.get("/api/records/archive").await)), 2);
    let export = one.get("/api/me/export").await;
    assert_eq!((games(&text(&export["records"])), &export["me"]["kind"]), (2, &json!("guest")));
    server.stop().await;
}
