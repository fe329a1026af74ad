//! What the screen plays at: a game here, or a table of a server.

use std::path::Path;

use ::engine::Seat;

use super::{paint::Paint, seen::Seen, think::Thought};

/// A table, as one keyboard meets it.
pub(super) trait Table {
    /// What may be shown now.
    fn seen(&self) -> &Seen;
    /// The tokens of the actions that stand.
    fn moves(&self) -> Vec<String>;
    /// The seat to act, if a person at this keyboard acts for it.
    fn mine(&self) -> Option<Seat>;
    /// The seat that must come to the screen before it shows anything.
    fn hand_over(&self) -> Option<Seat>;
    /// That seat is in front of the screen now.
    fn sit_down(&mut self);
    /// Who sits there, in a word or two.
    fn sitter(&self, seat: Seat) -> String;
    /// Plays an action, or says why not.
    fn act(&mut self, token: &str) -> Result<(), String>;
    /// Why an action is refused, if it is.
    fn why_not(&mut self, token: &str) -> Option<String>;
    /// Takes back to the last decision of a person here.
    fn undo(&mut self) -> Result<(), String>;
    fn resign(&mut self) -> Result<(), String>;
    /// Asks something of the other people at the table.
    fn request(&mut self, _: Request<'_>) -> Result<(), String> {
        Err("there is nobody to ask: this is not a table of a server".to_owned())
    }
    /// Asks the engine what it would do.
    fn hint(&mut self) -> Result<(), String>;
    fn save(&mut self, file: &Path) -> Result<(), String>;
    /// What an engine thinks, of which seat, while it does.
    fn thought(&self) -> Option<(Seat, Option<&Thought>)>;
    /// Whether something may happen without a key.
    fn is_busy(&self) -> bool {
        self.thought().is_some()
    }
    /// Whether nothing happens until somebody here acts.
    fn is_settled(&self) -> bool {
        self.thought().is_none()
    }
    /// The board in characters alone, and whose turn it is.
    fn picture(&self, paint: Paint) -> anyhow::Result<String>;
    /// Hears what happened elsewhere; what there is to tell.
    fn poll(&mut self) -> News;
}

/// What people at a table ask of each other.
#[derive(Clone, Copy, Debug)]
pub(super) enum Request<'a> {
    Draw,
    Rematch,
    /// Yes or no to what was offered last.
    Answer(bool),
    Say(&'a str),
}

impl<'a> Request<'a> {
    /// The words for them.
    pub(super) const WORDS: [&'static str; 5] = ["accept", "decline", "draw", "rematch", "say"];

    pub(super) fn of(word: &str, rest: &'a str) -> Option<Self> {
        Some(match word {
            "accept" => Request::Answer(true),
            "decline" => Request::Answer(false),
            "draw" => Request::Draw,
            "rematch" => Request::Rematch,
            "say" => Request::Say(rest),
            _ => return None,
        })
    }
}

/// What happened since the last look.
#[derive(Debug, Default)]
pub(super) struct News {
    /// The screen is to be drawn again.
    pub(super) changed: bool,
    /// There is a new view.
    pub(super) fresh: bool,
    pub(super) message: Option<String>,
    /// What the engine would do.
    pub(super) hint: Option<String>,
}
