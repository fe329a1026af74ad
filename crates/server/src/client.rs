//! The client, embedded when the binary was built.

use axum::{
    http::{HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::RustEmbed;

use crate::error::Error;

/// What `web/dist` held at build time; nothing if the client was not built.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
#[allow_missing = true]
struct Dist;

const NOT_BUILT: &str = "<!doctype html><meta charset=utf-8><title>Ludarium</title>\
<p>The server runs, but this binary was built without the client. Its interface is described at \
<a href=/api/openapi.json>/api/openapi.json</a>.";

/// A file of the client, or its page for every address that the client itself understands.
pub(crate) async fn page(uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") || path == "api" {
        return Error::NoSuchPage.into_response();
    }
    if let Some(response) = file(path) {
        return response;
    }
    let looks_like_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if looks_like_file {
        return Error::NoSuchPage.into_response();
    }
    file("index.html")
        .unwrap_or_else(|| ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], NOT_BUILT).into_response())
}

fn file(path: &str) -> Option<Response> {
    let file = Dist::get(path)?;
    // Names under assets/ contain a hash of what is in them.
    let cache = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut response = (StatusCode::OK, file.data).into_response();
    let headers = response.headers_mut();
    let mime = HeaderValue::try_from(file.metadata.mimetype())
        .unwrap_or(HeaderValue::from_static("application/octet-stream"));
    headers.insert(header::CONTENT_TYPE, mime);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    Some(response)
}
