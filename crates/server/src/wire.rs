//! What goes over HTTP and the sockets, as `docs/socket.md` shows it.

use std::collections::BTreeMap;

use engine::{Refusal, Seat, View};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Time is set in one of three ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum Clock {
    #[default]
    None,
    /// So many seconds for the game, and some more after each turn.
    Fischer {
        #[schema(minimum = 1, maximum = 86400)]
        seconds: u32,
        #[schema(maximum = 3600)]
        increment: u32,
    },
    /// So many days for each turn.
    Days {
        #[schema(minimum = 1, maximum = 60)]
        days: u32,
    },
}

impl Clock {
    /// Which list of ratings a game with this clock counts for.
    pub fn pace(self) -> Pace {
        match self {
            Clock::None => Pace::Untimed,
            // About how long a side thinks in a game of forty turns.
            Clock::Fischer { seconds, increment } if seconds + 40 * increment < 600 => Pace::Fast,
            Clock::Fischer { .. } => Pace::Slow,
            Clock::Days { .. } => Pace::Days,
        }
    }

    pub fn is_live(self) -> bool {
        matches!(self, Clock::Fischer { .. })
    }
}

/// Ratings are kept apart by how fast the game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum Pace {
    Fast,
    Slow,
    Days,
    Untimed,
}

impl Pace {
    pub fn as_str(self) -> &'static str {
        match self {
            Pace::Fast => "fast",
            Pace::Slow => "slow",
            Pace::Days => "days",
            Pace::Untimed => "untimed",
        }
    }
}

/// Who a new table wants on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum SeatWish {
    /// Whoever comes first.
    Open,
    /// The one who makes the table.
    Me,
    /// Someone else in front of the same screen.
    Device,
    Engine {
        #[schema(minimum = 1, maximum = 8)]
        level: u8,
    },
    /// The owner of this name, once they sit down.
    Person {
        #[schema(min_length = 1, max_length = 40)]
        name: String,
    },
    /// Several people who share the seat.
    Team,
}

impl SeatWish {
    pub fn kind(&self) -> &'static str {
        match self {
            SeatWish::Open => "open",
            SeatWish::Me => "me",
            SeatWish::Device => "device",
            SeatWish::Engine { .. } => "engine",
            SeatWish::Person { .. } => "person",
            SeatWish::Team => "team",
        }
    }
}

#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct NewTable {
    #[schema(example = "archimedes")]
    pub game: String,
    /// Options as text; the rest is as usual.
    #[serde(default)]
    #[schema(max_length = 4096)]
    pub setup: String,
    #[schema(min_items = 1, max_items = 4)]
    pub seats: Vec<SeatWish>,
    #[serde(default)]
    pub clock: Clock,
    /// How long a reply window stays open in a live game.
    #[serde(default = "reply_seconds")]
    #[schema(minimum = 1, maximum = 600)]
    pub reply_seconds: u32,
    #[serde(default)]
    pub rated: bool,
    #[serde(default)]
    pub private: bool,
}

