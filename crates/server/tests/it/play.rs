//! Whole games by sockets, each client knowing only its own view.

use serde_json::{Value, json};

use crate::support::{Server, Socket, choice, text};

/// Plays a game to its end with one socket per seat; returns the `over` message of each.
async fn play_out(sockets: &mut [Socket], views: Vec<Value>) -> Vec<Value> {
    let mut views = views;
    while let Some(seat) = views[0]["turn"]["seat"].as_u64() {
        let seat = seat as usize;
        let view = &views[seat - 1];
        assert_eq!(view["turn"], views[0]["turn"]);
        for (index, other) in views.iter().enumerate() {
            assert_eq!(other["legal"].as_array().unwrap().is_empty(), index != seat - 1);
        }
        let command = json!({"type": "act", "ply": view["ply"], "seat": seat, "t": choice(view)});
        sockets[seat - 1].say(command).await;
        for (socket, view) in sockets.iter_mut().zip(&mut views) {
            let event = socket.hear_event("action").await;
            *view = event["view"].clone();
        }
    }
    let mut ends = Vec::new();
    for socket in sockets {
        ends.push(socket.hear_event("over").await);
    }
    ends
}

async fn whole_game(game: &str, setup: &str) {
    let server = Server::start().await;
    let mut first = server.person();
    let seats = first.post("/api/check", json!({"game": game, "setup": setup})).await["seats"].clone();
    let seats = seats.as_u64().unwrap() as usize;
    let mut wishes = vec![json!({"kind": "open"}); seats];
    wishes[0] = json!({"kind": "me"});
    let (id, invite) =
        first.table(json!({"game": game, "setup": setup, "seats": wishes, "private": true})).await;
    let mut sockets = vec![first.open(&id, "").await];
    for seat in 2..=seats {
        let mut other = server.person();
        other.get("/api/me").await;
        other.sit(&id, seat, &invite).await;
        sockets.push(other.open(&id, "").await);
    }
    let mut views = Vec::new();
    let mut ns = Vec::new();
    for (index, socket) in sockets.iter_mut().enumerate() {
        let mut message = socket.hear_type("state").await;
        assert_eq!(message["mine"], json!([index + 1]));
        // All but the last came before the start.
        if index + 1 < seats {
            assert_eq!(message["table"]["state"], "open");
            message = socket.hear_event("start").await;
        }
        assert_eq!(message["viewing"], index + 1);
        assert_eq!(message["table"]["state"], "live");
        ns.push(message["n"].as_i64().unwrap());
        views.push(message["view"].clone());
    }
    assert!(ns.iter().all(|n| *n == ns[0]), "everyone counts events alike: {ns:?}");
    let ends = play_out(&mut sockets, views).await;
    for end in &ends {
        assert_eq!(end["table"]["state"], "over");
        assert_eq!(end["event"]["result"], ends[0]["event"]["result"]);
        assert_eq!(end["view"]["turn"]["over"]["result"], end["event"]["result"]);
    }
    // The record file replays to the same end.
    let record = first.get(&format!("/api/tables/{id}/record")).await;
    let luds = engine::lud::read(record.as_str().unwrap()).unwrap();
    let entry = games::GAMES.get(game).unwrap();
    let mut replayed = entry.start(luds[0].tag("Setup").unwrap(), &mut rand::rng()).unwrap();
    for step in &luds[0].line.steps {
        replayed.push(&step.text).unwrap();
    }
    let shares: Vec<_> = replayed.turn().outcome().expect("the game is over").shares().collect();
    assert_eq!(json!(shares), ends[0]["event"]["result"]);
    server.stop().await;
}

#[tokio::test]
async fn a_whole_game_of_archimedes() {
    whole_game("archimedes", "seats=3;turn_limit=20").await;
}

#[tokio::test]
async fn a_whole_game_of_abraxas() {
    whole_game("abraxas", "quiet_limit=20").await;
}

#[tokio::test]
async fn a_whole_game_of_axiom() {
    whole_game("axiom", "quiet_limit=20").await;
}

#[tokio::test]
async fn a_whole_game_of_ascension() {
    whole_game("ascension", "seats=4;round_limit=6").await;
}

