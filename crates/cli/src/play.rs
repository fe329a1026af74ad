//! `ludarium play`: the games in a terminal, or by words on standard input.

mod app;
mod board;
mod canvas;
mod choice;
mod help;
mod keep;
mod local;
mod paint;
mod piped;
mod remote;
mod screen;
mod seen;
mod setup_menu;
mod signals;
mod sitter;
mod table;
#[cfg(test)]
mod tests;
mod think;

use std::{
    io::{self, IsTerminal},
    path::PathBuf,
    time::Duration,
};

use self::{
    keep::Keep,
    local::Local,
    paint::{Colours, Paint},
    remote::Remote,
    sitter::Seated,
    think::Patience,
};
use crate::{Verdict, place, usage};

/// Play in the terminal, or by words on standard input
///
/// Without a game there is a menu. Every action is kept at once: a game that was broken off goes on with --resume.
/// Without a terminal the same command reads actions from standard input and prints plain boards.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludarium play                                   choose from a menu
  ludarium play axiom                             against level 3
  ludarium play ascension --setup seats=3 --seat 2=human --seat 3=level:5
  ludarium play --resume                          go on with the last game
  ludarium play 'http://host:8080/t/t_9f?invite=…'  join a table of a server
  echo 'a2-c4' | ludarium play archimedes --seed 1

Keys: ? tells all of them. Words on standard input: an action, undo, hint, legal, show, resign, save FILE, quit;
at a table of a server also draw, rematch, accept, decline.")]
pub(crate) struct Args {
    /// The game, or the link of a server's table
    #[arg(value_name = "GAME|URL")]
    what: Option<String>,
    /// Options as key=value joined by `;`; what is left out has its default
    #[arg(long, default_value = "", hide_default_value = true)]
    setup: String,
    /// Who sits at a seat: 1=human, 2=level:3 [default: seat 1 human, the others level:3]
    #[arg(long = "seat", value_name = "SEAT=WHO")]
    seats: Vec<Seated>,
    /// Go on with the last game that is not over
    #[arg(long, conflicts_with_all = ["what", "load"])]
    resume: bool,
    /// Go on with the game of a record file
    #[arg(long, value_name = "FILE", conflicts_with = "what")]
    load: Option<PathBuf>,
    /// Keep the game in this file, not in the folder of games
    #[arg(long, value_name = "FILE")]
    keep: Option<PathBuf>,
    /// How long an engine may think, in seconds [default: 3 in a terminal, else no limit]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// How many positions an engine may look at [default: 20000 without a terminal, else no limit]
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Seed for set-ups and engines [default: the system's entropy]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// How many colours to use
    #[arg(long, visible_alias = "color", value_enum, default_value_t = Colours::Auto)]
    colour: Colours,
    /// Use no colour, as with NO_COLOR
    #[arg(long, visible_alias = "no-color")]
    no_colour: bool,
    /// Use the characters of ASCII alone
    #[arg(long)]
    ascii: bool,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("`{text}` is no number of seconds"))?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

impl Args {
    pub(crate) fn run(&self) -> anyhow::Result<Verdict> {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let patience = self.patience(terminal);
        let colours = if self.no_colour { Colours::None } else { self.colour };
        let paint = Paint::new(colours, self.ascii);
        if let Some(link) = self.what.as_deref().filter(|what| what.contains("://")) {
            let mut remote = Remote::join(link)?;
            if terminal {
                screen::run(Some(Box::new(remote)), paint, patience, self.seed)?;
            } else {
                piped::play(&mut remote, paint, io::stdin().lock(), &mut io::stdout())?;
            }
            return Ok(Verdict::Right);
        }
        let local = self.opened(patience)?;
        if terminal {
            screen::run(local.map(|local| Box::new(local) as _), paint, patience, self.seed)?;
        } else {
            let mut local =
                local.ok_or_else(|| usage("without a terminal, name a game, --resume or --load"))?;
            piped::play(&mut local, paint, io::stdin().lock(), &mut io::stdout())?;
        }
        Ok(Verdict::Right)
    }

    /// Without a terminal nothing depends on the clock: the same words and seed give the same game.
    fn patience(&self, terminal: bool) -> Patience {
        let (time, nodes) = match (self.time, self.nodes) {
            (None, None) if terminal => (Some(Duration::from_secs(3)), None),
            (None, None) => (None, Some(20_000)),
            given => given,
        };
        Patience { time, nodes, seed: self.seed.unwrap_or_else(rand::random) }
    }

    /// The game that the command line names; `None` leaves it to the menu.
    fn opened(&self, patience: Patience) -> anyhow::Result<Option<Local>> {
        let file = match (&self.load, self.resume) {
            (Some(file), _) => Some(file.clone()),
            (None, true) => {
                Some(Keep::last()?.ok_or_else(|| usage("--resume: there is no game to go on with"))?)
            }
            (None, false) => None,
        };
        let (game, mut sitters) = if let Some(file) = &file {
            keep::load(file)?
        } else if let Some(key) = &self.what {
            let entry = games::game(key).ok_or_else(|| usage(format!("there is no game `{key}`")))?;
            let game = entry
                .start(&self.setup, &mut place::generator(self.seed))
                .map_err(|refusal| usage(format!("--setup: {refusal}")))?;
            (game, sitter::usual())
        } else {
            return Ok(None);
        };
        for &Seated(seat, sitter) in &self.seats {
            if seat.index() >= game.seats() {
                return Err(usage(format!("--seat: there is no seat {seat}")));
            }
            sitters[seat] = sitter;
        }
        let keep = match (&self.keep, file) {
            (Some(file), _) => Keep { file: file.clone() },
            (None, Some(file)) if self.resume => Keep { file },
            // A record that someone saved elsewhere stays as it is.
            (None, _) => Keep::fresh(game.info().key)?,
        };
        Local::new(game, sitters, keep, patience).map(Some)
    }
}
