//! A whole game under the engine's eye.

use std::time::Duration;

use engine::{GameList, search::Limits};
use table::{
    TableError,
    study::{AnalysedPly, GameToAnalyse},
};

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

/// The job of looking at a whole game.
pub(crate) fn analysis_of(game: &GameToAnalyse, owner: &str, origin: &str) -> NewJob {
    NewJob {
        id: secret::id("j"),
        kind: ANALYSIS,
        owner: owner.to_owned(),
        origin: origin.to_owned(),
        payload: serde_json::to_string(game).expect("a game is plain data"),
        steps: game.actions() as i64,
    }
}

/// Looks at one action: what it finds is one line.
pub(super) async fn step(games: GameList, engine_pool: &EnginePool, claim: &Claim) -> Result<String> {
    let (payload, index) = (claim.payload.clone(), claim.progress as usize);
    let owner = claim.owner();
    let looked = engine_pool.run(Rank::Study, &owner, move |stop| -> Result<Option<AnalysedPly>> {
        let (game, events) = read::<GameToAnalyse>(&payload)?.before(games, index, &mut rand::rng())?;
        Ok(AnalysedPly::of(game, &events, &Limits { stop: stop.clone(), ..Limits::time(EACH) }))
    });
    let looked = looked.await??.ok_or(TableError::Over)?;
    Ok(serde_json::to_string(&looked).expect("a remark is plain data"))
}
