//! Where a pawn may go (Ascension 4).

use engine::{Game, Reason, Refusal, Seat};

use super::{
    Ascension,
    cell::{Cell, CellSet},
    piece::Sign,
    reasons,
};

impl Ascension {
    /// The cells where the seat's pawn may step from where it stands; none if it is out.
    pub(super) fn steps(&self, seat: Seat) -> CellSet {
        let Some(from) = self.players[seat].pawn else { return CellSet::EMPTY };
        let mut near = from.neighbours().minus(self.pawns);
        let mut steps = CellSet::EMPTY;
        while let Some(cell) = near.first() {
            near = near.without(cell);
            let rise = self.rise(from, cell);
            if (-self.most_fall(cell)..=self.most_rise(from)).contains(&rise) && self.open(seat, cell) {
                steps = steps.with(cell);
            }
        }
        if self.board.sign(from) == Sign::CableCar {
            // Ascension 4.4
            let cars = self.board.cells(Sign::CableCar).without(from);
            steps = steps.or(cars.minus(self.pawns));
        }
        steps
    }

    /// Whether what lies on a cell lets the seat's pawn stand there (Ascension 4.3).
    pub(super) fn open(&self, seat: Seat, cell: Cell) -> bool {
        self.closed(seat, cell).is_none()
    }

    fn closed(&self, seat: Seat, cell: Cell) -> Option<&'static Reason> {
        let sign = self.board.sign(cell);
        if sign == Sign::Chasm {
            Some(&reasons::STEP_CHASM)
        } else if CellSet::CORNERS.contains(cell) && cell != self.board.corner(seat) {
            let owned = Seat::all(self.seats()).any(|seat| self.board.corner(seat) == cell);
            Some(if owned { &reasons::STEP_CORNER } else { &reasons::STEP_ABSENT })
        } else if sign.is_figure() && sign != self.board.figure(seat) {
            Some(&reasons::STEP_FIGURE)
        } else if sign == Sign::Joker && self.climbers.leader() != Some(seat) {
            Some(&reasons::STEP_JOKER)
        } else {
            None
        }
    }

    fn rise(&self, from: Cell, to: Cell) -> i16 {
        i16::from(self.board.height(to)) - i16::from(self.board.height(from))
    }

    /// How much the pawn may rise from a cell (Ascension 4.1, 4.2).
    fn most_rise(&self, from: Cell) -> i16 {
        1 + i16::from(self.board.sign(from) == Sign::Ladder)
    }

    /// How much a pawn may fall onto a cell (Ascension 4.1, 4.2).
    fn most_fall(&self, to: Cell) -> i16 {
        1 + i16::from(self.board.sign(to) == Sign::Mattress)
    }

    pub(super) fn refuse_step(&self, cell: Cell) -> Option<Refusal> {
        if self.players[self.seat].rests {
            return Some(reasons::RESTS.refuse());
        }
        if self.steps(self.seat).contains(cell) {
            return None;
        }
        let from = self.players[self.seat].pawn.expect("the seat on turn has a pawn");
        let at = |reason: &'static Reason| Some(reason.with([("cell", cell.to_string())]));
        if !from.neighbours().contains(cell) && (from == cell || !self.rides(from, cell)) {
            let rider = self.board.sign(from) == Sign::CableCar;
            return at(if rider { &reasons::STEP_CABLE_CAR } else { &reasons::NOT_NEXT });
        }
        if self.pawns.contains(cell) {
            return at(&reasons::STEP_PAWN);
        }
        if let Some(reason) = self.closed(self.seat, cell) {
            return at(reason);
        }
        let rise = self.rise(from, cell);
        Some(if rise > 0 {
            reasons::TOO_HIGH.with([
                ("cell", cell.to_string()),
                ("rise", rise.to_string()),
                ("most", self.most_rise(from).to_string()),
            ])
        } else {
            reasons::TOO_LOW.with([
                ("cell", cell.to_string()),
                ("fall", (-rise).to_string()),
                ("most", self.most_fall(cell).to_string()),
            ])
        })
    }

    /// Whether both cells show a cable car (Ascension 4.4).
    fn rides(&self, from: Cell, to: Cell) -> bool {
        [from, to].into_iter().all(|cell| self.board.sign(cell) == Sign::CableCar)
    }

    pub(super) fn refuse_stay(&self) -> Option<Refusal> {
        let may = self.players[self.seat].rests || self.steps(self.seat).is_empty();
        (!may).then(|| reasons::COMPULSORY.refuse())
    }
}
