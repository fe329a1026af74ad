//! Several processes on one PostgreSQL; a SQLite file has one server.

use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use server::{
    error::Error,
    metrics::Metrics,
    store::{Append, EXPIRY, EventRow, Holder, Lease, Store},
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::Message;

use crate::support::{Client, Database, Server, Socket, choice, config, until};

/// Where a process for another test finds its database.
const SERVE: &str = "LUDARIUM_TEST_SERVE";

/// How long a table lives nowhere, at the least, when its process is dead: a lease holds this long after the last
/// heartbeat, of which there are two a second.
const NOWHERE: Duration = Duration::from_millis(EXPIRY as u64 - 500);

/// A database that processes can share.
async fn shared() -> Database {
    assert!(std::env::var_os(crate::postgres::VARIABLE).is_some(), "a SQLite file has one server");
    Database::new().await
}

async fn process(database: &Database) -> Store {
    let metrics: &'static Metrics = Box::leak(Box::default());
    let store = Store::open(&database.url, metrics).await.unwrap();
    store.heartbeat().await.unwrap();
    store
}

async fn here(store: &Store, table: &str) -> Lease {
    match store.acquire(table).await.unwrap() {
        Holder::Us(lease) => lease,
        Holder::Other(process) => panic!("{table} lives at {process}"),
    }
}

fn event(lease: &Lease, n: i64) -> Append {
    let event = EventRow {
        table_id: lease.table.clone(),
        n,
        at: 1,
        person: None,
        command: None,
        body: "{\"kind\":\"start\"}".to_owned(),
        clocks: None,
    };
    Append { lease: Some(lease.clone()), events: vec![event], ..Append::default() }
}

#[tokio::test]
#[ignore = "runs on PostgreSQL, by the_same_tests_pass_on_postgres"]
async fn who_lost_the_lease_cannot_write() {
    let database = shared().await;
    let (one, two) = (process(&database).await, process(&database).await);
    let old = here(&one, "t_a").await;
    let other = here(&one, "t_b").await;
    one.append(event(&old, 1)).await.unwrap();
    assert_eq!(two.acquire("t_a").await.unwrap(), Holder::Other(one.process().to_owned()));
    assert!(matches!(two.append(event(&old, 2)).await, Err(Error::Moved)), "another's lease is no lease");
    assert!(two.take_over(&["t_a".to_owned()], || true).await.unwrap().is_empty(), "the process is alive");
    // As if it had been silent for long.
    database.execute("UPDATE processes SET until = 1 WHERE id IN (SELECT process FROM leases)").await;
    two.heartbeat().await.unwrap();
    assert!(two.take_over(&["t_a".to_owned()], || false).await.unwrap().is_empty(), "not yet");
    let [taken] = &two.take_over(&["t_a".to_owned()], || true).await.unwrap()[..] else {
        panic!("t_a is taken")
    };
    assert_eq!(taken.table, "t_a");
    let new = here(&two, "t_a").await;
    assert!(![&old, taken].contains(&&new));
    two.append(event(&new, 2)).await.unwrap();
    // Together in one batch: only the one that moved fails.
    let (lost, nobodys) = tokio::join!(one.append(event(&old, 3)), one.append(event(&other, 1)));
    assert!(matches!(lost, Err(Error::Moved)));
    assert!(matches!(nobodys, Err(Error::Moved)), "a lease that nobody wanted is nobody's");
    assert_eq!(one.events("t_a").await.unwrap().len(), 2);
    assert!(one.heartbeat().await.unwrap(), "it hears that it was missed");
    assert_eq!(one.acquire("t_a").await.unwrap(), Holder::Other(two.process().to_owned()));
    let again = here(&one, "t_b").await;
    one.append(event(&again, 1)).await.unwrap();
    // An older lease of the same process is fenced off too.
    let newer = here(&one, "t_b").await;
    assert!(matches!(one.append(event(&again, 2)).await, Err(Error::Moved)));
    one.append(event(&newer, 2)).await.unwrap();
    // Without a lease nothing at all.
    assert!(one.append(Append { lease: None, ..event(&newer, 3) }).await.is_err());
    one.close().await;
    two.close().await;
}

#[tokio::test]
#[ignore = "runs on PostgreSQL, by the_same_tests_pass_on_postgres"]
async fn a_table_can_be_written_by_the_lease_of_its_take_over() {
    let database = shared().await;
    let (one, two) = (process(&database).await, process(&database).await);
    let old = here(&one, "t_a").await;
    database.execute("UPDATE processes SET until = 1 WHERE id IN (SELECT process FROM leases)").await;
    assert!(two.is_anyone_gone().await.unwrap());
    let taken = two.take_over(&["t_a".to_owned()], || true).await.unwrap();
    two.append(event(&taken[0], 1)).await.unwrap();
    assert!(matches!(one.append(event(&old, 2)).await, Err(Error::Moved)));
    assert!(!two.is_anyone_gone().await.unwrap(), "nothing is left behind");
    one.close().await;
    two.close().await;
}

/// Leases do not wait for the disk: a database that dies may forget the last of them.
#[tokio::test]
#[ignore = "runs on PostgreSQL, by the_same_tests_pass_on_postgres"]
async fn a_lease_that_the_database_forgot_is_none() {
    let database = shared().await;
    let store = process(&database).await;
    let forgotten = here(&store, "t_a").await;
    database.execute("DELETE FROM leases").await;
    let lease = here(&store, "t_a").await;
    assert!(matches!(store.append(event(&forgotten, 1)).await, Err(Error::Moved)));
    store.append(event(&lease, 1)).await.unwrap();
    store.close().await;
}

#[tokio::test]
#[ignore = "runs on PostgreSQL, by the_same_tests_pass_on_postgres"]
async fn a_commit_and_a_take_over_exclude_each_other() {
    let database = shared().await;
    let (one, two) = (process(&database).await, process(&database).await);
    let wanted = ["t_a".to_owned()];
    for n in 0..40 {
        let (holder, other) = if n % 2 == 0 { (&one, &two) } else { (&two, &one) };
        let lease = here(holder, "t_a").await;
        database.execute(&format!("UPDATE processes SET until = 1 WHERE id = '{}'", holder.process())).await;
        // The old holder writes while the new one takes over and reads.
        let (written, seen) = tokio::join!(holder.append(event(&lease, n + 1)), async {
            while other.take_over(&wanted, || true).await.unwrap().is_empty() {
                other.heartbeat().await.unwrap();
            }
            other.events("t_a").await.unwrap().len() as i64
        });
        let kept = other.events("t_a").await.unwrap().len() as i64;
        assert_eq!(seen, kept, "nothing was written after the table had moved");
        assert_eq!(written.is_ok(), kept == n + 1, "what is acknowledged is kept");
        if written.is_err() {
            let lease = here(other, "t_a").await;
            other.append(event(&lease, n + 1)).await.unwrap();
        }
        holder.heartbeat().await.unwrap();
    }
    one.close().await;
    two.close().await;
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

/// Not a test: the process that another test starts and kills.
#[test]
#[ignore = "a process for another test"]
fn serve_until_killed() {
    let Ok(url) = std::env::var(SERVE) else { return };
    server::run(config(&url), games::GAMES, |address| println!("listening {address}")).unwrap();
}

/// A server in a process of its own; killed without goodbye when dropped.
struct Apart {
    process: Child,
    address: SocketAddr,
}

impl Apart {
    fn start(database: &Database) -> Apart {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "cluster::serve_until_killed", "--nocapture"])
            .env(SERVE, &database.url)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let address = lines
            .map_while(Result::ok)
            .find_map(|line| line.split_once("listening ").map(|(_, address)| address.parse().unwrap()));
        Apart { process, address: address.expect("it says where it listens") }
    }

    /// Asks over a real connection.
    async fn post(&self, client: &Client, path: &str, body: Value) {
        let (body, cookie) = (body.to_string(), client.cookie.clone().unwrap());
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: here\r\nCookie: {cookie}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            body.len()
        );
        let mut stream = tokio::net::TcpStream::connect(self.address).await.unwrap();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
}

