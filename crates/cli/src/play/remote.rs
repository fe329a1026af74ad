//! A table of a server, over the same protocol as the browser's (docs/socket.md).

mod http;

use std::{
    io::ErrorKind,
    net::TcpStream,
    path::Path,
    time::{Duration, Instant},
};

use ::engine::Seat;
use anyhow::{Context, anyhow};
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket, client::IntoClientRequest};

use self::http::{Link, Server};
use super::{
    seen::Seen,
    table::{News, Table},
    think::Thought,
};

/// How long to wait before a lost connection is tried again.
const AGAIN: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub(super) struct Remote {
    server: Server,
    link: Link,
    /// `None` while the connection is lost.
    socket: Option<WebSocket<TcpStream>>,
    tried: Instant,
    seen: Seen,
    viewing: Option<usize>,
    mine: Vec<usize>,
    table: Value,
    moves: Vec<String>,
    /// How many commands have been sent: their names.
    sent: u32,
    /// What went wrong with sending, to be told.
    fault: Option<String>,
}

impl Remote {
    /// Joins the table of a link: takes the first seat that is open, or watches.
    pub(super) fn join(link: &str) -> anyhow::Result<Self> {
        let link = Link::parse(link)?;
        let mut server = Server::new(&link.host)?;
        server.ask("GET", "/api/me", None)?;
        let table: Value = serde_json::from_str(&server.ask("GET", &link.path(""), None)?)?;
        let me: Value = serde_json::from_str(&server.ask("GET", "/api/me", None)?)?;
        let seats = table["seats"].as_array().cloned().unwrap_or_default();
        let sits = |seat: &Value| {
            seat["people"].as_array().is_some_and(|people| people.iter().any(|who| who["id"] == me["id"]))
        };
        let open = seats
            .iter()
            .find(|seat| seat["kind"] == "open" || seat["kind"] == "team" && table["state"] == "open");
        if !seats.iter().any(sits)
            && let Some(seat) = open
        {
            // Chance of our own goes into a fair deal.
            let nonce = format!("{:032x}", rand::random::<u128>());
            let body = json!({"seat": seat["seat"], "invite": link.invite, "nonce": nonce});
            server.ask("POST", &format!("/api/tables/{}/sit", link.table), Some(&body))?;
        }
        let (socket, state) = open_socket(&server, &link)?;
        let seen = serde_json::from_value(state["view"].clone()).context("a view that cannot be read")?;
        let mut remote = Remote {
            server,
            link,
            socket: Some(socket),
            tried: Instant::now(),
            seen,
            viewing: None,
            mine: Vec::new(),
            table: Value::Null,
            moves: Vec::new(),
            sent: 0,
            fault: None,
        };
        remote.hear(&state, &mut News::default());
        Ok(remote)
    }

    fn is_live(&self) -> bool {
        self.table["state"] == "live"
    }

    fn send(&mut self, mut command: Value) {
        self.sent += 1;
        command["id"] = json!(format!("t{}", self.sent));
        let Some(socket) = &mut self.socket else {
            self.fault = Some("the connection is lost: wait until it is back".to_owned());
            return;
        };
        match socket.send(Message::text(command.to_string())) {
            Ok(()) => {}
            Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {}
            Err(_) => self.socket = None,
        }
    }

    /// Takes in one message of the server.
    fn hear(&mut self, message: &Value, news: &mut News) {
        news.changed = true;
        let problem = |problem: &Value| {
            let text = problem["text"].as_str().unwrap_or_default();
            problem["clause"].as_str().map_or(text.to_owned(), |clause| format!("{clause}: {text}"))
        };
        match message["type"].as_str() {
            Some("state") => {
                self.moves = strings(&message["moves"]);
                self.mine = numbers(&message["mine"]);
                self.look(message, news);
            }
            Some("event") => {
                self.event(&message["event"], news);
                self.look(message, news);
            }
            Some("refused") => news.message = Some(problem(&message["error"])),
            Some("explained") if !message["refusal"].is_null() => {
                news.message = Some(problem(&message["refusal"]));
            }
            _ => {}
        }
    }

    /// What a message says of the table and of the game.
    fn look(&mut self, message: &Value, news: &mut News) {
        self.table.clone_from(&message["table"]);
        if message["view"].is_object() {
            news.fresh = true;
            match serde_json::from_value(message["view"].clone()) {
                Ok(seen) => self.seen = seen,
                Err(error) => news.message = Some(format!("a view that cannot be read: {error}")),
            }
            self.viewing = message["viewing"].as_u64().map(|seat| seat as usize);
        }
    }

    fn event(&mut self, event: &Value, news: &mut News) {
        let seat = &event["seat"];
        match event["kind"].as_str() {
            Some("action") => self.moves.push(event["t"].as_str().unwrap_or_default().to_owned()),
            Some("takeback") => {
                let ply = event["ply"].as_u64().unwrap_or(1) as usize;
                self.moves.truncate(ply.saturating_sub(1));
                news.message = Some(format!("taken back to ply {ply}"));
            }
            Some("start") => news.message = Some("the game begins".to_owned()),
            Some("resign") => news.message = Some(format!("seat {seat} resigns")),
            Some("offer") => {
                let what = event["what"].as_str().unwrap_or_default();
                news.message = Some(format!("seat {seat} offers a {what}: answer in the browser"));
            }
            Some("decline") => news.message = Some(format!("seat {seat} declines")),
            Some("chat") => {
                let word = |key: &str| event[key].as_str().unwrap_or_default();
                news.message = Some(format!("{}: {}", word("from"), word("text")));
            }
            Some("abort") => news.message = Some("the table is closed".to_owned()),
            _ => {}
        }
    }

