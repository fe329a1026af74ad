//! The task of a table.

use std::{
    collections::{HashMap, VecDeque},
    pin::Pin,
    time::{Duration, Instant},
};

use engine::{Seat, lud::Lud};
use tokio::{sync::mpsc, time::sleep_until};

use super::{Ask, TableHandle, state::TableState};
use crate::{
    App, STALE,
    error::{Error, Result},
    people::Person,
    secret,
    store::{Append, Change, EventRow, Home, Lease, now},
    table::crowd::Crowd,
    wire::{Command, Incoming, Outgoing, State, Table, TableEvent},
};

/// How long a table nobody looks at stays in memory.
const IDLE: Duration = Duration::from_secs(60);
/// How long to gather comings and goings before telling of them.
const PRESENCE: Duration = Duration::from_millis(200);
/// How many commands are remembered, so that none is done twice.
const REMEMBERED: usize = 256;
/// So many lines of chat in so many milliseconds.
const CHAT_RATE: (usize, i64) = (5, 10_000);

struct Actor {
    app: &'static App,
    handle: TableHandle,
    lease: Lease,
    table: TableState,
    crowd: Crowd,
    /// The commands done lately and the number of the event they led to.
    done: HashMap<String, i64>,
    order: VecDeque<String>,
    chats: HashMap<String, VecDeque<i64>>,
    /// The epoch an engine thinks about.
    thinking: Option<u64>,
    presence_due: Option<Instant>,
    idle_since: Instant,
    listed: bool,
}

/// Who caused events, by which command.
#[derive(Default)]
struct Cause<'a> {
    person: Option<&'a str>,
    command: Option<&'a str>,
    changes: Vec<Change>,
}

/// Loads a table and starts its task. Boxed, because a table may make another: its rematch.
pub(crate) fn spawn<'a>(
    app: &'static App,
    id: &'a str,
) -> Pin<Box<dyn Future<Output = Result<TableHandle>> + Send + 'a>> {
    Box::pin(load(app, id))
}

async fn load(app: &'static App, id: &str) -> Result<TableHandle> {
    let Home::Here(lease) = app.store.acquire(id).await? else { return Err(Error::Moved) };
    let row = app.store.table(id).await?.ok_or(Error::NoSuchTable)?;
    let events = app.store.events(id).await?;
    let sitters = app.store.sitters(id).await?;
    let mut table = TableState::load(row, &events, sitters)?;
    let outage = app.store.outage_since(id, table.timer.since()).await?;
    table.timer.forgive(outage);
    let (sender, receiver) = mpsc::channel(64);
    let handle = TableHandle { sender };
    let mut actor = Actor {
        app,
        handle: handle.clone(),
        lease,
        table,
        crowd: Crowd::default(),
        done: HashMap::new(),
        order: VecDeque::new(),
        chats: HashMap::new(),
        thinking: None,
        presence_due: None,
        idle_since: Instant::now(),
        listed: false,
    };
    for event in events {
        if let Some(command) = event.command {
            actor.remember(command, event.n);
        }
    }
    tokio::spawn(actor.run(receiver));
    Ok(handle)
}

impl Actor {
    async fn run(mut self, mut asks: mpsc::Receiver<Ask>) {
        let _held = self.app.metrics.tables.hold();
        let id = self.table.row.id.clone();
        if let Err(error) = self.wake().await {
            error.log();
        }
        loop {
            let due = self.due();
            let asked = tokio::select! {
                biased;
                ask = asks.recv() => ask.map(Some),
                () = sleep_until(due.into()) => Some(None),
            };
            let went_on = match asked {
                None => break,
                Some(Some(Ask::Stop { reply })) => {
                    asks.close();
                    let kept = self.keep_deadline().await;
                    let _gone = reply.send(kept);
                    break;
                }
                Some(Some(ask)) => self.hear(ask).await,
                Some(None) => self.tick().await,
            };
            if let Err(error) = went_on {
                // What is in memory may not be what is kept: forget it and read anew.
                error.log();
                break;
            }
            if self.is_idle() && asks.is_empty() {
                if let Err(error) = self.keep_deadline().await {
                    error.log();
                }
                break;
            }
        }
        if let Err(error) = self.app.store.release(&self.lease).await {
            error.log();
        }
        self.app.tables.forget(&id, &self.handle);
    }

    /// What is to be done when a table comes to life.
    async fn wake(&mut self) -> Result<()> {
        let stale = self.table.state == State::Open && self.table.row.created < now() - STALE;
        let events = if stale { vec![TableEvent::Abort {}] } else { Vec::new() };
        self.commit(events, Cause::default()).await?;
        self.list(&[]);
        self.think();
        Ok(())
    }

