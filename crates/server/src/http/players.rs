//! People as others see them.

use axum::{Json, extract::State};
use serde::{Deserialize, Serialize};
use table::{Pace, TableError};
use utoipa::{IntoParams, ToSchema};

use super::{Caller, Failures, PathOf, QueryOf};
use crate::{
    App,
    error::Result,
    limits,
    store::{PersonRow, RatedRow, RatingRow},
};

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Rating {
    game: String,
    #[cfg_attr(feature = "ts", ts(as = "Pace"))]
    pace: String,
    rating: f64,
    deviation: f64,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    games: i64,
}

impl From<RatingRow> for Rating {
    fn from(row: RatingRow) -> Self {
        Rating {
            game: row.game,
            pace: row.pace,
            rating: row.rating,
            deviation: row.deviation,
            games: row.games,
        }
    }
}

/// Someone with a name of their own.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Profile {
    id: String,
    name: String,
    #[cfg_attr(feature = "ts", ts(type = "\"guest\" | \"account\" | \"bot\""))]
    kind: String,
    created: String,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    games: i64,
    ratings: Vec<Rating>,
}

async fn named(app: &'static App, name: &str) -> Result<PersonRow> {
    Ok(app.store.person_named(name).await?.ok_or(TableError::NoSuchPlayer)?)
}

/// A player.
#[utoipa::path(get, path = "/api/players/{name}", tag = "players", params(("name" = String, Path)),
    responses((status = 200, body = Profile), Failures))]
pub(super) async fn show(
    State(app): State<&'static App>,
    Caller(address): Caller,
    PathOf(name): PathOf<String>,
) -> Result<Json<Profile>> {
    app.limits.take(&limits::LISTS, None, &address)?;
    let row = named(app, &name).await?;
    Ok(Json(Profile {
        games: app.store.count_tables(&row.id).await?,
        ratings: app.store.ratings(&row.id).await?.into_iter().map(Into::into).collect(),
        id: row.id,
        name: row.name,
        kind: row.kind,
        created: table::time_text(row.created),
    }))
}

/// A rating as it was after a game.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Rated {
    game: String,
    #[cfg_attr(feature = "ts", ts(as = "Pace"))]
    pace: String,
    table: String,
    rating: f64,
    deviation: f64,
    at: String,
}

impl From<RatedRow> for Rated {
    fn from(row: RatedRow) -> Self {
        Rated {
            game: row.game,
            pace: row.pace,
            table: row.table_id,
            rating: row.rating,
            deviation: row.deviation,
            at: table::time_text(row.at),
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Ratings {
    ratings: Vec<Rating>,
    /// Newest first.
    history: Vec<Rated>,
}

/// The ratings of a player, and how they went.
#[utoipa::path(get, path = "/api/players/{name}/ratings", tag = "players", params(("name" = String, Path)),
    responses((status = 200, body = Ratings), Failures))]
pub(super) async fn ratings(
    State(app): State<&'static App>,
    Caller(address): Caller,
    PathOf(name): PathOf<String>,
) -> Result<Json<Ratings>> {
    app.limits.take(&limits::LISTS, None, &address)?;
    let row = named(app, &name).await?;
    Ok(Json(Ratings {
        ratings: app.store.ratings(&row.id).await?.into_iter().map(Into::into).collect(),
        history: app.store.rating_history(&row.id).await?.into_iter().map(Into::into).collect(),
    }))
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct Board {
    game: String,
    #[param(inline)]
    pace: Pace,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Ranked {
    name: String,
    #[cfg_attr(feature = "ts", ts(type = "\"guest\" | \"account\" | \"bot\""))]
    kind: String,
    rating: f64,
    deviation: f64,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    games: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Leaderboard {
    players: Vec<Ranked>,
}

/// The best of a game at a pace, at most 100.
#[utoipa::path(get, path = "/api/leaderboard", tag = "players", params(Board),
    responses((status = 200, body = Leaderboard), Failures))]
pub(super) async fn leaderboard(
    State(app): State<&'static App>,
    Caller(address): Caller,
    QueryOf(Board { game, pace }): QueryOf<Board>,
) -> Result<Json<Leaderboard>> {
    app.limits.take(&limits::LISTS, None, &address)?;
    app.games.get(&game).ok_or(TableError::NoSuchGame)?;
    let leaders = app.store.leaders(&game, pace.as_str()).await?.into_iter().map(|row| Ranked {
        name: row.name,
        kind: row.kind,
        rating: row.rating,
        deviation: row.deviation,
        games: row.games,
    });
    Ok(Json(Leaderboard { players: leaders.collect() }))
}
