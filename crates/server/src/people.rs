//! Who asks: a guest by a signed cookie, an account by a session, a bot by a token.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use axum::{
    extract::{FromRequestParts, Request, State},
    http::{HeaderMap, HeaderValue, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};

use crate::{
    App,
    error::{Error, Result},
    secret,
    store::PersonRow,
    wire::Who,
};

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
}

impl Person {
    pub(crate) fn who(&self) -> Who {
        Who { id: self.id.clone(), name: self.name.clone() }
    }

    /// Whether the name is theirs alone.
    pub(crate) fn owns_name(&self) -> bool {
        self.kind != Kind::Guest
    }

    pub(crate) fn is_rated(&self) -> bool {
        self.kind != Kind::Guest
    }

    fn of(row: PersonRow, session: Option<String>) -> Result<Self> {
        if row.banned != 0 {
            return Err(Error::Banned);
        }
        let kind = match row.kind.as_str() {
            "account" => Kind::Account,
            "bot" => Kind::Bot,
            "guest" => Kind::Guest,
            _ => return Err(Error::BadToken),
        };
        Ok(Person { id: row.id, name: row.name, kind, session })
    }

    fn new_guest() -> Self {
        Self::guest(secret::id("p"))
    }

    /// A guest that nothing is known of but the id goes by a number.
    fn guest(id: String) -> Self {
        let number =
            id.bytes().fold(7_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())) % 10_000;
        Person { name: format!("Guest {number:04}"), id, kind: Kind::Guest, session: None }
    }
}

/// Who this request comes from, found before any handler runs.
#[derive(Clone, Debug)]
struct Identity {
    person: Person,
    /// Whether a handler wanted to know.
    used: Arc<AtomicBool>,
}

/// Finds out who asks; a newcomer who is asked for becomes a guest and gets a cookie.
pub(crate) async fn identify(State(app): State<&'static App>, mut request: Request, next: Next) -> Response {
    let found = match recognise(app, request.headers()).await {
        Ok(found) => found,
        Err(error) => return error.into_response(),
    };
    let fresh = found.is_none();
    let person = found.unwrap_or_else(Person::new_guest);
    let used = Arc::new(AtomicBool::new(false));
    let cookie = fresh.then(|| guest_cookie(app, &person.id));
    request.extensions_mut().insert(Identity { person, used: Arc::clone(&used) });
    let mut response = next.run(request).await;
    if let Some(cookie) = cookie
        && used.load(Ordering::Relaxed)
        && !response.headers().contains_key(header::SET_COOKIE)
    {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

async fn recognise(app: &'static App, headers: &HeaderMap) -> Result<Option<Person>> {
    if let Some(token) = headers.get(header::AUTHORIZATION) {
        let token =
            token.to_str().ok().and_then(|text| text.strip_prefix("Bearer ")).ok_or(Error::BadToken)?;
        // Tokens are looked up by their hash, so that time tells nothing of them.
        let row = app.store.person_by_token(&secret::sha256(token.trim())).await?.ok_or(Error::BadToken)?;
        return Person::of(row, None).map(Some);
    }
    let Some(text) = cookie(headers).and_then(|signed| app.key.open(signed)) else { return Ok(None) };
    match text.split_once('.') {
        Some(("g", id)) => match app.store.person(id).await? {
            None => Ok(Some(Person::guest(id.to_owned()))),
            // The cookie of a guest opens no account.
            Some(row) if row.kind == "guest" && row.merged.is_none() => Person::of(row, None).map(Some),
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

fn cookie(headers: &HeaderMap) -> Option<&str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|text| text.split(';'))
        .find_map(|pair| pair.trim().strip_prefix(COOKIE)?.strip_prefix('='))
}

fn guest_cookie(app: &App, id: &str) -> HeaderValue {
    set_cookie(app, &format!("g.{id}"))
}

/// The cookie of an account's session.
pub(crate) fn session_cookie(app: &App, secret: &str) -> HeaderValue {
    set_cookie(app, &format!("s.{secret}"))
}

/// The cookie that ends all cookies.
pub(crate) fn no_cookie() -> HeaderValue {
    HeaderValue::from_static("ludarium=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax")
}

fn set_cookie(app: &App, text: &str) -> HeaderValue {
    let secure = if app.config.is_secure() { "; Secure" } else { "" };
    let value = app.key.sign(text);
    HeaderValue::try_from(format!("{COOKIE}={value}; Path=/; Max-Age={YEAR}; HttpOnly; SameSite=Lax{secure}"))
        .expect("ids and signatures are plain letters")
}

impl<S: Send + Sync> FromRequestParts<S> for Person {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let identity = parts
            .extensions
            .get::<Identity>()
            .ok_or_else(|| Error::Internal("a route without identity".to_owned()))?;
        identity.used.store(true, Ordering::Relaxed);
        Ok(identity.person.clone())
    }
}
