//! For those who run the server.

use std::time::{Duration, Instant};

use axum::{extract::State, http::header, response::IntoResponse};
use tokio::sync::Mutex;

use crate::{
    App,
    error::{Error, Result},
};

/// How long what the database answered holds for all who ask.
const FRESH: Duration = Duration::from_millis(100);

/// Whether the database answered when it was last asked. Nobody is refused an answer, so however many ask, it is asked once.
#[derive(Debug, Default)]
pub(crate) struct Health(Mutex<Option<(Instant, bool)>>);

impl Health {
    async fn check(&self, ping: impl Future<Output = Result<()>>) -> Result<()> {
        let mut known = self.0.lock().await;
        if let Some((_, well)) = known.filter(|(at, _)| at.elapsed() < FRESH) {
            return if well { Ok(()) } else { Err(Error::Busy) };
        }
        let answered = ping.await;
        *known = Some((Instant::now(), answered.is_ok()));
        answered
    }
}

/// Whether the server and its database answer.
pub(super) async fn health(State(app): State<&'static App>) -> Result<&'static str> {
    app.health.check(app.store.ping()).await?;
    Ok("ok")
}

/// Counters in the text form of Prometheus.
pub(super) async fn metrics(State(app): State<&'static App>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], app.metrics.text())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn however_many_ask_the_database_is_asked_once() {
        let (health, asked) = (Health::default(), std::cell::Cell::new(0));
        let ping = |well: bool| {
            let asked = &asked;
            async move {
                asked.set(asked.get() + 1);
                tokio::task::yield_now().await;
                if well { Ok(()) } else { Err(Error::Full) }
            }
        };
        let all = futures_util::future::join_all((0..1_000).map(|_| health.check(ping(true)))).await;
        assert!(all.iter().all(Result::is_ok));
        let once = asked.get();
        assert!(once < 100, "asked {once} times");
        *health.0.lock().await = None;
        let all = futures_util::future::join_all((0..1_000).map(|_| health.check(ping(false)))).await;
        assert!(all.iter().all(Result::is_err), "and if it does not answer all are told");
    }
}
