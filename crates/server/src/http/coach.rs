//! A word before an action, in games against the computer and on boards where one tries things out.

use axum::{Json, extract::State};
use engine::{coach::Warning, review::Fact, search::Stop};
use serde::Serialize;
use table::study::{Coach, StudyError};
use utoipa::ToSchema;

use super::{Body, Caller, Failures, study};
use crate::{
    App,
    error::{Error, Result},
    limits, live_table,
    people::Person,
    pool::{Owner, Rank},
};

/// As `Advice` of the engine.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Coached {
    /// What the next seat could do if the seat to act did nothing.
    #[schema(value_type = Option<Object>)]
    threat: Option<Fact>,
    /// Why to think twice about the action.
    #[schema(value_type = Option<Object>)]
    warning: Option<Warning>,
}

/// What an action lets the next seat do, and what that seat threatens.
#[utoipa::path(post, path = "/api/coach", tag = "study", request_body = Coach,
    responses((status = 200, body = Coached), Failures))]
pub(super) async fn coach(
    State(app): State<&'static App>,
    Caller(address): Caller,
    person: Person,
    Body(wish): Body<Coach>,
) -> Result<Json<Coached>> {
    app.limits.take(&limits::STUDY, Some(&person.id), &address)?;
    let owner = Owner { address, person: person.id.clone() };
    let game = match (&wish.table, &wish.game) {
        (Some(table), None) => live_table::coached(app, &owner, table, &person.visitor()).await?,
        (None, Some(game)) => {
            let (game, setup, moves) = (game.clone(), wish.setup.clone(), wish.moves.clone());
            study::replayed(app, &person, &owner, game, setup, moves).await?
        }
        _ => return Err(Error::BadRequest("either a table or a game".to_owned())),
    };
    let advised = move |_: &Stop| -> Result<Coached, StudyError> {
        let advice = wish.advise(&*game)?;
        Ok(Coached { threat: advice.threat, warning: advice.warning })
    };
    Ok(Json(app.replays.run(Rank::Study, &owner, advised).await??))
}
