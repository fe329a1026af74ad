//! A table whose players play one game after another.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{anyhow, bail};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    Args,
    door::{Caller, Doors},
    journal::Journal,
    player::{Heard, Player},
    tally::Tally,
};

/// What all tables of a run have in common.
#[derive(Debug)]
pub(super) struct Match {
    pub(super) doors: Doors,
    pub(super) patience: Duration,
    seats: usize,
    /// What a new table is asked for with.
    wish: Value,
    /// The time between two actions at a table.
    beat: Duration,
    seed: u64,
    /// Begins the ids of commands, which must differ from those of another run.
    run: u64,
}

/// What a new table is called, and what lets others in.
#[derive(Debug, Deserialize)]
pub(super) struct Made {
    pub(super) id: String,
    invite: String,
}

impl Match {
    pub(super) fn new(args: &Args, seats: usize, doors: Doors) -> Self {
        let kinds = std::iter::once("me").chain(std::iter::repeat_n("open", seats - 1));
        let wishes: Vec<_> = kinds.map(|kind| json!({"kind": kind})).collect();
        Match {
            doors,
            patience: Duration::from_secs_f64(args.patience),
            seats,
            wish: json!({"game": args.game, "setup": args.setup, "seats": wishes, "private": true}),
            beat: Duration::from_secs_f64(args.pace / seats as f64),
            seed: args.seed,
            run: rand::random(),
        }
    }

    /// Makes a table with its maker on the first seat.
    pub(super) async fn make(&self, caller: &mut Caller<'_>, cookie: &mut String) -> anyhow::Result<Made> {
        caller.json("POST", "/api/tables", cookie, &self.wish).await
    }
}

/// Players who play each other for as long as it takes.
#[derive(Debug)]
pub(super) struct Table {
    game: Arc<Match>,
    number: usize,
    /// In the order of their seats.
    players: Vec<Player>,
    journal: Journal,
    /// Those of the games before.
    kept: Vec<Journal>,
    tally: Tally,
    rng: StdRng,
    said: u64,
}

impl Table {
    /// Newcomers at a new table, everyone connected.
    pub(super) async fn open(game: Arc<Match>, number: usize) -> anyhow::Result<Self> {
        let mut caller = game.doors.caller(number);
        let mut cookies = Vec::with_capacity(game.seats);
        for _ in 0..game.seats {
            cookies.push(caller.guest().await?);
        }
        drop(caller);
        let (players, journal) = sit_down(&game, number, cookies).await?;
        Ok(Table {
            number,
            players,
            journal,
            kept: Vec::new(),
            tally: Tally::default(),
            rng: StdRng::seed_from_u64(game.seed.wrapping_add(number as u64)),
            said: 0,
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
        // Not all at the same moment.
        let mut next = start + self.game.beat.mul_f64(self.rng.random());
        for player in &mut self.players {
            player.hear_state(&mut self.tally, &mut self.rng).await?;
        }
        loop {
            tokio::time::sleep_until(next.into()).await;
            if Instant::now() >= end {
                return Ok(());
            }
            next += self.game.beat;
            self.act(start).await?;
            if self.players[0].sight.to_act.is_none() {
                self.tally.games += 1;
                let cookies = self.players.drain(..).map(|player| player.cookie).collect();
                let (players, journal) = sit_down(&self.game, self.number, cookies).await?;
                self.players = players;
                self.kept.push(std::mem::replace(&mut self.journal, journal));
                for player in &mut self.players {
                    player.hear_state(&mut self.tally, &mut self.rng).await?;
                }
            }
        }
    }

    /// One action of whoever is to act, until everyone has heard of it.
    async fn act(&mut self, start: Instant) -> anyhow::Result<()> {
        let seat = self.players[0].sight.to_act.ok_or_else(|| anyhow!("nobody is to act"))?;
        let mover = self.players.get_mut(seat - 1).ok_or_else(|| anyhow!("there is no seat {seat}"))?;
        let t = mover.sight.choice.take().ok_or_else(|| anyhow!("seat {seat} has no action"))?;
        self.said += 1;
        let id = format!("{:016x}-{}", self.game.run, self.said);
        let act = json!({"type": "act", "id": id, "ply": mover.sight.ply, "seat": seat, "t": t}).to_string();
        self.journal.sent(t);
        let sent = Instant::now();
        mover.say(&act).await;
        let n = loop {
            match mover.hear(&mut self.tally, &mut self.rng).await? {
                Heard::Ack { id: of, n } if of == id => break n,
                Heard::Refused { text } => {
                    self.tally.refused += 1;
                    bail!("refused: {text}");
                }
                // It may have been lost with the connection; if it was not, nothing happens twice.
                Heard::Again => mover.say(&act).await,
                _ => {}
            }
        };
        let now = Instant::now();
        self.tally.acknowledged(now - start, now - sent);
        self.journal.acknowledged();
        for player in &mut self.players {
            while player.n < n {
                player.hear(&mut self.tally, &mut self.rng).await?;
            }
        }
        Ok(())
    }
}

/// Makes a table, seats everyone and opens their sockets.
async fn sit_down(
    game: &Arc<Match>,
    number: usize,
    mut cookies: Vec<String>,
) -> anyhow::Result<(Vec<Player>, Journal)> {
    let mut caller = game.doors.caller(number);
    let made = game.make(&mut caller, &mut cookies[0]).await?;
    for (cookie, seat) in cookies.iter_mut().zip(1..).skip(1) {
        let sit = json!({"seat": seat, "invite": made.invite});
        caller.text("POST", &format!("/api/tables/{}/sit", made.id), cookie, &sit).await?;
    }
    let journal = Journal::new(made.id.clone(), cookies[0].clone());
    let mut players = Vec::with_capacity(cookies.len());
    for (cookie, seat) in cookies.into_iter().zip(0..) {
        players.push(Player::sit(Arc::clone(game), number + seat, &made.id, cookie).await?);
    }
    Ok((players, journal))
}
