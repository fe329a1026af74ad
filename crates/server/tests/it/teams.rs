//! Teams and running games: what those at a table decide among themselves, and what the engine tells nobody.

use serde_json::{Value, json};

use crate::support::{Client, Server, Socket, choice, text, until};

#[tokio::test]
async fn a_team_that_plays_lets_people_in_or_not() {
    let server = Server::start().await;
    let (mut one, mut first, mut second) = (server.person(), server.person(), server.person());
    let seats = json!([{"kind": "me"}, {"kind": "team"}]);
    let (id, _) = one.table(json!({"game": "ascension", "setup": "seats=2", "seats": seats})).await;
    first.sit(&id, 2, "").await;
    let mut captain = first.open(&id, "").await;
    captain.hear_type("state").await;
    // A stranger neither sits down nor sees as the team sees.
    let path = format!("/api/tables/{id}/sit");
    let refused = second.refused("POST", &path, Some(json!({"seat": 2}))).await;
    assert_eq!(refused, (409, "table.let-in".to_owned()));
    let mut stranger = second.open(&id, "").await;
    assert_eq!(stranger.hear_type("state").await["viewing"], Value::Null);
    let me = text(&second.get("/api/me").await["id"]);
    let admit = |yes: bool| json!({"type": "admit", "seat": 2, "person": me, "yes": yes});
    assert_eq!(stranger.refusal(admit(true)).await, "table.not-your-seat");
    assert_eq!(captain.refusal(admit(true)).await, "table.no-offer", "nobody is let in who did not ask");
    let ask = json!({"type": "ask", "seat": 2});
    assert_eq!(stranger.refusal(json!({"type": "ask", "seat": 1})).await, "table.seat-taken");
    assert_eq!(stranger.ask(ask.clone()).await["type"], "ack");
    assert_eq!(stranger.refusal(ask.clone()).await, "table.asked");
    assert_eq!(captain.hear_event("ask").await["event"]["person"]["id"], me.as_str());
    assert_eq!(captain.ask(admit(false)).await["type"], "ack");
    assert_eq!(stranger.hear_event("turn_away").await["viewing"], Value::Null);
    assert_eq!(stranger.ask(ask).await["type"], "ack");
    assert_eq!(captain.ask(admit(true)).await["type"], "ack");
    assert_eq!(stranger.hear_event("sit").await["viewing"], 2);
    // Who is let in plays, but gives nothing up for the others and lets nobody in.
    assert_eq!(stranger.refusal(json!({"type": "resign", "seat": 2})).await, "table.not-captain");
    assert_eq!(stranger.refusal(json!({"type": "offer", "what": "draw"})).await, "table.not-captain");
    assert_eq!(stranger.refusal(admit(true)).await, "table.not-captain");
    // Also after a restart.
    let server = server.again().await;
    let mut stranger = second.at(&server).open(&id, "").await;
    assert_eq!(stranger.hear_type("state").await["viewing"], 2);
    assert_eq!(stranger.refusal(json!({"type": "resign", "seat": 2})).await, "table.not-captain");
    let mut captain = first.at(&server).open(&id, "").await;
    assert_eq!(captain.ask(json!({"type": "resign", "seat": 2})).await["type"], "ack");
    server.stop().await;
}

/// Plays a few actions on all seats of a table; what was played, and where the game is.
async fn played(
    client: &mut Client,
    game: &str,
    setup: &str,
    plies: u64,
) -> (String, Socket, Vec<String>, Value) {
    let seats = json!([{"kind": "me"}, {"kind": "device"}]);
    let (id, _) = client.table(json!({"game": game, "setup": setup, "seats": seats, "private": true})).await;
    let mut socket = client.open(&id, "").await;
    let mut view = socket.hear_type("state").await["view"].clone();
    let mut moves = Vec::new();
    for ply in 0..plies {
        let seat = view["turn"]["seat"].clone();
        if view["legal"].as_array().unwrap().is_empty() {
            socket.say(json!({"type": "look", "seat": seat})).await;
            view = socket.hear_type("state").await["view"].clone();
        }
        let t = choice(&view);
        socket.say(json!({"type": "act", "ply": ply, "seat": seat, "t": t})).await;
        view = socket.hear_event("action").await["view"].clone();
        moves.push(t);
    }
    (id, socket, moves, view)
}

