use serde::Serialize;

use crate::Description;

/// How far a seat may have come in a game of which no position comes about again, because every deal is another.
///
/// It is told by what all deals have in common and everybody knows, so that games can be counted by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Stage {
    /// Another one for each stage of the game.
    #[serde(skip)]
    pub number: u64,
    /// Which part of the game this is: `rounds 11–20`.
    #[cfg_attr(feature = "ts", ts(as = "crate::phrase::Shape"))]
    pub during: Description,
    /// How far the seat has come.
    #[cfg_attr(feature = "ts", ts(as = "crate::phrase::Shape"))]
    pub says: Description,
    /// Whether the seat has come as far as that.
    pub here: bool,
}
