//! The way to the task of a table.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicI64, Ordering},
    },
};

use engine::lud::Lud;
use table::{Incoming, TableSummary, Visitor};
use tokio::sync::{mpsc, oneshot};

use super::{outbox::Outbox, requests::Pending};
use crate::{
    error::{Error, Result},
    store::Lease,
};

/// How many messages may wait for a table.
const QUEUE: usize = 64;

/// A client that wants to follow a table.
#[derive(Clone, Debug)]
pub(crate) struct Join {
    pub(crate) connection: u64,
    pub(crate) visitor: Visitor,
    pub(crate) invite: Option<String>,
    /// The last event it knows.
    pub(crate) since: Option<i64>,
    pub(crate) outbox: Outbox,
}

/// What the task of a table is told and asked.
#[derive(Debug)]
pub(super) enum TableMessage {
    Join { join: Join, reply: Reply<()> },
    Leave { connection: u64 },
    Command { connection: u64, message: Incoming },
    Request(Pending),
    Summary { visitor: Option<Visitor>, invite: Option<String>, reply: Reply<TableSummary> },
    Record { visitor: Option<Visitor>, invite: Option<String>, reply: Reply<Lud> },
    EngineMove { epoch: u64, token: Result<String> },
    Renamed { from: String, now: Visitor },
    Disconnect { person: String },
    Forget { person: String },
    DisconnectAll,
    Forwarded { key: String, outcome: Result<i64> },
    CatchUp { n: i64 },
    MoveHere { lease: Option<Lease> },
    RefreshClocks,
    Stop { reply: Reply<()> },
}

pub(super) type Reply<T> = oneshot::Sender<Result<T>>;

/// The way to the task of a table.
#[derive(Clone, Debug)]
pub(crate) struct TableHandle {
    /// Boxed, because a channel has room for many at once, and each table has one.
    sender: mpsc::Sender<Box<TableMessage>>,
    /// The number of the last event that is known here, if the table lives elsewhere.
    known: Arc<AtomicI64>,
    /// Whom the table has to do with, by id, so that nobody else's affairs are told to it.
    people: Arc<Mutex<HashMap<String, Tie>>>,
}

/// What somebody has to do with a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tie {
    /// They look.
    Visitor,
    /// They sit there, or said or asked for something.
    Named,
}

impl TableHandle {
    pub(super) fn new() -> (Self, mpsc::Receiver<Box<TableMessage>>) {
        let (sender, receiver) = mpsc::channel(QUEUE);
        let known = Arc::new(AtomicI64::new(i64::MAX));
        (TableHandle { sender, known, people: Arc::default() }, receiver)
    }

