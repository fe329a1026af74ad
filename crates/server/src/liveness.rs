//! Whether this process runs and the database hears it, and what that means for clocks and leases.

use std::{
    sync::{
        Mutex, MutexGuard,
        atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use crate::{
    App,
    error::{Error, Result},
    process::Process,
    store::{EXPIRY, now},
};

pub(crate) const HEARTBEAT: Duration = Duration::from_millis(500);
/// How long a heartbeat may take.
const ANSWER: Duration = Duration::from_millis(1_500);
/// After this many milliseconds without a heartbeat nobody is charged for the time between.
const LATE: i64 = 2_000;
/// How often a process sees that it runs.
const STEP: Duration = Duration::from_millis(100);
/// A process that has not run for this many milliseconds has stalled, and nobody is charged for the time between.
pub(crate) const STALL: i64 = 500;
/// How much of the stalls that a process causes itself is forgiven in an hour, in milliseconds.
const OWN: i64 = 10_000;
const HOUR: i64 = 60 * 60 * 1000;
/// How long a process whose heartbeat failed takes nothing over: others failed too, and need a moment.
const CAUTION: i64 = 4_000;

/// What this process knows of its own being alive. Times are in milliseconds.
#[derive(Debug)]
pub(crate) struct Liveness {
    /// Whether other processes watch for the heartbeat.
    shared: bool,
    /// When the database last took a heartbeat.
    last_heartbeat: AtomicI64,
    /// When the process last saw that it runs.
    last_awake: AtomicI64,
    times_forgiven: AtomicU64,
    no_takeover_until: AtomicI64,
    start_outage: Mutex<Option<StartOutage>>,
    stopping: AtomicBool,
    /// Held while a heartbeat is under way: none comes after the last one.
    pub(crate) heartbeat: tokio::sync::Mutex<()>,
}

/// The time before the start. Whether another process was alive then is not known at once: one that was killed a moment
/// ago still counts as alive.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StartOutage {
    pub(crate) since: i64,
    pub(crate) until: i64,
    pub(crate) started: Instant,
}

impl Liveness {
    /// `heartbeat` is when the first one was taken.
    pub(crate) fn new(shared: bool, heartbeat: i64, start_outage: Option<StartOutage>) -> Self {
        Liveness {
            shared,
            last_heartbeat: AtomicI64::new(heartbeat),
            last_awake: AtomicI64::new(now()),
            times_forgiven: AtomicU64::new(0),
            no_takeover_until: AtomicI64::new(0),
            start_outage: Mutex::new(start_outage),
            stopping: AtomicBool::new(false),
            heartbeat: tokio::sync::Mutex::default(),
        }
    }

    /// The time by which people are charged. It stands still while it is not sure that the database hears this process,
    /// and where the process stalled: what passed until then is forgiven before it goes on.
    pub(crate) fn time(&self) -> i64 {
        let now = now();
        let sure = [(&self.last_heartbeat, LATE), (&self.last_awake, STALL)].map(|(last, late)| {
            let last = last.load(Relaxed);
            if now - last > late { last } else { now }
        });
        sure.into_iter().fold(now, i64::min)
    }

    /// Whether other processes may count this one as dead, because the database has not heard it for so long.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.shared && now() - self.last_heartbeat.load(Relaxed) > EXPIRY
    }

    /// Whether tables of dead processes may be taken over.
    pub(crate) fn may_take_over(&self) -> bool {
        now() >= self.no_takeover_until.load(Relaxed) && !self.is_cut_off()
    }

    fn be_cautious(&self) {
        self.no_takeover_until.store(now() + CAUTION, Relaxed);
    }

    /// How often time was forgiven: tables look at it before they charge anybody.
    pub(crate) fn times_forgiven(&self) -> u64 {
        self.times_forgiven.load(Relaxed)
    }

    pub(crate) fn is_stopping(&self) -> bool {
        self.stopping.load(Relaxed)
    }

    pub(crate) fn stop(&self) {
        self.stopping.store(true, Relaxed);
    }

    fn lock_start_outage(&self) -> MutexGuard<'_, Option<StartOutage>> {
        self.start_outage.lock().expect("nobody panics while holding it")
    }
}

