//! What someone may do about themselves.

use std::time::Duration;

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Body, Caller, Failures, PathOf, personal_data::forget};
use crate::{
    App,
    error::{Error, Result},
    limits, names, password,
    people::{self, Kind, Person},
    pool::{Owner, Rank},
    secret,
    store::PersonRow,
};

/// How many bots one account may have.
const BOTS: usize = 20;
/// How long a try takes at an account that many have tried.
const SLOW: Duration = Duration::from_secs(3);

/// Who asks.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Me {
    id: String,
    name: String,
    /// `guest`, `account` or `bot`.
    #[cfg_attr(feature = "ts", ts(type = "\"guest\" | \"account\" | \"bot\""))]
    kind: &'static str,
    /// How many tables they have sat at.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    games: i64,
}

pub(super) async fn me(app: &App, person: &Person) -> Result<Me> {
    let games = app.store.count_tables(&person.id).await?;
    Ok(Me { id: person.id.clone(), name: person.name.clone(), kind: person.kind.as_str(), games })
}

/// Who the asker is.
#[utoipa::path(get, path = "/api/me", tag = "people", responses((status = 200, body = Me), Failures))]
pub(super) async fn show(State(app): State<&'static App>, person: Person) -> Result<Json<Me>> {
    Ok(Json(me(app, &person).await?))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct NewGuest {
    /// Chosen at random by the client, and its secret: the same key makes the same guest.
    #[serde(default)]
    #[schema(min_length = 16, max_length = 64, pattern = "^[A-Za-z0-9_-]*$")]
    #[cfg_attr(feature = "ts", ts(optional))]
    key: Option<String>,
    /// Whoever brings the cookie of a guest who has an account by now wants to be somebody else.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    anew: bool,
}

/// Who the asker is; a newcomer becomes a guest and gets a cookie. Nothing else makes guests.
///
/// Any number of first requests of one browser, in any order, make one guest if they carry the same key. One that was
/// sent before the answer to a login came makes none: its cookie would take the place of the login's.
#[utoipa::path(post, path = "/api/me", tag = "people", request_body = NewGuest,
    responses((status = 200, body = Me), Failures))]
pub(super) async fn enter(
    State(app): State<&'static App>,
    Caller(address): Caller,
    headers: HeaderMap,
    person: Option<Person>,
    Body(NewGuest { key, anew }): Body<NewGuest>,
) -> Result<Response> {
    if let Some(person) = person {
        return Ok(Json(me(app, &person).await?).into_response());
    }
    if !anew && people::guest_has_account(app, &headers).await? {
        return Err(Error::CookieUsed);
    }
    app.limits.take(&limits::GUESTS, None, &address)?;
    let guest = people::guest(app, key.as_deref()).await?;
    with_cookie(app, people::guest_cookie(app, &guest), &guest).await
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Rename {
    #[schema(min_length = 2, max_length = 24)]
    name: String,
}

/// Gives a guest another name.
#[utoipa::path(patch, path = "/api/me", tag = "people", request_body = Rename,
    responses((status = 200, body = Me), Failures))]
pub(super) async fn rename(
    State(app): State<&'static App>,
    Caller(address): Caller,
    mut person: Person,
    Body(Rename { name }): Body<Rename>,
) -> Result<Json<Me>> {
    app.limits.take(&limits::NAMES, Some(&person.id), &address)?;
    if person.kind != Kind::Guest {
        return Err(Error::NameTaken);
    }
    let name = names::checked(&name)?;
    if name == person.name {
        return Ok(Json(me(app, &person).await?));
    }
    // The name of an account is its own, and so is what looks like it.
    if app.store.is_taken(&name).await? {
        return Err(Error::NameTaken);
    }
    app.store.rename_guest(&person.id, &name).await?;
    person.name = name;
    app.tell_renamed(&person.id, &person).await;
    Ok(Json(me(app, &person).await?))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Credentials {
    #[schema(min_length = 2, max_length = 24)]
    name: String,
    #[schema(min_length = 8, max_length = 200)]
    password: String,
}

/// Makes an account of the guest, who keeps all games, and logs in.
#[utoipa::path(post, path = "/api/register", tag = "people", request_body = Credentials,
    responses((status = 200, body = Me), Failures))]
