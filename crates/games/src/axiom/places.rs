//! Where cubes go (4).

use arrayvec::ArrayVec;
use engine::Seat;

use super::{
    cell::{Cell, Direction},
    cube::{Fit, Orientations},
    formation::{Formation, Id, NONE},
    options::Edition,
};

/// A cell that a cube could come to stand in, and what surrounds it there.
#[derive(Clone, Copy, Debug)]
struct Place {
    cell: Cell,
    /// The cube beneath, or the table.
    below: Id,
    /// The cubes beside, by [`Direction::LEVEL`].
    beside: [Id; 4],
    /// The cubes, as bits, that share a face or an edge with a cube here.
    contact: u16,
    /// The directions in which a cube beside turns a dome, or a recess, to this place.
    domes: u8,
    recesses: u8,
    /// How a cube that touches none of this can stand here.
    fit: Fit,
}

/// At most one place upon each cube, and eight around.
const MOST: usize = 12 * 9;

/// The places of a formation.
///
/// Cubes stand on cubes (1.4), so a column has no gaps: a place is the top of a column, or a cell of the table
/// beside one. No place is under a cube (4.2), and only the column of a lifted cube itself changes with it.
#[derive(Default)]
struct Places(ArrayVec<Place, MOST>);

impl Place {
    const fn new(cell: Cell, below: Id) -> Self {
        Place { cell, below, beside: [NONE; 4], contact: 0, domes: 0, recesses: 0, fit: Fit::NEVER }
    }

    #[inline]
    fn set_beside(&mut self, d: Direction, id: Id, formation: &Formation<'_>) {
        self.beside[d.index()] = id;
        self.contact |= 1 << id;
        if formation.domes(id).on(d.opposite()) {
            self.domes |= d.bit();
        } else {
            self.recesses |= d.bit();
        }
    }

    /// How a cube can stand here once it is lifted from where it is.
    #[inline]
    fn fit_of(&self, lifted: Id, formation: &Formation<'_>, edition: Edition) -> Fit {
        if self.below == lifted {
            // The same cell, or the place on top of the cube itself: neither is another cell (4.1).
            Fit::NEVER
        } else if self.contact >> lifted & 1 == 0 {
            self.fit
        } else {
            self.without(lifted).fit(formation, edition)
        }
    }

    /// The place once a cube beside it has gone.
    fn without(mut self, lifted: Id) -> Self {
        if let Some(d) = self.beside.iter().position(|&id| id == lifted) {
            self.domes &= !(1 << d);
            self.recesses &= !(1 << d);
        }
        self.contact &= !(1 << lifted);
        self
    }

    /// How cubes can stand here.
    #[inline]
    fn fit(&self, formation: &Formation<'_>, edition: Edition) -> Fit {
        let down = Direction::ZMinus.bit();
        let flat = Fit { some: Fit::ANY, none: self.domes | down };
        match self.below {
            // 4.4
            NONE => match edition {
                Edition::Y1988 if self.contact == 0 => Fit::NEVER,
                Edition::Y1988 => flat,
                Edition::Y2008 if self.domes != 0 => flat,
                Edition::Y2008 => Fit { some: self.recesses, ..flat },
            },
            // 4.3
            below if formation.domes(below).on(Direction::ZPlus) => flat,
            _ => Fit { some: down, none: self.domes },
        }
    }
}

