//! What was played in finished games: the counts are those of the records.

use std::collections::BTreeMap;

use engine::{AnyGame, lud, mix::mix};
use rand::{SeedableRng, rngs::StdRng};
use serde_json::{Value, json};

use crate::support::{Client, Database, Server, config, text, until};

/// Times, won, shared.
type Count = (u64, u64, u64);

/// Plays a game at one screen, of which a number decides the course; a seat gives up unless the game is to go on.
async fn play(client: &mut Client, game: &str, setup: &str, number: u64, wish: Value) -> String {
    let mut body = json!({"game": game, "setup": setup, "seats": [{"kind": "me"}, {"kind": "device"}]});
    body.as_object_mut().unwrap().extend(wish.as_object().unwrap().clone());
    let goes_on = body.as_object_mut().unwrap().remove("goes_on").is_some();
    let id = client.table(body).await.0;
    let mut socket = client.open(&id, "").await;
    let mut view = socket.hear_type("state").await["view"].clone();
    for ply in 0..5 {
        let legal = view["legal"].as_array().unwrap();
        // Few ways, so that games go the same way for a while.
        let token = text(&legal[(mix(number * 8 + ply) % 3) as usize * (legal.len() - 1) / 2]["t"]);
        let act = json!({"type": "act", "ply": ply, "seat": view["turn"]["seat"], "t": token});
        socket.say(act).await;
        view = socket.hear_event("action").await["view"].clone();
    }
    if !goes_on {
        assert_eq!(socket.ask(json!({"type": "resign", "seat": 1 + number % 2})).await["type"], "ack");
    }
    id
}

/// Waits until every game that has ended is counted.
async fn counted(server: &Server) {
    until("the games are counted", async || {
        server.app.store.unexplored().await.unwrap().is_empty().then_some(())
    })
    .await;
}

fn start(game: &str, setup: &str) -> Box<dyn AnyGame> {
    games::GAMES.get(game).unwrap().start(setup, &mut StdRng::seed_from_u64(1)).unwrap()
}

/// What the records say, by the canonical keys before and after each action.
fn plain_count(records: &str) -> BTreeMap<(u64, u64), Count> {
    let mut counts: BTreeMap<(u64, u64), Count> = BTreeMap::new();
    for record in lud::read(records).unwrap() {
        let end = record.replay(games::GAMES).unwrap();
        let mut game = start(end.info().key, &end.setup());
        for token in end.moves() {
            let (before, seat) = (game.canonical_key(), game.turn().seat().unwrap());
            game.play(&token).unwrap();
            let count = counts.entry((before, game.canonical_key())).or_default();
            let share = end.turn().outcome().unwrap().share(seat);
            *count = (
                count.0 + 1,
                count.1 + u64::from(share == 1.0),
                count.2 + u64::from(share > 0.0 && share < 1.0),
            );
        }
    }
    counts
}

/// What the server says of every position of these records, by the same keys.
async fn answers(client: &mut Client, records: &str) -> BTreeMap<(u64, u64), Count> {
    let mut counts = BTreeMap::new();
    for record in lud::read(records).unwrap() {
        let end = record.replay(games::GAMES).unwrap();
        let (key, setup) = (end.info().key, end.setup());
        for ply in 0..end.ply() {
            let moves = end.moves()[..ply].to_vec();
            let mut game = start(key, &setup);
            moves.iter().for_each(|token| game.play(token).unwrap());
            let asked = json!({"game": key, "setup": setup, "moves": moves});
            let explored = client.post("/api/explore", asked).await;
            assert_eq!(explored["counted"], true);
            let actions = explored["actions"].as_array().unwrap();
            assert!(actions.is_sorted_by(|a, b| a["times"].as_u64() >= b["times"].as_u64()), "{explored}");
            for action in actions {
                let mut next = game.boxed_clone();
                next.play(action["t"].as_str().unwrap()).unwrap();
                let number = |name: &str| action[name].as_u64().unwrap();
                let count = (number("times"), number("won"), number("shared"));
                counts.insert((game.canonical_key(), next.canonical_key()), count);
            }
        }
    }
    counts
}

#[tokio::test]
async fn the_counts_are_those_of_the_records_and_can_be_counted_anew() {
    let server = Server::start().await;
    let mut ada = server.person();
    for number in 0..6 {
        for (game, setup) in [("archimedes", "seats=2"), ("abraxas", ""), ("axiom", "edition=2008")] {
            play(&mut ada, game, setup, number, json!({})).await;
        }
    }
    counted(&server).await;
    let records = text(&ada.get("/api/records/archive").await);
    let plain = plain_count(&records);
    assert!(plain.values().any(|count| count.0 > 2 && count.1 > 0), "games go the same way for a while");
    assert_eq!(answers(&mut ada, &records).await, plain);
    server.app.store.explore_anew().await.unwrap();
    counted(&server).await;
    assert_eq!(answers(&mut ada, &records).await, plain);
    server.stop().await;
}

