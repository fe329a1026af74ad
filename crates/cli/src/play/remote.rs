//! A table of a server, over the same protocol as the browser's (docs/socket.md).

mod http;

use std::{
    io::ErrorKind,
    net::TcpStream,
    path::Path,
    time::{Duration, Instant},
};

use ::engine::Seat;
use anyhow::Context;
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket, stream::MaybeTlsStream};

use self::http::{Link, Server};
use super::{
    board::{self, Look},
    canvas::Marks,
    paint::Paint,
    seen::{Seen, TurnSeen},
    table::{News, Request, Table},
    think::Thought,
};

type Socket = WebSocket<MaybeTlsStream<TcpStream>>;

/// How long to wait before a lost connection is tried again.
const AGAIN: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub(super) struct Remote {
    server: Server,
    link: Link,
    /// `None` while the connection is lost.
    socket: Option<Socket>,
    tried: Instant,
    seen: Seen,
    viewing: Option<usize>,
    mine: Vec<usize>,
    table: Value,
    moves: Vec<String>,
    /// What others have offered and nobody here has answered.
    offers: Vec<String>,
    /// Commands are named by this and by how many have been sent: names outlive a connection.
    name: u32,
    sent: u32,
    /// The last command, until the server has answered it.
    awaited: Option<String>,
}

