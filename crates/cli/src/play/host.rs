//! Who hosts the table that the screen shows: this program, or a server.

use std::path::Path;

use ::engine::{Seat, View};

use super::{search_thread::Evaluation, view_text};

/// The host of a table, as one keyboard meets it.
pub(super) trait Host {
    /// What may be shown now.
    fn view(&self) -> &View;
    /// The tokens of the actions that stand.
    fn moves(&self) -> Vec<String>;
    /// The seat to act, if a person at this keyboard acts for it.
    fn mine(&self) -> Option<Seat>;
    /// The seat that must come to the screen before it shows anything.
    fn hand_over(&self) -> Option<Seat>;
    /// That seat is in front of the screen now.
    fn take_screen(&mut self);
    /// Who plays the seat, in a word or two.
    fn occupant(&self, seat: Seat) -> String;
    /// Plays an action, or says why not.
    fn act(&mut self, token: &str) -> Result<(), String>;
    /// Why choosing these spots cannot become an action, if anything is known of it.
    fn why_not(&mut self, pressed: Vec<String>) -> Option<String>;
    /// Takes back to the last decision of a person here.
    fn undo(&mut self) -> Result<(), String>;
    fn resign(&mut self) -> Result<(), String>;
    /// Asks something of the other people at the table.
    fn request(&mut self, _: Request<'_>) -> Result<(), String> {
        Err("there are no others to ask at a local game".to_owned())
    }
    /// Asks the engine what it would do.
    fn hint(&mut self) -> Result<(), String>;
    fn save(&mut self, file: &Path) -> Result<(), String>;
    /// What an engine thinks, of which seat, while it does.
    fn evaluation(&self) -> Option<(Seat, Option<&Evaluation>)>;
    /// Whether something may happen without a key.
    fn is_busy(&self) -> bool {
        self.evaluation().is_some()
    }
    /// Whether nothing happens until a person here acts.
    fn is_settled(&self) -> bool {
        self.evaluation().is_none()
    }
    /// Whose turn it is, or what else is waited for: one line for people.
    fn status(&self) -> String {
        view_text::status(self.view())
    }
    /// Takes in what happened elsewhere.
    fn poll(&mut self) -> Update;
}

/// What people at a table can ask of each other.
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

/// What happened since the last poll.
#[derive(Debug, Default)]
pub(super) struct Update {
    /// The screen is to be drawn again.
    pub(super) changed: bool,
    /// There is a new view.
    pub(super) fresh: bool,
    pub(super) message: Option<String>,
    /// What the engine would do.
    pub(super) hint: Option<String>,
}
