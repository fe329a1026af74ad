//! Lines of the log that strangers can bring about as often as they like: each is said at once, and then for a while only
//! counted.

use std::{
    sync::Mutex,
    time::{Duration, Instant},
};

/// How long nothing is said after a line.
const PAUSE: Duration = Duration::from_secs(10);

/// One such line.
#[derive(Debug)]
pub(crate) struct LogThrottle(Mutex<Said>);

#[derive(Debug)]
struct Said {
    at: Option<Instant>,
    /// How often there was reason to say it since then.
    times: u64,
}

impl LogThrottle {
    pub(crate) const fn new() -> Self {
        LogThrottle(Mutex::new(Said { at: None, times: 0 }))
    }

    /// There is reason to say it. If it is to be said now, how often there was since it was said last.
    pub(crate) fn due(&self) -> Option<u64> {
        self.due_at(Instant::now())
    }

    fn due_at(&self, now: Instant) -> Option<u64> {
        let mut said = self.0.lock().expect("nobody panics while holding it");
        said.times += 1;
        if said.at.is_some_and(|at| now.saturating_duration_since(at) < PAUSE) {
            return None;
        }
        said.at = Some(now);
        Some(std::mem::take(&mut said.times))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_is_one_line_and_nothing_goes_uncounted() {
        let (line, start) = (LogThrottle::new(), Instant::now());
        assert_eq!(line.due_at(start), Some(1), "the first is said at once");
        assert!((0..1_000).all(|_| line.due_at(start + PAUSE / 2).is_none()));
        assert_eq!(line.due_at(start + PAUSE), Some(1_001));
        assert_eq!(line.due_at(start + 3 * PAUSE), Some(1));
    }
}
