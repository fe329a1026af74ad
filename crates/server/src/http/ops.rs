//! For those who run the server.

use axum::{extract::State, http::header, response::IntoResponse};

use crate::{App, error::Result};

/// Whether the server and its database answer.
pub(super) async fn health(State(app): State<&'static App>) -> Result<&'static str> {
    app.store.ping().await?;
    Ok("ok")
}

/// Counters in the text form of Prometheus.
pub(super) async fn metrics(State(app): State<&'static App>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics.text())
}
