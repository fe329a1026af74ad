use crate::{Game, Seat};

/// Judgement about positions and moves. Nothing here is rules; search alone asks.
pub trait Judge: Game {
    /// How good the position is for the seat, in hundredths of what one could call a pawn. Within ±20,000.
    fn evaluate(&self, seat: Seat) -> i32;

    /// A hint of how promising a move is, higher first; any scale.
    fn prior(&self, m: Self::Move) -> i32 {
        let _ = m;
        0
    }

    /// Whether the move changes so much that a search should not stop before it.
    fn loud(&self, m: Self::Move) -> bool {
        let _ = m;
        false
    }
}
