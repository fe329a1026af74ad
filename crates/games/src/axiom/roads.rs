//! Where sceptres go (5).

use super::{
    cell::{Direction, Face},
    formation::{Formation, Id, NONE},
};

/// The direction of a road.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    Lateral(Direction),
    Diagonal(Direction, Direction),
}

/// A sceptre on its way: the face it is at and where it is heading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Road {
    pub(super) cube: Id,
    pub(super) looks: Direction,
    heading: Heading,
}

/// The faces of a formation as a set; face `d` of cube `id` is number `6 id + d`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Faces(u128);

impl Faces {
    #[inline]
    pub(super) fn insert(&mut self, cube: Id, looks: Direction) {
        self.0 |= 1 << (u32::from(cube) * 6 + looks as u32);
    }

    #[inline]
    pub(super) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Iterator for Faces {
    type Item = (Id, Direction);

    #[inline]
    fn next(&mut self) -> Option<(Id, Direction)> {
        if self.0 == 0 {
            return None;
        }
        let number = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(((number / 6) as Id, Direction::ALL[(number % 6) as usize]))
    }
}

impl Road {
    /// The eight roads that leave a face.
    pub(super) fn all(cube: Id, looks: Direction) -> [Road; 8] {
        let [a, b, c, d] = looks.sides();
        [
            Heading::Lateral(a),
            Heading::Lateral(b),
            Heading::Lateral(c),
            Heading::Lateral(d),
            Heading::Diagonal(a, c),
            Heading::Diagonal(a, d),
            Heading::Diagonal(b, c),
            Heading::Diagonal(b, d),
        ]
        .map(|heading| Road { cube, looks, heading })
    }

    /// The next face, whatever is on it; `None` where the cubes or the table end the road.
    #[inline]
    pub(super) fn advance(self, formation: &Formation<'_>) -> Option<Road> {
        let here = formation.cell(self.cube);
        let n = self.looks;
        match self.heading {
            Heading::Lateral(d) => {
                // 5.2 (a): an inner corner.
                let beyond = here.step(d);
                let corner = formation.at(beyond.step(n));
                let (cube, looks, heading) = if corner != NONE {
                    (corner, d.opposite(), n)
                } else {
                    // (b) straight on, or (c) an outer edge.
                    match formation.at(beyond) {
                        NONE => (self.cube, d, n.opposite()),
                        cube => (cube, n, d),
                    }
                };
                // The table ends the move.
                (looks != Direction::ZMinus).then_some(Road {
                    cube,
                    looks,
                    heading: Heading::Lateral(heading),
                })
            }
            Heading::Diagonal(d, e) => {
                // 5.3
                let (one, other) = (here.step(d), here.step(e));
                let target = one.step(e);
                let cube = formation.at(target);
                let open = cube != NONE
                    && !formation.holds_cube(target.step(n))
                    && !(formation.holds_cube(one.step(n)) && formation.holds_cube(other.step(n)));
                open.then_some(Road { cube, ..self })
            }
        }
    }
}

impl Formation<'_> {
    #[inline]
    pub(super) fn face(&self, cube: Id, looks: Direction) -> Face {
        Face::new(self.cell(cube), looks)
    }

    /// Whether a dome or a sceptre stops whoever comes to this face (5.1).
    #[inline]
    pub(super) fn stops(&self, cube: Id, looks: Direction) -> bool {
        (self.domes(cube).bits() | self.manned(cube)) & looks.bit() != 0
    }

    /// Follows a road until it ends, comes round or is stopped; `visit` says whether to go on.
    #[inline]
    pub(super) fn follow(&self, road: Road, mut visit: impl FnMut(Id, Direction) -> bool) {
        let mut at = road;
        // Roads can be walked back, so one that does not end comes round to where it started.
        while let Some(next) = at.advance(self) {
            let round = (next.cube, next.looks) == (road.cube, road.looks);
            if round || self.stops(next.cube, next.looks) || !visit(next.cube, next.looks) {
                return;
            }
            at = next;
        }
    }

    /// Calls `visit` with every face where the sceptre with this number may stop, until `visit` says no. A face
    /// on two roads comes twice.
    #[inline]
    fn landings(&self, number: usize, mut visit: impl FnMut(Id, Direction) -> bool) {
        let mut go_on = true;
        for road in Road::all(self.carriers[number], self.sceptres[number].looks()) {
            self.follow(road, |cube, looks| {
                if self.crowded(self.face(cube, looks), number).is_none() {
                    go_on = visit(cube, looks);
                }
                go_on
            });
            if !go_on {
                return;
            }
        }
    }

    /// The faces where the sceptre with this number may go.
    pub(super) fn reach(&self, number: usize) -> Faces {
        let mut faces = Faces::default();
        self.landings(number, |cube, looks| {
            faces.insert(cube, looks);
            true
        });
        faces
    }

    /// A face on one of these two cubes where the sceptre with this number may go.
    pub(super) fn way_to(&self, number: usize, cubes: [Id; 2]) -> Option<(Id, Direction)> {
        let mut found = None;
        self.landings(number, |cube, looks| {
            if cubes.contains(&cube) {
                found = Some((cube, looks));
            }
            found.is_none()
        });
        found
    }

    /// Whether the sceptre with this number may go anywhere.
    pub(super) fn can_leave(&self, number: usize) -> bool {
        let mut found = false;
        self.landings(number, |_, _| {
            found = true;
            false
        });
        found
    }
}