#[tokio::test]
async fn the_engine_tells_nobody_of_a_running_game_in_any_way() {
    let server = Server::start().await;
    let (mut one, mut two) = (server.person(), server.person());
    // On PostgreSQL another process is asked.
    let other = match std::env::var(crate::postgres::VARIABLE) {
        Ok(_) => Some(Server::on(server.app.config.clone()).await),
        Err(_) => None,
    };
    if let Some(other) = &other {
        two = two.at(other);
    }
    for (game, setup) in [("abraxas", ""), ("archimedes", "seats=2"), ("axiom", "")] {
        let (id, mut socket, moves, view) = played(&mut one, game, setup, 5).await;
        let setup = text(&view["setup"]);
        let position = |moves: Vec<String>| json!({"game": game, "setup": setup, "moves": moves});
        let shown = two.post("/api/position", position(moves.clone())).await;
        let from = |shown: &Value| format!("{setup};from={}", text(&shown["position"]));
        let evaluate = |setup: String| Some(json!({"game": game, "setup": setup, "seconds": 0.05}));
        let running = (409, "table.running".to_owned());
        // The position itself, by hand; one action from it; the record with an end of the asker's own.
        assert_eq!(two.refused("POST", "/api/evaluate", evaluate(from(&shown))).await, running, "{game}");
        for legal in shown["view"]["legal"].as_array().unwrap().iter().take(3) {
            let mut next = moves.clone();
            next.push(text(&legal["t"]));
            let next = two.post("/api/position", position(next)).await;
            if next["view"]["turn"]["over"].is_null() {
                let refused = two.refused("POST", "/api/evaluate", evaluate(from(&next))).await;
                assert_eq!(refused, running, "{game} after {legal}");
            }
        }
        let record = format!(
            "[Game \"{game}\"]\n[Setup \"{setup}\"]\n\n{} resign:1\n",
            moves.iter().map(|t| format!("{t} ")).collect::<String>()
        );
        assert_eq!(two.refused("POST", "/api/analysis", Some(json!({"record": record}))).await, running);
        // A finished game is everybody's.
        socket.ask(json!({"type": "resign", "seat": 1})).await;
        two.post("/api/evaluate", evaluate(from(&shown)).unwrap()).await;
        let job = one.post("/api/analysis", json!({"table": id})).await;
        until("the analysis ends", async || {
            let analysis = one.get(&format!("/api/analysis/{}", text(&job["job"]))).await;
            assert_ne!(analysis["state"], "failed", "{analysis}");
            (analysis["state"] == "done").then_some(())
        })
        .await;
    }
    if let Some(other) = other {
        other.stop().await;
    }
    server.stop().await;
}

#[tokio::test]
async fn nor_of_one_with_hidden_faces() {
    let server = Server::start().await;
    let (mut one, mut two) = (server.person(), server.person());
    let usual = json!({"game": "ascension", "setup": "seats=2", "viewer": 0});
    let setup = text(&two.post("/api/position", usual).await["view"]["setup"]);
    let (_, mut socket, moves, _) = played(&mut one, "ascension", &setup, 5).await;
    // What everybody may know, whatever faces the asker puts behind it.
    let shown = two.post("/api/position", json!({"game": "ascension", "setup": setup, "moves": moves})).await;
    let setup = format!("seats=2;from={}", text(&shown["position"]));
    let evaluate = json!({"game": "ascension", "setup": setup, "seconds": 0.05});
    assert_eq!(two.refused("POST", "/api/evaluate", Some(evaluate.clone())).await.1, "table.running");
    socket.ask(json!({"type": "resign", "seat": 1})).await;
    two.post("/api/evaluate", evaluate).await;
    server.stop().await;
}
