use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use crate::{Game, Seat, Turn};

/// What one viewer may know of a game: the one JSON for the server, the browser, the terminal, the protocol
/// and Python.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct View {
    pub game: &'static str,
    /// The set-up, with what the viewer may not know redacted.
    pub setup: String,
    /// How many actions have been played.
    pub ply: usize,
    pub seats: usize,
    pub turn: TurnView,
    /// The view of the game itself; its shape is the game's.
    #[cfg_attr(feature = "ts", ts(type = "unknown"))]
    pub board: Board,
    /// What the viewer may do now: only for the seat to act.
    pub legal: Vec<LegalMove>,
    /// The last action, with what it touched.
    pub last: Option<LegalMove>,
}

/// The view of a game itself, as JSON text: written once, however many are sent it.
#[derive(Clone, Debug)]
pub struct Board(Arc<RawValue>);

impl Board {
    pub(crate) fn of(view: &impl Serialize) -> Self {
        Board(to_raw_value(view).expect("a view is plain data").into())
    }

    /// As a value to look into.
    pub fn value(&self) -> serde_json::Value {
        serde_json::from_str(self.0.get()).expect("it was written as JSON")
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.0.get() == other.0.get()
    }
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

/// Whose decision is next, or how the game ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum TurnView {
    Open {
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        #[cfg_attr(feature = "ts", ts(type = "'move' | 'reply'"))]
        kind: &'static str,
    },
    Over {
        over: Over,
    },
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Over {
    /// One share a seat: `1`, `0`, `1/2` …
    pub result: Vec<&'static str>,
    /// A clause of the game's rules, or `resign`, `time` or `agreed`.
    pub by: &'static str,
}

/// An action and what it touches.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct LegalMove {
    /// The token.
    pub t: String,
    pub at: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub via: Vec<String>,
}

impl From<Turn> for TurnView {
    fn from(turn: Turn) -> Self {
        match turn {
            Turn::Move(seat) => TurnView::Open { seat, kind: "move" },
            Turn::Reply(seat) => TurnView::Open { seat, kind: "reply" },
            Turn::Over(outcome) => {
                TurnView::Over { over: Over { result: outcome.shares().collect(), by: outcome.by() } }
            }
        }
    }
}

impl LegalMove {
    /// A legal move of this position.
    pub fn of<G: Game>(position: &G, m: G::Move) -> Self {
        let trace = position.trace(m);
        LegalMove { t: m.to_string(), at: trace.at, via: trace.via }
    }
}
