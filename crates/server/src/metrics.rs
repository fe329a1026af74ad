//! Counters for `/metrics`, in the text form of Prometheus.

use std::{
    fmt::{Display, Write},
    sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed},
    time::Duration,
};

use crate::process::Process;

/// How often this process had no room for what was asked: a queue was full, or connections were scarce.
pub(crate) static BUSY: Counter = Counter(AtomicU64::new(0));

/// A number that only grows.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    pub fn add(&self, count: u64) {
        self.0.fetch_add(count, Relaxed);
    }

    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

/// A number that comes and goes.
#[derive(Debug, Default)]
pub struct Gauge(AtomicI64);

impl Gauge {
    /// Counts one until the answer is dropped.
    pub fn hold(&'static self) -> Held {
        self.0.fetch_add(1, Relaxed);
        Held(self)
    }

    pub fn get(&self) -> i64 {
        self.0.load(Relaxed)
    }
}

#[derive(Debug)]
pub struct Held(&'static Gauge);

impl Drop for Held {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Relaxed);
    }
}

/// Upper bounds in milliseconds.
const BOUNDS: [u64; 10] = [1, 2, 5, 10, 20, 50, 100, 250, 1000, 5000];

/// How long something takes.
#[derive(Debug, Default)]
pub struct Histogram {
    buckets: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Histogram {
    pub fn observe(&self, time: Duration) {
        let micros = time.as_micros() as u64;
        for (bucket, bound) in self.buckets.iter().zip(BOUNDS) {
            if micros <= bound * 1000 {
                bucket.fetch_add(1, Relaxed);
            }
        }
        self.count.fetch_add(1, Relaxed);
        self.micros.fetch_add(micros, Relaxed);
    }
}

/// What an operator may want an alarm on.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Actions that were committed.
    pub actions: Counter,
    /// Commands that were refused.
    pub refused: Counter,
    /// Writes of tables that went into commits.
    pub batched: Counter,
    /// How long a commit takes.
    pub commits: Histogram,
    /// From the arrival of an action to its acknowledgement.
    pub acks: Histogram,
    /// Requests answered, by the first digit of the status, from 1 to 5.
    pub requests: [Counter; 5],
    /// Open connections of any kind.
    pub connections: Gauge,
    /// Open sockets.
    pub sockets: Gauge,
    /// Tables in memory.
    pub tables: Gauge,
    /// Engine work waiting or running.
    pub engines: Gauge,
}

impl Metrics {
    pub fn text(&self) -> String {
        let mut text = String::new();
        let counters = [
            ("actions_total", "Actions committed", &self.actions),
            ("refused_total", "Commands refused", &self.refused),
            ("busy_total", "Refused for want of room", &BUSY),
            ("writes_total", "Writes of tables that went into commits", &self.batched),
        ];
        for (name, help, counter) in counters {
            line(&mut text, name, help, "counter", &counter.get());
        }
        let gauges = [
            ("connections", "Open connections of any kind", &self.connections),
            ("sockets", "Open sockets", &self.sockets),
            ("tables_loaded", "Tables in memory", &self.tables),
            ("engine_jobs", "Engine work waiting or running", &self.engines),
        ];
        for (name, help, gauge) in gauges {
            line(&mut text, name, help, "gauge", &gauge.get());
        }
        histogram(&mut text, "commit_seconds", "How long a commit takes", &self.commits);
        histogram(&mut text, "ack_seconds", "From an action's arrival to its acknowledgement", &self.acks);
        head(&mut text, "ludarium_requests_total", "Requests answered, by their status", "counter");
        for (digit, counter) in (1..).zip(&self.requests) {
            writeln!(text, "ludarium_requests_total{{status=\"{digit}xx\"}} {}", counter.get())
                .expect("writing to a string does not fail");
        }
        process(&mut text);
        text
    }

    /// Counts an answer.
    pub fn answered(&self, status: u16) {
        if let Some(counter) = usize::from(status / 100).checked_sub(1).and_then(|at| self.requests.get(at)) {
            counter.add(1);
        }
    }
}

/// What Prometheus calls the process, where the system tells of it.
fn process(text: &mut String) {
    let Some(process) = Process::read(std::process::id()) else { return };
    let (seconds, files) = (process.work.as_secs_f64(), Process::open_files().unwrap_or_default());
    let told: [(&str, &str, &str, &dyn Display); 4] = [
        ("process_resident_memory_bytes", "Memory in use", "gauge", &process.memory),
        ("process_cpu_seconds_total", "Processor time used", "counter", &seconds),
        ("process_open_fds", "Open files, sockets among them", "gauge", &files),
        ("process_max_fds", "How many files may be open", "gauge", &process.most_files),
    ];
    for (name, help, kind, value) in told {
        head(text, name, help, kind);
        writeln!(text, "{name} {value}").expect("writing to a string does not fail");
    }
}

fn line(text: &mut String, name: &str, help: &str, kind: &str, value: &dyn Display) {
    let name = format!("ludarium_{name}");
    head(text, &name, help, kind);
    writeln!(text, "{name} {value}").expect("writing to a string does not fail");
}

fn head(text: &mut String, name: &str, help: &str, kind: &str) {
    writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}").expect("writing to a string does not fail");
}

fn histogram(text: &mut String, name: &str, help: &str, histogram: &Histogram) {
    let count = histogram.count.load(Relaxed);
    writeln!(text, "# HELP ludarium_{name} {help}\n# TYPE ludarium_{name} histogram")
        .and_then(|()| {
            for (bucket, bound) in histogram.buckets.iter().zip(BOUNDS) {
                let seconds = bound as f64 / 1000.0;
                writeln!(text, "ludarium_{name}_bucket{{le=\"{seconds}\"}} {}", bucket.load(Relaxed))?;
            }
            writeln!(text, "ludarium_{name}_bucket{{le=\"+Inf\"}} {count}")?;
            let sum = histogram.micros.load(Relaxed) as f64 / 1e6;
            writeln!(text, "ludarium_{name}_sum {sum}\nludarium_{name}_count {count}")
        })
        .expect("writing to a string does not fail");
}
