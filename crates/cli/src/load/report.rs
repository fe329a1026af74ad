//! What came of a run, as text and as JSON.

use std::{fmt, time::Duration};

use serde::Serialize;

use super::{
    Args, Where, connection::Commits, hostile::Attacked, journal::Audit, server::Memory, tally::Tally,
};

/// Everything that was measured.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    game: String,
    setup: String,
    players: usize,
    tables: usize,
    idle: usize,
    idle_at: &'static str,
    /// Seconds between the actions of a player; 0: as fast as the server answers.
    pace: f64,
    pub(super) seconds: f64,
    actions: usize,
    games: u64,
    pub(super) actions_a_second: f64,
    /// From sending an action to reading its acknowledgement.
    pub(super) latency: Latency,
    pub(super) memory: Memory,
    bytes_an_idle_socket: Option<f64>,
    bytes_a_table: Option<f64>,
    /// Processor time of the servers.
    server_seconds: Option<f64>,
    client_seconds: Option<f64>,
    commits: Commits,
    audit: Audit,
    lost_events: u64,
    doubled_events: u64,
    refused: u64,
    reconnected: u64,
    /// Tables given up, and why some of them were.
    given_up: u64,
    why: Vec<String>,
    /// Idle sockets that the server let go.
    dropped: u64,
    /// How many attackers there were, what became of their requests, and what they did to others.
    hostile: Option<Hostile>,
    pub(super) over_time: Vec<Second>,
}

/// What was measured beside attackers.
#[derive(Debug, Serialize)]
pub(super) struct Hostile {
    pub(super) attackers: usize,
    pub(super) attacked: Attacked,
    /// How long `/healthz` took,
    pub(super) health: Latency,
    /// and an engine to answer.
    pub(super) engine: Latency,
}

/// One second of the run.
#[derive(Debug, Serialize)]
pub(super) struct Second {
    pub(super) second: u64,
    pub(super) actions: usize,
    pub(super) latency: Latency,
}

/// In milliseconds.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Latency {
    pub(super) p50: f64,
    pub(super) p95: f64,
    pub(super) p99: f64,
    pub(super) max: f64,
}

/// What has been done so far: the processor time of both sides, and the servers' commits.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    pub(super) server: Option<Duration>,
    pub(super) client: Option<Duration>,
    pub(super) commits: Commits,
}

impl Work {
    pub(super) fn since(self, before: Work) -> Work {
        let less = |now: Option<Duration>, then: Option<Duration>| Some(now?.saturating_sub(then?));
        Work {
            server: less(self.server, before.server),
            client: less(self.client, before.client),
            commits: self.commits.since(before.commits),
        }
    }
}

impl Latency {
    pub(super) fn of(times: impl Iterator<Item = Duration>) -> Self {
        let mut times: Vec<_> = times.collect();
        times.sort_unstable();
        // The nearest rank: a time that really was.
        let at = |share: f64| {
            let rank = (share * times.len() as f64).ceil() as usize;
            times.get(rank.saturating_sub(1)).map_or(0.0, |time| time.as_secs_f64() * 1000.0)
        };
        Latency { p50: at(0.50), p95: at(0.95), p99: at(0.99), max: at(1.0) }
    }
}

impl Report {
    pub(super) fn new(
        args: &Args,
        seats: usize,
        memory: Memory,
        work: Work,
        tally: Tally,
        audit: Audit,
        hostile: Option<Hostile>,
    ) -> Self {
        let tables = args.players / seats;
        let grown = |now: Option<u64>, then: Option<u64>, count: usize| {
            (count > 0).then_some((now?.saturating_sub(then?)) as f64 / count as f64)
        };
        let last = tally.acks.iter().map(|(at, _)| at.as_secs_f64()).fold(args.seconds, f64::max);
        Report {
            game: args.game.clone(),
            setup: args.setup.clone(),
            players: args.players,
            tables,
            idle: args.idle,
            idle_at: match args.idle_at {
                Where::Lobby => "lobby",
                Where::Tables => "tables",
            },
            pace: args.pace,
            seconds: last,
            actions: tally.acks.len(),
            games: tally.games,
            actions_a_second: tally.acks.len() as f64 / last,
            latency: Latency::of(tally.acks.iter().map(|(_, took)| *took)),
            bytes_an_idle_socket: grown(memory.idle, memory.start, args.idle),
            bytes_a_table: grown(memory.tables, memory.idle, tables),
            memory,
            server_seconds: work.server.map(|time| time.as_secs_f64()),
            client_seconds: work.client.map(|time| time.as_secs_f64()),
            commits: work.commits,
            audit,
            lost_events: tally.lost_events,
            doubled_events: tally.doubled_events,
            refused: tally.refused,
            reconnected: tally.reconnected,
            given_up: tally.given_up,
            over_time: seconds(&tally.acks),
            why: tally.why,
            dropped: tally.dropped,
            hostile,
        }
    }

