//! Why a table refuses something, and what clients are told of it.

use std::collections::BTreeMap;

use engine::{RecordError, Refusal};
use serde::{Deserialize, Serialize};

pub(crate) type Result<T, E = TableError> = std::result::Result<T, E>;

/// Why something is not done at a table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    #[error("there is no such game")]
    NoSuchGame,
    #[error("there is no such seat")]
    NoSuchSeat,
    #[error("there is no such player")]
    NoSuchPlayer,
    #[error("this table is private")]
    Private,
    #[error("the seat is taken")]
    SeatTaken,
    #[error("you already sit at this table")]
    AlreadySeated,
    #[error("the game has started")]
    Started,
    #[error("the game has not started")]
    NotStarted,
    #[error("the game is over")]
    Over,
    #[error("the game is not over")]
    NotOver,
    #[error("this seat is not yours")]
    NotYourSeat,
    #[error("it is not this seat's turn")]
    NotYourTurn,
    #[error("the table has moved on to ply {0}")]
    Stale(usize),
    #[error("there is nothing to take back")]
    NothingToTakeBack,
    #[error("what was seen cannot be taken back")]
    Seen,
    #[error("there is no such offer")]
    NoOffer,
    #[error("this was already asked")]
    Asked,
    #[error("this table has no such thing as {0}")]
    BadTable(&'static str),
    #[error(
        "a rated game needs a clock or days, the usual start, and on every seat an account, none the other's bot"
    )]
    NotRateable,
    #[error("only the owner of the table may do that")]
    NotOwner,
    #[error("only the first of the team may do that")]
    NotCaptain,
    #[error("a team that plays lets people in: ask it")]
    LetIn,
    #[error("a nonce is at most 64 bytes in lowercase hexadecimal, two digits each")]
    Nonce,
    #[error("you have been muted at this table")]
    Muted,
    #[error("a line of chat has from 1 to 500 characters")]
    ChatLength,
    #[error("at most {most} {what}")]
    TooLong { what: &'static str, most: usize },
    /// The rules refuse.
    #[error("{0}")]
    Refused(Refusal),
    /// What a host kept of a table does not fit together.
    #[error("the table cannot be read: {0}")]
    Corrupt(String),
}

impl TableError {
    /// What clients translate it by.
    pub fn key(&self) -> &'static str {
        match self {
            TableError::NoSuchGame => "game.not-found",
            TableError::NoSuchSeat => "table.no-seat",
            TableError::NoSuchPlayer => "player.not-found",
            TableError::Private => "table.private",
            TableError::SeatTaken => "table.seat-taken",
            TableError::AlreadySeated => "table.already-seated",
            TableError::Started => "table.started",
            TableError::NotStarted => "table.not-started",
            TableError::Over => "table.over",
            TableError::NotOver => "table.not-over",
            TableError::NotYourSeat => "table.not-your-seat",
            TableError::NotYourTurn => "table.not-your-turn",
            TableError::Stale(_) => "table.stale",
            TableError::NothingToTakeBack => "table.no-takeback",
            TableError::Seen => "table.seen",
            TableError::NoOffer => "table.no-offer",
            TableError::Asked => "table.asked",
            TableError::BadTable(_) => "table.bad",
            TableError::NotRateable => "table.not-rateable",
            TableError::NotOwner => "table.not-owner",
            TableError::NotCaptain => "table.not-captain",
            TableError::LetIn => "table.let-in",
            TableError::Nonce => "table.nonce",
            TableError::Muted => "chat.muted",
            TableError::ChatLength => "chat.length",
            TableError::TooLong { .. } => "request.too-long",
            TableError::Refused(refusal) => refusal.reason.key,
            TableError::Corrupt(_) => "server.failed",
        }
    }

    /// The status of an answer over HTTP.
    pub fn status(&self) -> u16 {
        match self {
            TableError::NoSuchGame | TableError::NoSuchPlayer => 404,
            TableError::Private
            | TableError::NotYourSeat
            | TableError::NotOwner
            | TableError::NotCaptain
            | TableError::Muted => 403,
            TableError::SeatTaken
            | TableError::AlreadySeated
            | TableError::Started
            | TableError::LetIn
            | TableError::NotStarted
            | TableError::Over
            | TableError::NotOver
            | TableError::NotYourTurn
            | TableError::Stale(_)
            | TableError::NothingToTakeBack
            | TableError::Seen
            | TableError::NoOffer
            | TableError::Asked => 409,
            TableError::NoSuchSeat
            | TableError::BadTable(_)
            | TableError::NotRateable
            | TableError::ChatLength
            | TableError::Nonce
            | TableError::Refused(_) => 422,
            TableError::TooLong { .. } => 413,
            TableError::Corrupt(_) => 500,
        }
    }

    /// What clients are told.
    pub fn problem(&self) -> Problem {
        let mut problem = match self {
            TableError::Refused(refusal) => return Problem::from(refusal),
            _ => Problem::new(self.key(), self.to_string()),
        };
        match self {
            TableError::TooLong { what, most } => {
                problem.args.insert("what".to_owned(), (*what).to_owned());
                problem.args.insert("most".to_owned(), most.to_string());
            }
            TableError::Stale(ply) => {
                problem.args.insert("ply".to_owned(), ply.to_string());
            }
            _ => {}
        }
        problem
    }
}

impl From<Refusal> for TableError {
    fn from(refusal: Refusal) -> Self {
        TableError::Refused(refusal)
    }
}

impl From<RecordError> for TableError {
    fn from(error: RecordError) -> Self {
        match error {
            RecordError::Refused(refusal) => TableError::Refused(refusal),
            RecordError::Over => TableError::Over,
            RecordError::NoSuchSeat(_) => TableError::NoSuchSeat,
            RecordError::HasLeft(_) => TableError::NotYourTurn,
            RecordError::NoSuchPly(_) => TableError::NothingToTakeBack,
        }
    }
}

/// Why something was not done: clients translate by `key` and `args`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Problem {
    pub key: String,
    /// English.
    pub text: String,
    /// The clause of the rules that refuses it, if it is they who do.
    pub clause: Option<String>,
    pub args: BTreeMap<String, String>,
}

impl Problem {
    pub fn new(key: &str, text: String) -> Self {
        Problem { key: key.to_owned(), text, clause: None, args: BTreeMap::new() }
    }
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
