use std::{
    io::{self, Read, Write},
    path::PathBuf,
};

use ::engine::{
    GameList, Reason,
    lud::{self, Fault, faults},
};
use anyhow::Context;

use crate::{Verdict, show};

/// Check record files: every action by the rules, and the end they state
///
/// Prints how each game ends, or its first fault as file:line:column. Exit code 1 if there is a fault.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludarium replay game.lud
  ludarium replay - < game.lud
  ludarium replay records/*.lud")]
pub(crate) struct Args {
    /// Record files; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Args {
    pub(crate) fn run(&self, games: GameList, out: &mut impl Write) -> anyhow::Result<Verdict> {
        let mut verdict = Verdict::Right;
        for file in &self.files {
            let text = match read(file)? {
                Ok(text) => text,
                Err(fault) => {
                    writeln!(out, "{}:{fault}", file.display())?;
                    verdict = Verdict::Wrong;
                    continue;
                }
            };
            for line in check(games, &text) {
                match line {
                    Ok(end) => writeln!(out, "{}: {end}", file.display())?,
                    Err(fault) => {
                        writeln!(out, "{}:{fault}", file.display())?;
                        verdict = Verdict::Wrong;
                    }
                }
            }
        }
        Ok(verdict)
    }
}

/// How each game of a record file ends, or what is wrong with it.
fn check(games: GameList, text: &str) -> Vec<Result<String, Fault>> {
    let records = match lud::read(text) {
        Ok(records) => records,
        Err(fault) => return vec![Err(fault)],
    };
    if records.is_empty() {
        return vec![Err(fault(1, 1, &faults::EMPTY))];
    }
    records
        .iter()
        .map(|record| {
            let game = record.replay(games)?;
            Ok(format!("{}, {}", game.info().name, show::turn(&*game)))
        })
        .collect()
}

/// The text of a file. A file that is not UTF-8 has a fault; one that cannot be read is an error.
pub(crate) fn read(file: &PathBuf) -> anyhow::Result<Result<String, Fault>> {
    let mut bytes = Vec::new();
    if file.as_os_str() == "-" {
        io::stdin().read_to_end(&mut bytes).context("standard input")?;
    } else {
        bytes = std::fs::read(file).with_context(|| file.display().to_string())?;
    }
    Ok(String::from_utf8(bytes).map_err(|error| {
        let good =
            String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]).into_owned();
        let last = good.rsplit('\n').next().unwrap_or_default();
        fault(good.matches('\n').count() + 1, last.chars().count() + 1, &faults::NOT_TEXT)
    }))
}

fn fault(line: usize, column: usize, why: &'static Reason) -> Fault {
    lud::At { line, column }.fault(why.refuse())
}
