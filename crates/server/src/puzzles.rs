//! What somebody has done at puzzles, as their devices know it.
//!
//! What two devices know is put together by what is in it: of a puzzle the first try counts, of a mistake the last finding,
//! and nothing depends on which of them is heard first or how often.

use std::collections::BTreeMap;

use engine::GameList;
use serde::{Deserialize, Serialize};
use table::{TableError, study::Score};
use utoipa::ToSchema;

use crate::error::{Error, Result};

/// How many of each may be sent at a time.
const AT_ONCE: usize = 1_000;
/// How many tries, and how many days, are kept of somebody.
pub(crate) const MOST: usize = 10_000;
/// How many mistakes are kept of somebody: the latest.
pub(crate) const MISTAKES: usize = 100;
/// How many characters a mistake may have, and those of an id.
const LONGEST: usize = 8_000;
const ID: usize = 16;
/// The latest time that browsers know, in milliseconds since 1970, and what no rating and no rush will reach.
const LATEST: i64 = 8_640_000_000_000_000;
const HIGH: i64 = 10_000;

/// What somebody has done at puzzles.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct PuzzleProgress {
    /// The first tries at puzzles, in the order of time.
    pub(crate) tries: Vec<PuzzleTry>,
    /// The days whose puzzle was solved, such as `2026-11-17`.
    pub(crate) days: Vec<String>,
    /// The most puzzles solved in a rush.
    #[schema(minimum = 0, maximum = 10_000)]
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub(crate) rush: i64,
    /// What reviews of their games found, the oldest first: the latest hundred are kept.
    pub(crate) mistakes: Vec<PuzzleMistake>,
}

/// The first try at a puzzle: it alone counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct PuzzleTry {
    pub(crate) game: String,
    /// The same for the same puzzle.
    #[schema(min_length = 1, max_length = 16, pattern = "^[0-9a-z]*$")]
    pub(crate) id: String,
    /// In milliseconds since 1970.
    #[schema(minimum = 0)]
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub(crate) at: i64,
    /// Solved without a mistake and without help.
    pub(crate) solved: bool,
    /// How strong the puzzle was taken to be.
    #[schema(minimum = 0, maximum = 10_000)]
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub(crate) strength: i64,
}

/// A position of a game of one's own where an action gave something away.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct PuzzleMistake {
    pub(crate) game: String,
    /// The same for the same position.
    #[schema(min_length = 1, max_length = 16, pattern = "^[0-9a-z]*$")]
    pub(crate) id: String,
    pub(crate) setup: String,
    pub(crate) seat: u8,
    pub(crate) played: String,
    /// What the position was worth to the seat that acted.
    pub(crate) score: Score,
    /// How much of the win the action gave away.
    pub(crate) loss: f64,
    /// What the engine would have played.
    pub(crate) action: String,
    /// When a review found it, in milliseconds since 1970.
    #[schema(minimum = 0)]
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub(crate) at: i64,
    /// It stays until it is among the oldest, so that another review of the game does not bring it back.
    pub(crate) solved: bool,
}

impl PuzzleTry {
    /// What decides between two tries at one puzzle: the least counts.
    fn rank(&self) -> (i64, bool, i64) {
        (self.at, self.solved, self.strength)
    }
}

impl PuzzleMistake {
    /// Without what is kept apart.
    pub(crate) fn body(&self) -> String {
        let rest = PuzzleMistake { at: 0, solved: false, ..self.clone() };
        serde_json::to_string(&rest).expect("a mistake is plain data")
    }
}

impl PuzzleProgress {
    /// Refuses what no device would send; what is left names each puzzle once.
    pub(crate) fn checked(self, games: GameList) -> Result<Self> {
        let counts =
            [("tries", self.tries.len()), ("days", self.days.len()), ("mistakes", self.mistakes.len())];
        if let Some((what, _)) = counts.into_iter().find(|(_, count)| *count > AT_ONCE) {
            return Err(TableError::TooLong { what, most: AT_ONCE }.into());
        }
        let named = self.tries.iter().map(|one| (&one.game, &one.id, one.at));
        for (game, id, at) in named.chain(self.mistakes.iter().map(|one| (&one.game, &one.id, one.at))) {
            games.get(game).ok_or(TableError::NoSuchGame)?;
            let alphabet = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_lowercase();
            if id.is_empty() || id.len() > ID || !id.bytes().all(alphabet) {
                return Err(Error::BadRequest("there is no such puzzle".to_owned()));
            }
            if !(0..=LATEST).contains(&at) {
                return Err(Error::BadRequest("there is no such time".to_owned()));
            }
        }
        if !self.tries.iter().map(|one| one.strength).chain([self.rush]).all(|it| (0..=HIGH).contains(&it)) {
            return Err(Error::BadRequest("a strength or a rush is from 0 to 10000".to_owned()));
        }
        if !self.days.iter().all(|day| is_day(day)) {
            return Err(Error::BadRequest("a day is such as 2026-11-17".to_owned()));
        }
        if self.mistakes.iter().any(|one| one.body().len() > LONGEST) {
            return Err(TableError::TooLong { what: "characters of a mistake", most: LONGEST }.into());
        }
        Ok(self.each_once())
    }

    fn each_once(self) -> Self {
        let mut tries: BTreeMap<_, PuzzleTry> = BTreeMap::new();
        for one in self.tries {
            let known = tries.entry((one.game.clone(), one.id.clone())).or_insert_with(|| one.clone());
            if one.rank() < known.rank() {
                *known = one;
            }
        }
        let mut mistakes: BTreeMap<_, PuzzleMistake> = BTreeMap::new();
        for one in self.mistakes {
            let known = mistakes.entry((one.game.clone(), one.id.clone())).or_insert_with(|| one.clone());
            let solved = known.solved || one.solved;
            if (one.at, one.body()) > (known.at, known.body()) {
                *known = one;
            }
            known.solved = solved;
        }
        let days: std::collections::BTreeSet<_> = self.days.into_iter().collect();
        PuzzleProgress {
            tries: tries.into_values().collect(),
            days: days.into_iter().collect(),
            rush: self.rush,
            mistakes: mistakes.into_values().collect(),
        }
    }
}

/// Whether a text is a day such as `2026-11-17`.
fn is_day(text: &str) -> bool {
    text.len() == "2026-11-17".len() && text.is_ascii() && text.parse::<jiff::civil::Date>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_a_calendar() {
        assert!(is_day("2026-11-17") && is_day("2028-02-29"));
        for text in ["", "2026-13-01", "2026-02-29", "2026-1-170", "20261117T0", "+02026-1-1"] {
            assert!(!is_day(text), "{text}");
        }
    }
}
