//! Positions and records that people look at apart from any table: what is asked about them, and what is answered.
//!
//! A host takes the question from its client, sees to whatever its work may cost, and hands it on.

mod analysis;
mod catalogue;
mod coach;
#[cfg(not(target_family = "wasm"))]
pub mod explore;
mod lines;
mod position;
mod record_tree;

use engine::{
    RecordError, Refusal,
    lud::{At, Fault, Lud, faults},
};

use crate::{Problem, TableError};

pub use analysis::{AnalysedPly, Analysis, GameToAnalyse, PlyMark, Progress};
pub use catalogue::{Check, Checked, Chosen, GameInfo, LevelInfo, Strength, games};
pub use coach::Coach;
#[cfg(not(target_family = "wasm"))]
pub use explore::{Explore, Explored};
pub use lines::{EngineLine, Evaluated, Score, look};
pub use position::{Explain, Position, Replayed, Shown, replay, replay_with_pass};
pub use record_tree::{ReadRecord, RecordNode, RecordTag, RecordText, RecordTree, ToldNode};

/// Why a question is not answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StudyError {
    #[error(transparent)]
    Table(#[from] TableError),
    /// The move with this index, counted from 0, is refused.
    #[error("move {0}: {1}")]
    MoveRefused(usize, Refusal),
    /// A record that cannot be read, or that breaks the rules.
    #[error("{0}")]
    BadRecord(#[from] Fault),
    /// The host asked it to stop.
    #[error("the server is stopping")]
    Stopped,
}

impl StudyError {
    /// What clients translate it by.
    pub fn key(&self) -> &'static str {
        match self {
            StudyError::Table(error) => error.key(),
            StudyError::MoveRefused(_, refusal) => refusal.reason.key,
            StudyError::BadRecord(fault) => fault.why.reason.key,
            StudyError::Stopped => "server.stopping",
        }
    }

    /// The status of an answer over HTTP.
    pub fn status(&self) -> u16 {
        match self {
            StudyError::Table(error) => error.status(),
            StudyError::MoveRefused(..) | StudyError::BadRecord(_) => 422,
            StudyError::Stopped => 503,
        }
    }

    /// What clients are told.
    pub fn problem(&self) -> Problem {
        let mut problem = match self {
            StudyError::Table(error) => return error.problem(),
            StudyError::MoveRefused(_, refusal) => Problem::from(refusal),
            StudyError::BadRecord(fault) => Problem::from(&fault.why),
            StudyError::Stopped => Problem::new(self.key(), self.to_string()),
        };
        match self {
            StudyError::MoveRefused(index, _) => {
                problem.args.insert("index".to_owned(), index.to_string());
            }
            // What no reader made has no place.
            StudyError::BadRecord(Fault { at, .. }) if *at != At::default() => {
                problem.args.insert("line".to_owned(), at.line.to_string());
                problem.args.insert("column".to_owned(), at.column.to_string());
            }
            _ => {}
        }
        problem
    }
}

impl From<Refusal> for StudyError {
    fn from(refusal: Refusal) -> Self {
        StudyError::Table(refusal.into())
    }
}

impl From<RecordError> for StudyError {
    fn from(error: RecordError) -> Self {
        StudyError::Table(error.into())
    }
}

/// The record in a file that holds one.
pub fn one_record(text: &str) -> Result<Lud, Fault> {
    let mut records = engine::lud::read(text)?;
    match (records.pop(), records.is_empty()) {
        (Some(record), true) => Ok(record),
        _ => Err(At::default().fault(faults::NOT_ONE.refuse())),
    }
}

/// Whether JSON says a control character, in whichever way. Lines and tabs may be in a text: those who hold it to one line
/// see to that.
pub fn says_control(json: &str) -> bool {
    let mut chars = json.chars();
    while let Some(c) = chars.next() {
        let said = match c {
            '\\' => match chars.next() {
                Some('u') => {
                    let code =
                        chars.as_str().get(..4).and_then(|digits| u32::from_str_radix(digits, 16).ok());
                    // Half of a pair is no control character; what is no code at all is for JSON to refuse.
                    code.and_then(char::from_u32).unwrap_or(' ')
                }
                Some('b' | 'f') => '\u{8}',
                _ => ' ',
            },
            c => c,
        };
        if said.is_control() && !matches!(said, '\n' | '\r' | '\t') {
            return true;
        }
    }
    false
}
