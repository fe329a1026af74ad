//! Several processes on one PostgreSQL; a SQLite file has one server.

use serde_json::{Value, json};

use crate::support::{Database, Server, Socket, choice, config};

mod apart;
mod leases;

/// A database that processes can share.
async fn shared() -> Database {
    assert!(std::env::var_os(crate::postgres::VARIABLE).is_some(), "a SQLite file has one server");
    Database::new().await
}

/// Two processes of one database, each with its own clients.
async fn two() -> (Database, Server, Server) {
    let database = shared().await;
    let one = Server::on(config(&database.url)).await;
    let two = Server::on(config(&database.url)).await;
    (database, one, two)
}

fn table(turns: usize, clock: &Value) -> Value {
    json!({
        "game": "archimedes", "setup": format!("seats=2;turn_limit={turns}"),
        "seats": [{"kind": "me"}, {"kind": "open"}], "clock": clock,
    })
}

fn fischer() -> Value {
    json!({"kind": "fischer", "seconds": 60, "increment": 0})
}

/// The next message that shows that this seat is to act.
async fn turn(socket: &mut Socket, seat: u64) -> Value {
    loop {
        let message = socket.hear().await;
        if is_turn(&message, seat) {
            return message;
        }
    }
}

/// Plays for one seat until the game is over; answers with the actions that were acknowledged.
async fn play(mut socket: Socket, seat: u64) -> Vec<(u64, String)> {
    let mut acknowledged = Vec::new();
    // A turn may be several actions, and the event of one comes before its answer.
    let mut asked: Vec<(String, u64, String)> = Vec::new();
    let mut over = false;
    while !over || !asked.is_empty() {
        let message = socket.hear().await;
        over |= message["table"]["state"] == "over";
        if let Some(index) = asked.iter().position(|(id, ..)| message["id"] == id.as_str()) {
            assert_eq!(message["type"], "ack", "{message}");
            let (_, ply, t) = asked.remove(index);
            acknowledged.push((ply, t));
        }
        if is_turn(&message, seat) && !over {
            let (ply, t) = (message["view"]["ply"].as_u64().unwrap(), choice(&message["view"]));
            let id = socket.say(json!({"type": "act", "ply": ply, "seat": seat, "t": t})).await;
            asked.push((id, ply, t));
        }
    }
    acknowledged
}

fn is_turn(message: &Value, seat: u64) -> bool {
    message["view"]["turn"]["seat"] == seat && message["view"]["legal"][0].is_object()
}

/// Whether a table is open, by the next message of the lobby.
async fn is_listed(lobby: &mut Socket, id: &str) -> bool {
    let message = lobby.hear().await;
    let tables = message["tables"].as_array().into_iter().flatten();
    tables.chain([&message["table"]]).any(|table| table["id"] == id)
}

#[tokio::test]
#[ignore = "runs on PostgreSQL, by the_same_tests_pass_on_postgres"]
async fn players_of_two_processes_play_a_whole_game() {
    let (database, a, b) = two().await;
    let (mut one, mut two) = (a.person(), b.person());
    let mut lobby = b.person().lobby().await;
    assert_eq!(lobby.hear().await["type"], "tables");
    let (id, _) = one.table(table(20, &json!({"kind": "none"}))).await;
    while !is_listed(&mut lobby, &id).await {}
    two.sit(&id, 2, "").await;
    while is_listed(&mut lobby, &id).await {}
    let (mine, theirs) = (one.open(&id, "").await, two.open(&id, "").await);
    let (first, second) = tokio::join!(play(mine, 1), play(theirs, 2));
    let mut moves: Vec<_> = first.into_iter().chain(second).collect();
    moves.sort();
    let moves: Vec<_> = moves.into_iter().map(|(_, t)| t).collect();
    for client in [&mut one, &mut two] {
        let state = client.open(&id, "").await.hear_type("state").await;
        assert_eq!(state["moves"], json!(moves), "every acknowledged action is there once, in order");
        assert_eq!(state["table"]["state"], "over");
    }
    let record = format!("/api/tables/{id}/record");
    assert_eq!(one.get(&record).await, two.get(&record).await);
    let locations =
        database.scalar("SELECT COUNT(DISTINCT process) FROM leases WHERE process IS NOT NULL").await;
    assert_eq!(locations, 1, "the table lived in one process");
    a.stop().await;
    b.stop().await;
}

#[tokio::test]
#[ignore = "runs on PostgreSQL, by the_same_tests_pass_on_postgres"]
async fn what_is_refused_where_the_table_lives_is_refused_elsewhere() {
    let (_database, a, b) = two().await;
    let (mut one, mut two) = (a.person(), a.person());
    let (id, _) = one.table(table(20, &fischer())).await;
    two.sit(&id, 2, "").await;
    let mut two = two.at(&b);
    let mut third = b.person();
    let sit = json!({"seat": 2, "nonce": ""});
    let refused = third.refused("POST", &format!("/api/tables/{id}/sit"), Some(sit)).await;
    assert_eq!(refused, (409, "table.started".to_owned()));
    let mut socket = two.open(&id, "").await;
    socket.hear_type("state").await;
    assert_eq!(
        socket.refusal(json!({"type": "act", "ply": 0, "seat": 2, "t": "x"})).await,
        "table.not-your-turn"
    );
    assert_eq!(socket.refusal(json!({"type": "act", "ply": 9, "seat": 2, "t": "x"})).await, "table.stale");
    assert_eq!(socket.ask(json!({"type": "pass_replies", "seat": 2, "always": true})).await["type"], "ack");
    assert_eq!(socket.ask(json!({"type": "chat", "text": "from afar"})).await["type"], "ack");
    a.stop().await;
    b.stop().await;
}