    fn is_idle(&self) -> bool {
        let live_clock = self.table.state == State::Live
            && self.table.clock.is_live()
            && self.table.timer.deadline().is_some();
        self.crowd.is_empty() && self.thinking.is_none() && !live_clock && self.idle_since.elapsed() >= IDLE
    }

    /// Says when an unloaded table must be looked at again.
    async fn keep_deadline(&mut self) -> Result<()> {
        if self.table.state != State::Live {
            return Ok(());
        }
        let change = Change::Deadline { table: self.table.row.id.clone(), at: self.table.timer.deadline() };
        self.app
            .store
            .append(Append { lease: Some(self.lease.clone()), changes: vec![change], ..Append::default() })
            .await
    }

    /// When to look up though nobody asks.
    fn due(&self) -> Instant {
        let from_now = |at: i64| Instant::now() + Duration::from_millis((at - now()).max(0) as u64);
        let deadline = (self.table.state == State::Live).then(|| self.table.timer.deadline()).flatten();
        let idle = self.idle_since.max(Instant::now() - IDLE) + IDLE;
        [deadline.map(from_now), self.presence_due, Some(idle)]
            .into_iter()
            .flatten()
            .min()
            .unwrap_or(idle)
            // Never so soon that the loop spins.
            .max(Instant::now() + Duration::from_millis(1))
    }

    async fn tick(&mut self) -> Result<()> {
        if self.presence_due.is_some_and(|due| due <= Instant::now()) {
            self.presence_due = None;
            self.crowd.tell_presence(&self.table);
        }
        if !self.crowd.is_empty() || self.thinking.is_some() {
            self.idle_since = Instant::now();
        }
        self.watch_clock().await
    }

    async fn watch_clock(&mut self) -> Result<()> {
        if self.table.state != State::Live {
            return Ok(());
        }
        let at = now();
        let event = match self.table.timer.fallen(at) {
            Some(seat) => Some(TableEvent::Time { seat: seat.number() }),
            None if self.table.timer.lapsed(at) => self.table.lapse(),
            None => None,
        };
        if let Some(event) = event {
            self.commit(vec![event], Cause::default()).await?;
        }
        Ok(())
    }

    /// An error here is the server's own; what people do wrong is answered to them.
    async fn hear(&mut self, ask: Ask) -> Result<()> {
        self.idle_since = Instant::now();
        // Time that is up is up, also if the timer has not woken us yet.
        self.watch_clock().await?;
        match ask {
            Ask::Join { connection, person, invite, since, outbox, reply } => {
                let admitted = self.table.admits(Some(&person), invite.as_deref());
                if admitted.is_ok() {
                    self.crowd.join(&self.table, connection, person, since, outbox);
                    self.note_presence();
                }
                let _gone = reply.send(admitted);
            }
            Ask::Leave { connection } => {
                self.crowd.leave(connection);
                self.note_presence();
            }
            Ask::Say { connection, message } => self.said(connection, message).await?,
            Ask::Sit { person, seat, invite, nonce, reply } => {
                let sat = match self.table.sit(&person, seat, invite.as_deref()) {
                    Ok((seat, event)) => {
                        if self.table.state == State::Open {
                            self.table.set_nonce(seat, nonce.clone());
                        }
                        let table = self.table.row.id.clone();
                        let seat = seat.number() as i64;
                        let changes = vec![Change::Sit { table, seat, person: person.id.clone(), nonce }];
                        self.commit(vec![event], Cause { person: Some(&person.id), command: None, changes })
                            .await?;
                        Ok(self.summary())
                    }
                    Err(error) => Err(error),
                };
                let _gone = reply.send(sat);
            }
            Ask::Stand { person, seat, reply } => {
                let stood = match self.table.stand(&person, seat) {
                    Ok((seat, event)) => {
                        self.table.set_nonce(seat, String::new());
                        let table = self.table.row.id.clone();
                        let seat = seat.number() as i64;
                        let changes = vec![Change::Stand { table, seat, person: person.id.clone() }];
                        self.commit(vec![event], Cause { person: Some(&person.id), command: None, changes })
                            .await?;
                        Ok(self.summary())
                    }
                    Err(error) => Err(error),
                };
                let _gone = reply.send(stood);
            }
            Ask::Table { person, invite, reply } => {
                let admitted = self.table.admits(person.as_ref(), invite.as_deref());
                let _gone = reply.send(admitted.map(|()| self.summary()));
            }
            Ask::Record { person, invite, reply } => {
                let admitted = self.table.admits(Some(&person), invite.as_deref());
                let _gone = reply.send(admitted.map(|()| self.record(&person)));
            }
            Ask::Thought { epoch, token } => self.thought(epoch, token).await?,
            Ask::Renamed { from, now } => {
                let mut changed = false;
                for who in self.table.people.iter_mut().flatten().filter(|who| who.id == from) {
                    *who = now.clone();
                    changed = true;
                }
                if self.table.row.owner == from {
                    self.table.row.owner.clone_from(&now.id);
                }
                self.crowd.renamed(&from, &now);
                if changed {
                    self.crowd.show_all(&self.table);
                }
            }
            Ask::Kick { person } => {
                self.crowd.kick(&person);
                self.note_presence();
            }
            Ask::Stop { .. } => {}
        }
        Ok(())
    }

