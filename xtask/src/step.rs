//! Named steps, one after another, and what became of them.

use std::{
    collections::HashMap,
    io::{self, Write},
    process::ExitCode,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use anyhow::Context;

use crate::{
    need::Need,
    shell::{command, run_aside},
};

/// One thing that must hold.
pub struct Step {
    pub name: &'static str,
    pub about: &'static str,
    /// Whether there is anything to do: the part of the project that it looks at exists.
    pub applies: fn() -> bool,
    /// Whether it runs only with `--long`.
    pub long: bool,
    pub needs: &'static [&'static Need],
    /// The step that it begins with, in the background, where both keep a single core busy for long; it is told in its own place.
    pub beside: Option<&'static str>,
    /// What can be fetched beforehand, while other steps compile: it waits for the network, and says nothing.
    pub fetch: Option<fn() -> anyhow::Result<()>>,
    pub run: fn() -> anyhow::Result<Outcome>,
}

pub enum Outcome {
    Passed,
    /// It cannot run on this platform, and why.
    Skipped(String),
}

enum Fate {
    Passed,
    Failed(String),
    Skipped(String),
}

type Fetch = JoinHandle<anyhow::Result<()>>;

/// Runs all steps, whatever becomes of them, and tells at the end.
pub fn run_all(steps: &[&Step]) -> ExitCode {
    let begin = Instant::now();
    let fetches = steps.iter().filter_map(|step| Some((step.name, thread::spawn(step.fetch?))));
    let mut fetches: HashMap<_, Fetch> = fetches.collect();
    let mut begun = HashMap::new();
    let mut told: Vec<(&str, Fate, Duration)> = Vec::new();
    for step in steps {
        for other in steps.iter().filter(|other| other.beside == Some(step.name)) {
            let (name, fetch) = (other.name, fetches.remove(other.name));
            begun.insert(name, thread::spawn(move || aside(name, fetch)));
        }
        println!("\n=== {}: {}", step.name, step.about);
        let start = Instant::now();
        let ended = match begun.remove(step.name) {
            Some(begun) => begun.join().expect("it ends well").and_then(|(said, ended)| {
                io::stdout().write_all(&said)?;
                ended.map(|()| Outcome::Passed)
            }),
            None => wait_for(fetches.remove(step.name)).and_then(|()| (step.run)()),
        };
        let fate = match ended {
            Ok(Outcome::Passed) => Fate::Passed,
            Ok(Outcome::Skipped(why)) => Fate::Skipped(why),
            Err(error) => Fate::Failed(format!("{error:#}")),
        };
        let elapsed = start.elapsed();
        println!("=== {} {} ({:.1} s)", step.name, fate.word(), elapsed.as_secs_f64());
        told.push((step.name, fate, elapsed));
    }
    println!();
    for (name, fate, elapsed) in &told {
        println!("{:<8} {name:<10} {:>7.1} s  {}", fate.word(), elapsed.as_secs_f64(), fate.why());
    }
    println!("{:<8} {:<10} {:>7.1} s", "", "in all", begin.elapsed().as_secs_f64());
    let count = |word| told.iter().filter(|(_, fate, _)| fate.word() == word).count();
    let (passed, failed, skipped) = (count("passed"), count("failed"), count("skipped"));
    let whole = if skipped > 0 { ": not everything could be checked here" } else { "" };
    println!("\n{passed} passed, {failed} failed, {skipped} skipped{whole}");
    if failed == 0 && passed > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn wait_for(fetch: Option<Fetch>) -> anyhow::Result<()> {
    let fetched = fetch.map_or(Ok(()), |fetch| fetch.join().expect("it ends well"));
    fetched.context("what it needs cannot be fetched")
}

/// Runs a step in a process of its own; answers with what it said and how it ended.
fn aside(name: &str, fetch: Option<Fetch>) -> anyhow::Result<(Vec<u8>, anyhow::Result<()>)> {
    wait_for(fetch)?;
    run_aside(&mut command("cargo", &["xtask", "test", "--no-install", name], "."), name)
}

impl Fate {
    fn word(&self) -> &'static str {
        match self {
            Fate::Passed => "passed",
            Fate::Failed(_) => "failed",
            Fate::Skipped(_) => "skipped",
        }
    }

    fn why(&self) -> &str {
        match self {
            Fate::Passed => "",
            Fate::Failed(why) | Fate::Skipped(why) => why,
        }
    }
}
