//! How often someone may ask.

use std::{
    collections::HashMap,
    sync::Mutex,
    time::{Duration, Instant},
};

use crate::error::{Error, Result};

/// A bucket that fills at a steady rate and is emptied by use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    tokens: f64,
    at: Instant,
}

/// How large a bucket is and how many seconds it takes to fill.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rate {
    pub(crate) burst: f64,
    pub(crate) seconds: f64,
}

impl Rate {
    pub(crate) const fn new(burst: u32, seconds: u32) -> Self {
        Rate { burst: burst as f64, seconds: seconds as f64 }
    }
}

impl Bucket {
    pub(crate) fn full(rate: Rate) -> Self {
        Bucket { tokens: rate.burst, at: Instant::now() }
    }

    pub(crate) fn take(&mut self, rate: Rate) -> Result<()> {
        let now = Instant::now();
        let gained = (now - self.at).as_secs_f64() * rate.burst / rate.seconds;
        self.tokens = (self.tokens + gained).min(rate.burst);
        self.at = now;
        if self.tokens < 1.0 {
            return Err(Error::TooMany);
        }
        self.tokens -= 1.0;
        Ok(())
    }
}

/// Passwords tried from one address.
pub(crate) const PASSWORDS: Rate = Rate::new(10, 60);
/// Guests made from one address.
pub(crate) const GUESTS: Rate = Rate::new(300, 60);
/// Tables made by one person.
pub(crate) const TABLES: Rate = Rate::new(60, 60);
/// Positions and records sent for the engine by one person.
pub(crate) const STUDY: Rate = Rate::new(120, 60);
/// Records read and written for one address.
pub(crate) const RECORDS: Rate = Rate::new(1_200, 60);
/// Positions replayed for one address, where people step through games.
pub(crate) const REPLAYS: Rate = Rate::new(6_000, 60);
/// Commands over one socket.
pub(crate) const COMMANDS: Rate = Rate::new(60, 3);

/// The buckets of everyone who asked lately.
#[derive(Debug)]
pub(crate) struct Limits {
    scale: f64,
    buckets: Mutex<HashMap<String, Bucket>>,
}

impl Limits {
    /// `scale` multiplies every rate; 0 lifts them all.
    pub(crate) fn new(scale: f64) -> Self {
        Limits { scale, buckets: Mutex::default() }
    }

    pub(crate) fn scaled(&self, rate: Rate) -> Rate {
        Rate { burst: rate.burst * if self.scale > 0.0 { self.scale } else { 1e9 }, ..rate }
    }

    pub(crate) fn take(&self, what: &str, who: &str, rate: Rate) -> Result<()> {
        let rate = self.scaled(rate);
        let mut buckets = self.buckets.lock().expect("nobody panics with the buckets in hand");
        buckets.entry(format!("{what}/{who}")).or_insert_with(|| Bucket::full(rate)).take(rate)
    }

    /// Forgets those who have not asked for a while: their buckets are full again.
    pub(crate) fn sweep(&self) {
        let mut buckets = self.buckets.lock().expect("nobody panics with the buckets in hand");
        buckets.retain(|_, bucket| bucket.at.elapsed() < Duration::from_secs(120));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_and_another_is_not_touched() {
        let limits = Limits::new(1.0);
        let rate = Rate::new(2, 1000);
        assert!(limits.take("a", "x", rate).is_ok() && limits.take("a", "x", rate).is_ok());
        assert!(matches!(limits.take("a", "x", rate), Err(Error::TooMany)));
        assert!(limits.take("a", "y", rate).is_ok());
    }
}
