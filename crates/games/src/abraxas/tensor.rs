//! Numbers for actions and planes for positions, as docs/python.md has them.

use engine::{Game, Numbered, Planes, Seat, Space, numbered::from_seat};

use super::{Abraxas, Corner, Hole, Holes, Move, Phase, Placing, Push, SEATS, STONES, STOP_STONES};

const HOLES: usize = 64;
/// The first number of each kind of action.
const END: usize = 4;
const OK: usize = 5;
const DONE: usize = 6;
const PUT: usize = 7;
const STOP: usize = PUT + 2 * HOLES;
const LIFT: usize = STOP + 3 * HOLES;
const TAKE: usize = LIFT + 2 * HOLES * HOLES;

/// A line of holes, and the number of the empty taking from it. A taking is numbered by its holes as bits.
#[derive(Clone, Copy)]
struct Row {
    holes: [u8; 8],
    len: usize,
    first: usize,
}

/// The lines of holes: rows from 1, columns from a, rising diagonals from h1 to a8, falling ones from a1 to h8.
const ROWS: [Row; 46] = {
    let mut rows = [Row { holes: [0; 8], len: 0, first: 0 }; 46];
    let mut first = TAKE;
    let mut number = 0;
    while number < 46 {
        // Where it starts, and how it goes on.
        let (mut column, mut row, across, up): (i32, i32, i32, i32) = match number {
            0..8 => (0, number, 1, 0),
            8..16 => (number - 8, 0, 0, 1),
            16..31 => {
                let from = number - 23;
                if from < 0 { (-from, 0, 1, 1) } else { (0, from, 1, 1) }
            }
            _ => {
                let from = number - 31;
                if from < 8 { (from, 0, -1, 1) } else { (7, from - 7, -1, 1) }
            }
        };
        let line = &mut rows[number as usize];
        line.first = first;
        while column >= 0 && column < 8 && row < 8 {
            line.holes[line.len] = (8 * row + column) as u8;
            line.len += 1;
            column += across;
            row += up;
        }
        first += 1 << line.len;
        number += 1;
    }
    rows
};
const SWAP: usize = ROWS[45].first + (1 << ROWS[45].len);
const ACTIONS: usize = SWAP + 1;

impl Row {
    fn all(&self) -> Holes {
        self.holes[..self.len].iter().fold(Holes::EMPTY, |set, &hole| set | Holes(1 << hole))
    }
}

/// The number of a taking: by the first line that has all its holes.
fn number_taking(holes: Holes) -> usize {
    let Some(row) = ROWS.iter().find(|row| row.all().holds(holes)) else {
        unreachable!("stones are taken from a line")
    };
    let bit = |place: usize| usize::from(holes.0 >> row.holes[place] & 1 != 0) << place;
    row.first + (0..row.len).map(bit).sum::<usize>()
}

fn taking(number: usize) -> Option<Move> {
    let row = ROWS.iter().rev().find(|row| row.first <= number)?;
    let bits = number - row.first;
    let taken = (0..row.len).filter(|place| bits >> place & 1 != 0);
    let holes = taken.fold(Holes::EMPTY, |set, place| set | Holes(1 << row.holes[place]));
    (!holes.is_empty() && number_taking(holes) == number).then_some(Move::Take(holes))
}

fn hole(number: usize) -> Hole {
    Hole::new(number as u32 % 8, number as u32 / 8)
}

impl Abraxas {
    /// 0 counter-clockwise, 1 clockwise.
    fn way(&self, to: Option<Corner>) -> usize {
        usize::from(to.is_some_and(|to| to == self.corner.previous()))
    }

    /// The corner that an action names for a way; `None` if the plate cannot go there.
    fn to(&self, way: usize) -> Option<Option<Corner>> {
        match (self.rules.push_either, way) {
            (false, 0) => Some(None),
            (true, 0) => Some(Some(self.corner.next())),
            (true, 1) => Some(Some(self.corner.previous())),
            _ => None,
        }
    }
}

impl Numbered for Abraxas {
    const SPACE: Space = Space { actions: ACTIONS, shape: &[PLANES, 9, 9] };

    fn number(&self, m: Move) -> usize {
        match m {
            Move::Corner(corner) => corner as usize,
            Move::End => END,
            Move::Ok => OK,
            Move::Done => DONE,
            Move::Swap => SWAP,
            Move::Put { hole, to } => PUT + HOLES * self.way(to) + hole.index() as usize,
            Move::Stop { hole, push } => {
                let way = match push {
                    Push::Stay => 0,
                    Push::Next => 1,
                    Push::To(corner) => 1 + self.way(Some(corner)),
                };
                STOP + HOLES * way + hole.index() as usize
            }
            Move::Lift { from, hole, to } => {
                LIFT + HOLES * (HOLES * self.way(to) + from.index() as usize) + hole.index() as usize
            }
            Move::Take(holes) => number_taking(holes),
        }
    }

