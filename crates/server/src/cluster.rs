//! Several processes on one PostgreSQL: what each does again and again, and what it does when it hears of the others.
//!
//! What is heard only hurries what would be found out in any case: a message that is lost costs a second.

use std::{
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use futures_util::{StreamExt, stream};
use tokio::sync::mpsc;

use crate::{
    App,
    error::{Error, Result},
    process::Process,
    store::{CHANNEL, EXPIRY, Lease, now},
    table::Ask,
    wire::State,
};

const BEAT: Duration = Duration::from_millis(500);
/// How long a beat may take.
const ANSWER: Duration = Duration::from_millis(1_500);
/// How often it is looked whether another process is gone.
const WATCH: Duration = Duration::from_millis(250);
/// A beat that is so late, in milliseconds, was no beat: nobody is charged for the time between.
const LATE: i64 = 2_000;
/// How often a process sees that it runs.
const STEP: Duration = Duration::from_millis(100);
/// Who has not run for so many milliseconds has stood still, and nobody is charged for the time between.
pub(crate) const STILL: i64 = 500;
/// How much of what a process stood still by its own doing is forgiven in an hour, in milliseconds.
const OWN: i64 = 10_000;
const HOUR: i64 = 60 * 60 * 1000;
/// How long a process that could not beat does not take over: others could not either, and need a moment too.
const CAUTION: i64 = 4_000;
/// How many tables are woken at a time: they are read together.
const AT_ONCE: usize = 128;
/// How many messages of other processes are heeded at a time.
const MESSAGES: usize = 256;

impl App {
    /// Says again and again that this process is there.
    pub(crate) async fn beat(&'static self) {
        // Where nobody watches for it, it only says since when nobody was there, and need not wake the disk so often.
        let mut beat = tokio::time::interval(if self.store.is_shared() { BEAT } else { 2 * BEAT });
        beat.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            beat.tick().await;
            // Who stops says so once and for all, and no beat comes after.
            let _one_at_a_time = self.beating.lock().await;
            if self.is_stopping() {
                return;
            }
            // One that gets no answer must not wait for ever.
            let beaten = tokio::time::timeout(ANSWER, self.beat_once()).await;
            if let Err(error) = beaten.unwrap_or(Err(Error::Busy)) {
                error.log();
                self.cautious_until.store(now() + CAUTION, Ordering::Relaxed);
                if self.is_cut_off() {
                    self.tables.loaded().iter().for_each(|table| table.hint(Ask::LetGo));
                }
            }
        }
    }

    /// Whether other processes may take this one to be gone, because it has not reached the database for so long.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.store.is_shared() && now() - self.beaten.load(Ordering::Relaxed) > EXPIRY
    }

    /// The time by which people are charged. It stands still while it is not sure that the database hears us, and
    /// where we stood still ourselves: what passed until then is forgiven before it goes on.
    pub(crate) fn time(&self) -> i64 {
        let now = now();
        let sure = [(&self.beaten, LATE), (&self.awake, STILL)].into_iter().map(|(last, late)| {
            let last = last.load(Ordering::Relaxed);
            if now - last > late { last } else { now }
        });
        sure.fold(now, i64::min)
    }

    /// Notices when this process has stood still, as one does that is suspended or starved.
    pub(crate) async fn stay_awake(&'static self) {
        let mut step = tokio::time::interval(STEP);
        step.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut own = OwnStalls::default();
        let mut worked = Process::own_work();
        while !self.is_stopping() {
            step.tick().await;
            let (at, last) = (now(), self.awake.load(Ordering::Relaxed));
            let before = std::mem::replace(&mut worked, Process::own_work());
            let busy = worked.zip(before).map_or(0, |(now, before)| (now - before).as_millis() as i64);
            let forgiven = match at - last > STILL && own.forgives(at, at - last, busy) {
                true => self.forgive(last).await,
                false => Ok(()),
            };
            match forgiven {
                Ok(()) => self.awake.store(at, Ordering::Relaxed),
                Err(error) => error.log(),
            }
        }
    }

    /// Forgives the tables of this process the time since then. None of them does anything before it has heeded it.
    async fn forgive(&'static self, since: i64) -> Result<()> {
        self.store.forgive_own(since).await?;
        self.forgiven.fetch_add(1, Ordering::Relaxed);
        self.store.cry(&format!("homes {}", self.store.process())).await?;
        self.tables.loaded().iter().for_each(|table| table.hint(Ask::Refresh));
        Ok(())
    }

    async fn beat_once(&'static self) -> Result<()> {
        let missed = self.store.beat_process().await?;
        self.store.beat().await?;
        let at = now();
        let last = self.beaten.load(Ordering::Relaxed);
        if missed || at - last > LATE {
            self.cautious_until.store(at + CAUTION, Ordering::Relaxed);
            self.forgive(last).await?;
            // Their home may be elsewhere by now.
            self.tables.loaded().iter().for_each(|table| table.hint(Ask::Follow { n: i64::MAX }));
        }
        // Only now, when what is forgiven is kept.
        self.beaten.store(at, Ordering::Relaxed);
        Ok(())
    }

    /// Sees whether anything was missed that others did.
    pub(crate) async fn look_at_others(&'static self) -> Result<()> {
        let away = self.tables.away();
        for known in away.chunks(1000) {
            for (id, n) in self.store.behind(known).await? {
                if let Some(table) = self.tables.known(&id) {
                    table.hint(Ask::Follow { n });
                }
            }
        }
        self.errands.receive(self).await?;
        self.errands.settle_all(self).await?;
        self.settle_doubt().await
    }

    /// Looks often whether somebody is gone: the people of their tables wait.
    pub(crate) async fn watch_others(&'static self) {
        let mut often = tokio::time::interval(WATCH);
        often.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        while !self.is_stopping() {
            often.tick().await;
            if let Err(error) = self.sweep().await {
                error.log();
            }
        }
    }

    /// Gives the tables of processes that are gone a home.
    async fn sweep(&'static self) -> Result<()> {
        if !self.store.is_anyone_gone().await? {
            return Ok(());
        }
        let steady = || now() >= self.cautious_until.load(Ordering::Relaxed) && !self.is_cut_off();
        let away: Vec<_> = self.tables.away().into_iter().map(|(id, _)| id).collect();
        let taken = self.store.take_over(&away, steady).await?;
        if !taken.is_empty() {
            let taken = taken.into_iter().map(|lease| (lease.table.clone(), Some(lease)));
            tokio::spawn(self.wake_all(taken));
        }
        Ok(())
    }

    /// Loads tables, so that engines go on and clocks are watched.
    pub(crate) async fn wake_all(&'static self, tables: impl IntoIterator<Item = (String, Option<Lease>)>) {
        stream::iter(tables).for_each_concurrent(AT_ONCE, |(id, lease)| self.wake(id, lease)).await;
    }

    /// Loads a table, by the lease it may have, or brings home one that is looked at here: at once, or as soon as it can be done.
    pub(crate) async fn wake(&'static self, id: String, mut lease: Option<Lease>) {
        loop {
            let lease = lease.take();
            let woken = match self.tables.known(&id) {
                Some(table) => table.send(Ask::ComeHome { lease }).await,
                None => self.tables.take_up(self, &id, lease).await.map(drop),
            };
            match woken {
                Ok(()) | Err(Error::NoSuchTable) => return,
                Err(error) => error.log(),
            }
            if self.is_stopping() {
                return;
            }
            tokio::time::sleep(BEAT).await;
        }
    }

    /// Notes the time before the start as an outage, once it is known that no other process was there.
    pub(crate) async fn settle_doubt(&'static self) -> Result<()> {
        let doubt = *self.doubt.lock().expect("nobody panics with a doubt");
        let Some(doubt) = doubt else { return Ok(()) };
        let alone = self.store.others().await? == 0;
        // Others that are still there by then have beaten since we started.
        if alone || doubt.started.elapsed() > Duration::from_millis(EXPIRY as u64 + 1_000) {
            *self.doubt.lock().expect("nobody panics with a doubt") = None;
            if alone {
                self.store.note_outage(doubt.since, doubt.until).await?;
            }
        }
        Ok(())
    }

    /// Listens to the other processes.
    pub(crate) async fn listen(&'static self) {
        let (sender, mut messages) = mpsc::unbounded_channel();
        let listen = self.store.listen(&[CHANNEL], |told| {
            // Heard for as long as we listen.
            let _heard = sender.send(told.map(|(_, text)| text.to_owned()));
        });
        let heed = async {
            let mut heard = Vec::new();
            while messages.recv_many(&mut heard, MESSAGES).await > 0 {
                if let Err(error) = self.heed_all(heard.drain(..)).await {
                    error.log();
                }
            }
        };
        tokio::select! {
            () = listen => {}
            () = heed => {}
        }
    }

    /// Heeds what was said, or, for nothing, what may have been said before we listened or while the line was cut.
    async fn heed_all(&'static self, messages: impl Iterator<Item = Option<String>>) -> Result<()> {
        let (mut look, mut errands, mut left, mut homes) = (false, false, false, false);
        let mut answered: Vec<String> = Vec::new();
        for message in messages {
            let Some(message) = message else {
                look = true;
                continue;
            };
            let mut words = message.split(' ');
            let (what, process) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
            let own = process == self.store.process();
            match what {
                "events" if !own => words.for_each(|word| self.hear_of_events(word)),
                "errands" if own => errands = true,
                "answer" if own => answered.extend(words.map(str::to_owned)),
                "left" if !own => left = true,
                "homes" if !own => homes = true,
                _ => {}
            }
        }
        // Once for all who said the same.
        if errands {
            self.errands.receive(self).await?;
        }
        self.errands.settle(self, &answered).await?;
        if left {
            self.sweep().await?;
        }
        if homes {
            for (id, _) in self.tables.away() {
                if let Some(table) = self.tables.known(&id) {
                    table.hint(Ask::Refresh);
                }
            }
            self.errands.settle_all(self).await?;
        }
        if look {
            self.lobby.refresh();
            self.look_at_others().await?;
        }
        Ok(())
    }

    /// A word such as `t_9f2k…:17`, with a star if the table may be listed otherwise than before.
    fn hear_of_events(&'static self, word: &str) {
        let Some((id, n)) = word.trim_end_matches('*').split_once(':') else { return };
        if let (Some(table), Ok(n)) = (self.tables.known(id), n.parse()) {
            table.hint(Ask::Follow { n });
        }
        if !word.ends_with('*') {
            return;
        }
        self.lobby.outdate();
        if self.lobby.is_watched() {
            let id = id.to_owned();
            tokio::spawn(async move {
                // A private table refuses, and is nobody's business.
                let ask = |reply| Ask::Table { person: None, invite: None, reply };
                if let Ok(table) = self.tables.ask(self, &id, ask).await {
                    match table.state {
                        State::Open => self.lobby.changed(table),
                        State::Live | State::Over => self.lobby.gone(&id),
                    }
                }
            });
        }
    }
}

