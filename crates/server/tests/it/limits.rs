//! Limits count people and addresses, not cookies.

use std::time::Instant;

use serde_json::json;
use server::Config;

use crate::support::{Client, Database, Server, choice, config, text};

async fn table(client: &mut Client, seats: serde_json::Value) -> String {
    client.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats})).await.0
}

/// Each request comes from a new guest of the same address.
#[tokio::test]
async fn another_id_is_no_other_address() {
    let database = Database::new().await;
    let server = Server::on(Config { rate: 0.05, ..config(&database.url) }).await;
    let seats = json!([{"kind": "me"}, {"kind": "open"}]);
    let new = json!({"game": "archimedes", "setup": "seats=2", "seats": seats});
    let (mut made, mut refused) = (0, 0);
    for _ in 0..60 {
        let mut guest = server.nobody();
        let (entered, _) = guest.send("POST", "/api/me", Some(json!({}))).await;
        if !entered.is_success() {
            assert_eq!(entered, 429);
            refused += 1;
            continue;
        }
        let (status, _) = guest.send("POST", "/api/tables", Some(new.clone())).await;
        made += usize::from(status == 201);
        refused += usize::from(status == 429);
    }
    assert!((5..=25).contains(&made), "an address has a limit: {made}");
    assert_eq!(made + refused, 60);
    server.stop().await;
}

/// Tables that wait and tables that are played, of one address whatever the names; and seats that one keeps from others.
#[tokio::test]
async fn an_address_has_so_many_tables_and_a_person_so_many_seats() {
    let database = Database::new().await;
    let server = Server::on(Config { rate: 0.02, ..config(&database.url) }).await;
    let origin = "SELECT COUNT(*) FROM tables WHERE origin IS NOT NULL";
    let mut one = server.person();
    let seats = json!([{"kind": "me"}, {"kind": "open"}]);
    let new = json!({"game": "archimedes", "setup": "seats=2", "seats": seats});
    let (id, _) = one.table(new.clone()).await;
    assert_eq!(database.scalar(origin).await, 1);
    // As if made over days, by many.
    database
        .execute(&format!(
            "INSERT INTO tables (id, game, options, seats, clock, reply_seconds, rated, private, owner, invite, state, \
             created, origin) SELECT 't_' || i, 'axiom', '', '[]', '{{\"kind\":\"none\"}}', 10, 0, 0, 'p_' || i, '', \
             'live', 1, (SELECT origin FROM tables WHERE id = '{id}') FROM (SELECT 1 AS i UNION SELECT 2 UNION SELECT 3 \
             UNION SELECT 4 UNION SELECT 5 UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9 UNION SELECT 10 \
             UNION SELECT 11 UNION SELECT 12 UNION SELECT 13 UNION SELECT 14 UNION SELECT 15 UNION SELECT 16 \
             UNION SELECT 17 UNION SELECT 18 UNION SELECT 19 UNION SELECT 20) numbers"
        ))
        .await;
    let mut two = server.person();
    assert_eq!(two.refused("POST", "/api/tables", Some(new)).await, (429, "table.too-many".to_owned()));
    // A seat at one more table that has not started.
    assert_eq!(two.sit(&id, 2, "").await["state"], "live");
    let mut three = server.person();
    let me = three.get("/api/me").await["id"].clone();
    database
        .execute(&format!(
            "UPDATE tables SET state = 'open', created = {} WHERE id = 't_1'",
            server::store::now()
        ))
        .await;
    database
        .execute(&format!(
            "INSERT INTO sitters (table_id, seat, person) VALUES ('t_1', 1, {})",
            me.to_string().replace('"', "'")
        ))
        .await;
    let sit = format!("/api/tables/{id}/sit");
    let told = three.refused("POST", &sit, Some(json!({"seat": 2}))).await;
    assert_eq!(told, (429, "table.too-many".to_owned()));
    server.stop().await;
}

#[tokio::test]
async fn engines_do_not_play_for_nobody() {
    let server = Server::start().await;
    let mut one = server.person();
    let engine = json!({"kind": "engine", "level": 1});
    let alone = json!({"game": "archimedes", "setup": "seats=2", "seats": [engine, engine]});
    assert_eq!(one.refused("POST", "/api/tables", Some(alone)).await, (422, "table.bad".to_owned()));
    // Whoever resigns and goes leaves two engines, which wait until somebody looks.
    let seats = json!([{"kind": "me"}, engine, engine]);
    let (id, _) = one.table(json!({"game": "archimedes", "setup": "seats=3", "seats": seats})).await;
    let mut socket = one.open(&id, "").await;
    socket.hear_type("state").await;
    socket.ask(json!({"type": "resign", "seat": 1})).await;
    drop(socket);
    let mut ply = 0;
    // It stands still as soon as what was begun is done: two looks in a row see the same.
    loop {
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
        let now = one.get(&format!("/api/tables/{id}")).await["ply"].as_u64().unwrap();
        if now == ply {
            break;
        }
        ply = now;
    }
    let mut socket = one.open(&id, "").await;
    socket.hear_event("action").await;
    server.stop().await;
}

