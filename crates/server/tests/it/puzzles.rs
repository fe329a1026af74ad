//! What somebody has done at puzzles: from all their devices, in whichever order they are heard, and theirs alone.

use serde_json::{Value, json};

use crate::support::{Client, Server};

const PATH: &str = "/api/me/puzzles";

fn tried(id: &str, at: i64, solved: bool) -> Value {
    json!({"game": "axiom", "id": id, "at": at, "solved": solved, "strength": 1000})
}

fn mistake(id: &str, at: i64, solved: bool) -> Value {
    json!({"game": "archimedes", "id": id, "setup": "seats=2", "seat": 1, "played": "a2-c4", "score": {"winrate": 0.75},
        "loss": 0.25, "action": "a2-c2", "at": at, "solved": solved})
}

fn progress(tries: &[Value], days: &[&str], rush: i64, mistakes: &[Value]) -> Value {
    json!({"tries": tries, "days": days, "rush": rush, "mistakes": mistakes})
}

async fn refused(client: &mut Client, body: Value) -> (u16, String) {
    client.refused("POST", PATH, Some(body)).await
}

#[tokio::test]
async fn what_devices_know_comes_together_in_any_order() {
    let server = Server::start().await;
    let known = [
        progress(&[tried("a", 2, true), tried("b", 5, false)], &["2026-11-17"], 3, &[mistake("m", 1, true)]),
        progress(&[tried("a", 1, false), tried("c", 5, true)], &["2026-11-16"], 7, &[mistake("n", 2, false)]),
        progress(&[tried("b", 5, true), tried("c", 5, true)], &["2026-11-17"], 0, &[mistake("m", 4, false)]),
    ];
    let mut heard = Vec::new();
    for (name, order) in [("Ada", [0, 1, 2, 0]), ("Bob", [2, 1, 0, 2]), ("Cyd", [1, 2, 0, 1])] {
        let mut person = server.account(name).await;
        for device in order {
            assert_eq!(person.send("POST", PATH, Some(known[device].clone())).await.0, 204);
        }
        heard.push(person.get(PATH).await);
    }
    // The first try counts, and of two at once the one that failed; a mistake that was solved stays solved.
    let all = progress(
        &[tried("a", 1, false), tried("b", 5, false), tried("c", 5, true)],
        &["2026-11-16", "2026-11-17"],
        7,
        &[mistake("n", 2, false), mistake("m", 4, true)],
    );
    assert_eq!(heard, [all.clone(), all.clone(), all]);
    server.stop().await;
}

#[tokio::test]
async fn it_is_theirs_alone_exported_and_forgotten() {
    let server = Server::start().await;
    let mut ada = server.account("Ada").await;
    let known = progress(&[tried("a", 1, true)], &["2026-11-17"], 3, &[mistake("m", 1, false)]);
    ada.post(PATH, known.clone()).await;
    let mut bob = server.account("Bob").await;
    assert_eq!(bob.get(PATH).await, progress(&[], &[], 0, &[]));
    bob.post(PATH, progress(&[tried("b", 1, true)], &[], 0, &[])).await;
    assert_eq!(ada.get(PATH).await, known);
    assert_eq!(ada.get("/api/me/export").await["puzzles"], known);
    // A guest has nothing to come back to, and nobody is nobody.
    assert_eq!(server.person().refused("GET", PATH, None).await.1, "person.needs-account");
    assert_eq!(refused(&mut server.person(), known.clone()).await.1, "person.needs-account");
    assert_eq!(refused(&mut server.nobody(), known).await.1, "person.unknown");
    let deletion = json!({"password": "correct horse"});
    assert_eq!(ada.send("DELETE", "/api/me", Some(deletion)).await.0, 204);
    for table in ["puzzle_tries", "puzzle_days", "puzzle_mistakes", "puzzle_rushes"] {
        let left = server.scalar(&format!("SELECT COUNT(*) FROM {table}")).await;
        assert_eq!(left, i64::from(table == "puzzle_tries"), "{table}: Bob's");
    }
    server.stop().await;
}

#[tokio::test]
async fn what_no_device_would_send_is_refused_and_the_rest_is_bounded() {
    let server = Server::start().await;
    let mut ada = server.account("Ada").await;
    let with = |field: &str, value: Value| {
        let mut one = tried("a", 1, true);
        one[field] = value;
        progress(&[one], &[], 0, &[])
    };
    for (body, key) in [
        (with("game", json!("chess")), "game.not-found"),
        (with("id", json!("A")), "request.bad"),
        (with("id", json!("")), "request.bad"),
        (with("id", json!("a".repeat(17))), "request.bad"),
        (with("id", json!("a\u{7}")), "request.text"),
        (with("at", json!(-1)), "request.bad"),
        (with("at", json!(i64::MAX)), "request.bad"),
        (with("strength", json!(10_001)), "request.bad"),
        (with("more", json!(1)), "request.bad"),
        (progress(&[], &["2026-02-30"], 0, &[]), "request.bad"),
        (progress(&[], &[], -1, &[]), "request.bad"),
        (json!({"tries": []}), "request.bad"),
        (progress(&vec![tried("a", 1, true); 1_001], &[], 0, &[]), "request.too-long"),
    ] {
        assert_eq!(refused(&mut ada, body.clone()).await.1, key, "{body}");
    }
    let mut long = mistake("m", 1, false);
    long["setup"] = json!("x".repeat(8_000));
    assert_eq!(refused(&mut ada, progress(&[], &[], 0, &[long])).await.1, "request.too-long");
    assert_eq!(ada.get(PATH).await, progress(&[], &[], 0, &[]));

    // Of the mistakes the latest stay.
    let many: Vec<_> = (0..150).map(|at| mistake(&format!("m{at:03}"), at / 10, false)).collect();
    ada.post(PATH, progress(&[], &[], 0, &many)).await;
    assert_eq!(ada.get(PATH).await["mistakes"], json!(many[50..]));
    ada.post(PATH, progress(&[], &[], 0, &many[..50])).await;
    assert_eq!(ada.get(PATH).await["mistakes"], json!(many[50..]));

    let tries: Vec<_> = (0..10_000).map(|at| tried(&format!("t{at}"), at, true)).collect();
    for some in tries.chunks(1_000) {
        ada.post(PATH, progress(some, &[], 0, &[])).await;
    }
    // More than this is nobody's own work; what is there may be said again.
    let more = progress(&[tried("more", 1, true)], &["2026-11-17"], 0, &[]);
    assert_eq!(refused(&mut ada, more).await.1, "request.too-long");
    ada.post(PATH, progress(&tries[..10], &[], 0, &[])).await;
    let kept = ada.get(PATH).await;
    assert_eq!((kept["tries"].as_array().unwrap().len(), &kept["days"]), (10_000, &json!([])));
    server.stop().await;
}
