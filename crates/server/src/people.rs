//! Who asks: a guest by a signed cookie, an account by a session, a bot by a token.
//!
//! Guests are made by `POST /api/me` and by nothing else, so that the first requests of a browser, which may overtake
//! each other, never make two people of one.

use axum::{
    extract::{FromRequestParts, OptionalFromRequestParts},
    http::{HeaderMap, HeaderValue, header, request::Parts},
};
use serde::{Deserialize, Serialize};
use table::Visitor;

use crate::{
    App,
    error::{Error, Result},
    secret,
    store::PersonRow,
};

/// Where browsers come by HTTPS, no other host of the same domain can set it.
const SECURE_COOKIE: &str = "__Host-ludarium";
const COOKIE: &str = "ludarium";
const YEAR: u32 = 365 * 24 * 60 * 60;

/// Someone who asks for something.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Person {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) kind: Kind,
    /// The hash of the session's secret.
    #[serde(skip)]
    pub(crate) session: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Kind {
    Guest,
    Account,
    Bot,
}

impl Kind {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Kind::Guest => "guest",
            Kind::Account => "account",
            Kind::Bot => "bot",
        }
    }

    fn from_text(text: &str) -> Option<Self> {
        [Kind::Guest, Kind::Account, Kind::Bot].into_iter().find(|kind| kind.as_str() == text)
    }
}

impl Person {
    /// The same at a table.
    pub(crate) fn visitor(&self) -> Visitor {
        Visitor { id: self.id.clone(), name: self.name.clone(), account: self.owns_name() }
    }

    /// Whether the name is theirs alone.
    pub(crate) fn owns_name(&self) -> bool {
        self.kind != Kind::Guest
    }

    fn of(row: PersonRow, session: Option<String>) -> Result<Self> {
        if row.banned != 0 {
            return Err(Error::Banned);
        }
        let kind = Kind::from_text(&row.kind).ok_or(Error::BadToken)?;
        Ok(Person { id: row.id, name: row.name, kind, session })
    }

    /// What others see of somebody, whether or not they may still do anything.
    pub(crate) fn seen(row: PersonRow) -> Self {
        let kind = Kind::from_text(&row.kind).unwrap_or(Kind::Guest);
        Person { id: row.id, name: row.name, kind, session: None }
    }

    /// A guest that nothing is known of but the id goes by a number.
    fn guest(id: String) -> Self {
        let number =
            id.bytes().fold(7_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())) % 10_000;
        Person { name: format!("Guest {number:04}"), id, kind: Kind::Guest, session: None }
    }
}

/// Who asks by these headers. A cookie that is not valid, or not any more, is none.
async fn recognise(app: &'static App, headers: &HeaderMap) -> Result<Option<Person>> {
    if let Some(token) = headers.get(header::AUTHORIZATION) {
        let token =
            token.to_str().ok().and_then(|text| text.strip_prefix("Bearer ")).ok_or(Error::BadToken)?;
        // Tokens are looked up by their hash, so that time tells nothing of them.
        let row = app.store.person_by_token(&secret::sha256(token.trim())).await?.ok_or(Error::BadToken)?;
        return Person::of(row, None).map(Some);
    }
    let Some(text) = cookie(app, headers).and_then(|signed| app.key.open(signed)) else { return Ok(None) };
    match text.split_once('.') {
        Some(("g", id)) => match app.store.person(id).await? {
            None => Ok(Some(Person::guest(id.to_owned()))),
            // The cookie of a guest opens no account.
            Some(row) if row.is_guest() => Person::of(row, None).map(Some),
            Some(_) => Ok(None),
        },
        Some(("s", secret)) => {
            let hash = secret::sha256(secret);
            match app.store.person_by_session(&hash).await? {
                Some(row) => Person::of(row, Some(hash)).map(Some),
                None => Ok(None),
            }
        }
        _ => Ok(None),
    }
}

/// Whether the cookie is that of a guest who has an account by now.
pub(crate) async fn guest_has_account(app: &'static App, headers: &HeaderMap) -> Result<bool> {
    let text = cookie(app, headers).and_then(|signed| app.key.open(signed));
    let Some(("g", id)) = text.and_then(|text| text.split_once('.')) else { return Ok(false) };
    Ok(app.store.person(id).await?.is_some_and(|row| !row.is_guest()))
}

/// Someone who asks, and the headers that say who it is: so that it can be asked again.
#[derive(Debug)]
pub(crate) struct Introduced {
    pub(crate) person: Person,
    headers: HeaderMap,
}

impl Introduced {
    /// Whether the headers still say the same person.
    pub(crate) async fn is_still_known(&self, app: &'static App) -> Result<bool> {
        Ok(recognise(app, &self.headers).await?.is_some_and(|now| now.id == self.person.id))
    }
}

impl FromRequestParts<&'static App> for Introduced {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &&'static App) -> Result<Self> {
        let person = recognise(app, &parts.headers).await?.ok_or(Error::Unknown)?;
        Ok(Introduced { person, headers: parts.headers.clone() })
    }
}

fn cookie_name(app: &App) -> &'static str {
    if app.config.is_secure() { SECURE_COOKIE } else { COOKIE }
}

fn cookie<'a>(app: &App, headers: &'a HeaderMap) -> Option<&'a str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|text| text.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(cookie_name(app))?.strip_prefix('='))
}

/// The cookie of a guest.
pub(crate) fn guest_cookie(app: &App, guest: &Person) -> HeaderValue {
    set_cookie(app, &format!("g.{}", guest.id))
}

/// The cookie of an account's session.
pub(crate) fn session_cookie(app: &App, secret: &str) -> HeaderValue {
    set_cookie(app, &format!("s.{secret}"))
}

/// The cookie that ends all cookies.
pub(crate) fn no_cookie(app: &App) -> HeaderValue {
    written(app, "", 0)
}

fn set_cookie(app: &App, text: &str) -> HeaderValue {
    written(app, &app.key.sign(text), YEAR)
}

fn written(app: &App, value: &str, age: u32) -> HeaderValue {
    let (name, secure) = (cookie_name(app), if app.config.is_secure() { "; Secure" } else { "" });
    HeaderValue::try_from(format!("{name}={value}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}"))
        .expect("ids and signatures are plain requests")
}

/// The guest who goes by a key of the client's choosing: the same one for the same key, however often it is asked for;
/// without a key a new one.
pub(crate) async fn guest(app: &'static App, key: Option<&str>) -> Result<Person> {
    let id = match key {
        None => secret::id("p"),
        Some(key) if is_key(key) => app.key.id("p", key),
        Some(_) => return Err(Error::BadKey),
    };
    match app.store.person(&id).await? {
        None => Ok(Person::guest(id)),
        Some(row) if row.is_guest() => Person::of(row, None),
        // An account has a password, and what was merged into one is not to come back without it.
        Some(_) => Err(Error::KeyUsed),
    }
}

fn is_key(text: &str) -> bool {
    (16..=64).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
}

impl FromRequestParts<&'static App> for Person {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &&'static App) -> Result<Self> {
        recognise(app, &parts.headers).await?.ok_or(Error::Unknown)
    }
}

impl OptionalFromRequestParts<&'static App> for Person {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &&'static App) -> Result<Option<Self>> {
        recognise(app, &parts.headers).await
    }
}
