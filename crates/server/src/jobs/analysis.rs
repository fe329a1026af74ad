//! A whole game under the engine's eye.

use std::time::Duration;

use engine::{
    AnyGame, GameList,
    lud::is_action,
    review::{Fact, Mark, review},
    search::{Limits, Stop},
};
use serde::{Deserialize, Serialize};
use table::TableError;
use utoipa::ToSchema;

use super::{ANALYSIS, read};
use crate::{
    engine_pool::EnginePool,
    error::Result,
    pool::Rank,
    secret,
    store::jobs::{Claim, NewJob},
};

/// What the engine may take for each action of a record.
const EACH: Duration = Duration::from_millis(200);

/// The game to look at: a set-up, and the events that stand.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Game {
    game: String,
    setup: String,
    events: Vec<String>,
}

impl Game {
    pub(crate) fn of(game: &dyn AnyGame) -> Self {
        Game { game: game.info().key.to_owned(), setup: game.setup(), events: game.standing() }
    }

    pub(crate) fn job(&self, owner: &str, origin: &str) -> NewJob {
        NewJob {
            id: secret::id("j"),
            kind: ANALYSIS,
            owner: owner.to_owned(),
            origin: origin.to_owned(),
            payload: serde_json::to_string(self).expect("a game is plain data"),
            steps: self.events.iter().filter(|event| is_action(event)).count() as i64,
        }
    }

    /// The game before the action with this index, and the events from that action on.
    fn before(self, games: GameList, index: usize) -> Result<(Box<dyn AnyGame>, Vec<String>)> {
        let entry = games.get(&self.game).ok_or(TableError::NoSuchGame)?;
        let mut game = entry.start(&self.setup, &mut rand::rng())?;
        for (at, event) in self.events.iter().enumerate() {
            if game.ply() == index && is_action(event) {
                return Ok((game, self.events[at..].to_vec()));
            }
            game.push(event)?;
        }
        Err(TableError::Over.into())
    }
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Score {
    /// The share of the win that the seat to act may expect.
    pub(crate) winrate: f64,
    /// As the engine counts: `cp 30`, `mate 5`, `winrate 0.5312`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) text: String,
}

/// How bad an action was.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum PlyMark {
    Slip,
    Mistake,
    Blunder,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct AnalysedPly {
    ply: usize,
    seat: usize,
    played: String,
    /// What the position was worth to the seat that acted.
    score: Score,
    best: Option<String>,
    pv: Vec<String>,
    /// How much of the win the action gave away.
    loss: f64,
    /// `slip`, `mistake`, `blunder` or none.
    #[cfg_attr(feature = "ts", ts(type = "\"slip\" | \"mistake\" | \"blunder\" | null"))]
    mark: Option<PlyMark>,
    /// What there is to say about an action with a mark.
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Fact>>"))]
    facts: Vec<serde_json::Value>,
}

/// Looks at one action: what it finds is one line.
pub(super) async fn step(games: GameList, engine_pool: &EnginePool, claim: &Claim) -> Result<String> {
    let index = claim.progress as usize;
    let (game, events) = read::<Game>(&claim.payload)?.before(games, index)?;
    let owner = claim.owner();
    let looked = engine_pool.run(Rank::Study, &owner, move |stop| look(game, &events, stop)).await?;
    let looked = looked.ok_or(TableError::Over)?;
    Ok(serde_json::to_string(&looked).expect("a remark is plain data"))
}

fn look(game: Box<dyn AnyGame>, events: &[String], stop: &Stop) -> Option<AnalysedPly> {
    let mut found = None;
    let limits = Limits { stop: stop.clone(), ..Limits::time(EACH) };
    review(game, events, &limits, &mut |remark| {
        found = Some(remark);
        false
    });
    let remark = found?;
    Some(AnalysedPly {
        ply: remark.ply,
        seat: remark.seat.number(),
        played: remark.played,
        score: Score { winrate: remark.best, text: String::new() },
        best: remark.pv.first().cloned(),
        pv: remark.pv,
        loss: remark.best - remark.share,
        mark: remark.mark.map(|mark| match mark {
            Mark::Slip => PlyMark::Slip,
            Mark::Mistake => PlyMark::Mistake,
            Mark::Blunder => PlyMark::Blunder,
        }),
        facts: remark.facts.iter().map(said).collect(),
    })
}

fn said(fact: &Fact) -> serde_json::Value {
    serde_json::to_value(fact).expect("a fact is plain data")
}
