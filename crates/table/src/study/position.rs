//! Boards where one tries things out.

use engine::{AnyGame, GameList, RecordError, Seat, View, Viewer, lud::MOST_STEPS, search::Stop};
use rand::Rng;
use serde::{Deserialize, Serialize};

use super::StudyError;
use crate::{Pressed, Problem, TableError};

type Result<T> = std::result::Result<T, StudyError>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Position {
    game: String,
    #[serde(default)]
    setup: String,
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(max_items = 5000))]
    moves: Vec<String>,
    /// The seat that looks, or 0 for everything; left out: the seat to act.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    viewer: Option<usize>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Shown {
    /// As the viewer sees it; everything, with what the seat to act may do, for viewer 0.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    view: View,
    /// The value of the option `from` for this position.
    position: String,
}

impl Position {
    /// Replays the actions and shows where they lead.
    pub fn answer(&self, games: GameList, rng: &mut dyn Rng, stop: &Stop) -> Result<Shown> {
        let game = replay(games, &self.game, &self.setup, &self.moves, rng, stop)?;
        let acting = game.turn().seat().map_or(Viewer::All, Viewer::Seat);
        let view = match self.viewer {
            None => game.view(acting),
            // Whoever sends the set-up knows it all: nothing is told that was hidden.
            Some(0) => View { legal: game.view(acting).legal, ..game.view(Viewer::All) },
            Some(number) => {
                let seat = Seat::from_number(number).filter(|seat| seat.index() < game.seats());
                game.view(Viewer::Seat(seat.ok_or(TableError::NoSuchSeat)?))
            }
        };
        Ok(Shown { view, position: game.position_text() })
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Explain {
    game: String,
    #[serde(default)]
    setup: String,
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(max_items = 5000))]
    moves: Vec<String>,
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>, max_items = 64))]
    pressed: Pressed,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Explained {
    refusal: Option<Problem>,
}

impl Explain {
    /// Why the press cannot become an action of the seat to act.
    pub fn answer(&self, games: GameList, rng: &mut dyn Rng, stop: &Stop) -> Result<Explained> {
        let game = replay(games, &self.game, &self.setup, &self.moves, rng, stop)?;
        let seat = game.turn().seat().ok_or(TableError::Over)?;
        Ok(Explained { refusal: self.pressed.explain(&*game, seat) })
    }
}

/// Plays the events of a record, actions or others, from a set-up.
pub fn replay(
    games: GameList,
    game: &str,
    setup: &str,
    moves: &[String],
    rng: &mut dyn Rng,
    stop: &Stop,
) -> Result<Box<dyn AnyGame>> {
    if moves.len() > MOST_STEPS {
        return Err(TableError::TooLong { what: "moves", most: MOST_STEPS }.into());
    }
    let entry = games.get(game).ok_or(TableError::NoSuchGame)?;
    let mut game = entry.start(setup, rng)?;
    for (index, token) in moves.iter().enumerate() {
        if stop.asked() {
            return Err(StudyError::Stopped);
        }
        game.push(token).map_err(|error| match error {
            RecordError::Refused(refusal) => StudyError::MoveRefused(index, refusal),
            other => StudyError::from(other),
        })?;
    }
    Ok(game)
}
