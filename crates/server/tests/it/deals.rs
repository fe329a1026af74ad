//! Deals that nobody chooses: who adds to them, and where the owner of a table set something up by hand.

use serde_json::{Value, json};

use crate::support::{Client, Server, Socket, text, until};

/// What was revealed at the end of a game of this table, once its first seat has given up.
async fn revealed(client: &mut Client, table: &str) -> Value {
    let mut socket = client.open(table, "").await;
    until("the game starts", async || {
        let table = client.get(&format!("/api/tables/{table}")).await;
        (table["state"] == "live").then_some(())
    })
    .await;
    end(&mut socket).await
}

async fn end(socket: &mut Socket) -> Value {
    socket.say(json!({"type": "resign", "seat": 1})).await;
    let over = socket.hear_event("over").await;
    let (reveal, setup) = (over["event"]["reveal"].clone(), text(&over["view"]["setup"]));
    let hex = |value: &Value| -> Vec<u8> {
        let hex = text(value);
        (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect()
    };
    let secret = hex(&reveal["secret"]).try_into().unwrap();
    let nonces: Vec<_> = reveal["nonces"].as_array().unwrap().iter().map(hex).collect();
    let entry = games::GAMES.get("ascension").unwrap();
    let commitment = text(&over["table"]["commitment"]);
    assert_eq!(engine::fair::verify(entry, &commitment, &secret, &nonces, &setup), Ok(()));
    reveal["nonces"].clone()
}

fn wish(seats: &Value, gives_nonce: bool) -> Value {
    json!({"game": "ascension", "setup": "seats=2", "seats": seats, "gives_nonce": gives_nonce})
}

#[tokio::test]
async fn every_seat_adds_to_the_deal() {
    let server = Server::start().await;
    let mut one = server.person();
    // An engine adds its number, and so does whoever gives nothing.
    let engine = json!([{"kind": "me"}, {"kind": "engine", "level": 1}]);
    let (id, _) = one.table(wish(&engine, false)).await;
    assert_eq!(revealed(&mut one, &id).await, json!(["01", "02"]));
    // The maker knows the commitment first.
    let (id, _) = one.table(wish(&json!([{"kind": "me"}, {"kind": "open"}]), true)).await;
    let table = one.get(&format!("/api/tables/{id}")).await;
    assert_eq!(table["seats"][0]["nonce_due"], true, "{table}");
    let add = |nonce: &str| Some(json!({"nonce": nonce}));
    let path = format!("/api/tables/{id}/nonce");
    for odd in ["a", "abc", "AB", "xy", "", &"ab".repeat(65)] {
        let refused = one.refused("POST", &path, add(odd)).await;
        assert_eq!(refused, (422, "table.nonce".to_owned()), "{odd}");
        let sit = json!({"seat": 2, "nonce": odd});
        let mut two = server.person();
        if !odd.is_empty() {
            let refused = two.refused("POST", &format!("/api/tables/{id}/sit"), Some(sit)).await;
            assert_eq!(refused, (422, "table.nonce".to_owned()), "{odd}");
        }
    }
    let mut two = server.person();
    assert_eq!(two.refused("POST", &path, add("cd")).await.0, 422, "whoever sits nowhere adds nothing");
    one.post(&path, json!({"nonce": "c0ffee"})).await;
    assert_eq!(one.refused("POST", &path, add("cd")).await.0, 422, "once is enough");
    two.sit(&id, 2, "").await;
    assert_eq!(revealed(&mut one, &id).await, json!(["c0ffee", "ab"]));
    // Whoever says that they will and does not, keeps nobody waiting for long.
    let (id, _) = one.table(wish(&json!([{"kind": "me"}, {"kind": "device"}]), true)).await;
    assert_eq!(revealed(&mut one, &id).await, json!(["01", "02"]));
    server.stop().await;
}

#[tokio::test]
async fn the_first_of_a_team_adds_to_the_deal_also_after_a_restart() {
    let server = Server::start().await;
    let mut one = server.person();
    let (id, _) = one.table(wish(&json!([{"kind": "me"}, {"kind": "team"}]), true)).await;
    // Enough people that the order of their ids is not that of their coming.
    let mut team: Vec<_> = (0..4).map(|_| server.person()).collect();
    let (first, others) = team.split_first_mut().unwrap();
    let sit = |nonce: &str| json!({"seat": 2, "nonce": nonce});
    let path = format!("/api/tables/{id}/sit");
    first.post(&path, sit("f0")).await;
    for other in others.iter_mut() {
        other.post(&path, sit("0f")).await;
    }
    let order = |table: &Value| table["seats"][1]["people"].clone();
    let before = order(&one.get(&format!("/api/tables/{id}")).await);
    let server = server.again().await;
    let mut one = one.at(&server);
    assert_eq!(order(&one.get(&format!("/api/tables/{id}")).await), before);
    one.post(&format!("/api/tables/{id}/nonce"), json!({"nonce": "0e"})).await;
    assert_eq!(revealed(&mut one, &id).await, json!(["0e", "f0"]));
    server.stop().await;
}

#[tokio::test]
async fn what_the_owner_set_up_is_told_and_never_rated() {
    let server = Server::start().await;
    let mut one = server.account("Ada").await;
    let deal = text(
        &one.post("/api/position", json!({"game": "ascension", "setup": "seats=2", "viewer": 0})).await["view"]
            ["setup"],
    );
    let position = one.post("/api/position", json!({"game": "archimedes", "setup": "seats=2"})).await;
    let from = format!("seats=2;from={}", text(&position["position"]));
    let sheet = "sheet=9/9/2o1o1o2/9/2o1o1o2/9/2o1o1o2/9/9".to_owned();
    let clock = json!({"kind": "days", "days": 3});
    let seats = json!([{"kind": "me"}, {"kind": "open"}]);
    for (game, setup, by_hand) in [
        ("ascension", deal, true),
        ("archimedes", from, true),
        ("abraxas", sheet, true),
        ("abraxas", "sheet=3".to_owned(), false),
        ("axiom", "start=main".to_owned(), false),
        ("ascension", "seats=2".to_owned(), false),
    ] {
        let mut wish = json!({"game": game, "setup": setup, "seats": seats, "clock": clock});
        let (id, _) = one.table(wish.clone()).await;
        assert_eq!(one.get(&format!("/api/tables/{id}")).await["by_hand"], by_hand, "{game} {setup}");
        wish["rated"] = json!(true);
        if by_hand {
            let refused = one.refused("POST", "/api/tables", Some(wish)).await;
            assert_eq!(refused, (422, "table.not-rateable".to_owned()), "{game} {setup}");
        } else {
            one.table(wish).await;
        }
    }
    let untimed = json!({"game": "axiom", "seats": seats, "rated": true});
    assert_eq!(one.refused("POST", "/api/tables", Some(untimed)).await.1, "table.not-rateable");
    server.stop().await;
}

#[tokio::test]
async fn nobody_is_rated_against_their_own_bot() {
    let server = Server::start().await;
    let mut owner = server.account("Ada").await;
    let mut bots = Vec::new();
    for name in ["Bot one", "Bot two"] {
        let token = text(&owner.post("/api/bots", json!({"name": name})).await["token"]);
        let mut bot = server.nobody();
        bot.token = Some(token);
        bots.push(bot);
    }
    let wish = json!({"game": "axiom", "seats": [{"kind": "me"}, {"kind": "open"}], "rated": true,
        "clock": {"kind": "days", "days": 1}});
    let sit = json!({"seat": 2});
    let (of_owner, _) = owner.table(wish.clone()).await;
    let (of_bot, _) = bots[0].table(wish).await;
    for (client, table) in [(0, &of_owner), (1, &of_owner), (1, &of_bot)] {
        let refused =
            bots[client].refused("POST", &format!("/api/tables/{table}/sit"), Some(sit.clone())).await;
        assert_eq!(refused, (422, "table.not-rateable".to_owned()));
    }
    let path = format!("/api/tables/{of_bot}/sit");
    assert_eq!(owner.refused("POST", &path, Some(sit.clone())).await.1, "table.not-rateable");
    let mut other = server.account("Bo").await;
    other.post(&path, sit).await;
    server.stop().await;
}
