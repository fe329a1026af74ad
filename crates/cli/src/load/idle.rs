//! A socket that is open and silent.

use std::sync::Arc;

use anyhow::Context;
use futures_util::StreamExt;
use tokio::{sync::oneshot, task::JoinHandle};

use super::{Where, table::Match};

/// Someone who only listens. Pings are answered; that is all.
#[derive(Debug)]
pub(super) struct Idle(JoinHandle<()>);

impl Idle {
    pub(super) async fn open(game: Arc<Match>, number: usize, place: Where) -> anyhow::Result<Self> {
        let mut cookie = String::new();
        let path = match place {
            Where::Lobby => "/api/lobby/socket".to_owned(),
            Where::Tables => {
                let mut caller = game.doors.caller(number);
                cookie = caller.guest().await?;
                let made = game.make(&mut caller, &mut cookie).await?;
                format!("/api/tables/{}/socket", made.id)
            }
        };
        let mut socket = game.doors.socket(number, &path, &cookie).await?;
        let (first, listening) = oneshot::channel();
        let task = tokio::spawn(async move {
            let mut first = Some(first);
            while let Some(Ok(_)) = socket.next().await {
                // Nobody may wait for the first word any more.
                let _told = first.take().map(|first| first.send(()));
            }
        });
        listening.await.context("a socket was closed at once")?;
        Ok(Idle(task))
    }

    /// Whether the server has let us go.
    pub(super) fn is_gone(&self) -> bool {
        self.0.is_finished()
    }
}

impl Drop for Idle {
    fn drop(&mut self) {
        self.0.abort();
    }
}
