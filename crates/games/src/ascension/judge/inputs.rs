//! What the network for two seats is told: where the pawns stand on their way, and what lies around them. Faces that lie
//! hidden are no part of it.

use engine::{Seat, network::Inputs};

use super::Standing;
use crate::ascension::{
    Ascension,
    cell::{Cell, CellSet},
    piece::Sign,
};

/// Inputs of a seat, most of them once for the way up and once for the way home. What is left of it: in half turns, in
/// height, and in cells.
const ROAD: usize = 0;
const ROADS: usize = 32;
const RISE: usize = ROAD + 2 * ROADS;
const RISES: usize = 16;
const STEPS: usize = RISE + 2 * RISES;
const DISTANCES: usize = 9;
/// Where the pawn can step, with a piece moved and as things are; whether it can rise and fall.
const EXITS: usize = STEPS + 2 * DISTANCES;
const COUNTS: usize = 9;
const READY: usize = EXITS + 2 * COUNTS;
const TURNS: usize = READY + 2 * COUNTS;
/// What the seat has: further starts, half-cubes, the joker; whether it rests; what its pawn stands on.
const STARTS: usize = TURNS + 2 * 4;
const PLAIN: usize = STARTS + 3;
const FIGURED: usize = PLAIN + 3;
const JOKER: usize = FIGURED + 3;
const RESTS: usize = JOKER + 1;
const STAND: usize = RESTS + 1;
/// The cells beside its pawn by whether they are nearer to the goal, by height, and by what keeps it off; then by sign.
const BESIDE: usize = STAND + Sign::COUNT;
const LEVELS: usize = 9;
const BARS: usize = 4;
const SIGNS: usize = BESIDE + 2 * 3 * LEVELS * BARS;
/// The cells two steps away by whether they are nearer and by height.
const BEYOND: usize = SIGNS + Sign::COUNT;
/// The cells around its goal by height.
const AT_GOAL: usize = BEYOND + 2 * 3 * LEVELS;
const HEIGHTS: usize = 12;
const OF_SEAT: usize = AT_GOAL + 2 * HEIGHTS;
/// After those of both seats: how far the pawns are apart, how much higher the one on turn stands, rounds to come.
const APART: usize = 2 * OF_SEAT;
const HIGHER: usize = APART + DISTANCES;
const ROUNDS: usize = HIGHER + 2 * LEVELS;
pub(super) const ALL: usize = ROUNDS + 7;

impl Ascension {
    pub(super) fn tell_two(&self, standings: [&Standing; 2], inputs: &mut Inputs) {
        let seats = [self.seat, self.seat.next(2)];
        let [Some(own), Some(other)] = seats.map(|seat| self.players[seat].pawn) else { return };
        for (index, (seat, pawn)) in seats.into_iter().zip([own, other]).enumerate() {
            let climbed = usize::from(self.climbers.contains(seat));
            let first = index * OF_SEAT;
            let mut teller = Teller {
                position: self,
                seat,
                pawn,
                goal: self.goal(seat),
                climbed,
                first,
                inputs: &mut *inputs,
            };
            teller.tell_way(standings[index]);
            teller.tell_reserve();
            teller.tell_cells();
        }
        inputs.set(APART + usize::from(own.steps_to(other)));
        let higher = i32::from(self.board.height(own)) - i32::from(self.board.height(other));
        inputs.set(HIGHER + (higher + LEVELS as i32).clamp(0, 2 * LEVELS as i32 - 1) as usize);
        let left = self.rules.round_limit.saturating_sub(self.round);
        inputs.set(ROUNDS + (u32::BITS - left.leading_zeros()).min(6) as usize);
    }
}

/// Tells about one seat.
struct Teller<'t> {
    position: &'t Ascension,
    seat: Seat,
    pawn: Cell,
    goal: Cell,
    climbed: usize,
    first: usize,
    inputs: &'t mut Inputs,
}

impl Teller<'_> {
    fn set(&mut self, input: usize) {
        self.inputs.set(self.first + input);
    }

    /// One of this many inputs, of those for the way that the pawn is on.
    fn set_on_way(&mut self, first: usize, count: usize, number: usize) {
        self.set(first + self.climbed * count + number.min(count - 1));
    }

    fn tell_way(&mut self, standing: &Standing) {
        let height = |cell| self.position.board.height(cell);
        let rise = usize::from(height(self.goal).abs_diff(height(self.pawn)));
        let around = &standing.around;
        self.set_on_way(ROAD, ROADS, standing.road.max(0) as usize / 2);
        self.set_on_way(RISE, RISES, rise);
        self.set_on_way(STEPS, DISTANCES, self.pawn.steps_to(self.goal).into());
        self.set_on_way(EXITS, COUNTS, around.exits.len());
        self.set_on_way(READY, COUNTS, around.ready);
        self.set_on_way(TURNS, 4, usize::from(around.up) + 2 * usize::from(around.down));
    }

    fn tell_reserve(&mut self) {
        let player = self.position.players[self.seat];
        self.set(STARTS + player.starts.min(2) as usize);
        self.set(PLAIN + usize::from(player.plain));
        self.set(FIGURED + usize::from(player.figured));
        if self.position.holds_joker(self.seat) {
            self.set(JOKER);
        }
        if player.rests {
            self.set(RESTS);
        }
        self.set(STAND + self.position.board.sign(self.pawn) as usize);
    }

    fn tell_cells(&mut self) {
        let position = self.position;
        let closed = position.closed_to(self.seat);
        let beside = self.pawn.neighbours();
        for cell in beside.iter() {
            let bar = match (closed.contains(cell), position.removable(self.seat, cell) > 0) {
                _ if position.pawns.contains(cell) => 3,
                (true, _) => 2,
                (false, removable) => usize::from(!removable),
            };
            let place = self.place(cell) * BARS + bar;
            self.set_on_way(BESIDE, 3 * LEVELS * BARS, place);
            self.set(SIGNS + position.board.sign(cell) as usize);
        }
        let beyond = beside.iter().fold(CellSet::EMPTY, |cells, cell| cells.or(cell.neighbours()));
        for cell in beyond.minus(beside).without(self.pawn).iter() {
            let place = self.place(cell);
            self.set_on_way(BEYOND, 3 * LEVELS, place);
        }
        for cell in self.goal.neighbours().iter() {
            self.set_on_way(AT_GOAL, HEIGHTS, position.board.height(cell).into());
        }
    }

    /// Whether a cell is nearer to the goal than the pawn is, and how much higher.
    fn place(&self, cell: Cell) -> usize {
        let nearer = 1 + self.pawn.steps_to(self.goal).cmp(&cell.steps_to(self.goal)) as i32;
        let height = |cell| i32::from(self.position.board.height(cell));
        let most = LEVELS as i32 / 2;
        let higher = (height(cell) - height(self.pawn)).clamp(-most, most) + most;
        (nearer * LEVELS as i32 + higher) as usize
    }
}
