use std::{
    io::Write,
    time::{Duration, Instant},
};

use ::engine::{AnyGame, Entry, GameList, Pick};
use clap::Subcommand;
use serde::Serialize;

use crate::{Verdict, bench_search, position_args, usage};

/// Measure
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Rules(Rules),
    Search(bench_search::Args),
}

/// Measure the rules: random games and perft on one thread
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludarium bench rules
  ludarium bench rules axiom --setup 'edition=2008;start=main' --seconds 3
  ludarium bench rules --json")]
struct Rules {
    /// Only this game
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// Options as key=value joined by `;`
    #[arg(long, default_value = "", hide_default_value = true, requires = "game")]
    setup: String,
    /// How long each of the measurements takes
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What was measured of one game.
#[derive(Debug, Serialize)]
struct Measured {
    game: &'static str,
    setup: String,
    position_bytes: usize,
    /// Actions in a random game.
    mean_length: f64,
    listed: Speed,
    sampled: Speed,
    perft: Perft,
}

/// Random games, the action found by listing all or by sampling one.
#[derive(Debug, Serialize)]
struct Speed {
    playouts_per_second: f64,
    actions_per_second: f64,
}

#[derive(Debug, Serialize)]
struct Perft {
    depth: u32,
    leaves: u64,
    leaves_per_second: f64,
}

impl Args {
    pub(crate) fn run(&self, games: GameList, out: &mut impl Write) -> anyhow::Result<Verdict> {
        match &self.what {
            What::Rules(rules) => rules.run(games, out),
            What::Search(search) => search.run(games, out),
        }
    }
}

impl Rules {
    fn run(&self, games: GameList, out: &mut impl Write) -> anyhow::Result<Verdict> {
        let time = Duration::try_from_secs_f64(self.seconds).map_err(|e| usage(format!("--seconds: {e}")))?;
        let wanted = |entry: &&Entry| self.game.as_ref().is_none_or(|key| entry.info().key == key);
        let mut all = Vec::new();
        for entry in games.iter().filter(wanted) {
            let game = entry
                .start(&self.setup, &mut position_args::generator(Some(1)))
                .map_err(|e| usage(format!("--setup: {e}")))?;
            let measured = measure(entry, &*game, time);
            if self.json {
                all.push(measured);
            } else {
                print(out, &measured)?;
            }
        }
        if self.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&all)?)?;
        }
        Ok(Verdict::Right)
    }
}

fn measure(entry: &Entry, game: &dyn AnyGame, time: Duration) -> Measured {
    let (listed, mean_length) = playouts(game, Pick::Listed, time);
    let (sampled, _) = playouts(game, Pick::Sampled, time);
    Measured {
        game: entry.info().key,
        setup: game.setup(),
        position_bytes: entry.position_bytes(),
        mean_length,
        listed,
        sampled,
        perft: perft(game, time),
    }
}

/// Plays batches of random games until the time is up; the speed and the mean length.
fn playouts(game: &dyn AnyGame, pick: Pick, time: Duration) -> (Speed, f64) {
    const BATCH: u32 = 16;
    game.playouts(BATCH, 0, pick); // warms the caches
    let start = Instant::now();
    let (mut games, mut actions) = (0, 0);
    while games == 0 || start.elapsed() < time {
        actions += game.playouts(BATCH, 1 + u64::from(games), pick);
        games += BATCH;
    }
    let seconds = start.elapsed().as_secs_f64();
    let speed = Speed {
        playouts_per_second: f64::from(games) / seconds,
        actions_per_second: actions as f64 / seconds,
    };
    (speed, actions as f64 / f64::from(games))
}

/// Counts deeper and deeper until one count takes a good part of the time.
fn perft(game: &dyn AnyGame, time: Duration) -> Perft {
    let mut depth = 1;
    loop {
        let start = Instant::now();
        let leaves = game.divide(depth, 1).iter().map(|(_, nodes)| nodes).sum::<u64>();
        let elapsed = start.elapsed();
        // A level more takes some ten to a hundred times as long.
        if elapsed > time / 10 || leaves == 0 || depth == crate::perft::DEEPEST {
            return Perft { depth, leaves, leaves_per_second: leaves as f64 / elapsed.as_secs_f64() };
        }
        depth += 1;
    }
}

fn print(out: &mut impl Write, m: &Measured) -> std::io::Result<()> {
    writeln!(out, "{} ({})", m.game, shortened(&m.setup))?;
    writeln!(out, "  position       {:>12} bytes", m.position_bytes)?;
    writeln!(out, "  random game    {:>12.1} actions", m.mean_length)?;
    for (name, speed) in [("listed", &m.listed), ("sampled", &m.sampled)] {
        writeln!(
            out,
            "  {name:<14} {:>12.0} actions/s {:>10.0} games/s",
            speed.actions_per_second, speed.playouts_per_second
        )?;
    }
    writeln!(
        out,
        "  perft {:<8} {:>12.0} leaves/s ({} leaves)",
        m.perft.depth, m.perft.leaves_per_second, m.perft.leaves
    )?;
    out.flush()
}

fn shortened(setup: &str) -> String {
    match setup.char_indices().nth(72) {
        Some((end, _)) => format!("{}…", &setup[..end]),
        None => setup.to_owned(),
    }
}
