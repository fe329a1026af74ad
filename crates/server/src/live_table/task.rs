//! The task of a table.

use std::{
    collections::{HashMap, VecDeque},
    future::poll_fn,
    pin::Pin,
    time::{Duration, Instant},
};

use table::{Clock, Decision, State, Table, TableEvent, TableSummary};
use tokio::{sync::mpsc, time::sleep_until};

use super::{
    Location, TableHandle,
    commit::{Cause, Thinking},
    connections::Connections,
    handle::{TableMessage, Tie},
    load,
    requests::Pending,
};
use crate::{
    App, STALE,
    error::{Error, Result},
    retention::DAY,
    store::{Append, Change, Lease, StoredTable, now},
};

/// How long a table nobody looks at stays in memory.
const IDLE: Duration = Duration::from_secs(60);
/// The same where this many are there: whoever asks for one table after the other fills no memory.
const IDLE_AMONG_MANY: Duration = Duration::from_secs(2);
const MANY: i64 = 2_000;
/// How long to gather comings and goings before telling of them.
const PRESENCE: Duration = Duration::from_millis(200);
/// How soon a live table that failed is tried again.
const AGAIN: Duration = Duration::from_secs(1);

/// How long a table rests at most after it had a core for long: see [`Limits::work`](crate::limits::Limits::work).
const LONGEST_REST: Duration = Duration::from_secs(1);

pub(super) struct Task {
    pub(super) app: &'static App,
    pub(super) handle: TableHandle,
    pub(super) location: Location,
    pub(super) table: Table,
    /// The number of the last event that is known to be written.
    pub(super) written: i64,
    pub(super) connections: Connections,
    /// Requests that are not executed yet, because the table does not live here or is about to move.
    pub(super) queue: VecDeque<Pending>,
    /// The key of the request that was forwarded and is not answered yet.
    pub(super) sent: Option<String>,
    /// The commands executed lately and the number of the event they led to.
    pub(super) done: HashMap<String, i64>,
    pub(super) order: VecDeque<String>,
    pub(super) chats: HashMap<String, VecDeque<i64>>,
    /// Where it was made.
    pub(super) origin: String,
    pub(super) thinking: Option<Thinking>,
    /// How often time had been forgiven in this process when it was last looked at here.
    pub(super) forgiven: u64,
    presence_due: Option<Instant>,
    idle_since: Instant,
    pub(super) listed: bool,
}

/// Loads a table and starts its task. Boxed, because a table may make another: its rematch.
///
/// With a `lease`, which is held before anything is read, the table lives here from the start.
pub(crate) fn spawn<'a>(
    app: &'static App,
    id: &'a str,
    lease: Option<Lease>,
) -> Pin<Box<dyn Future<Output = Result<TableHandle>> + Send + 'a>> {
    Box::pin(start(app, id, lease))
}

async fn start(app: &'static App, id: &str, lease: Option<Lease>) -> Result<TableHandle> {
    let forgiven = app.liveness.times_forgiven();
    let stored = app.store.load_table(id).await?.ok_or(Error::NoSuchTable)?;
    let (stored, table) = load::replay(stored, app.games).await?;
    let (handle, receiver) = TableHandle::new();
    // Where several processes may look at a table, it moves here when it must.
    let lease = lease.or_else(|| (!app.store.is_shared()).then(|| Lease { table: id.to_owned(), fence: 0 }));
    // In a box, as is all that it does: a table that waits takes little more than what it knows.
    let mut task = Box::new(Task {
        app,
        handle: handle.clone(),
        location: lease.map_or(Location::Nowhere, Location::Here),
        written: table.n(),
        table,
        origin: stored.row.origin.clone().unwrap_or_default(),
        connections: Connections::default(),
        queue: VecDeque::new(),
        sent: None,
        done: HashMap::new(),
        order: VecDeque::new(),
        chats: HashMap::new(),
        thinking: None,
        forgiven,
        presence_due: None,
        idle_since: Instant::now(),
        listed: false,
    });
    task.note_people(&stored);
    task.remember_all(stored.events);
    tokio::spawn(task.run(receiver));
    Ok(handle)
}

/// What comes of a future, and how long it had a thread for it.
async fn timed<F: Future + Unpin>(mut future: F) -> (F::Output, Duration) {
    let mut took = Duration::ZERO;
    let done = poll_fn(|context| {
        let begin = Instant::now();
        let polled = Pin::new(&mut future).poll(context);
        took += begin.elapsed();
        polled
    });
    (done.await, took)
}