#[tokio::test]
#[ignore = "runs on PostgreSQL, by the_same_tests_pass_on_postgres"]
async fn a_process_without_its_lease_tells_nobody_anything() {
    let (database, a, b) = two().await;
    let mut one = a.person();
    let (id, _) = one.table(table(20, &json!({"kind": "none"}))).await;
    a.person().sit(&id, 2, "").await;
    let mut socket = one.open(&id, "").await;
    let state = socket.hear_type("state").await;
    let t = choice(&state["view"]);
    // Somebody who never answers has it now.
    database.execute("INSERT INTO processes (id, seen, until) VALUES ('s_thief', 0, 9000000000000)").await;
    database.execute("UPDATE leases SET process = 's_thief', fence = fence + 1").await;
    let before = database.scalar("SELECT COUNT(*) FROM events").await;
    assert_eq!(socket.refusal(json!({"type": "act", "ply": 0, "seat": 1, "t": t})).await, "server.busy");
    assert_eq!(database.scalar("SELECT COUNT(*) FROM events").await, before, "nothing was written");
    assert!(socket.heard.iter().all(|text| !text.contains("\"kind\":\"action\"")), "nothing was told");
    // When it is gone, the table moves here, and the same command is executed.
    database.execute("UPDATE processes SET until = 1 WHERE id = 's_thief'").await;
    let answer = socket.ask(json!({"type": "act", "ply": 0, "seat": 1, "t": t})).await;
    assert_eq!(answer["type"], "ack", "{answer}");
    a.stop().await;
    b.stop().await;
}

#[tokio::test]
#[ignore = "runs on PostgreSQL, by the_same_tests_pass_on_postgres"]
async fn a_process_that_stops_hands_its_tables_over() {
    let (database, a, b) = two().await;
    let (mut one, mut two) = (a.person(), a.person());
    let (id, _) = one.table(table(60, &fischer())).await;
    two.sit(&id, 2, "").await;
    let mut socket = two.at(&b).open(&id, "").await;
    socket.hear_type("state").await;
    let mut mine = one.open(&id, "").await;
    let t = choice(&mine.hear_type("state").await["view"]);
    assert_eq!(mine.ask(json!({"type": "act", "ply": 0, "seat": 1, "t": t})).await["type"], "ack");
    let state = turn(&mut socket, 2).await;
    a.stop().await;
    let left = database.scalar("SELECT COUNT(*) FROM processes WHERE until = 0").await;
    assert_eq!(left, 1, "nobody waits for its leases to expire");
    // Who was there sees the line closed, and nothing else.
    while mine.hear_any().await.is_some() {}
    let t = choice(&state["view"]);
    let answer = socket.ask(json!({"type": "act", "ply": 1, "seat": 2, "t": t})).await;
    assert_eq!(answer["type"], "ack", "{answer}");
    let mut mine = one.at(&b).open(&id, "?since=3").await;
    assert_eq!(turn(&mut mine, 1).await["view"]["ply"], 2);
    b.stop().await;
}

#[tokio::test]
#[ignore = "runs on PostgreSQL, by the_same_tests_pass_on_postgres"]
async fn a_lost_notification_loses_nothing() {
    let (database, a, b) = two().await;
    let (mut one, mut two) = (a.person(), a.person());
    let (id, _) = one.table(table(20, &fischer())).await;
    two.sit(&id, 2, "").await;
    let mut socket = two.at(&b).open(&id, "").await;
    let n = socket.hear_type("state").await["n"].as_i64().unwrap();
    // Written without a word to anybody.
    let whisper = |n: i64, text: &str| {
        let body = json!({"kind": "chat", "from": "Ada", "person": "p_1", "text": text});
        format!("INSERT INTO events (table_id, n, at, body) VALUES ('{id}', {n}, 1, '{body}')")
    };
    database.execute(&whisper(n + 1, "once")).await;
    assert_eq!(socket.hear_event("chat").await["event"]["text"], "once");
    // And with the line cut.
    let listens = "FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'";
    assert!(database.scalar(&format!("SELECT COUNT(pg_terminate_backend(pid)) {listens}")).await >= 2);
    database.execute(&whisper(n + 2, "twice")).await;
    assert_eq!(socket.hear_event("chat").await["event"]["text"], "twice");
    a.stop().await;
    b.stop().await;
}

#[tokio::test]
async fn a_sqlite_file_has_one_server() {
    if std::env::var_os(crate::postgres::VARIABLE).is_some() {
        return;
    }
    let database = Database::new().await;
    let first = Server::on(config(&database.url)).await;
    let error = server::App::start(config(&database.url), games::GAMES).await.unwrap_err();
    assert!(error.to_string().contains("another server runs on"), "{error}");
    first.stop().await;
    Server::on(config(&database.url)).await.stop().await;
}