#[tokio::test]
async fn a_fair_deal_can_be_checked() {
    let server = Server::start().await;
    let mut one = server.person();
    let (id, _) = one
        .table(json!({"game": "ascension", "setup": "seats=2;round_limit=1",
            "seats": [{"kind": "me"}, {"kind": "open"}]}))
        .await;
    let commitment = text(&one.get(&format!("/api/tables/{id}")).await["commitment"]);
    let mut two = server.person();
    let mut socket = one.open(&id, "").await;
    two.sit(&id, 2, "").await;
    let start = socket.hear_event("start").await;
    assert_eq!(start["table"]["commitment"], commitment);
    socket.say(json!({"type": "resign", "seat": 1})).await;
    let over = socket.hear_event("over").await;
    let reveal = &over["event"]["reveal"];
    let bytes = |hex: &Value| -> Vec<u8> {
        let hex = hex.as_str().unwrap();
        (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).unwrap()).collect()
    };
    let secret = bytes(&reveal["secret"]).try_into().unwrap();
    let nonces: Vec<_> = reveal["nonces"].as_array().unwrap().iter().map(bytes).collect();
    assert_eq!(nonces, [vec![1], vec![0xab]]);
    let setup = text(&over["view"]["setup"]);
    let entry = games::GAMES.get("ascension").unwrap();
    assert_eq!(engine::fair::verify(entry, &commitment, &secret, &nonces, &setup), Ok(()));
    server.stop().await;
}

#[tokio::test]
async fn an_engine_answers_and_a_takeback_against_it_is_at_once() {
    let server = Server::start().await;
    let mut one = server.person();
    let seats = json!([{"kind": "me"}, {"kind": "engine", "level": 1}]);
    let (id, _) = one.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats})).await;
    let mut socket = one.open(&id, "").await;
    let state = socket.hear_type("state").await;
    assert_eq!(state["table"]["state"], "live");
    let token = choice(&state["view"]);
    socket.say(json!({"type": "act", "ply": 0, "seat": 1, "t": token})).await;
    assert_eq!(socket.hear_event("action").await["event"]["seat"], 1);
    assert_eq!(socket.hear_event("action").await["event"]["seat"], 2);
    socket.say(json!({"type": "offer", "what": "takeback"})).await;
    let back = socket.hear_event("takeback").await;
    assert_eq!(back["event"]["ply"], 1);
    assert_eq!(back["view"]["ply"], 0);
    assert_eq!(back["view"], state["view"]);
    socket.say(json!({"type": "offer", "what": "draw"})).await;
    assert_eq!(socket.hear_event("decline").await["event"]["seat"], 2);
    server.stop().await;
}

#[tokio::test]
async fn offers_are_answered_and_a_rematch_turns_the_seats() {
    let server = Server::start().await;
    let (mut one, mut two, mut watcher) = (server.person(), server.person(), server.person());
    let seats = json!([{"kind": "me"}, {"kind": "open"}]);
    let table = json!({"game": "archimedes", "setup": "seats=2", "seats": seats, "private": true});
    let (id, invite) = one.table(table).await;
    two.sit(&id, 2, &invite).await;
    let (mut a, mut b) = (one.open(&id, "").await, two.open(&id, "").await);
    let state = a.hear_type("state").await;
    b.hear_type("state").await;
    assert_eq!(a.refusal(json!({"type": "offer", "what": "takeback"})).await, "table.no-takeback");
    assert_eq!(a.refusal(json!({"type": "rematch"})).await, "table.not-over");
    let t = choice(&state["view"]);
    a.ask(json!({"type": "act", "ply": 0, "seat": 1, "t": t})).await;
    assert_eq!(a.refusal(json!({"type": "abort"})).await, "table.started");
    a.ask(json!({"type": "offer", "what": "takeback"})).await;
    assert_eq!(b.hear_event("offer").await["event"]["what"], "takeback");
    b.ask(json!({"type": "answer", "what": "takeback", "yes": false})).await;
    assert_eq!(a.hear_event("decline").await["event"]["seat"], 2);
    a.ask(json!({"type": "offer", "what": "draw"})).await;
    assert_eq!(b.refusal(json!({"type": "offer", "what": "draw"})).await, "table.asked");
    b.say(json!({"type": "answer", "what": "draw", "yes": true})).await;
    let over = a.hear_event("over").await;
    assert_eq!(over["event"]["result"], json!(["1/2", "1/2"]));
    assert_eq!(over["event"]["by"], "agreed");
    a.ask(json!({"type": "rematch"})).await;
    b.say(json!({"type": "rematch"})).await;
    let next = text(&a.hear_event("rematch").await["event"]["table"]);
    let mut again = one.open(&next, "").await;
    let state = again.hear_type("state").await;
    assert_eq!(state["mine"], json!([2]));
    assert_eq!(state["table"]["state"], "live");
    // Whoever was invited to watch may watch on.
    watcher.open(&next, &format!("?invite={invite}")).await.hear_type("state").await;
    server.stop().await;
}