    /// The next message, if there is one; a connection that is lost is given up.
    fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.as_mut()?.read() {
                Ok(Message::Text(text)) => return serde_json::from_str(&text).ok(),
                Ok(Message::Close(_)) => self.socket = None,
                Ok(_) => {}
                Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => return None,
                Err(_) => self.socket = None,
            }
        }
    }
}

/// Opens the socket of a table; gives it with the first `state`, ready not to wait any more.
fn open_socket(server: &Server, link: &Link) -> anyhow::Result<(WebSocket<TcpStream>, Value)> {
    let mut request = format!("ws://{}{}", link.host, link.path("/socket")).into_client_request()?;
    request.headers_mut().insert("cookie", server.cookie.parse().context("a cookie that cannot be sent")?);
    let (mut socket, _) = tungstenite::client(request, server.connect()?)
        .map_err(|error| anyhow!("the server opens no socket: {error}"))?;
    loop {
        if let Message::Text(text) = socket.read()? {
            let message: Value = serde_json::from_str(&text)?;
            if message["type"] == "state" {
                socket.get_ref().set_nonblocking(true)?;
                return Ok((socket, message));
            }
        }
    }
}

fn strings(list: &Value) -> Vec<String> {
    let words = list.as_array().into_iter().flatten().filter_map(Value::as_str);
    words.map(str::to_owned).collect()
}

fn numbers(list: &Value) -> Vec<usize> {
    let numbers = list.as_array().into_iter().flatten().filter_map(Value::as_u64);
    numbers.map(|number| number as usize).collect()
}

impl Table for Remote {
    fn seen(&self) -> &Seen {
        &self.seen
    }

    fn moves(&self) -> Vec<String> {
        self.moves.clone()
    }

    fn mine(&self) -> Option<Seat> {
        self.seen.seat().filter(|seat| self.is_live() && self.mine.contains(&seat.number()))
    }

    fn hand_over(&self) -> Option<Seat> {
        let hidden = games::game(&self.seen.game).is_some_and(|entry| entry.info().hidden);
        let shared = self.mine.len() > 1;
        self.mine().filter(|seat| hidden && shared && self.viewing != Some(seat.number()))
    }

    fn sit_down(&mut self) {
        if let Some(seat) = self.hand_over() {
            self.send(json!({"type": "look", "seat": seat.number()}));
        }
    }

    fn sitter(&self, seat: Seat) -> String {
        let at = &self.table["seats"][seat.index()];
        let names = at["people"].as_array().into_iter().flatten().filter_map(|who| who["name"].as_str());
        let names: Vec<&str> = names.collect();
        match (at["level"].as_u64(), names.is_empty()) {
            (Some(level), _) => format!("level {level}"),
            (None, true) => "open seat".to_owned(),
            (None, false) if self.mine.contains(&seat.number()) => format!("{} (you)", names.join(", ")),
            (None, false) => names.join(", "),
        }
    }

    fn act(&mut self, token: &str) -> Result<(), String> {
        let seat = self.mine().ok_or(if self.is_live() {
            "wait: it is not your turn"
        } else {
            "the game does not run: not every seat is taken, or it is over"
        })?;
        self.send(json!({"type": "act", "ply": self.seen.ply, "seat": seat.number(), "t": token}));
        self.fault.take().map_or(Ok(()), Err)
    }

    fn why_not(&mut self, token: &str) -> Option<String> {
        let Some(seat) = self.mine() else { return Some("wait: it is not your turn".to_owned()) };
        self.send(json!({"type": "explain", "seat": seat.number(), "t": token}));
        Some("asking the server why".to_owned())
    }

    fn undo(&mut self) -> Result<(), String> {
        self.send(json!({"type": "offer", "what": "takeback"}));
        self.fault.take().map_or(Ok(()), Err)
    }

    fn resign(&mut self) -> Result<(), String> {
        let seat = *self.mine.first().ok_or("you only watch")?;
        self.send(json!({"type": "resign", "seat": seat}));
        self.fault.take().map_or(Ok(()), Err)
    }

    fn hint(&mut self) -> Result<(), String> {
        Err("there are no hints at a table with others".to_owned())
    }

    fn save(&mut self, file: &Path) -> Result<(), String> {
        let path = format!("/api/tables/{}/record", self.link.table);
        let record = self.server.ask("GET", &path, None).map_err(|error| format!("{error:#}"))?;
        std::fs::write(file, record).map_err(|error| format!("{}: {error}", file.display()))
    }

    fn thought(&self) -> Option<(Seat, Option<&Thought>)> {
        None
    }

    fn is_busy(&self) -> bool {
        true
    }

    fn poll(&mut self) -> News {
        let mut news = News::default();
        while let Some(message) = self.next() {
            self.hear(&message, &mut news);
        }
        if self.socket.is_none() && self.tried.elapsed() >= AGAIN {
            self.tried = Instant::now();
            news.changed = true;
            match open_socket(&self.server, &self.link) {
                Ok((socket, state)) => {
                    self.socket = Some(socket);
                    self.hear(&state, &mut news);
                    news.message = Some("the connection is back".to_owned());
                }
                Err(error) => {
                    news.message = Some(format!("the connection is lost ({error:#}); trying again"));
                }
            }
        }
        news
    }
}