impl Places {
    fn fill(&mut self, formation: &Formation<'_>, edition: Edition) {
        // Places on the table by the slot of their cell, so that each is found again from its other neighbours.
        let mut known = [u8::MAX; 256];
        let rooms = Rooms::of(formation);
        for id in formation.ids() {
            let cell = formation.cell(id);
            if cell.z() == 1 {
                let (east, west) = (cell.step(Direction::XPlus), cell.step(Direction::XMinus));
                for (d, near) in Direction::LEVEL.into_iter().zip([
                    east,
                    west,
                    cell.step(Direction::YPlus),
                    cell.step(Direction::YMinus),
                ]) {
                    if let Some(place) = self.on_table(near, formation, &rooms, &mut known) {
                        place.set_beside(d.opposite(), id, formation);
                    }
                }
                // A lock needs a common face, contact only an edge (4.4).
                if edition == Edition::Y1988 {
                    for near in [east, west] {
                        for d in [Direction::YPlus, Direction::YMinus] {
                            if let Some(place) = self.on_table(near.step(d), formation, &rooms, &mut known) {
                                place.contact |= 1 << id;
                            }
                        }
                    }
                }
            }
            let above = cell.step(Direction::ZPlus);
            if !formation.holds_cube(above) && !rooms.contain(above) {
                let mut place = Place::new(above, id);
                for d in Direction::LEVEL {
                    let beside = formation.at(above.step(d));
                    if beside != NONE {
                        place.set_beside(d, beside, formation);
                    }
                }
                self.0.push(place);
            }
        }
        for place in &mut self.0 {
            place.fit = place.fit(formation, edition);
        }
    }

    /// The place in a cell of the table, unless a cube stands or a sceptre needs room there.
    #[inline]
    fn on_table(
        &mut self,
        cell: Cell,
        formation: &Formation<'_>,
        rooms: &Rooms,
        known: &mut [u8; 256],
    ) -> Option<&mut Place> {
        let slot = cell.slot();
        let mut index = usize::from(known[slot]);
        if self.0.get(index).is_none_or(|place| place.cell != cell) {
            if formation.holds_cube(cell) || rooms.contain(cell) {
                return None;
            }
            // Rare: another cell of this slot came between.
            index = if known[slot] == u8::MAX {
                self.0.len()
            } else {
                self.0.iter().position(|place| place.cell == cell).unwrap_or(self.0.len())
            };
            if index == self.0.len() {
                self.0.push(Place::new(cell, NONE));
            }
            known[slot] = index as u8;
        }
        Some(&mut self.0[index])
    }
}

/// The front and second cells of the sceptres, which no cube may fill (4.6).
struct Rooms {
    cells: [Cell; 8],
    /// A bit for each, so that most other cells are known at once.
    seen: u64,
}

impl Rooms {
    fn of(formation: &Formation<'_>) -> Self {
        let cells = std::array::from_fn(|i| {
            let face = formation.sceptres[i / 2];
            if i % 2 == 0 { face.front() } else { face.second() }
        });
        Rooms { cells, seen: cells.iter().fold(0, |seen, cell| seen | Self::bit(*cell)) }
    }

    #[inline]
    fn contain(&self, cell: Cell) -> bool {
        self.seen & Self::bit(cell) != 0 && self.cells.contains(&cell)
    }

    #[inline]
    fn bit(cell: Cell) -> u64 {
        1 << (cell.slot() % 64)
    }
}

/// The ways in which a seat can move a cube.
pub(super) struct Placings<'a> {
    formation: &'a Formation<'a>,
    seat: Seat,
    edition: Edition,
    places: Places,
}

impl<'a> Placings<'a> {
    #[inline]
    pub(super) fn of(formation: &'a Formation<'a>, seat: Seat, edition: Edition) -> Self {
        let mut placings = Placings { formation, seat, edition, places: Places::default() };
        if placings.free().next().is_some() {
            placings.places.fill(formation, edition);
        }
        placings
    }

    /// The cubes that can be lifted.
    pub(super) fn free(&self) -> impl Iterator<Item = Id> {
        self.formation.ids_of(self.seat).filter(|&id| self.formation.is_free(id))
    }

    /// Where a free cube can go, and how it can stand there.
    #[inline]
    pub(super) fn of_cube(&self, id: Id) -> impl Iterator<Item = (Cell, Orientations)> {
        let kind = self.formation.domes(id).kind();
        self.places.0.iter().filter_map(move |place| {
            let ways = place.fit_of(id, self.formation, self.edition).orientations(kind);
            (!ways.is_empty()).then_some((place.cell, ways))
        })
    }

    /// In how many ways a free cube can be moved.
    #[inline]
    pub(super) fn count(&self, id: Id) -> usize {
        let kind = self.formation.domes(id).kind();
        let fits = self.places.0.iter().map(|place| place.fit_of(id, self.formation, self.edition));
        fits.map(|fit| fit.count(kind)).sum()
    }
}
