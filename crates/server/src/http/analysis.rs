//! Whole games under the engine's eye, as jobs that survive a restart.

use axum::{Json, extract::State, http::StatusCode};
use engine::search::Stop;
use serde::{Deserialize, Serialize};
use table::{
    TableError,
    study::{Analysis, GameToAnalyse, Progress, one_record},
};
use utoipa::ToSchema;

use super::{Body, Caller, Failures, PathOf, study::refuse_own};
use crate::{
    App,
    error::{Error, Result},
    jobs::{ANALYSIS, analysis_of},
    limits, live_table,
    people::Person,
    pool::{Owner, Rank},
    store::jobs::JobRow,
    text,
};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Analyse {
    /// A table whose game is over.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    table: Option<String>,
    /// Or the text of a record file with one game.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    record: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Started {
    job: String,
}

/// The analysis that a job is.
pub(super) fn analysis_so_far(row: JobRow) -> Result<Analysis> {
    let state = match row.state.as_str() {
        "done" => Progress::Done,
        "failed" => Progress::Failed,
        // Between two steps it waits for its turn, but it has begun.
        "queued" if row.progress == 0 => Progress::Queued,
        _ => Progress::Running,
    };
    let plies = row.result.lines().map(serde_json::from_str).collect::<Result<_, _>>();
    Ok(Analysis {
        state,
        done: row.progress as usize,
        of: row.steps as usize,
        plies: plies.map_err(|error| Error::Internal(format!("a remark cannot be read: {error}")))?,
        reason: row.reason.filter(|_| state == Progress::Failed),
    })
}

/// Has every action of a finished game looked at, in the background.
#[utoipa::path(post, path = "/api/analysis", tag = "study", request_body = Analyse,
    responses((status = 202, body = Started), Failures))]
pub(super) async fn analyse(
    State(app): State<&'static App>,
    Caller(address): Caller,
    person: Person,
    Body(Analyse { table, record }): Body<Analyse>,
) -> Result<(StatusCode, Json<Started>)> {
    app.limits.take(&limits::ANALYSES, Some(&person.id), &address)?;
    let owner = Owner { address, person: person.id.clone() };
    // A game that was played to its end here was seen by all who played it.
    let own = table.is_some();
    let record = match (table, record) {
        (Some(id), None) => {
            if !text::is_id("t", &id) {
                return Err(Error::NoSuchTable);
            }
            let row = app.store.table(&id).await?.ok_or(Error::NoSuchTable)?;
            if row.state != table::State::Over.as_str() {
                return Err(Error::Running);
            }
            if row.result.is_none() {
                return Err(TableError::NotOver.into());
            }
            live_table::record(app, &owner, &id, Some(&person.visitor())).await?.to_string()
        }
        (None, Some(record)) => record,
        _ => return Err(Error::BadRequest("name a table or send a record, one of them".to_owned())),
    };
    let replayed =
        move |stop: &Stop| one_record(&record)?.replay_until(app.games, stop)?.ok_or(Error::Stopping);
    let mut end = app.replays.run(Rank::Study, &owner, replayed).await??;
    if !own {
        end = app.live_positions.refuse(app, &owner, end).await?;
        refuse_own(app, &person, end.as_ref()).await?;
    }
    let origin = app.origin(&owner.address);
    app.store.allow_job(&person.id, &origin).await?;
    let job = analysis_of(&GameToAnalyse::of(end.as_ref()), &person.id, &origin);
    app.store.add_job(&job).await?;
    Ok((StatusCode::ACCEPTED, Json(Started { job: job.id })))
}

/// How far an analysis is, and what it has found.
#[utoipa::path(get, path = "/api/analysis/{job}", tag = "study", params(("job" = String, Path)),
    responses((status = 200, body = Analysis), Failures))]
pub(super) async fn analysis(
    State(app): State<&'static App>,
    Caller(address): Caller,
    PathOf(job): PathOf<String>,
) -> Result<Json<Analysis>> {
    let row = app.store.job(ANALYSIS, &job).await?.ok_or(Error::NoSuchJob)?;
    let read = move |_: &Stop| analysis_so_far(row);
    Ok(Json(app.replays.run(Rank::Study, &Owner { address, ..Owner::default() }, read).await??))
}

/// Ends an analysis that nobody waits for any more.
#[utoipa::path(delete, path = "/api/analysis/{job}", tag = "study", params(("job" = String, Path)),
    responses((status = 204), Failures))]
pub(super) async fn end_analysis(
    State(app): State<&'static App>,
    person: Person,
    PathOf(job): PathOf<String>,
) -> Result<StatusCode> {
    if app.store.end_job(ANALYSIS, &job, &person.id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(Error::NoSuchJob)
    }
}