impl Task {
    async fn run(mut self: Box<Self>, mut messages: mpsc::Receiver<Box<TableMessage>>) {
        let _held = self.app.metrics.tables.hold();
        let mut went_on = Box::pin(self.begin()).await;
        loop {
            if let Err(Error::Moved) = went_on {
                went_on = Box::pin(self.move_away()).await;
            }
            if let Err(error) = went_on {
                if error.is_about_record() {
                    self.app.tables.judge(&self.table.info().id, error);
                } else {
                    // What is in memory may not be what is written: forget it and read anew.
                    error.log();
                    self.come_back();
                }
                break;
            }
            self.handle.set_known((!self.location.is_here()).then_some(self.table.n()));
            if self.is_idle() && messages.is_empty() {
                Box::pin(self.unload()).await.unwrap_or_else(|error| error.log());
                break;
            }
            let due = self.due();
            let received = tokio::select! {
                biased;
                message = messages.recv() => message.map(|message| Some(*message)),
                () = sleep_until(due.into()) => Some(None),
            };
            went_on = match received {
                None => break,
                Some(Some(TableMessage::Stop { reply })) => {
                    messages.close();
                    let unloaded = Box::pin(self.unload()).await;
                    let _gone = reply.send(unloaded);
                    break;
                }
                Some(Some(message)) => {
                    let is_command = matches!(message, TableMessage::Command { .. });
                    let (done, took) = timed(Box::pin(self.handle_message(message))).await;
                    if is_command {
                        self.rest(took).await;
                    }
                    done
                }
                Some(None) => Box::pin(self.tick()).await,
            };
        }
        self.app.tables.forget(&self.table.info().id, &self.handle);
    }

    /// Rests for having had a thread for `took`, if the tables made where this one was made have had one for long.
    async fn rest(&self, took: Duration) {
        let rest = self.app.limits.work(&self.origin, took).min(LONGEST_REST);
        if !rest.is_zero() && !self.origin.is_empty() {
            tokio::time::sleep(rest).await;
        }
    }

    /// What is to be done when a table is loaded.
    async fn begin(&mut self) -> Result<()> {
        if !self.location.is_here() && self.must_live_somewhere() {
            self.move_here(None).await?;
        }
        if self.location.is_here() {
            let stale = self.is_stale().then(|| Decision::from(TableEvent::Abort {}));
            self.commit(stale.unwrap_or_default(), Cause::default()).await?;
            self.think();
        }
        self.list(false);
        Ok(())
    }

    pub(super) fn id(&self) -> String {
        self.table.info().id.clone()
    }

    /// Whether people have waited here for so long that nobody will come.
    pub(super) fn is_stale(&self) -> bool {
        let keep = i64::from(self.app.config.keep.tables);
        match self.table.state() {
            State::Open => self.table.info().created < now() - STALE,
            State::Live => {
                let untimed = self.table.info().clock == Clock::None;
                untimed && keep > 0 && self.table.waiting_since() < now() - keep * DAY
            }
            State::Over => false,
        }
    }

    /// A live table goes on though nobody comes to look: it is loaded again in a moment.
    fn come_back(&self) {
        let (app, id) = (self.app, self.id());
        if self.table.state() == State::Live {
            tokio::spawn(async move {
                tokio::time::sleep(AGAIN).await;
                app.load_or_move_here(id, None).await;
            });
        }
    }

    fn is_idle(&self) -> bool {
        let live_clock = self.table.info().clock.is_live() && self.table.deadline().is_some();
        let busy = !self.connections.is_empty() || self.thinking.is_some() || !self.queue.is_empty();
        let watching = live_clock && self.location.is_here();
        !busy && !watching && self.idle_since.elapsed() >= self.stay()
    }

    /// How long it stays in memory with nobody to look at it.
    fn stay(&self) -> Duration {
        if self.app.metrics.tables.get() > MANY { IDLE_AMONG_MANY } else { IDLE }
    }

    /// Writes when the table must be looked at again, and gives up its lease.
    async fn unload(&mut self) -> Result<()> {
        let location = std::mem::replace(&mut self.location, Location::Nowhere);
        let Location::Here(lease) = location else { return Ok(()) };
        if self.table.state() == State::Live {
            let change = Change::Deadline { table: self.id(), at: self.table.deadline() };
            let append = Append { lease: Some(lease.clone()), changes: vec![change], ..Append::default() };
            self.app.store.append(append).await?;
        }
        // A process that stops gives up all its leases at once, so that others know what to take up.
        if self.app.is_stopping() { Ok(()) } else { self.app.store.release(&lease).await }
    }

