//! Where the piece in hand may go (Ascension 3).

use engine::{Reason, Refusal};

use super::{
    Ascension,
    cell::{Cell, CellSet},
    piece::{Kind, Piece, Sign},
};

pub(super) static SAME_CELL: Reason =
    Reason::new("Ascension 3.1", "ascension.place-back", "the piece came from {cell}: it must move");
pub(super) static MUST_HIDE: Reason = Reason::new(
    "Ascension 3.2",
    "ascension.must-hide",
    "the cube showed its drawing when it was picked: it goes down hidden",
);
pub(super) static NOTHING_TO_SHOW: Reason =
    Reason::new("Ascension 3.2", "ascension.nothing-to-show", "the piece has no drawing to show");
pub(super) static ALWAYS_SHOWS: Reason = Reason::new(
    "Ascension 3.2",
    "ascension.always-shows",
    "a half-cube with a figure and the joker show anyway: they are placed without !",
);
pub(super) static ON_PAWN: Reason =
    Reason::new("Ascension 3.3", "ascension.place-pawn", "a pawn stands on {cell}");
pub(super) static ON_JOKER: Reason =
    Reason::new("Ascension 3.3", "ascension.place-joker", "the joker on {cell} is never covered");
pub(super) static CORNER: Reason = Reason::new(
    "Ascension 3.4",
    "ascension.place-corner",
    "on the corner {cell} lie only pieces that show its figure",
);
pub(super) static PILLAR_FULL: Reason =
    Reason::new("Ascension 3.5", "ascension.pillar-full", "the pillar bears one piece at most");
pub(super) static PILLAR_SHOWS: Reason = Reason::new(
    "Ascension 3.5",
    "ascension.pillar-shows",
    "a piece on the pillar shows nothing, neither a drawing nor the joker",
);

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
            Kind::Plain(_) if up => return Err(&NOTHING_TO_SHOW),
            Kind::Figured(_) | Kind::Joker if up => return Err(&ALWAYS_SHOWS),
            _ => return Ok(self.board.shown(hand.piece)),
        };
        match (up, hand.showed, face.is_drawn()) {
            (false, ..) => Ok(Sign::Blank),
            (true, true, _) => Err(&MUST_HIDE),
            (true, false, false) => Err(&NOTHING_TO_SHOW),
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
            &SAME_CELL
        } else if self.pawns.contains(cell) {
            &ON_PAWN
        } else if self.board.sign(cell) == Sign::Joker {
            &ON_JOKER
        } else if CellSet::CORNERS.contains(cell) {
            &CORNER
        } else if sign != Sign::Blank {
            &PILLAR_SHOWS
        } else {
            &PILLAR_FULL
        };
        Some(reason.with([("cell", cell.to_string())]))
    }
}
