//! HTTP: the router, what stands before every handler, and what is told with every answer.

mod analysis;
mod coach;
#[cfg(test)]
mod costs;
mod explore;
mod extract;
mod finished;
mod games;
mod me;
mod ops;
mod personal_data;
mod players;
mod puzzles;
mod records;
mod review;
mod study;
mod tables;

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    Router,
    extract::{DefaultBodyLimit, OptionalFromRequestParts, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header, uri::PathAndQuery},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
};
use table::Problem;
use tower_http::{
    CompressionLevel, catch_panic::CatchPanicLayer, compression::CompressionLayer,
    set_header::SetResponseHeaderLayer, timeout::TimeoutLayer,
};
use utoipa::OpenApi;
use utoipa_axum::{router::OpenApiRouter, routes};

pub(crate) use extract::{Body, Caller, PathOf, QueryOf, SameOrigin};
pub(crate) use ops::Health;
pub(crate) use personal_data::forget;
pub(crate) use review::Watchers;
pub(crate) use tables::find as open_tables;

use crate::{
    App, client,
    error::{Error, ErrorBody, Result},
    fixed::Fixed,
    hosts, limits,
    people::Person,
    socket, text,
};

/// The largest body that is read.
const BODY: usize = 256 * 1024;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Ludarium",
        description = "Tables, people and records of four board games. The sockets are described in docs/socket.md."
    ),
    components(schemas(ErrorBody, Problem))
)]
struct Api;

/// Everything a server answers.
pub fn app(state: &'static App) -> Router {
    let (api, document) = api().split_for_parts();
    let document =
        Arc::new(Fixed::new(document.to_pretty_json().expect("an OpenAPI document is plain data")));
    let sockets = Router::new()
        .route("/api/tables/{id}/socket", get(socket::table))
        .route("/api/lobby/socket", get(socket::lobby));
    let api = api
        .layer(TimeoutLayer::with_status_code(StatusCode::SERVICE_UNAVAILABLE, Duration::from_secs(60)))
        // Answers are compressed on the threads that everyone waits for.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .merge(sockets)
        .layer(middleware::from_fn_with_state(state, guard))
        .layer(DefaultBodyLimit::max(BODY));
    let document = move |headers: HeaderMap| async move {
        ([(header::CONTENT_TYPE, "application/json")], document.answer(&headers).await)
    };
    let pages = Router::new()
        .route("/api/openapi.json", get(document))
        .route("/healthz", get(ops::health))
        .route("/metrics", get(ops::metrics))
        .fallback(client::page);
    let mut router = api.merge(pages).method_not_allowed_fallback(|| async { Error::Method });
    for (name, value) in HEADERS {
        let name = HeaderName::from_static(name);
        router = router.layer(SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value)));
    }
    if state.config.is_secure() {
        let (name, value) = (header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(HSTS));
        router = router.layer(SetResponseHeaderLayer::overriding(name, value));
    }
    router
        .layer(middleware::from_fn_with_state(state, admit))
        .layer(CatchPanicLayer::custom(panicked))
        .with_state(state)
}

/// The description of the interface, made from the code.
pub fn openapi() -> utoipa::openapi::OpenApi {
    api().split_for_parts().1
}

fn api() -> OpenApiRouter<&'static App> {
    OpenApiRouter::with_openapi(Api::openapi())
        .routes(routes!(games::games))
        .routes(routes!(games::check))
        .routes(routes!(games::club))
        .routes(routes!(tables::create, tables::list))
        .routes(routes!(tables::show))
        .routes(routes!(tables::sit))
        .routes(routes!(tables::nonce))
        .routes(routes!(tables::stand))
        .routes(routes!(tables::record))
        .routes(routes!(me::show, me::enter, me::rename, personal_data::delete))
        .routes(routes!(me::register))
        .routes(routes!(me::login))
        .routes(routes!(me::logout))
        .routes(routes!(me::change_password))
        .routes(routes!(me::sessions))
        .routes(routes!(me::end_session))
        .routes(routes!(me::bots, me::make_bot))
        .routes(routes!(me::end_bot))
        .routes(routes!(personal_data::export))
        .routes(routes!(puzzles::show, puzzles::add))
        .routes(routes!(players::show))
        .routes(routes!(players::ratings))
        .routes(routes!(players::leaderboard))
        .routes(routes!(records::list, finished::keep))
        .routes(routes!(records::archive))
        .routes(routes!(study::position))
        .routes(routes!(study::explain))
        .routes(routes!(explore::explore))
        .routes(routes!(study::evaluate))
        .routes(routes!(coach::coach))
        .routes(routes!(analysis::analyse))
        .routes(routes!(analysis::analysis, analysis::end_analysis))
        .routes(routes!(review::watch))
        .routes(routes!(review::read))
        .routes(routes!(review::write))
}

