//! Ended means ended, and forgotten means forgotten: in all processes, in the database and in memory.

use serde_json::{Value, json};
use server::{backup::backup, metrics::Metrics, store::Store};

use crate::support::{Client, Database, Server, choice, config, text, until};

/// The processes that this database may have: two, or on SQLite one.
async fn processes(database: &Database) -> Vec<Server> {
    let mut servers = vec![Server::on(config(&database.url)).await];
    if database.url.starts_with("postgres") {
        servers.push(Server::on(config(&database.url)).await);
    }
    servers
}

async fn table(client: &mut Client, seats: Value) -> (String, String) {
    client.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats})).await
}

#[tokio::test]
async fn whoever_is_sent_away_is_gone_at_once() {
    let database = Database::new().await;
    let servers = processes(&database).await;
    let (here, there) = (&servers[0], servers.last().unwrap());
    let operator = Store::open(&database.url, Box::leak(Box::<Metrics>::default())).await.unwrap();
    let mut watcher = here.person();
    let (id, _) = table(&mut watcher, json!([{"kind": "me"}, {"kind": "open"}])).await;
    let credentials = json!({"name": "Ada", "password": "correct horse"});
    here.account("Ada").await;
    for way in ["logout", "session", "password", "reset", "bot", "ban", "delete"] {
        let mut ada = here.nobody();
        let mut elsewhere = here.nobody();
        let password = if way == "ban" || way == "delete" { "battery staple" } else { "correct horse" };
        let login = json!({"name": "Ada", "password": password});
        ada.post("/api/login", login.clone()).await;
        elsewhere.post("/api/login", login).await;
        let mut bot = here.nobody();
        let made = ada.post("/api/bots", json!({"name": format!("Robo {way}")})).await;
        bot.token = Some(text(&made["token"]));
        let mut sockets = Vec::new();
        for server in &servers {
            let own = if way == "logout" { &ada } else { &elsewhere };
            let who = if way == "bot" { &bot } else { own };
            sockets.push(who.at(server).open(&id, "").await);
            if way == "ban" || way == "delete" {
                // Bots go with their owner.
                sockets.push(bot.at(server).open(&id, "").await);
            }
        }
        for socket in &mut sockets {
            socket.hear_type("state").await;
        }
        match way {
            "logout" => drop(ada.send("POST", "/api/logout", Some(json!({}))).await),
            "session" => {
                let sessions = ada.get("/api/sessions").await;
                for session in sessions.as_array().unwrap() {
                    if session["current"] == false {
                        let path = format!("/api/sessions/{}", text(&session["id"]));
                        assert_eq!(ada.send("DELETE", &path, None).await.0, 204);
                    }
                }
            }
            "password" => {
                let body = json!({"old": "correct horse", "new": "correct horse"});
                assert_eq!(ada.send("POST", "/api/password", Some(body)).await.0, 204);
            }
            "reset" => operator.reset_password("Ada", "battery staple".to_owned()).await.unwrap(),
            "bot" => {
                let path = format!("/api/bots/{}", text(&made["id"]));
                assert_eq!(ada.send("DELETE", &path, None).await.0, 204);
            }
            "ban" => operator.ban("Ada", true).await.unwrap(),
            _ => {
                let body = json!({"password": "battery staple"});
                assert_eq!(ada.send("DELETE", "/api/me", Some(body)).await.0, 204);
            }
        }
        for socket in &mut sockets {
            while socket.hear_any().await.is_some() {}
        }
        let refused = match way {
            "bot" | "delete" => bot.at(there).refused("GET", "/api/me", None).await,
            "ban" => {
                assert_eq!(bot.at(there).refused("GET", "/api/me", None).await.1, "person.banned");
                ada.at(there).refused("GET", "/api/me", None).await
            }
            "logout" => ada.at(there).refused("GET", "/api/me", None).await,
            _ => elsewhere.at(there).refused("GET", "/api/me", None).await,
        };
        let key = match way {
            "bot" | "delete" => "person.bad-token",
            "ban" => "person.banned",
            _ => "person.unknown",
        };
        assert_eq!(refused.1, key, "{way}");
        if way == "ban" {
            operator.ban("Ada", false).await.unwrap();
            assert_eq!(bot.at(there).get("/api/me").await["kind"], "bot");
        }
        if way == "bot" {
            // The next ones know the new password already.
            operator.reset_password("Ada", "battery staple".to_owned()).await.unwrap();
        }
        if way == "reset" {
            operator.reset_password("Ada", text(&credentials["password"])).await.unwrap();
        }
    }
    operator.close().await;
    for server in servers {
        server.stop().await;
    }
}

/// Everything that the database holds, as text.
async fn everything(url: &str) -> String {
    let store = Store::open(url, Box::leak(Box::<Metrics>::default())).await.unwrap();
    let mut file = Vec::new();
    backup(&store, &mut file).await.unwrap();
    store.close().await;
    String::from_utf8(file).unwrap()
}

