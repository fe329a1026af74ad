//! What the engine thinks of a position.

use engine::{
    AnyGame, Description,
    search::{Level, Limits, Report, Table},
};
use serde::{Deserialize, Serialize};

/// What one look may keep in its table.
const MEBIBYTES: usize = 16;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Score {
    /// The share of the win that the seat to act may expect.
    pub winrate: f64,
    /// As the engine counts: `cp 30`, `mate 5`, `winrate 0.5312`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct EngineLine {
    pub score: Score,
    pub depth: u32,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub nodes: u64,
    pub pv: Vec<String>,
    /// What each action of it does.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Object>))]
    #[cfg_attr(feature = "ts", ts(as = "Vec<engine::Shape>"))]
    pub says: Vec<Description>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Evaluated {
    /// Best first; none when the game is over.
    pub lines: Vec<EngineLine>,
}

/// Looks at a position and tells what is found while it gets better, and at the end; nothing of a game that is over.
pub fn look(game: &dyn AnyGame, level: &Level, limits: &Limits, tell: &mut dyn FnMut(Evaluated)) {
    // The time begins when a core is free, and the one who asked may be gone by then.
    let limits = limits.renewed();
    if limits.stop.asked() {
        return;
    }
    let mut inform = |report: &Report<String>| tell(Evaluated::of(game, report));
    if let Some(report) = game.think(level, &limits, &Table::new(MEBIBYTES), &mut inform) {
        inform(&report);
    }
}

impl Evaluated {
    fn of(game: &dyn AnyGame, report: &Report<String>) -> Self {
        let lines = report.lines.iter().map(|line| EngineLine {
            score: Score { winrate: line.score.share(game.scale()), text: line.score.to_string() },
            depth: report.depth,
            nodes: report.nodes,
            says: game.describe_all(&line.pv),
            pv: line.pv.clone(),
        });
        Evaluated { lines: lines.collect() }
    }
}
