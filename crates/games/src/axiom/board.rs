use engine::{Seat, mix};

use super::{
    cell::{Cell, Face},
    cube::Cube,
    pieces::Pieces,
};

/// The pieces, the seat to move, and the key of both: nobody changes one without the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    pieces: Pieces,
    to_move: Seat,
    /// The xor of [`cube_key`] and [`sceptre_key`] of all pieces, and of [`WHITE_TO_MOVE`].
    key: u64,
}

const WHITE_TO_MOVE: u64 = mix::zobrist(1);

#[inline]
fn cube_key(seat: Seat, cube: Cube) -> u64 {
    mix::zobrist(mix::mix(cube.cell.bits()) ^ (u64::from(cube.domes.bits()) << 1 | seat.index() as u64))
}

#[inline]
fn sceptre_key(seat: Seat, face: Face) -> u64 {
    mix::zobrist(!mix::mix(face.bits()) ^ seat.index() as u64)
}

impl Board {
    pub(super) fn new(pieces: Pieces, to_move: Seat) -> Self {
        let mut board = Board { pieces, to_move, key: 0 };
        board.key = board.key_of(|cube| cube, |face| face);
        board
    }

    #[inline]
    pub(super) fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    #[inline]
    pub(super) fn to_move(&self) -> Seat {
        self.to_move
    }

    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// The key if every cube and face were another.
    pub(super) fn key_of(&self, cube: impl Fn(Cube) -> Cube, face: impl Fn(Face) -> Face) -> u64 {
        Seat::all(2).fold(if self.to_move.index() == 1 { WHITE_TO_MOVE } else { 0 }, |key, seat| {
            let cubes = self.pieces.cubes_of(seat).map(|&one| cube_key(seat, cube(one)));
            let sceptres = self.pieces.sceptres_of(seat).iter().map(|&one| sceptre_key(seat, face(one)));
            cubes.chain(sceptres).fold(key, |key, part| key ^ part)
        })
    }

    /// The turn goes over to the other seat.
    pub(super) fn pass_turn(&mut self) {
        self.to_move = self.to_move.next(2);
        self.key ^= WHITE_TO_MOVE;
    }

    /// Each seat gets the pieces of the other.
    pub(super) fn change_sides(&mut self) {
        self.pieces.change_sides();
        self.key = self.key_of(|cube| cube, |face| face);
    }

    /// Moves a cube of the seat to move.
    pub(super) fn move_cube(&mut self, from: Cell, to: Cube) {
        let seat = self.to_move;
        let cubes = self.pieces.cubes_of_mut(seat);
        let cube = cubes.iter_mut().find(|cube| cube.cell == from).expect("a legal move names a cube");
        self.key ^= cube_key(seat, *cube) ^ cube_key(seat, to);
        *cube = to;
        self.pieces.sort(seat);
    }

    /// Moves a sceptre of the seat to move.
    pub(super) fn move_sceptre(&mut self, from: Face, to: Face) {
        let seat = self.to_move;
        let sceptres = self.pieces.sceptres_of_mut(seat);
        let sceptre = sceptres.iter_mut().find(|face| **face == from).expect("a legal move names a sceptre");
        *sceptre = to;
        self.key ^= sceptre_key(seat, from) ^ sceptre_key(seat, to);
        self.pieces.sort(seat);
    }

    /// Takes a cube of the seat to move out of the game.
    pub(super) fn remove_cube(&mut self, cell: Cell) {
        let seat = self.to_move;
        let cubes = self.pieces.cubes_of_mut(seat);
        let cube = cubes.iter_mut().find(|cube| cube.cell == cell).expect("a cube that is taken is there");
        self.key ^= cube_key(seat, *cube);
        *cube = Cube::GONE;
        self.pieces.sort(seat);
    }
}
