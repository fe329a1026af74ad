//! What the network is told, as the seat on turn sees it: nothing that a turn of the sheet would change.

use engine::network::{Inputs, ONE};

use crate::abraxas::{
    Abraxas, Phase, Placing,
    board::{Cells, STEPS},
    lines,
};

/// How many stones each seat still needs.
const NEEDS: usize = 14;
const NEEDED: usize = 0;
/// The stop stones of both.
const STOPS: usize = NEEDED + 2 * NEEDS;
const PHASE: usize = STOPS + 4 * 4;
const SUPPLY: usize = PHASE + 7;
/// How long nothing was taken, in steps of ten placings.
const QUIET: usize = SUPPLY + 13;
const QUIETS: usize = 6;
/// What each of the next four pushes shows: holes where a stone makes a line, lines, and rows of four cells that lack one
/// stone or two.
const PUSHES: usize = QUIET + QUIETS;
const MAKERS: usize = 12;
const LINES: usize = 3;
const OF_PUSH: usize = MAKERS + LINES + 2;
pub(super) const ALL: usize = PUSHES + 4 * OF_PUSH;

impl Abraxas {
    pub(super) fn tell_all(&self, inputs: &mut Inputs) {
        let (own, other) = (self.seat, self.other());
        for (first, seat) in [(NEEDED, own), (NEEDED + NEEDS, other)] {
            let needs = self.rules.target.saturating_sub(self.taken[seat]);
            inputs.set(first + usize::from(needs).min(NEEDS - 1));
        }
        let stops = |seat| usize::from(self.stops_left[seat]).min(3);
        inputs.set(STOPS + 4 * stops(own) + stops(other));
        inputs.set(
            PHASE
                + match self.phase {
                    Phase::Corner => 0,
                    Phase::Place(Placing::Ordinary) => 1,
                    Phase::Place(Placing::Barred) => 2,
                    Phase::Place(Placing::Extra) => 3,
                    Phase::Reply(_) => 4,
                    Phase::Take(_) if lines::any(self.red()) => 5,
                    Phase::Take(_) | Phase::Over(_) => 6,
                },
        );
        inputs.set(SUPPLY + usize::from(self.supply / 2).min(12));
        inputs.set(QUIET + (self.quiet as usize / 10).min(QUIETS - 1));
        let mut corner = self.corner;
        for first in (PUSHES..ALL).step_by(OF_PUSH) {
            corner = corner.next();
            let red = self.red_in(corner);
            let makers = self.makers(red, corner).count_ones() as usize;
            inputs.set(first + makers.min(MAKERS - 1));
            let count = if lines::any(red) { lines::all(red).count() } else { 0 };
            inputs.set(first + MAKERS + count.min(LINES - 1));
            let free = self.free().over(corner);
            for (input, rows) in (first + MAKERS + LINES..).zip(lacking(red, free)) {
                inputs.put(input, rows as i16 * (ONE / 4));
            }
        }
    }
}

/// Rows of four cells that lack one stone, and those that lack two.
fn lacking(Cells(red): Cells, Cells(free): Cells) -> [u32; 2] {
    let (mut one, mut two) = (0, 0);
    for step in STEPS {
        let [a, b, c, d] = [0, 1, 2, 3].map(|n| red >> (n * step));
        let [e, f, g, h] = [0, 1, 2, 3].map(|n| free >> (n * step));
        let (left, right) = (a & b, c & d);
        let (left_lacks, right_lacks) = (a & f | e & b, c & h | g & d);
        one += (left & right_lacks | left_lacks & right).count_ones();
        two += (left & g & h | e & f & right | left_lacks & right_lacks).count_ones();
    }
    [one, two]
}