/// The stalls that this process caused itself, by having too much to do. Whoever can bring them about could buy time
/// with them, so only so much is forgiven.
#[derive(Debug, Default)]
struct OwnStalls {
    /// How much was forgiven lately, in milliseconds, as of a time.
    forgiven: i64,
    at: i64,
}

impl OwnStalls {
    /// Whether nobody is charged for a stall in which this process worked for `busy` milliseconds.
    fn forgives(&mut self, at: i64, stall: i64, busy: i64) -> bool {
        // One that is suspended, or starved by others, hardly works.
        if busy < stall / 2 {
            return true;
        }
        let recovered = (at - self.at) * OWN / HOUR;
        self.forgiven = (self.forgiven - recovered).max(0);
        self.at = at;
        let fits = self.forgiven + stall <= OWN;
        if fits {
            self.forgiven += stall;
        } else {
            tracing::warn!(stall, "stood still by its own work; clocks went on");
        }
        fits
    }
}

/// Whether anybody was there before this process started is not known at once: who was killed a moment ago is still
/// taken to be there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Doubt {
    pub(crate) since: i64,
    pub(crate) until: i64,
    pub(crate) started: Instant,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_does_not_forgive_itself_for_ever() {
        let mut own = OwnStalls::default();
        let day = 24 * HOUR;
        for stall in 1..=5 {
            assert!(own.forgives(day + stall, 2_000, 1_900), "so much may happen");
            assert!(own.forgives(day + stall, 60_000, 100), "a suspended process did nothing");
        }
        assert!(!own.forgives(day + 6, 2_000, 1_900), "but no more than that");
        assert!(own.forgives(day + 7, 60_000, 100));
        assert!(!own.forgives(day + HOUR / 10, 2_000, 1_900));
        assert!(own.forgives(day + 2 * HOUR, 2_000, 1_900), "in an hour it is forgotten");
    }
}
