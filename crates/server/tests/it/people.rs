//! Guests, accounts, sessions, bots, ratings.

use serde_json::{Value, json};

use crate::support::{Server, choice, text, until};

#[tokio::test]
async fn a_guest_becomes_an_account_and_keeps_the_games() {
    let server = Server::start().await;
    let mut one = server.person();
    let me = one.get("/api/me").await;
    assert_eq!(me["kind"], "guest");
    assert_eq!(one.get("/api/me").await, me, "the cookie says who it is");
    let seats = json!([{"kind": "me"}, {"kind": "open"}]);
    let (id, _) = one.table(json!({"game": "axiom", "seats": seats, "private": true})).await;
    one.send("PATCH", "/api/me", Some(json!({"name": "Ada"}))).await;
    assert_eq!(one.get(&format!("/api/tables/{id}")).await["seats"][0]["people"][0]["name"], "Ada");
    one.post("/api/register", json!({"name": "Ada L", "password": "correct horse"})).await;
    let me = one.get("/api/me").await;
    assert_eq!((&me["kind"], &me["name"], &me["games"]), (&json!("account"), &json!("Ada L"), &json!(1)));
    assert_eq!(one.get(&format!("/api/tables/{id}")).await["seats"][0]["people"][0]["name"], "Ada L");
    // Another browser: a guest's table is adopted at login.
    let mut two = server.person();
    let (other, _) = two
        .table(json!({"game": "axiom", "seats": [{"kind": "open"}, {"kind": "me"}], "private": true}))
        .await;
    let wrong = json!({"name": "ada l", "password": "wrong horse"});
    assert_eq!(
        two.refused("POST", "/api/login", Some(wrong)).await,
        (403, "person.wrong-password".to_owned())
    );
    two.post("/api/login", json!({"name": "ada l", "password": "correct horse"})).await;
    assert_eq!(two.get("/api/me").await["games"], 2);
    let mut socket = two.open(&other, "").await;
    let state = socket.hear_type("state").await;
    assert_eq!((&state["mine"], &state["table"]["owner"]), (&json!([2]), &me["id"]));
    assert_eq!(server.app.store.table(&other).await.unwrap().unwrap().owner, text(&me["id"]));
    let taken = json!({"name": "ADA L", "password": "correct horse"});
    assert_eq!(server.person().refused("POST", "/api/register", Some(taken)).await.1, "person.name-taken");
    // Sessions can be seen and ended; when they were last used is known.
    server.execute("UPDATE sessions SET seen = 0").await;
    let sessions = one.get("/api/sessions").await;
    let used = |session: &&Value| session["current"] == true && session["seen"] != "1970-01-01T00:00:00Z";
    assert_eq!(sessions.as_array().unwrap().iter().filter(used).count(), 1, "{sessions}");
    let (mine, others): (Vec<_>, Vec<_>) =
        sessions.as_array().unwrap().iter().partition(|session| session["current"] == true);
    assert_eq!((mine.len(), others.len()), (1, 1));
    one.send("DELETE", &format!("/api/sessions/{}", text(&others[0]["id"])), None).await;
    assert_eq!(two.refused("GET", "/api/me", None).await.1, "person.unknown");
    let export = one.get("/api/me/export").await;
    assert_eq!(export["me"]["name"], "Ada L");
    let gone = one.send("DELETE", "/api/me", Some(json!({"password": "correct horse"}))).await;
    assert_eq!(gone.0, 204);
    assert_eq!(server.person().refused("GET", "/api/players/ada%20l", None).await.0, 404);
    server.stop().await;
}