/// What the client may do in a browser: run its own scripts; three.js draws blobs and data images.
pub(crate) const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' blob: data:; font-src 'self'; media-src 'self'; connect-src 'self' blob: data:; \
     worker-src 'self' blob:; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Told with every answer that does not say otherwise.
const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", POLICY),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("permissions-policy", "camera=(), microphone=(), geolocation=()"),
];

/// Told besides where browsers reach this server by HTTPS: for two years they come by nothing else.
const HSTS: &str = "max-age=63072000";

/// Limits how much one address may ask for. Where connections are scarce, those that are left are for people who were at a
/// game before.
async fn admit(State(app): State<&'static App>, request: Request, next: Next) -> Response {
    let caller = extract::address(app, request.headers(), request.extensions());
    let asks_health = request.uri().path() == "/healthz";
    let fits = if asks_health { Ok(()) } else { app.limits.take(&limits::REQUESTS, None, &caller) };
    if let Err(error) = fits {
        let response = error.into_response();
        app.metrics.answered(response.status().as_u16());
        return response;
    }
    let Some(since) = app.connection_limit.scarce_since() else { return next.run(request).await };
    let (mut parts, body) = request.into_parts();
    let asks = <Person as OptionalFromRequestParts<_>>::from_request_parts(&mut parts, &app).await;
    let plays = match asks {
        Ok(Some(person)) => app.store.played_before(&person.id, since).await,
        Ok(None) => Ok(false),
        Err(error) => Err(error),
    };
    if asks_health || matches!(plays, Ok(true)) {
        return next.run(Request::from_parts(parts, body)).await;
    }
    let mut response = plays.map(|_| Error::Busy).unwrap_or_else(|error| error).into_response();
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// Requests that change something come from our own pages, or from programs that are no browser.
async fn guard(State(app): State<&'static App>, request: Request, next: Next) -> Response {
    let start = Instant::now();
    // The path alone: what follows it may be an invitation.
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let reads = matches!(method, Method::GET | Method::HEAD | Method::OPTIONS);
    let origin = check_origin(app, request.uri(), request.headers());
    let address = request.uri().path_and_query().map_or("", PathAndQuery::as_str);
    let ours = hosts::of(request.uri(), request.headers()).is_none_or(|host| app.hosts.allow(host));
    let ours = if ours { Ok(()) } else { Err(Error::ForeignOrigin) };
    let fine = text::check_address(address).and(ours).and(if reads { Ok(()) } else { origin });
    let mut response = match fine {
        Err(error) => error.into_response(),
        Ok(()) => next.run(request).await,
    };
    let no_store = HeaderValue::from_static("no-store");
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(no_store);
    let (status, took) = (response.status().as_u16(), start.elapsed());
    app.metrics.answered(status);
    tracing::debug!(%method, path, status, ?took, "answered");
    response
}

/// A browser says which page asks: it must be one of ours. A program that is no browser says nothing.
fn check_origin(app: &App, uri: &Uri, headers: &HeaderMap) -> Result<()> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = origin.to_str().map_err(|_| Error::ForeignOrigin)?;
    let host = hosts::of(uri, headers);
    let own = origin.split_once("://").is_some_and(|(_, authority)| Some(authority) == host);
    if own || app.config.origins.iter().any(|known| known == origin) {
        Ok(())
    } else {
        Err(Error::ForeignOrigin)
    }
}

#[allow(clippy::needless_pass_by_value, reason = "what a panic handler is given")]
fn panicked(panic: Box<dyn std::any::Any + Send>) -> Response {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("unknown");
    Error::Internal(format!("panic: {text}")).into_response()
}

/// What each operation may answer beside its success.
#[derive(Debug)]
pub(crate) struct Failures;

impl utoipa::IntoResponses for Failures {
    fn responses() -> std::collections::BTreeMap<String, utoipa::openapi::RefOr<utoipa::openapi::Response>> {
        use utoipa::openapi::{ContentBuilder, Ref, ResponseBuilder};
        let told = [
            (400, "The request cannot be read."),
            (401, "Nobody is known by this request, or its token is not valid."),
            (403, "Not allowed."),
            (404, "There is no such thing."),
            (405, "This method is not allowed here."),
            (409, "Not as things stand."),
            (413, "The body is too large."),
            (415, "Not JSON."),
            (422, "Refused; a clause is named if it is the rules that refuse."),
            (429, "Too many requests."),
            (500, "The server failed."),
            (503, "The server is busy or stopping."),
        ];
        told.into_iter()
            .map(|(status, text)| {
                let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody"))).build();
                let response =
                    ResponseBuilder::new().description(text).content("application/json", content).build();
                (status.to_string(), response.into())
            })
            .collect()
    }
}