    /// The bounds that were exceeded. Memory that is not known exceeds none.
    pub(super) fn broken(&self, args: &Args) -> Vec<String> {
        let megabytes = self.memory.peak.map_or(f64::INFINITY, |bytes| bytes as f64 / 1e6);
        let mut broken = Vec::new();
        for (what, value, most) in [
            ("ms to 99 in 100 acknowledgements", self.latency.p99, args.most_milliseconds),
            ("MB of memory", megabytes, args.most_megabytes),
        ] {
            broken.extend(
                most.filter(|most| value > *most).map(|most| format!("{value:.1} {what}, above {most}")),
            );
        }
        let rate = self.actions_a_second;
        let least = args.least_actions.filter(|least| rate < *least);
        broken.extend(least.map(|least| format!("{rate:.1} actions a second, below {least}")));
        broken
    }

    /// Whether nothing was lost, doubled or given up.
    pub(super) fn is_right(&self) -> bool {
        let wrongs = [
            self.audit.lost,
            self.audit.doubled,
            self.lost_events,
            self.doubled_events,
            self.refused,
            self.given_up,
            self.dropped,
        ];
        wrongs == [0; 7] && self.audit.acknowledged == self.actions as u64
    }
}

/// The run cut into seconds.
fn seconds(acks: &[(Duration, Duration)]) -> Vec<Second> {
    let mut by_second: Vec<Vec<Duration>> = Vec::new();
    for (at, took) in acks {
        let second = at.as_secs() as usize;
        by_second.resize_with(by_second.len().max(second + 1), Vec::new);
        by_second[second].push(*took);
    }
    (0..)
        .zip(by_second)
        .map(|(second, times)| Second {
            second,
            actions: times.len(),
            latency: Latency::of(times.into_iter()),
        })
        .collect()
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Latency { p50, p95, p99, max } = self.latency;
        let pace = if self.pace > 0.0 {
            format!("one action each in {} s", self.pace)
        } else {
            "flat out".to_owned()
        };
        writeln!(
            f,
            "{}: {} players, {pace}; {} idle sockets ({})",
            self.game, self.players, self.idle, self.idle_at
        )?;
        writeln!(
            f,
            "actions    {} in {:.1} s: {:.1} a second; {} games ended",
            self.actions, self.seconds, self.actions_a_second, self.games
        )?;
        writeln!(f, "latency    p50 {p50:.1} ms, p95 {p95:.1} ms, p99 {p99:.1} ms, max {max:.1} ms")?;
        let memory = &self.memory;
        writeln!(
            f,
            "memory     {} at first, {} with idle sockets, {} with tables, {} at most",
            mega(memory.start),
            mega(memory.idle),
            mega(memory.tables),
            mega(memory.peak)
        )?;
        let kilo =
            |bytes: Option<f64>| bytes.map_or("-".to_owned(), |bytes| format!("{:.1} kB", bytes / 1e3));
        writeln!(
            f,
            "cost       {} an idle socket, {} a table with its players",
            kilo(self.bytes_an_idle_socket),
            kilo(self.bytes_a_table)
        )?;
        let each = |seconds: Option<f64>| {
            let micros = seconds.map(|seconds| seconds * 1e6 / self.actions.max(1) as f64);
            micros.map_or("-".to_owned(), |micros| format!("{micros:.0} µs"))
        };
        writeln!(
            f,
            "processor  {} an action in the server, {} in the players",
            each(self.server_seconds),
            each(self.client_seconds)
        )?;
        let Commits { count, seconds } = self.commits;
        writeln!(
            f,
            "commits    {count}, {:.1} actions and {:.2} ms each",
            self.actions as f64 / count.max(1) as f64,
            seconds * 1e3 / count.max(1) as f64
        )?;
        let Audit { tables, acknowledged, lost, doubled, unanswered } = self.audit;
        writeln!(
            f,
            "records    {acknowledged} acknowledged at {tables} tables: {lost} lost, {doubled} doubled, {unanswered} unanswered"
        )?;
        writeln!(
            f,
            "sockets    events: {} lost, {} doubled; {} refused, {} reconnected, {} tables given up, {} idle let go",
            self.lost_events,
            self.doubled_events,
            self.refused,
            self.reconnected,
            self.given_up,
            self.dropped
        )?;
        if let Some(Hostile { attackers, attacked, health, engine }) = &self.hostile {
            let by: Vec<_> = attacked.0.iter().map(|(status, times)| format!("{status}: {times}")).collect();
            writeln!(f, "attackers  {attackers}: {} requests; {}", attacked.requests(), by.join(", "))?;
            writeln!(f, "health     p99 {:.1} ms, max {:.1} ms", health.p99, health.max)?;
            writeln!(
                f,
                "engine     p50 {:.0} ms, p99 {:.0} ms, max {:.0} ms",
                engine.p50, engine.p99, engine.max
            )?;
        }
        self.why.iter().try_for_each(|why| writeln!(f, "           {why}"))
    }
}

fn mega(bytes: Option<u64>) -> String {
    bytes.map_or("-".to_owned(), |bytes| format!("{:.1} MB", bytes as f64 / 1e6))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_times_that_were() {
        let times = (1..=200).rev().map(Duration::from_millis);
        let Latency { p50, p95, p99, max } = Latency::of(times);
        assert_eq!([p50, p95, p99, max], [100.0, 190.0, 198.0, 200.0]);
        assert_eq!(Latency::of(std::iter::empty()).max, 0.0);
    }
}
