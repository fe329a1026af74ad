//! How many connections there are: every one is an open file, and a process may have a limited number of them.
//!
//! A share of them is kept for people who are at a game already, so that they come back whatever strangers do.

use std::{
    collections::HashMap,
    io::{self, ErrorKind},
    net::IpAddr,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicI64, AtomicUsize, Ordering::Relaxed},
    },
};

use crate::{App, limits, log_throttle::LogThrottle, metrics::Held, store::now};

/// Files that a server needs for itself: the database, the log, the listener.
const OWN_FILES: usize = 100;
/// From here on what is left is for people at a game, in percent.
const SCARCE: usize = 80;

/// Whoever opens and closes one again and again makes them scarce as often.
static SCARCELY: LogThrottle = LogThrottle::new();

/// How many connections a process may have, and has.
#[derive(Debug)]
pub(crate) struct ConnectionLimit {
    most: usize,
    open: AtomicUsize,
    /// Since when they are scarce; 0 if they are not.
    scarce: AtomicI64,
    of_address: Arc<Counts>,
}

/// One of the connections that may be open.
#[derive(Debug)]
pub(crate) struct ConnectionShare {
    limit: &'static ConnectionLimit,
    _held: (Counted, Held),
}

impl Drop for ConnectionShare {
    fn drop(&mut self) {
        self.limit.note(self.limit.open.fetch_sub(1, Relaxed) - 1);
    }
}

impl ConnectionLimit {
    /// As many as a process with `files` open files may have.
    pub(crate) fn new(files: usize) -> Self {
        ConnectionLimit {
            most: files.saturating_sub(OWN_FILES).max(files / 2),
            open: AtomicUsize::new(0),
            scarce: AtomicI64::new(0),
            of_address: Arc::default(),
        }
    }

    /// One more connection from an address, if there is room for it.
    pub(crate) fn open(&'static self, app: &App, address: IpAddr) -> io::Result<ConnectionShare> {
        let full = |why| io::Error::new(ErrorKind::QuotaExceeded, why);
        // All connections of a proxy come from one address.
        let most = if app.config.proxied { usize::MAX } else { app.limits.connections(self.most) };
        let counted = self.of_address.count(&limits::network(address), most);
        let counted = counted.ok_or_else(|| full("too many connections from one address"))?;
        let open = self.open.fetch_add(1, Relaxed) + 1;
        let share = ConnectionShare { limit: self, _held: (counted, app.metrics.connections.hold()) };
        self.note(open);
        if open > self.most { Err(full("too many connections")) } else { Ok(share) }
    }

    /// Notes whether connections are scarce, and since when.
    fn note(&self, open: usize) {
        let scarce = open * 100 >= self.most * SCARCE;
        if scarce != (self.scarce.load(Relaxed) != 0) {
            self.scarce.store(if scarce { now() } else { 0 }, Relaxed);
            if let Some(times) = scarce.then(|| SCARCELY.due()).flatten() {
                let most = self.most;
                tracing::warn!(open, most, times, "connections are scarce: people at a game come first");
            }
        }
    }

    /// Since when connections are scarce, if they are.
    pub(crate) fn scarce_since(&self) -> Option<i64> {
        Some(self.scarce.load(Relaxed)).filter(|&since| since != 0)
    }
}

/// How many of something each address has.
#[derive(Debug, Default)]
pub(crate) struct Counts(Mutex<HashMap<String, usize>>);

/// One that an address has, until it is dropped.
#[derive(Debug)]
pub(crate) struct Counted {
    counts: Arc<Counts>,
    address: String,
}

impl Counts {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.0.lock().expect("nobody panics while holding the counts")
    }

    /// Counts one more of an address, unless it has `most`.
    pub(crate) fn count(self: &Arc<Self>, address: &str, most: usize) -> Option<Counted> {
        let mut counts = self.lock();
        match counts.get_mut(address) {
            Some(count) if *count >= most => return None,
            Some(count) => *count += 1,
            None if most == 0 => return None,
            None => {
                counts.insert(address.to_owned(), 1);
            }
        }
        Some(Counted { counts: Arc::clone(self), address: address.to_owned() })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = self.counts.lock();
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_so_many_and_what_is_closed_counts_no_more() {
        let counts: Arc<Counts> = Arc::default();
        let held: Vec<_> = (0..3).map(|_| counts.count("a", 3)).collect();
        assert!(held.iter().all(Option::is_some));
        assert!(counts.count("a", 3).is_none(), "an address has no more");
        assert!(counts.count("b", 3).is_some(), "another has its own");
        drop(held);
        assert!(counts.count("a", 1).is_some());
        assert!(counts.lock().is_empty(), "nothing is kept of those who left");
    }

    #[test]
    fn they_are_scarce_before_they_are_gone() {
        let limit = ConnectionLimit::new(200);
        assert_eq!(limit.most, 100);
        limit.note(79);
        assert_eq!(limit.scarce_since(), None);
        limit.note(80);
        let since = limit.scarce_since();
        assert!(since.is_some());
        limit.note(90);
        assert_eq!(limit.scarce_since(), since, "since the first");
        limit.note(79);
        assert_eq!(limit.scarce_since(), None);
    }
}
