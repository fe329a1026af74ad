//! A search of one position.

use std::time::Duration;

use engine::search::{Limits, Stop};
use games::GAMES;
use serde::{Deserialize, Serialize};
use table::study::{Evaluated, look, replay};

use crate::{ask::Answer, generator};

/// How long to think if nothing is said, in seconds.
const USUAL: f64 = 1.0;
/// As many ways to go on as the server tells.
const MOST_LINES: usize = 8;

/// A position, and how long and how strongly to think about it for the seat to act.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct Think {
    pub game: String,
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<String>"))]
    pub setup: String,
    /// Actions or other events of a record.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<String>>"))]
    pub moves: Vec<String>,
    /// From 1 to 8; left out: full strength.
    pub level: Option<u8>,
    /// One if neither this nor `nodes` is given.
    pub seconds: Option<f64>,
    /// By nodes alone the same wish gives the same answer everywhere.
    #[cfg_attr(feature = "ts", ts(as = "Option<u32>"))]
    pub nodes: Option<u64>,
    /// How many ways to go on, from 1 to 8.
    pub lines: Option<usize>,
    #[cfg_attr(feature = "ts", ts(as = "Option<u32>"))]
    pub seed: Option<u64>,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Thought {
    /// The action to play; none when the game is over.
    pub t: Option<String>,
    #[serde(flatten)]
    pub evaluated: Evaluated,
}

/// Thinks, and tells what it has found while that gets better.
pub fn think(wish: &Think, tell: &mut dyn FnMut(&Evaluated)) -> Result<Thought, Answer> {
    let Think { game, setup, moves, level, seconds, nodes, lines, seed } = wish;
    let seed = seed.unwrap_or_default();
    let game = replay(GAMES, game, setup, moves, &mut generator(&seed.to_string()), &Stop::default())?;
    let seconds = seconds.or(nodes.is_none().then_some(USUAL));
    let limits = Limits {
        nodes: *nodes,
        time: seconds.map(|seconds| Duration::from_secs_f64(seconds.clamp(0.001, 1e6))),
        lines: lines.unwrap_or(1).clamp(1, MOST_LINES),
        seed,
        ..Limits::default()
    };
    let level = &game.levels()[usize::from(level.unwrap_or(8).min(8))];
    let mut evaluated = Evaluated::default();
    look(game.as_ref(), level, &limits, &mut |found| {
        tell(&found);
        evaluated = found;
    });
    let best = evaluated.lines.first().and_then(|line| line.pv.first().cloned());
    Ok(Thought { t: best, evaluated })
}

/// How many sequences of so many actions lead on from a position: the checksum of its rules.
pub fn perft(wish: &Think, depth: u32) -> Result<u64, Answer> {
    let Think { game, setup, moves, .. } = wish;
    let game = replay(GAMES, game, setup, moves, &mut generator(""), &Stop::default())?;
    Ok(game.divide(depth, 1).iter().map(|(_, count)| count).sum())
}
