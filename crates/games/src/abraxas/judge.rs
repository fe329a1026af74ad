//! Judgement: what a position is worth.

mod inputs;
mod levels;

use engine::{
    Judge, Learnt, Seat,
    network::Inputs,
    search::{LEVELS, Level, Method},
};

use super::{
    Abraxas, Phase, Placing, SEATS,
    board::{Cells, Corner, Holes, STEPS},
    lines,
    moves::Move,
};

/// What one stone taken is worth.
const STONE: i32 = 100;
/// A stop stone is kept for the other's chain of extra turns.
const STOP_STONE: i32 = 450;
/// A line that the next push shows, wherever the stone goes.
const READY: i32 = 100;
/// A hole where a stone makes a line at the next push, of at most [`MAKERS`].
const MAKER: i32 = 70;
const MAKERS: i32 = 4;
/// The right to place again.
const EXTRA: i32 = 60;
/// A line not taken from yet, with the extra turn that follows.
const LINE: i32 = 220;
const WON: i32 = 20_000;

impl Abraxas {
    /// The red cells with the plate in `corner`.
    fn red_in(&self, corner: Corner) -> Cells {
        Abraxas { corner, ..self.clone() }.red()
    }

    /// The holes where a stone would make a line with the plate in `corner`, where the red cells are these.
    fn makers(&self, Cells(red): Cells, corner: Corner) -> u128 {
        let makers = STEPS.into_iter().fold(0, |makers, step| {
            let [before, before2, before3] = [1, 2, 3].map(|n| red << (n * step));
            let [after, after2, after3] = [1, 2, 3].map(|n| red >> (n * step));
            makers | after & after2 & (after3 | before) | before & before2 & (before3 | after)
        });
        makers & !red & self.free().over(corner).0
    }

    fn maker_holes(&self, corner: Corner) -> Holes {
        let makers = self.makers(self.red_in(corner), corner);
        Cells(makers).iter().filter_map(|cell| cell.hole(corner)).collect()
    }

    /// What a push to this corner offers to whoever makes it.
    fn prospects(&self, corner: Corner) -> i32 {
        let red = self.red_in(corner);
        let makers = self.makers(red, corner).count_ones() as i32;
        MAKER * makers.min(MAKERS) + if lines::any(red) { READY } else { 0 }
    }

    /// How the seat on turn stands.
    fn standing(&self) -> i32 {
        // The seat on turn pushes next; the other's chances come a push later and may still be spoilt.
        let next = self.corner.next();
        self.material(self.seat) + self.prospects(next) - self.prospects(next.next()) / 2
            + if self.phase == Phase::Place(Placing::Extra) { EXTRA } else { 0 }
    }
}

/// Learnt as the recipe beside it says.
static NETWORK: Learnt = Learnt::new(include_bytes!("judge/learnt.net"));

impl Judge for Abraxas {
    const METHODS: &'static [Method] = &[Method::Friendly, Method::Tree];
    const BENCH: &'static [(&'static str, u32)] = &[("sheet=5", 8_000)];

    fn levels(&self) -> &'static [Level; LEVELS] {
        &levels::LEVELS
    }

    fn evaluate(&self, seat: Seat) -> i32 {
        let standing = match self.phase {
            Phase::Over(end) => {
                let outcome = self.outcome(end);
                return ((outcome.share(seat) * 2.0 - 1.0) * f64::from(WON)) as i32;
            }
            // As if the other seat had stopped it: search looks at what happens if it does not.
            Phase::Reply(_) => {
                let mut stopped = self.clone();
                stopped.stops_left[self.other()] -= 1;
                stopped.phase = Phase::Place(Placing::Barred);
                stopped.standing()
            }
            Phase::Take(_) if lines::any(self.red()) => self.standing() + LINE,
            Phase::Corner | Phase::Place(_) | Phase::Take(_) => self.standing(),
        };
        if seat == self.seat { standing } else { -standing }
    }

    /// None where the pushes to come are not known.
    fn inputs(&self) -> usize {
        if self.rules.push_either { 0 } else { inputs::ALL }
    }

    fn tell(&self, inputs: &mut Inputs) -> (Seat, i32) {
        self.tell_all(inputs);
        (self.seat, self.evaluate(self.seat))
    }

    fn network() -> Option<&'static Learnt> {
        Some(&NETWORK)
    }

    fn material(&self, seat: Seat) -> i32 {
        let other = seat.next(SEATS);
        let balance = |mine: u8, theirs: u8| i32::from(mine) - i32::from(theirs);
        STONE * balance(self.taken[seat], self.taken[other])
            + STOP_STONE * balance(self.stops_left[seat], self.stops_left[other])
    }

    fn prior(&self, m: Move) -> i32 {
        match m {
            Move::Take(holes) => 4000 + holes.len() as i32,
            Move::Ok => 3000,
            // Back goes the stone that would make a line.
            Move::Stop { hole, .. } if matches!(self.phase, Phase::Reply(put) if put.hole == hole) => 1000,
            // There are twice as many of them as of stones, and only three to lay.
            Move::Stop { .. } => -6000,
            Move::End => -2000,
            _ => 0,
        }
    }

    /// Stones that make a line come first, those that complete one for the other seat's push later.
    fn priors(&self, moves: &[Move], hints: &mut Vec<i32>) {
        if !matches!(self.phase, Phase::Place(_)) || self.rules.push_either {
            hints.extend(moves.iter().map(|&m| self.prior(m)));
            return;
        }
        let next = self.corner.next();
        let (mine, theirs) = (self.maker_holes(next), self.maker_holes(next.next()));
        hints.extend(moves.iter().map(|&m| match m {
            Move::Put { hole, .. } | Move::Lift { hole, .. } if mine.contains(hole) => 3000,
            Move::Put { hole, .. } | Move::Lift { hole, .. } if theirs.contains(hole) => -500,
            _ => self.prior(m),
        }));
    }

    fn loud(&self, m: Move) -> bool {
        matches!(m, Move::Take(_))
    }
}