    fn lock_people(&self) -> MutexGuard<'_, HashMap<String, Tie>> {
        self.people.lock().expect("nobody panics while holding the list of people")
    }

    /// Notes that somebody has to do with the table.
    pub(super) fn note_person(&self, id: &str, tie: Tie) {
        let mut people = self.lock_people();
        match people.get_mut(id) {
            Some(Tie::Named) => {}
            Some(known) => *known = tie,
            None => drop(people.insert(id.to_owned(), tie)),
        }
    }

    /// Notes that somebody who only looked looks no more.
    pub(super) fn note_left(&self, id: &str) {
        let mut people = self.lock_people();
        if people.get(id) == Some(&Tie::Visitor) {
            people.remove(id);
        }
    }

    /// Whether somebody has to do with the table.
    pub(crate) fn concerns(&self, id: &str) -> bool {
        self.lock_people().contains_key(id)
    }

    pub(super) fn set_known(&self, n: Option<i64>) {
        self.known.store(n.unwrap_or(i64::MAX), Ordering::Relaxed);
    }

    /// The number of the last event that is known here, if the table lives elsewhere.
    pub(crate) fn known_from_elsewhere(&self) -> Option<i64> {
        Some(self.known.load(Ordering::Relaxed)).filter(|&n| n != i64::MAX)
    }

    pub(crate) fn is(&self, other: &TableHandle) -> bool {
        self.sender.same_channel(&other.sender)
    }

    /// A command from a connection; what comes of it is sent to the connection.
    pub(crate) async fn command(&self, connection: u64, message: Incoming) -> Result<()> {
        self.send(TableMessage::Command { connection, message }).await
    }

    /// A connection is closed.
    pub(crate) async fn leave(&self, connection: u64) {
        // A table that is gone has forgotten it already.
        let _gone = self.send(TableMessage::Leave { connection }).await;
    }

    /// An engine has found a move in the game of this epoch.
    pub(super) async fn engine_move(&self, epoch: u64, token: Result<String>) {
        // A table that is gone needs no move.
        let _gone = self.send(TableMessage::EngineMove { epoch, token }).await;
    }

    /// What came of the request of this key that was forwarded.
    pub(super) async fn forwarded(&self, key: String, outcome: Result<i64>) {
        // A table that is gone has nobody who waits.
        let _gone = self.send(TableMessage::Forwarded { key, outcome }).await;
    }

    /// Somebody goes by another id or name now.
    pub(crate) async fn rename(&self, from: &str, now: Visitor) {
        // A table that is being unloaded reads the new name when it is loaded again.
        let _gone = self.send(TableMessage::Renamed { from: from.to_owned(), now }).await;
    }

    /// Closes the connections of a person, who comes back if they may.
    pub(crate) async fn disconnect(&self, person: &str) {
        // A table that is gone has nobody connected.
        let _gone = self.send(TableMessage::Disconnect { person: person.to_owned() }).await;
    }

    /// Somebody wants to be forgotten.
    pub(crate) async fn forget(&self, person: &str) {
        // A table that is being unloaded reads nothing of them when it is loaded again.
        let _gone = self.send(TableMessage::Forget { person: person.to_owned() }).await;
    }

    /// Closes all connections: nothing can be done here for a while.
    pub(crate) fn disconnect_all(&self) {
        self.hint(TableMessage::DisconnectAll);
    }

    /// The table has events up to this number.
    pub(crate) fn catch_up(&self, n: i64) {
        self.hint(TableMessage::CatchUp { n });
    }

    /// Time was forgiven.
    pub(crate) fn refresh_clocks(&self) {
        self.hint(TableMessage::RefreshClocks);
    }

    /// The table lives nowhere and is to live here, by this lease if there is one already.
    pub(crate) async fn move_here(&self, lease: Option<Lease>) -> Result<()> {
        self.send(TableMessage::MoveHere { lease }).await
    }

    /// Ends the task, once it has done what it was told before.
    pub(crate) async fn stop(&self) -> Result<()> {
        self.ask(|reply| TableMessage::Stop { reply }).await
    }

    pub(super) async fn ask<T>(&self, message: impl FnOnce(Reply<T>) -> TableMessage) -> Result<T> {
        let (reply, answer) = oneshot::channel();
        self.send(message(reply)).await?;
        answer.await.map_err(|_| Error::Stopping)?
    }

    async fn send(&self, message: TableMessage) -> Result<()> {
        // Already on its way it concerns them: what is told of them meanwhile comes after it.
        match &message {
            TableMessage::Join { join, .. } => self.note_person(&join.visitor.id, Tie::Visitor),
            TableMessage::Request(pending) => self.note_person(pending.person(), Tie::Named),
            _ => {}
        }
        self.sender.send(Box::new(message)).await.map_err(|_| Error::Stopping)
    }

    /// Tells a table something that it will find out in any case, though later.
    fn hint(&self, message: TableMessage) {
        let _busy = self.sender.try_send(Box::new(message));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_only_looked_is_forgotten_and_whoever_acted_is_not() {
        let (table, _messages) = TableHandle::new();
        table.note_person("p_looks", Tie::Visitor);
        table.note_person("p_sits", Tie::Named);
        table.note_person("p_sits", Tie::Visitor);
        table.note_person("p_speaks", Tie::Visitor);
        table.note_person("p_speaks", Tie::Named);
        assert!(["p_looks", "p_sits", "p_speaks"].iter().all(|id| table.concerns(id)));
        assert!(!table.concerns("p_elsewhere"));
        ["p_looks", "p_sits", "p_speaks"].iter().for_each(|id| table.note_left(id));
        assert!(!table.concerns("p_looks") && table.concerns("p_sits") && table.concerns("p_speaks"));
    }
}