    fn numbered(&self, number: usize) -> Option<Move> {
        match number {
            0..END => Some(Move::Corner(Corner::ALL[number])),
            END => Some(Move::End),
            OK => Some(Move::Ok),
            DONE => Some(Move::Done),
            PUT..STOP => {
                let n = number - PUT;
                self.to(n / HOLES).map(|to| Move::Put { hole: hole(n % HOLES), to })
            }
            STOP..LIFT => {
                let n = number - STOP;
                let push = match n / HOLES {
                    0 => Push::Stay,
                    way => self.to(way - 1)?.map_or(Push::Next, Push::To),
                };
                Some(Move::Stop { hole: hole(n % HOLES), push })
            }
            LIFT..TAKE => {
                let n = number - LIFT;
                let to = self.to(n / HOLES / HOLES)?;
                Some(Move::Lift { from: hole(n / HOLES % HOLES), hole: hole(n % HOLES), to })
            }
            TAKE..SWAP => taking(number),
            SWAP => Some(Move::Swap),
            _ => None,
        }
    }

    /// Placings without listing them first: there are hundreds.
    fn legal_numbers(&self, numbers: &mut Vec<u32>) {
        let [reds, stops, without] = self.placings();
        if reds + stops + without == 0 {
            let mut moves = Vec::new();
            self.legal_moves(&mut moves);
            return numbers.extend(moves.into_iter().map(|m| self.number(m) as u32));
        }
        let mut free = [0; HOLES];
        let count = self.free().len();
        for (place, hole) in free.iter_mut().zip(self.free().iter()) {
            *place = hole.index() as u32;
        }
        let free = &free[..count];
        numbers.reserve(reds + stops + without);
        let mut each = |first: usize| numbers.extend(free.iter().map(|hole| first as u32 + hole));
        let ways = 0..self.corners().len();
        if reds > 0 && self.supply > 0 {
            ways.clone().for_each(|way| each(PUT + HOLES * way));
        } else if reds > 0 {
            for from in self.stones.iter() {
                ways.clone().for_each(|way| each(LIFT + HOLES * (HOLES * way + from.index() as usize)));
            }
        }
        if stops > 0 {
            each(STOP);
            ways.for_each(|way| each(STOP + HOLES * (1 + way)));
        }
        if without > 0 {
            numbers.push(self.number(self.without()) as u32);
        }
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let mut planes = Planes::new(out, 81);
        let of_hole = |hole: Hole| (hole.index() / 8 * 9 + hole.index() % 8) as usize;
        let table = self.on_table();
        planes.set(table.stones.iter().map(of_hole));
        planes.set(table.stops.iter().map(of_hole));
        planes.set(table.emptied.iter().map(of_hole));
        let pending = match self.phase {
            Phase::Reply(put) => Some(put),
            _ => None,
        };
        planes.set(pending.map(|put| of_hole(put.hole)));
        planes.set(pending.and_then(|put| put.from).map(of_hole));
        let plate = self.plate().map_or(Holes::EMPTY, |_| !Holes::EMPTY);
        for cells in [self.rules.sheet.0, table.red(), plate.over(self.corner)] {
            planes.set(cells.iter().map(|cell| (cell.row() * 9 + cell.column()) as usize));
        }
        planes.one_hot(self.plate().map(|corner| corner as usize), 4);
        planes.one_hot(pending.map(|put| put.to as usize), 4);
        let phase = match self.phase {
            Phase::Corner => 0,
            Phase::Place(Placing::Ordinary) => 1,
            Phase::Place(Placing::Barred) => 2,
            Phase::Place(Placing::Extra) => 3,
            Phase::Reply(_) => 4,
            Phase::Take(_) => 5,
            Phase::Over(_) => 6,
        };
        planes.one_hot(Some(phase), 7);
        planes.flag(self.turn().seat() == Some(seat));
        planes.flag(self.quiet == 0);
        planes.fill(self.quiet as f32 / self.rules.quiet_limit as f32);
        planes.fill(f32::from(table.supply) / f32::from(STONES));
        for seat in from_seat(seat, SEATS) {
            planes.fill(f32::from(self.taken[seat]) / f32::from(STONES));
            planes.fill(f32::from(self.stops_left[seat]) / f32::from(STOP_STONES));
        }
        planes.fill(f32::from(self.rules.target) / f32::from(STONES));
        planes.flag(self.rules.push_either);
        planes.flag(self.rules.spacing_free);
        planes.flag(self.rules.called);
        planes.finish();
    }
}

const PLANES: usize = 35;
