use std::{fmt, str::FromStr};

use engine::{Refusal, Seat, Trace, mix};
use rand::Rng;

use super::{Archimedes, Arrived, CUBES, Cell, Cells, Side, reasons, ways};

/// An action: one decision of the seat on turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// Only where the cube ends matters (Archimedes 3.7).
    Cube { from: Cell, to: Cell },
    /// No cube can move (Archimedes 3.1).
    Pass,
    /// The seats change sides (rules 0.9).
    Swap,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Cube { from, to } => write!(f, "{from}-{to}"),
            Move::Pass => f.write_str("pass"),
            Move::Swap => f.write_str("swap"),
        }
    }
}

impl FromStr for Move {
    type Err = Refusal;

    fn from_str(token: &str) -> Result<Self, Refusal> {
        if token == "pass" {
            return Ok(Move::Pass);
        }
        if token == "swap" {
            return Ok(Move::Swap);
        }
        let (from, to) =
            token.split_once('-').ok_or_else(|| reasons::NOTATION.with([("token", brief(token))]))?;
        let cell = |name: &str| name.parse().map_err(|_| reasons::NO_CELL.with([("cell", brief(name))]));
        Ok(Move::Cube { from: cell(from)?, to: cell(to)? })
    }
}

/// The beginning of a text that may be of any length.
pub(super) fn brief(text: &str) -> String {
    text.chars().take(20).collect()
}

impl Archimedes {
    /// How many steps the cube on this cell makes (Archimedes 3.2).
    pub(super) fn distance(&self, cell: Cell) -> usize {
        (self.occupied() & cell.on_lines()).len()
    }

    /// The cells that the cube on this cell may not enter (Archimedes 3.4).
    pub(super) fn barred(&self, cell: Cell) -> Cells {
        let others = self.occupied().without(Cells::of(cell));
        others | others.neighbours()
    }

    /// The cells that the cube on this cell may enter once in a move (Archimedes 3.3, 3.4).
    pub(super) fn free(&self, cell: Cell) -> Cells {
        !(self.barred(cell) | Cells::of(cell))
    }

    /// The cubes that the seat is allowed to move, if they have room.
    pub(super) fn movable(&self, seat: Seat) -> Cells {
        let mut cubes = self.cubes(seat);
        if self.arrived == Arrived::Frozen {
            cubes = cubes.without(self.goal(seat));
        }
        if self.may_leave_home(seat) { cubes } else { cubes.without(self.unmoved) }
    }

    /// Whether one more cube may leave home (Archimedes 3.8).
    pub(super) fn may_leave_home(&self, seat: Seat) -> bool {
        if self.seats == 2 {
            return true;
        }
        let (left, reached) = self.progress(seat);
        left < 2 + reached
    }

    /// Where the cube on this cell can end its move, if its seat may move it.
    pub(super) fn targets(&self, seat: Seat, cell: Cell) -> Cells {
        self.reach(seat).targets(cell)
    }

    /// What the targets of all cubes of a seat have in common.
    #[inline]
    fn reach(&self, seat: Seat) -> Reach {
        let occupied = self.occupied();
        let (barred, twice) = occupied.near();
        Reach { occupied, free: !barred, twice, side: self.goal_side(seat) }
    }

    /// The cubes that the seat can move, and where to.
    #[inline]
    fn ways(&self, seat: Seat) -> impl Iterator<Item = (Cell, Cells)> {
        let reach = self.reach(seat);
        self.movable(seat).iter().map(move |cell| (cell, reach.targets(cell)))
    }

    /// Whether none of the seat's cubes can move (Archimedes 3.1).
    pub(super) fn stuck(&self, seat: Seat) -> bool {
        self.ways(seat).all(|(_, targets)| targets.is_empty())
    }

    /// Appends the legal moves, by the cells they start from, then by those they end on.
    pub(super) fn list(&self, moves: &mut Vec<Move>) {
        if self.end.is_some() {
            return;
        }
        let before = moves.len();
        for (from, targets) in self.ways(self.seat) {
            targets.for_each(|to| moves.push(Move::Cube { from, to }));
        }
        if moves.len() == before {
            moves.push(Move::Pass);
        }
        if self.swap.is_open(self.seat) {
            moves.push(Move::Swap);
        }
    }

    /// How many moves are legal.
    pub(super) fn count(&self) -> usize {
        if self.end.is_some() {
            return 0;
        }
        let cubes = self.ways(self.seat).map(|(_, targets)| targets.len()).sum::<usize>();
        cubes.max(1) + usize::from(self.swap.is_open(self.seat))
    }

    /// One of the legal moves, all equally likely.
    pub(super) fn draw(&self, rng: &mut (impl Rng + ?Sized)) -> Option<Move> {
        if self.end.is_some() {
            return None;
        }
        let mut ways = [None; CUBES];
        let mut count = 0;
        for (way, (from, targets)) in ways.iter_mut().zip(self.ways(self.seat)) {
            *way = Some((from, targets));
            count += targets.len();
        }
        let swap = usize::from(self.swap.is_open(self.seat));
        let mut number = mix::below(rng, count.max(1) + swap);
        if number == count.max(1) {
            return Some(Move::Swap);
        }
        if count == 0 {
            return Some(Move::Pass);
        }
        for (from, targets) in ways.into_iter().flatten() {
            let here = targets.len();
            if number < here {
                return Some(Move::Cube { from, to: targets.nth(number) });
            }
            number -= here;
        }
        unreachable!("the number is below the count")
    }

    /// Moves a cube of the seat on turn.
    pub(super) fn carry(&mut self, from: Cell, to: Cell) {
        let (from, to) = (Cells::of(from), Cells::of(to));
        let cubes = &mut self.cubes[self.seat.index()];
        *cubes = cubes.without(from) | to;
        self.unmoved = self.unmoved.without(from);
        let had_reached = !(self.reached & from).is_empty();
        if had_reached || !(self.goal(self.seat) & to).is_empty() {
            self.reached = self.reached.without(from) | to;
        }
        self.passed = engine::SeatSet::EMPTY;
    }
}

/// What the targets of all cubes of a seat have in common.
struct Reach {
    occupied: Cells,
    /// Cells that no cube bars.
    free: Cells,
    /// Cells that two cubes bar.
    twice: Cells,
    side: Side,
}

impl Reach {
    /// Where the cube on this cell can end its move.
    #[inline]
    fn targets(&self, cell: Cell) -> Cells {
        let distance = (self.occupied & cell.on_lines()).len();
        // What the moving cube alone bars is free (Archimedes 3.4).
        let free = self.free | cell.neighbours().without(self.twice);
        let goal =
            if usize::from(self.side.steps(cell)) < distance { self.side.cells() } else { Cells::EMPTY };
        ways::targets(cell, distance, free, goal)
    }
}

/// What a legal move passes: one path of it, the shortest if it stops early on a goal cell (Archimedes 3.5).
pub(super) fn trace(position: &Archimedes, m: Move) -> Trace {
    let Move::Cube { from, to } = m else { return Trace::default() };
    let (distance, free) = (position.distance(from), position.free(from));
    let mut path = ways::path(from, to, distance, free)
        .or_else(|| (1..distance).find_map(|steps| ways::path(from, to, steps, free)))
        .expect("a legal move has a path");
    path.pop();
    Trace { at: vec![from.to_string(), to.to_string()], via: path.iter().map(Cell::to_string).collect() }
}
