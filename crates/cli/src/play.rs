//! `ludarium play`: the games in a terminal, or by commands on standard input.

mod app;
mod choice;
mod help;
mod host;
mod local;
mod occupant;
mod paint;
mod piped;
mod remote;
mod saved_games;
mod screen;
mod search_thread;
mod setup_menu;
mod signals;
#[cfg(test)]
mod tests;
mod view_text;

use std::{
    io::{self, IsTerminal},
    path::PathBuf,
    time::Duration,
};

use ::engine::GameList;

use self::{local::Local, occupant::SeatArg, paint::Paint, remote::Remote, search_thread::Patience};
use crate::{
    Verdict,
    colours::{Colours, only_ascii},
    position_args, usage,
};

/// Play in the terminal, or by commands on standard input
///
/// Without a game there is a menu. Every action is saved at once: --resume continues a game that was interrupted.
/// Without a terminal the same command reads actions from standard input and prints plain boards.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludarium play                                   choose from a menu
  ludarium play axiom                             against level 3
  ludarium play ascension --setup seats=3 --seat 2=human --seat 3=level:5
  ludarium play --resume                          resume the last game
  ludarium play 'http://host:8080/t/t_9f?invite=…'  join a table of a server
  echo 'a2-c4' | ludarium play archimedes --seed 1

Keys: ? lists all of them. Commands on standard input: an action, undo, hint, legal, show, resign, save FILE, quit;
at a server's table also draw, rematch, accept, decline.")]
pub(crate) struct Args {
    /// The game, or the link of a server's table
    #[arg(value_name = "GAME|URL")]
    what: Option<String>,
    /// Options as key=value, separated by `;`; the others have their defaults
    #[arg(long, default_value = "", hide_default_value = true)]
    setup: String,
    /// Who plays a seat: 1=human, 2=level:3 [default: seat 1 human, the others level:3]
    #[arg(long = "seat", value_name = "SEAT=WHO")]
    seats: Vec<SeatArg>,
    /// Resume the last game that is not over
    #[arg(long, conflicts_with_all = ["what", "load"])]
    resume: bool,
    /// Resume the game of a record file
    #[arg(long, value_name = "FILE", conflicts_with = "what")]
    load: Option<PathBuf>,
    /// Save the game in this file, not in the folder of saved games
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
    /// Use ASCII characters only
    #[arg(long)]
    ascii: bool,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("`{text}` is no number of seconds"))?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

impl Args {
    pub(crate) fn run(&self, games: GameList) -> anyhow::Result<Verdict> {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let patience = self.patience(terminal);
        let colours = if self.no_colour { Colours::None } else { self.colour };
        let paint = Paint { palette: colours.palette(), ascii: self.ascii || only_ascii() };
        if let Some(link) = self.what.as_deref().filter(|what| what.contains("://")) {
            let mut remote = Remote::join(games, link)?;
            if terminal {
                screen::run(games, Some(Box::new(remote)), paint, patience, self.seed)?;
            } else {
                piped::play(games, &mut remote, paint, io::stdin().lock(), &mut io::stdout())?;
            }
            return Ok(Verdict::Right);
        }
        let local = self.opened(games, patience)?;
        if terminal {
            screen::run(games, local.map(|local| Box::new(local) as _), paint, patience, self.seed)?;
        } else {
            let mut local =
                local.ok_or_else(|| usage("without a terminal, name a game, --resume or --load"))?;
            piped::play(games, &mut local, paint, io::stdin().lock(), &mut io::stdout())?;
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
    fn opened(&self, games: GameList, patience: Patience) -> anyhow::Result<Option<Local>> {
        let file = match (&self.load, self.resume) {
            (Some(file), _) => Some(file.clone()),
            (None, true) => Some(
                saved_games::last_unfinished(games)?
                    .ok_or_else(|| usage("--resume: there is no unfinished game"))?,
            ),
            (None, false) => None,
        };
        let (game, mut occupants) = if let Some(file) = &file {
            saved_games::load(games, file)?
        } else if let Some(key) = &self.what {
            let entry = games.get(key).ok_or_else(|| usage(format!("there is no game `{key}`")))?;
            let game = entry
                .start(&self.setup, &mut position_args::generator(self.seed))
                .map_err(|refusal| usage(format!("--setup: {refusal}")))?;
            (game, occupant::default_seats())
        } else {
            return Ok(None);
        };
        for &SeatArg(seat, occupant) in &self.seats {
            if seat.index() >= game.seats() {
                return Err(usage(format!("--seat: there is no seat {seat}")));
            }
            occupants[seat] = occupant;
        }
        let file = match (&self.keep, file) {
            (Some(file), _) => file.clone(),
            (None, Some(file)) if self.resume => file,
            // A record elsewhere is not changed.
            (None, _) => saved_games::new_file(game.info().key)?,
        };
        Local::new(games, &*game, occupants, file, patience).map(Some)
    }
}
