//! Whether a table lives in this process, and what it does when it does not.
//!
//! At home it decides and writes. Away it reads what its home has written, shows it to those who are connected here,
//! and sends their errands home; if there is no home any more, it becomes one.

use std::{
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use super::{
    Ask,
    actor::Actor,
    commit::Cause,
    errand::{Asker, Waiting},
    state::TableState,
};
use crate::{
    cluster::STILL,
    error::{Error, Result},
    store::{EventRow, Home, Kept, Lease, now},
    wire::{Clock, SeatWish, State, TableEvent},
};

/// How long people wait for a table that has lost its home.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

impl Actor {
    /// Whether the table must live somewhere though nobody asks.
    pub(super) fn wants_home(&self) -> bool {
        match self.table.state {
            State::Open => self.table.is_full() || self.is_stale(),
            State::Live => {
                let engine = self.table.wishes.iter().any(|wish| matches!(wish, SeatWish::Engine { .. }));
                engine || self.table.clock != Clock::None
            }
            State::Over => false,
        }
    }

    /// Makes this the table's home, by a lease that is held already or by a new one, unless another process is: then
    /// its id is answered.
    pub(super) async fn come_home(&mut self, held: Option<Lease>) -> Result<Option<String>> {
        // One that was taken over for us is newer than any we know of.
        if self.lease.is_some() && held.is_none() {
            return Ok(None);
        }
        let home = match held {
            Some(lease) => Home::Here(lease),
            None => self.app.store.acquire(&self.table.row.id).await?,
        };
        match home {
            Home::There(process) => {
                self.home = Some(process.clone());
                Ok(Some(process))
            }
            Home::Here(lease) => {
                // Nobody else writes now: what is read from here on is all there is.
                let kept = self.read().await?;
                let later = kept.events.iter().filter(|event| event.n > self.table.n).cloned().collect();
                self.show_later(later).await?;
                self.lease = Some(lease);
                self.home = None;
                self.sent = None;
                self.take(kept).await?;
                self.commit(Vec::new(), Cause::default()).await?;
                self.think();
                Ok(None)
            }
        }
    }

    /// The table lives elsewhere now. What it had in mind was not written and is forgotten.
    pub(super) async fn leave_home(&mut self) -> Result<()> {
        self.lease = None;
        self.home = None;
        self.thinking = None;
        let kept = self.read().await?;
        self.take(kept).await?;
        self.crowd.show_all(&self.table);
        // It may be nobody's, or this process's by another lease: somebody has to watch its clocks.
        if self.wants_home() {
            self.come_home(None).await?;
        }
        Ok(())
    }

    async fn read(&self) -> Result<Kept> {
        self.app.store.kept(&self.table.row.id).await?.ok_or(Error::NoSuchTable)
    }

    /// The table is what is kept of it.
    async fn take(&mut self, kept: Kept) -> Result<()> {
        let forgiven = self.table.timer.forgiven();
        let (kept, table) = TableState::read(kept).await?;
        self.table = table;
        self.remember_all(kept.events);
        if self.table.timer.forgiven() != forgiven {
            self.crowd.show_all(&self.table);
        }
        Ok(())
    }

    /// Time was forgiven: the clocks show it.
    pub(super) async fn refresh(&mut self) -> Result<()> {
        self.forgiven = self.app.forgiven.load(Ordering::Relaxed);
        if self.table.state != State::Live {
            return Ok(());
        }
        let before = self.table.timer.forgiven();
        let outage = self.app.store.outage_since(&self.table.row.id, self.table.timer.since()).await?;
        self.table.timer.forgive(outage);
        if outage != before {
            self.crowd.show_all(&self.table);
        }
        Ok(())
    }

    /// There are events up to `n`: reads and shows those that are new here.
    pub(super) async fn follow(&mut self, n: i64) -> Result<()> {
        if let Some(lease) = &self.lease {
            // Somebody else writes at our table, if it is ours.
            let ours = n <= self.table.n || self.app.store.holds(lease).await?;
            return if ours { Ok(()) } else { Err(Error::Moved) };
        }
        if n > self.table.n {
            self.catch_up().await?;
            // Where time stood still at home, an event is told long after its time.
            if now() - self.table.timer.since() > STILL {
                self.refresh().await?;
            }
        }
        self.pass_on().await
    }

    async fn catch_up(&mut self) -> Result<()> {
        let later = self.app.store.events_after(&self.table.row.id, self.table.n).await?;
        self.show_later(later).await
    }

    /// Lets these events happen here too, and shows them.
    async fn show_later(&mut self, rows: Vec<EventRow>) -> Result<()> {
        let mut happened = Vec::new();
        for row in rows {
            let event = super::state::read(&row.body)?;
            if let TableEvent::Start {} = event {
                let now = self.app.store.table(&self.table.row.id).await?.ok_or(Error::NoSuchTable)?;
                self.table.row.setup = now.setup;
            }
            self.table.replay(&row)?;
            self.crowd.broadcast(&self.table, row.n, &event);
            if let Some(command) = row.command {
                self.remember(command, row.n);
            }
            happened.push((row.n, event));
        }
        self.list(&happened);
        Ok(())
    }

    /// Sees to an errand when those before it are done.
    pub(super) async fn attend(&mut self, waiting: Waiting) -> Result<()> {
        self.waiting.push_back(waiting);
        self.pass_on().await
    }

    /// Sees to the errands that wait, in their order: here, or by way of the table's home, one at a time.
    pub(super) async fn pass_on(&mut self) -> Result<()> {
        while let Some(first) = self.waiting.pop_front() {
            if let Some(&n) = self.done.get(&first.errand.key) {
                self.sent = None;
                // An event that carries an errand's key may be followed by others of the same commit.
                self.answer(first.asker, Ok(n.max(self.table.n)));
            } else if self.sent.as_ref() == Some(&first.errand.key) {
                self.waiting.push_front(first);
                return Ok(());
            } else if first.since.elapsed() > PATIENCE {
                self.answer(first.asker, Err(Error::Busy));
            } else {
                let home = match self.home.clone() {
                    // Who is not at home there any more says so.
                    Some(home) => Ok(Some(home)),
                    None => self.come_home(None).await,
                };
                match home {
                    Ok(None) => {
                        if let Some(moved) = self.serve(first).await? {
                            self.waiting.push_front(moved);
                        }
                    }
                    // Who sent it here knows another way, or waits.
                    Ok(Some(_)) if matches!(first.asker, Asker::Process(_)) => {
                        self.answer(first.asker, Err(Error::Moved));
                    }
                    Ok(Some(home)) => {
                        self.send_home(home, &first);
                        self.waiting.push_front(first);
                    }
                    Err(error) => {
                        self.waiting.push_front(first);
                        return Err(error);
                    }
                }
            }
        }
        Ok(())
    }

    fn send_home(&mut self, home: String, waiting: &Waiting) {
        self.sent = Some(waiting.errand.key.clone());
        let (app, handle, table) = (self.app, self.handle.clone(), self.table.row.id.clone());
        let (errand, by) = (waiting.errand.clone(), waiting.since + PATIENCE);
        tokio::spawn(async move {
            let outcome = app.errands.send(app, &home, &table, &errand, by).await;
            if let Err(Error::Moved) = outcome {
                // It may not have arrived where it goes.
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
            // A table that is gone has nobody who waits.
            let _gone = handle.send(Ask::Answered { key: errand.key, outcome }).await;
        });
    }

    /// The home has answered.
    pub(super) async fn answered(&mut self, key: &str, outcome: Result<i64>) -> Result<()> {
        if self.sent.as_deref() != Some(key) {
            return Ok(());
        }
        self.sent = None;
        if let Err(Error::Moved) = outcome {
            self.home = None;
        }
        if let Ok(n) = outcome
            && n > self.table.n
        {
            self.catch_up().await?;
        }
        let waits = self.waiting.front().is_some_and(|first| first.errand.key == key);
        // One that has moved is tried once more; what came with an event is answered as such.
        if waits && !matches!(outcome, Err(Error::Moved)) && !self.done.contains_key(key) {
            let first = self.waiting.pop_front().expect("it was just looked at");
            self.answer(first.asker, outcome);
        }
        self.pass_on().await
    }

    /// When to try again what could not be passed on.
    pub(super) fn again(&self) -> Option<Instant> {
        (!self.waiting.is_empty() && self.sent.is_none()).then(|| Instant::now() + Duration::from_millis(100))
    }
}
