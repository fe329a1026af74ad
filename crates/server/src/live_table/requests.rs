//! What people ask of a table so that something happens: executed once, where the table lives.

use std::time::Instant;

use engine::Seat;
use serde::{Deserialize, Serialize};
use table::{Command, Explained, Incoming, Outgoing, Request, TableError, TableSummary, Visitor};

use super::{
    commit::Cause,
    handle::{Reply, Tie},
    task::Task,
};
use crate::{
    error::{Error, Result},
    limits, secret,
    store::{EventRow, now},
};

/// How many commands are remembered, so that none is executed twice.
const REMEMBERED: usize = 256;
/// At most this many lines of chat in this many milliseconds.
const CHAT_RATE: (usize, i64) = (5, 10_000);

/// A request in somebody's name.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Submission {
    visitor: Visitor,
    /// The same twice does nothing twice.
    pub(super) key: String,
    request: Request,
}

impl Submission {
    /// One that came without an id of its own.
    pub(super) fn new(visitor: &Visitor, request: Request) -> Self {
        Submission { visitor: visitor.clone(), key: secret::id("r"), request }
    }
}

/// Who waits for an answer.
#[derive(Debug)]
pub(super) enum Requester {
    /// A connection, with its id of the command.
    Connection { connection: u64, id: String },
    /// A request over HTTP, which is answered with the table.
    Http(Reply<TableSummary>),
    /// Another process, which is answered with the number of the last event.
    Process(Reply<i64>),
}

/// A request and who waits for it.
#[derive(Debug)]
pub(super) struct Pending {
    pub(super) submission: Submission,
    pub(super) requester: Requester,
    pub(super) since: Instant,
}

impl Pending {
    fn new(submission: Submission, requester: Requester) -> Self {
        Pending { submission, requester, since: Instant::now() }
    }

    /// The id of whoever asks.
    pub(super) fn person(&self) -> &str {
        &self.submission.visitor.id
    }

    pub(super) fn http(submission: Submission, reply: Reply<TableSummary>) -> Self {
        Self::new(submission, Requester::Http(reply))
    }

    pub(super) fn forwarded(submission: Submission, reply: Reply<i64>) -> Self {
        Self::new(submission, Requester::Process(reply))
    }
}

impl Task {
    /// A command from a connection: executed once, answered always.
    pub(super) async fn command(&mut self, connection: u64, message: Incoming) -> Result<()> {
        let Some(visitor) = self.connections.visitor(connection).cloned() else { return Ok(()) };
        let Incoming { id, command } = message;
        // What changes nothing but what one client sees is answered wherever the table lives.
        let answer = match &command {
            Command::Explain { seat, pressed } => {
                let explained = self.table.explain(&visitor, *seat, pressed);
                explained.map(|Explained { refusal, meant }| Outgoing::Explained {
                    id: id.clone(),
                    refusal,
                    meant,
                })
            }
            Command::Look { seat } => self.table.own(&visitor, *seat).map(|seat| {
                self.connections.look(&self.table, connection, seat);
                Outgoing::Ack { id: id.clone(), n: self.table.n() }
            }),
            _ => {
                let key = command_key(&visitor.id, &id, &command);
                let submission = Submission { visitor, key, request: Request::Command(command) };
                return self.submit(Pending::new(submission, Requester::Connection { connection, id })).await;
            }
        };
        match answer {
            Ok(message) => self.connections.send(connection, &message),
            Err(error) => self.answer(Requester::Connection { connection, id }, Err(error.into())),
        }
        Ok(())
    }

    /// Executes a request and answers it; or hands it back if the table has moved away meanwhile.
    pub(super) async fn execute(&mut self, pending: Pending) -> Result<Option<Pending>> {
        if let Some(&n) = self.done.get(&pending.submission.key) {
            // An event that carries a request's key may be followed by others of the same commit.
            self.answer(pending.requester, Ok(n.max(self.table.n())));
            return Ok(None);
        }
        self.handle.note_person(pending.person(), Tie::Named);
        match self.decide_and_commit(&pending.submission).await {
            Ok(()) => {
                let n = self.table.n();
                self.remember(pending.submission.key, n);
                self.app.metrics.acks.observe(pending.since.elapsed());
                self.answer(pending.requester, Ok(n));
            }
            Err(Error::Moved) => {
                self.move_away().await?;
                return Ok(Some(pending));
            }
            Err(error) if error.is_ours() => {
                if let Requester::Connection { connection, id } = pending.requester {
                    self.connections.send(connection, &Outgoing::Refused { id, error: error.problem() });
                }
                return Err(error);
            }
            Err(error) => self.answer(pending.requester, Err(error)),
        }
        Ok(None)
    }

