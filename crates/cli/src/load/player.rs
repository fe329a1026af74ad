//! Somebody at a table, who knows what the socket has told them.

use std::{borrow::Cow, sync::Arc, time::Duration};

use anyhow::{Context, anyhow};
use futures_util::{SinkExt, StreamExt};
use rand::{Rng, seq::IndexedRandom};
use serde::Deserialize;
use tokio::time::{Instant, sleep, timeout};
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};

use super::{door::Socket, table::Match, tally::Tally};

/// How long to wait before knocking again at a server that is away.
const KNOCK: Duration = Duration::from_millis(100);

#[derive(Debug)]
pub(super) struct Player {
    game: Arc<Match>,
    /// Which door to go in by.
    door: usize,
    table: String,
    pub(super) cookie: String,
    socket: Socket,
    /// The number of the last event heard of.
    pub(super) n: i64,
    pub(super) sight: Sight,
}

/// What a player takes from a view.
#[derive(Clone, Debug, Default)]
pub(super) struct Sight {
    pub(super) ply: usize,
    /// Nobody when the game is over.
    pub(super) to_act: Option<usize>,
    /// One of the legal actions, if it is this player who is to act.
    pub(super) choice: Option<String>,
}

/// What the socket said.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Heard {
    State,
    Ack {
        id: String,
        n: i64,
    },
    Refused {
        text: String,
    },
    /// The connection was lost and made again.
    Again,
    /// An event, or something of no consequence.
    Other,
}

/// A message, as far as a player cares: the board is skipped unread.
#[derive(Debug, Deserialize)]
struct Said<'a> {
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
    turn: Turn,
    #[serde(borrow)]
    legal: Vec<Legal<'a>>,
}

#[derive(Debug, Deserialize)]
struct Turn {
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
        game: Arc<Match>,
        door: usize,
        table: &str,
        cookie: String,
    ) -> anyhow::Result<Self> {
        let socket = game.doors.socket(door, &format!("/api/tables/{table}/socket"), &cookie).await?;
        Ok(Player { game, door, table: table.to_owned(), cookie, socket, n: 0, sight: Sight::default() })
    }

    /// Sends; whether it arrived is known by what is heard.
    pub(super) async fn say(&mut self, text: &str) {
        let _heard = self.socket.send(Message::text(text)).await;
    }

    /// Waits for what a socket begins with.
    pub(super) async fn hear_state(&mut self, tally: &mut Tally, rng: &mut impl Rng) -> anyhow::Result<()> {
        while self.hear(tally, rng).await? != Heard::State {}
        Ok(())
    }

    /// The next message. Whoever is cut off comes back and says what they have heard last.
    pub(super) async fn hear(&mut self, tally: &mut Tally, rng: &mut impl Rng) -> anyhow::Result<Heard> {
        let patience = self.game.patience;
        loop {
            match timeout(patience, self.socket.next()).await.context("no answer")? {
                Some(Ok(Message::Text(text))) => return self.understand(&text, tally, rng),
                Some(Ok(Message::Close(_)) | Err(_)) | None => {
                    tally.reconnected += 1;
                    self.come_back().await?;
                    return Ok(Heard::Again);
                }
                Some(Ok(_)) => {}
            }
        }
    }

    async fn come_back(&mut self) -> anyhow::Result<()> {
        let until = Instant::now() + self.game.patience;
        loop {
            // Another server of the same tables may be there when this one is not.
            self.door += 1;
            let path = format!("/api/tables/{}/socket?since={}", self.table, self.n);
            match self.game.doors.socket(self.door, &path, &self.cookie).await {
                Ok(socket) => {
                    self.socket = socket;
                    return Ok(());
                }
                Err(error) if Instant::now() >= until => return Err(error.context("the server is away")),
                Err(_) => sleep(KNOCK).await,
            }
        }
    }

    fn understand(
        &mut self,
        text: &Utf8Bytes,
        tally: &mut Tally,
        rng: &mut impl Rng,
    ) -> anyhow::Result<Heard> {
        let said: Said<'_> = serde_json::from_str(text).with_context(|| format!("a message: {text}"))?;
        let heard = match said.kind {
            "state" => {
                tally.lost_events += (self.n - said.n).max(0) as u64;
                self.n = said.n;
                Heard::State
            }
            "event" => {
                tally.doubled_events += u64::from(said.n <= self.n);
                tally.lost_events += (said.n - self.n - 1).max(0) as u64;
                self.n = said.n;
                Heard::Other
            }
            "ack" => Heard::Ack { id: said.id.to_owned(), n: said.n },
            "refused" => {
                let problem = said.error.ok_or_else(|| anyhow!("refused without a reason"))?;
                Heard::Refused { text: problem.text }
            }
            _ => Heard::Other,
        };
        if let Some(view) = said.view {
            let choice = view.legal.choose(rng).map(|legal| legal.t.clone().into_owned());
            self.sight = Sight { ply: view.ply, to_act: view.turn.seat, choice };
        }
        Ok(heard)
    }
}
