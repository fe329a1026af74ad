//! A player at a table, who knows what the socket has sent.

use std::{borrow::Cow, sync::Arc, time::Duration};

use anyhow::{Context, anyhow};
use futures_util::{SinkExt, StreamExt};
use rand::{Rng, seq::IndexedRandom};
use serde::Deserialize;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use super::{connection::Socket, table::Run, tally::Tally};

/// How long to wait before connecting again to a server that is down.
const RETRY: Duration = Duration::from_millis(100);

#[derive(Debug)]
pub(super) struct Player {
    game: Arc<Run>,
    /// Which server to connect to.
    server: usize,
    table: String,
    pub(super) cookie: String,
    socket: Socket,
    /// The number of the last event received.
    pub(super) n: i64,
    pub(super) turn: Turn,
}

/// What a player takes from a view.
#[derive(Clone, Debug, Default)]
pub(super) struct Turn {
    pub(super) ply: usize,
    /// Nobody when the game is over.
    pub(super) to_act: Option<usize>,
    /// One of the legal actions, if it is this player who is to act.
    pub(super) choice: Option<String>,
}

/// What a message was.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Received {
    State,
    Ack {
        id: String,
        n: i64,
    },
    Refused {
        text: String,
    },
    /// The connection was lost and made again.
    Reconnected,
    /// An event, or something of no consequence.
    Other,
}

/// A message, as far as a player needs it: the board is skipped unread.
#[derive(Debug, Deserialize)]
struct Incoming<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    #[serde(default)]
    n: i64,
    #[serde(default)]
    id: &'a str,
    #[serde(borrow)]
    view: Option<View<'a>>,
    error: Option<Problem>,
}

#[derive(Debug, Deserialize)]
struct View<'a> {
    ply: usize,
    turn: TurnView,
    #[serde(borrow)]
    legal: Vec<Legal<'a>>,
}

#[derive(Debug, Deserialize)]
struct TurnView {
    seat: Option<usize>,
}

#[derive(Debug, Deserialize)]
struct Legal<'a> {
    #[serde(borrow)]
    t: Cow<'a, str>,
}

#[derive(Debug, Deserialize)]
struct Problem {
    text: String,
}

impl Player {
    pub(super) async fn sit(
        game: Arc<Run>,
        server: usize,
        table: &str,
        cookie: String,
    ) -> anyhow::Result<Self> {
        let socket = game.addresses.socket(server, &format!("/api/tables/{table}/socket"), &cookie).await?;
        Ok(Player { game, server, table: table.to_owned(), cookie, socket, n: 0, turn: Turn::default() })
    }

    /// Sends; whether it arrived is known by what is received.
    pub(super) async fn send(&mut self, text: &str) {
        let _sent = self.socket.send(Message::text(text)).await;
    }

    /// Waits for the state that a socket begins with.
    pub(super) async fn receive_state(
        &mut self,
        tally: &mut Tally,
        rng: &mut impl Rng,
    ) -> anyhow::Result<()> {
        while self.receive(tally, rng).await? != Received::State {}
        Ok(())
    }

    /// The next message. A player that is disconnected connects again from the last event received.
    pub(super) async fn receive(
        &mut self,
        tally: &mut Tally,
        rng: &mut impl Rng,
    ) -> anyhow::Result<Received> {
        let patience = self.game.patience;
        loop {
            match timeout(patience, self.socket.next()).await.context("no answer")? {
                Some(Ok(Message::Text(text))) => return self.interpret(&text, tally, rng),
                Some(Ok(Message::Close(_)) | Err(_)) | None => {
                    tally.reconnected += 1;
                    self.reconnect().await?;
                    return Ok(Received::Reconnected);
                }
                Some(Ok(_)) => {}
            }
        }
    }

    async fn reconnect(&mut self) -> anyhow::Result<()> {
        let until = Instant::now() + self.game.patience;
        loop {
            // Another server of the same tables may be up when this one is down.
            self.server += 1;
            let path = format!("/api/tables/{}/socket?since={}", self.table, self.n);
            match self.game.addresses.socket(self.server, &path, &self.cookie).await {
                Ok(socket) => {
                    self.socket = socket;
                    return Ok(());
                }
                Err(error) if Instant::now() >= until => return Err(error.context("the server is down")),
                Err(_) => sleep(RETRY).await,
            }
        }
    }

    fn interpret(
        &mut self,
        text: &Utf8Bytes,
        tally: &mut Tally,
        rng: &mut impl Rng,
    ) -> anyhow::Result<Received> {
        let message: Incoming<'_> =
            serde_json::from_str(text).with_context(|| format!("a message: {text}"))?;
        let received = match message.kind {
            "state" => {
                tally.lost_events += (self.n - message.n).max(0) as u64;
                self.n = message.n;
                Received::State
            }
            "event" => {
                tally.doubled_events += u64::from(message.n <= self.n);
                tally.lost_events += (message.n - self.n - 1).max(0) as u64;
                self.n = message.n;
                Received::Other
            }
            "ack" => Received::Ack { id: message.id.to_owned(), n: message.n },
            "refused" => {
                let problem = message.error.ok_or_else(|| anyhow!("refused without a reason"))?;
                Received::Refused { text: problem.text }
            }
            _ => Received::Other,
        };
        if let Some(view) = message.view {
            let choice = view.legal.choose(rng).map(|legal| legal.t.clone().into_owned());
            self.turn = Turn { ply: view.ply, to_act: view.turn.seat, choice };
        }
        Ok(received)
    }
}