    async fn decide_and_commit(&mut self, submission: &Submission) -> Result<()> {
        let Submission { visitor, key, request } = submission;
        if let Request::Command(Command::Chat { .. }) = request {
            self.allow_chat(&visitor.id)?;
        }
        let mut decision = self.table.decide(visitor, request)?;
        if let Request::Sit { .. } = request {
            self.refuse_own_bot(&visitor.id).await?;
        }
        if let Some(table) = decision.rematch() {
            // It is one more table.
            self.app.limits.take(&limits::TABLES, Some(&visitor.id), &self.origin)?;
            *table = self.rematch().await?;
        }
        if let Request::Command(Command::Chat { .. } | Command::Mute { .. } | Command::Ask { .. }) = request {
            // Talk is kept, and so is whoever talks.
            self.app.store.save_guest(&visitor.id, &visitor.name).await?;
        }
        self.commit(decision, Cause { person: Some(&visitor.id), command: Some(key) }).await
    }

    /// At a rated game nobody meets their own bot, nor do two bots of one person.
    async fn refuse_own_bot(&self, person: &str) -> Result<()> {
        if !self.table.info().rated {
            return Ok(());
        }
        let behind = self.app.store.person_behind(person).await?;
        for who in Seat::all(self.table.seats()).flat_map(|seat| self.table.people(seat)) {
            if self.app.store.person_behind(&who.id).await? == behind {
                return Err(TableError::NotRateable.into());
            }
        }
        Ok(())
    }

    /// Tells whoever waits what came of it.
    pub(super) fn answer(&mut self, requester: Requester, outcome: Result<i64>) {
        match (requester, outcome) {
            (Requester::Connection { connection, id }, Ok(n)) => {
                self.connections.send(connection, &Outgoing::Ack { id, n });
            }
            (Requester::Connection { connection, id }, Err(error)) => {
                self.app.metrics.refused.add(1);
                self.connections.send(connection, &Outgoing::Refused { id, error: error.problem() });
                error.log();
            }
            (Requester::Http(reply), outcome) => {
                let _gone = reply.send(outcome.map(|_| self.summary()));
            }
            (Requester::Process(reply), outcome) => {
                let _gone = reply.send(outcome);
            }
        }
    }

    fn allow_chat(&mut self, person: &str) -> Result<()> {
        let at = now();
        let said = self.chats.entry(person.to_owned()).or_default();
        said.retain(|&then| at - then < CHAT_RATE.1);
        if said.len() >= CHAT_RATE.0 {
            return Err(Error::TooMany);
        }
        said.push_back(at);
        Ok(())
    }

    /// Makes the same table with the seats turned by one; returns its id.
    async fn rematch(&self) -> Result<String> {
        let (info, sitters) = self.table.rematch(secret::id("t"), now());
        Ok(self.app.tables.insert(self.app, info, &self.origin, &sitters).await?.id)
    }

    /// Remembers the commands of these events.
    pub(super) fn remember_all(&mut self, events: Vec<EventRow>) {
        for event in events {
            if let Some(command) = event.command {
                self.remember(command, event.n);
            }
        }
    }

    pub(super) fn remember(&mut self, key: String, n: i64) {
        if self.done.insert(key.clone(), n).is_none() {
            self.order.push_back(key);
        }
        if self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.done.remove(&oldest);
        }
    }
}

/// The same person, the same id, the same command: the same.
fn command_key(person: &str, id: &str, command: &Command) -> String {
    let text = serde_json::to_string(command).expect("a command is plain data");
    format!("{person}/{id}/{}", &secret::sha256(&text)[..8])
}
