//! The task of a table.

use std::{
    collections::{HashMap, VecDeque},
    pin::Pin,
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use tokio::{sync::mpsc, time::sleep_until};

use super::{
    Ask, TableHandle,
    commit::Cause,
    crowd::Crowd,
    errand::{Asker, Deed, Errand, Waiting},
    state::TableState,
};
use crate::{
    App, STALE,
    error::{Error, Result},
    store::{Append, Change, Lease, now},
    wire::{State, Table, TableEvent},
};

/// How long a table nobody looks at stays in memory.
const IDLE: Duration = Duration::from_secs(60);
/// How long to gather comings and goings before telling of them.
const PRESENCE: Duration = Duration::from_millis(200);
/// How soon a live table that failed is tried again.
const AGAIN: Duration = Duration::from_secs(1);

pub(super) struct Actor {
    pub(super) app: &'static App,
    pub(super) handle: TableHandle,
    /// The table lives here, or, without a lease, elsewhere or nowhere.
    pub(super) lease: Option<Lease>,
    pub(super) table: TableState,
    pub(super) crowd: Crowd,
    /// Errands that are not done yet.
    pub(super) waiting: VecDeque<Waiting>,
    /// The errand that is on its way to the table's home.
    pub(super) sent: Option<String>,
    /// Where the table was last known to live, if not here.
    pub(super) home: Option<String>,
    /// The commands done lately and the number of the event they led to.
    pub(super) done: HashMap<String, i64>,
    pub(super) order: VecDeque<String>,
    pub(super) chats: HashMap<String, VecDeque<i64>>,
    /// The epoch an engine thinks about.
    pub(super) thinking: Option<u64>,
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
    Box::pin(load(app, id, lease))
}

async fn load(app: &'static App, id: &str, lease: Option<Lease>) -> Result<TableHandle> {
    let forgiven = app.forgiven.load(Ordering::Relaxed);
    let kept = app.store.kept(id).await?.ok_or(Error::NoSuchTable)?;
    let (kept, table) = TableState::read(kept).await?;
    let (handle, receiver) = TableHandle::new();
    // In a box, as is all that it does: a table that waits takes little more than what it knows.
    let mut actor = Box::new(Actor {
        app,
        handle: handle.clone(),
        // Where several processes may come to look at a table, it finds its home when it needs one.
        lease: lease.or_else(|| (!app.store.is_shared()).then(|| Lease { table: id.to_owned(), fence: 0 })),
        table,
        crowd: Crowd::default(),
        waiting: VecDeque::new(),
        sent: None,
        home: None,
        done: HashMap::new(),
        order: VecDeque::new(),
        chats: HashMap::new(),
        thinking: None,
        forgiven,
        presence_due: None,
        idle_since: Instant::now(),
        listed: false,
    });
    actor.remember_all(kept.events);
    tokio::spawn(actor.run(receiver));
    Ok(handle)
}

impl Actor {
    async fn run(mut self: Box<Self>, mut asks: mpsc::Receiver<Box<Ask>>) {
        let _held = self.app.metrics.tables.hold();
        let mut went_on = Box::pin(self.wake()).await;
        loop {
            if let Err(Error::Moved) = went_on {
                went_on = Box::pin(self.leave_home()).await;
            }
            if let Err(error) = went_on {
                // What is in memory may not be what is kept: forget it and read anew.
                error.log();
                self.come_back();
                break;
            }
            self.handle.set_known(if self.lease.is_some() { i64::MAX } else { self.table.n });
            if self.is_idle() && asks.is_empty() {
                Box::pin(self.keep_deadline()).await.unwrap_or_else(|error| error.log());
                break;
            }
            let due = self.due();
            let asked = tokio::select! {
                biased;
                ask = asks.recv() => ask.map(|ask| Some(*ask)),
                () = sleep_until(due.into()) => Some(None),
            };
            went_on = match asked {
                None => break,
                Some(Some(Ask::Stop { reply })) => {
                    asks.close();
                    let kept = Box::pin(self.keep_deadline()).await;
                    let _gone = reply.send(kept);
                    break;
                }
                Some(Some(ask)) => Box::pin(self.hear(ask)).await,
                Some(None) => Box::pin(self.tick()).await,
            };
        }
        self.app.tables.forget(&self.table.row.id, &self.handle);
    }

    /// What is to be done when a table comes to life.
    async fn wake(&mut self) -> Result<()> {
        let home = self.lease.is_some() || (self.wants_home() && self.come_home(None).await?.is_none());
        if home {
            let events = if self.is_stale() { vec![TableEvent::Abort {}] } else { Vec::new() };
            self.commit(events, Cause::default()).await?;
            self.think();
        }
        self.list(&[]);
        Ok(())
    }

    pub(super) fn is_stale(&self) -> bool {
        self.table.state == State::Open && self.table.row.created < now() - STALE
    }

    /// A live table goes on though nobody comes to look: it is loaded again in a moment.
    fn come_back(&self) {
        let (app, id) = (self.app, self.table.row.id.clone());
        if self.table.state == State::Live {
            tokio::spawn(async move {
                tokio::time::sleep(AGAIN).await;
                app.wake(id, None).await;
            });
        }
    }

    fn is_idle(&self) -> bool {
        let live_clock = self.table.state == State::Live
            && self.table.clock.is_live()
            && self.table.timer.deadline().is_some();
        let busy = !self.crowd.is_empty() || self.thinking.is_some() || !self.waiting.is_empty();
        let watching = live_clock && self.lease.is_some();
        !busy && !watching && self.idle_since.elapsed() >= IDLE
    }

    /// Says when an unloaded table must be looked at again, and lets go of it.
    async fn keep_deadline(&mut self) -> Result<()> {
        let Some(lease) = self.lease.take() else { return Ok(()) };
        if self.table.state == State::Live {
            let change =
                Change::Deadline { table: self.table.row.id.clone(), at: self.table.timer.deadline() };
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
        let watched = self.table.state == State::Live && self.lease.is_some();
        let deadline = watched.then(|| self.table.timer.deadline()).flatten();
        let idle = self.idle_since.max(Instant::now() - IDLE) + IDLE;
        [deadline.map(from_now), self.presence_due, self.again(), Some(idle)]
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
        self.watch_clock().await?;
        self.pass_on().await
    }

    async fn watch_clock(&mut self) -> Result<()> {
        if self.table.state != State::Live || self.lease.is_none() {
            return Ok(());
        }
        // What is forgiven comes first.
        if self.forgiven != self.app.forgiven.load(Ordering::Relaxed) {
            self.refresh().await?;
        }
        let at = self.app.time();
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
        // What other processes do is no reason to stay.
        if !matches!(ask, Ask::Follow { .. } | Ask::Refresh) {
            self.idle_since = Instant::now();
        }
        // Time that is up is up, also if the timer has not woken us yet.
        if !matches!(ask, Ask::Refresh) {
            self.watch_clock().await?;
        }
        match ask {
            Ask::Join { connection, person, address, invite, since, outbox, reply } => {
                let admitted = self.table.admits(Some(&person), invite.as_deref());
                if admitted.is_ok() {
                    self.crowd.join(&self.table, connection, (person, address), since, outbox);
                    self.note_presence();
                    // A game of engines goes on when somebody looks.
                    self.think();
                }
                let _gone = reply.send(admitted);
            }
            Ask::Leave { connection } => {
                self.crowd.leave(connection);
                self.note_presence();
            }
            Ask::Say { connection, message } => self.said(connection, message).await?,
            Ask::Sit { person, seat, invite, nonce, reply } => {
                self.attend(Waiting::request(person, Deed::Sit { seat, invite, nonce }, reply)).await?;
            }
            Ask::Stand { person, seat, whom, reply } => {
                self.attend(Waiting::request(person, Deed::Stand { seat, whom }, reply)).await?;
            }
            Ask::Errand { errand: Errand { person, key, deed }, reply } => {
                self.attend(Waiting::new(person, key, deed, Asker::Process(reply))).await?;
            }
            Ask::Answered { key, outcome } => self.answered(&key, outcome).await?,
            Ask::Follow { n } => self.follow(n).await?,
            Ask::ComeHome { lease } => {
                self.come_home(lease).await?;
                self.pass_on().await?;
            }
            Ask::Refresh => self.refresh().await?,
            Ask::LetGo => self.crowd.let_go(),
            Ask::Table { person, invite, reply } => {
                let admitted = self.table.admits(person.as_ref(), invite.as_deref());
                let _gone = reply.send(admitted.map(|()| self.summary()));
            }
            Ask::Record { person, invite, reply } => {
                let admitted = self.table.admits(person.as_ref(), invite.as_deref());
                let _gone = reply.send(admitted.map(|()| super::record::lud(&self.table, person.as_ref())));
            }
            Ask::Thought { epoch, token } => self.thought(epoch, token).await?,
            Ask::Renamed { from, now } => {
                let mut changed = false;
                for who in self.table.people.iter_mut().flatten().filter(|who| who.id == from) {
                    *who = now.who();
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

    pub(super) fn summary(&self) -> Table {
        self.table.table(self.crowd.online(&self.table))
    }

    fn note_presence(&mut self) {
        self.presence_due.get_or_insert_with(|| Instant::now() + PRESENCE);
    }
}