impl Apart {
    /// Lets the process stand still, or go on.
    fn signal(&self, signal: &str) {
        let done = Command::new("kill").args([signal, &self.process.id().to_string()]).status().unwrap();
        assert!(done.success());
    }
}

impl Drop for Apart {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

/// A player who comes back when the connection is cut, and says again what was not done. A process lets all go that was
/// starved for long, or that stood still while it told the database that it lives.
struct Seated {
    client: Client,
    table: String,
    socket: Socket,
}

impl Seated {
    async fn open(mut client: Client, table: &str) -> Self {
        let socket = client.open(table, "").await;
        Seated { client, table: table.to_owned(), socket }
    }

    async fn come_back(&mut self) {
        let path = format!("/api/tables/{}/socket", self.table);
        self.socket = until("somebody lets them in", async || self.client.socket(&path).await.ok()).await;
    }

    /// The next message in which this seat is to act.
    async fn turn(&mut self, seat: u64) -> Value {
        loop {
            match self.socket.hear_any().await {
                Some(message) if is_turn(&message, seat) => return message,
                Some(_) => {}
                None => self.come_back().await,
            }
        }
    }

    /// Says it until it is acknowledged.
    async fn act(&mut self, act: &Value) {
        let mut act = act.clone();
        act["id"] = json!(format!("ply-{}", act["ply"]));
        let text = act.to_string();
        self.socket.say_frame(Message::text(text.as_str())).await;
        loop {
            match self.socket.hear_any().await {
                Some(answer) if answer["id"] != act["id"] => continue,
                Some(answer) if answer["type"] == "ack" => return,
                Some(answer) => assert_eq!(answer["error"]["key"], "server.busy", "{answer}"),
                None => self.come_back().await,
            }
            self.socket.say_frame(Message::text(text.as_str())).await;
        }
    }
}

/// A table that lives in a process apart, with one player connected there and one here.
struct Split {
    id: String,
    one: Client,
    there: Seated,
    here: Seated,
    acknowledged: Vec<String>,
}

impl Split {
    async fn new(apart: &Apart, server: &Server) -> Split {
        let (mut one, mut two) = (server.person(), server.person());
        two.get("/api/me").await;
        let (id, _) = one.table(table(200, &fischer())).await;
        apart.post(&two, &format!("/api/tables/{id}/sit"), json!({"seat": 2})).await;
        let there = Seated::open(one.at_address(apart.address), &id).await;
        let here = Seated::open(two, &id).await;
        Split { id, one, there, here, acknowledged: Vec::new() }
    }

