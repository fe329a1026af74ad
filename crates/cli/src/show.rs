use std::io::{IsTerminal, Write, stdout};

use ::engine::{AnyGame, GameList, Palette, Seat, Turn, Viewer, picture};

use crate::{
    Verdict,
    colours::{Colours, only_ascii},
    position_args::PositionArgs,
    usage,
};

/// Draw a position
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludarium show abraxas --setup sheet=3 --moves 'SW d4'
  ludarium show ascension --as 1                  what seat 1 may know
  ludarium show axiom --ascii --colour none       for a plain file")]
pub(crate) struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// Draw what this seat may know; 0 is a spectator [default: everything]
    #[arg(long = "as", value_name = "SEAT")]
    viewer: Option<usize>,
    /// Use ASCII characters only
    #[arg(long)]
    ascii: bool,
    /// How many colours to use (auto: none, if this is not a terminal)
    #[arg(long, visible_alias = "color", value_enum, default_value_t = Colours::Auto)]
    colour: Colours,
    /// Print the text of the position (the option `from`) beneath the drawing
    #[arg(long)]
    text: bool,
}

impl Args {
    pub(crate) fn run(&self, games: GameList, out: &mut impl Write) -> anyhow::Result<Verdict> {
        let game = self.position.open(games)?;
        let viewer = match self.viewer {
            None => Viewer::All,
            Some(number) => {
                viewer(&*game, number).ok_or_else(|| usage(format!("--as: there is no seat {number}")))?
            }
        };
        let palette = match self.colour {
            Colours::Auto if !stdout().is_terminal() => Palette::None,
            asked => asked.palette(),
        };
        let ascii = self.ascii || only_ascii();
        write!(out, "{}", picture::text(&*game.picture(viewer), game.seats(), palette, ascii))?;
        writeln!(out, "{}", turn(&*game))?;
        if self.text {
            if viewer != Viewer::All && game.info().hidden {
                return Err(usage("--text shows everything: it cannot be combined with --as in this game"));
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

/// Whose turn it is, or how the game ended, in one line.
pub(crate) fn turn(game: &dyn AnyGame) -> String {
    match game.turn() {
        Turn::Move(seat) => format!("ply {}: seat {seat} to move", game.ply() + 1),
        Turn::Reply(seat) => format!("ply {}: seat {seat} may reply", game.ply() + 1),
        Turn::Over(outcome) => format!("over after {} actions: {outcome} by {}", game.ply(), outcome.by()),
    }
}