    /// When to look up though nobody asks.
    fn due(&self) -> Instant {
        let time = self.app.time();
        // Where time stands still, there is no hurry.
        let least = if time < now() - 1_000 { 50 } else { 0 };
        let from_now = |at: i64| Instant::now() + Duration::from_millis((at - time).max(least) as u64);
        let deadline = self.table.deadline().filter(|_| self.location.is_here());
        let stay = self.stay();
        let idle = self.idle_since.max(Instant::now() - stay) + stay;
        [deadline.map(from_now), self.presence_due, self.retry_at(), Some(idle)]
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
            self.connections.tell_presence(&self.table);
        }
        if !self.connections.is_empty() || self.thinking.is_some() {
            self.idle_since = Instant::now();
        }
        self.watch_clock().await?;
        self.process_queue().await
    }

    async fn watch_clock(&mut self) -> Result<()> {
        if self.table.deadline().is_none() || !self.location.is_here() {
            return Ok(());
        }
        // What is forgiven comes first.
        if self.forgiven != self.app.liveness.times_forgiven() {
            self.refresh_clocks().await?;
        }
        match self.table.due(self.app.time()) {
            Some(decision) => self.commit(decision, Cause::default()).await,
            None => Ok(()),
        }
    }

    /// An error here is the server's own; what people do wrong is answered to them.
    async fn handle_message(&mut self, message: TableMessage) -> Result<()> {
        // What other processes do is no reason to stay.
        if !matches!(message, TableMessage::CatchUp { .. } | TableMessage::RefreshClocks) {
            self.idle_since = Instant::now();
        }
        // Time that is up is up, also if the timer has not woken the task yet.
        if !matches!(message, TableMessage::RefreshClocks) {
            self.watch_clock().await?;
        }
        match message {
            TableMessage::Join { join, reply } => {
                let admitted = self.table.admits(Some(&join.visitor), join.invite.as_deref());
                if admitted.is_err() && !self.connections.has(&join.visitor.id) {
                    self.handle.note_left(&join.visitor.id);
                }
                if admitted.is_ok() {
                    self.connections.join(&self.table, join);
                    self.note_presence();
                    // A game of engines goes on when somebody looks.
                    self.think();
                }
                let _gone = reply.send(admitted.map_err(Error::from));
            }
            TableMessage::Leave { connection } => {
                let left = self.connections.visitor(connection).map(|visitor| visitor.id.clone());
                self.connections.leave(connection);
                if let Some(id) = left.filter(|id| !self.connections.has(id)) {
                    self.handle.note_left(&id);
                }
                self.note_presence();
            }
            TableMessage::Command { connection, message } => self.command(connection, message).await?,
            TableMessage::Request(pending) => self.submit(pending).await?,
            TableMessage::Summary { visitor, invite, reply } => {
                let admitted = self.table.admits(visitor.as_ref(), invite.as_deref());
                let _gone = reply.send(admitted.map(|()| self.summary()).map_err(Error::from));
            }
            TableMessage::Record { visitor, invite, reply } => {
                let admitted = self.table.admits(visitor.as_ref(), invite.as_deref());
                let person = visitor.as_ref().map(|visitor| visitor.id.as_str());
                let _gone = reply.send(admitted.map(|()| self.table.record(person)).map_err(Error::from));
            }
            TableMessage::EngineMove { epoch, token } => self.engine_move(epoch, token).await?,
            TableMessage::Renamed { from, now } => {
                self.handle.note_person(&now.id, Tie::Named);
                self.connections.rename(&from, &now);
                if self.table.rename(&from, &now.who()) {
                    self.connections.send_state_to_all(&self.table);
                }
            }
            TableMessage::Disconnect { person } => {
                self.connections.close_of(&person);
                self.note_presence();
            }
            TableMessage::Forget { person } => self.forget(&person).await?,
            TableMessage::DisconnectAll => self.connections.close_all(),
            TableMessage::Forwarded { key, outcome } => self.forwarded(&key, outcome).await?,
            TableMessage::CatchUp { n } => self.catch_up(n).await?,
            TableMessage::MoveHere { lease } => {
                self.move_here(lease).await?;
                self.process_queue().await?;
            }
            TableMessage::RefreshClocks => self.refresh_clocks().await?,
            TableMessage::Stop { .. } => {}
        }
        Ok(())
    }

    /// Somebody is gone from the database: nothing more is told of them here.
    async fn forget(&mut self, person: &str) -> Result<()> {
        self.connections.close_of(person);
        self.note_presence();
        let mut known = self.table.forget(person);
        if self.table.reserves() {
            let row = self.app.store.table(&self.table.info().id).await?.ok_or(Error::NoSuchTable)?;
            let wishes = row.info()?.seats;
            known |= wishes != self.table.info().seats;
            self.table.set_wishes(wishes);
        }
        if known {
            self.connections.send_state_to_all(&self.table);
            self.list(true);
        }
        Ok(())
    }

    /// Notes whom the table has to do with by what is kept of it.
    pub(super) fn note_people(&self, stored: &StoredTable) {
        let sitters = stored.sitters.iter().map(|row| &row.current);
        for id in sitters.chain(stored.events.iter().filter_map(|event| event.person.as_ref())) {
            self.handle.note_person(id, Tie::Named);
        }
    }

    pub(super) fn summary(&self) -> TableSummary {
        self.table.summary(self.connections.audience(&self.table).online)
    }

    /// Who is here, or watches, may have changed: it is told soon.
    pub(super) fn note_presence(&mut self) {
        self.presence_due.get_or_insert_with(|| Instant::now() + PRESENCE);
    }
}
