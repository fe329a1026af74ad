//! The games, and whether a set-up of them can be played.

use axum::{Json, extract::State};
use engine::{Entry, OptionInfo, search::Elo};
use serde::{Deserialize, Serialize};
use table::TableError;
use utoipa::ToSchema;

use super::{Body, Caller, Failures};
use crate::{App, error::Result, limits};

/// A game that can be played here.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct GameInfo {
    key: &'static str,
    name: &'static str,
    author: &'static str,
    year: u16,
    /// The least and the greatest number of seats.
    seats: (usize, usize),
    /// Whether seats know different things.
    hidden: bool,
    #[schema(value_type = Vec<Object>)]
    options: &'static [OptionInfo],
    /// The engine's levels, weakest first.
    levels: Vec<LevelInfo>,
}

/// A level of the engine.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
struct LevelInfo {
    level: u8,
    /// How strong it was measured to be, by the number of seats.
    strengths: Vec<Strength>,
}

/// How strong a level of the engine plays.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
struct Strength {
    seats: usize,
    /// On a scale where the first level of each game and number of seats has 1,000.
    elo: i32,
    /// How much less the true difference from the level below may be, in 95 cases of 100.
    error: i32,
}

impl LevelInfo {
    fn of(entry: &Entry, level: u8) -> Self {
        let strength = |seats| {
            let Elo { rating, error } = entry.levels(seats)[usize::from(level) - 1].elo?;
            Some(Strength { seats, elo: rating, error })
        };
        LevelInfo { level, strengths: entry.info().seats.clone().filter_map(strength).collect() }
    }
}

/// The games in the order people meet them.
#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = Vec<GameInfo>), Failures))]
pub(super) async fn games(State(app): State<&'static App>) -> Json<Vec<GameInfo>> {
    let games = app.games.iter().map(|entry| {
        let info = entry.info();
        GameInfo {
            key: info.key,
            name: info.name,
            author: info.author,
            year: info.year,
            seats: (*info.seats.start(), *info.seats.end()),
            hidden: info.hidden,
            options: info.options,
            levels: (1..=8).map(|level| LevelInfo::of(entry, level)).collect(),
        }
    });
    Json(games.collect())
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Check {
    game: String,
    #[serde(default)]
    setup: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Checked {
    ok: bool,
    /// Every option, and what chance decided this time.
    setup: String,
    seats: usize,
}

/// Whether a set-up can be played, for builders and editors.
#[utoipa::path(post, path = "/api/check", tag = "games", request_body = Check,
    responses((status = 200, body = Checked), Failures))]
pub(super) async fn check(
    State(app): State<&'static App>,
    Caller(address): Caller,
    Body(check): Body<Check>,
) -> Result<Json<Checked>> {
    app.limits.take(&limits::REPLAYS, None, &address)?;
    let entry = app.games.get(&check.game).ok_or(TableError::NoSuchGame)?;
    let game = entry.start(&check.setup, &mut rand::rng())?;
    Ok(Json(Checked { ok: true, setup: game.setup(), seats: game.seats() }))
}

/// What this server says of itself.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Club {
    name: String,
    /// Whether newcomers may make accounts.
    sign_up: bool,
    version: &'static str,
}

/// What this server calls itself.
#[utoipa::path(get, path = "/api/club", tag = "games", responses((status = 200, body = Club), Failures))]
pub(super) async fn club(State(app): State<&'static App>) -> Result<Json<Club>> {
    Ok(Json(Club {
        name: app.store.club_name().await?,
        sign_up: app.store.sign_up_is_open().await?,
        version: env!("CARGO_PKG_VERSION"),
    }))
}
