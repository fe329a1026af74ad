//! The client, embedded when the binary was built.

use axum::{
    http::{HeaderMap, HeaderValue, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::RustEmbed;

use crate::{error::Error, http::POLICY};

/// What `web/dist` held at build time; nothing if the client was not built.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
#[allow_missing = true]
struct Dist;

const NOT_BUILT: &str = "<!doctype html><meta charset=utf-8><title>Ludarium</title>\
<p>The server runs, but this binary was built without the client. Its interface is described at \
<a href=/api/openapi.json>/api/openapi.json</a>.";

/// A file of the client, or its page for every address that the client itself understands.
pub(crate) async fn page(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") || path == "api" {
        return Error::NoSuchPage.into_response();
    }
    if let Some(response) = file(if path.is_empty() { "index.html" } else { path }) {
        return response;
    }
    // A browser that follows a link says that it wants a page: a name in an address may have a dot.
    let accepts = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    let looks_like_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if looks_like_file && !accepts.contains("text/html") {
        return Error::NoSuchPage.into_response();
    }
    file("fallback.html")
        .unwrap_or_else(|| ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], NOT_BUILT).into_response())
}

fn file(path: &str) -> Option<Response> {
    let file = Dist::get(path)?;
    // Names under immutable/ contain a hash of what is in them.
    let cache =
        if path.starts_with("_app/immutable/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let policy = path.ends_with(".html").then(|| policy(&String::from_utf8_lossy(&file.data)));
    let mut response = (StatusCode::OK, file.data).into_response();
    let headers = response.headers_mut();
    let mime = HeaderValue::try_from(file.metadata.mimetype())
        .unwrap_or(HeaderValue::from_static("application/octet-stream"));
    headers.insert(header::CONTENT_TYPE, mime);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    if let Some(policy) = policy.and_then(|policy| HeaderValue::try_from(policy).ok()) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    Some(response)
}

/// The policy of a page: its inline scripts, whose digests it names itself, may run, and no others.
fn policy(page: &str) -> String {
    let mut scripts = "script-src 'self' 'wasm-unsafe-eval'".to_owned();
    for digest in page.split('\'').filter(|part| part.starts_with("sha256-")) {
        scripts.push_str(&format!(" '{digest}'"));
    }
    POLICY.replacen("script-src 'self' 'wasm-unsafe-eval'", &scripts, 1)
}

#[cfg(test)]
mod tests {
    use super::policy;

    #[test]
    fn a_page_may_run_the_scripts_it_names() {
        let page = "<meta content=\"script-src 'self' 'sha256-ab+/c='\"><script>start()</script>";
        let allowed = "; script-src 'self' 'wasm-unsafe-eval' 'sha256-ab+/c='; ";
        assert!(policy(page).contains(allowed), "{}", policy(page));
        assert!(policy("<p>no script").contains("; script-src 'self' 'wasm-unsafe-eval'; "));
    }
}
