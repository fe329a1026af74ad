mod goal_distances;
mod inputs;
mod levels;

use engine::{
    BySeat, Game, Judge, Learnt, Seat,
    network::Inputs,
    search::{LEVELS, Level},
};

use self::goal_distances::{GoalDistances, SHUT};
use super::{Archimedes, CUBES, Cell, End, Move};

/// A turn for a cube that is not home, in hundredths; each step it has to go, and each that it cannot make at once.
const TURN: i32 = 80;
const STEP: i32 = 8;
const STEP_LATER: i32 = 14;
/// A cube that is off its goal and has no free cell beside it.
const SHUT_IN: i32 = 50;
/// An empty goal cell that no cube can enter any more unless another makes room; and how much further off it is if
/// cubes that are home bar its doors.
const SHUT_GOAL: i32 = 80;
const SHUT_STEPS: i32 = 2;
/// To be on turn.
const TEMPO: i32 = 50;
const WIN: i32 = 10_000;

/// Hints: for each step gained, and for coming home.
const GAINED: i32 = 250;
const ARRIVES: i32 = 500;

/// Learnt as the recipe beside it says.
static NETWORK: Learnt = Learnt::new(include_bytes!("judge/learnt.net"));

impl Judge for Archimedes {
    const BENCH: &'static [(&'static str, u32)] = &[("", 6), ("seats=3", 4_000)];

    fn levels(&self) -> &'static [Level; LEVELS] {
        if self.seats() == 2 { &levels::TWO } else { &levels::THREE }
    }

    fn evaluate(&self, seat: Seat) -> i32 {
        if let Some(end) = self.end {
            return verdict(end, seat);
        }
        let rivals = self.playing().iter().filter(|&other| other != seat).map(|other| self.race(other));
        self.race(seat) - rivals.max().unwrap_or(0)
    }

    fn evaluate_all(&self) -> BySeat<i32> {
        if let Some(end) = self.end {
            return BySeat::from_fn(|seat| verdict(end, seat));
        }
        let playing = self.playing();
        let races = BySeat::from_fn(|seat| if playing.contains(seat) { self.race(seat) } else { -WIN });
        BySeat::from_fn(|seat| {
            let rivals = playing.iter().filter(|&other| other != seat).map(|other| races[other]);
            races[seat] - rivals.max().unwrap_or(0)
        })
    }

    fn inputs(&self) -> usize {
        if self.seats() == 2 { inputs::ALL } else { 0 }
    }

    fn tell(&self, inputs: &mut Inputs) -> (Seat, i32) {
        (self.seat, self.tell_two(inputs))
    }

    fn network() -> Option<&'static Learnt> {
        Some(&NETWORK)
    }

    /// The steps gained, and the goal.
    fn prior(&self, m: Move) -> i32 {
        match m {
            Move::Pass | Move::Swap => 0,
            Move::Cube { from, to } => {
                let side = self.goal_side(self.seat);
                let gained = i32::from(side.steps(from)) - i32::from(side.steps(to));
                let arrives = side.steps(to) == 0 && side.steps(from) > 0;
                GAINED * gained + if arrives { ARRIVES } else { 0 }
            }
        }
    }
}

/// What the end is worth to a seat.
fn verdict(end: End, seat: Seat) -> i32 {
    let winners = match end {
        End::Arrived(winner) | End::Last(winner) => engine::SeatSet::of(winner),
        End::Stalled(winners) => winners,
    };
    match (winners.contains(seat), winners.len()) {
        (true, 1) => WIN,
        (true, _) => 0,
        (false, _) => -WIN,
    }
}

impl Archimedes {
    /// How far the seat's cubes have come, each on its way to a goal cell of its own.
    fn race(&self, seat: Seat) -> i32 {
        let cubes = self.cubes(seat);
        let goal = self.goal(seat);
        let empty = goal.without(cubes);
        let shut = |cell: &Cell| (cell.neighbours() & self.free(*cell)).is_empty();
        let shut_in = cubes.without(goal).iter().filter(shut).count() as i32;
        let shut_goals = empty.iter().filter(shut).count() as i32;
        let tempo = if self.seat == seat { TEMPO } else { 0 };
        tempo - self.turns_to_fill(seat) - SHUT_IN * shut_in - SHUT_GOAL * shut_goals
    }

    /// The least turns, in hundredths, that bring each cube that is not home to another goal cell.
    fn turns_to_fill(&self, seat: Seat) -> i32 {
        let side = self.goal_side(seat);
        let cubes = self.cubes(seat);
        let distances = GoalDistances::of(side, cubes);
        let mut best = [i32::MAX; 1 << CUBES];
        let start: usize =
            side.cells().iter().enumerate().map(|(i, cell)| usize::from(cubes.has(cell)) << i).sum();
        best[start] = 0;
        // Filled goal cells as a bit set; after each cube, sets of one more.
        for (filled, cube) in (start.count_ones()..).zip(cubes.without(side.cells()).iter()) {
            let distance = self.distance(cube) as i32;
            let mut turns = [0; CUBES];
            for (index, cell) in side.cells().iter().enumerate() {
                let steps = match distances.steps(cube, index) {
                    SHUT => i32::from(cube.steps_to(cell)) + SHUT_STEPS,
                    steps => i32::from(steps),
                };
                turns[index] = TURN + STEP * steps + STEP_LATER * (steps - distance).max(0);
            }
            for set in (start..best.len()).filter(|set| set.count_ones() == filled) {
                let before = best[set];
                for index in (0..CUBES).filter(|index| before < i32::MAX && set >> index & 1 == 0) {
                    let more = set | 1 << index;
                    best[more] = best[more].min(before + turns[index]);
                }
            }
        }
        best[best.len() - 1]
    }
}