#[tokio::test]
async fn a_clock_runs_out() {
    let server = Server::start().await;
    let (mut one, mut two) = (server.person(), server.person());
    let seats = json!([{"kind": "me"}, {"kind": "open"}]);
    let clock = json!({"kind": "fischer", "seconds": 1, "increment": 0});
    let (id, _) =
        one.table(json!({"game": "abraxas", "seats": seats, "clock": clock, "reply_seconds": 1})).await;
    two.sit(&id, 2, "").await;
    let mut socket = one.open(&id, "").await;
    let state = socket.hear_type("state").await;
    // Seat 2 chooses the corner: its time runs.
    assert_eq!(state["clocks"]["running"], 2);
    let time = socket.hear_event("time").await;
    assert_eq!(time["event"]["seat"], 2);
    let over = socket.hear_event("over").await;
    assert_eq!(over["event"]["result"], json!(["1", "0"]));
    assert_eq!(over["event"]["by"], "time");
    server.stop().await;
}

/// Actions of Abraxas after which the other seat is asked.
fn moves_to_a_reply(setup: &str) -> Vec<String> {
    let entry = games::GAMES.get("abraxas").unwrap();
    let mut rng = rand::rng();
    loop {
        let mut game = entry.start(setup, &mut rng).unwrap();
        while !game.turn().is_over() {
            if let engine::Turn::Reply(_) = game.turn() {
                return game.moves();
            }
            let legal = game.legal();
            game.play(&legal[engine::mix::below(&mut rng, legal.len())]).unwrap();
        }
    }
}

#[tokio::test]
async fn a_reply_window_lapses_and_a_standing_pass_needs_none() {
    let server = Server::start().await;
    let (mut one, mut two) = (server.person(), server.person());
    let seats = json!([{"kind": "me"}, {"kind": "open"}]);
    let clock = json!({"kind": "fischer", "seconds": 100, "increment": 0});
    let moves = moves_to_a_reply("sheet=5");
    for standing in [false, true] {
        let (id, _) = one
            .table(json!({"game": "abraxas", "setup": "sheet=5", "seats": seats, "clock": clock, "reply_seconds": 1}))
            .await;
        two.sit(&id, 2, "").await;
        let (mut a, mut b) = (one.open(&id, "").await, two.open(&id, "").await);
        let mut view = a.hear_type("state").await["view"].clone();
        b.hear_type("state").await;
        if standing {
            a.ask(json!({"type": "pass_replies", "seat": 1, "always": true})).await;
            b.ask(json!({"type": "pass_replies", "seat": 2, "always": true})).await;
        }
        let mut last = Value::Null;
        for (ply, t) in moves.iter().enumerate() {
            let seat = view["turn"]["seat"].as_u64().unwrap();
            let socket = if seat == 1 { &mut a } else { &mut b };
            socket.say(json!({"type": "act", "ply": ply, "seat": seat, "t": t})).await;
            last = a.hear_event("action").await;
            view = last["view"].clone();
        }
        if !standing {
            assert_eq!(view["turn"]["kind"], "reply");
            assert_eq!(last["clocks"]["running"], Value::Null, "the mover's clock stands");
            assert!(last["clocks"]["reply_left"].as_i64().unwrap() <= 1000);
        }
        let lapsed = a.hear_event("action").await;
        assert_eq!(lapsed["event"]["t"], "ok");
        assert_eq!(lapsed["event"]["ply"], moves.len() + 1);
        assert_eq!(lapsed["view"]["turn"]["kind"], "move");
        // A call that comes too late is refused by its number.
        let late = json!({"type": "act", "ply": moves.len(), "seat": 1, "t": "ok"});
        assert_eq!(a.refusal(late).await, "table.stale");
    }
    server.stop().await;
}

