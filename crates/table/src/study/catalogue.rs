//! The games, and whether a set-up of them can be played.

use engine::{Entry, GameList, Info, OptionInfo, search::Elo};
use rand::Rng;
use serde::{Deserialize, Serialize};

use super::StudyError;
use crate::TableError;

/// A game that can be played here.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct GameInfo {
    key: &'static str,
    name: &'static str,
    author: &'static str,
    year: u16,
    /// The least and the greatest number of seats.
    seats: (usize, usize),
    /// Whether seats know different things.
    hidden: bool,
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    options: &'static [OptionInfo],
    /// The engine's levels, weakest first: 0 is friendly, for a first game, and has no strength.
    levels: Vec<LevelInfo>,
}

/// A level of the engine.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct LevelInfo {
    level: u8,
    /// How strong it was measured to be, by the number of seats.
    strengths: Vec<Strength>,
}

/// How strong a level of the engine plays.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Strength {
    seats: usize,
    /// On a scale where the first level of each game and number of seats has 1,000.
    elo: i32,
    /// How much less the true difference from the level below may be, in 95 cases of 100.
    error: i32,
}

impl LevelInfo {
    fn of(entry: &Entry, level: u8) -> Self {
        let strength = |seats| {
            let Elo { rating, error } = entry.levels(seats)[usize::from(level)].elo?;
            Some(Strength { seats, elo: rating, error })
        };
        LevelInfo { level, strengths: entry.info().seats.clone().filter_map(strength).collect() }
    }
}

/// The games in the order people meet them.
pub fn games(games: GameList) -> Vec<GameInfo> {
    let games = games.iter().map(|entry| {
        let info = entry.info();
        GameInfo {
            key: info.key,
            name: info.name,
            author: info.author,
            year: info.year,
            seats: (*info.seats.start(), *info.seats.end()),
            hidden: info.hidden,
            options: info.options,
            levels: (0..=8).map(|level| LevelInfo::of(entry, level)).collect(),
        }
    });
    games.collect()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Check {
    game: String,
    #[serde(default)]
    setup: String,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Checked {
    ok: bool,
    /// Every option, and what chance decided this time.
    setup: String,
    seats: usize,
    /// What it chooses where there are choices, in the order of the options.
    chosen: Vec<Chosen>,
}

/// An option and its choice.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Chosen {
    key: &'static str,
    value: &'static str,
    /// Whether it is the default.
    usual: bool,
}

impl Chosen {
    /// The choices of a complete set-up; what was set up by hand is none.
    fn of(info: &Info, setup: &str) -> Vec<Self> {
        let given = setup.split(';').filter_map(|part| part.split_once('='));
        let chosen = given.filter_map(|(key, value)| {
            let option = info.options.iter().find(|option| option.key == key)?;
            let value = option.choices.iter().copied().find(|&choice| choice == value)?;
            Some(Chosen { key: option.key, value, usual: value == option.default })
        });
        chosen.collect()
    }
}

impl Check {
    /// Whether the set-up can be played, for builders and editors.
    pub fn answer(&self, games: GameList, rng: &mut dyn Rng) -> Result<Checked, StudyError> {
        let entry = games.get(&self.game).ok_or(TableError::NoSuchGame)?;
        let game = entry.start(&self.setup, rng)?;
        let setup = game.setup();
        Ok(Checked { ok: true, chosen: Chosen::of(entry.info(), &setup), setup, seats: game.seats() })
    }
}
