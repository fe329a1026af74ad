//! Judgement: how far each pawn is from where it must go, over the heights as they stand.

use engine::{Game, Judge, Seat};

use super::{
    Action, Ascension, Phase,
    cell::{Cell, CellSet},
    piece::Sign,
};

/// What a turn is worth.
const TURN: i32 = 60;
const SUMMIT: i32 = 900;
const START: i32 = 400;
/// A pawn away from home without a step now.
const STUCK: i32 = 120;
const HALF_CUBE: i32 = 12;
const WON: i32 = 20_000;

/// Road lengths in quarters of a turn.
const STEP: u16 = 4;
/// For each half cube of rise or fall too much, since a piece moved costs no turn of its own.
const BUILD: u16 = 2;
/// For a cell that does not let the pawn on: a chasm can be taken away, a figure only by its owner.
const CHASM: u16 = 4;
const CLOSED: u16 = 14;
const FAR: u16 = 400;

impl Ascension {
    /// The shortest road of a seat from every cell to `goal`, what must be built included.
    fn roads(&self, seat: Seat, goal: Cell) -> [u16; Cell::COUNT] {
        let mut roads = [FAR; Cell::COUNT];
        roads[goal.index()] = 0;
        let mut open = CellSet::of(goal);
        while let Some(here) = open.iter().min_by_key(|cell| roads[cell.index()]) {
            open = open.without(here);
            let entry = match self.board.sign(here) {
                _ if self.open(seat, here) => 0,
                Sign::Chasm => CHASM,
                _ => CLOSED,
            };
            for from in here.neighbours().iter() {
                let road = roads[here.index()] + STEP + entry + BUILD * self.excess(from, here);
                if road < roads[from.index()] {
                    roads[from.index()] = road;
                    open = open.with(from);
                }
            }
        }
        roads
    }

    /// By how many half cubes a step is too high or too low (Ascension 4.1, 4.2).
    fn excess(&self, from: Cell, to: Cell) -> u16 {
        let (low, high) = (u16::from(self.board.height(from)), u16::from(self.board.height(to)));
        if high > low {
            (high - low).saturating_sub(1 + u16::from(self.board.sign(from) == Sign::Ladder))
        } else {
            (low - high).saturating_sub(1 + u16::from(self.board.sign(to) == Sign::Mattress))
        }
    }

    fn goal(&self, seat: Seat) -> Cell {
        if self.climbers.contains(seat) { self.board.corner(seat) } else { Cell::PILLAR }
    }

    /// How well a seat stands, whoever else plays.
    fn standing(&self, seat: Seat) -> i32 {
        let player = &self.players[seat];
        let Some(pawn) = player.pawn else { return -4_000 };
        let road = i32::from(self.roads(seat, self.goal(seat))[pawn.index()]);
        let stuck = pawn != self.board.corner(seat) && !player.rests && self.steps(seat).is_empty();
        let starts = if self.rules.starts == 0 { 0 } else { START * player.starts.min(3) as i32 };
        let summit = if self.climbers.contains(seat) { SUMMIT } else { 0 };
        let leads = self.climbers.leader() == Some(seat) && self.seats() > 2;
        summit + starts + HALF_CUBE * i32::from(player.plain + player.figured)
            - road * TURN / i32::from(STEP)
            - if stuck { STUCK } else { 0 }
            - if player.rests { TURN } else { 0 }
            + if leads { 3 * TURN } else { 0 }
    }
}

impl Judge for Ascension {
    fn evaluate(&self, seat: Seat) -> i32 {
        if let Some(outcome) = self.turn().outcome() {
            return ((2.0 * outcome.share(seat) - 1.0) * f64::from(WON)) as i32;
        }
        // The strongest of the others is the one to beat.
        let others = self.inside.iter().filter(|&other| other != seat).map(|other| self.standing(other));
        let best = others.max().unwrap_or_default();
        (self.standing(seat) - best).clamp(1 - WON, WON - 1)
    }

    /// Steps that shorten the road first; placings near the own pawn before others.
    fn prior(&self, action: Action) -> i32 {
        let Some(pawn) = self.players[self.seat].pawn else { return 0 };
        match (self.phase, action) {
            (Phase::Step | Phase::Spring, Action::Step(cell)) => {
                let roads = self.roads(self.seat, self.goal(self.seat));
                i32::from(roads[pawn.index()]) - i32::from(roads[cell.index()])
            }
            (_, Action::Pick(cell) | Action::Place { cell, .. }) => {
                let near = |pawn: Cell| pawn == cell || pawn.neighbours().contains(cell);
                let rival = self
                    .inside
                    .iter()
                    .any(|seat| seat != self.seat && self.players[seat].pawn.is_some_and(near));
                2 * i32::from(near(pawn)) + i32::from(rival)
            }
            _ => 0,
        }
    }

    /// A step that wins or reaches the summit.
    fn loud(&self, action: Action) -> bool {
        matches!(action, Action::Step(cell) if cell == self.goal(self.seat))
    }
}
