//! A process apart that is killed or stands still: nothing is lost, and nobody is charged.

use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use server::store::EXPIRY;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::tungstenite::Message;

use super::{fischer, is_turn, shared, table};
use crate::support::{Client, Database, Server, Socket, choice, config, until};

/// Where a process for another test finds its database.
const SERVE: &str = "LUDARIUM_TEST_SERVE";

/// How long a table lives nowhere, at the least, when its process is dead: a lease holds this long after the last
/// heartbeat, of which there are two a second.
const NOWHERE: Duration = Duration::from_millis(EXPIRY as u64 - 500);

/// Not a test: the process that another test starts and kills.
#[test]
#[ignore = "a process for another test"]
fn serve_until_killed() {
    let Ok(url) = std::env::var(SERVE) else { return };
    server::run(config(&url), games::GAMES, Box::new(|address| println!("listening {address}"))).unwrap();
}

/// A server in a process of its own; killed without goodbye when dropped.
struct Apart {
    process: Child,
    address: SocketAddr,
}

impl Apart {
    fn start(database: &Database) -> Apart {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--ignored", "--exact", "cluster::apart::serve_until_killed", "--nocapture"])
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

    /// Plays this many actions and returns the clocks after them, and the next action.
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
