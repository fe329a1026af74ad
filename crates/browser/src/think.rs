//! A search of one position.

use std::time::Duration;

use engine::{
    AnyGame, Entry,
    search::{LEVELS, Limits, Stop},
};
use games::GAMES;
use serde::{Deserialize, Serialize};
use table::{
    Problem,
    study::{Evaluated, look, replay},
};

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
    let level = level.map_or(LEVELS - 1, |level| usize::from(level).min(LEVELS - 1));
    ready(game.as_ref(), level)?;
    let level = &game.levels()[level];
    let mut evaluated = Evaluated::default();
    look(game.as_ref(), level, &limits, &mut |found| {
        tell(&found);
        evaluated = found;
    });
    let best = evaluated.lines.first().and_then(|line| line.pv.first().cloned());
    Ok(Thought { t: best, evaluated })
}

/// Refuses to judge by hand what is judged by a network everywhere else: the page is to hand it in and ask again.
pub(crate) fn ready(game: &dyn AnyGame, level: usize) -> Result<(), Answer> {
    if game.lacks_network(&game.levels()[level]) {
        let mut problem = Problem::new("engine.network", "the network was not handed in".to_owned());
        problem.args.insert("game".to_owned(), game.info().key.to_owned());
        return Err(Answer::refused(428, &problem));
    }
    Ok(())
}

/// Takes the file of the network that a game has learnt; whether it is one.
pub fn learn(game: &str, file: &[u8]) -> bool {
    GAMES.get(game).and_then(Entry::network).is_some_and(|network| network.hand_in(file))
}

/// How many sequences of this many actions lead on from a position: the checksum of its rules.
pub fn perft(wish: &Think, depth: u32) -> Result<u64, Answer> {
    let Think { game, setup, moves, .. } = wish;
    let game = replay(GAMES, game, setup, moves, &mut generator(""), &Stop::default())?;
    Ok(game.divide(depth, 1).iter().map(|(_, count)| count).sum())
}
