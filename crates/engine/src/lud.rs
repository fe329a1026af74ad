//! The `.lud` record file: one plain text for all games, in the manner of PGN (docs/notation.md).
//!
//! ```
//! let text = "[Game \"nim\"]\n\n1. take3 {a quiet start} (1. take1 2. take2) 2. take1\nresign:1\n";
//! let games = engine::lud::read(text)?;
//! assert_eq!(games[0].tag("Game"), Some("nim"));
//! assert_eq!(games[0].line.steps[0].variations[0].steps.len(), 2);
//! assert_eq!(games[0].to_string(), text);
//! # Ok::<(), engine::lud::Fault>(())
//! ```

pub mod faults;
mod reader;
mod replay;
mod writer;

use std::{error::Error, fmt};

use crate::{AnyGame, Refusal, Seat, record::plain_number};

pub use reader::read;
pub use writer::write;

/// The deepest nesting of variations that is read.
pub const DEEPEST: usize = 64;
/// The most tags that a game may have.
pub const MOST_TAGS: usize = 64;

/// The most steps that a game may have, those of its variations included.
pub const MOST_STEPS: usize = 5_000;

/// The most variations that a game may have: the game is copied where one begins.
pub const MOST_VARIATIONS: usize = 500;

/// One game of a record file: tags, and a tree of actions and events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lud {
    pub tags: Vec<Tag>,
    pub line: Line,
}

/// A fact about a game. Its name is made of ASCII letters alone.
#[derive(Clone, Debug)]
pub struct Tag {
    pub name: String,
    pub value: String,
    pub at: At,
}

/// Actions and events that follow each other: the game as played, or a variation of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What is said before the first step.
    pub comments: Vec<String>,
    pub steps: Vec<Step>,
}

/// An action, or one of the events `resign:2`, `time:2`, `draw`, `takeback:17`.
#[derive(Clone, Debug)]
pub struct Step {
    /// One token without spaces.
    pub text: String,
    pub comments: Vec<String>,
    /// What could have followed instead of this step.
    pub variations: Vec<Line>,
    pub at: At,
}

/// A place in a text, line and column from 1; the column counts characters. All zero: made by no reader.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct At {
    pub line: usize,
    pub column: usize,
}

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub at: At,
    pub why: Refusal,
}

impl Lud {
    /// The record of a game: its set-up and events, and its end if it has one.
    pub fn of(game: &dyn AnyGame) -> Self {
        let mut lud = Lud::default();
        lud.set("Game", game.info().key);
        lud.set("Setup", game.setup());
        if let Some(outcome) = game.turn().outcome() {
            lud.set("Result", outcome.to_string());
            lud.set("End", outcome.by());
        }
        lud.line.steps = game.events().into_iter().map(Step::new).collect();
        lud
    }

    pub fn tag(&self, name: &str) -> Option<&str> {
        self.find(name).map(|tag| tag.value.as_str())
    }

    /// Sets a tag, in its place if it is there.
    ///
    /// # Panics
    /// If the name is not made of ASCII letters alone.
    pub fn set(&mut self, name: &str, value: impl Into<String>) {
        assert!(is_tag_name(name), "`{name}` is a tag name");
        let value = value.into();
        match self.tags.iter_mut().find(|tag| tag.name == name) {
            Some(tag) => tag.value = value,
            None => self.tags.push(Tag { name: name.to_owned(), value, at: At::default() }),
        }
    }

    /// The tag that names who sits there: `NameA` for seat 1.
    pub fn name_tag(seat: Seat) -> String {
        format!("Name{}", letter(seat))
    }

    /// The tag for the level of the engine that sits there: `LevelA` for seat 1.
    pub fn level_tag(seat: Seat) -> String {
        format!("Level{}", letter(seat))
    }

    fn find(&self, name: &str) -> Option<&Tag> {
        self.tags.iter().find(|tag| tag.name == name)
    }
}

impl Step {
    pub fn new(text: impl Into<String>) -> Self {
        Step { text: text.into(), comments: Vec::new(), variations: Vec::new(), at: At::default() }
    }

    /// Whether this is an action, not an event.
    pub fn is_action(&self) -> bool {
        is_action(&self.text)
    }
}

/// Tags are equal wherever they stand.
impl PartialEq for Tag {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.value) == (&other.name, &other.value)
    }
}

impl Eq for Tag {}

/// Steps are equal wherever they stand.
impl PartialEq for Step {
    fn eq(&self, other: &Self) -> bool {
        (&self.text, &self.comments, &self.variations) == (&other.text, &other.comments, &other.variations)
    }
}

impl Eq for Step {}

impl At {
    /// What is wrong here.
    pub fn fault(self, why: Refusal) -> Fault {
        Fault { at: self, why }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.why)
    }
}

impl Error for Fault {}

fn letter(seat: Seat) -> char {
    char::from(b'A' + seat.index() as u8)
}

fn is_tag_name(name: &str) -> bool {
    (1..=32).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphabetic())
}

/// Whether a step of a record is an action, not an event.
pub fn is_action(text: &str) -> bool {
    let event = ["resign", "time", "takeback"];
    text != "draw" && text.split_once(':').is_none_or(|(word, _)| !event.contains(&word))
}

/// How many plies stand after a step, `ply` of them before it; `None` if it goes back to a ply that is not there.
pub fn plies_after(ply: usize, text: &str) -> Option<usize> {
    match text.strip_prefix("takeback:") {
        Some(number) => {
            let back = plain_number(number)?;
            (1..=ply).contains(&back).then(|| back - 1)
        }
        None if is_action(text) => Some(ply + 1),
        None => Some(ply),
    }
}