impl App {
    /// Tells the database again and again that this process is alive.
    pub(crate) async fn run_heartbeat(&'static self) {
        // Where no other process watches for it, it only tells a later start since when nobody was there, and need not
        // wake the disk so often.
        let mut ticks = tokio::time::interval(if self.store.is_shared() { HEARTBEAT } else { 2 * HEARTBEAT });
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let _one_at_a_time = self.liveness.heartbeat.lock().await;
            if self.is_stopping() {
                return;
            }
            // One that gets no answer must not wait for ever.
            let done = tokio::time::timeout(ANSWER, self.heartbeat()).await;
            if let Err(error) = done.unwrap_or(Err(Error::Busy)) {
                error.log();
                self.liveness.be_cautious();
                if self.liveness.is_cut_off() {
                    self.tables.loaded().iter().for_each(|table| table.disconnect_all());
                }
            }
        }
    }

    async fn heartbeat(&'static self) -> Result<()> {
        let counted_as_dead = self.store.heartbeat().await?;
        self.store.note_alive().await?;
        let at = now();
        let last = self.liveness.last_heartbeat.load(Relaxed);
        if counted_as_dead || at - last > LATE {
            self.liveness.be_cautious();
            self.forgive(last).await?;
            // They may live elsewhere by now.
            self.tables.loaded().iter().for_each(|table| table.catch_up(i64::MAX));
        }
        // Only now, when what is forgiven is written.
        self.liveness.last_heartbeat.store(at, Relaxed);
        Ok(())
    }

    /// Notices when this process has stalled, as one does that is suspended or starved.
    pub(crate) async fn watch_for_stalls(&'static self) {
        let mut step = tokio::time::interval(STEP);
        step.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let mut own = OwnStalls::default();
        let mut worked = Process::own_work();
        while !self.is_stopping() {
            step.tick().await;
            let (at, last) = (now(), self.liveness.last_awake.load(Relaxed));
            let before = std::mem::replace(&mut worked, Process::own_work());
            let busy = worked.zip(before).map_or(0, |(now, before)| (now - before).as_millis() as i64);
            let forgiven = match at - last > STALL && own.forgives(at, at - last, busy) {
                true => self.forgive(last).await,
                false => Ok(()),
            };
            match forgiven {
                Ok(()) => self.liveness.last_awake.store(at, Relaxed),
                Err(error) => error.log(),
            }
        }
    }

    /// Forgives the tables of this process the time since then. None of them charges anybody before it knows.
    async fn forgive(&'static self, since: i64) -> Result<()> {
        self.store.forgive_own(since).await?;
        self.liveness.times_forgiven.fetch_add(1, Relaxed);
        self.store.notify(&format!("locations {}", self.store.process())).await?;
        self.tables.loaded().iter().for_each(|table| table.refresh_clocks());
        Ok(())
    }

    /// Notes the time before the start as an outage, once it is known that no other process was alive.
    pub(crate) async fn settle_start_outage(&'static self) -> Result<()> {
        let outage = *self.liveness.lock_start_outage();
        let Some(outage) = outage else { return Ok(()) };
        let alone = self.store.others().await? == 0;
        // Others that count as alive by then have had a heartbeat since this process started.
        if alone || outage.started.elapsed() > Duration::from_millis(EXPIRY as u64 + 1_000) {
            *self.liveness.lock_start_outage() = None;
            if alone {
                self.store.note_outage(outage.since, outage.until).await?;
            }
        }
        Ok(())
    }
}

/// The stalls that this process caused itself, by having too much to do. Whoever can bring them about could buy time
/// with them, so what is forgiven has a bound.
#[derive(Debug, Default)]
struct OwnStalls {
    /// How much was forgiven lately, in milliseconds, as of a time.
    forgiven: i64,
    at: i64,
}

impl OwnStalls {
    /// Whether nobody is charged for a stall in which this process worked for `busy` milliseconds.
    fn forgives(&mut self, at: i64, stall: i64, busy: i64) -> bool {
        // A process that is suspended, or starved by others, hardly works.
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
            tracing::warn!(stall, "stalled by its own work; clocks went on");
        }
        fits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_does_not_forgive_itself_for_ever() {
        let mut own = OwnStalls::default();
        let day = 24 * HOUR;
        for stall in 1..=5 {
            assert!(own.forgives(day + stall, 2_000, 1_900), "a stall of this length is forgiven");
            assert!(own.forgives(day + stall, 60_000, 100), "a suspended process did nothing");
        }
        assert!(!own.forgives(day + 6, 2_000, 1_900), "but no more than that");
        assert!(own.forgives(day + 7, 60_000, 100));
        assert!(!own.forgives(day + HOUR / 10, 2_000, 1_900));
        assert!(own.forgives(day + 2 * HOUR, 2_000, 1_900), "in an hour it is forgotten");
    }
}
