use std::{borrow::Cow, sync::Arc};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::DeserializeOwned};
use serde_json::value::{RawValue, to_raw_value};

use crate::{Description, Game, Seat, Turn};

/// What one viewer may know of a game: the one JSON for the server, the browser, the terminal, the protocol
/// and Python.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct View {
    pub game: Cow<'static, str>,
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

impl View {
    /// The same for one who may not act.
    pub fn without_legal(&self) -> Self {
        View {
            game: self.game.clone(),
            setup: self.setup.clone(),
            turn: self.turn.clone(),
            board: self.board.clone(),
            legal: Vec::new(),
            last: self.last.clone(),
            ..*self
        }
    }
}

/// The view of a game itself, as JSON text: written once, however many are sent it.
#[derive(Clone, Debug)]
pub struct Board(Arc<RawValue>);

impl Board {
    pub(crate) fn of(view: &impl Serialize) -> Self {
        Board(to_raw_value(view).expect("a view is plain data").into())
    }

    /// As the view of a game.
    pub fn read<V: DeserializeOwned>(&self) -> serde_json::Result<V> {
        serde_json::from_str(self.0.get())
    }

    /// As a value to look into.
    pub fn value(&self) -> serde_json::Value {
        serde_json::from_str(self.0.get()).expect("it was written as JSON")
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.0.get() == other.0.get() || self.value() == other.value()
    }
}

impl Serialize for Board {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Board {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // By way of a value: raw JSON cannot be read inside an enum with a tag.
        Ok(Board::of(&serde_json::Value::deserialize(deserializer)?))
    }
}

/// Whose decision is next, or how the game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum TurnView {
    Open {
        #[cfg_attr(feature = "ts", ts(type = "number"))]
        seat: Seat,
        kind: TurnKind,
    },
    Over {
        over: Over,
    },
}

/// What is waited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum TurnKind {
    Move,
    Reply,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Over {
    /// One share per seat: `1`, `0`, `1/2` …
    pub result: Vec<Cow<'static, str>>,
    /// A clause of the game's rules, or `resign`, `time` or `agreed`.
    pub by: Cow<'static, str>,
}

/// An action and what it touches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct LegalMove {
    /// The token.
    pub t: String,
    pub at: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub via: Vec<String>,
    /// What it does.
    #[cfg_attr(feature = "ts", ts(as = "crate::phrase::Shape"))]
    pub says: Description,
    /// Whether a client may play it as soon as it is pressed ([`Game::direct`]).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub direct: bool,
}

impl TurnView {
    /// The seat whose decision is next; `None` when the game is over.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            TurnView::Open { seat, .. } => Some(*seat),
            TurnView::Over { .. } => None,
        }
    }

    pub fn is_over(&self) -> bool {
        matches!(self, TurnView::Over { .. })
    }
}

impl From<Turn> for TurnView {
    fn from(turn: Turn) -> Self {
        match turn {
            Turn::Move(seat) => TurnView::Open { seat, kind: TurnKind::Move },
            Turn::Reply(seat) => TurnView::Open { seat, kind: TurnKind::Reply },
            Turn::Over(outcome) => {
                let result = outcome.shares().map(Cow::Borrowed).collect();
                TurnView::Over { over: Over { result, by: Cow::Borrowed(outcome.by()) } }
            }
        }
    }
}

impl LegalMove {
    /// A move of this position.
    pub fn of<G: Game>(position: &G, m: G::Move) -> Self {
        let trace = position.trace(m);
        LegalMove { t: m.to_string(), at: trace.at, via: trace.via, says: G::describe(m), direct: false }
    }

    /// A move that the seat to act is offered.
    pub(crate) fn offered<G: Game>(position: &G, m: G::Move) -> Self {
        LegalMove { direct: position.direct(m), ..Self::of(position, m) }
    }
}
