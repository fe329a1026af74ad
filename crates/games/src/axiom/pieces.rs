use std::ops::Range;

use engine::{Refusal, Seat};

use super::{
    cell::{Cell, Direction, Face},
    cube::{Cube, Kind},
    formation::{Crowded, Formation, NONE},
    reasons,
};

/// All cubes and sceptres: six and two of Black, then six and two of White.
///
/// Cubes of a colour and kind are alike, so those of each colour are kept in the order of their cells, and
/// sceptres in the order of their faces: the same formation is the same value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pieces {
    pub(super) cubes: [Cube; 2 * CUBES],
    pub(super) sceptres: [Face; 2 * SCEPTRES],
}

/// How many cubes and sceptres a seat has.
const CUBES: usize = 2 * Kind::EACH;
const SCEPTRES: usize = 2;

impl Pieces {
    /// Refuses more cubes than there are, and not two sceptres per seat.
    pub(super) fn new(sides: [(Vec<Cube>, Vec<Face>); 2]) -> Result<Self, Refusal> {
        let nowhere = Face::new(Cell::NOWHERE, Direction::ZPlus);
        let mut pieces = Pieces { cubes: [Cube::GONE; 2 * CUBES], sceptres: [nowhere; 2 * SCEPTRES] };
        for (seat, (cubes, sceptres)) in Seat::all(2).zip(sides) {
            for (kind, reason) in
                [(Kind::Single, &reasons::TOO_MANY_SINGLES), (Kind::Double, &reasons::TOO_MANY_DOUBLES)]
            {
                if cubes.iter().filter(|cube| cube.domes.kind() == kind).count() > Kind::EACH {
                    return Err(reason.with([("seat", seat.to_string())]));
                }
            }
            if sceptres.len() != SCEPTRES {
                return Err(reasons::SCEPTRES
                    .with([("seat", seat.to_string()), ("count", sceptres.len().to_string())]));
            }
            pieces.cubes_of_mut(seat)[..cubes.len()].copy_from_slice(&cubes);
            pieces.sceptres_of_mut(seat).copy_from_slice(&sceptres);
            pieces.sort(seat);
        }
        Ok(pieces)
    }

    /// Each colour gets what the other had.
    pub(super) fn change_sides(&mut self) {
        self.cubes.rotate_left(CUBES);
        self.sceptres.rotate_left(SCEPTRES);
    }

    /// The numbers of a seat's cubes among all of them, gone ones included.
    #[inline]
    pub(super) const fn cube_numbers(seat: Seat) -> Range<usize> {
        let first = seat.index() * CUBES;
        first..first + CUBES
    }

    /// The numbers of a seat's sceptres among all of them.
    #[inline]
    pub(super) const fn sceptre_numbers(seat: Seat) -> Range<usize> {
        let first = seat.index() * SCEPTRES;
        first..first + SCEPTRES
    }

    #[inline]
    pub(super) fn cubes_of_mut(&mut self, seat: Seat) -> &mut [Cube] {
        &mut self.cubes[Self::cube_numbers(seat)]
    }

    #[inline]
    pub(super) fn sceptres_of_mut(&mut self, seat: Seat) -> &mut [Face] {
        &mut self.sceptres[Self::sceptre_numbers(seat)]
    }

    /// Puts the pieces of a seat in order again.
    #[inline]
    pub(super) fn sort(&mut self, seat: Seat) {
        // Nearly in order: one piece has moved.
        let cubes = self.cubes_of_mut(seat);
        for end in 1..CUBES {
            let mut index = end;
            while index > 0 && cubes[index - 1].cell > cubes[index].cell {
                cubes.swap(index - 1, index);
                index -= 1;
            }
        }
        let sceptres = self.sceptres_of_mut(seat);
        if sceptres[0] > sceptres[1] {
            sceptres.swap(0, 1);
        }
    }

    pub(super) fn cubes_of(&self, seat: Seat) -> impl Iterator<Item = &Cube> {
        self.cubes[Self::cube_numbers(seat)].iter().take_while(|cube| !cube.is_gone())
    }

    #[inline]
    pub(super) fn sceptres_of(&self, seat: Seat) -> &[Face] {
        &self.sceptres[Self::sceptre_numbers(seat)]
    }

    /// Refuses what no start and no action can lead to.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        let at = |reason: &'static engine::Reason, cell: Cell| Err(reason.with([("cell", cell.to_string())]));
        let standing = || self.cubes.iter().filter(|cube| !cube.is_gone());
        let mut cells: Vec<Cell> = standing().map(|cube| cube.cell).collect();
        cells.sort_unstable();
        if let Some(pair) = cells.windows(2).find(|pair| pair[0] == pair[1]) {
            return at(&reasons::OVERLAP, pair[0]);
        }
        let formation = Formation::of(self);
        for cube in standing() {
            let below = formation.at(cube.cell.step(Direction::ZMinus));
            let down = cube.domes.on(Direction::ZMinus);
            if cube.cell.z() == 1 {
                if down {
                    return at(&reasons::DOME_DOWN, cube.cell);
                }
            } else if below == NONE {
                return at(&reasons::UNSUPPORTED, cube.cell);
            } else if formation.domes(below).on(Direction::ZPlus) == down {
                return at(&reasons::NO_JOINT, cube.cell);
            }
            for d in Direction::LEVEL {
                let beside = formation.at(cube.cell.step(d));
                if cube.domes.on(d) && beside != NONE && formation.domes(beside).on(d.opposite()) {
                    return Err(reasons::DOMES_MEET
                        .with([("cell", cube.cell.to_string()), ("dir", d.as_str().to_owned())]));
                }
            }
        }
        for (number, &face) in self.sceptres.iter().enumerate() {
            formation.check_face(face)?;
            if self.sceptres.iter().filter(|&&other| other == face).count() > 1 {
                return Err(reasons::FACE_TAKEN.with([("face", face.to_string())]));
            }
            if let Some(crowded) = formation.crowded(face, number) {
                return Err(crowded.refuse(face));
            }
        }
        Ok(())
    }
}

impl Formation<'_> {
    /// Refuses a face on which no sceptre can ever be as the cubes stand (2.1).
    pub(super) fn check_face(&self, face: Face) -> Result<(), Refusal> {
        let refuse = |reason: &'static engine::Reason| Err(reason.with([("face", face.to_string())]));
        match self.at(face.cell()) {
            NONE => refuse(&reasons::NO_FACE),
            _ if face.looks() == Direction::ZMinus => refuse(&reasons::UNDERSIDE),
            id if self.domes(id).on(face.looks()) => refuse(&reasons::DOME_FACE),
            _ if self.holds_cube(face.front()) => refuse(&reasons::COVERED),
            _ => Ok(()),
        }
    }
}

impl Crowded {
    pub(super) fn refuse(self, face: Face) -> Refusal {
        match self {
            Crowded::Front => &reasons::CROWDED_FRONT,
            Crowded::Second => &reasons::CROWDED_SECOND,
            Crowded::Facing => &reasons::CROWDED_FACING,
        }
        .with([("face", face.to_string())])
    }
}