#[tokio::test]
async fn bots_play_rated_games_by_token() {
    let server = Server::start().await;
    let mut owner = server.account("Owner").await;
    let token = text(&owner.post("/api/bots", json!({"name": "Robo"})).await["token"]);
    let mut bot = server.person();
    bot.token = Some(token);
    assert_eq!(bot.get("/api/me").await["kind"], "bot");
    let seats = json!([{"kind": "me"}, {"kind": "person", "name": "robo"}]);
    let clock = json!({"kind": "fischer", "seconds": 300, "increment": 5});
    let setup = "seats=2;turn_limit=2";
    let table = json!({"game": "archimedes", "setup": setup, "seats": seats, "clock": clock, "rated": true});
    // Nobody is rated against a bot of their own.
    let mut player = server.account("Player").await;
    let (id, _) = player.table(table).await;
    let mut stranger = server.account("Stranger").await;
    let sit = Some(json!({"seat": 2}));
    assert_eq!(stranger.refused("POST", &format!("/api/tables/{id}/sit"), sit).await.1, "table.seat-taken");
    bot.sit(&id, 2, "").await;
    let (mut a, mut b) = (player.open(&id, "").await, bot.open(&id, "").await);
    let view = a.hear_type("state").await["view"].clone();
    b.hear_type("state").await;
    a.ask(json!({"type": "act", "ply": 0, "seat": 1, "t": choice(&view)})).await;
    b.ask(json!({"type": "resign", "seat": 2})).await;
    let ratings = player.get("/api/players/player/ratings").await;
    assert!(ratings["ratings"][0]["rating"].as_f64().unwrap() > 1500.0, "{ratings}");
    assert_eq!(ratings["history"][0]["table"], id);
    let leaders = owner.get("/api/leaderboard?game=archimedes&pace=fast").await;
    assert_eq!(leaders["players"][0]["name"], "Player");
    assert_eq!(leaders["players"][1]["name"], "Robo");
    let records = owner.get("/api/records?player=robo&result=1%200").await;
    assert_eq!(records["records"][0]["id"], id);
    assert!(
        owner
            .get("/api/records/archive?game=archimedes")
            .await
            .as_str()
            .unwrap()
            .contains("[NameB \"Robo\"]")
    );
    let bots = owner.get("/api/bots").await;
    owner.send("DELETE", &format!("/api/bots/{}", text(&bots[0]["id"])), None).await;
    assert_eq!(bot.refused("GET", "/api/me", None).await, (401, "person.bad-token".to_owned()));
    server.stop().await;
}

#[tokio::test]
async fn nobody_is_told_of_a_position_that_others_play() {
    let server = Server::start().await;
    let (mut one, mut two) = (server.person(), server.person());
    let seats = json!([{"kind": "me"}, {"kind": "device"}]);
    let (id, _) =
        one.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats, "private": true})).await;
    let mut socket = one.open(&id, "").await;
    let mut view = socket.hear_type("state").await["view"].clone();
    let mut moves = Vec::new();
    for ply in 0..5 {
        let (seat, t) = (view["turn"]["seat"].clone(), choice(&view));
        socket.say(json!({"type": "act", "ply": ply, "seat": seat, "t": t})).await;
        view = socket.hear_event("action").await["view"].clone();
        moves.push(t);
    }
    let ask =
        |moves: &[String]| json!({"game": "archimedes", "setup": "seats=2", "moves": moves, "seconds": 0.05});
    assert_eq!(two.refused("POST", "/api/evaluate", Some(ask(&moves))).await.1, "table.running");
    // Nor by way of what may come next.
    moves.push(choice(&view));
    assert_eq!(two.refused("POST", "/api/watch", Some(ask(&moves))).await.1, "table.running");
    // Nor of what the other side threatens.
    let passed = [&moves[..5], &["--".to_owned()]].concat();
    assert_eq!(two.refused("POST", "/api/evaluate", Some(ask(&passed))).await.1, "table.running");
    // Nor by passing before, twice, so that the same side is to act as before.
    let detour = [&["--".to_owned(), "--".to_owned()], &passed[..]].concat();
    assert_eq!(two.refused("POST", "/api/evaluate", Some(ask(&detour))).await.0, 422);
    two.post("/api/evaluate", ask(&moves[..4])).await;
    socket.ask(json!({"type": "resign", "seat": 1})).await;
    two.post("/api/evaluate", ask(&moves[..5])).await;
    let threat = two.post("/api/evaluate", ask(&passed)).await;
    assert_ne!(threat["lines"][0]["pv"], json!([]), "{threat}");
    server.stop().await;
}

