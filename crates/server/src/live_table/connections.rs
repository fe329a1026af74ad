//! Who is connected to a table, and what each of them is sent.

use std::collections::HashSet;

use axum::extract::ws::Utf8Bytes;
use engine::{Seat, SeatSet};
use table::{Audience, Outgoing, Table, TableEvent, Visitor};

use super::{handle::Join, outbox::Outbox};
use crate::store::now;

/// One open socket.
#[derive(Debug)]
struct Connection {
    id: u64,
    visitor: Visitor,
    outbox: Outbox,
    /// The seat that a shared screen is turned to.
    looking: Option<Seat>,
}

/// All open sockets of a table. One that does not keep up with what it is sent is closed; its client comes back.
#[derive(Debug, Default)]
pub(super) struct Connections {
    list: Vec<Connection>,
    /// Who was here when it was last told.
    told: Option<Audience>,
}

impl Connection {
    /// Whether it could be sent.
    fn send(&self, message: &Outgoing) -> bool {
        self.outbox.send(text(message))
    }
}

impl Connections {
    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) fn visitor(&self, id: u64) -> Option<&Visitor> {
        self.find(id).map(|connection| &connection.visitor)
    }

    /// Whether somebody is connected.
    pub(super) fn has(&self, person: &str) -> bool {
        self.list.iter().any(|connection| connection.visitor.id == person)
    }

    fn find(&self, id: u64) -> Option<&Connection> {
        self.list.iter().find(|connection| connection.id == id)
    }

    /// Adds a connection and sends it where the game stands: what it missed, or everything.
    pub(super) fn join(&mut self, table: &Table, join: Join) {
        let Join { connection: id, visitor, since, outbox, .. } = join;
        let viewing = table.viewing(&visitor.id, None);
        outbox.set_seated(!table.seats_of(&visitor.id).is_empty());
        self.list.push(Connection { id, visitor, outbox, looking: None });
        let missed = since.and_then(|n| table.messages_since(n, viewing, self.audience(table), now()));
        match missed {
            Some(messages) => messages.iter().for_each(|message| self.send(id, message)),
            None => self.send_state(table, id),
        }
    }

    pub(super) fn leave(&mut self, id: u64) {
        self.list.retain(|connection| connection.id != id);
    }

    pub(super) fn close_all(&mut self) {
        self.list.clear();
    }

    pub(super) fn close_of(&mut self, person: &str) {
        self.list.retain(|connection| connection.visitor.id != person);
    }

    pub(super) fn rename(&mut self, from: &str, now: &Visitor) {
        for connection in self.list.iter_mut().filter(|connection| connection.visitor.id == from) {
            connection.visitor = now.clone();
        }
    }

    /// Turns a shared screen towards a seat, and shows what it may see.
    pub(super) fn look(&mut self, table: &Table, id: u64, seat: Seat) {
        if let Some(connection) = self.list.iter_mut().find(|connection| connection.id == id) {
            connection.looking = Some(seat);
        }
        self.send_state(table, id);
    }

    /// Sends the whole table anew.
    fn send_state(&mut self, table: &Table, id: u64) {
        let audience = self.audience(table);
        let state = self.find(id).map(|connection| {
            table.state_message(&connection.visitor.id, connection.looking, audience, now())
        });
        if let Some(state) = state {
            self.send(id, &state);
        }
    }

    /// Sends everyone the whole table anew.
    pub(super) fn send_state_to_all(&mut self, table: &Table) {
        let ids: Vec<_> = self.list.iter().map(|connection| connection.id).collect();
        for id in ids {
            self.send_state(table, id);
        }
    }

    pub(super) fn send(&mut self, id: u64, message: &Outgoing) {
        let sent = self.find(id).is_none_or(|connection| connection.send(message));
        if !sent {
            self.leave(id);
        }
    }

    /// Tells everyone of an event, each with the view they may have. Written once for each view, not for each client.
    pub(super) fn broadcast(&mut self, table: &Table, n: i64, event: &TableEvent) {
        let to_act = table.turn().seat();
        let mut written: Vec<(Option<Seat>, Utf8Bytes)> = Vec::new();
        let mut messages = table.event_messages(n, event, self.audience(table), now());
        self.list.retain_mut(|connection| {
            // After a seat's turn the shared screen is turned away again.
            connection.looking = connection.looking.filter(|&seat| Some(seat) == to_act);
            connection.outbox.set_seated(!table.seats_of(&connection.visitor.id).is_empty());
            let viewing = table.viewing(&connection.visitor.id, connection.looking);
            let known = written.iter().find(|(seat, _)| *seat == viewing).map(|(_, text)| text.clone());
            connection.outbox.send(known.unwrap_or_else(|| {
                let text = text(&messages.of(viewing));
                written.push((viewing, text.clone()));
                text
            }))
        });
    }

    /// Tells everyone who is here, if that has changed.
    pub(super) fn tell_presence(&mut self, table: &Table) {
        let audience = self.audience(table);
        if self.told == Some(audience) {
            return;
        }
        self.told = Some(audience);
        let text = text(&table.presence_message(audience));
        self.list.retain(|connection| connection.outbox.send(text.clone()));
    }

    pub(super) fn audience(&self, table: &Table) -> Audience {
        // One whose connection never came about is not here.
        let open = self.list.iter().filter(|connection| !connection.outbox.is_closed());
        let mut online = SeatSet::EMPTY;
        // People are counted, not their windows.
        let mut watching = HashSet::new();
        for Connection { visitor, .. } in open {
            let seats = table.seats_of(&visitor.id);
            online = SeatSet::from_bits(online.bits() | seats.bits());
            if seats.is_empty() {
                watching.insert(&visitor.id);
            }
        }
        Audience { online, spectators: watching.len() }
    }
}

fn text(message: &Outgoing) -> Utf8Bytes {
    serde_json::to_string(message).expect("a message is plain data").into()
}
