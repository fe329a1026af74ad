//! Counts of what happened while players played.

use std::time::Duration;

/// How many reasons of failures are kept.
const REASONS: usize = 5;

/// The counts of one table, or of all.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// When each action was acknowledged, from the start, and how long that took.
    pub(super) acks: Vec<(Duration, Duration)>,
    /// Games played to their end.
    pub(super) games: u64,
    pub(super) refused: u64,
    /// Connections lost and made again.
    pub(super) reconnected: u64,
    /// Events that a socket never received.
    pub(super) lost_events: u64,
    /// Events that a socket received twice.
    pub(super) doubled_events: u64,
    /// Tables that were given up.
    pub(super) given_up: u64,
    pub(super) why: Vec<String>,
    /// Idle sockets that the server closed.
    pub(super) dropped: u64,
}

impl Tally {
    pub(super) fn acknowledged(&mut self, at: Duration, took: Duration) {
        self.acks.push((at, took));
    }

    pub(super) fn gave_up(&mut self, why: String) {
        self.given_up += 1;
        self.why.push(why);
    }

    pub(super) fn add(&mut self, other: Tally) {
        self.acks.extend(other.acks);
        self.games += other.games;
        self.refused += other.refused;
        self.reconnected += other.reconnected;
        self.lost_events += other.lost_events;
        self.doubled_events += other.doubled_events;
        self.given_up += other.given_up;
        self.dropped += other.dropped;
        let room = REASONS.saturating_sub(self.why.len());
        self.why.extend(other.why.into_iter().take(room));
    }
}