    /// Plays so many actions and answers with the clocks after them, and the next action.
    async fn play(&mut self, actions: usize) -> (Clocks, Value) {
        let mut since = Instant::now();
        for ply in 0.. {
            let seat = ply % 2 + 1;
            let player = if seat == 1 { &mut self.there } else { &mut self.here };
            let message = player.turn(seat).await;
            let t = choice(&message["view"]);
            let act = json!({"type": "act", "ply": ply, "seat": seat, "t": t});
            if self.acknowledged.len() == actions {
                return (Clocks { left: left(&message), since }, act);
            }
            since = Instant::now();
            player.act(&act).await;
            self.acknowledged.push(t);
        }
        unreachable!("a range without an end")
    }
}

/// What was left to the seats together, at this time or later.
struct Clocks {
    left: i64,
    since: Instant,
}

fn left(message: &Value) -> i64 {
    message["clocks"]["left"].as_array().unwrap().iter().map(|left| left.as_i64().unwrap()).sum()
}

impl Clocks {
    /// Nobody was charged for this time: what was charged since fits into the rest.
    fn spare(&self, nobodys: Duration, now: &Value) {
        let charged = self.left - left(now);
        let most = self.since.elapsed().saturating_sub(nobodys).as_millis() as i64;
        assert!(charged <= most, "{charged} ms charged, and {most} ms at most were somebody's");
    }
}

#[tokio::test]
#[ignore = "runs on PostgreSQL, by the_same_tests_pass_on_postgres"]
async fn a_killed_process_loses_nothing_and_charges_nobody() {
    let database = shared().await;
    let server = Server::on(config(&database.url)).await;
    let apart = Apart::start(&database);
    let mut far = Split::new(&apart, &server).await;
    let mut near = Split::new(&apart, &server).await;
    // The one who acts next is connected to the process that is killed, or to the other one.
    let (far_clocks, mut far_act) = far.play(6).await;
    let (near_clocks, near_act) = near.play(5).await;
    far_act["id"] = json!("last");
    far.there.socket.say_text(&far_act.to_string()).await;
    drop(apart);
    let again = async {
        // Who was there comes to another process and says again what was not acknowledged.
        while far.there.socket.hear_any().await.is_some_and(|message| message["id"] != "last") {}
        let mut socket = far.one.open(&far.id, "").await;
        socket.say_text(&far_act.to_string()).await;
        socket.answer("last").await
    };
    let (far_answer, ()) = tokio::join!(again, near.here.act(&near_act));
    assert_eq!(far_answer["type"], "ack", "{far_answer}");
    for (split, act, clocks) in [(&mut far, far_act, far_clocks), (&mut near, near_act, near_clocks)] {
        split.acknowledged.push(act["t"].as_str().unwrap().to_owned());
        let state = split.one.open(&split.id, "").await.hear_type("state").await;
        assert_eq!(state["moves"], json!(split.acknowledged), "each once, in order");
        clocks.spare(NOWHERE, &state);
    }
    server.stop().await;
}

#[tokio::test]
#[ignore = "runs on PostgreSQL, by the_same_tests_pass_on_postgres"]
async fn a_process_that_stood_still_finds_its_tables_moved() {
    let database = shared().await;
    let server = Server::on(config(&database.url)).await;
    let apart = Apart::start(&database);
    let mut split = Split::new(&apart, &server).await;
    let (clocks, act) = split.play(5).await;
    apart.signal("-STOP");
    split.here.act(&act).await;
    split.acknowledged.push(act["t"].as_str().unwrap().to_owned());
    apart.signal("-CONT");
    // Its client sees what happened elsewhere, and what it asks is done there.
    let message = split.there.turn(1).await;
    assert_eq!(message["view"]["ply"], 6);
    let act = json!({"type": "act", "ply": 6, "seat": 1, "t": choice(&message["view"])});
    split.there.act(&act).await;
    split.acknowledged.push(act["t"].as_str().unwrap().to_owned());
    let state = split.one.open(&split.id, "").await.hear_type("state").await;
    assert_eq!(state["moves"], json!(split.acknowledged), "each once, in order");
    clocks.spare(NOWHERE, &state);
    drop(apart);
    server.stop().await;
}

/// For less than its leases hold: nobody takes over, and nobody is charged all the same.
#[tokio::test]
#[ignore = "runs on PostgreSQL, by the_same_tests_pass_on_postgres"]
async fn a_process_that_stood_still_for_a_moment_charges_nobody() {
    let database = shared().await;
    let server = Server::on(config(&database.url)).await;
    let apart = Apart::start(&database);
    let mut split = Split::new(&apart, &server).await;
    let (clocks, act) = split.play(4).await;
    let still = Duration::from_millis(1_500);
    apart.signal("-STOP");
    let begin = Instant::now();
    let stands_still = async {
        tokio::time::sleep(still).await;
        apart.signal("-CONT");
    };
    tokio::join!(stands_still, split.there.act(&act));
    assert!(begin.elapsed() >= still, "it was done by the one that stood still");
    // Also by what the other process shows, as soon as it has heard of it.
    let state = until("the other process has heard of it", async || {
        let state = split.one.open(&split.id, "").await.hear_type("state").await;
        (state["view"]["ply"] == 5).then_some(state)
    });
    // It looks a few times a second whether it stood still.
    clocks.spare(still - Duration::from_millis(500), &state.await);
    drop(apart);
    server.stop().await;
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
