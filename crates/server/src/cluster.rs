//! Several processes on one PostgreSQL: what each does about the others.
//!
//! A notification only hurries what would be found out in any case: one that is lost costs a second.

use std::time::Duration;

use futures_util::{StreamExt, stream};
use table::State;
use tokio::sync::mpsc;

use crate::{
    App,
    error::{Error, Result},
    liveness::HEARTBEAT,
    store::{CHANNEL, Lease},
};

/// How often it is looked whether another process is dead.
const WATCH: Duration = Duration::from_millis(250);
/// How many tables are loaded at a time: they are read together.
const AT_ONCE: usize = 128;
/// How many notifications are handled at a time.
const NOTIFICATIONS: usize = 256;

impl App {
    /// Looks for what others did and no notification told.
    pub(crate) async fn poll_others(&'static self) -> Result<()> {
        let elsewhere = self.tables.elsewhere();
        for known in elsewhere.chunks(1000) {
            for (id, n) in self.store.behind(known).await? {
                if let Some(table) = self.tables.known(&id) {
                    table.catch_up(n);
                }
            }
        }
        self.forwarding.receive(self).await?;
        self.forwarding.settle_all(self).await?;
        self.settle_start_outage().await
    }

    /// Looks often whether another process is dead: the people of its tables wait.
    pub(crate) async fn watch_for_dead_processes(&'static self) {
        let mut often = tokio::time::interval(WATCH);
        often.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        while !self.is_stopping() {
            often.tick().await;
            if let Err(error) = self.take_over_from_dead().await {
                error.log();
            }
        }
    }

    /// Takes over the tables of dead processes.
    async fn take_over_from_dead(&'static self) -> Result<()> {
        if !self.store.is_anyone_gone().await? {
            return Ok(());
        }
        let looked_at: Vec<_> = self.tables.elsewhere().into_iter().map(|(id, _)| id).collect();
        let taken = self.store.take_over(&looked_at, || self.liveness.may_take_over()).await?;
        if !taken.is_empty() {
            let taken = taken.into_iter().map(|lease| (lease.table.clone(), Some(lease)));
            tokio::spawn(self.load_all(taken));
        }
        Ok(())
    }

    /// Loads tables, so that engines go on and clocks are watched.
    pub(crate) async fn load_all(&'static self, tables: impl IntoIterator<Item = (String, Option<Lease>)>) {
        stream::iter(tables)
            .for_each_concurrent(AT_ONCE, |(id, lease)| self.load_or_move_here(id, lease))
            .await;
    }

    /// Loads a table, by the lease it may have, or moves one here that is in memory: at once, or as soon as it can be
    /// done.
    pub(crate) async fn load_or_move_here(&'static self, id: String, mut lease: Option<Lease>) {
        loop {
            let lease = lease.take();
            let done = match self.tables.known(&id) {
                Some(table) => table.move_here(lease).await,
                None => self.tables.load(self, &id, lease).await.map(drop),
            };
            match done {
                Ok(()) | Err(Error::NoSuchTable | Error::Unreadable) => return,
                Err(error) => error.log(),
            }
            if self.is_stopping() {
                return;
            }
            tokio::time::sleep(HEARTBEAT).await;
        }
    }

    /// Listens to the other processes.
    pub(crate) async fn listen(&'static self) {
        let (sender, mut received) = mpsc::unbounded_channel();
        let listen = self.store.listen(&[CHANNEL], |notification| {
            // Received for as long as we listen.
            let _received = sender.send(notification.map(|(_, text)| text.to_owned()));
        });
        let handle = async {
            let mut notifications = Vec::new();
            while received.recv_many(&mut notifications, NOTIFICATIONS).await > 0 {
                if let Err(error) = self.handle_notifications(notifications.drain(..)).await {
                    error.log();
                }
            }
        };
        tokio::select! {
            () = listen => {}
            () = handle => {}
        }
    }

    /// Handles notifications, or, for `None`, what may have been missed before we listened or while the connection was
    /// lost.
    async fn handle_notifications(
        &'static self,
        notifications: impl Iterator<Item = Option<String>>,
    ) -> Result<()> {
        let (mut missed, mut forwarded, mut left, mut locations, mut notices) =
            (false, false, false, false, false);
        let mut answered: Vec<String> = Vec::new();
        for notification in notifications {
            let Some(notification) = notification else {
                missed = true;
                continue;
            };
            let mut words = notification.split(' ');
            let (what, process) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
            let own = process == self.store.process();
            match what {
                "events" if !own => words.for_each(|word| self.handle_event_notification(word)),
                "forwarded" if own => forwarded = true,
                "answer" if own => answered.extend(words.map(str::to_owned)),
                "left" if !own => left = true,
                "locations" if !own => locations = true,
                "notices" if !own => notices = true,
                _ => {}
            }
        }
        // Once for all that say the same.
        if notices || missed {
            self.handle_notices().await?;
        }
        if forwarded {
            self.forwarding.receive(self).await?;
        }
        self.forwarding.settle(self, &answered).await?;
        if left {
            self.take_over_from_dead().await?;
        }
        if locations {
            for (id, _) in self.tables.elsewhere() {
                if let Some(table) = self.tables.known(&id) {
                    table.refresh_clocks();
                }
            }
            self.forwarding.settle_all(self).await?;
        }
        if missed {
            self.lobby.refresh();
            self.poll_others().await?;
        }
        Ok(())
    }

    /// A word such as `t_9f2k…:17`, with a star if the table's entry in the lobby may have changed.
    fn handle_event_notification(&'static self, word: &str) {
        let Some((id, n)) = word.trim_end_matches('*').split_once(':') else { return };
        if let (Some(table), Ok(n)) = (self.tables.known(id), n.parse()) {
            table.catch_up(n);
        }
        if !word.ends_with('*') {
            return;
        }
        self.lobby.outdate();
        if self.lobby.is_watched() {
            let id = id.to_owned();
            tokio::spawn(async move {
                // A private table refuses, and is not listed.
                if let Ok(table) = self.table(&id).summary(None, None).await {
                    match table.state {
                        State::Open => self.lobby.changed(table),
                        State::Live | State::Over => self.lobby.gone(&id),
                    }
                }
            });
        }
    }
}
