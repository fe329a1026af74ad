//! What is the same for everyone and for ever, as files of the client are: compressed once, and not for each who asks.

use std::io::Write;

use axum::{
    body::Bytes,
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
};
use flate2::{Compression, write::GzEncoder};
use tokio::sync::OnceCell;

/// Bytes that never change.
#[derive(Debug)]
pub(crate) struct Fixed {
    plain: Bytes,
    /// Nothing if they do not become smaller.
    compressed: OnceCell<Option<Bytes>>,
}

impl Fixed {
    pub(crate) fn new(plain: impl Into<Bytes>) -> Self {
        Fixed { plain: plain.into(), compressed: OnceCell::new() }
    }

    /// The bytes as whoever sent these headers takes them.
    pub(crate) async fn answer(&self, headers: &HeaderMap) -> Response {
        let compressed = match takes_gzip(headers) {
            true => self.compressed.get_or_init(|| compress(self.plain.clone())).await.clone(),
            false => None,
        };
        let encoding = compressed.is_some().then_some(HeaderValue::from_static("gzip"));
        let mut response = compressed.unwrap_or_else(|| self.plain.clone()).into_response();
        let told = response.headers_mut();
        told.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Some(encoding) = encoding {
            told.insert(header::CONTENT_ENCODING, encoding);
        }
        response
    }
}

fn takes_gzip(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(',')).any(|word| {
        let (name, weight) = word.split_once(';').unwrap_or((word, ""));
        let never = weight.trim().strip_prefix("q=").is_some_and(|weight| weight.parse() == Ok(0.0));
        name.trim().eq_ignore_ascii_case("gzip") && !never
    })
}

/// It takes a core for a while, so it is done off the async threads.
async fn compress(plain: Bytes) -> Option<Bytes> {
    let compressed = tokio::task::spawn_blocking(move || {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let compressed = encoder.write_all(&plain).and_then(|()| encoder.finish()).ok()?;
        (compressed.len() < plain.len()).then(|| Bytes::from(compressed))
    });
    compressed.await.ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn who_takes_it_gets_it_smaller() {
        let (text, noise) = (Fixed::new("again and ".repeat(100)), Fixed::new("x"));
        for (takes, of, encoded) in [
            (Some("gzip"), &text, true),
            (Some("br, GZIP;q=0.5"), &text, true),
            (Some("gzip;q=0"), &text, false),
            (Some("br"), &text, false),
            (None, &text, false),
            (Some("gzip"), &noise, false),
        ] {
            let value = takes.map(|text| (header::ACCEPT_ENCODING, HeaderValue::from_static(text)));
            let answer = of.answer(&value.into_iter().collect()).await;
            assert_eq!(answer.headers().contains_key(header::CONTENT_ENCODING), encoded, "{takes:?}");
            let body = axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap();
            assert_eq!(body.len() < of.plain.len(), encoded, "{takes:?}");
        }
    }
}
