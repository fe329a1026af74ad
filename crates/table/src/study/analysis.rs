//! A whole game under the engine's eye, an action at a time.

use engine::{
    AnyGame, Description, GameList,
    lud::is_action,
    review::{Fact, Mark, review},
    search::Limits,
};
use rand::Rng;
use serde::{Deserialize, Serialize};

use super::{Score, StudyError};
use crate::TableError;

/// How far an analysis is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum Progress {
    Queued,
    Running,
    Done,
    /// It was given up; `reason` says why.
    Failed,
}

/// An analysis as far as it is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Analysis {
    pub state: Progress,
    pub done: usize,
    pub of: usize,
    pub plies: Vec<AnalysedPly>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub reason: Option<String>,
}

/// How bad an action was.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum PlyMark {
    Slip,
    Mistake,
    Blunder,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct AnalysedPly {
    ply: usize,
    seat: usize,
    played: String,
    /// What that does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<engine::Shape>"))]
    says: Option<Description>,
    /// What the position was worth to the seat that acted.
    score: Score,
    best: Option<String>,
    /// What that does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<engine::Shape>"))]
    best_says: Option<Description>,
    pv: Vec<String>,
    /// How much of the win the action gave away.
    loss: f64,
    /// `slip`, `mistake`, `blunder` or none.
    #[cfg_attr(feature = "ts", ts(type = "\"slip\" | \"mistake\" | \"blunder\" | null"))]
    mark: Option<PlyMark>,
    /// What there is to say about an action with a mark.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Fact>>"))]
    facts: Vec<Fact>,
}

/// The game to look at: a set-up, and the events that stand.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameToAnalyse {
    game: String,
    setup: String,
    events: Vec<String>,
}

impl GameToAnalyse {
    pub fn of(game: &dyn AnyGame) -> Self {
        GameToAnalyse { game: game.info().key.to_owned(), setup: game.setup(), events: game.standing() }
    }

    /// How many actions there are to look at.
    pub fn actions(&self) -> usize {
        self.events.iter().filter(|event| is_action(event)).count()
    }

    /// The game before the action with this index, and the events from that action on.
    pub fn before(
        &self,
        games: GameList,
        index: usize,
        rng: &mut dyn Rng,
    ) -> Result<(Box<dyn AnyGame>, Vec<String>), StudyError> {
        let entry = games.get(&self.game).ok_or(TableError::NoSuchGame)?;
        let mut game = entry.start(&self.setup, rng)?;
        for (at, event) in self.events.iter().enumerate() {
            if game.ply() == index && is_action(event) {
                return Ok((game, self.events[at..].to_vec()));
            }
            game.push(event)?;
        }
        Err(TableError::Over.into())
    }
}

impl AnalysedPly {
    /// Looks at the first of these events, an action of this game; nothing if it was told to stop.
    pub fn of(game: Box<dyn AnyGame>, events: &[String], limits: &Limits) -> Option<Self> {
        let mut found = None;
        review(game, events, limits, &mut |remark| {
            found = Some(remark);
            false
        });
        let remark = found?;
        Some(AnalysedPly {
            ply: remark.ply,
            seat: remark.seat.number(),
            played: remark.played,
            says: remark.says,
            score: Score { winrate: remark.best, text: String::new() },
            best: remark.pv.first().cloned(),
            best_says: remark.best_says,
            pv: remark.pv,
            loss: remark.best - remark.share,
            mark: remark.mark.map(|mark| match mark {
                Mark::Slip => PlyMark::Slip,
                Mark::Mistake => PlyMark::Mistake,
                Mark::Blunder => PlyMark::Blunder,
            }),
            facts: remark.facts,
        })
    }
}
