//! Named steps, one after another, and what became of them.

use std::{
    process::ExitCode,
    time::{Duration, Instant},
};

/// One thing that must hold.
pub struct Step {
    pub name: &'static str,
    pub about: &'static str,
    /// Whether there is anything to do: the part of the project that it looks at exists.
    pub applies: fn() -> bool,
    /// Whether it runs only with `--long`.
    pub long: bool,
    pub run: fn() -> anyhow::Result<Outcome>,
}

pub enum Outcome {
    Passed,
    /// It could not run here, and why.
    Skipped(String),
}

enum Fate {
    Passed,
    Failed(String),
    Skipped(String),
}

/// Runs all steps, whatever becomes of them, and tells at the end.
pub fn run_all<'a>(steps: impl IntoIterator<Item = &'a Step>) -> ExitCode {
    let mut told: Vec<(&str, Fate, Duration)> = Vec::new();
    for step in steps {
        println!("\n=== {}: {}", step.name, step.about);
        let start = Instant::now();
        let fate = match (step.run)() {
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
    let count = |word| told.iter().filter(|(_, fate, _)| fate.word() == word).count();
    let (passed, failed, skipped) = (count("passed"), count("failed"), count("skipped"));
    println!("\n{passed} passed, {failed} failed, {skipped} skipped");
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
