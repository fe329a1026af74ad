//! Typed input: what cannot be read is answered like every other error.

use std::{net::SocketAddr, time::Duration};

use axum::{
    Json,
    body::{Bytes, HttpBody},
    extract::{
        ConnectInfo, FromRequest, FromRequestParts, Request,
        rejection::{BytesRejection, JsonRejection, PathRejection, QueryRejection},
    },
    http::{Extensions, HeaderMap, StatusCode, header, request::Parts},
};
use serde::de::DeserializeOwned;

use super::check_origin;
use crate::{App, error::Error, limits, text};

/// The address a request comes from, for limits: of the newer kind, its network.
#[derive(Debug)]
pub(crate) struct Caller(pub(crate) String);

impl FromRequestParts<&'static App> for Caller {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &&'static App) -> Result<Self, Error> {
        Ok(Caller(address(app, &parts.headers, &parts.extensions)))
    }
}

/// The address that a request with these headers comes from.
pub(super) fn address(app: &App, headers: &HeaderMap, extensions: &Extensions) -> String {
    let connected = extensions.get::<ConnectInfo<SocketAddr>>();
    let connected = connected.map(|ConnectInfo(address)| address.ip());
    // The last one of the last line is what our own proxy saw; those before it are hearsay.
    let forwarded = headers.get_all("x-forwarded-for").iter().next_back();
    let forwarded = forwarded.and_then(|value| value.to_str().ok()?.rsplit(',').next()?.trim().parse().ok());
    let address = forwarded.filter(|_| app.config.proxied).or(connected);
    address.map(limits::network).unwrap_or_default()
}

/// Shows that a socket is opened by one of our own pages, or by a program that is no browser.
#[derive(Debug)]
pub(crate) struct SameOrigin;

impl FromRequestParts<&'static App> for SameOrigin {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &&'static App) -> Result<Self, Error> {
        check_origin(app, &parts.uri, &parts.headers).map(|()| SameOrigin)
    }
}

/// A body of no more bytes takes so little that nobody counts it.
const SMALL: u64 = 16 * 1024;
/// How long a body may take to arrive.
const UPLOAD: Duration = Duration::from_secs(20);

/// A JSON body without control characters.
#[derive(Debug)]
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<&'static App> for Body<T> {
    type Rejection = Error;

    async fn from_request(request: Request, app: &&'static App) -> Result<Self, Error> {
        if !is_json(request.headers()) {
            return Err(Error::NotJson);
        }
        let (mut parts, body) = request.into_parts();
        let Caller(address) = Caller::from_request_parts(&mut parts, app).await?;
        // What has come of a large body is held until the rest comes.
        let upper = body.size_hint().upper();
        let _held = match upper.is_some_and(|size| size <= SMALL) {
            true => None,
            false => Some(app.limits.begin_upload(&address)?),
        };
        let request = Request::from_parts(parts, body);
        let bytes = tokio::time::timeout(UPLOAD, Bytes::from_request(request, app)).await;
        let bytes = bytes.map_err(|_| Error::BadRequest("the body does not arrive".to_owned()))??;
        // What is no UTF-8 is for JSON to refuse.
        if let Ok(text) = std::str::from_utf8(&bytes) {
            text::check_json(text)?;
        }
        let Json(body) = Json::from_bytes(&bytes)?;
        Ok(Body(body))
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

#[derive(Debug, FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Error))]
pub(crate) struct QueryOf<T>(pub(crate) T);

#[derive(Debug, FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Error))]
pub(crate) struct PathOf<T>(pub(crate) T);

impl From<BytesRejection> for Error {
    fn from(rejection: BytesRejection) -> Self {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge,
            _ => Error::BadRequest(rejection.body_text()),
        }
    }
}

impl From<JsonRejection> for Error {
    fn from(rejection: JsonRejection) -> Self {
        Error::BadRequest(rejection.body_text())
    }
}

impl From<QueryRejection> for Error {
    fn from(rejection: QueryRejection) -> Self {
        Error::BadRequest(rejection.body_text())
    }
}

impl From<PathRejection> for Error {
    fn from(rejection: PathRejection) -> Self {
        Error::BadRequest(rejection.body_text())
    }
}
