//! A table of a server, over the same protocol as the browser's (docs/socket.md).

mod http;

use std::{
    io::ErrorKind,
    net::TcpStream,
    path::Path,
    time::{Duration, Instant},
};

use ::engine::{GameList, Seat, TurnView, View};
use ::table::{
    Command, Incoming, Offer, OfferKind, Outgoing, Problem, SeatKind, State, TableEvent, TableSeat,
    TableSummary, Who,
};
use anyhow::bail;
use serde_json::json;
use tungstenite::{Message, WebSocket, stream::MaybeTlsStream};

use self::http::{Link, Server};
use super::{
    host::{Host, Request, Update},
    search_thread::Evaluation,
    view_text,
};

type Socket = WebSocket<MaybeTlsStream<TcpStream>>;

/// How long to wait before a lost connection is tried again.
const AGAIN: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub(super) struct Remote {
    games: GameList,
    server: Server,
    link: Link,
    /// `None` while the connection is lost.
    socket: Option<Socket>,
    tried: Instant,
    view: View,
    viewing: Option<usize>,
    mine: Vec<usize>,
    table: TableSummary,
    moves: Vec<String>,
    /// What others have offered and nobody here has answered.
    offers: Vec<OfferKind>,
    /// Commands are named by this and by how many have been sent: names outlive a connection.
    name: u32,
    sent: u32,
    /// The last command, until the server has answered it.
    awaited: Option<String>,
}

impl Remote {
    /// Joins the table of a link: takes the first seat that is open, or watches.
    pub(super) fn join(games: GameList, link: &str) -> anyhow::Result<Self> {
        let link = Link::parse(link)?;
        let mut server = Server::new(&link)?;
        // The guest that this command was there last, or a new one.
        let me: Who = serde_json::from_str(&server.ask("POST", "/api/me", Some(&json!({})))?)?;
        let table: TableSummary = serde_json::from_str(&server.ask("GET", &link.path(""), None)?)?;
        let is_open = |seat: &&TableSeat| match seat.kind {
            SeatKind::Open => true,
            SeatKind::Team => table.state == State::Open,
            _ => false,
        };
        let sits = table.seats.iter().any(|seat| seat.people.iter().any(|who| who.id == me.id));
        if !sits && let Some(seat) = table.seats.iter().find(is_open) {
            let body = json!({"seat": seat.seat, "invite": link.invite, "nonce": nonce()});
            server.ask("POST", &format!("/api/tables/{}/sit", link.table), Some(&body))?;
        }
        let (socket, state) = open_socket(&server, &link)?;
        let Outgoing::State { view, .. } = &state else { bail!("a socket that begins without a state") };
        let view = (**view).clone();
        let mut remote = Remote {
            games,
            server,
            link,
            socket: Some(socket),
            tried: Instant::now(),
            view,
            viewing: None,
            mine: Vec::new(),
            table,
            moves: Vec::new(),
            offers: Vec::new(),
            name: rand::random(),
            sent: 0,
            awaited: None,
        };
        remote.receive(state, &mut Update::default());
        Ok(remote)
    }

    fn is_live(&self) -> bool {
        self.table.state == State::Live
    }

