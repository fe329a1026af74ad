//! Numbers for actions and planes for positions, as docs/python.md has them.

use engine::{Numbered, Planes, Seat, Space, numbered::from_seat};

use super::{Archimedes, Arrived, Cell, Cells, MOST_SEATS, Move};

/// Cells of the board.
const CELLS: usize = 96;
const PASS: usize = CELLS * CELLS;
const SWAP: usize = PASS + 1;
/// Planes have the rows and columns of the board's own grid.
const ROWS: usize = 8;
const COLUMNS: usize = 15;
const PLANES: usize = 28;

fn cell(place: usize) -> Option<Cell> {
    Cells::BOARD.iter().nth(place)
}

impl Numbered for Archimedes {
    const SPACE: Space = Space { actions: SWAP + 1, shape: &[PLANES, ROWS, COLUMNS] };

    fn number(&self, m: Move) -> usize {
        match m {
            Move::Cube { from, to } => CELLS * from.place() + to.place(),
            Move::Pass => PASS,
            Move::Swap => SWAP,
        }
    }

    fn numbered(&self, number: usize) -> Option<Move> {
        if number == PASS {
            return Some(Move::Pass);
        }
        if number == SWAP {
            return Some(Move::Swap);
        }
        Some(Move::Cube { from: cell(number / CELLS)?, to: cell(number % CELLS)? })
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let mut planes = Planes::new(out, ROWS * COLUMNS);
        let at = |cell: Cell| cell.row() * COLUMNS + cell.column();
        let cells = |cells: Cells| cells.iter().map(at);
        planes.set(cells(Cells::BOARD));
        planes.set(Cells::BOARD.iter().filter(|cell| cell.opens_up()).map(at));
        planes.set(cells(self.unmoved));
        planes.set(cells(self.reached));
        let distances = planes.plane();
        for cell in self.occupied().iter() {
            distances[at(cell)] = self.distance(cell) as f32 / 12.0;
        }
        let acts = engine::Game::turn(self).seat();
        let mut seats = from_seat(seat, self.seats.into());
        for _ in 0..MOST_SEATS {
            match seats.next() {
                Some(seat) => {
                    planes.set(cells(self.cubes(seat)));
                    planes.set(cells(self.home_side(seat).cells()));
                    planes.set(cells(self.goal(seat)));
                    planes.flag(acts == Some(seat));
                    planes.flag(self.passed.contains(seat));
                    planes.flag(self.out.contains(seat));
                    planes.fill(self.standing(seat).0 as f32 / 60.0);
                }
                None => (0..7).for_each(|_| planes.fill(0.0)),
            }
        }
        planes.fill(self.actions as f32 / self.limit as f32);
        planes.flag(self.arrived == Arrived::Frozen);
        planes.finish();
    }
}
