//! The four boards, drawn from what a view shows: nothing hidden can leak, because nothing hidden is here.

mod abraxas;
mod archimedes;
mod ascension;
mod axiom;

use anyhow::{Context, bail};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    canvas::{Canvas, Marks},
    paint::Paint,
    seen::Seen,
};

/// One board, as the screen meets it.
pub(super) trait Board {
    /// A drawing that fits the room (columns and rows), if it can.
    fn canvas(&self, marks: &Marks, paint: Paint, room: (i32, i32), look: Look) -> Canvas;
    /// What to know of a seat, counted from 1, in a few words.
    fn seat(&self, number: usize) -> String;
    /// What else to know, a line each.
    fn facts(&self) -> Vec<String>;
    /// What there is at a spot, a line each.
    fn detail(&self, spot: &str) -> Vec<String>;
    /// The token that choosing these spots would mean, legal or not: to ask why not.
    fn token(&self, picks: &[String]) -> Option<String>;
    /// Whether the spots of an action may be chosen in any order.
    fn any_order(&self) -> bool {
        false
    }
}

/// How a board that can be drawn in several ways is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Look {
    /// All that fits.
    #[default]
    Plan,
    /// In space, where there is space.
    Space,
}

impl Look {
    pub(super) fn other(self) -> Self {
        match self {
            Look::Plan => Look::Space,
            Look::Space => Look::Plan,
        }
    }
}

/// The board of a view.
pub(super) fn read(seen: &Seen) -> anyhow::Result<Box<dyn Board>> {
    Ok(match seen.game.as_str() {
        "axiom" => Box::new(parse::<axiom::Axiom>(&seen.board)?),
        "abraxas" => Box::new(parse::<abraxas::Abraxas>(&seen.board)?),
        "archimedes" => Box::new(parse::<archimedes::Archimedes>(&seen.board)?),
        "ascension" => Box::new(parse::<ascension::Ascension>(&seen.board)?),
        other => bail!("there is no board for `{other}`"),
    })
}

fn parse<B: DeserializeOwned>(board: &Value) -> anyhow::Result<B> {
    serde_json::from_value(board.clone()).context("a board that cannot be read")
}