    /// Sends a command, or says that there is no connection.
    fn send(&mut self, command: Command) -> Result<(), String> {
        self.sent += 1;
        let id = format!("{:08x}-{}", self.name, self.sent);
        let lost = || "the connection is lost: wait until it is back".to_owned();
        let message = serde_json::to_string(&Incoming { id: id.clone(), command });
        let message = Message::text(message.expect("a command is plain data"));
        let socket = self.socket.as_mut().ok_or_else(lost)?;
        match socket.send(message) {
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

    fn answered(&mut self, id: &str) {
        if self.awaited.as_deref() == Some(id) {
            self.awaited = None;
        }
    }

    /// Takes in one message of the server.
    fn receive(&mut self, message: Outgoing, update: &mut Update) {
        update.changed = true;
        match message {
            Outgoing::State { table, view, viewing, mine, offers, moves, .. } => {
                self.moves = moves;
                self.mine = mine;
                let waits = |offer: &&Offer| !offer.yes.iter().any(|seat| self.mine.contains(seat));
                self.offers = offers.iter().filter(waits).map(|offer| offer.what).collect();
                self.table = *table;
                self.add_nonce();
                self.look(*view, viewing, update);
            }
            Outgoing::Event { event, view, viewing, table, .. } => {
                self.table = *table;
                if let Some(view) = view {
                    self.look(*view, viewing, update);
                }
                // Last, since a rematch leads to the state of another table.
                self.event(event, update);
            }
            Outgoing::Ack { id, .. } => self.answered(&id),
            Outgoing::Refused { id, error } => {
                self.answered(&id);
                update.message = Some(format!("refused: {}", in_words(&error)));
            }
            Outgoing::Explained { id, refusal, meant } => {
                self.answered(&id);
                update.message = Some(match (refusal, meant) {
                    (Some(refusal), _) => in_words(&refusal),
                    (None, Some(meant)) => format!("type {} to try it", meant.t),
                    (None, None) => "no action does that".to_owned(),
                });
            }
            Outgoing::Presence { .. } => {}
        }
    }

    /// Adds to a fair deal what a rematch waits for; without it the game begins a moment later.
    fn add_nonce(&mut self) {
        if self.table.seats.iter().any(|seat| seat.nonce_due && self.mine.contains(&seat.seat)) {
            let path = format!("/api/tables/{}/nonce", self.link.table);
            let _late = self.server.ask("POST", &path, Some(&json!({"nonce": nonce()})));
        }
    }

    fn look(&mut self, view: View, viewing: Option<usize>, update: &mut Update) {
        update.fresh = true;
        self.view = view;
        self.viewing = viewing;
    }

    fn event(&mut self, event: TableEvent, update: &mut Update) {
        let message = match event {
            TableEvent::Action { t, .. } => {
                self.offers.clear();
                self.moves.push(t);
                return;
            }
            TableEvent::Takeback { ply, .. } => {
                self.offers.clear();
                self.moves.truncate(ply.saturating_sub(1));
                format!("taken back to ply {ply}")
            }
            TableEvent::Start {} if self.table.by_hand => "the game begins as its owner set it up".to_owned(),
            TableEvent::Start {} => "the game begins".to_owned(),
            TableEvent::Resign { seat } => format!("seat {seat} resigns"),
            TableEvent::Offer { what, seat } if self.mine.contains(&seat) => {
                format!("you offer a {}", name(what))
            }
            TableEvent::Offer { what, seat } => {
                self.offers.push(what);
                format!("seat {seat} offers a {}: type accept or decline", name(what))
            }
            TableEvent::Decline { what, seat } => {
                self.offers.retain(|offer| *offer != what);
                format!("seat {seat} declines the {}", name(what))
            }
            TableEvent::Rematch { table } => {
                self.link = Link { table, invite: None, ..self.link.clone() };
                self.reconnect(update);
                return;
            }
            TableEvent::Chat { from, text, .. } => format!("{from}: {text}"),
            TableEvent::Abort {} => "the table is closed".to_owned(),
            TableEvent::Sit { .. }
            | TableEvent::Stand { .. }
            | TableEvent::Time { .. }
            | TableEvent::Draw {}
            | TableEvent::Mute { .. }
            | TableEvent::Nonce { .. }
            | TableEvent::Ask { .. }
            | TableEvent::TurnAway { .. }
            | TableEvent::Over { .. } => return,
        };
        update.message = Some(message);
    }

    /// Opens the socket again, or that of another table.
    fn reconnect(&mut self, update: &mut Update) {
        self.tried = Instant::now();
        // What was lost with the connection was not acknowledged: the state tells whether it was done.
        self.awaited = None;
        update.changed = true;
        match open_socket(&self.server, &self.link) {
            Ok((socket, state)) => {
                self.socket = Some(socket);
                self.receive(state, update);
                update.message = Some("the connection is back".to_owned());
            }
            Err(error) => {
                self.socket = None;
                update.message = Some(format!("the connection is lost ({error:#}); trying again"));
            }
        }
    }

    /// The next message, if there is one; a connection that is lost is given up.
    fn next(&mut self) -> Option<Outgoing> {
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
fn open_socket(server: &Server, link: &Link) -> anyhow::Result<(Socket, Outgoing)> {
    let mut socket = server.socket(&link.path("/socket"))?;
    loop {
        if let Message::Text(text) = socket.read()? {
            let message: Outgoing = serde_json::from_str(&text)?;
            if matches!(message, Outgoing::State { .. }) {
                http::stream(&socket).set_nonblocking(true)?;
                return Ok((socket, message));
            }
        }
    }
}

/// What the server says of a refusal.
fn in_words(problem: &Problem) -> String {
    match &problem.clause {
        Some(clause) => format!("{clause}: {}", problem.text),
        None => problem.text.clone(),
    }
}

fn name(what: OfferKind) -> &'static str {
    match what {
        OfferKind::Draw => "draw",
        OfferKind::Takeback => "takeback",
        OfferKind::Rematch => "rematch",
    }
}

impl Host for Remote {
    fn view(&self) -> &View {
        &self.view
    }

    fn moves(&self) -> Vec<String> {
        self.moves.clone()
    }

    fn mine(&self) -> Option<Seat> {
        self.view.turn.seat().filter(|seat| self.is_live() && self.mine.contains(&seat.number()))
    }

    fn hand_over(&self) -> Option<Seat> {
        let hidden = self.games.get(&self.view.game).is_some_and(|entry| entry.info().hidden);
        let shared = self.mine.len() > 1;
        self.mine().filter(|seat| hidden && shared && self.viewing != Some(seat.number()))
    }

    fn take_screen(&mut self) {
        if let Some(seat) = self.hand_over() {
            // A connection that is lost shows the state anew when it is back, and asks again.
            let _lost = self.send(Command::Look { seat: seat.number() });
        }
    }

    fn occupant(&self, seat: Seat) -> String {
        let Some(at) = self.table.seats.get(seat.index()) else { return String::new() };
        let names: Vec<&str> = at.people.iter().map(|who| who.name.as_str()).collect();
        match (at.level, names.is_empty()) {
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
        self.send(Command::Act { ply: self.view.ply, seat: seat.number(), t: token.to_owned() })
    }

    fn why_not(&mut self, pressed: Vec<String>) -> Option<String> {
        let Some(seat) = self.mine() else { return Some("wait: it is not your turn".to_owned()) };
        let pressed = pressed.try_into().ok()?;
        let asked = self.send(Command::Explain { seat: seat.number(), pressed });
        Some(asked.map_or_else(|lost| lost, |()| "asking the server why".to_owned()))
    }

    fn undo(&mut self) -> Result<(), String> {
        self.send(Command::Offer { what: OfferKind::Takeback })
    }

    fn resign(&mut self) -> Result<(), String> {
        let seat = *self.mine.first().ok_or("you only watch")?;
        self.send(Command::Resign { seat })
    }

    fn request(&mut self, request: Request<'_>) -> Result<(), String> {
        let command = match request {
            Request::Draw => Command::Offer { what: OfferKind::Draw },
            Request::Rematch => Command::Rematch {},
            Request::Answer(yes) => match self.offers.pop().ok_or("nothing is offered")? {
                OfferKind::Rematch if yes => Command::Rematch {},
                what => Command::Answer { what, yes },
            },
            Request::Say(text) => Command::Chat { text: text.to_owned() },
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

    fn evaluation(&self) -> Option<(Seat, Option<&Evaluation>)> {
        None
    }

    fn is_busy(&self) -> bool {
        true
    }

    fn is_settled(&self) -> bool {
        self.awaited.is_none() && (self.mine().is_some() || self.view.turn.is_over())
    }

    fn status(&self) -> String {
        match self.view.turn {
            TurnView::Open { .. } if !self.is_live() => "waiting for others to sit down".to_owned(),
            _ => view_text::status(&self.view),
        }
    }

    fn poll(&mut self) -> Update {
        let mut update = Update::default();
        // One action at a time, so that each can be told.
        while !update.fresh
            && let Some(message) = self.next()
        {
            self.receive(message, &mut update);
        }
        if self.socket.is_none() && self.tried.elapsed() >= AGAIN {
            self.reconnect(&mut update);
        }
        update
    }
}

/// This side's part of a fair deal.
fn nonce() -> String {
    format!("{:032x}", rand::random::<u128>())
}
