use std::io::Write;

use ::engine::{AnyGame, Ink, Seat, Turn, Viewer};
use clap::ValueEnum;

use crate::{Verdict, colour_by_default, place::Place, usage};

/// Draw a position
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludarium show abraxas --setup sheet=3 --moves 'SW d4'
  ludarium show ascension --as 1                  what seat 1 may know
  ludarium show axiom --ascii --colour never      for a plain file")]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    /// Draw what this seat may know; 0 is a spectator [default: everything]
    #[arg(long = "as", value_name = "SEAT")]
    viewer: Option<usize>,
    /// Use the characters of ASCII alone
    #[arg(long)]
    ascii: bool,
    /// Use colour (auto: on a terminal, unless NO_COLOR is set)
    #[arg(long, visible_alias = "color", value_enum, default_value_t = Colour::Auto)]
    colour: Colour,
    /// Print the text of the position (the option `from`) beneath the drawing
    #[arg(long)]
    text: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Colour {
    Auto,
    Always,
    Never,
}

impl Args {
    pub(crate) fn run(&self, out: &mut impl Write) -> anyhow::Result<Verdict> {
        let game = self.place.open()?;
        let viewer = match self.viewer {
            None => Viewer::All,
            Some(number) => {
                viewer(&*game, number).ok_or_else(|| usage(format!("--as: there is no seat {number}")))?
            }
        };
        let colour = match self.colour {
            Colour::Auto => colour_by_default(),
            Colour::Always => true,
            Colour::Never => false,
        };
        let picture = game.picture(viewer, Ink { colour, ascii: self.ascii });
        writeln!(out, "{}", picture.trim_end())?;
        writeln!(out, "{}", turn(&*game))?;
        if self.text {
            if viewer != Viewer::All && game.info().hidden {
                return Err(usage("--text tells everything: it does not go with --as in this game"));
            }
            writeln!(out, "from={}", game.position_text())?;
        }
        Ok(Verdict::Right)
    }
}

/// The viewer that goes by this number: a seat, or 0 for a spectator.
pub(crate) fn viewer(game: &dyn AnyGame, number: usize) -> Option<Viewer> {
    match number {
        0 => Some(Viewer::Spectator),
        _ => Seat::from_number(number).filter(|seat| seat.index() < game.seats()).map(Viewer::Seat),
    }
}

/// Whose turn it is, or how the game ended: one line for people.
pub(crate) fn turn(game: &dyn AnyGame) -> String {
    match game.turn() {
        Turn::Move(seat) => format!("ply {}: seat {seat} to move", game.ply() + 1),
        Turn::Reply(seat) => format!("ply {}: seat {seat} may reply", game.ply() + 1),
        Turn::Over(outcome) => format!("over after {} actions: {outcome} by {}", game.ply(), outcome.by()),
    }
}
