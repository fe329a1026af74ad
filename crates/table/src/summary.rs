//! A table as everyone may know it.

use engine::TurnView;
use serde::{Deserialize, Serialize};

use crate::settings::Clock;

/// What somebody is called who wants to be forgotten.
pub const GONE: &str = "Gone";

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Who {
    pub id: String,
    pub name: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
}

/// What a seat is for: as it was wished for, but `person` once somebody took an open seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum SeatKind {
    Open,
    Device,
    Engine,
    Person,
    Team,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct TableSeat {
    pub seat: usize,
    pub kind: SeatKind,
    pub people: Vec<Who>,
    pub level: Option<u8>,
    /// The name the seat is kept for, until that person sits down.
    pub reserved: Option<String>,
    /// Whether the game waits for what they add to a fair deal.
    pub nonce_due: bool,
    pub online: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Table))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "Table"))]
pub struct TableSummary {
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
    /// Whether the owner set up what chance or the rules decide else: the deal, the position, the start or the sheet.
    pub by_hand: bool,
    /// The id of the person who made the table, who may mute people and call it off before the start.
    pub owner: String,
    pub ply: usize,
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Object>))]
    pub turn: Option<TurnView>,
    /// RFC 3339.
    pub created: String,
    pub result: Option<Vec<String>>,
    /// The clause that ended it, or `resign`, `time`, `agreed`, `abort`.
    pub by: Option<String>,
    /// What was published of the secret of a fair deal.
    pub commitment: Option<String>,
}
