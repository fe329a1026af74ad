//! Somebody tries to solve a puzzle.

use engine::attempt::{self, NoAnswer, Verdict};
use games::GAMES;
use serde::{Deserialize, Serialize};
use table::TableError;

use crate::ask::Answer;

/// No proof of a puzzle that is shipped takes more nodes.
const NODES: u64 = 100_000_000;

/// What a puzzle asks, and what was played so far.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Attempt {
    pub game: String,
    pub setup: String,
    /// Whether the task is to prevent a win, not to win.
    pub hold: bool,
    pub turns: u32,
    /// The replies included.
    pub actions: Vec<String>,
}

/// What follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Attempted {
    pub state: AttemptState,
    /// What the others play now; if it went wrong, what shows it.
    pub replies: Vec<String>,
}

/// Where an attempt stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "lowercase")]
pub enum AttemptState {
    Open,
    Solved,
    Failed,
}

/// Answers an attempt: by proof, so it may take a while.
pub fn attempt(wish: &Attempt) -> Result<Attempted, Answer> {
    let Attempt { game, setup, hold, turns, actions } = wish;
    let entry = GAMES.get(game).ok_or(TableError::NoSuchGame)?;
    let found = attempt::answer(entry, setup, (*hold, *turns), actions, NODES);
    let answer = found.map_err(|why| match why {
        NoAnswer::Refused(refusal) => Answer::from(TableError::from(refusal)),
        NoAnswer::OutOfNodes => Answer::bad_request("the proof takes too many nodes".to_owned()),
    })?;
    let state = match answer.verdict {
        Verdict::Open => AttemptState::Open,
        Verdict::Solved => AttemptState::Solved,
        Verdict::Failed => AttemptState::Failed,
    };
    Ok(Attempted { state, replies: answer.replies })
}
