//! Where a table lives, and what it does here while it lives elsewhere.
//!
//! A table that lives here decides and writes. One that lives elsewhere reads what is written there, shows it to those
//! who are connected here, and forwards their requests; if it lives nowhere any more, it moves here. On SQLite every table
//! lives here from the start, and nothing else of this happens.

use std::time::{Duration, Instant};

use table::{Clock, Decision, SeatWish, State, TableEvent};

use super::{
    commit::Cause,
    handle::Tie,
    load,
    requests::{Pending, Requester},
    task::Task,
};
use crate::{
    error::{Error, Result},
    liveness::STALL,
    store::{EventRow, Holder, Lease, StoredTable, now},
};

/// How long people wait for a table that lives nowhere.
const PATIENCE: Duration = Duration::from_secs(10);
/// How soon what could not be forwarded is tried again.
const RETRY: Duration = Duration::from_millis(100);

/// Where a table lives, as far as this process knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Location {
    /// In this process, which writes its events under this lease.
    Here(Lease),
    /// In the process of this id.
    There(String),
    /// In no process that this one knows of.
    Nowhere,
}

impl Location {
    pub(super) fn is_here(&self) -> bool {
        matches!(self, Location::Here(_))
    }
}

impl Task {
    /// Executes a request: at once if the table lives here, else when those before it are done.
    pub(super) async fn submit(&mut self, pending: Pending) -> Result<()> {
        if self.location.is_here() && self.queue.is_empty() {
            let Some(moved) = self.execute(pending).await? else { return Ok(()) };
            self.queue.push_back(moved);
        } else {
            self.queue.push_back(pending);
        }
        self.process_queue().await
    }

    /// Whether the table must live somewhere though nobody asks.
    pub(super) fn must_live_somewhere(&self) -> bool {
        match self.table.state() {
            State::Open => self.table.is_full() || self.is_stale(),
            State::Live if self.is_stale() => true,
            State::Live => {
                let engine = |wish: &SeatWish| matches!(wish, SeatWish::Engine { .. });
                self.table.info().clock != Clock::None || self.table.info().seats.iter().any(engine)
            }
            State::Over => false,
        }
    }

    /// Moves the table here, by a lease that is held already or by a new one, unless it lives in another process.
    pub(super) async fn move_here(&mut self, held: Option<Lease>) -> Result<()> {
        // One that was taken over for this process is newer than any it knows of.
        if self.location.is_here() && held.is_none() {
            return Ok(());
        }
        let holder = match held {
            Some(lease) => Holder::Us(lease),
            None => self.app.store.acquire(&self.table.info().id).await?,
        };
        match holder {
            Holder::Other(process) => self.location = Location::There(process),
            Holder::Us(lease) => {
                // Nobody else writes now: what is read from here on is all there is.
                let stored = self.load().await?;
                let later = stored.events.iter().filter(|event| event.n > self.table.n()).cloned().collect();
                self.show_later(later).await?;
                self.location = Location::Here(lease);
                self.sent = None;
                self.replace(stored).await?;
                self.commit(Decision::default(), Cause::default()).await?;
                self.think();
            }
        }
        Ok(())
    }

    /// The table lives elsewhere now. What was not written is forgotten.
    pub(super) async fn move_away(&mut self) -> Result<()> {
        self.location = Location::Nowhere;
        self.thinking = None;
        let stored = self.load().await?;
        self.replace(stored).await?;
        self.connections.send_state_to_all(&self.table);
        // It may be nobody's, or this process's by another lease: somebody has to watch its clocks.
        if self.must_live_somewhere() {
            self.move_here(None).await?;
        }
        Ok(())
    }

    async fn load(&self) -> Result<StoredTable> {
        self.app.store.load_table(&self.table.info().id).await?.ok_or(Error::NoSuchTable)
    }

    /// Makes the table anew from what the database holds.
    async fn replace(&mut self, stored: StoredTable) -> Result<()> {
        let deadline = self.table.deadline();
        let (stored, table) = load::replay(stored, self.app.games).await?;
        if table.n() < self.written {
            return Err(Error::Lost(self.id(), self.written));
        }
        self.written = table.n();
        self.table = table;
        self.note_people(&stored);
        self.remember_all(stored.events);
        if self.table.deadline() != deadline {
            self.connections.send_state_to_all(&self.table);
        }
        Ok(())
    }

    /// Time was forgiven: the clocks show it, where any time runs.
    pub(super) async fn refresh_clocks(&mut self) -> Result<()> {
        self.forgiven = self.app.liveness.times_forgiven();
        if self.table.state() != State::Live {
            return Ok(());
        }
        let deadline = self.table.deadline();
        let outage = self.app.store.outage_since(&self.table.info().id, self.table.waiting_since()).await?;
        self.table.forgive(outage);
        if self.table.deadline() != deadline {
            self.connections.send_state_to_all(&self.table);
        }
        Ok(())
    }

