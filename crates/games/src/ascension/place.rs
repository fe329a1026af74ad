//! Where the piece in hand may go (Ascension 3).

use engine::{Reason, Refusal};

use super::{
    Ascension,
    cell::{Cell, CellSet},
    piece::{Kind, Piece, Sign},
    reasons,
};

/// A piece taken in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hand {
    pub(super) piece: Piece,
    /// Where it lay; `None` if it came out of the reserve.
    pub(super) from: Option<Cell>,
    /// Whether it is a cube whose drawing was up.
    pub(super) showed: bool,
}

impl Ascension {
    /// What the piece in hand shows once laid, with its drawing up or not, or why it cannot be laid so.
    fn laid(&self, hand: Hand, up: bool) -> Result<Sign, &'static Reason> {
        let face = match hand.piece.kind() {
            Kind::Cube => self.board.face(hand.piece),
            Kind::Plain(_) if up => return Err(&reasons::NOTHING_TO_SHOW),
            Kind::Figured(_) | Kind::Joker if up => return Err(&reasons::ALWAYS_SHOWS),
            _ => return Ok(self.board.shown(hand.piece)),
        };
        match (up, hand.showed, face.is_drawn()) {
            (false, ..) => Ok(Sign::Blank),
            (true, true, _) => Err(&reasons::MUST_HIDE),
            (true, false, false) => Err(&reasons::NOTHING_TO_SHOW),
            (true, false, true) => Ok(face.into()),
        }
    }

    /// The cells where the piece in hand may be laid so.
    pub(super) fn placeable(&self, hand: Hand, up: bool) -> CellSet {
        let Ok(sign) = self.laid(hand, up) else { return CellSet::EMPTY };
        let mut cells =
            CellSet::ALL.minus(self.pawns).minus(self.board.cells(Sign::Joker)).minus(CellSet::CORNERS);
        // Ascension 3.4
        if let Some(corner) = sign.corner() {
            cells = cells.or(CellSet::of(corner).minus(self.pawns));
        }
        if sign != Sign::Blank || self.board.top(Cell::PILLAR).is_some() {
            cells = cells.without(Cell::PILLAR);
        }
        match hand.from {
            Some(from) => cells.without(from),
            None => cells,
        }
    }

    pub(super) fn refuse_place(&self, hand: Hand, cell: Cell, up: bool) -> Option<Refusal> {
        let sign = match self.laid(hand, up) {
            Ok(sign) => sign,
            Err(reason) => return Some(reason.refuse()),
        };
        if self.placeable(hand, up).contains(cell) {
            return None;
        }
        let reason = if hand.from == Some(cell) {
            &reasons::PLACE_BACK
        } else if self.pawns.contains(cell) {
            &reasons::PLACE_PAWN
        } else if self.board.sign(cell) == Sign::Joker {
            &reasons::PLACE_JOKER
        } else if CellSet::CORNERS.contains(cell) {
            &reasons::PLACE_CORNER
        } else if sign != Sign::Blank {
            &reasons::PILLAR_SHOWS
        } else {
            &reasons::PILLAR_FULL
        };
        Some(reason.with([("cell", cell.to_string())]))
    }
}
