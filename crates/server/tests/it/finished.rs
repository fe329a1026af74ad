//! Games that were played to their end on a device, and are sent to an account.

use rand::{SeedableRng, rngs::StdRng};
use serde_json::{Value, json};
use server::Config;

use crate::support::{Client, Database, Server, config, text};

/// A game of two with the engine: a few actions, then a person leaves it.
fn game(key: &str, id: &str) -> Value {
    let entry = games::GAMES.get(key).unwrap();
    let options = if entry.info().seats == (2..=2) { "" } else { "seats=2" };
    let mut game = entry.start(options, &mut StdRng::seed_from_u64(7)).unwrap();
    for _ in 0..5 {
        let token = game.legal().swap_remove(0);
        game.play(&token).unwrap();
    }
    game.push("resign:1").unwrap();
    json!({
        "id": id, "game": key, "options": options, "setup": game.setup(),
        "seats": [{"kind": "me"}, {"kind": "engine", "level": 3}],
        "steps": game.events(), "created": 1_700_000_000_000_i64, "ended": 1_700_000_600_000_i64,
    })
}

async fn own(client: &mut Client, name: &str) -> Vec<Value> {
    client.get(&format!("/api/records?player={name}")).await["records"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_game_of_each_kind_is_kept_once_unrated_and_for_its_owner_alone() {
    let server = Server::start().await;
    let (mut ada, mut bob) = (server.account("Ada").await, server.account("Bob").await);
    for (number, entry) in games::GAMES.iter().enumerate() {
        let key = entry.info().key;
        let game = game(key, &format!("l_game{number}"));
        let (status, kept) = ada.send("POST", "/api/records", Some(game.clone())).await;
        assert_eq!(status, 201, "{key}: {kept}");
        let (status, again) = ada.send("POST", "/api/records", Some(game.clone())).await;
        assert_eq!((status.as_u16(), &again), (200, &kept));
        let lines = own(&mut ada, "Ada").await;
        let line = lines.iter().find(|line| line["id"] == kept["id"]).expect("it is listed");
        assert_eq!(line["game"], key);
        assert_eq!(
            (&line["local"], &line["rated"], &line["by"]),
            (&json!(true), &json!(false), &json!("resign"))
        );
        assert_eq!((&line["ply"], &line["result"]), (&json!(5), &json!(["0", "1"])));
        assert_eq!(line["ended"], "2023-11-14T22:23:20Z");
        let record = text(&ada.get(&format!("/api/tables/{}/record", text(&kept["id"]))).await);
        assert!(record.contains("resign:1") && record.contains("[LevelB \"3\"]"), "{record}");
        // Nobody else can have it, nor finds it.
        let path = format!("/api/tables/{}/record", text(&kept["id"]));
        assert_eq!(bob.refused("GET", &path, None).await, (403, "table.private".to_owned()));
        assert_eq!(
            bob.refused("GET", &format!("{path}?invite="), None).await,
            (403, "table.private".to_owned())
        );
    }
    assert_eq!(own(&mut bob, "Ada").await, Vec::<Value>::new());
    assert_eq!(own(&mut ada, "Ada").await.len(), games::GAMES.iter().count());
    // The same game of another device's owner is another one.
    let (status, _) = bob.send("POST", "/api/records", Some(game("axiom", "l_game0"))).await;
    assert_eq!((status.as_u16(), own(&mut bob, "Bob").await.len()), (201, 1));
    // Also after a restart.
    let server = server.again().await;
    let mut ada = ada.at(&server);
    let id = text(&own(&mut ada, "Ada").await[0]["id"]);
    assert_eq!(ada.get(&format!("/api/tables/{id}")).await["state"], "over");
    server.stop().await;
}

#[tokio::test]
async fn what_the_rules_or_the_form_refuse_is_not_kept() {
    let server = Server::start().await;
    let mut ada = server.account("Ada").await;
    let fine = game("archimedes", "l_fine");
    let with = |name: &str, value: Value| {
        let mut game = fine.clone();
        game[name] = value;
        game
    };
    let steps = fine["steps"].as_array().unwrap();
    let endless: Vec<_> = (0..5_001).map(|_| &steps[0]).collect();
    let cases = [
        with("steps", json!(&steps[..5])),
        with("steps", json!([steps[0], steps[0]])),
        with("steps", json!(["no such action"])),
        with("steps", json!(["takeback:9"])),
        with("steps", json!(endless)),
        with("steps", json!([])),
        with("setup", json!("seats=3")),
        with("setup", json!("no such option=1")),
        with("options", json!("seats=3")),
        with("game", json!("chess")),
        with("id", json!("t_fine")),
        with("id", json!("l_")),
        with("seats", json!([{"kind": "me"}, {"kind": "open"}])),
        with("seats", json!([{"kind": "me"}, {"kind": "person", "name": "Bob"}])),
        with("seats", json!([{"kind": "engine", "level": 1}, {"kind": "engine", "level": 1}])),
        with("seats", json!([{"kind": "me"}, {"kind": "engine", "level": 9}])),
        with("rated", json!(true)),
        with("result", json!(["1", "0"])),
    ];
    for case in cases {
        let (status, answer) = ada.send("POST", "/api/records", Some(case.clone())).await;
        assert!((400..500).contains(&status.as_u16()), "{status} {answer}: {case}");
        assert_eq!(own(&mut ada, "Ada").await.len(), 0, "{case}");
    }
    // Times are what they can be.
    ada.post("/api/records", with("ended", json!(i64::MAX))).await;
    let day = text(&own(&mut ada, "Ada").await[0]["ended"]);
    assert!(day.starts_with("20"), "{day}");
    // Nobody and guests have no account to keep it in.
    let mut guest = server.person();
    let refused = guest.refused("POST", "/api/records", Some(fine.clone())).await;
    assert_eq!(refused, (403, "person.needs-account".to_owned()));
    let refused = server.nobody().refused("POST", "/api/records", Some(fine)).await;
    assert_eq!(refused, (401, "person.unknown".to_owned()));
    server.stop().await;
}

#[tokio::test]
async fn the_same_game_at_once_is_one() {
    let server = Server::start().await;
    let ada = server.account("Ada").await;
    let game = game("abraxas", "l_race");
    let sends = (0..6).map(|_| {
        let (mut tab, game) = (ada.clone(), game.clone());
        tokio::spawn(async move { tab.send("POST", "/api/records", Some(game)).await })
    });
    let mut ids = Vec::new();
    for sent in sends.collect::<Vec<_>>() {
        let (status, kept) = sent.await.unwrap();
        assert!(status.is_success(), "{status} {kept}");
        ids.push(text(&kept["id"]));
    }
    ids.sort();
    ids.dedup();
    assert_eq!((ids.len(), own(&mut ada.clone(), "Ada").await.len()), (1, 1));
    server.stop().await;
}

#[tokio::test]
async fn an_account_sends_so_many_and_keeps_so_many() {
    let database = Database::new().await;
    let server = Server::on(Config { rate: 0.02, ..config(&database.url) }).await;
    let mut ada = server.account("Ada").await;
    let mut kept = 0;
    for number in 0..8 {
        let sent = ada.send("POST", "/api/records", Some(game("archimedes", &format!("l_{number}")))).await;
        kept += usize::from(sent.0 == 201);
        assert!(sent.0 == 201 || sent.0 == 429, "{sent:?}");
    }
    assert_eq!(kept, 4, "a fiftieth of what an hour has");
    server.stop().await;
    let server = Server::on(config(&database.url)).await;
    let mut ada = ada.at(&server);
    // As if there had been a thousand for years.
    let many = "SELECT a.i + 10 * b.i + 100 * c.i AS i FROM digits a, digits b, digits c";
    database
        .execute(&format!(
            "WITH digits AS (SELECT 0 AS i UNION SELECT 1 UNION SELECT 2 UNION SELECT 3 UNION SELECT 4 UNION SELECT 5 \
             UNION SELECT 6 UNION SELECT 7 UNION SELECT 8 UNION SELECT 9) \
             INSERT INTO tables (id, game, options, seats, clock, reply_seconds, rated, private, owner, invite, state, \
             created, ended, result, origin) SELECT 't_old' || i, 'axiom', '', '[]', '{{\"kind\":\"none\"}}', 10, 0, 1, \
             (SELECT id FROM people WHERE name = 'Ada'), '', 'over', 1, i, '1 0', 'device' FROM ({many}) numbers"
        ))
        .await;
    ada.post("/api/records", game("archimedes", "l_last")).await;
    let count = "SELECT COUNT(*) FROM tables WHERE origin = 'device'";
    assert_eq!(database.scalar(count).await, 1_000);
    let oldest = "SELECT COUNT(*) FROM tables WHERE id IN ('t_old0', 't_old1', 't_old2', 't_old3', 't_old4')";
    assert_eq!(database.scalar(oldest).await, 0);
    assert_eq!(own(&mut ada, "Ada").await.len(), 5);
    server.stop().await;
}