#[tokio::test]
async fn whoever_made_a_table_frees_its_seats() {
    let server = Server::start().await;
    let (mut owner, mut two, mut three) = (server.person(), server.person(), server.person());
    let open = json!({"kind": "open"});
    let seats = json!([{"kind": "me"}, open, open]);
    let (id, _) = owner.table(json!({"game": "archimedes", "setup": "seats=3", "seats": seats})).await;
    let stand = format!("/api/tables/{id}/stand");
    two.sit(&id, 2, "").await;
    let (whom, other) = (two.get("/api/me").await["id"].clone(), owner.get("/api/me").await["id"].clone());
    let body = json!({"seat": 2, "person": whom});
    assert_eq!(three.refused("POST", &stand, Some(body.clone())).await.1, "table.not-owner");
    let nobody_there = json!({"seat": 3, "person": whom});
    assert_eq!(owner.refused("POST", &stand, Some(nobody_there)).await.1, "table.not-your-seat");
    let own = json!({"seat": 1, "person": other});
    assert_eq!(
        owner.refused("POST", &stand, Some(own)).await.1,
        "table.not-your-seat",
        "the maker's own stays"
    );
    let freed = owner.post(&stand, body).await;
    assert_eq!(freed["seats"][1]["people"], json!([]));
    three.sit(&id, 2, "").await;
    assert_eq!(two.sit(&id, 3, "").await["state"], "live");
    server.stop().await;
}

/// One account that many try becomes slow for strangers, and stays as it is where its owner has been.
#[tokio::test]
async fn nobody_is_locked_out_by_others() {
    let database = Database::new().await;
    let server = Server::on(Config { proxied: true, rate: 1.0, ..config(&database.url) }).await;
    let mut ada = server.nobody();
    ada.from = Some("192.0.2.1".to_owned());
    let right = json!({"name": "Ada", "password": "correct horse"});
    ada.post("/api/register", right.clone()).await;
    ada.post("/api/login", right.clone()).await;
    let wrong = json!({"name": "Ada", "password": "wrong horse"});
    let mut mallory = server.nobody();
    // The last of all lines counts, and nothing that a client says before it.
    mallory.from = Some("192.0.2.1, 198.51.100.7".to_owned());
    // All at once: they are counted before anything is hashed, however long that takes.
    let begin = Instant::now();
    let tries = (0..40).map(|_| {
        let (mut mallory, wrong) = (mallory.clone(), wrong.clone());
        async move { mallory.refused("POST", "/api/login", Some(wrong)).await.1 }
    });
    let told = futures_util::future::join_all(tries).await;
    let allowed = told.iter().filter(|key| *key != "request.too-many").count() as u64;
    let most = 10 + begin.elapsed().as_secs() / 6;
    assert!((10..=most.min(39)).contains(&allowed), "{allowed} of at most {most}: {told:?}");
    // Beside the one who did that, others log in to accounts of their own; and Ada to hers, where she was before.
    let mut bob = server.nobody();
    bob.from.clone_from(&mallory.from);
    bob.post("/api/register", json!({"name": "Bob", "password": "correct horse"})).await;
    bob.post("/api/login", json!({"name": "Bob", "password": "correct horse"})).await;
    ada.post("/api/login", right).await;
    server.stop().await;
}

#[tokio::test]
async fn talk_is_counted_by_address() {
    let database = Database::new().await;
    let server = Server::on(Config { rate: 0.1, ..config(&database.url) }).await;
    let mut one = server.person();
    let id = table(&mut one, json!([{"kind": "me"}, {"kind": "device"}])).await;
    let (mut said, mut refused) = (0, 0);
    for _ in 0..10 {
        let mut guest = server.person();
        let mut socket = guest.open(&id, "").await;
        socket.hear_type("state").await;
        for _ in 0..2 {
            let answer = socket.ask(json!({"type": "chat", "text": "buy"})).await;
            said += usize::from(answer["type"] == "ack");
            refused += usize::from(answer["error"]["key"] == "request.too-many");
        }
    }
    assert!((4..=16).contains(&said), "an address has a limit: {said}");
    assert_eq!(said + refused, 20);
    // And who sits there can still play.
    let mut socket = one.open(&id, "").await;
    let t = choice(&socket.hear_type("state").await["view"]);
    let ack = socket.ask(json!({"type": "act", "ply": 0, "seat": 1, "t": t})).await;
    assert_eq!(text(&ack["type"]), "ack");
    server.stop().await;
}

/// Each download replays whole games, and asks for none of them by name.
#[tokio::test]
async fn an_address_downloads_so_often() {
    let database = Database::new().await;
    let server = Server::on(Config { rate: 0.02, ..config(&database.url) }).await;
    let mut one = server.person();
    let mut statuses = Vec::new();
    for path in ["/api/records/archive", "/api/me/export"].repeat(5) {
        statuses.push(one.send("GET", path, None).await.0.as_u16());
    }
    assert_eq!(statuses, [200, 200, 200, 200, 200, 200, 429, 429, 429, 429]);
    server.stop().await;
}

/// Also what only reads is counted: pages and lists.
#[tokio::test]
async fn an_address_asks_so_often() {
    let database = Database::new().await;
    let server = Server::on(Config { rate: 0.005, ..config(&database.url) }).await;
    let mut stranger = server.nobody();
    for path in ["/metrics", "/", "/api/games", "/api/records", "/api/openapi.json"] {
        let mut asked = 0;
        while stranger.send("GET", path, None).await.0 != 429 {
            asked += 1;
            assert!(asked < 1_000, "{path} is asked for without end");
        }
    }
    assert_eq!(stranger.get("/healthz").await, json!("ok"), "nobody is refused that");
    server.stop().await;
}

/// A name that nobody can have is neither looked for nor remembered.
#[tokio::test]
async fn a_name_without_end_is_nobodys() {
    let server = Server::start().await;
    let mut stranger = server.nobody();
    for name in ["x".repeat(25), "x".repeat(200_000), "é".repeat(100_000)] {
        let tried = json!({"name": name, "password": "correct horse"});
        let told = stranger.refused("POST", "/api/login", Some(tried)).await;
        assert_eq!(told, (403, "person.wrong-password".to_owned()));
    }
    server.stop().await;
}