    /// A command from a socket: done once, answered always.
    async fn said(&mut self, connection: u64, message: Incoming) -> Result<()> {
        let Some(person) = self.crowd.person(connection).cloned() else { return Ok(()) };
        let start = Instant::now();
        let Incoming { id, command } = message;
        let key = command_key(&person.id, &id, &command);
        if let Some(&n) = self.done.get(&key) {
            self.crowd.tell(connection, &Outgoing::Ack { id, n });
            return Ok(());
        }
        match self.carry_out(connection, &person, &key, &command).await {
            Ok(Some(refusal)) => {
                self.crowd.tell(connection, &Outgoing::Explained { id, refusal });
            }
            Ok(None) => {
                let n = self.table.n;
                self.remember(key, n);
                self.crowd.tell(connection, &Outgoing::Ack { id, n });
                self.app.metrics.acks.observe(start.elapsed());
            }
            Err(error) => {
                self.app.metrics.refused.add(1);
                self.crowd.tell(connection, &Outgoing::Refused { id, error: error.problem() });
                if matches!(error, Error::Database(_) | Error::Internal(_) | Error::Stopping | Error::Moved) {
                    return Err(error);
                }
                error.log();
            }
        }
        Ok(())
    }

    /// `Some` answers a question; `None` says that a command is done.
    async fn carry_out(
        &mut self,
        connection: u64,
        person: &Person,
        key: &str,
        command: &Command,
    ) -> Result<Option<Option<crate::wire::Problem>>> {
        if let Command::Chat { .. } = command {
            self.allow_chat(&person.id)?;
        }
        let mut events = self.table.answer(person, command)?;
        let mut cause = Cause { person: Some(&person.id), command: Some(key), changes: Vec::new() };
        match command {
            Command::Explain { seat, t } => {
                let seat = self.table.own(person, *seat)?;
                let refusal = match self.table.state {
                    State::Open => return Err(Error::NotStarted),
                    _ => self.table.game.explain_to(seat, t),
                };
                return Ok(Some(refusal.as_ref().map(Into::into)));
            }
            Command::Look { seat } => {
                let seat = self.table.own(person, *seat)?;
                self.crowd.look(&self.table, connection, seat);
                return Ok(None);
            }
            Command::PassReplies { seat, always } => {
                let seat = self.table.own(person, *seat)?;
                let standing = self.table.standing;
                self.table.standing = if *always { standing.with(seat) } else { standing.without(seat) };
                let seats: Vec<_> = self.table.standing.iter().map(Seat::number).collect();
                let seats = serde_json::to_string(&seats).expect("a list of numbers is plain data");
                cause.changes.push(Change::Standing { table: self.table.row.id.clone(), seats });
            }
            _ => {}
        }
        if let Some(TableEvent::Rematch { table }) = events.last_mut() {
            *table = self.rematch().await?;
        }
        if let Command::Chat { .. } | Command::Mute { .. } = command {
            // Talk is kept, but it is no reason to keep someone who only reads.
            self.app.store.keep_guest(&person.id, &person.name).await?;
        }
        self.commit(events, cause).await?;
        Ok(None)
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

    /// Lets events happen, with all that follows from them; keeps them; then, and only then, tells of them.
    async fn commit(&mut self, events: Vec<TableEvent>, cause: Cause<'_>) -> Result<()> {
        let at = now();
        let before = self.table.n;
        let mut append =
            Append { lease: Some(self.lease.clone()), events: Vec::new(), changes: cause.changes };
        let mut happened = Vec::new();
        let mut events: VecDeque<_> = events.into();
        loop {
            let next = match events.pop_front() {
                Some(event) => Some(event),
                None => self.table.consequence().map_err(inner)?,
            };
            let Some(event) = next else { break };
            self.table.apply(at, event.clone()).map_err(inner)?;
            append.changes.extend(self.change(at, &event));
            append.events.push(EventRow {
                table_id: self.table.row.id.clone(),
                n: self.table.n,
                at,
                person: cause.person.map(str::to_owned),
                command: cause.command.map(str::to_owned).filter(|_| happened.is_empty()),
                body: serde_json::to_string(&event).expect("an event is plain data"),
                clocks: self.table.timer.kept(),
            });
            happened.push((self.table.n, event));
        }
        if append.events.is_empty() && append.changes.is_empty() {
            return Ok(());
        }
        let ended = happened.iter().any(|(_, event)| matches!(event, TableEvent::Over { .. }));
        if ended && self.table.row.rated != 0 {
            crate::rating::settle(self.app, &self.summary(), at, append).await?;
        } else {
            self.app.store.append(append).await?;
        }
        debug_assert_eq!(self.table.n - before, happened.len() as i64);
        for (n, event) in &happened {
            if matches!(event, TableEvent::Action { .. }) {
                self.app.metrics.actions.add(1);
            }
            self.crowd.broadcast(&self.table, *n, event);
        }
        self.list(&happened);
        self.think();
        Ok(())
    }

    /// What an event changes in the row of the table.
    fn change(&self, at: i64, event: &TableEvent) -> Option<Change> {
        let table = self.table.row.id.clone();
        let ended = |result: Option<String>, clause: &str| Change::Ended {
            table: table.clone(),
            at,
            ply: self.table.game.ply() as i64,
            result,
            clause: clause.to_owned(),
        };
        match event {
            TableEvent::Start {} => {
                self.table.row.setup.clone().map(|setup| Change::Started { table, setup })
            }
            TableEvent::Over { result, by, .. } => Some(ended(Some(result.join(" ")), by)),
            TableEvent::Abort {} => Some(ended(None, "abort")),
            _ => None,
        }
    }

    /// Keeps the lobby true.
    fn list(&mut self, happened: &[(i64, TableEvent)]) {
        let open = self.table.state == State::Open && self.table.row.private == 0;
        if open && (!self.listed || !happened.is_empty()) {
            self.listed = true;
            self.app.lobby.changed(self.summary());
        } else if self.listed && !open {
            self.listed = false;
            self.app.lobby.gone(&self.table.row.id);
        }
    }

    /// Asks an engine, if one is to act and none thinks about this already.
    fn think(&mut self) {
        let epoch = self.table.epoch;
        let turn = self.table.turn().seat().filter(|_| self.table.state == State::Live);
        let Some((seat, level)) = turn.and_then(|seat| Some((seat, self.table.level(seat)?))) else {
            self.thinking = None;
            return;
        };
        if self.thinking == Some(epoch) {
            return;
        }
        self.thinking = Some(epoch);
        let (app, handle, game) = (self.app, self.handle.clone(), self.table.game.clone());
        let (id, owner) = (self.table.row.id.clone(), self.table.row.owner.clone());
        let budget = self.table.timer.budget(seat, now()).map(|left| Duration::from_millis(left as u64));
        tokio::spawn(async move {
            let token = if app.config.workers {
                app.moves.choose(&app.store, &owner, (&id, epoch), level, budget).await
            } else {
                app.players.choose(game, level, budget).await
            };
            // A table that is gone needs no answer.
            let _gone = handle.send(Ask::Thought { epoch, token }).await;
        });
    }

    async fn thought(&mut self, epoch: u64, token: Result<String>) -> Result<()> {
        if epoch != self.table.epoch || self.table.state != State::Live {
            return Ok(());
        }
        self.thinking = None;
        let (Some(seat), t) = (self.table.turn().seat(), token?) else { return Ok(()) };
        let ply = self.table.game.ply() + 1;
        self.commit(vec![TableEvent::Action { ply, seat: seat.number(), t }], Cause::default()).await
    }

    fn summary(&self) -> Table {
        self.table.table(self.crowd.online(&self.table))
    }

    /// The record as this person may have it.
    fn record(&self, person: &Person) -> Lud {
        super::record::lud(&self.table, person)
    }

    fn note_presence(&mut self) {
        self.presence_due.get_or_insert_with(|| Instant::now() + PRESENCE);
    }

    fn remember(&mut self, key: String, n: i64) {
        self.order.push_back(key.clone());
        self.done.insert(key, n);
        if self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.done.remove(&oldest);
        }
    }
}

/// What was asked has been checked: if it fails now, it is our fault.
#[allow(clippy::needless_pass_by_value, reason = "an argument of map_err")]
fn inner(error: Error) -> Error {
    Error::Internal(format!("a checked event failed: {error}"))
}

/// The same person, the same id, the same command: the same.
fn command_key(person: &str, id: &str, command: &Command) -> String {
    let text = serde_json::to_string(command).expect("a command is plain data");
    format!("{person}/{id}/{}", &secret::sha256(&text)[..8])
}
