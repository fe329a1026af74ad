//! How turns go on: what a put, a push, a stop stone and a taking lead to (3 to 6).

use super::{
    Abraxas, End, Phase, Piece, Placing, Put,
    board::{Corner, Hole, Holes},
    lines,
    moves::Push,
};
use engine::{Seat, Swap};

impl Abraxas {
    /// The stone is put for good, the plate pushed, and lines are judged.
    pub(super) fn complete(&mut self, put: Put) {
        match put.from {
            Some(from) => self.stones = self.stones & !Holes::of(from),
            None => self.supply -= 1,
        }
        self.stones = self.stones | Holes::of(put.hole);
        self.push(put.to, Piece::Red);
    }

    pub(super) fn push(&mut self, to: Corner, piece: Piece) {
        self.corner = to;
        self.quiet += 1;
        if self.rules.called || lines::any(self.red()) {
            self.phase = Phase::Take(piece);
        } else {
            self.placed(piece);
        }
    }

    /// The placing is complete: the game is stalled, or a turn begins.
    pub(super) fn placed(&mut self, piece: Piece) {
        if self.quiet >= self.rules.quiet_limit {
            self.phase = Phase::Over(End::Stall);
            return;
        }
        match piece {
            // Nothing but a taking makes the count 0 once a piece is put.
            Piece::Red if self.quiet == 0 => self.begin(self.seat, Placing::Extra),
            Piece::Red => self.begin(self.other(), Placing::Ordinary),
            Piece::Stop => self.begin(self.other(), Placing::Barred),
        }
    }

    pub(super) fn begin(&mut self, seat: Seat, placing: Placing) {
        self.seat = seat;
        self.phase = if self.supply == 0 && self.stones.is_empty() {
            Phase::Over(End::NoStones)
        } else {
            Phase::Place(placing)
        };
    }

    /// Each seat gets what the other has, and the other one plays (rules 0.9).
    pub(super) fn change_sides(&mut self) {
        let (one, two) = (self.seat, self.other());
        for counts in [&mut self.taken, &mut self.stops_left] {
            (counts[one], counts[two]) = (counts[two], counts[one]);
        }
        self.seat = two;
        self.swap = Swap::Done;
    }

    pub(super) fn lay_stop(&mut self, hole: Hole, push: Push) {
        self.seat = self.stopper().expect("a seat that may lay a stop stone");
        self.stops_left[self.seat] -= 1;
        self.stops = self.stops | Holes::of(hole);
        match push {
            Push::Stay => {
                self.quiet += 1;
                self.placed(Piece::Stop);
            }
            Push::Next => self.push(self.corner.next(), Piece::Stop),
            Push::To(corner) => self.push(corner, Piece::Stop),
        }
    }

    pub(super) fn take(&mut self, holes: Holes, piece: Piece) {
        self.stones = self.stones & !holes;
        self.emptied = self.emptied | holes;
        self.taken[self.seat] += holes.len() as u8;
        self.quiet = 0;
        if self.taken[self.seat] >= self.rules.target {
            self.emptied = Holes::EMPTY;
            self.phase = Phase::Over(End::Target);
        } else if self.open_lines().next().is_none() {
            // All are resolved, so lines are judged anew (4.4).
            self.emptied = Holes::EMPTY;
            if !self.rules.called && !lines::any(self.red()) {
                self.placed(piece);
            }
        }
    }
}
