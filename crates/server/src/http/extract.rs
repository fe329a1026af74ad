//! Typed input: what cannot be read is answered like every other error.

use std::net::SocketAddr;

use axum::{
    extract::{
        ConnectInfo, FromRequest, FromRequestParts,
        rejection::{JsonRejection, PathRejection, QueryRejection},
    },
    http::request::Parts,
};

use crate::{App, error::Error};

/// The address a request comes from, for rate limits.
#[derive(Debug)]
pub(crate) struct Caller(pub(crate) String);

impl FromRequestParts<&'static App> for Caller {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &&'static App) -> Result<Self, Error> {
        let forwarded = parts.headers.get("x-forwarded-for").and_then(|value| value.to_str().ok());
        // The last one is what our own proxy saw; those before it are hearsay.
        let address = match forwarded.and_then(|text| text.rsplit(',').next()) {
            Some(address) if app.config.proxied => address.trim().to_owned(),
            _ => parts
                .extensions
                .get::<ConnectInfo<SocketAddr>>()
                .map_or_else(String::new, |ConnectInfo(address)| address.ip().to_string()),
        };
        Ok(Caller(address))
    }
}

/// A JSON body.
#[derive(Debug, FromRequest)]
#[from_request(via(axum::Json), rejection(Error))]
pub(crate) struct Body<T>(pub(crate) T);

#[derive(Debug, FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Error))]
pub(crate) struct QueryOf<T>(pub(crate) T);

#[derive(Debug, FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Error))]
pub(crate) struct PathOf<T>(pub(crate) T);

impl From<JsonRejection> for Error {
    fn from(rejection: JsonRejection) -> Self {
        match rejection {
            JsonRejection::MissingJsonContentType(_) => Error::NotJson,
            JsonRejection::BytesRejection(rejection)
                if rejection.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE =>
            {
                Error::TooLarge
            }
            rejection => Error::BadRequest(rejection.body_text()),
        }
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
