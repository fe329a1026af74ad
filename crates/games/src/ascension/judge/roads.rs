//! How many turns a pawn needs over the heights as they stand.

use engine::{BySeat, Seat};

use crate::ascension::{
    Ascension,
    cell::{Cell, CellSet},
    piece::{Piece, Sign},
};

/// Roads are counted in quarters of a turn.
pub(super) const TURN: i32 = 4;
pub(super) const FAR: i32 = 1_999;
/// A chasm can be taken away, a figure or a joker only be covered, if at all.
const CHASM: i32 = 4;
const CLOSED: i32 = 14;
/// A pawn in the way.
const TAKEN: i32 = 2;
/// Half cubes beyond this are as good as a wall.
const WALL: i32 = 20;
/// All roads are this many quarters long, or a multiple of it.
const HALF: i32 = TURN / 2;
/// More than the longest stride there is, toll included, in halves.
const RING: usize = 64;
const _: () = assert!(TURN * WALL + CLOSED + TAKEN < HALF * RING as i32);
const _: () = assert!(TURN % HALF == 0 && CHASM % HALF == 0 && CLOSED % HALF == 0 && TAKEN % HALF == 0);

/// The road to a goal from every cell.
pub(super) type Roads = [i32; Cell::COUNT];

/// What one seat's pawn can do from a cell with at most one piece moved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around {
    /// The cells it could step to.
    pub(super) exits: CellSet,
    /// How many of them as they are.
    pub(super) ready: usize,
    /// Whether one of them is a half cube higher, or lower.
    pub(super) up: bool,
    pub(super) down: bool,
}

impl Around {
    pub(super) const NOWHERE: Around = Around { exits: CellSet::EMPTY, ready: 0, up: false, down: false };
}

/// What a step onto `to` costs that rises by this much, `eased` by a sign.
pub(super) fn stride_of(rise: i32, eased: i32, to: Cell) -> i32 {
    let steps = (rise.abs() - eased).clamp(1, WALL);
    if to == Cell::PILLAR && rise > 0 { TURN * steps } else { TURN + TURN / 2 * (steps - 1) }
}

impl Ascension {
    /// The cells that what lies on them closes to the seat's pawn (Ascension 4.3).
    pub(super) fn closed_to(&self, seat: Seat) -> CellSet {
        let leads = self.climbers.leader() == Some(seat);
        let joker = if leads { CellSet::EMPTY } else { self.board.cells(Sign::Joker) };
        self.foreign_figures(seat)
            .or(self.board.cells(Sign::Chasm))
            .or(CellSet::CORNERS.without(self.board.corner(seat)))
            .or(joker)
    }

    /// What a step costs, building included. A wall can be taken down two half cubes at a time; only the pillar must be
    /// climbed by half cubes.
    pub(super) fn stride(&self, from: Cell, to: Cell, height_to: i32, sign_to: Sign) -> i32 {
        let rise = height_to - i32::from(self.board.height(from));
        let eased = if rise > 0 {
            i32::from(self.board.sign(from) == Sign::Ladder)
        } else {
            i32::from(sign_to == Sign::Mattress)
        };
        stride_of(rise, eased, to)
    }

    /// What it costs to be let onto a cell.
    pub(super) fn toll(&self, closed: CellSet, cell: Cell) -> i32 {
        let closed = match self.board.sign(cell) {
            _ if !closed.contains(cell) => 0,
            Sign::Chasm => CHASM,
            _ => CLOSED,
        };
        closed + if self.pawns.contains(cell) { TAKEN } else { 0 }
    }

    /// The shortest road of a seat to `goal` from these cells; of the others, some may be left out.
    pub(super) fn roads(&self, seat: Seat, goal: Cell, from: CellSet) -> Roads {
        let closed = self.closed_to(seat);
        let mut roads = [FAR; Cell::COUNT];
        // The cells whose road ends at each of the next lengths, and which lengths there are.
        let mut rings = [CellSet::EMPTY; RING];
        let mut lengths = 1u64;
        let mut left = CellSet::ALL;
        let mut length = 0;
        let pawn = self.players[seat].pawn.map_or(CellSet::EMPTY, CellSet::of);
        let springs = self.board.cells(Sign::Spring).minus(pawn);
        roads[goal.index()] = 0;
        rings[0] = CellSet::of(goal);
        while lengths != 0 {
            let ahead = lengths.trailing_zeros();
            length += ahead as usize;
            lengths = lengths >> ahead & !1;
            let ring = std::mem::take(&mut rings[length % RING]).and(left);
            left = left.minus(ring);
            if from.and(left).is_empty() {
                return roads;
            }
            let road = length as i32 * HALF;
            for here in ring.iter() {
                let (toll, height) = (self.toll(closed, here), i32::from(self.board.height(here)));
                let sign = self.board.sign(here);
                let stations = if sign == Sign::CableCar { self.board.cells(sign) } else { CellSet::EMPTY };
                for next in here.neighbours().or(stations).and(left).iter() {
                    let walks = self.stride(next, here, height, sign);
                    let stride = if stations.contains(next) { TURN.min(walks) } else { walks };
                    // A pawn that comes to a spring goes on in the same turn.
                    let goes_on = springs.contains(next) && stride == TURN;
                    let longer = road + toll + if goes_on { 0 } else { stride };
                    if longer < roads[next.index()] {
                        roads[next.index()] = longer;
                        let ahead = ((longer - road) / HALF) as usize;
                        let ring = &mut rings[(length + ahead) % RING];
                        *ring = ring.with(next);
                        lengths |= 1 << ahead;
                    }
                }
            }
        }
        roads
    }

