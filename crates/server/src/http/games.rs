//! The games, and whether a set-up of them can be played.

use axum::{Json, extract::State};
use engine::search::Stop;
use serde::Serialize;
use table::study::{self, Check, Checked, GameInfo};
use utoipa::ToSchema;

use super::{Body, Caller, Failures};
use crate::{
    App,
    error::Result,
    limits,
    pool::{Owner, Rank},
};

/// The games in the order people meet them.
#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = Vec<GameInfo>), Failures))]
pub(super) async fn games(State(app): State<&'static App>) -> Json<Vec<GameInfo>> {
    Json(study::games(app.games))
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
    let checked = move |_: &Stop| check.answer(app.games, &mut rand::rng());
    Ok(Json(app.replays.run(Rank::Study, &Owner { address, ..Owner::default() }, checked).await??))
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
