//! Finished games: finding and downloading them.

use axum::{Json, body::Body, extract::State, http::header, response::IntoResponse};
use futures_util::{Stream, StreamExt, stream};
use serde::{Deserialize, Serialize};
use table::Who;
use utoipa::{IntoParams, ToSchema};

use super::{Caller, Failures, QueryOf};
use crate::{
    App,
    error::{Error, Result},
    limits, live_table,
    people::Person,
    pool::Owner,
    store::{RecordFilter, TableRow},
};

/// How many games a page has, and an archive.
const PAGE: i64 = 50;
const ARCHIVE: i64 = 500;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct Search {
    game: Option<String>,
    /// The name of someone who played.
    player: Option<String>,
    /// A day such as 2026-11-15, or a time as RFC 3339 has it.
    from: Option<String>,
    /// A day, which counts in full, or a time.
    to: Option<String>,
    /// Shares by seat, such as `1 0`.
    result: Option<String>,
    /// What the page before gave.
    cursor: Option<String>,
}

impl Search {
    fn filter(self, person: Option<&Person>, limit: i64) -> Result<RecordFilter> {
        let after = self.cursor.map(|cursor| {
            let (time, id) = cursor.split_once('.').ok_or_else(bad_cursor)?;
            Ok::<_, Error>((time.parse().map_err(|_| bad_cursor())?, id.to_owned()))
        });
        Ok(RecordFilter {
            game: self.game,
            player: self.player,
            from: self.from.map(|text| time(&text, "T00:00:00Z")).transpose()?,
            to: self.to.map(|text| time(&text, "T23:59:59.999Z")).transpose()?,
            result: self.result,
            after: after.transpose()?,
            person: person.map(|person| person.id.clone()).unwrap_or_default(),
            limit,
        })
    }
}

fn bad_cursor() -> Error {
    Error::BadRequest("this is no cursor".to_owned())
}

/// A time, or a day with the time of day that is meant.
fn time(text: &str, of_day: &str) -> Result<i64> {
    let day = if text.len() == 10 { format!("{text}{of_day}") } else { text.to_owned() };
    let time: jiff::Timestamp = day
        .parse()
        .map_err(|_| Error::BadRequest("a time is a day such as 2026-11-15 or RFC 3339".to_owned()))?;
    Ok(time.as_millisecond())
}

/// A finished game.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct RecordLine {
    /// The table it was played at.
    id: String,
    game: String,
    /// Who sat where; an engine seat has nobody.
    seats: Vec<Vec<Who>>,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    ply: i64,
    result: Vec<String>,
    by: String,
    rated: bool,
    /// Whether it was played on a device and sent here.
    local: bool,
    ended: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Records {
    records: Vec<RecordLine>,
    /// For the next page; none if this was the last.
    cursor: Option<String>,
}

/// Finished games, newest first.
#[utoipa::path(get, path = "/api/records", tag = "records", params(Search),
    responses((status = 200, body = Records), Failures))]
pub(super) async fn list(
    State(app): State<&'static App>,
    Caller(address): Caller,
    person: Option<Person>,
    QueryOf(search): QueryOf<Search>,
) -> Result<Json<Records>> {
    app.limits.take(&limits::LISTS, None, &address)?;
    let rows = app.store.records(&search.filter(person.as_ref(), PAGE)?).await?;
    let last = rows.last().filter(|_| rows.len() as i64 == PAGE);
    let cursor = last.map(|row| format!("{}.{}", row.ended.unwrap_or_default(), row.id));
    let mut records = Vec::new();
    for row in rows {
        let id = row.id.clone();
        match app.tables.read(&id, line(app, row)).await {
            Ok(line) => records.push(line),
            // One game's trouble is not the list's.
            Err(error) => error.log(),
        }
    }
    Ok(Json(Records { records, cursor }))
}

async fn line(app: &'static App, row: TableRow) -> Result<RecordLine> {
    let result: Vec<String> = row.result.iter().flat_map(|text| text.split(' ')).map(str::to_owned).collect();
    let mut seats = vec![Vec::new(); result.len()];
    for sitter in app.store.sitters(&row.id).await? {
        if let Some(seat) = seats.get_mut((sitter.seat - 1) as usize) {
            seat.push(Who { id: sitter.current, name: sitter.name });
        }
    }
    Ok(RecordLine {
        local: row.is_of_device(),
        id: row.id,
        game: row.game,
        seats,
        ply: row.ply,
        result,
        by: row.clause.unwrap_or_default(),
        rated: row.rated != 0,
        ended: table::time_text(row.ended.unwrap_or_default()),
    })
}

/// Finished games, newest first, at most 500, in one record file.
#[utoipa::path(get, path = "/api/records/archive", tag = "records", params(Search),
    responses((status = 200, body = String, content_type = "text/plain"), Failures))]
pub(super) async fn archive(
    State(app): State<&'static App>,
    Caller(address): Caller,
    person: Option<Person>,
    QueryOf(search): QueryOf<Search>,
) -> Result<impl IntoResponse> {
    app.limits.take(&limits::RECORDS, None, &address)?;
    let rows = app.store.records(&search.filter(person.as_ref(), ARCHIVE)?).await?;
    let ids = rows.into_iter().map(|row| row.id).collect();
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"records.lud\""),
    ];
    Ok((headers, Body::from_stream(texts(app, address, person.as_ref(), ids))))
}

/// The records of these tables, one after the other, each read when the one before is on its way. One that cannot be
/// read is left out; where the server has no time for one, it is better to end than to leave out.
pub(super) fn texts(
    app: &'static App,
    address: String,
    person: Option<&Person>,
    ids: Vec<String>,
) -> impl Stream<Item = Result<String>> + Send + use<> {
    let owner = Owner { address, person: person.map_or_else(String::new, |person| person.id.clone()) };
    let visitor = person.map(Person::visitor);
    let read = stream::iter(ids).then(move |id| {
        let (owner, visitor) = (owner.clone(), visitor.clone());
        async move { live_table::record(app, &owner, &id, visitor.as_ref()).await }
    });
    let read = read.filter_map(async |read| match read {
        Ok(lud) => Some(Ok(lud)),
        Err(error) => {
            let busy = matches!(error, Error::Busy | Error::Stopping);
            error.log();
            busy.then_some(Err(Error::Busy))
        }
    });
    read.enumerate().map(|(index, lud)| Ok(if index == 0 { lud?.to_string() } else { format!("\n{}", lud?) }))
}
