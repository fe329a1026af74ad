//! `ludarium train`: fits a network to games of `ludarium selfplay`.

mod adam;
mod lessons;

use std::{fmt::Write as _, fs, io::Write, path::PathBuf, process::Command};

use ::engine::{GameList, network::Network};
use anyhow::{Context, Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};

use self::{adam::Trainer, lessons::Lessons};
use crate::{Verdict, position_args};

/// Fit a network to games of `ludarium selfplay`
///
/// The network corrects the hand-made judgement so that it foretells what a search found and how the game ended. One game
/// in twenty is held back to measure that; the weights of the best round are kept. The same data, options and seed
/// give the same weights. Beside the file goes its recipe. Then play it: `ludarium match GAME level:8!new.net@0.1s level:8@0.1s`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ludarium train archimedes --data data --out new.net")]
pub(crate) struct Args {
    #[arg(value_name = "GAME")]
    game: String,
    /// Folders of games; all of them are read
    #[arg(long, required = true, num_args = 1..)]
    data: Vec<PathBuf>,
    /// The file for the weights
    #[arg(long)]
    out: PathBuf,
    /// Weights to go on from; inputs that were added after theirs begin at 0
    #[arg(long)]
    from: Option<PathBuf>,
    /// How often each position is shown
    #[arg(long, default_value_t = 12)]
    rounds: usize,
    /// How far weights move at first
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// How much weights shrink
    #[arg(long, default_value_t = 0.0001)]
    decay: f32,
    /// How much the result counts against what the search found, from 0 to 1
    #[arg(long, default_value_t = 0.3)]
    trust: f32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Args {
    pub(crate) fn run(&self, games: GameList, out: &mut dyn Write) -> Result<Verdict> {
        let lessons = Lessons::read(position_args::entry(games, &self.game), &self.data, self.trust)?;
        ensure!(!lessons.shown().is_empty(), "there is nothing to learn from");
        let mut recipe = format!(
            "ludarium train {}{} --rounds {} --rate {} --decay {} --trust {} --seed {}\ncommit {}\n",
            self.game,
            self.from.as_ref().map(|path| format!(" --from {}", path.display())).unwrap_or_default(),
            self.rounds,
            self.rate,
            self.decay,
            self.trust,
            self.seed,
            commit()
        );
        for plan in lessons.plans() {
            writeln!(recipe, "{}", plan.trim())?;
        }
        writeln!(
            recipe,
            "{} games, {} positions shown, {} held back; a search's odds count to the power of {:.2}",
            lessons.games(),
            lessons.shown().len(),
            lessons.held_back().len(),
            lessons.power(),
        )?;
        write!(out, "{recipe}")?;
        out.flush()?;
        let bar = ProgressBar::new((self.rounds * lessons.shown().len()) as u64);
        bar.set_style(ProgressStyle::with_template("{bar:30} {pos}/{len} {eta} {msg}")?);
        let mut trainer = Trainer::new(&lessons, self.rate, self.decay, self.rounds, self.seed);
        if let Some(path) = &self.from {
            let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
            let network = Network::read(&bytes).filter(|network| network.inputs() <= lessons.inputs());
            trainer.go_on(&network.with_context(|| format!("{} is no network for this", path.display()))?);
        }
        let (by_hand, floor) = (trainer.loss_by_hand(&lessons), lessons.floor());
        let mut line = format!("held back, by hand: {:.5}", by_hand - floor);
        let mut best = (f64::INFINITY, trainer.network());
        if self.from.is_some() {
            best.0 = lessons.loss(&best.1);
            write!(line, "; by what it goes on from: {:.5}", best.0 - floor)?;
        }
        for round in 0..=self.rounds {
            writeln!(recipe, "{line}")?;
            writeln!(out, "{line}")?;
            out.flush()?;
            if round < self.rounds {
                let shown = trainer.round(&lessons, &mut |count| bar.inc(count));
                let network = trainer.network();
                let loss = lessons.loss(&network);
                line =
                    format!("round {}: shown {:.5}, held back {:.5}", round + 1, shown - floor, loss - floor);
                bar.set_message(format!("{:.5}", loss - floor));
                if loss < best.0 {
                    best = (loss, network);
                }
            }
        }
        bar.finish_and_clear();
        let bytes = best.1.to_bytes();
        writeln!(
            recipe,
            "{} inputs, {} bytes, held back {:.5}",
            best.1.inputs(),
            bytes.len(),
            best.0 - floor
        )?;
        fs::write(&self.out, bytes).with_context(|| format!("cannot write {}", self.out.display()))?;
        fs::write(self.out.with_extension("recipe.txt"), &recipe)?;
        writeln!(out, "{:?}, held back {:.5}", best.1, best.0 - floor)?;
        Ok(Verdict::Right)
    }
}

/// The commit that this folder stands at.
fn commit() -> String {
    let output = Command::new("git").args(["describe", "--always", "--dirty", "--abbrev=12"]).output();
    let told = output.ok().filter(|output| output.status.success());
    told.map_or("unknown".to_owned(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
