//! Someone who plays whole games by `docs/socket.md`, comes back whenever the connection is lost, and keeps a
//! journal of what was sent and what was acknowledged.

use std::{
    io::{Read, Write},
    net::TcpStream,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket, client::IntoClientRequest};

use crate::process::sleep;

/// An acknowledgement that takes longer is a stall.
const PROMPT: Duration = Duration::from_millis(300);
/// How long a server may take to say anything, where there is no other.
pub(crate) const PATIENT: Duration = Duration::from_secs(20);
/// The same where there is another one to try.
pub(crate) const IMPATIENT: Duration = Duration::from_millis(1_500);
/// What both seats begin with, in milliseconds.
pub(crate) const TIME: i64 = 3_600_000;

/// How many actions were acknowledged to anybody so far.
static ACKNOWLEDGED: AtomicUsize = AtomicUsize::new(0);

/// Returns when this many more actions are acknowledged than before `pause`, and no sooner than that.
pub(crate) fn play_on(actions: usize, pause: impl FnOnce()) {
    let goal = ACKNOWLEDGED.load(Ordering::Relaxed) + actions;
    pause();
    let begin = Instant::now();
    while ACKNOWLEDGED.load(Ordering::Relaxed) < goal {
        assert!(begin.elapsed() < Duration::from_secs(60), "nobody plays");
        sleep(20);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opponent {
    /// The same person, at the same screen.
    Device,
    Engine,
}

/// What one player knows of one table.
#[derive(Debug)]
pub(crate) struct Journal {
    pub(crate) table: String,
    pub(crate) game: &'static str,
    pub(crate) sent: Vec<Sent>,
    /// How long there was a connection.
    pub(crate) attached: Duration,
    /// How much of that an action was on its way and nothing came back.
    pub(crate) stalled: Duration,
    pub(crate) reconnections: u32,
    /// Actions of the other side that were heard of.
    pub(crate) replies: usize,
    /// The keys by which the server said that it could not.
    pub(crate) refusals: Vec<String>,
}

#[derive(Debug)]
pub(crate) struct Sent {
    pub(crate) id: String,
    pub(crate) ply: u64,
    pub(crate) seat: u64,
    pub(crate) t: String,
    /// The number in its acknowledgement.
    pub(crate) acked: Option<i64>,
}

struct Player<'a> {
    ports: &'a [u16],
    at: usize,
    cookie: String,
    patience: Duration,
    stop: &'a AtomicBool,
}

/// Plays until told to stop. A game that is under way then stays unfinished.
pub(crate) fn run(
    ports: &[u16],
    number: usize,
    opponent: Opponent,
    patience: Duration,
    stop: &AtomicBool,
) -> Vec<Journal> {
    let mut player = Player { ports, at: number % ports.len(), cookie: String::new(), patience, stop };
    let mut journals = Vec::new();
    for round in number.. {
        let game = ["archimedes", "abraxas", "axiom"][round % 3];
        let Some(table) = player.make(game, opponent) else { break };
        let journal = Journal {
            table,
            game,
            sent: Vec::new(),
            attached: Duration::ZERO,
            stalled: Duration::ZERO,
            reconnections: 0,
            replies: 0,
            refusals: Vec::new(),
        };
        journals.push(player.game(journal));
    }
    journals
}

impl Player<'_> {
    fn port(&self) -> u16 {
        self.ports[self.at]
    }

    fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn connect(&self) -> Option<TcpStream> {
        let stream = TcpStream::connect(("127.0.0.1", self.port())).ok()?;
        stream.set_nodelay(true).ok()?;
        stream.set_read_timeout(Some(self.patience)).ok()?;
        Some(stream)
    }

    /// The body of a good answer.
    fn ask(&mut self, method: &str, path: &str, body: &Value) -> Option<Value> {
        let body = body.to_string();
        let mut stream = self.connect()?;
        let request = format!(
            "{method} {path} HTTP/1.0\r\nHost: 127.0.0.1\r\nCookie: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.cookie,
            body.len()
        );
        stream.write_all(request.as_bytes()).ok()?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).ok()?;
        let (head, body) = answer.split_once("\r\n\r\n")?;
        if let Some(cookie) = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")) {
            cookie.split(';').next()?.clone_into(&mut self.cookie);
        }
        head.split(' ').nth(1)?.starts_with('2').then(|| serde_json::from_str(body).ok())?
    }

    /// A table of one's own; nothing when it is time to stop.
    fn make(&mut self, game: &str, opponent: Opponent) -> Option<String> {
        let other = match opponent {
            Opponent::Device => json!({"kind": "device"}),
            Opponent::Engine => json!({"kind": "engine", "level": 1}),
        };
        let clock = json!({"kind": "fischer", "seconds": TIME / 1000, "increment": 0});
        let seats = json!([{"kind": "device"}, other]);
        let table = json!({"game": game, "seats": seats, "clock": clock, "private": true});
        loop {
            if self.stopped() {
                return None;
            }
            if !self.cookie.is_empty()
                && let Some(made) = self.ask("POST", "/api/tables", &table)
            {
                return Some(made["id"].as_str().unwrap().to_owned());
            }
            self.ask("POST", "/api/me", &json!({}));
            self.elsewhere();
        }
    }

    /// Another server, a little later.
    fn elsewhere(&mut self) {
        self.at = (self.at + 1) % self.ports.len();
        sleep(20);
    }

    fn open(&self, table: &str, since: i64) -> Option<WebSocket<TcpStream>> {
        let url = format!("ws://127.0.0.1:{}/api/tables/{table}/socket?since={since}", self.port());
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("cookie", self.cookie.parse().unwrap());
        tungstenite::client(request, self.connect()?).ok().map(|(socket, _)| socket)
    }

    /// Plays a game to its end, or until told to stop.
    fn game(&mut self, mut journal: Journal) -> Journal {
        let mut heard = 0;
        while !self.stopped() {
            let Some(mut socket) = self.open(&journal.table, heard) else {
                self.elsewhere();
                continue;
            };
            let since = Instant::now();
            let mut asked = None;
            let over = self.talk(&mut socket, &mut journal, &mut heard, &mut asked);
            journal.attached += since.elapsed();
            journal.stalled += asked.map_or(Duration::ZERO, stall);
            if over {
                break;
            }
            journal.reconnections += 1;
            self.elsewhere();
        }
        journal
    }

    /// Until the connection is lost, or, as answered, the game is over.
    /// `asked` is when the action that waits for its acknowledgement was sent.
    fn talk(
        &self,
        socket: &mut WebSocket<TcpStream>,
        journal: &mut Journal,
        heard: &mut i64,
        asked: &mut Option<Instant>,
    ) -> bool {
        let mut view = Value::Null;
        // What was on its way when the connection was lost is said again, word for word.
        let again = journal.sent.last().filter(|sent| sent.acked.is_none()).map(Sent::text);
        if let Some(text) = again {
            *asked = Some(Instant::now());
            if socket.send(Message::text(text)).is_err() {
                return false;
            }
        }
        while !self.stopped() {
            let message = match socket.read() {
                Ok(Message::Text(text)) => serde_json::from_str::<Value>(&text).unwrap(),
                Ok(Message::Close(_)) | Err(_) => return false,
                Ok(_) => continue,
            };
            if let Some(n) = message["n"].as_i64().filter(|_| message["type"] != "ack") {
                let next = message["type"] == "state" || n == *heard + 1;
                assert!(next, "no event is left out: {} after {heard}", n);
                *heard = n;
            }
            if message["view"].is_object() {
                view = message["view"].clone();
            }
            let event = &message["event"];
            if event["kind"] == "action" && journal.sent.iter().all(|sent| sent.ply + 1 != event["ply"]) {
                journal.replies += 1;
            }
            match message["type"].as_str() {
                Some("ack") => {
                    let sent = journal.sent.iter_mut().rfind(|sent| message["id"] == *sent.id);
                    sent.expect("only what was sent is acknowledged").acked = message["n"].as_i64();
                    journal.stalled += asked.take().map_or(Duration::ZERO, stall);
                    ACKNOWLEDGED.fetch_add(1, Ordering::Relaxed);
                }
                Some("refused") => {
                    let key = message["error"]["key"].as_str().unwrap_or_default();
                    assert!(key.starts_with("server."), "a legal action is refused: {message} {journal:?}");
                    journal.refusals.push(key.to_owned());
                    return false;
                }
                _ => {}
            }
            if message["table"]["state"] == "over" {
                return true;
            }
            let waiting = journal.sent.last().is_some_and(|sent| sent.acked.is_none_or(|n| n > *heard));
            if waiting || view["legal"].as_array().is_none_or(Vec::is_empty) {
                continue;
            }
            sleep(5);
            let sent = Sent::choose(&view);
            let text = sent.text();
            journal.sent.push(sent);
            view = Value::Null;
            *asked = Some(Instant::now());
            if socket.send(Message::text(text)).is_err() {
                return false;
            }
        }
        false
    }
}

fn stall(asked: Instant) -> Duration {
    asked.elapsed().saturating_sub(PROMPT)
}

impl Sent {
    fn choose(view: &Value) -> Self {
        let legal = view["legal"].as_array().unwrap();
        Sent {
            id: format!("{:016x}", rand::random::<u64>()),
            ply: view["ply"].as_u64().unwrap(),
            seat: view["turn"]["seat"].as_u64().unwrap(),
            t: legal[rand::random::<u64>() as usize % legal.len()]["t"].as_str().unwrap().to_owned(),
            acked: None,
        }
    }

    fn text(&self) -> String {
        json!({"type": "act", "id": self.id, "ply": self.ply, "seat": self.seat, "t": self.t}).to_string()
    }
}