#[tokio::test]
async fn one_device_looks_before_it_sees() {
    let server = Server::start().await;
    let mut one = server.person();
    let seats = json!([{"kind": "me"}, {"kind": "device"}]);
    let (id, _) =
        one.table(json!({"game": "ascension", "setup": "seats=2", "seats": seats, "private": true})).await;
    let mut socket = one.open(&id, "").await;
    let state = socket.hear_type("state").await;
    assert_eq!((&state["viewing"], &state["mine"]), (&Value::Null, &json!([1, 2])));
    assert!(state["view"]["legal"].as_array().unwrap().is_empty());
    socket.say(json!({"type": "look", "seat": 1})).await;
    let state = socket.hear_type("state").await;
    assert_eq!(state["viewing"], 1);
    let pick = state["view"]["legal"][0]["t"].clone();
    socket.say(json!({"type": "act", "ply": 0, "seat": 1, "t": pick})).await;
    let mut view = socket.hear_event("action").await;
    assert_eq!(view["viewing"], 1);
    // A face has been seen.
    assert_eq!(socket.refusal(json!({"type": "offer", "what": "takeback"})).await, "table.seen");
    while view["view"]["turn"]["seat"] == 1 {
        let command =
            json!({"type": "act", "ply": view["view"]["ply"], "seat": 1, "t": choice(&view["view"])});
        socket.say(command).await;
        view = socket.hear_event("action").await;
    }
    assert_eq!(view["viewing"], Value::Null, "the screen turns away when the turn is over");
    server.stop().await;
}

#[tokio::test]
async fn a_team_shares_a_seat_and_the_lobby_is_live() {
    let server = Server::start().await;
    let (mut one, mut two, mut three) = (server.person(), server.person(), server.person());
    one.get("/api/me").await;
    let mut lobby = one.socket("/api/lobby/socket").await.unwrap();
    assert_eq!(lobby.hear().await["type"], "tables");
    let seats = json!([{"kind": "open"}, {"kind": "team"}]);
    let (id, _) = one.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats})).await;
    // Where servers share a database, the list may be told anew once they hear each other.
    assert_eq!(lobby.hear_type("table").await["table"]["id"], json!(id));
    two.sit(&id, 2, "").await;
    let listed = lobby.hear_type("table").await;
    assert_eq!(listed["table"]["seats"][1]["people"].as_array().unwrap().len(), 1);
    three.sit(&id, 2, "").await;
    one.sit(&id, 1, "").await;
    assert_eq!(lobby.hear_type("gone").await["id"], json!(id));
    let mut socket = three.open(&id, "").await;
    assert_eq!(socket.hear_type("state").await["mine"], json!([2]));
    assert_eq!(
        one.refused("POST", &format!("/api/tables/{id}/sit"), Some(json!({"seat": 2}))).await.1,
        "table.already-seated"
    );
    server.stop().await;
}

#[tokio::test]
async fn whoever_sits_down_watches_no_more_and_windows_are_not_people() {
    let server = Server::start().await;
    let (mut first, mut second) = (server.person(), server.person());
    let seats = json!([{"kind": "me"}, {"kind": "open"}]);
    let (id, _) = first.table(json!({"game": "archimedes", "seats": seats, "private": false})).await;
    let mut seen = first.open(&id, "").await;
    let _windows = [second.open(&id, "").await, second.open(&id, "").await];
    while seen.hear_type("presence").await["spectators"] != 1 {}
    second.sit(&id, 2, "").await;
    while seen.hear_type("presence").await["spectators"] != 0 {}
    server.stop().await;
}
