//! Somebody honest who waits for an engine, and somebody who asks whether the server is well.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::bail;
use rand::{SeedableRng, rngs::StdRng};
use serde_json::{Value, json};
use table::{Command, Incoming, MadeTable};

use super::{
    player::{Player, Received},
    table::Run,
    tally::Tally,
};

/// How often it is asked whether the server is well.
const EVERY: Duration = Duration::from_millis(250);
/// The engine's level.
const LEVEL: u8 = 3;
/// How long somebody honest thinks, at least: whoever acts faster than people do meets a limit.
const THINKS: Duration = Duration::from_millis(250);

/// How long `/healthz` took, each time.
pub(super) async fn health(game: Arc<Run>, number: usize, end: Instant) -> anyhow::Result<Vec<Duration>> {
    let mut took = Vec::new();
    let mut client = game.addresses.client(number);
    while Instant::now() < end {
        let asked = Instant::now();
        client.text("GET", "/healthz", &mut String::new(), &Value::Null).await?;
        took.push(asked.elapsed());
        tokio::time::sleep(EVERY).await;
    }
    Ok(took)
}

/// How long an engine took to answer, each time.
pub(super) async fn engine(game: Arc<Run>, number: usize, end: Instant) -> anyhow::Result<Vec<Duration>> {
    let mut took = Vec::new();
    let (mut tally, mut rng) = (Tally::default(), StdRng::seed_from_u64(number as u64));
    let mut client = game.addresses.client(number);
    let mut cookie = client.guest().await?;
    while Instant::now() < end {
        let wish = game.against(LEVEL);
        let made: MadeTable = client.json("POST", "/api/tables", &mut cookie, &json!(wish)).await?;
        let mut player = Player::sit(Arc::clone(&game), number, &made.id, cookie.clone()).await?;
        player.receive_state(&mut tally, &mut rng).await?;
        let mut sent = 0;
        while Instant::now() < end && player.turn.to_act.is_some() {
            let Some(t) = player.turn.choice.take() else {
                player.receive(&mut tally, &mut rng).await?;
                continue;
            };
            sent += 1;
            tokio::time::sleep(THINKS).await;
            let command = Command::Act { ply: player.turn.ply, seat: 1, t };
            let id = format!("{}-{sent}", made.id);
            player.send(&serde_json::to_string(&Incoming { id, command })?).await;
            let asked = Instant::now();
            // A turn may be several actions of one seat: the engine has answered when its own are done.
            let mut engine_acted = false;
            while player.turn.to_act.is_some() && player.turn.choice.is_none() {
                if let Received::Refused { text } = player.receive(&mut tally, &mut rng).await? {
                    bail!("an honest action was refused: {text}");
                }
                engine_acted |= player.turn.to_act == Some(2);
            }
            if engine_acted {
                took.push(asked.elapsed());
            }
        }
    }
    Ok(took)
}
