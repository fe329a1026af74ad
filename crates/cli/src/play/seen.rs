//! A view as it arrives (docs/views.md), from a game here or from a server: all that the screen may show.

use ::engine::{AnyGame, Seat, Viewer};
use serde::Deserialize;
use serde_json::Value;

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Seen {
    pub(super) game: String,
    pub(super) ply: usize,
    pub(super) seats: usize,
    pub(super) turn: TurnSeen,
    pub(super) board: Value,
    pub(super) legal: Vec<Act>,
    pub(super) last: Option<Act>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum TurnSeen {
    Open { seat: usize, kind: String },
    Over { over: Over },
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct Over {
    pub(super) result: Vec<String>,
    pub(super) by: String,
}

/// An action and what it touches.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Act {
    pub(super) t: String,
    pub(super) at: Vec<String>,
    #[serde(default)]
    pub(super) via: Vec<String>,
}

impl Seen {
    pub(super) fn of(game: &dyn AnyGame, viewer: Viewer) -> Self {
        let view = serde_json::to_value(game.view(viewer)).expect("a view is plain data");
        serde_json::from_value(view).expect("a view reads as one")
    }

    /// The seat to act.
    pub(super) fn seat(&self) -> Option<Seat> {
        match self.turn {
            TurnSeen::Open { seat, .. } => Seat::from_number(seat),
            TurnSeen::Over { .. } => None,
        }
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.turn, TurnSeen::Over { .. })
    }
}

impl Over {
    /// One sentence for people.
    pub(super) fn sentence(&self) -> String {
        let winners: Vec<String> = (1..)
            .zip(&self.result)
            .filter(|(_, share)| *share != "0")
            .map(|(number, _)| number.to_string())
            .collect();
        let how = match self.by.as_str() {
            "resign" => "by resignation".to_owned(),
            "time" => "on time".to_owned(),
            "agreed" => "by agreement".to_owned(),
            clause => format!("by rule {clause}"),
        };
        match winners.as_slice() {
            [winner] => format!("Seat {winner} wins {how}"),
            _ => format!("Seats {} share the win {how}", winners.join(" and ")),
        }
    }
}
