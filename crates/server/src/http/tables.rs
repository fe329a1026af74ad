//! Making tables, finding them, sitting down at them.

use axum::{
    Json,
    extract::{FromRequestParts, State},
    http::{StatusCode, header, request::Parts},
    response::IntoResponse,
};
use serde::{Deserialize, Serialize};
use table::{MadeTable, NewTable, Request, TableSummary};
use utoipa::{IntoParams, ToSchema};

use super::{Body, Caller, Failures, PathOf, QueryOf};
use crate::{
    App,
    error::{Error, Result},
    limits,
    people::Person,
    store::TableFilter,
};

/// Makes a table. The game starts when every seat is taken.
#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = NewTable,
    responses((status = 201, body = MadeTable), Failures))]
pub(super) async fn create(
    State(app): State<&'static App>,
    Caller(address): Caller,
    person: Person,
    Body(new): Body<NewTable>,
) -> Result<(StatusCode, Json<MadeTable>)> {
    app.limits.take(&limits::TABLES, Some(&person.id), &address)?;
    let origin = app.origin(&address);
    let (own, here) = (app.store.count_open(&person.id).await?, app.store.count_open_of(&origin).await?);
    app.limits.allow_table(own, here)?;
    let made = app.tables.create(app, &person, &origin, new).await?;
    Ok((StatusCode::CREATED, Json(made)))
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct Listing {
    #[param(inline)]
    state: Option<table::State>,
    game: Option<String>,
    /// Only tables where the asker sits or is waited for, private ones too.
    mine: Option<bool>,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Tables {
    tables: Vec<TableSummary>,
}

/// The newest tables, at most 50.
#[utoipa::path(get, path = "/api/tables", tag = "tables", params(Listing),
    responses((status = 200, body = Tables), Failures))]
pub(super) async fn list(
    State(app): State<&'static App>,
    Caller(address): Caller,
    person: Option<Person>,
    QueryOf(listing): QueryOf<Listing>,
) -> Result<Json<Tables>> {
    app.limits.take(&limits::LISTS, None, &address)?;
    let mut filter = TableFilter {
        state: listing.state.map(table::State::as_str),
        game: listing.game,
        public: true,
        limit: 50,
        ..TableFilter::default()
    };
    if listing.mine.unwrap_or_default() {
        let person = person.as_ref().ok_or(Error::Unknown)?;
        filter.person = Some(person.id.clone());
        filter.reserved = person.owns_name().then(|| person.name.clone());
        filter.public = false;
    }
    Ok(Json(Tables { tables: find(app, &filter, person.as_ref()).await? }))
}

/// The tables of a filter, as far as this person may know of them.
pub(crate) async fn find(
    app: &'static App,
    filter: &TableFilter,
    person: Option<&Person>,
) -> Result<Vec<TableSummary>> {
    let visitor = person.map(Person::visitor);
    let mut tables = Vec::new();
    for id in app.store.table_ids(filter).await? {
        match app.table(&id).summary(visitor.as_ref(), None).await {
            Ok(table) => tables.push(table),
            // One table's trouble is not the list's.
            Err(error) => error.log(),
        }
    }
    Ok(tables)
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub(crate) struct Invited {
    /// What the link of a private table carries.
    invite: Option<String>,
}

/// One table, or why it cannot be opened: its socket opens to whoever gets an answer here.
#[utoipa::path(get, path = "/api/tables/{id}", tag = "tables", params(("id" = String, Path), Invited),
    responses((status = 200, body = TableSummary), Failures))]
pub(super) async fn show(
    State(app): State<&'static App>,
    person: Option<Person>,
    PathOf(id): PathOf<String>,
    QueryOf(Invited { invite }): QueryOf<Invited>,
) -> Result<Json<TableSummary>> {
    let visitor = person.as_ref().map(Person::visitor);
    Ok(Json(app.table(&id).summary(visitor.as_ref(), invite.as_deref()).await?))
}

/// Somebody who asks something of a table.
pub(super) struct AtTable {
    app: &'static App,
    address: String,
    person: Person,
    table: String,
}

