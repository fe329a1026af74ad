//! Boards where one tries things out.

use engine::{AnyGame, GameList, RecordError, Seat, View, Viewer, lud::MOST_STEPS, search::Stop};
use rand::Rng;
use serde::{Deserialize, Serialize};

use super::StudyError;
use crate::{Explained, Pressed, TableError};

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

impl Explain {
    /// What the press of the seat to act means.
    pub fn answer(&self, games: GameList, rng: &mut dyn Rng, stop: &Stop) -> Result<Explained> {
        let game = replay(games, &self.game, &self.setup, &self.moves, rng, stop)?;
        let seat = game.turn().seat().ok_or(TableError::Over)?;
        Ok(self.pressed.explain(&*game, seat))
    }
}

/// Written for an action where the seat to act lets its turn go by, which no rule allows: what the others could then do
/// is their threat.
const PASS: &str = "--";

/// Plays the events of a record, actions or others, from a set-up; or a pass, once, where one may pass.
pub fn replay(
    games: GameList,
    game: &str,
    setup: &str,
    moves: &[String],
    rng: &mut dyn Rng,
    stop: &Stop,
) -> Result<Box<dyn AnyGame>> {
    Ok(replay_with_pass(games, game, setup, moves, rng, stop)?.game)
}

/// A game that was replayed.
#[derive(Debug)]
pub struct Replayed {
    pub game: Box<dyn AnyGame>,
    /// As it was before somebody passed.
    pub before_pass: Option<Box<dyn AnyGame>>,
}

/// The same, with the game before the pass.
pub fn replay_with_pass(
    games: GameList,
    game: &str,
    setup: &str,
    moves: &[String],
    rng: &mut dyn Rng,
    stop: &Stop,
) -> Result<Replayed> {
    if moves.len() > MOST_STEPS {
        return Err(TableError::TooLong { what: "moves", most: MOST_STEPS }.into());
    }
    let entry = games.get(game).ok_or(TableError::NoSuchGame)?;
    let (mut game, mut before_pass) = (entry.start(setup, rng)?, None);
    for (index, token) in moves.iter().enumerate() {
        if stop.asked() {
            return Err(StudyError::Stopped);
        }
        // Twice, and it would lead to positions that nobody has asked about.
        if token == PASS
            && before_pass.is_none()
            && let Some(passed) = game.passed()
        {
            before_pass = Some(std::mem::replace(&mut game, passed));
            continue;
        }
        game.push(token).map_err(|error| match error {
            RecordError::Refused(refusal) => StudyError::MoveRefused(index, refusal),
            other => StudyError::from(other),
        })?;
    }
    Ok(Replayed { game, before_pass })
}
