//! The client: the files that the binary brings along, and how they are sent.

use std::{
    borrow::Cow,
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex},
};

use axum::{
    extract::State,
    http::{HeaderMap, HeaderValue, Method, Uri, header},
    response::{IntoResponse, Response},
};
use rust_embed::EmbeddedFile;

use crate::{App, error::Error, fixed::Fixed, http::POLICY};

/// The file of the client with this path.
pub type ClientFiles = fn(&str) -> Option<EmbeddedFile>;

const NOT_BUILT: &str = "<!doctype html><meta charset=utf-8><title>Ludarium</title>\
<p>The server runs, but this binary was built without the client. Its interface is described at \
<a href=/api/openapi.json>/api/openapi.json</a>.";

/// A file of the client, or its page for every address that the client itself understands.
pub(crate) async fn page(
    State(app): State<&'static App>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let file = |path| file(app.config.client, path);
    if !matches!(method, Method::GET | Method::HEAD) {
        return Error::Method.into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if path.starts_with("api/") || path == "api" {
        return Error::NoSuchPage.into_response();
    }
    if let Some(file) = file(if path.is_empty() { "index.html" } else { path }) {
        return file.answer(&headers).await;
    }
    // A browser that follows a link says that it wants a page: a name in an address may have a dot.
    let accepts = headers.get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    let looks_like_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    if looks_like_file && !accepts.contains("text/html") {
        return Error::NoSuchPage.into_response();
    }
    match file("fallback.html") {
        Some(file) => file.answer(&headers).await,
        None => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], NOT_BUILT).into_response(),
    }
}

fn file(client: ClientFiles, path: &str) -> Option<Arc<ClientFile>> {
    /// What was asked for before, by path: it is compressed once.
    static FILES: LazyLock<Mutex<HashMap<String, Arc<ClientFile>>>> = LazyLock::new(Mutex::default);
    let found = client(path)?;
    let mut files = FILES.lock().expect("nobody panics while holding the files");
    // Where nothing is embedded they are read from the folder, which may change meanwhile.
    match files.get(path).filter(|known| known.digest == found.metadata.sha256_hash()) {
        Some(known) => Some(known.clone()),
        None => {
            let file = Arc::new(ClientFile::new(path, found));
            files.insert(path.to_owned(), file.clone());
            Some(file)
        }
    }
}

/// A file of the client, and what is told with it.
struct ClientFile {
    digest: [u8; 32],
    bytes: Fixed,
    kind: HeaderValue,
    cache: HeaderValue,
    policy: Option<HeaderValue>,
}

impl ClientFile {
    fn new(path: &str, file: EmbeddedFile) -> Self {
        // Names under immutable/ contain a hash of what is in them.
        let cache = if path.starts_with("_app/immutable/") {
            "public, max-age=31536000, immutable"
        } else {
            "no-cache"
        };
        let policy = path.ends_with(".html").then(|| policy(&String::from_utf8_lossy(&file.data)));
        ClientFile {
            digest: file.metadata.sha256_hash(),
            kind: HeaderValue::try_from(file.metadata.mimetype())
                .unwrap_or(HeaderValue::from_static("application/octet-stream")),
            cache: HeaderValue::from_static(cache),
            policy: policy.and_then(|policy| HeaderValue::try_from(policy).ok()),
            bytes: match file.data {
                Cow::Borrowed(embedded) => Fixed::new(embedded),
                Cow::Owned(read) => Fixed::new(read),
            },
        }
    }

    async fn answer(&self, headers: &HeaderMap) -> Response {
        let mut response = self.bytes.answer(headers).await;
        let told = response.headers_mut();
        told.insert(header::CONTENT_TYPE, self.kind.clone());
        told.insert(header::CACHE_CONTROL, self.cache.clone());
        if let Some(policy) = &self.policy {
            told.insert(header::CONTENT_SECURITY_POLICY, policy.clone());
        }
        response
    }
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
