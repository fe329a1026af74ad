//! What happens at a table.

use serde::{Deserialize, Serialize};

use crate::summary::{GONE, Who};

/// What is left of words that were taken back.
pub(crate) const SILENCE: &str = "…";

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum OfferKind {
    Draw,
    Takeback,
    Rematch,
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
    /// What the seat adds to a fair deal: the last one before the start counts.
    Nonce {
        seat: usize,
        nonce: String,
    },
    /// Somebody wants to join the team of a seat while it plays: its first lets them sit down,
    Ask {
        seat: usize,
        person: Who,
    },
    /// or does not.
    TurnAway {
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
    /// `reveal` opens the commitment of a fair deal.
    Over {
        result: Vec<String>,
        by: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        reveal: Option<Reveal>,
    },
}

impl TableEvent {
    /// Takes the name and the words of somebody out of it. Whether it had any.
    pub fn forget(&mut self, of: &str) -> bool {
        match self {
            TableEvent::Sit { person, .. }
            | TableEvent::Stand { person, .. }
            | TableEvent::Ask { person, .. }
            | TableEvent::TurnAway { person, .. }
                if person.id == of =>
            {
                GONE.clone_into(&mut person.name);
            }
            TableEvent::Chat { from, person, text } if person == of => {
                GONE.clone_into(from);
                person.clear();
                SILENCE.clone_into(text);
            }
            _ => return false,
        }
        true
    }

    /// Whom it is about, if that may be somebody else than who caused it.
    pub fn subject(&self) -> Option<&str> {
        match self {
            TableEvent::Sit { person, .. } | TableEvent::TurnAway { person, .. } => Some(&person.id),
            _ => None,
        }
    }

    /// Whether the board may look otherwise after it.
    pub(crate) fn shows_board(&self) -> bool {
        !matches!(
            self,
            TableEvent::Chat { .. }
                | TableEvent::Offer { .. }
                | TableEvent::Decline { .. }
                | TableEvent::Mute { .. }
                | TableEvent::Nonce { .. }
                | TableEvent::Ask { .. }
                | TableEvent::TurnAway { .. }
        )
    }
}

/// What a fair deal was made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Reveal {
    pub secret: String,
    /// One per seat, in order.
    pub nonces: Vec<String>,
}

/// What a host keeps of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEntry {
    /// Counted from 1, without gaps.
    pub n: i64,
    /// Milliseconds since 1970.
    pub at: i64,
    pub event: TableEvent,
    /// Milliseconds left for each seat, where the event changed the game and the table has a clock.
    pub clocks: Option<Vec<i64>>,
}
