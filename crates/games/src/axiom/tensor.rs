//! Numbers for actions and a table of pieces for positions, as docs/python.md has them.
//!
//! The table has no edge, so actions are numbered by the cubes they are about: a cube is told by its place among
//! all cubes in the order of their cells, a cell by the first cube it touches and how it lies from there.

use engine::{Numbered, Planes, Seat, Space, Swap, numbered::from_seat};

use super::{
    Axiom, Cell, Direction, Edition, Face, Move, OwnDouble,
    cube::{Domes, Kind},
};

const OWN: usize = 6;
const CUBES: usize = 12;
/// How a cell can lie from a cube that it shares a face or an edge with: one direction, or two.
const OFFSETS: usize = 18;
const ORIENTATIONS: usize = 12;
const SCEPTRES: usize = 2;
/// Faces that a sceptre may stand on: no underside.
const FACES: usize = 5;
const CUBE_MOVES: usize = OWN * CUBES * OFFSETS * ORIENTATIONS;
const SWAP: usize = CUBE_MOVES + SCEPTRES * CUBES * FACES;

/// A row for each cube and sceptre, and one for the rest.
const ROWS: usize = CUBES + 2 * SCEPTRES + 1;
const COLUMNS: usize = 21;

/// The cells of all cubes in order.
struct Order {
    cells: [Cell; CUBES],
    len: usize,
}

impl Order {
    fn of(position: &Axiom) -> Self {
        let mut cells = position.board.pieces().cubes.map(|cube| cube.cell);
        // Those that are gone come last.
        cells.sort_unstable();
        let len = cells.iter().take_while(|&&cell| cell != Cell::NOWHERE).count();
        Order { cells, len }
    }

    fn cells(&self) -> &[Cell] {
        &self.cells[..self.len]
    }

    fn place(&self, cell: Cell) -> Option<usize> {
        self.cells().iter().position(|&other| other == cell)
    }
}

/// The number of an offset: the six directions, then the pairs of directions in the order of doubles' domes.
fn offset(from: Cell, to: Cell) -> Option<usize> {
    let steps = [(to.x() - from.x()), (to.y() - from.y()), (to.z() - from.z())];
    let mut bits = 0;
    for (axis, step) in steps.into_iter().enumerate() {
        match step {
            0 => {}
            1 => bits |= 1 << (2 * axis),
            -1 => bits |= 2 << (2 * axis),
            _ => return None,
        }
    }
    Domes::from_bits(bits).map(|domes| match domes.kind() {
        Kind::Single => domes.number(),
        Kind::Double => 6 + domes.number(),
    })
}

fn at_offset(from: Cell, number: usize) -> Option<Cell> {
    let directions =
        if number < 6 { Kind::Single.orientation(number) } else { Kind::Double.orientation(number - 6) }?;
    let cell = directions.iter().fold(from, Cell::step);
    (1..=Cell::HIGHEST).contains(&cell.z()).then_some(cell)
}

impl Axiom {
    /// The first cube other than `moved` that a cell touches, and how the cell lies from there.
    fn anchor(order: &Order, moved: Cell, to: Cell) -> Option<(usize, usize)> {
        let touching = |(place, &cell): (usize, &Cell)| {
            (cell != moved).then_some(()).and_then(|()| offset(cell, to)).map(|number| (place, number))
        };
        order.cells().iter().enumerate().find_map(touching)
    }

    fn number_cube(&self, from: Cell, to: Cell, domes: Domes) -> Option<usize> {
        let own = self.board.pieces().cubes_of(self.board.to_move()).position(|cube| cube.cell == from)?;
        let (place, offset) = Self::anchor(&Order::of(self), from, to)?;
        Some(((own * CUBES + place) * OFFSETS + offset) * ORIENTATIONS + domes.number())
    }

