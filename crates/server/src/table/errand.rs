//! What people ask of a table so that something happens: done once, at its home, wherever they are connected.

use std::time::Instant;

use engine::Seat;
use serde::{Deserialize, Serialize};

use super::{Reply, actor::Actor, commit::Cause};
use crate::{
    error::{Error, Result},
    people::Person,
    secret,
    store::{Change, EventRow, now},
    wire::{Command, Incoming, Outgoing, State, Table, TableEvent},
};

/// How many commands are remembered, so that none is done twice.
const REMEMBERED: usize = 256;
/// So many lines of chat in so many milliseconds.
const CHAT_RATE: (usize, i64) = (5, 10_000);

/// Something to be done in somebody's name.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Errand {
    pub(crate) person: Person,
    /// The same twice does nothing twice.
    pub(crate) key: String,
    pub(crate) deed: Deed,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Deed {
    Command(Command),
    Sit {
        seat: usize,
        invite: Option<String>,
        nonce: String,
    },
    Stand {
        seat: usize,
        #[serde(default)]
        whom: Option<String>,
    },
}

/// Who waits for an errand.
#[derive(Debug)]
pub(super) enum Asker {
    /// A socket, with its id of the command.
    Socket { connection: u64, id: String },
    /// A request, which is answered with the table.
    Request(Reply<Table>),
    /// Another process, which is answered with the number of the last event.
    Process(Reply<i64>),
}

/// An errand and who waits for it.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) errand: Errand,
    pub(super) asker: Asker,
    pub(super) since: Instant,
}

impl Waiting {
    pub(super) fn new(person: Person, key: String, deed: Deed, asker: Asker) -> Self {
        Waiting { errand: Errand { person, key, deed }, asker, since: Instant::now() }
    }

    /// A request has no id of its own.
    pub(super) fn request(person: Person, deed: Deed, reply: Reply<Table>) -> Self {
        Self::new(person, secret::id("r"), deed, Asker::Request(reply))
    }
}

impl Actor {
    /// A command from a socket: done once, answered always.
    pub(super) async fn said(&mut self, connection: u64, message: Incoming) -> Result<()> {
        let Some(person) = self.crowd.person(connection).cloned() else { return Ok(()) };
        let Incoming { id, command } = message;
        match self.answer_alone(connection, &person, &command) {
            Some(Ok(Some(refusal))) => self.crowd.tell(connection, &Outgoing::Explained { id, refusal }),
            Some(Ok(None)) => self.crowd.tell(connection, &Outgoing::Ack { id, n: self.table.n }),
            Some(Err(error)) => self.answer(Asker::Socket { connection, id }, Err(error)),
            None => {
                let key = command_key(&person.id, &id, &command);
                let asker = Asker::Socket { connection, id };
                return self.attend(Waiting::new(person, key, Deed::Command(command), asker)).await;
            }
        }
        Ok(())
    }

    /// What needs no home, because it changes nothing but what one client sees: `Some`, with a refusal that was
    /// asked for.
    fn answer_alone(
        &mut self,
        connection: u64,
        person: &Person,
        command: &Command,
    ) -> Option<Result<Option<Option<crate::wire::Problem>>>> {
        match command {
            Command::Explain { seat, t } => Some(self.table.own(person, *seat).and_then(|seat| {
                if self.table.state == State::Open {
                    return Err(Error::NotStarted);
                }
                Ok(Some(self.table.game.explain_to(seat, t).as_ref().map(Into::into)))
            })),
            Command::Look { seat } => Some(self.table.own(person, *seat).map(|seat| {
                self.crowd.look(&self.table, connection, seat);
                None
            })),
            _ => None,
        }
    }