    /// There are events up to `n`: reads and shows those that are new here.
    pub(super) async fn catch_up(&mut self, n: i64) -> Result<()> {
        if let Location::Here(lease) = &self.location {
            // Another process writes at this table, unless the lease still holds.
            let ours = n <= self.table.n() || self.app.store.holds(lease).await?;
            return if ours { Ok(()) } else { Err(Error::Moved) };
        }
        if n > self.table.n() {
            self.read_later().await?;
            // Where a process stood still, an event is told long after its time.
            if now() - self.table.waiting_since() > STALL {
                self.refresh_clocks().await?;
            }
        }
        self.process_queue().await
    }

    async fn read_later(&mut self) -> Result<()> {
        let later = self.app.store.events_after(&self.table.info().id, self.table.n()).await?;
        self.show_later(later).await
    }

    /// Lets these events happen here too, and shows them.
    async fn show_later(&mut self, rows: Vec<EventRow>) -> Result<()> {
        let changed = !rows.is_empty();
        for row in rows {
            let entry = load::log_entry(&row)?;
            if let TableEvent::Start {} = entry.event {
                let row = self.app.store.table(&self.table.info().id).await?.ok_or(Error::NoSuchTable)?;
                self.table.set_setup(row.setup);
            }
            self.table.replay(&entry)?;
            if let Some(person) = &row.person {
                self.handle.note_person(person, Tie::Named);
            }
            self.written = entry.n;
            self.connections.broadcast(&self.table, entry.n, &entry.event);
            if let Some(command) = row.command {
                self.remember(command, row.n);
            }
        }
        self.note_presence();
        self.list(changed);
        Ok(())
    }

    /// Sees to the requests that wait, in their order: here, or by way of the process where the table lives, one at a time.
    pub(super) async fn process_queue(&mut self) -> Result<()> {
        while let Some(first) = self.queue.pop_front() {
            if let Some(&n) = self.done.get(&first.submission.key) {
                self.sent = None;
                self.answer(first.requester, Ok(n.max(self.table.n())));
                continue;
            }
            if self.sent.as_ref() == Some(&first.submission.key) {
                self.queue.push_front(first);
                return Ok(());
            }
            if first.since.elapsed() > PATIENCE {
                self.answer(first.requester, Err(Error::Busy));
                continue;
            }
            if self.location == Location::Nowhere
                && let Err(error) = self.move_here(None).await
            {
                self.queue.push_front(first);
                return Err(error);
            }
            match self.location.clone() {
                Location::Here(_) => {
                    if let Some(moved) = self.execute(first).await? {
                        self.queue.push_front(moved);
                    }
                }
                // The process that sent it knows another way, or waits.
                _ if matches!(first.requester, Requester::Process(_)) => {
                    self.answer(first.requester, Err(Error::Moved));
                }
                Location::There(process) => {
                    self.forward(process, &first);
                    self.queue.push_front(first);
                }
                Location::Nowhere => {
                    self.queue.push_front(first);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn forward(&mut self, process: String, pending: &Pending) {
        self.sent = Some(pending.submission.key.clone());
        let (app, handle, table) = (self.app, self.handle.clone(), self.id());
        let (submission, by) = (pending.submission.clone(), pending.since + PATIENCE);
        tokio::spawn(async move {
            let outcome = app.forwarding.send(app, &process, &table, &submission, by).await;
            if let Err(Error::Moved) = outcome {
                // It may not have arrived where it goes.
                tokio::time::sleep(RETRY).await;
            }
            handle.forwarded(submission.key, outcome).await;
        });
    }

    /// The process where the table lives has answered.
    pub(super) async fn forwarded(&mut self, key: &str, outcome: Result<i64>) -> Result<()> {
        if self.sent.as_deref() != Some(key) {
            return Ok(());
        }
        self.sent = None;
        if let (Err(Error::Moved), Location::There(_)) = (&outcome, &self.location) {
            self.location = Location::Nowhere;
        }
        if let Ok(n) = outcome
            && n > self.table.n()
        {
            self.read_later().await?;
        }
        let waits = self.queue.front().is_some_and(|first| first.submission.key == key);
        // One that has moved is tried once more; what came with an event is answered as such.
        if waits && !matches!(outcome, Err(Error::Moved)) && !self.done.contains_key(key) {
            let first = self.queue.pop_front().expect("it was just looked at");
            self.answer(first.requester, outcome);
        }
        self.process_queue().await
    }

    /// When to try again what could not be forwarded.
    pub(super) fn retry_at(&self) -> Option<Instant> {
        (!self.queue.is_empty() && self.sent.is_none()).then(|| Instant::now() + RETRY)
    }
}
