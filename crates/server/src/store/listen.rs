//! What the processes on one PostgreSQL tell each other. SQLite has one process, which has nobody to tell.

use std::time::Duration;

use sqlx::postgres::PgListener;

use super::{Kind, Store};
use crate::error::Result;

/// How long to wait before a lost connection is made anew.
const PAUSE: Duration = Duration::from_millis(500);

impl Store {
    /// Tells everyone who listens on this channel. Nobody may rely on it: it wakes those who would look later.
    pub async fn tell(&self, channel: &str, text: &str) -> Result<()> {
        if self.kind == Kind::Postgres {
            // As text, because the common driver knows no void.
            sqlx::query("SELECT CAST(pg_notify($1, $2) AS TEXT)")
                .bind(channel)
                .bind(text)
                .execute(&self.pool)
                .await?;
        }
        Ok(())
    }

    /// Listens for ever. `hear` is given the channel and the text, or nothing when the connection was lost and
    /// is there again: what was told meanwhile went unheard.
    pub async fn listen(&self, channels: &[&str], mut hear: impl FnMut(Option<(&str, &str)>)) {
        let Some(ears) = &self.ears else { return std::future::pending().await };
        loop {
            if let Err(error) = listen(ears, channels, &mut hear).await {
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
    ears: &sqlx::PgPool,
    channels: &[&str],
    hear: &mut impl FnMut(Option<(&str, &str)>),
) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect_with(ears).await?;
    listener.listen_all(channels.iter().copied()).await?;
    hear(None);
    while let Some(told) = listener.try_recv().await? {
        hear(Some((told.channel(), told.payload())));
    }
    Ok(())
}