#[tokio::test]
async fn games_that_run_or_are_private_do_not_count() {
    let server = Server::start().await;
    let mut ada = server.person();
    play(&mut ada, "archimedes", "seats=2", 1, json!({"goes_on": true})).await;
    play(&mut ada, "archimedes", "seats=2", 2, json!({"private": true})).await;
    let id = play(&mut ada, "archimedes", "seats=2", 3, json!({})).await;
    counted(&server).await;
    let asked = json!({"game": "archimedes", "setup": "seats=2"});
    let explored = ada.post("/api/explore", asked).await;
    let actions = explored["actions"].as_array().unwrap();
    assert_eq!(actions.len(), 1, "{explored}");
    assert_eq!((&actions[0]["times"], &actions[0]["example"]), (&json!(1), &json!(id)));
    // A table that an operator deletes is no example any more.
    server.app.store.delete_table(&id).await.unwrap();
    let explored = ada.post("/api/explore", json!({"game": "archimedes", "setup": "seats=2"})).await;
    assert_eq!(explored["actions"][0]["example"], Value::Null);
    server.stop().await;
}

#[tokio::test]
async fn who_and_when_can_be_asked_for() {
    let server = Server::start().await;
    let mut ada = server.person();
    play(&mut ada, "archimedes", "seats=2", 1, json!({})).await;
    counted(&server).await;
    let mut times = async |wish: Value| {
        let mut asked = json!({"game": "archimedes", "setup": "seats=2"});
        asked.as_object_mut().unwrap().extend(wish.as_object().unwrap().clone());
        let (_, answer) = ada.send("POST", "/api/explore", Some(asked)).await;
        let actions = answer["actions"].as_array();
        actions.map(|actions| actions.iter().map(|action| action["times"].as_u64().unwrap()).sum::<u64>())
    };
    assert_eq!(times(json!({"by": {"kind": "people"}})).await, Some(1));
    assert_eq!(times(json!({"by": {"kind": "engines"}})).await, Some(0));
    assert_eq!(times(json!({"by": {"kind": "rated", "least": 1500, "below": 1700}})).await, Some(0));
    assert_eq!(times(json!({"from": "2020-01", "to": "2999-12"})).await, Some(1));
    assert_eq!(times(json!({"to": "2020-01"})).await, Some(0));
    for bad in [
        json!({"from": "yesterday"}),
        json!({"to": "2026-13"}),
        json!({"to": "2026-11-01"}),
        json!({"by": "me"}),
    ] {
        assert_eq!(times(bad).await, None);
    }
    server.stop().await;
}

#[tokio::test]
async fn where_every_deal_is_another_stages_are_counted() {
    let server = Server::start().await;
    let mut ada = server.person();
    let asked = json!({"game": "ascension", "setup": "seats=2"});
    let before = ada.post("/api/explore", asked.clone()).await;
    assert_eq!((&before["counted"], &before["stages"][0]["times"]), (&json!(true), &json!(0)));
    for resigns in [1, 2, 1] {
        let seats = json!([{"kind": "me"}, {"kind": "device"}]);
        let id = ada.table(json!({"game": "ascension", "setup": "seats=2", "seats": seats})).await.0;
        let mut socket = ada.open(&id, "").await;
        socket.hear_type("state").await;
        assert_eq!(socket.ask(json!({"type": "act", "ply": 0, "seat": 1, "t": "^b2"})).await["type"], "ack");
        assert_eq!(socket.ask(json!({"type": "resign", "seat": resigns})).await["type"], "ack");
    }
    counted(&server).await;
    let explored = ada.post("/api/explore", asked).await;
    assert_eq!(explored["actions"], json!([]));
    // The first seat of three games has stood at the lowest height, and won one of them; the second had no turn.
    let lowest = &explored["stages"][0];
    assert_eq!(
        (&lowest["stage"]["here"], &lowest["times"], &lowest["won"]),
        (&json!(true), &json!(3), &json!(1)),
        "{explored}"
    );
    server.stop().await;
}

#[tokio::test]
async fn whoever_is_deleted_leaves_no_name_and_the_counts_stay() {
    let server = Server::start().await;
    let mut ada = server.account("Ada").await;
    let mut bob = server.person();
    play(&mut ada, "archimedes", "seats=2", 1, json!({})).await;
    counted(&server).await;
    let deletion = json!({"password": "correct horse"});
    let (status, answer) = ada.send("DELETE", "/api/me", Some(deletion)).await;
    assert!(status.is_success(), "{answer}");
    let explored = bob.post("/api/explore", json!({"game": "archimedes", "setup": "seats=2"})).await;
    assert_eq!(explored["actions"][0]["times"], 1);
    assert!(!explored.to_string().contains("Ada"), "{explored}");
    let example = text(&explored["actions"][0]["example"]);
    let record = bob.get(&format!("/api/tables/{example}/record")).await;
    assert!(!record.to_string().contains("Ada"), "{record}");
    server.stop().await;
}

#[tokio::test]
#[ignore = "several processes share a PostgreSQL"]
async fn several_processes_count_every_game_once() {
    let database = Database::new().await;
    let (one, two) = (Server::on(config(&database.url)).await, Server::on(config(&database.url)).await);
    let mut ada = one.person();
    for number in 0..6 {
        play(&mut ada, "archimedes", "seats=2", number, json!({})).await;
    }
    for _ in 0..3 {
        one.app.store.explore_anew().await.unwrap();
        counted(&two).await;
        let explored = ada.post("/api/explore", json!({"game": "archimedes", "setup": "seats=2"})).await;
        let times =
            explored["actions"].as_array().unwrap().iter().map(|action| action["times"].as_u64().unwrap());
        assert_eq!(times.sum::<u64>(), 6, "{explored}");
    }
    one.stop().await;
    two.stop().await;
}
