//! WebSockets that are open and idle.

use std::sync::Arc;

use anyhow::Context;
use futures_util::StreamExt;
use tokio::{sync::oneshot, task::JoinHandle};

use super::{Where, table::Run};

/// A socket that only reads, and answers pings.
#[derive(Debug)]
pub(super) struct IdleSocket(JoinHandle<()>);

impl IdleSocket {
    pub(super) async fn open(game: Arc<Run>, number: usize, place: Where) -> anyhow::Result<Self> {
        let mut cookie = String::new();
        let path = match place {
            Where::Lobby => "/api/lobby/socket".to_owned(),
            Where::Tables => {
                let mut client = game.addresses.client(number);
                cookie = client.guest().await?;
                let made = game.create_table(&mut client, &mut cookie).await?;
                format!("/api/tables/{}/socket", made.id)
            }
        };
        let mut socket = game.addresses.socket(number, &path, &cookie).await?;
        let (first, listening) = oneshot::channel();
        let task = tokio::spawn(async move {
            let mut first = Some(first);
            while let Some(Ok(_)) = socket.next().await {
                // Nothing may wait for the first message any more.
                let _sent = first.take().map(|first| first.send(()));
            }
        });
        listening.await.context("a socket was closed at once")?;
        Ok(IdleSocket(task))
    }

    /// Whether the server has closed it.
    pub(super) fn is_closed(&self) -> bool {
        self.0.is_finished()
    }
}

impl Drop for IdleSocket {
    fn drop(&mut self) {
        self.0.abort();
    }
}