impl Remote {
    /// Joins the table of a link: takes the first seat that is open, or watches.
    pub(super) fn join(link: &str) -> anyhow::Result<Self> {
        let link = Link::parse(link)?;
        let mut server = Server::new(&link)?;
        // As whom we were there last, or as a new guest.
        let me: Value = serde_json::from_str(&server.ask("POST", "/api/me", Some(&json!({})))?)?;
        let table: Value = serde_json::from_str(&server.ask("GET", &link.path(""), None)?)?;
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
            offers: Vec::new(),
            name: rand::random(),
            sent: 0,
            awaited: None,
        };
        remote.hear(&state, &mut News::default());
        Ok(remote)
    }

    fn is_live(&self) -> bool {
        self.table["state"] == "live"
    }

    /// Sends a command, or says that there is nobody to send it to.
    fn send(&mut self, mut command: Value) -> Result<(), String> {
        self.sent += 1;
        let id = format!("{:08x}-{}", self.name, self.sent);
        command["id"] = json!(id);
        let lost = || "the connection is lost: wait until it is back".to_owned();
        let socket = self.socket.as_mut().ok_or_else(lost)?;
        match socket.send(Message::text(command.to_string())) {
            Ok(()) => {}
            Err(tungstenite::Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => {}
            Err(_) => {
                self.socket = None;
                return Err(lost());
            }
        }
        self.awaited = Some(id);
        Ok(())
    }

    /// Takes in one message of the server.
    fn hear(&mut self, message: &Value, news: &mut News) {
        news.changed = true;
        let problem = |problem: &Value| {
            let text = problem["text"].as_str().unwrap_or_default();
            problem["clause"].as_str().map_or(text.to_owned(), |clause| format!("{clause}: {text}"))
        };
        if self.awaited.is_some() && message["id"].as_str() == self.awaited.as_deref() {
            self.awaited = None;
        }
        match message["type"].as_str() {
            Some("state") => {
                self.moves = strings(&message["moves"]);
                self.mine = numbers(&message["mine"]);
                self.offers = self.open_offers(&message["offers"]);
                self.look(message, news);
            }
            Some("event") => {
                self.event(&message["event"], news);
                self.look(message, news);
            }
            Some("refused") => news.message = Some(format!("refused: {}", problem(&message["error"]))),
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

    /// The offers that wait for somebody here.
    fn open_offers(&self, offers: &Value) -> Vec<String> {
        let waits = |offer: &&Value| !numbers(&offer["yes"]).iter().any(|seat| self.mine.contains(seat));
        let open = offers.as_array().into_iter().flatten().filter(waits);
        open.filter_map(|offer| offer["what"].as_str()).map(str::to_owned).collect()
    }

    fn event(&mut self, event: &Value, news: &mut News) {
        let seat = &event["seat"];
        let mine = numbers(&json!([seat])).iter().any(|seat| self.mine.contains(seat));
        let what = event["what"].as_str().unwrap_or_default();
        match event["kind"].as_str() {
            Some("action") => {
                self.offers.clear();
                self.moves.push(event["t"].as_str().unwrap_or_default().to_owned());
            }
            Some("takeback") => {
                self.offers.clear();
                let ply = event["ply"].as_u64().unwrap_or(1) as usize;
                self.moves.truncate(ply.saturating_sub(1));
                news.message = Some(format!("taken back to ply {ply}"));
            }
            Some("start") => news.message = Some("the game begins".to_owned()),
            Some("resign") => news.message = Some(format!("seat {seat} resigns")),
            Some("offer") if mine => news.message = Some(format!("you offer a {what}")),
            Some("offer") => {
                self.offers.push(what.to_owned());
                news.message = Some(format!("seat {seat} offers a {what}: type accept or decline"));
            }
            Some("decline") => {
                self.offers.retain(|offer| offer != what);
                news.message = Some(format!("seat {seat} declines the {what}"));
            }
            Some("rematch") => {
                let table = event["table"].as_str().unwrap_or_default().to_owned();
                self.link = Link { table, invite: None, ..self.link.clone() };
                self.reconnect(news);
            }
            Some("chat") => {
                let word = |key: &str| event[key].as_str().unwrap_or_default();
                news.message = Some(format!("{}: {}", word("from"), word("text")));
            }
            Some("abort") => news.message = Some("the table is closed".to_owned()),
            _ => {}
        }
    }

    /// Opens the socket again, or that of another table.
    fn reconnect(&mut self, news: &mut News) {
        self.tried = Instant::now();
        // What was lost with the connection was not acknowledged: the state tells whether it was done.
        self.awaited = None;
        news.changed = true;
        match open_socket(&self.server, &self.link) {
            Ok((socket, state)) => {
                self.socket = Some(socket);
                self.hear(&state, news);
                news.message = Some("the connection is back".to_owned());
            }
            Err(error) => {
                self.socket = None;
                news.message = Some(format!("the connection is lost ({error:#}); trying again"));
            }
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
fn open_socket(server: &Server, link: &Link) -> anyhow::Result<(Socket, Value)> {
    let mut socket = server.socket(&link.path("/socket"))?;
    loop {
        if let Message::Text(text) = socket.read()? {
            let message: Value = serde_json::from_str(&text)?;
            if message["type"] == "state" {
                http::stream(&socket).set_nonblocking(true)?;
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
            // A connection that is lost shows the state anew when it is back, and asks again.
            let _lost = self.send(json!({"type": "look", "seat": seat.number()}));
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
        self.send(json!({"type": "act", "ply": self.seen.ply, "seat": seat.number(), "t": token}))
    }

    fn why_not(&mut self, token: &str) -> Option<String> {
        let Some(seat) = self.mine() else { return Some("wait: it is not your turn".to_owned()) };
        let asked = self.send(json!({"type": "explain", "seat": seat.number(), "t": token}));
        Some(asked.map_or_else(|lost| lost, |()| "asking the server why".to_owned()))
    }

    fn undo(&mut self) -> Result<(), String> {
        self.send(json!({"type": "offer", "what": "takeback"}))
    }

    fn resign(&mut self) -> Result<(), String> {
        let seat = *self.mine.first().ok_or("you only watch")?;
        self.send(json!({"type": "resign", "seat": seat}))
    }

    fn request(&mut self, request: Request<'_>) -> Result<(), String> {
        let command = match request {
            Request::Draw => json!({"type": "offer", "what": "draw"}),
            Request::Rematch => json!({"type": "rematch"}),
            Request::Answer(yes) => {
                let what = self.offers.pop().ok_or("nothing is offered")?;
                match what.as_str() {
                    "rematch" if yes => json!({"type": "rematch"}),
                    what => json!({"type": "answer", "what": what, "yes": yes}),
                }
            }
            Request::Say(text) => json!({"type": "chat", "text": text}),
        };
        self.send(command)
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

    fn is_settled(&self) -> bool {
        self.awaited.is_none() && (self.mine().is_some() || self.seen.is_over())
    }

    fn picture(&self, paint: Paint) -> anyhow::Result<String> {
        let canvas = board::read(&self.seen)?.canvas(&Marks::default(), paint, (120, 40), Look::Plan);
        let ply = self.seen.ply;
        let turn = match &self.seen.turn {
            TurnSeen::Open { .. } if !self.is_live() => "waiting for others to sit down".to_owned(),
            TurnSeen::Open { seat, kind } if kind == "reply" => {
                format!("ply {}: seat {seat} may reply", ply + 1)
            }
            TurnSeen::Open { seat, .. } => format!("ply {}: seat {seat} to move", ply + 1),
            TurnSeen::Over { over } => {
                format!("over after {ply} actions: {} by {}", over.result.join(" "), over.by)
            }
        };
        Ok(format!("{}\n{turn}", canvas.text()))
    }

    fn poll(&mut self) -> News {
        let mut news = News::default();
        // One action at a time, so that each can be told.
        while !news.fresh
            && let Some(message) = self.next()
        {
            self.hear(&message, &mut news);
        }
        if self.socket.is_none() && self.tried.elapsed() >= AGAIN {
            self.reconnect(&mut news);
        }
        news
    }
}