#[tokio::test]
async fn a_finished_game_is_analysed_and_a_running_one_is_not() {
    let server = Server::start().await;
    let mut one = server.person();
    let seats = json!([{"kind": "me"}, {"kind": "device"}]);
    let (id, _) =
        one.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats, "private": true})).await;
    let mut socket = one.open(&id, "").await;
    let t = choice(&socket.hear_type("state").await["view"]);
    socket.ask(json!({"type": "act", "ply": 0, "seat": 1, "t": t})).await;
    assert_eq!(one.refused("POST", "/api/analysis", Some(json!({"table": id}))).await.1, "table.running");
    let evaluate = json!({"game": "archimedes", "setup": "seats=2", "moves": [t], "seconds": 0.05});
    assert_eq!(one.refused("POST", "/api/evaluate", Some(evaluate)).await.1, "table.running");
    let start = json!({"game": "archimedes", "setup": "seats=2", "moves": [], "seconds": 0.05, "lines": 2});
    assert_eq!(one.post("/api/evaluate", start).await["lines"].as_array().unwrap().len(), 2);
    socket.ask(json!({"type": "resign", "seat": 1})).await;
    let job = text(&one.post("/api/analysis", json!({"table": id})).await["job"]);
    let analysis = until("the analysis ends", async || {
        let analysis = one.get(&format!("/api/analysis/{job}")).await;
        assert_ne!(analysis["state"], "failed");
        (analysis["state"] == "done").then_some(analysis)
    });
    let analysis = analysis.await;
    assert_eq!((&analysis["of"], &analysis["plies"][0]["played"]), (&json!(1), &json!(t)));
    let bad = json!({"game": "archimedes", "setup": "seats=2", "moves": [t, "zz"]});
    let (status, answer) = one.send("POST", "/api/position", Some(bad)).await;
    assert_eq!((status.as_u16(), &answer["error"]["args"]["index"]), (422, &json!("1")));
    server.stop().await;
}

#[tokio::test]
async fn the_coach_helps_against_the_computer_and_against_nobody_else() {
    let server = Server::start().await;
    let (mut one, mut two) = (server.person(), server.person());
    let against = |other: serde_json::Value| json!({"game": "archimedes", "setup": "seats=2", "seats": [{"kind": "me"}, other], "private": true});
    let (id, _) = one.table(against(json!({"kind": "engine", "level": 0}))).await;
    let mut socket = one.open(&id, "").await;
    let t = choice(&socket.hear_type("state").await["view"]);
    let ask = json!({"table": id, "action": t});
    let advice = one.post("/api/coach", ask.clone()).await;
    assert_eq!(advice, json!({"threat": null, "warning": null}));
    let wrong = json!({"table": id, "action": "a2-a3"});
    assert!(one.refused("POST", "/api/coach", Some(wrong)).await.1.starts_with("archimedes."));
    assert_eq!(two.refused("POST", "/api/coach", Some(ask)).await.0, 403);
    // So does the engine.
    socket.ask(json!({"type": "act", "ply": 0, "seat": 1, "t": t})).await;
    let evaluate = json!({"game": "archimedes", "setup": "seats=2", "moves": [t], "seconds": 0.05});
    one.post("/api/evaluate", evaluate).await;

    let (id, _) = one.table(against(json!({"kind": "device"}))).await;
    assert_eq!(one.refused("POST", "/api/coach", Some(json!({"table": id}))).await.1, "table.running");
    let free = json!({"game": "archimedes", "setup": "seats=2", "moves": [t]});
    assert_eq!(two.post("/api/coach", free).await, json!({"threat": null, "warning": null}));
    assert_eq!(two.refused("POST", "/api/coach", Some(json!({}))).await.0, 400);
    server.stop().await;
}
