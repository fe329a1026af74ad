//! How events come about: they happen, they are kept, and then they are told.

use std::{collections::VecDeque, time::Duration};

use super::{Ask, actor::Actor};
use crate::{
    error::{Error, Result},
    store::{Append, Change, EventRow, now},
    wire::{Clock, State, TableEvent},
};

/// Who caused events, by which command.
#[derive(Default)]
pub(super) struct Cause<'a> {
    pub(super) person: Option<&'a str>,
    pub(super) command: Option<&'a str>,
    pub(super) changes: Vec<Change>,
}

impl Actor {
    /// Lets events happen, with all that follows from them; keeps them; then, and only then, tells of them.
    pub(super) async fn commit(&mut self, events: Vec<TableEvent>, cause: Cause<'_>) -> Result<()> {
        let lease = Some(self.lease.clone().ok_or(Error::Moved)?);
        let at = self.app.time();
        let before = self.table.n;
        let mut append = Append { lease, events: Vec::new(), changes: cause.changes };
        let mut happened = Vec::new();
        let mut events: VecDeque<_> = events.into();
        loop {
            let next = match events.pop_front() {
                Some(event) => Some(event),
                None => self.table.consequence().map_err(inner)?,
            };
            let Some(event) = next else { break };
            let changed = self.table.apply(at, event.clone()).map_err(inner)?;
            append.changes.extend(self.change(at, &event));
            append.events.push(EventRow {
                table_id: self.table.row.id.clone(),
                n: self.table.n,
                at,
                person: cause.person.map(str::to_owned),
                command: cause.command.map(str::to_owned).filter(|_| happened.is_empty()),
                body: serde_json::to_string(&event).expect("an event is plain data"),
                clocks: self.table.timer.kept().filter(|_| changed),
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
        // Whoever is waited for now can only know it now, however long the disk took.
        self.table.timer.delay(now() - at);
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

    /// Keeps the lobby true, and the positions that no engine tells of.
    pub(super) fn list(&mut self, happened: &[(i64, TableEvent)]) {
        let live = self.table.state == State::Live;
        self.app.running.set(&self.table.row.id, live.then_some(self.table.game.as_ref()));
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
    pub(super) fn think(&mut self) {
        let epoch = self.table.epoch;
        // Engines among themselves play for those who look; with a clock they come to an end in any case.
        let paused = self.crowd.is_empty() && self.table.clock == Clock::None && !self.table.has_people();
        let thinks = self.table.state == State::Live && self.lease.is_some() && !paused;
        let turn = self.table.turn().seat().filter(|_| thinks);
        let Some((seat, level)) = turn.and_then(|seat| Some((seat, self.table.level(seat)?))) else {
            self.thinking = None;
            return;
        };
        if self.thinking == Some(epoch) {
            return;
        }
        self.thinking = Some(epoch);
        let (app, handle, game) = (self.app, self.handle.clone(), self.table.game.clone());
        let (id, owner) = (self.table.row.id.clone(), self.crowd.owner(&self.table));
        let budget = self.table.timer.budget(seat, now()).map(|left| Duration::from_millis(left as u64));
        tokio::spawn(async move {
            let token = if app.config.workers {
                app.moves.choose(&app.store, &owner.person, (&id, epoch), level, budget).await
            } else {
                app.players.choose(game, level, budget, &owner).await
            };
            // A table that is gone needs no answer.
            let _gone = handle.send(Ask::Thought { epoch, token }).await;
        });
    }

    pub(super) async fn thought(&mut self, epoch: u64, token: Result<String>) -> Result<()> {
        if epoch != self.table.epoch || self.table.state != State::Live || self.lease.is_none() {
            return Ok(());
        }
        self.thinking = None;
        let (Some(seat), t) = (self.table.turn().seat(), token?) else { return Ok(()) };
        let ply = self.table.game.ply() + 1;
        self.commit(vec![TableEvent::Action { ply, seat: seat.number(), t }], Cause::default()).await
    }
}

/// What was asked has been checked: if it fails now, it is our fault.
#[allow(clippy::needless_pass_by_value, reason = "an argument of map_err")]
fn inner(error: Error) -> Error {
    Error::Internal(format!("a checked event failed: {error}"))
}
