//! What an account has done at puzzles, for all its devices.

use axum::{Json, extract::State, http::StatusCode};

use super::{Body, Caller, Failures, me::needs_account};
use crate::{App, error::Result, limits, people::Person, puzzles::PuzzleProgress};

/// What the asker has done at puzzles, put together from all their devices.
#[utoipa::path(get, path = "/api/me/puzzles", tag = "people", responses((status = 200, body = PuzzleProgress), Failures))]
pub(super) async fn show(
    State(app): State<&'static App>,
    Caller(address): Caller,
    person: Person,
) -> Result<Json<PuzzleProgress>> {
    needs_account(&person)?;
    app.limits.take(&limits::LISTS, None, &address)?;
    Ok(Json(app.store.puzzle_progress(&person.id).await?))
}

/// Adds what a device knows: what is kept already may be among it, and nothing is lost. At most 1,000 of each kind at a time.
#[utoipa::path(post, path = "/api/me/puzzles", tag = "people", request_body = PuzzleProgress,
    responses((status = 204), Failures))]
pub(super) async fn add(
    State(app): State<&'static App>,
    Caller(address): Caller,
    person: Person,
    Body(progress): Body<PuzzleProgress>,
) -> Result<StatusCode> {
    needs_account(&person)?;
    app.limits.take(&limits::WRITES, Some(&person.id), &address)?;
    app.store.add_puzzle_progress(&person.id, &progress.checked(app.games)?).await?;
    Ok(StatusCode::NO_CONTENT)
}
