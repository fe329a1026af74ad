//! How events come about: they happen, they are written, and then they are told.

use std::time::Duration;

use engine::Seat;
use table::{Clock, Decision, LogEntry, State, TableError, TableEvent};
use tokio::task::AbortHandle;

use super::{Location, task::Task};
use crate::{
    error::{Error, Result},
    live_positions::LivePosition,
    pool::Owner,
    store::{Append, Change, EventRow, now},
};

/// How long an engine whose clock runs lets people look at what was played before, in its own time.
const LOOK: Duration = Duration::from_millis(600);
/// With less than this on its clock it waits for nothing.
const HASTE: Duration = Duration::from_secs(10);

/// Who caused events, by which command.
#[derive(Default)]
pub(super) struct Cause<'a> {
    pub(super) person: Option<&'a str>,
    pub(super) command: Option<&'a str>,
}

/// The search of an engine for this epoch; one that is not wanted any more is given up, also while it waits for its turn.
#[derive(Debug)]
pub(super) struct Thinking {
    epoch: u64,
    search: AbortHandle,
}

impl Drop for Thinking {
    fn drop(&mut self) {
        self.search.abort();
    }
}

impl Task {
    /// Lets a decision happen, with all that follows from it; writes it; then, and only then, tells of it.
    pub(super) async fn commit(&mut self, decision: Decision, cause: Cause<'_>) -> Result<()> {
        let Location::Here(lease) = &self.location else { return Err(Error::Moved) };
        let mut append = Append { lease: Some(lease.clone()), ..Append::default() };
        let at = self.app.time();
        let passes_replies = decision.pass_replies.is_some();
        let log = self.table.perform(decision, at, &mut rand::rng()).map_err(failed)?;
        if passes_replies {
            let seats = plain(&self.table.info().pass_replies);
            append.changes.push(Change::PassReplies { table: self.id(), seats });
        }
        for (index, entry) in log.iter().enumerate() {
            append.changes.extend(self.change(entry));
            append.events.push(EventRow {
                table_id: self.id(),
                n: entry.n,
                at,
                person: entry.event.subject().or(cause.person).map(str::to_owned),
                command: cause.command.map(str::to_owned).filter(|_| index == 0),
                body: plain(&entry.event),
                clocks: entry.clocks.as_ref().map(plain),
            });
        }
        if append.events.is_empty() && append.changes.is_empty() {
            return Ok(());
        }
        append.live_position =
            Some((self.id(), LivePosition::of(&self.table))).filter(|_| self.app.store.is_shared());
        let ended = log.iter().any(|entry| matches!(entry.event, TableEvent::Over { .. }));
        if ended && self.table.info().rated {
            crate::rating::settle(self.app, &self.summary(), at, append).await?;
        } else {
            self.app.store.append(append).await?;
        }
        self.written = self.table.n();
        // Whoever is waited for now can only know it now, however long the disk took.
        self.table.delay(now() - at);
        for LogEntry { n, event, .. } in &log {
            if matches!(event, TableEvent::Action { .. }) {
                self.app.metrics.actions.add(1);
            }
            self.connections.broadcast(&self.table, *n, event);
        }
        // Whoever sits down watches no more.
        self.note_presence();
        self.list(!log.is_empty());
        self.think();
        Ok(())
    }

    /// What an event changes beside the list of events.
    fn change(&self, entry: &LogEntry) -> Option<Change> {
        let table = self.id();
        let ended = |result: Option<String>, clause: &str| Change::Ended {
            table: self.id(),
            at: entry.at,
            ply: self.table.game().ply() as i64,
            result,
            clause: clause.to_owned(),
        };
        match &entry.event {
            TableEvent::Sit { seat, person } => {
                let (seat, person) = (*seat as i64, person.id.clone());
                Some(Change::Sit { table, seat, person, nonce: String::new() })
            }
            TableEvent::Stand { seat, person } => {
                Some(Change::Stand { table, seat: *seat as i64, person: person.id.clone() })
            }
            TableEvent::Start {} => {
                self.table.info().setup.clone().map(|setup| Change::Started { table, setup })
            }
            TableEvent::Over { result, by, .. } => Some(ended(Some(result.join(" ")), by)),
            TableEvent::Abort {} => Some(ended(None, "abort")),
            _ => None,
        }
    }

    /// Keeps the lobby true, and the positions that no engine tells of.
    pub(super) fn list(&mut self, changed: bool) {
        let id = self.id();
        self.app.live_positions.set(&id, LivePosition::of(&self.table));
        let open = self.table.state() == State::Open && !self.table.info().private;
        if open && (!self.listed || changed) {
            self.listed = true;
            self.app.lobby.changed(self.summary());
        } else if self.listed && !open {
            self.listed = false;
            self.app.lobby.gone(&id);
        }
    }

    /// Asks an engine, if one is to act and none thinks about this already.
    pub(super) fn think(&mut self) {
        let epoch = self.table.epoch();
        // Engines among themselves play for those who look; with a clock they come to an end in any case.
        let paused =
            self.connections.is_empty() && self.table.info().clock == Clock::None && !self.table.has_people();
        let thinks = self.table.state() == State::Live && self.location.is_here() && !paused;
        let turn = self.table.turn().seat().filter(|_| thinks);
        let Some((seat, level)) = turn.and_then(|seat| Some((seat, self.table.level(seat)?))) else {
            self.thinking = None;
            return;
        };
        if self.thinking.as_ref().is_some_and(|thinking| thinking.epoch == epoch) {
            return;
        }
        let (app, handle, game) = (self.app, self.handle.clone(), self.table.game().boxed_clone());
        let owner = Owner { address: self.origin.clone(), person: self.table.info().owner.clone() };
        let id = self.id();
        let clock = self.clock_of(seat);
        let look = clock.filter(|&(left, _)| left >= HASTE && self.table.has_people()).map(|_| LOOK);
        let shown = tokio::time::sleep(look.unwrap_or_default());
        let search = tokio::spawn(async move {
            let token = if app.config.workers {
                app.moves.choose(&app.store, &owner, (&id, epoch), level, clock).await
            } else {
                app.engine_pool.choose(game, level, clock, &owner).await
            };
            shown.await;
            handle.engine_move(epoch, token).await;
        });
        self.thinking = Some(Thinking { epoch, search: search.abort_handle() });
    }

    /// What the clock of a seat still has, and what each move adds to it.
    fn clock_of(&self, seat: Seat) -> Option<(Duration, Duration)> {
        let increment = match self.table.info().clock {
            Clock::Fischer { increment, .. } => increment,
            Clock::None | Clock::Days { .. } => 0,
        };
        let left = self.table.time_left(seat, now())?;
        Some((Duration::from_millis(left as u64), Duration::from_secs(increment.into())))
    }

    /// An engine has found a move in the game of this epoch.
    pub(super) async fn engine_move(&mut self, epoch: u64, token: Result<String>) -> Result<()> {
        if epoch != self.table.epoch() || !self.location.is_here() {
            return Ok(());
        }
        self.thinking = None;
        match self.table.decide_engine_move(epoch, token?) {
            Some(decision) => self.commit(decision, Cause::default()).await,
            None => Ok(()),
        }
    }
}

fn plain<T: serde::Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).expect("plain data")
}

/// A decision has been checked: if it fails now, it is the server's fault.
#[allow(clippy::needless_pass_by_value, reason = "an argument of map_err")]
fn failed(error: TableError) -> Error {
    Error::Internal(format!("a checked event failed: {error}"))
}