    /// Does an errand, or hands it back if the table has moved away meanwhile.
    pub(super) async fn serve(&mut self, waiting: Waiting) -> Result<Option<Waiting>> {
        match self.carry_out(&waiting.errand).await {
            Ok(()) => {
                let n = self.table.n;
                self.remember(waiting.errand.key, n);
                self.app.metrics.acks.observe(waiting.since.elapsed());
                self.answer(waiting.asker, Ok(n));
            }
            Err(Error::Moved) => {
                self.leave_home().await?;
                return Ok(Some(waiting));
            }
            Err(error) if error.is_ours() => {
                if let Asker::Socket { connection, id } = waiting.asker {
                    self.crowd.tell(connection, &Outgoing::Refused { id, error: error.problem() });
                }
                return Err(error);
            }
            Err(error) => self.answer(waiting.asker, Err(error)),
        }
        Ok(None)
    }

    /// Tells who waits what came of it.
    pub(super) fn answer(&mut self, asker: Asker, outcome: Result<i64>) {
        match (asker, outcome) {
            (Asker::Socket { connection, id }, Ok(n)) => {
                self.crowd.tell(connection, &Outgoing::Ack { id, n });
            }
            (Asker::Socket { connection, id }, Err(error)) => {
                self.app.metrics.refused.add(1);
                self.crowd.tell(connection, &Outgoing::Refused { id, error: error.problem() });
                error.log();
            }
            (Asker::Request(reply), outcome) => {
                let _gone = reply.send(outcome.map(|_| self.summary()));
            }
            (Asker::Process(reply), outcome) => {
                let _gone = reply.send(outcome);
            }
        }
    }

    async fn carry_out(&mut self, errand: &Errand) -> Result<()> {
        let person = &errand.person;
        let mut cause = Cause { person: Some(&person.id), command: Some(&errand.key), changes: Vec::new() };
        let table = self.table.row.id.clone();
        let events = match &errand.deed {
            Deed::Command(command) => self.command(person, command, &mut cause).await?,
            Deed::Sit { seat, invite, nonce } => {
                let (seat, event) = self.table.sit(person, *seat, invite.as_deref())?;
                if self.table.state == State::Open {
                    self.table.set_nonce(seat, nonce.clone());
                }
                let (seat, person, nonce) = (seat.number() as i64, person.id.clone(), nonce.clone());
                cause.changes.push(Change::Sit { table, seat, person, nonce });
                vec![event]
            }
            Deed::Stand { seat, whom } => {
                let (seat, who) = self.table.stand(person, *seat, whom.as_deref())?;
                self.table.set_nonce(seat, String::new());
                let (seat, person) = (seat.number(), who.id.clone());
                cause.changes.push(Change::Stand { table, seat: seat as i64, person });
                vec![TableEvent::Stand { seat, person: who }]
            }
        };
        self.commit(events, cause).await
    }

    /// The events that a command leads to.
    async fn command(
        &mut self,
        person: &Person,
        command: &Command,
        cause: &mut Cause<'_>,
    ) -> Result<Vec<TableEvent>> {
        if let Command::Chat { .. } = command {
            self.allow_chat(&person.id)?;
        }
        let mut events = self.table.answer(person, command)?;
        if let Command::PassReplies { seat, always } = command {
            let seat = self.table.own(person, *seat)?;
            let standing = self.table.standing;
            self.table.standing = if *always { standing.with(seat) } else { standing.without(seat) };
            let seats: Vec<_> = self.table.standing.iter().map(Seat::number).collect();
            let seats = serde_json::to_string(&seats).expect("a list of numbers is plain data");
            cause.changes.push(Change::Standing { table: self.table.row.id.clone(), seats });
        }
        if let Some(TableEvent::Rematch { table }) = events.last_mut() {
            *table = self.rematch().await?;
        }
        if let Command::Chat { .. } | Command::Mute { .. } = command {
            // Talk is kept, but it is no reason to keep someone who only reads.
            self.app.store.keep_guest(&person.id, &person.name).await?;
        }
        Ok(events)
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

    /// The same table with the seats turned by one.
    async fn rematch(&self) -> Result<String> {
        let turned = |index: usize| (index + self.table.seats() - 1) % self.table.seats();
        let wishes = (0..self.table.seats()).map(|index| self.table.wishes[turned(index)].clone()).collect();
        let people = (0..self.table.seats()).map(|index| self.table.people[turned(index)].clone()).collect();
        self.app.tables.create_again(self.app, &self.table.row, wishes, people).await
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
