use ::engine::GameList;
use std::{io::Write, time::Instant};

use crate::{Verdict, position_args::PositionArgs};

/// The deepest count that is tried: no one lives to see it end.
pub(crate) const DEEPEST: u32 = 64;

/// Count the sequences of legal actions of a given length
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludarium perft archimedes --depth 4
  ludarium perft axiom --setup 'edition=2008;start=wall' --depth 3 --divide
  ludarium perft abraxas --moves 'SW d4' --depth 2 --threads 2")]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// How many actions long
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=i64::from(DEEPEST)))]
    depth: u32,
    /// Print the count beneath each first action
    #[arg(long)]
    divide: bool,
    /// How many threads count
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
}

impl Args {
    pub(crate) fn run(&self, games: GameList, out: &mut impl Write) -> anyhow::Result<Verdict> {
        let game = self.position.open(games)?;
        let start = Instant::now();
        let counts = game.divide(self.depth, self.threads.into());
        let elapsed = start.elapsed();
        if self.divide {
            for (token, nodes) in &counts {
                writeln!(out, "{token}: {nodes}")?;
            }
        }
        writeln!(out, "nodes {}", total(self.depth, &counts))?;
        writeln!(out, "time {}", elapsed.as_millis())?;
        Ok(Verdict::Right)
    }
}

/// The count of a whole [`divide`](::engine::AnyGame::divide).
pub(crate) fn total(depth: u32, counts: &[(String, u64)]) -> u64 {
    if depth == 0 { 1 } else { counts.iter().map(|(_, nodes)| nodes).sum() }
}