impl FromRequestParts<&'static App> for AtTable {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &&'static App) -> Result<Self> {
        let Caller(address) = Caller::from_request_parts(parts, app).await?;
        let person = <Person as FromRequestParts<_>>::from_request_parts(parts, app).await?;
        let PathOf(table) = PathOf::from_request_parts(parts, app).await?;
        Ok(AtTable { app, address, person, table })
    }
}

impl AtTable {
    fn take(&self, limit: &limits::Limit) -> Result<()> {
        self.app.limits.take(limit, Some(&self.person.id), &self.address)
    }

    async fn request(self, request: Request) -> Result<Json<TableSummary>> {
        Ok(Json(self.app.table(&self.table).request(&self.person.visitor(), request).await?))
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Sit {
    #[schema(minimum = 1, maximum = 4)]
    seat: usize,
    #[serde(default)]
    invite: Option<String>,
    /// Bytes in hexadecimal; goes into a fair deal.
    #[serde(default)]
    #[schema(max_length = 128, pattern = "^([0-9a-f][0-9a-f])*$")]
    nonce: Option<String>,
}

/// Takes a seat.
#[utoipa::path(post, path = "/api/tables/{id}/sit", tag = "tables", params(("id" = String, Path)),
    request_body = Sit, responses((status = 200, body = TableSummary), Failures))]
pub(super) async fn sit(
    at: AtTable,
    Body(Sit { seat, invite, nonce }): Body<Sit>,
) -> Result<Json<TableSummary>> {
    at.take(&limits::SEATS)?;
    at.app.limits.allow_seat(at.app.store.count_waiting(&at.person.id).await?)?;
    at.app.store.save_guest(&at.person.id, &at.person.name).await?;
    at.request(Request::Sit { seat, invite, nonce: nonce.unwrap_or_default() }).await
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Nonce {
    /// Bytes in hexadecimal.
    #[schema(min_length = 2, max_length = 128, pattern = "^([0-9a-f][0-9a-f])*$")]
    nonce: String,
}

/// Adds to a fair deal what the seats of the asker owe (`nonce_due`): those taken before the commitment was known.
#[utoipa::path(post, path = "/api/tables/{id}/nonce", tag = "tables", params(("id" = String, Path)),
    request_body = Nonce, responses((status = 200, body = TableSummary), Failures))]
pub(super) async fn nonce(at: AtTable, Body(Nonce { nonce }): Body<Nonce>) -> Result<Json<TableSummary>> {
    at.take(&limits::WRITES)?;
    at.request(Request::Nonce { nonce }).await
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Stand {
    #[schema(minimum = 1, maximum = 4)]
    seat: usize,
    /// The id of someone else who sits there, whom the owner of the table sends away.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    person: Option<String>,
}

/// Leaves a seat before the start, or frees it of someone else.
#[utoipa::path(post, path = "/api/tables/{id}/stand", tag = "tables", params(("id" = String, Path)),
    request_body = Stand, responses((status = 200, body = TableSummary), Failures))]
pub(super) async fn stand(
    at: AtTable,
    Body(Stand { seat, person: whom }): Body<Stand>,
) -> Result<Json<TableSummary>> {
    at.take(&limits::WRITES)?;
    at.request(Request::Stand { seat, whom }).await
}

/// The record of a table as a file; what the asker may not know yet is redacted.
#[utoipa::path(get, path = "/api/tables/{id}/record", tag = "tables", params(("id" = String, Path), Invited),
    responses((status = 200, body = String, content_type = "text/plain"), Failures))]
pub(super) async fn record(
    State(app): State<&'static App>,
    person: Option<Person>,
    PathOf(id): PathOf<String>,
    QueryOf(Invited { invite }): QueryOf<Invited>,
) -> Result<impl IntoResponse> {
    let visitor = person.as_ref().map(Person::visitor);
    let lud = app.table(&id).record(visitor.as_ref(), invite.as_deref()).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_DISPOSITION, format!("inline; filename=\"{id}.lud\"")),
    ];
    Ok((headers, lud.to_string()))
}
