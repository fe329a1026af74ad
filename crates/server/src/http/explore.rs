//! What was played from a position in the finished games that everyone may see.

use axum::{Json, extract::State};
use engine::search::Stop;
use table::study::{
    Explore, Explored,
    explore::{self, ExploredPosition},
};

use super::{Body, Caller, Failures};
use crate::{
    App,
    error::{Error, Result},
    limits,
    pool::{Owner, Rank},
};

/// What was played from a position in finished games, how often, and how it went for the seat that played it. Images of a
/// position or of an action count as the same; of a game at most its first 40 actions count, and none of a running or a private one.
#[utoipa::path(post, path = "/api/explore", tag = "study", request_body = Explore,
    responses((status = 200, body = Explored), Failures))]
pub(super) async fn explore(
    State(app): State<&'static App>,
    Caller(address): Caller,
    Body(wish): Body<Explore>,
) -> Result<Json<Explored>> {
    app.limits.take(&limits::REPLAYS, None, &address)?;
    let months = (month(wish.from.as_deref(), 0)?, month(wish.to.as_deref(), i64::MAX)?);
    let owner = Owner { address, ..Owner::default() };
    let by = wish.by;
    let place = move |stop: &Stop| wish.place(app.games, &mut rand::rng(), stop);
    let place: ExploredPosition = app.replays.run(Rank::Study, &owner, place).await??;
    let counts = app.store.explored(place.at, by, months).await?;
    Ok(Json(app.replays.run(Rank::Study, &owner, move |_: &Stop| place.answer(counts)).await?))
}

/// A month, or what stands for none.
fn month(text: Option<&str>, none: i64) -> Result<i64> {
    let Some(text) = text else { return Ok(none) };
    let whole = Some(text).filter(|text| text.len() == "2026-11".len()).and_then(explore::month);
    whole.ok_or_else(|| Error::BadRequest("a month is such as 2026-11".to_owned()))
}
