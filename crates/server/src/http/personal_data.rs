//! All that is kept of someone: told to them, or deleted.

use axum::{
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use futures_util::{Stream, StreamExt, stream};
use serde::{Deserialize, Serialize};
use table::TableEvent;
use table::study::Analysis;
use utoipa::ToSchema;

use super::{
    Body, Caller, Failures,
    analysis::analysis_so_far,
    me::{Bot, Me, Session, bot_list, me, prove, session_list},
    players::{Rated, Rating},
    records,
};
use crate::{
    App,
    error::{Error, Result},
    limits,
    people::{self, Kind, Person},
    pool::Owner,
    puzzles::PuzzleProgress,
    store::{EventRow, TableFilter},
};

/// How many lines of talk are read at a time.
const PAGE: i64 = 500;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Deletion {
    /// Of an account; a guest has none.
    #[serde(default)]
    #[schema(max_length = 200)]
    #[cfg_attr(feature = "ts", ts(optional))]
    password: Option<String>,
}

/// Deletes the account or the guest: games stay, without the name; chat, ratings, puzzles, bots and sessions go.
#[utoipa::path(delete, path = "/api/me", tag = "people", request_body = Deletion,
    responses((status = 204), Failures))]
pub(super) async fn delete(
    State(app): State<&'static App>,
    Caller(address): Caller,
    person: Person,
    Body(Deletion { password }): Body<Deletion>,
) -> Result<Response> {
    app.limits.take(&limits::PASSWORDS, Some(&format!("{address}/{}", person.id)), &address)?;
    if person.kind != Kind::Guest {
        let owner = Owner { address, person: person.id.clone() };
        prove(app, &owner, &person, password.unwrap_or_default()).await?;
    }
    for bot in app.store.bots(&person.id).await? {
        forget(app, bot.id).await?;
    }
    forget(app, person.id).await?;
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, people::no_cookie(app))]).into_response())
}

/// Forgets someone, to the end though nobody waits for it any more.
pub(crate) async fn forget(app: &'static App, id: String) -> Result<()> {
    let forgotten = tokio::spawn(forget_all(app, id));
    forgotten.await.map_err(|error| Error::Internal(error.to_string()))?
}

async fn forget_all(app: &'static App, id: String) -> Result<()> {
    let ids = app.store.ids_of(&id).await?;
    let name =
        app.store.person(&id).await?.filter(|row| row.kind != Kind::Guest.as_str()).map(|row| row.name);
    app.store.lock_out(&id).await?;
    for id in &ids {
        app.close_sockets(id).await;
    }
    // Until the end it is known whose words these are, so that what is interrupted can be done again.
    app.store.forget_words(&id).await?;
    if let Some(name) = name {
        app.store.forget_invitations(&name).await?;
    }
    app.store.forget(&id).await?;
    for id in &ids {
        app.tell_gone(id).await;
    }
    // What was said meanwhile.
    app.store.forget_words(&id).await
}

/// Something that was said at a table.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Said {
    table: String,
    at: String,
    text: String,
}

/// Everything that is kept of someone.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Export {
    me: Me,
    /// When the account or the guest was first kept.
    created: Option<String>,
    /// The ids of the guests whose games the account has adopted.
    guests: Vec<String>,
    sessions: Vec<Session>,
    bots: Vec<Bot>,
    ratings: Vec<Rating>,
    /// The ratings after each of the last thousand games, newest first.
    history: Vec<Rated>,
    puzzles: PuzzleProgress,
    analyses: Vec<Analysis>,
    said: Vec<Said>,
    /// All games, as one record file.
    records: String,
}

/// What is kept of the asker.
#[utoipa::path(get, path = "/api/me/export", tag = "people", responses((status = 200, body = Export), Failures))]
pub(super) async fn export(
    State(app): State<&'static App>,
    Caller(address): Caller,
    person: Person,
) -> Result<Response> {
    app.limits.take(&limits::RECORDS, Some(&person.id), &address)?;
    let store = &app.store;
    let filter =
        TableFilter { person: Some(person.id.clone()), limit: i64::from(u32::MAX), ..TableFilter::default() };
    let tables = store.table_ids(&filter).await?;
    let ids = store.ids_of(&person.id).await?;
    let analyses = store.analyses(&person.id).await?.into_iter().map(analysis_so_far);
    let analyses = analyses.filter_map(|read| read.map_err(|error| error.log()).ok()).collect();
    let row = store.person(&person.id).await?;
    let export = Export {
        me: me(app, &person).await?,
        created: row.map(|row| table::time_text(row.created)),
        guests: ids[1..].to_vec(),
        sessions: if person.kind == Kind::Account { session_list(app, &person).await? } else { Vec::new() },
        bots: bot_list(app, &person).await?,
        ratings: store.ratings(&person.id).await?.into_iter().map(Into::into).collect(),
        history: store.rating_history(&person.id).await?.into_iter().map(Into::into).collect(),
        puzzles: store.puzzle_progress(&person.id).await?,
        analyses,
        said: Vec::new(),
        records: String::new(),
    };
    // What was said and the games are written into the last two fields as they are read.
    let text = serde_json::to_string(&export).expect("what is kept of someone is plain data");
    let head = text
        .strip_suffix("],\"records\":\"\"}")
        .expect("an empty list and an empty text come last")
        .to_owned();
    let inside = |text: String| {
        let quoted = serde_json::to_string(&text).expect("a text is plain data");
        quoted[1..quoted.len() - 1].to_owned()
    };
    let before =
        stream::iter([head]).chain(said(app, ids)).chain(stream::iter(["],\"records\":\"".to_owned()]));
    let parts = before
        .map(Ok)
        .chain(records::texts(app, address, Some(&person), tables).map(move |text| text.map(inside)))
        .chain(stream::iter([Ok("\"}".to_owned())]));
    let body = axum::body::Body::from_stream(parts);
    Ok(([(header::CONTENT_TYPE, "application/json")], body).into_response())
}

/// What was said under these ids, as the values of a list with commas between them.
fn said(app: &'static App, ids: Vec<String>) -> impl Stream<Item = String> + Send + 'static {
    let pages = stream::unfold((ids, (String::new(), 0)), move |(mut ids, (table, n))| async move {
        let id = ids.last()?;
        let lines = app.store.said(id, (&table, n), PAGE).await.map_err(|error| error.log()).ok()?;
        let next = match lines.last() {
            Some(last) => (last.table_id.clone(), last.n),
            None => {
                ids.pop();
                (String::new(), 0)
            }
        };
        Some((stream::iter(lines), (ids, next)))
    });
    let texts = pages.flatten().filter_map(async |row: EventRow| {
        let TableEvent::Chat { text, .. } = crate::store::json(&row.body).ok()? else { return None };
        let said = Said { table: row.table_id, at: table::time_text(row.at), text };
        Some(serde_json::to_string(&said).expect("what was said is plain data"))
    });
    texts.enumerate().map(|(index, text)| if index == 0 { text } else { format!(",{text}") })
}
