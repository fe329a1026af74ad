//! A whole game under the engine's eye.

use std::time::Duration;

use engine::search::{LEVELS, Limits, Stop};
use games::GAMES;
use serde::Deserialize;
use table::study::{AnalysedPly, Analysis, GameToAnalyse, Progress, StudyError, one_record};

use crate::{ask::Answer, generator, think::ready};

/// What the engine takes for each action if nothing is said, in seconds: as the server does.
const USUAL: f64 = 0.2;

/// The record file of a game, and how long to look at each of its actions.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, optional_fields, rename = "AnalyseRecord"))]
pub struct Analyse {
    pub record: String,
    /// For each action; 0.2 if neither this nor `nodes` is given.
    pub seconds: Option<f64>,
    #[cfg_attr(feature = "ts", ts(as = "Option<u32>"))]
    pub nodes: Option<u64>,
    /// How many actions are known from before: it goes on with the next.
    pub from: Option<usize>,
}

/// Looks at every action, and tells after each how far it is.
pub fn analyse(wish: &Analyse, tell: &mut dyn FnMut(&Analysis)) -> Result<(), Answer> {
    let lud = one_record(&wish.record).map_err(StudyError::from)?;
    let game = lud.replay(GAMES).map_err(StudyError::from)?;
    ready(game.as_ref(), LEVELS - 1)?;
    let game = GameToAnalyse::of(game.as_ref());
    let seconds = wish.seconds.or(wish.nodes.is_none().then_some(USUAL));
    let of = game.actions();
    let from = wish.from.unwrap_or_default();
    let mut analysis = Analysis { state: Progress::Running, done: from, of, plies: Vec::new(), reason: None };
    for index in from..of {
        let limits = Limits {
            nodes: wish.nodes,
            time: seconds.map(|seconds| Duration::from_secs_f64(seconds.clamp(0.001, 1e6))),
            stop: Stop::default(),
            ..Limits::default()
        };
        let (before, events) = game.before(GAMES, index, &mut generator(""))?;
        analysis.plies.extend(AnalysedPly::of(before, &events, &limits));
        analysis.done = index + 1;
        analysis.state = if analysis.done == of { Progress::Done } else { Progress::Running };
        tell(&analysis);
    }
    if of <= from {
        analysis.state = Progress::Done;
        tell(&analysis);
    }
    Ok(())
}
