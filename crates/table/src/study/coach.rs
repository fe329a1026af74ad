//! A word before an action.

use engine::{AnyGame, GameList, coach::Advice, search::Stop};
use rand::Rng;
use serde::Deserialize;

use super::{StudyError, replay};
use crate::TableError;

type Result<T> = std::result::Result<T, StudyError>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Coach {
    /// A table of a server where the person plays against the computer alone.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub table: Option<String>,
    /// Or a game, with its set-up and moves.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub game: Option<String>,
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub setup: String,
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(max_items = 5000))]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub moves: Vec<String>,
    /// What the seat to act is about to play.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub action: Option<String>,
}

impl Coach {
    /// Advice for the position that is told.
    pub fn answer(&self, games: GameList, rng: &mut dyn Rng, stop: &Stop) -> Result<Advice> {
        let key = self.game.as_deref().ok_or(TableError::NoSuchGame)?;
        self.advise(&*replay(games, key, &self.setup, &self.moves, rng, stop)?)
    }

    /// Advice for this game.
    pub fn advise(&self, game: &dyn AnyGame) -> Result<Advice> {
        Ok(game.coach(self.action.as_deref())?)
    }
}