fn reply_seconds() -> u32 {
    10
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct MadeTable {
    pub id: String,
    pub invite: String,
    pub link: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Who {
    pub id: String,
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct TableSeat {
    pub seat: usize,
    /// `open`, `me`, `device`, `engine`, `person` or `team`; `person` also once somebody took an open seat.
    #[cfg_attr(
        feature = "ts",
        ts(type = "\"open\" | \"me\" | \"device\" | \"engine\" | \"person\" | \"team\"")
    )]
    pub kind: &'static str,
    pub people: Vec<Who>,
    pub level: Option<u8>,
    /// The name the seat is kept for, until its owner sits down.
    pub reserved: Option<String>,
    pub online: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Table {
    pub id: String,
    pub game: String,
    /// As everyone may know it.
    pub setup: String,
    pub seats: Vec<TableSeat>,
    pub state: State,
    pub clock: Clock,
    pub reply_seconds: u32,
    pub rated: bool,
    pub private: bool,
    /// The id of the one who made the table, who may mute people and call it off before the start.
    pub maker: String,
    pub ply: usize,
    #[schema(value_type = Option<Object>)]
    pub turn: Option<engine::TurnView>,
    /// RFC 3339.
    pub created: String,
    pub result: Option<Vec<String>>,
    /// The clause that ended it, or `resign`, `time`, `agreed`, `abort`.
    pub by: Option<String>,
    /// The server's pledge for a fair deal.
    pub commit: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum State {
    Open,
    Live,
    Over,
}

impl State {
    pub fn as_str(self) -> &'static str {
        match self {
            State::Open => "open",
            State::Live => "live",
            State::Over => "over",
        }
    }

    pub fn from_text(text: &str) -> Option<Self> {
        [State::Open, State::Live, State::Over].into_iter().find(|state| state.as_str() == text)
    }
}

/// Milliseconds as of `at`, the server's time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Clocks {
    /// One a seat; empty without a clock.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum OfferKind {
    Draw,
    Takeback,
    Rematch,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Offer {
    pub what: OfferKind,
    /// Who asks.
    pub seat: usize,
    /// The seats that said yes, the asker's among them.
    pub yes: Vec<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct ChatLine {
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub n: i64,
    /// The name of who said it.
    pub from: String,
    pub person: String,
    pub text: String,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: i64,
}

/// Something that happened at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum TableEvent {
    Sit {
        seat: usize,
        person: Who,
    },
    Stand {
        seat: usize,
        person: Who,
    },
    Start {},
    /// `ply` counts from 1.
    Action {
        ply: usize,
        seat: usize,
        t: String,
    },
    Resign {
        seat: usize,
    },
    Time {
        seat: usize,
    },
    Draw {},
    /// `ply` is the next one to be played again, counted from 1.
    Takeback {
        ply: usize,
        seat: usize,
    },
    Offer {
        what: OfferKind,
        seat: usize,
    },
    Decline {
        what: OfferKind,
        seat: usize,
    },
    Chat {
        from: String,
        person: String,
        text: String,
    },
    Mute {
        person: String,
        on: bool,
    },
    Rematch {
        table: String,
    },
    Abort {},
    /// `reveal` opens the pledge of a fair deal.
    Over {
        result: Vec<String>,
        by: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        reveal: Option<Reveal>,
    },
}

/// What the fair deal was made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Reveal {
    pub secret: String,
    /// One a person, in the order of seats.
    pub nonces: Vec<String>,
}

/// From the server to the client of a table.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum Outgoing {
    State {
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        n: i64,
        table: Box<Table>,
        view: Box<View>,
        viewing: Option<usize>,
        mine: Vec<usize>,
        clocks: Clocks,
        offers: Vec<Offer>,
        chat: Vec<ChatLine>,
        /// The actions that stand.
        moves: Vec<String>,
        spectators: usize,
    },
    Event {
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        n: i64,
        event: TableEvent,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        view: Option<Box<View>>,
        viewing: Option<usize>,
        clocks: Clocks,
        table: Box<Table>,
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
    Explained {
        id: String,
        refusal: Option<Problem>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Presence {
    pub seat: usize,
    pub online: bool,
}

/// From the client of a table to the server.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Incoming {
    /// The client's choosing; the same one twice does nothing twice.
    pub id: String,
    #[serde(flatten)]
    pub command: Command,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum Command {
    /// `ply` is how many actions had been played when the client decided.
    Act {
        ply: usize,
        seat: usize,
        t: String,
    },
    Explain {
        seat: usize,
        t: String,
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
    /// The one who made the table stops someone's talk, or lets them talk again.
    Mute {
        person: String,
        on: bool,
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

/// From the server to the client of the lobby.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum LobbyMessage {
    Tables { tables: Vec<Table> },
    Table { table: Box<Table> },
    Gone { id: String },
}

/// Why something was not done: clients translate by `key` and `args`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Problem {
    pub key: String,
    /// English.
    pub text: String,
    /// The clause of the rules that refuses it, if it is they who do.
    pub clause: Option<String>,
    pub args: BTreeMap<String, String>,
}

impl From<&Refusal> for Problem {
    fn from(refusal: &Refusal) -> Self {
        Problem {
            key: refusal.reason.key.to_owned(),
            text: refusal.sentence(),
            clause: Some(refusal.reason.clause.to_owned()).filter(|clause| !clause.is_empty()),
            args: refusal.args.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
        }
    }
}

/// A seat number of a message, if the table has it.
pub fn seat(number: usize, seats: usize) -> Option<Seat> {
    Seat::from_number(number).filter(|seat| seat.index() < seats)
}
