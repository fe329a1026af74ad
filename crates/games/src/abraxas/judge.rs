//! Judgement: what a position is worth.

use engine::{Game, Judge, Seat, Turn};

use super::{
    Abraxas, Phase, Placing, SEATS,
    board::{Cells, Corner, STEPS},
    moves::Move,
};

/// What one stone taken is worth.
const STONE: i32 = 100;
/// A stop stone is kept for the other's chain of extra turns.
const STOP_STONE: i32 = 450;
/// A line that the next push shows.
const READY: i32 = 70;
/// The right to place again.
const EXTRA: i32 = 120;
const WON: i32 = 20_000;

impl Abraxas {
    /// How many runs of four lack at most one red cell, and that one beneath a free hole, with the plate in `corner`.
    fn near_lines(&self, corner: Corner) -> i32 {
        let moved = Abraxas { corner, ..self.clone() };
        let red = moved.red().0;
        let Cells(free) = moved.free().over(corner);
        let open = red | free;
        STEPS
            .into_iter()
            .map(|step| {
                let [a, b, c, d] = [0, 1, 2, 3].map(|n| red >> (n * step));
                let all_open = [0, 1, 2, 3].into_iter().fold(u128::MAX, |all, n| all & open >> (n * step));
                let three = a & b & (c | d) | c & d & (a | b);
                (three & all_open).count_ones() as i32
            })
            .sum()
    }
}

impl Judge for Abraxas {
    fn evaluate(&self, seat: Seat) -> i32 {
        if let Turn::Over(outcome) = self.turn() {
            return ((outcome.share(seat) * 2.0 - 1.0) * f64::from(WON)) as i32;
        }
        let other = seat.next(SEATS);
        let balance = |mine: u8, theirs: u8| i32::from(mine) - i32::from(theirs);
        let material = STONE * balance(self.taken[seat], self.taken[other])
            + STOP_STONE * balance(self.stops_left[seat], self.stops_left[other]);
        // The seat on turn pushes next; the other's chances come a push later and may still be spoilt.
        let next = self.corner.next();
        let [soon, later] = [next, next.next()].map(|corner| self.near_lines(corner).min(4) * READY);
        let initiative = soon - later / 2
            + match self.phase {
                Phase::Place(Placing::Extra) | Phase::Reply(_) | Phase::Take(_) => EXTRA,
                _ => 0,
            };
        material + if seat == self.seat { initiative } else { -initiative }
    }

    fn prior(&self, m: Move) -> i32 {
        match m {
            Move::Take(holes) => 4000 + holes.len() as i32,
            Move::Ok => 3000,
            Move::Stop { .. } | Move::End => -2000,
            _ => 0,
        }
    }

    fn loud(&self, m: Move) -> bool {
        matches!(m, Move::Take(_))
    }

    fn loud_moves(&self, moves: &mut Vec<Move>) {
        if matches!(self.phase, Phase::Take(_)) {
            self.legal_moves(moves);
            moves.retain(|&m| self.loud(m));
        }
    }
}
