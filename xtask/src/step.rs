//! Named steps, one after another, and what became of them.

use std::{
    collections::HashMap,
    process::ExitCode,
    thread,
    time::{Duration, Instant},
};

use anyhow::Context;

use crate::need::Need;

/// One thing that must hold.
pub struct Step {
    pub name: &'static str,
    pub about: &'static str,
    /// Whether there is anything to do: the part of the project that it looks at exists.
    pub applies: fn() -> bool,
    /// Whether it runs only with `--long`.
    pub long: bool,
    pub needs: &'static [&'static Need],
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

/// Runs all steps, whatever becomes of them, and tells at the end.
pub fn run_all(steps: &[&Step]) -> ExitCode {
    let begin = Instant::now();
    let fetches = steps.iter().filter_map(|step| Some((step.name, thread::spawn(step.fetch?))));
    let mut fetches: HashMap<_, _> = fetches.collect();
    let mut told: Vec<(&str, Fate, Duration)> = Vec::new();
    for step in steps {
        println!("\n=== {}: {}", step.name, step.about);
        let start = Instant::now();
        let fetched = fetches.remove(step.name).map_or(Ok(()), |fetch| fetch.join().expect("it ends well"));
        let fate = match fetched.context("what it needs cannot be fetched").and_then(|()| (step.run)()) {
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
