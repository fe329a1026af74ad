//! Notifications between the processes on one PostgreSQL. SQLite has one process, and nobody to notify.

use std::time::Duration;

use sqlx::postgres::PgListener;

use super::{Kind, Store};
use crate::error::Result;

/// How long to wait before a lost connection is made anew.
const PAUSE: Duration = Duration::from_millis(500);

impl Store {
    /// Notifies everyone who listens on this channel. Nobody may rely on it: it only wakes those who would look later.
    pub async fn tell(&self, channel: &str, text: &str) -> Result<()> {
        if self.kind == Kind::Postgres {
            // As text, because the common driver knows no void.
            sqlx::query("SELECT CAST(pg_notify($1, $2) AS TEXT)")
                .bind(channel)
                .bind(text)
                .execute(&mut *self.write_turn().await?)
                .await?;
        }
        Ok(())
    }

    /// Listens for ever. `handle` is given the channel and the text, or nothing when the connection was lost and
    /// is there again: notifications may have been missed.
    pub async fn listen(&self, channels: &[&str], mut handle: impl FnMut(Option<(&str, &str)>)) {
        let Some(listener) = &self.listener else { return std::future::pending().await };
        loop {
            if let Err(error) = listen(listener, channels, &mut handle).await {
                crate::error::Error::from(error).log();
            }
            if self.pool.is_closed() {
                return;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
}

async fn listen(
    listener: &sqlx::PgPool,
    channels: &[&str],
    handle: &mut impl FnMut(Option<(&str, &str)>),
) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(listener).await?;
    listener.listen_all(channels.iter().copied()).await?;
    handle(None);
    while let Some(told) = listener.try_recv().await? {
        handle(Some((told.channel(), told.payload())));
    }
    Ok(())
}