pub(super) async fn register(
    State(app): State<&'static App>,
    Caller(address): Caller,
    headers: HeaderMap,
    guest: Option<Person>,
    Body(Credentials { name, password }): Body<Credentials>,
) -> Result<Response> {
    app.limits.take(&limits::PASSWORDS, None, &address)?;
    if !app.store.sign_up_is_open().await? {
        return Err(Error::SignUpClosed);
    }
    let name = names::checked(&name)?;
    let owner = Owner { address: address.clone(), ..Owner::default() };
    let hash = app.passwords.run(Rank::Study, &owner, move |_| password::hash(&password)).await??;
    // Someone who is logged in already makes a second account with nothing in it.
    let guest = guest.filter(|person| person.kind == Kind::Guest);
    let id = guest.map_or_else(|| secret::id("p"), |guest| guest.id);
    app.store.register(&id, &name, &hash).await?;
    app.limits.know(&id, &address);
    let account = Person { id, name, kind: Kind::Account, session: None };
    app.tell_renamed(&account.id, &account).await;
    log_in(app, &headers, account).await
}

/// Logs in. The tables of the guest who does so become the account's.
#[utoipa::path(post, path = "/api/login", tag = "people", request_body = Credentials,
    responses((status = 200, body = Me), Failures))]
pub(super) async fn login(
    State(app): State<&'static App>,
    Caller(address): Caller,
    headers: HeaderMap,
    guest: Option<Person>,
    Body(Credentials { name, password }): Body<Credentials>,
) -> Result<Response> {
    let name = name.trim();
    if !names::fits(name) {
        return Err(Error::WrongPassword);
    }
    let account = names::handle(name);
    let row = app.store.person_named(name).await?.filter(|row| row.kind == "account");
    // Whoever tries one account from many places is made slow, and so is its owner at a new place; but nobody is
    // locked out, and where the owner has been before nothing changes, whatever others try there.
    let known = row.as_ref().is_some_and(|row| app.limits.knows(&row.id, &address));
    let tried = format!("{address}/{account}");
    app.limits.take_at_table(&limits::PASSWORDS, Some(&tried), &address, known)?;
    if !known && app.limits.take(&limits::WRONG_PASSWORDS, Some(&account), "").is_err() {
        tokio::time::sleep(SLOW).await;
    }
    let hash = row.as_ref().and_then(|row| row.password.clone());
    let place = if known { format!("{address}/known") } else { address.clone() };
    let owner = Owner { address: place, person: account };
    app.passwords.run(Rank::Study, &owner, move |_| password::verify(&password, hash.as_deref())).await??;
    let row = row.ok_or(Error::WrongPassword)?;
    if row.banned != 0 {
        return Err(Error::Banned);
    }
    app.limits.know(&row.id, &address);
    let account = Person::seen(row);
    if let Some(guest) = guest.filter(|person| person.kind == Kind::Guest) {
        app.store.adopt(&guest.id, &account.id).await?;
        app.tell_renamed(&guest.id, &account).await;
    }
    log_in(app, &headers, account).await
}

async fn log_in(app: &'static App, headers: &HeaderMap, person: Person) -> Result<Response> {
    let agent: String = headers
        .get(header::USER_AGENT)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
        .chars()
        .take(200)
        .collect();
    let secret = app.store.start_session(&person.id, &agent).await?;
    with_cookie(app, people::session_cookie(app, &secret), &person).await
}

/// Who somebody is, and the cookie by which that is known from now on.
async fn with_cookie(app: &App, cookie: HeaderValue, person: &Person) -> Result<Response> {
    Ok(([(header::SET_COOKIE, cookie)], Json(me(app, person).await?)).into_response())
}

/// Ends this session. Its sockets are closed.
#[utoipa::path(post, path = "/api/logout", tag = "people", responses((status = 204), Failures))]
pub(super) async fn logout(State(app): State<&'static App>, person: Person) -> Result<Response> {
    if let Some(hash) = &person.session {
        app.store.end_session_by_hash(hash).await?;
        app.close_sockets(&person.id).await;
    }
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, people::no_cookie(app))]).into_response())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct NewPassword {
    #[schema(max_length = 200)]
    old: String,
    #[schema(min_length = 8, max_length = 200)]
    new: String,
}

/// Changes the password and ends all other sessions.
#[utoipa::path(post, path = "/api/password", tag = "people", request_body = NewPassword,
    responses((status = 204), Failures))]
