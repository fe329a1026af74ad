//! Games that were played to their end on somebody's device: an account keeps them beside those of its tables.

use axum::{Json, extract::State, http::StatusCode};
use engine::{SeatSet, search::Stop};
use serde::Serialize;
use table::{FinishedGame, LogEntry, Table};
use tokio::sync::Mutex;
use utoipa::ToSchema;

use super::{Body, Caller, Failures, me::needs_account};
use crate::{
    App,
    error::{Error, Result},
    limits,
    people::Person,
    pool::{Owner, Rank},
    secret,
    store::{Append, Change, EventRow, Holder, now},
    text,
};

/// How many such games an account keeps: the oldest go first.
const MOST_KEPT: i64 = 1_000;

/// Whoever writes does it alone: of two requests for one game each would take the lease from the other.
static TURN: Mutex<()> = Mutex::const_new(());

/// Where a game is kept.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct KeptGame {
    /// The id of its table here.
    id: String,
}

/// Keeps a game that was played to its end on a device, for the account that asks: unrated, private, and marked (`local`).
/// The rules check every step. The same game sent again changes nothing.
#[utoipa::path(post, path = "/api/records", tag = "records", request_body = FinishedGame,
    responses((status = 201, body = KeptGame), (status = 200, body = KeptGame, description = "It was kept before."), Failures))]
pub(super) async fn keep(
    State(app): State<&'static App>,
    Caller(address): Caller,
    person: Person,
    Body(game): Body<FinishedGame>,
) -> Result<(StatusCode, Json<KeptGame>)> {
    needs_account(&person)?;
    app.limits.take(&limits::FINISHED, Some(&person.id), &address)?;
    if !text::is_id("l", &game.id) {
        return Err(Error::NoSuchTable);
    }
    // One game of one account is one table, whichever server or tab it is sent to.
    let id = app.key.id("t", &format!("{} {}", person.id, game.id));
    let kept = |status| Ok((status, Json(KeptGame { id: id.clone() })));
    if app.store.table(&id).await?.is_some() {
        return kept(StatusCode::OK);
    }
    let time = now();
    let ended = game.ended.clamp(0, time);
    let game = FinishedGame { created: game.created.clamp(0, ended), ended, ..game };
    let owner = Owner { address, person: person.id.clone() };
    let (name, visitor) = (id.clone(), person.visitor());
    let replay = move |stop: &Stop| game.replay(name, &visitor, app.games, stop);
    let (table, log) = app.replays.run(Rank::Study, &owner, replay).await??;
    let _turn = TURN.lock().await;
    if app.store.table(&id).await?.is_some() {
        return kept(StatusCode::OK);
    }
    if let Err(error) = write(app, &table, &log, &person).await {
        // Another process was first.
        return if app.store.table(&id).await?.is_some() { kept(StatusCode::OK) } else { Err(error) };
    }
    for old in app.store.old_device_games(&person.id, MOST_KEPT).await? {
        app.store.erase_table(&old).await?;
        app.tables.unload(&old).await;
        app.tell_others("table", &old).await;
    }
    kept(StatusCode::CREATED)
}

/// Writes the table with all that happened at it, at once: nobody could know of it before.
async fn write(app: &'static App, table: &Table, log: &[LogEntry], person: &Person) -> Result<()> {
    let Holder::Us(lease) = app.store.acquire(&table.info().id).await? else { return Err(Error::Busy) };
    let append = Append {
        lease: Some(lease.clone()),
        events: log.iter().map(|entry| event(table, entry)).collect(),
        changes: changes(table, log.last().map_or(0, |entry| entry.at), person),
        live_position: None,
    };
    let written = app.store.append(append).await;
    app.store.release(&lease).await?;
    written
}

fn event(table: &Table, entry: &LogEntry) -> EventRow {
    EventRow {
        table_id: table.info().id.clone(),
        n: entry.n,
        at: entry.at,
        person: None,
        command: None,
        body: serde_json::to_string(&entry.event).expect("an event is plain data"),
        clocks: None,
    }
}

fn changes(table: &Table, ended: i64, person: &Person) -> Vec<Change> {
    let mut info = table.info().clone();
    info.invite = secret::secret();
    let (id, setup) = (info.id.clone(), info.setup.clone().unwrap_or_default());
    let summary = table.summary(SeatSet::EMPTY);
    let sits = info.sitters_of(&person.visitor()).into_iter().map(|sitter| Change::Sit {
        table: id.clone(),
        seat: sitter.seat as i64,
        person: sitter.who.id,
        nonce: sitter.nonce,
    });
    let sits: Vec<_> = sits.collect();
    let mut changes = vec![Change::Created { info: Box::new(info), origin: String::new() }];
    changes.extend(sits);
    changes.push(Change::Started { table: id.clone(), setup });
    changes.push(Change::Ended {
        table: id.clone(),
        at: ended,
        ply: summary.ply as i64,
        result: summary.result.map(|shares| shares.join(" ")),
        clause: summary.by.unwrap_or_default(),
    });
    changes.push(Change::OnDevice { table: id });
    changes
}