#[tokio::test]
async fn nothing_is_told_any_more_of_whoever_wants_to_be_forgotten() {
    const NAMES: [&str; 3] = ["Lovelace", "Guestling", "Analytical"];
    const WORDS: [&str; 2] = ["as an account", "as a guest"];
    let database = Database::new().await;
    let servers = processes(&database).await;
    let (here, there) = (&servers[0], servers.last().unwrap());
    let knows = |told: &str| NAMES.iter().chain(&WORDS).find(|word| told.contains(**word)).copied();
    for kind in ["account", "guest"] {
        let (mut ada, mut bob) = (here.person(), there.person());
        ada.send("PATCH", "/api/me", Some(json!({"name": "Guestling"}))).await;
        // She has sat down and got up again, and was sent away, and talked, as a guest and later as an account.
        let (left, _) = table(&mut bob, json!([{"kind": "me"}, {"kind": "open"}])).await;
        ada.sit(&left, 2, "").await;
        let (id, _) = table(&mut bob, json!([{"kind": "me"}, {"kind": "open"}])).await;
        ada.open(&id, "").await.ask(json!({"type": "chat", "text": WORDS[1]})).await;
        let mut reserved = None;
        if kind == "account" {
            ada.post("/api/register", json!({"name": "Lovelace", "password": "correct horse"})).await;
            let (_, made) = ada.send("POST", "/api/bots", Some(json!({"name": "Analytical"}))).await;
            assert!(made["token"].is_string());
            let seats = json!([{"kind": "me"}, {"kind": "person", "name": "LOVELACE"}]);
            reserved = Some(table(&mut bob, seats).await.0);
        }
        ada.sit(&id, 2, "").await;
        ada.open(&id, "").await.ask(json!({"type": "chat", "text": WORDS[0]})).await;
        let mut watching = bob.open(&id, "").await;
        let state = watching.hear_type("state").await;
        assert!(knows(&state.to_string()).is_some(), "{state}");
        let n = state["n"].as_i64().unwrap();
        let whom = ada.get("/api/me").await["id"].clone();
        assert!(ada.get("/api/tables?mine=true").await.to_string().contains(text(&whom).as_str()));
        assert!(knows(&everything(&database.url).await).is_some());
        let deletion = if kind == "account" { json!({"password": "correct horse"}) } else { json!({}) };
        let (status, told) = ada.send("DELETE", "/api/me", Some(deletion)).await;
        assert_eq!(status, 204, "{told}");
        assert_eq!(knows(&everything(&database.url).await), None, "{kind}: the database knows nothing");
        // Those who look on are told the table anew, and whoever asks or comes back hears nothing of it either.
        loop {
            let state = watching.hear_type("state").await.to_string();
            if knows(&state).is_none() {
                break;
            }
        }
        for server in &servers {
            let mut bob = bob.at(server);
            until("no list tells of her", async || {
                let told = bob.get("/api/tables").await.to_string()
                    + &bob.get("/api/tables?mine=true").await.to_string();
                knows(&told).is_none().then_some(())
            })
            .await;
            for query in [String::new(), format!("?since={}", n - 1)] {
                let mut again = bob.open(&id, &query).await;
                again.hear().await;
                assert_eq!(knows(&again.heard.concat()), None, "{kind}");
            }
            assert_eq!(knows(&text(&bob.get(&format!("/api/tables/{id}/record")).await)), None, "{kind}");
            let mut lobby = bob.lobby().await;
            lobby.hear_type("tables").await;
            assert_eq!(knows(&lobby.heard.concat()), None, "{kind}");
        }
        // The seat that was kept for her is anybody's who is let in, and no account of the same name takes it over.
        if let Some(reserved) = reserved {
            assert_eq!(bob.get(&format!("/api/tables/{reserved}")).await["seats"][1]["kind"], "open");
        }
        // The game itself goes on.
        let t = choice(&watching_state(&mut bob, &id).await);
        let mut socket = bob.open(&id, "").await;
        assert_eq!(socket.ask(json!({"type": "act", "ply": 0, "seat": 1, "t": t})).await["type"], "ack");
        socket.ask(json!({"type": "resign", "seat": 1})).await;
        assert_eq!(ada.refused("GET", "/api/me", None).await.0, 401, "{kind}: she is nobody now");
    }
    for server in servers {
        server.stop().await;
    }
}

async fn watching_state(client: &mut Client, id: &str) -> Value {
    client.open(id, "").await.hear_type("state").await["view"].clone()
}

#[tokio::test]
async fn an_export_has_all_that_is_kept() {
    let server = Server::start().await;
    let mut ada = server.person();
    let (id, _) = table(&mut ada, json!([{"kind": "me"}, {"kind": "device"}])).await;
    let mut socket = ada.open(&id, "").await;
    socket.ask(json!({"type": "chat", "text": "as a \"guest\""})).await;
    let guest = ada.get("/api/me").await["id"].clone();
    server.account("Ada").await;
    ada.post("/api/login", json!({"name": "Ada", "password": "correct horse"})).await;
    let mut socket = ada.open(&id, "").await;
    socket.ask(json!({"type": "chat", "text": "as an account"})).await;
    ada.post("/api/bots", json!({"name": "Robo"})).await;
    let record = "[Game \"archimedes\"]\n[Setup \"seats=2\"]\n\n";
    ada.post("/api/analysis", json!({"record": record})).await;
    let export = ada.get("/api/me/export").await;
    assert_eq!(export["me"]["name"], "Ada");
    assert!(text(&export["created"]).starts_with("20"), "{export}");
    assert_eq!(export["guests"], json!([guest]));
    assert_eq!(export["sessions"].as_array().unwrap().len(), 2);
    assert_eq!(export["bots"][0]["name"], "Robo");
    assert_eq!(export["analyses"].as_array().unwrap().len(), 1);
    let mut said: Vec<_> =
        export["said"].as_array().unwrap().iter().map(|line| text(&line["text"])).collect();
    said.sort();
    assert_eq!(said, ["as a \"guest\"", "as an account"]);
    assert!(text(&export["records"]).contains(&id), "the running game too: {export}");
    assert!(export["ratings"].is_array() && export["history"].is_array());
    server.stop().await;
}