    /// Where the seat's pawn must go next.
    pub(super) fn goal(&self, seat: Seat) -> Cell {
        if self.climbers.contains(seat) { self.board.corner(seat) } else { Cell::PILLAR }
    }

    /// How long the seat needs to its goal from a cell of this height with this road. Two guesses, both too short by
    /// themselves, so that neither walls nor heights are overlooked: the road; and the height alone, since a pawn
    /// rises and falls half a cube a turn, two towers by turns, and walks little on the way.
    pub(super) fn way(&self, seat: Seat, cell: Cell, height: i32, road: i32) -> i32 {
        let goal = self.goal(seat);
        let rise = (i32::from(self.board.height(goal)) - height).abs();
        let steps = i32::from(cell.steps_to(goal)) - 1;
        (road + TURN * rise + TURN / 2 * steps) / 2
    }

    /// How much lower a cell can be made by the seat at once: 0 if its top is not to be taken (Ascension 2.1).
    pub(super) fn removable(&self, seat: Seat, cell: Cell) -> i32 {
        let Some(piece) = self.board.top(cell) else { return 0 };
        let sign = self.board.sign(cell);
        let foreign = sign.is_figure() && sign != self.board.figure(seat);
        let barred = Seat::all(Seat::MAX)
            .any(|other| other != seat && self.players[other].last.is_some_and(|last| last.piece == piece));
        if foreign || barred || piece == Piece::JOKER { 0 } else { piece.height().into() }
    }

    /// What the seat's pawn could do if it stood on `here`.
    pub(super) fn around(&self, seat: Seat, here: Cell) -> Around {
        let player = &self.players[seat];
        let others = player.pawn.map_or(self.pawns, |pawn| self.pawns.without(pawn));
        let closed = self.closed_to(seat);
        let mut around = Around::NOWHERE;
        for cell in here.neighbours().minus(others).iter() {
            let rise = i32::from(self.board.height(cell)) - i32::from(self.board.height(here));
            let corner = CellSet::CORNERS.contains(cell);
            if (corner && cell != self.board.corner(seat)) || self.board.sign(cell) == Sign::Joker {
                continue;
            }
            let lower = self.removable(seat, cell);
            let takes_cubes = !corner && (cell != Cell::PILLAR || self.board.top(cell).is_none());
            let half = if corner { player.figured > 0 } else { player.plain + player.figured > 0 };
            let rises = [
                (!closed.contains(cell)).then_some(rise),
                (lower > 0).then_some(rise - lower),
                takes_cubes.then_some(rise + 2),
                (half && (corner || takes_cubes)).then_some(rise + 1),
            ];
            let most = 1 + i32::from(self.board.sign(here) == Sign::Ladder);
            let least = -1 - i32::from(self.board.sign(cell) == Sign::Mattress);
            if rises[0].is_some_and(|rise| (least..=most).contains(&rise)) {
                around.ready += 1;
                around.exits = around.exits.with(cell);
            }
            for rise in rises.into_iter().flatten().filter(|rise| (-1..=most).contains(rise)) {
                around.exits = around.exits.with(cell);
                around.up |= rise > 0;
                around.down |= rise < 0;
            }
        }
        if self.board.sign(here) == Sign::CableCar {
            let shown = self.board.cells(Sign::CableCar).minus(others).without(here);
            around.ready += shown.len();
            around.exits = around.exits.or(shown).or(self.cars(seat).without(here));
        }
        around
    }

    /// How many turns a round the seat would play as leader (Ascension 5.2).
    pub(super) fn pace(&self, seat: Seat) -> i32 {
        let leads = self.climbers.leader().is_none_or(|leader| leader == seat);
        let slow = self.inside.iter().filter(|&other| other != seat && !self.climbers.contains(other));
        if leads { (slow.count() as i32).max(1) } else { 1 }
    }

    /// One value for each seat that is still in, and `out` for the others.
    pub(super) fn by_seat<T: Copy>(&self, out: T, value: impl Fn(Seat) -> T) -> BySeat<T> {
        BySeat::from_fn(|seat| if self.inside.contains(seat) { value(seat) } else { out })
    }
}