    fn number_sceptre(&self, from: Face, to: Face) -> Option<usize> {
        let own =
            self.board.pieces().sceptres_of(self.board.to_move()).iter().position(|&face| face == from)?;
        let place = Order::of(self).place(to.cell())?;
        (to.looks().index() < FACES).then(|| CUBE_MOVES + (own * CUBES + place) * FACES + to.looks().index())
    }
}

impl Numbered for Axiom {
    const SPACE: Space = Space { actions: SWAP + 1, shape: &[ROWS, COLUMNS] };

    fn number(&self, m: Move) -> usize {
        match m {
            Move::Cube { from, to, domes } => self.number_cube(from, to, domes),
            Move::Sceptre { from, to } => self.number_sceptre(from, to),
            Move::Swap => Some(SWAP),
        }
        .expect("a cube comes to stand beside or on another one, a sceptre on a cube")
    }

    fn numbered(&self, number: usize) -> Option<Move> {
        if number == SWAP {
            return Some(Move::Swap);
        }
        let order = Order::of(self);
        if let Some(number) = number.checked_sub(CUBE_MOVES) {
            let (own, place) = (number / FACES / CUBES, number / FACES % CUBES);
            let from = *self.board.pieces().sceptres_of(self.board.to_move()).get(own)?;
            let to = Face::new(*order.cells().get(place)?, Direction::ALL[number % FACES]);
            return Some(Move::Sceptre { from, to });
        }
        let (number, orientation) = (number / ORIENTATIONS, number % ORIENTATIONS);
        let (number, offset) = (number / OFFSETS, number % OFFSETS);
        let (own, place) = (number / CUBES, number % CUBES);
        let cube = self.board.pieces().cubes_of(self.board.to_move()).nth(own)?;
        let to = at_offset(*order.cells().get(place)?, offset)?;
        let domes = cube.domes.kind().orientation(orientation)?;
        // Only the first cube that the cell touches tells it.
        (Self::anchor(&order, cube.cell, to) == Some((place, offset))).then_some(Move::Cube {
            from: cube.cell,
            to,
            domes,
        })
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let order = Order::of(self);
        let formation = self.formation();
        let least = |of: fn(Cell) -> i32| order.cells().iter().map(|&cell| of(cell)).min().unwrap_or(0);
        let (x, y) = (least(Cell::x), least(Cell::y));
        let mut rows = Planes::new(out, COLUMNS);
        let place = |row: &mut [f32], cell: Cell| {
            row[3] = (cell.x() - x) as f32 / 8.0;
            row[4] = (cell.y() - y) as f32 / 8.0;
            row[5] = cell.z() as f32 / 8.0;
            row[6] = order.place(cell).map_or(0.0, |place| (place + 1) as f32 / CUBES as f32);
        };
        for owner in from_seat(seat, 2) {
            let mut cubes = self.board.pieces().cubes_of(owner);
            for _ in 0..OWN {
                let row = rows.plane();
                let Some(cube) = cubes.next() else { continue };
                row[0] = 1.0;
                row[2] = f32::from(u8::from(owner == seat));
                place(row, cube.cell);
                row[7] = f32::from(u8::from(formation.is_free(formation.at(cube.cell))));
                cube.domes.iter().for_each(|d| row[8 + d.index()] = 1.0);
            }
        }
        for owner in from_seat(seat, 2) {
            for &face in self.board.pieces().sceptres_of(owner) {
                let row = rows.plane();
                row[1] = 1.0;
                row[2] = f32::from(u8::from(owner == seat));
                place(row, face.cell());
                row[14 + face.looks().index()] = 1.0;
            }
        }
        let flags = [
            self.board.to_move() == seat,
            self.over.is_some(),
            self.edition == Edition::Y2008,
            self.own_double == OwnDouble::Loses,
        ];
        let row = rows.plane();
        for (column, flag) in row.iter_mut().zip(flags) {
            *column = f32::from(u8::from(flag));
        }
        row[4] = self.quiet as f32 / self.quiet_limit as f32;
        row[5] = f32::from(u8::from(self.swap == Swap::Ahead));
        row[20] = 1.0;
        rows.finish();
    }
}
