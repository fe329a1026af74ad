//! Which piece may be taken in hand (Ascension 2).

use engine::{Game, Reason, Refusal, Seat};

use super::{
    Ascension,
    cell::{Cell, CellSet},
    leader::Joker,
    piece::{Piece, Sign},
    reasons,
};

impl Ascension {
    /// The cells whose top piece the seat on turn may pick.
    pub(super) fn pickable(&self) -> CellSet {
        let mut cells = CellSet::ALL
            .minus(self.board.cells(Sign::Bare))
            .minus(self.board.cells(Sign::Joker))
            .minus(self.foreign_figures(self.seat))
            .minus(self.pawns);
        for seat in Seat::all(self.seats()).filter(|&seat| seat != self.seat) {
            if let Some(last) = self.players[seat].last
                && self.board.top(last.cell) == Some(last.piece)
            {
                cells = cells.without(last.cell);
            }
        }
        cells
    }

    /// Whether the seat on turn may pick anything at all (Ascension 2.4).
    pub(super) fn can_pick(&self) -> bool {
        let player = &self.players[self.seat];
        player.plain > 0 || player.figured > 0 || self.holds_joker(self.seat) || !self.pickable().is_empty()
    }

    /// The seat that bars this piece to the seat on turn (Ascension 2.1). A seat that is out has none.
    pub(super) fn barring(&self, piece: Piece) -> Option<Seat> {
        Seat::all(self.seats())
            .filter(|&seat| seat != self.seat)
            .find(|&seat| self.players[seat].last.is_some_and(|last| last.piece == piece))
    }

    /// Whether the joker is the seat's to lay.
    pub(super) fn holds_joker(&self, seat: Seat) -> bool {
        self.joker == Joker::Kept && self.climbers.leader() == Some(seat)
    }

    /// The cells that show a figure other than the seat's own, absent seats' included (Ascension 1.5).
    pub(super) fn foreign_figures(&self, seat: Seat) -> CellSet {
        let own = self.board.figure(seat);
        (0..4)
            .map(Sign::figure)
            .filter(|&figure| figure != own)
            .fold(CellSet::EMPTY, |cells, figure| cells.or(self.board.cells(figure)))
    }

    pub(super) fn refuse_pick(&self, cell: Cell) -> Option<Refusal> {
        if self.pickable().contains(cell) {
            return None;
        }
        let at = |reason: &'static Reason| Some(reason.with([("cell", cell.to_string())]));
        let Some(piece) = self.board.top(cell) else { return at(&reasons::PICK_EMPTY) };
        if self.pawns.contains(cell) {
            return at(&reasons::PICK_PAWN);
        }
        if piece == Piece::JOKER {
            return at(&reasons::PICK_JOKER);
        }
        match self.barring(piece) {
            Some(seat) => {
                Some(reasons::PICK_BARRED.with([("seat", seat.to_string()), ("cell", cell.to_string())]))
            }
            None => at(&reasons::PICK_FIGURE),
        }
    }
}
