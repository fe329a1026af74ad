//! The formation turned, mirrored and moved along the table: the rules do not see the difference.

use engine::Seat;

use super::{
    Axiom,
    board::Board,
    cell::{Cell, Direction, Face},
    cube::Cube,
    moves::Move,
};

/// The position itself, then the eight turns and mirrors of it, each moved to where its least `x` and `y` are 0.
pub(super) const IMAGES: usize = 9;

/// A turn or mirror of the table and a shift along it.
#[derive(Clone, Copy, Debug)]
struct Transform {
    /// `x` and `y` change places, after their signs.
    swap: bool,
    flip_x: bool,
    flip_y: bool,
    shift: (i32, i32),
}

impl Transform {
    const IDENTITY: Transform = Transform { swap: false, flip_x: false, flip_y: false, shift: (0, 0) };

    /// The transform that makes an image of a position.
    fn of(position: &Axiom, number: usize) -> Self {
        let Some(bits) = number.checked_sub(1) else { return Self::IDENTITY };
        let mut transform =
            Transform { swap: bits & 4 != 0, flip_x: bits & 1 != 0, flip_y: bits & 2 != 0, shift: (0, 0) };
        let cells = position.board.pieces().cubes.iter().filter(|cube| !cube.is_gone());
        let (x, y) = cells
            .map(|cube| transform.apply(cube.cell))
            .fold((i32::MAX, i32::MAX), |(x, y), (u, v)| (x.min(u), y.min(v)));
        transform.shift = (-x, -y);
        transform
    }

    fn apply(self, cell: Cell) -> (i32, i32) {
        let x = if self.flip_x { -cell.x() } else { cell.x() };
        let y = if self.flip_y { -cell.y() } else { cell.y() };
        let (x, y) = if self.swap { (y, x) } else { (x, y) };
        (x + self.shift.0, y + self.shift.1)
    }

    fn cell(self, cell: Cell) -> Cell {
        let (x, y) = self.apply(cell);
        Cell::new(x, y, cell.z())
    }

    fn direction(self, d: Direction) -> Direction {
        let index = d.index();
        let (axis, sign) = (index / 2, index % 2);
        let flipped = [self.flip_x, self.flip_y, false][axis];
        let axis = if self.swap && axis < 2 { 1 - axis } else { axis };
        Direction::ALL[2 * axis + (sign ^ usize::from(flipped))]
    }

    fn cube(self, cube: Cube) -> Cube {
        Cube { cell: self.cell(cube.cell), domes: cube.domes.map(|d| self.direction(d)) }
    }

    fn face(self, face: Face) -> Face {
        Face::new(self.cell(face.cell()), self.direction(face.looks()))
    }
}

impl Axiom {
    pub(super) fn transformed(&self, number: usize) -> Self {
        let transform = Transform::of(self, number);
        let mut pieces = *self.board.pieces();
        for cube in pieces.cubes.iter_mut().filter(|cube| !cube.is_gone()) {
            *cube = transform.cube(*cube);
        }
        pieces.sceptres = pieces.sceptres.map(|face| transform.face(face));
        Seat::all(2).for_each(|seat| pieces.sort(seat));
        Axiom { board: Board::new(pieces, self.board.to_move()), ..self.clone() }
    }

    pub(super) fn transformed_move(&self, number: usize, m: Move) -> Move {
        let transform = Transform::of(self, number);
        match m {
            Move::Cube { from, to, domes } => {
                let to = transform.cube(Cube { cell: to, domes });
                Move::Cube { from: transform.cell(from), to: to.cell, domes: to.domes }
            }
            Move::Sceptre { from, to } => {
                Move::Sceptre { from: transform.face(from), to: transform.face(to) }
            }
            Move::Swap => m,
        }
    }

    /// The least key of all images but the position itself, which may have drifted.
    pub(super) fn least_key(&self) -> u64 {
        let key = |number| {
            let transform = Transform::of(self, number);
            self.board.key_of(|cube| transform.cube(cube), |face| transform.face(face))
        };
        (1..IMAGES).map(key).min().expect("there are images")
    }
}