pub(super) async fn change_password(
    State(app): State<&'static App>,
    Caller(address): Caller,
    person: Person,
    Body(NewPassword { old, new }): Body<NewPassword>,
) -> Result<StatusCode> {
    app.limits.take(&limits::PASSWORDS, Some(&format!("{address}/{}", person.id)), &address)?;
    let owner = Owner { address, person: person.id.clone() };
    prove(app, &owner, &person, old).await?;
    let hash = app.passwords.run(Rank::Study, &owner, move |_| password::hash(&new)).await??;
    app.store.set_password(&person.id, &hash).await?;
    app.store.end_sessions(&person.id, person.session.as_deref()).await?;
    app.close_sockets(&person.id).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Shows that it is the owner of the account who asks.
pub(super) async fn prove(app: &'static App, owner: &Owner, person: &Person, password: String) -> Result<()> {
    needs_account(person)?;
    let row = app.store.person(&person.id).await?;
    let kept = row.and_then(|row| row.password);
    app.passwords.run(Rank::Study, owner, move |_| password::verify(&password, kept.as_deref())).await?
}

pub(super) fn needs_account(person: &Person) -> Result<()> {
    if person.kind == Kind::Account { Ok(()) } else { Err(Error::NeedsAccount) }
}

/// Where someone is logged in.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Session {
    id: String,
    /// What the browser calls itself.
    agent: String,
    created: String,
    /// When it was last used, to the minute.
    seen: String,
    /// Whether it is the one that asks.
    current: bool,
}

/// The sessions of the asker.
#[utoipa::path(get, path = "/api/sessions", tag = "people", responses((status = 200, body = Vec<Session>), Failures))]
pub(super) async fn sessions(State(app): State<&'static App>, person: Person) -> Result<Json<Vec<Session>>> {
    needs_account(&person)?;
    Ok(Json(session_list(app, &person).await?))
}

pub(super) async fn session_list(app: &'static App, person: &Person) -> Result<Vec<Session>> {
    let rows = app.store.sessions(&person.id).await?;
    let sessions = rows.into_iter().map(|row| Session {
        current: person.session.as_ref() == Some(&row.hash),
        id: row.id,
        agent: row.agent,
        created: table::time_text(row.created),
        seen: table::time_text(row.seen),
    });
    Ok(sessions.collect())
}

/// Ends a session of the asker.
#[utoipa::path(delete, path = "/api/sessions/{id}", tag = "people", params(("id" = String, Path)),
    responses((status = 204), Failures))]
pub(super) async fn end_session(
    State(app): State<&'static App>,
    person: Person,
    PathOf(id): PathOf<String>,
) -> Result<StatusCode> {
    needs_account(&person)?;
    if !app.store.end_session(&person.id, &id).await? {
        return Err(Error::NoSuchSession);
    }
    app.close_sockets(&person.id).await;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct NewBot {
    #[schema(min_length = 2, max_length = 24)]
    name: String,
}

/// A program that plays under its own name.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Bot {
    id: String,
    name: String,
    created: String,
}

/// A bot, and the only time its token is told.
#[derive(Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct MadeBot {
    id: String,
    name: String,
    token: String,
}

/// Makes a bot.
#[utoipa::path(post, path = "/api/bots", tag = "people", request_body = NewBot,
    responses((status = 201, body = MadeBot), Failures))]
pub(super) async fn make_bot(
    State(app): State<&'static App>,
    Caller(address): Caller,
    person: Person,
    Body(NewBot { name }): Body<NewBot>,
) -> Result<(StatusCode, Json<MadeBot>)> {
    needs_account(&person)?;
    app.limits.take(&limits::WRITES, Some(&person.id), &address)?;
    if app.store.bots(&person.id).await?.len() >= BOTS {
        return Err(Error::TooMany);
    }
    let name = names::checked(&name)?;
    let (id, token) = app.store.make_bot(&person.id, &name).await?;
    Ok((StatusCode::CREATED, Json(MadeBot { id, name, token })))
}

/// The bots of the asker.
#[utoipa::path(get, path = "/api/bots", tag = "people", responses((status = 200, body = Vec<Bot>), Failures))]
pub(super) async fn bots(State(app): State<&'static App>, person: Person) -> Result<Json<Vec<Bot>>> {
    needs_account(&person)?;
    Ok(Json(bot_list(app, &person).await?))
}

pub(super) async fn bot_list(app: &'static App, person: &Person) -> Result<Vec<Bot>> {
    let rows = app.store.bots(&person.id).await?;
    let bot = |row: PersonRow| Bot { id: row.id, name: row.name, created: table::time_text(row.created) };
    Ok(rows.into_iter().map(bot).collect())
}

/// Ends a bot of the asker.
#[utoipa::path(delete, path = "/api/bots/{id}", tag = "people", params(("id" = String, Path)),
    responses((status = 204), Failures))]
pub(super) async fn end_bot(
    State(app): State<&'static App>,
    person: Person,
    PathOf(id): PathOf<String>,
) -> Result<StatusCode> {
    needs_account(&person)?;
    if !app.store.bots(&person.id).await?.iter().any(|bot| bot.id == id) {
        return Err(table::TableError::NoSuchPlayer.into());
    }
    forget(app, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
