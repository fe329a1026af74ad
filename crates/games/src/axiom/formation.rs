use engine::Seat;

use super::{
    cell::{Cell, Direction, Face},
    cube::{Cube, Domes},
    pieces::Pieces,
};

/// A cube of a formation: its number among the [`Pieces`].
pub(super) type Id = u8;
/// No cube.
pub(super) const NONE: Id = u8::MAX;

/// The cubes of a position, found by cell.
///
/// Cells hash to slots so that cubes of a compact formation hardly ever meet in one; where they do they form a
/// chain. It is cheaper to build this anew for a position than to carry it along.
#[derive(Debug)]
pub(super) struct Formation<'a> {
    pub(super) cubes: &'a [Cube; 12],
    pub(super) sceptres: &'a [Face; 4],
    slots: [Id; 256],
    next: [Id; 12],
    /// The faces of each cube that a sceptre stands on.
    manned: [u8; 12],
    /// The cube of each sceptre, and the cell in front.
    pub(super) carriers: [Id; 4],
    fronts: [Cell; 4],
}

impl<'a> Formation<'a> {
    pub(super) fn of(pieces: &'a Pieces) -> Self {
        let Pieces { cubes, sceptres } = pieces;
        let mut formation = Formation {
            cubes,
            sceptres,
            slots: [NONE; 256],
            next: [NONE; 12],
            manned: [0; 12],
            carriers: [NONE; 4],
            fronts: sceptres.map(Face::front),
        };
        for (id, cube) in cubes.iter().enumerate() {
            if !cube.is_gone() {
                let slot = cube.cell.slot();
                formation.next[id] = formation.slots[slot];
                formation.slots[slot] = id as Id;
            }
        }
        for (number, face) in sceptres.iter().enumerate() {
            let id = formation.at(face.cell());
            formation.carriers[number] = id;
            if id != NONE {
                formation.manned[id as usize] |= face.looks().bit();
            }
        }
        formation
    }

    /// The cube in a cell.
    #[inline]
    pub(super) fn at(&self, cell: Cell) -> Id {
        let mut id = self.slots[cell.slot()];
        while id != NONE && self.cubes[id as usize].cell != cell {
            id = self.next[id as usize];
        }
        id
    }

    #[inline]
    pub(super) fn holds_cube(&self, cell: Cell) -> bool {
        self.at(cell) != NONE
    }

    #[inline]
    pub(super) fn cell(&self, id: Id) -> Cell {
        self.cubes[id as usize].cell
    }

    #[inline]
    pub(super) fn domes(&self, id: Id) -> Domes {
        self.cubes[id as usize].domes
    }

    /// The faces of a cube that a sceptre stands on.
    #[inline]
    pub(super) fn manned(&self, id: Id) -> u8 {
        self.manned[id as usize]
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = Id> {
        (0..12).filter(|&id| !self.cubes[id as usize].is_gone())
    }

    /// The cubes of a seat that are still in the game.
    #[inline]
    pub(super) fn ids_of(&self, seat: Seat) -> impl Iterator<Item = Id> {
        let ids = Pieces::cube_numbers(seat);
        (ids.start as Id..ids.end as Id).take_while(|&id| !self.cubes[id as usize].is_gone())
    }

    /// No sceptre on it, no cube on top (4.1).
    #[inline]
    pub(super) fn is_free(&self, id: Id) -> bool {
        self.manned(id) == 0 && !self.holds_cube(self.cell(id).step(Direction::ZPlus))
    }

    /// Why a sceptre may not stop on a recessed face with nothing in front of it (2.2). The sceptre with the
    /// number `moving` does not count.
    #[inline]
    pub(super) fn crowded(&self, face: Face, moving: usize) -> Option<Crowded> {
        let (front, second) = (face.front(), face.second());
        let mut facing = false;
        for (number, &taken) in self.fronts.iter().enumerate() {
            if number != moving {
                if taken == front {
                    return Some(Crowded::Front);
                }
                facing |= taken == second && self.sceptres[number].looks() == face.looks().opposite();
            }
        }
        if self.holds_cube(second) {
            return Some(Crowded::Second);
        }
        facing.then_some(Crowded::Facing)
    }
}

/// The cases of 2.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crowded {
    /// (a) another sceptre fills the front cell.
    Front,
    /// (b) a cube fills the second cell.
    Second,
    /// (c) another sceptre faces it from three cells ahead.
    Facing,
}

impl Crowded {
    pub(super) const fn clause(self) -> &'static str {
        match self {
            Crowded::Front => "2.2a",
            Crowded::Second => "2.2b",
            Crowded::Facing => "2.2c",
        }
    }
}
