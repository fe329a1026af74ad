//! What a host and a client send each other, as `docs/socket.md` shows it.

use engine::{AnyGame, Description, LegalMove, Seat, View};
use serde::{Deserialize, Serialize};

use crate::{
    error::{Problem, Result, TableError},
    event::{OfferKind, SILENCE, TableEvent},
    summary::{GONE, TableSummary, Who},
};

/// Milliseconds as of `at`, the host's time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Clocks {
    /// One per seat; empty without a clock.
    #[cfg_attr(feature = "ts", ts(type = "number[]"))]
    pub left: Vec<i64>,
    /// The seat whose time is running.
    pub running: Option<usize>,
    /// What is left of the reply window.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub reply_left: Option<i64>,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Offer {
    pub what: OfferKind,
    /// The seat that asks.
    pub seat: usize,
    /// The seats that said yes, the one that asks among them.
    pub yes: Vec<usize>,
}

/// Someone who wants to join a team that plays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Asking {
    pub seat: usize,
    pub person: Who,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct ChatLine {
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub n: i64,
    /// The name of whoever said it.
    pub from: String,
    pub person: String,
    pub text: String,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: i64,
}

impl ChatLine {
    /// Takes the name and the words out of it.
    pub(crate) fn forget(&mut self) {
        GONE.clone_into(&mut self.from);
        self.person.clear();
        SILENCE.clone_into(&mut self.text);
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Presence {
    pub seat: usize,
    pub online: bool,
}

/// From the host to the client of a table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum Outgoing {
    State {
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        n: i64,
        table: Box<TableSummary>,
        view: Box<View>,
        viewing: Option<usize>,
        mine: Vec<usize>,
        clocks: Clocks,
        offers: Vec<Offer>,
        asking: Vec<Asking>,
        chat: Vec<ChatLine>,
        /// The actions that stand.
        moves: Vec<String>,
        /// What each of them does.
        #[cfg_attr(feature = "ts", ts(as = "Vec<engine::Shape>"))]
        says: Vec<Description>,
        spectators: usize,
    },
    Event {
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        n: i64,
        event: TableEvent,
        /// What an action does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional, as = "Option<engine::Shape>"))]
        says: Option<Description>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        view: Option<Box<View>>,
        viewing: Option<usize>,
        clocks: Clocks,
        table: Box<TableSummary>,
    },
    Ack {
        id: String,
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        n: i64,
    },
    Refused {
        id: String,
        error: Problem,
    },
    Presence {
        seats: Vec<Presence>,
        spectators: usize,
    },
    /// As [`Explained`].
    Explained {
        id: String,
        refusal: Option<Problem>,
        meant: Option<LegalMove>,
    },
}

/// From the client of a table to the host.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Incoming {
    /// The client's choosing; the same one twice does nothing twice.
    pub id: String,
    #[serde(flatten)]
    pub command: Command,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum Command {
    /// `ply` is how many actions had been played when the client decided.
    Act {
        ply: usize,
        seat: usize,
        t: String,
    },
    /// Asks which action of the seat pressing these names means, or why it cannot become one.
    Explain {
        seat: usize,
        pressed: Pressed,
    },
    Resign {
        seat: usize,
    },
    Offer {
        what: OfferKind,
    },
    Answer {
        what: OfferKind,
        yes: bool,
    },
    Chat {
        text: String,
    },
    /// The owner of the table stops someone's talk, or lets them talk again.
    Mute {
        person: String,
        on: bool,
    },
    /// Asks the team of a seat to be let in while it plays.
    Ask {
        seat: usize,
    },
    /// The first of the team lets someone in who asked, or does not.
    Admit {
        seat: usize,
        person: String,
        yes: bool,
    },
    Rematch {},
    Abort {},
    Look {
        seat: usize,
    },
    PassReplies {
        seat: usize,
        always: bool,
    },
}

/// Names of cells, faces and pieces, in the order in which someone pressed them: as many and as long as a board has them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Pressed(Vec<String>);

impl Pressed {
    /// No action touches more: a taking may touch every hole of a plate.
    const MOST: usize = 64;
    /// The longest name, in bytes.
    const LONGEST: usize = 32;

    /// What a press of this seat means.
    pub fn explain(&self, game: &dyn AnyGame, seat: Seat) -> Explained {
        let names: Vec<&str> = self.0.iter().map(String::as_str).collect();
        let meant = game.meant(seat, &names);
        let refusal = if meant.is_none() { game.explain_press(seat, &names) } else { None };
        Explained { refusal: refusal.as_ref().map(Problem::from), meant }
    }
}

/// What a press means; neither if it may still become an action, or means nothing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Explained {
    /// Why it cannot become an action.
    pub refusal: Option<Problem>,
    /// The action that it is: a legal one, or one that no view lists and that may be tried.
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub meant: Option<LegalMove>,
}

impl TryFrom<Vec<String>> for Pressed {
    type Error = TableError;

    fn try_from(names: Vec<String>) -> Result<Self> {
        if names.len() > Self::MOST {
            return Err(TableError::TooLong { what: "names", most: Self::MOST });
        }
        if names.iter().any(|name| name.len() > Self::LONGEST) {
            return Err(TableError::TooLong { what: "bytes of a name", most: Self::LONGEST });
        }
        Ok(Pressed(names))
    }
}

/// From the host to the client of the lobby.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum LobbyMessage {
    Tables { tables: Vec<TableSummary> },
    Table { table: Box<TableSummary> },
    Gone { id: String },
}
