//! A table whose players play one game after another.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{anyhow, bail};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde_json::json;
use table::{Clock, Command, Incoming, MadeTable, NewTable, SeatWish};

use super::{
    Args,
    connection::{Addresses, HttpClient},
    journal::Journal,
    player::{Player, Received},
    tally::Tally,
};

/// What all tables of a run share.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) addresses: Addresses,
    pub(super) patience: Duration,
    seats: usize,
    /// The request for a new table.
    request: NewTable,
    /// The time between two actions at a table.
    interval: Duration,
    seed: u64,
    /// The prefix of the ids of commands, which must differ from those of another run.
    id: u64,
}

impl Run {
    pub(super) fn new(args: &Args, seats: usize, addresses: Addresses) -> Self {
        let others = std::iter::repeat_n(SeatWish::Open, seats - 1);
        Run {
            addresses,
            patience: Duration::from_secs_f64(args.patience),
            seats,
            request: NewTable {
                game: args.game.clone(),
                setup: args.setup.clone(),
                seats: std::iter::once(SeatWish::Me).chain(others).collect(),
                clock: Clock::None,
                reply_seconds: 10,
                rated: false,
                private: true,
                gives_nonce: false,
            },
            interval: Duration::from_secs_f64(args.pace / seats as f64),
            seed: args.seed,
            id: rand::random(),
        }
    }

    /// The request for a table against an engine.
    pub(super) fn against(&self, level: u8) -> NewTable {
        let engines = std::iter::repeat_n(SeatWish::Engine { level }, self.seats - 1);
        NewTable { seats: std::iter::once(SeatWish::Me).chain(engines).collect(), ..self.request.clone() }
    }

    /// Creates a table with its owner at the first seat.
    pub(super) async fn create_table(
        &self,
        client: &mut HttpClient<'_>,
        cookie: &mut String,
    ) -> anyhow::Result<MadeTable> {
        client.json("POST", "/api/tables", cookie, &json!(self.request)).await
    }
}

/// A table whose players play each other until the run ends.
#[derive(Debug)]
pub(super) struct Table {
    game: Arc<Run>,
    number: usize,
    /// In the order of their seats.
    players: Vec<Player>,
    journal: Journal,
    /// Those of the games before.
    kept: Vec<Journal>,
    tally: Tally,
    rng: StdRng,
    commands: u64,
}

impl Table {
    /// New guests at a new table, all connected.
    pub(super) async fn open(game: Arc<Run>, number: usize) -> anyhow::Result<Self> {
        let mut client = game.addresses.client(number);
        let mut cookies = Vec::with_capacity(game.seats);
        for _ in 0..game.seats {
            cookies.push(client.guest().await?);
        }
        drop(client);
        let (players, journal) = sit_down(&game, number, cookies).await?;
        Ok(Table {
            number,
            players,
            journal,
            kept: Vec::new(),
            tally: Tally::default(),
            rng: StdRng::seed_from_u64(game.seed.wrapping_add(number as u64)),
            commands: 0,
            game,
        })
    }

    /// Plays until `end`; gives what happened and what was acknowledged.
    pub(super) async fn play(mut self, start: Instant, end: Instant) -> (Tally, Vec<Journal>) {
        if let Err(error) = self.play_on(start, end).await {
            self.tally.gave_up(format!("table {}: {error:#}", self.journal.table()));
        }
        self.kept.push(self.journal);
        (self.tally, self.kept)
    }

    async fn play_on(&mut self, start: Instant, end: Instant) -> anyhow::Result<()> {
        // So that the tables do not act all at the same moment.
        let mut next = start + self.game.interval.mul_f64(self.rng.random());
        for player in &mut self.players {
            player.receive_state(&mut self.tally, &mut self.rng).await?;
        }
        loop {
            tokio::time::sleep_until(next.into()).await;
            if Instant::now() >= end {
                return Ok(());
            }
            next += self.game.interval;
            self.act(start).await?;
            if self.players[0].turn.to_act.is_none() {
                self.tally.games += 1;
                let cookies = self.players.drain(..).map(|player| player.cookie).collect();
                let (players, journal) = sit_down(&self.game, self.number, cookies).await?;
                self.players = players;
                self.kept.push(std::mem::replace(&mut self.journal, journal));
                for player in &mut self.players {
                    player.receive_state(&mut self.tally, &mut self.rng).await?;
                }
            }
        }
    }

    /// One action of the seat to act, until every player has received it.
    async fn act(&mut self, start: Instant) -> anyhow::Result<()> {
        let seat = self.players[0].turn.to_act.ok_or_else(|| anyhow!("nobody is to act"))?;
        let mover = self.players.get_mut(seat - 1).ok_or_else(|| anyhow!("there is no seat {seat}"))?;
        let t = mover.turn.choice.take().ok_or_else(|| anyhow!("seat {seat} has no action"))?;
        self.commands += 1;
        let id = format!("{:016x}-{}", self.game.id, self.commands);
        let command = Command::Act { ply: mover.turn.ply, seat, t: t.clone() };
        let act = serde_json::to_string(&Incoming { id: id.clone(), command })?;
        self.journal.sent(t);
        let sent = Instant::now();
        mover.send(&act).await;
        let n = loop {
            match mover.receive(&mut self.tally, &mut self.rng).await? {
                Received::Ack { id: of, n } if of == id => break n,
                Received::Refused { text } => {
                    self.tally.refused += 1;
                    bail!("refused: {text}");
                }
                // It may have been lost with the connection; if it was not, its id keeps it from happening twice.
                Received::Reconnected => mover.send(&act).await,
                _ => {}
            }
        };
        let now = Instant::now();
        self.tally.acknowledged(now - start, now - sent);
        self.journal.acknowledged();
        for player in &mut self.players {
            while player.n < n {
                player.receive(&mut self.tally, &mut self.rng).await?;
            }
        }
        Ok(())
    }
}

/// Makes a table, seats everyone and opens their sockets.
async fn sit_down(
    game: &Arc<Run>,
    number: usize,
    mut cookies: Vec<String>,
) -> anyhow::Result<(Vec<Player>, Journal)> {
    let mut client = game.addresses.client(number);
    let made = game.create_table(&mut client, &mut cookies[0]).await?;
    for (cookie, seat) in cookies.iter_mut().zip(1..).skip(1) {
        let sit = json!({"seat": seat, "invite": made.invite});
        client.text("POST", &format!("/api/tables/{}/sit", made.id), cookie, &sit).await?;
    }
    let journal = Journal::new(made.id.clone(), cookies[0].clone());
    let mut players = Vec::with_capacity(cookies.len());
    for (cookie, seat) in cookies.into_iter().zip(0..) {
        players.push(Player::sit(Arc::clone(game), number + seat, &made.id, cookie).await?);
    }
    Ok((players, journal))
}
