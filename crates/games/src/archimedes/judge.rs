use engine::{Game, Judge, Seat};

use super::{Archimedes, CUBES, Cell, Cells, End, Move};

/// What a step less to go is worth, in hundredths.
const STEP: i32 = 30;
/// A cube that stands on its goal.
const HOME: i32 = 40;
/// A cube that is off its goal and has no free cell beside it.
const SHUT_IN: i32 = -35;
/// An empty goal cell that no cube can enter any more unless another makes room.
const SHUT_GOAL: i32 = -60;
/// To be on turn.
const TEMPO: i32 = 40;
const WIN: i32 = 10_000;

impl Judge for Archimedes {
    fn evaluate(&self, seat: Seat) -> i32 {
        let winners = match self.end {
            Some(End::Arrived(winner) | End::Last(winner)) => engine::SeatSet::of(winner),
            Some(End::Stalled(winners)) => winners,
            None => {
                let own = self.race(seat);
                let rivals =
                    self.playing().iter().filter(|&other| other != seat).map(|other| self.race(other));
                return own - rivals.max().unwrap_or(0);
            }
        };
        match (winners.contains(seat), winners.len()) {
            (true, 1) => WIN,
            (true, _) => 0,
            (false, _) => -WIN,
        }
    }

    /// The steps gained.
    fn prior(&self, m: Move) -> i32 {
        match m {
            Move::Pass => 0,
            Move::Cube { from, to } => {
                let side = self.goal_side(self.seat);
                i32::from(side.steps(from)) - i32::from(side.steps(to))
            }
        }
    }
}

impl Archimedes {
    /// How far the seat's cubes have come, each on its way to a goal cell of its own.
    fn race(&self, seat: Seat) -> i32 {
        let cubes = self.cubes(seat);
        let goal = self.goal(seat);
        let empty = goal.without(cubes);
        let shut = |cell: &Cell| (Cells::of(*cell).neighbours() & self.free(*cell)).is_empty();
        let shut_in = cubes.without(goal).iter().filter(shut).count() as i32;
        let shut_goals = empty.iter().filter(shut).count() as i32;
        let tempo = if self.seat == seat { TEMPO } else { 0 };
        tempo + HOME * (CUBES - empty.len()) as i32 - STEP * self.steps_to_fill(seat)
            + SHUT_IN * shut_in
            + SHUT_GOAL * shut_goals
    }

    /// The least steps on the empty board that bring each cube to another goal cell.
    fn steps_to_fill(&self, seat: Seat) -> i32 {
        let goal = self.goal(seat);
        let mut best = [i32::MAX; 1 << CUBES];
        best[0] = 0;
        // Filled goal cells as a bit set; after each cube, sets of one more.
        for (filled, cube) in self.cubes(seat).iter().enumerate() {
            for set in (0..best.len()).filter(|set| set.count_ones() as usize == filled) {
                for (index, cell) in goal.iter().enumerate().filter(|(index, _)| set >> index & 1 == 0) {
                    let (more, steps) = (set | 1 << index, i32::from(cube.steps_to(cell)));
                    best[more] = best[more].min(best[set] + steps);
                }
            }
        }
        best[best.len() - 1]
    }
}
