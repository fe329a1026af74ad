//! Where cubes go (4).

use engine::Seat;

use super::{
    cell::{Cell, Direction},
    cube::Orientations,
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
}

/// At most one place upon each cube, and eight around.
const MOST: usize = 12 * 9;

/// The places of a formation.
///
/// Cubes stand on cubes (1.4), so a column has no gaps: a place is the top of a column, or a cell of the table
/// beside one. No place is under a cube (4.2), and only the column of a lifted cube itself changes with it.
struct Places {
    all: [Place; MOST],
    len: usize,
}

impl Place {
    const fn new(cell: Cell, below: Id) -> Self {
        Place { cell, below, beside: [NONE; 4], contact: 0, domes: 0, recesses: 0 }
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
    fn orientations(
        &self,
        lifted: Id,
        all: Orientations,
        formation: &Formation<'_>,
        edition: Edition,
    ) -> Orientations {
        let (mut domes, mut recesses) = (self.domes, self.recesses);
        if self.contact & 1 << lifted != 0
            && let Some(d) = self.beside.iter().position(|&id| id == lifted)
        {
            domes &= !(1 << d);
            recesses &= !(1 << d);
        }
        // 4.5
        let apart = all.without_dome(domes);
        let down = Direction::ZMinus.bit();
        match self.below {
            // 4.4
            NONE => {
                let level = apart.without_dome(down);
                match edition {
                    Edition::Y1988 if self.contact & !(1 << lifted) == 0 => level.with_dome(0),
                    Edition::Y1988 => level,
                    Edition::Y2008 if domes != 0 => level,
                    Edition::Y2008 => level.with_dome(recesses),
                }
            }
            // The same cell, or the place on top of the cube itself: neither is another cell (4.1).
            below if below == lifted => all.with_dome(0),
            // 4.3
            below if formation.domes(below).on(Direction::ZPlus) => apart.without_dome(down),
            _ => apart.with_dome(down),
        }
    }
}

impl Places {
    const NONE: Places = Places { all: [Place::new(Cell::NOWHERE, NONE); MOST], len: 0 };

    fn fill(&mut self, formation: &Formation<'_>, edition: Edition) {
        // Places on the table by the slot of their cell, so that each is found again from its other neighbours.
        let mut known = [u8::MAX; 64];
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
                    if let Some(place) = self.on_table(near, formation, &mut known) {
                        place.set_beside(d.opposite(), id, formation);
                    }
                }
                // A lock needs a common face, contact only an edge (4.4).
                if edition == Edition::Y1988 {
                    for near in [east, west] {
                        for d in [Direction::YPlus, Direction::YMinus] {
                            if let Some(place) = self.on_table(near.step(d), formation, &mut known) {
                                place.contact |= 1 << id;
                            }
                        }
                    }
                }
            }
            let above = cell.step(Direction::ZPlus);
            if !formation.holds_cube(above) {
                let mut place = Place::new(above, id);
                for d in Direction::LEVEL {
                    let beside = formation.at(above.step(d));
                    if beside != NONE {
                        place.set_beside(d, beside, formation);
                    }
                }
                self.push(place);
            }
        }
        self.clear_rooms(formation);
    }

    #[inline]
    fn push(&mut self, place: Place) {
        self.all[self.len] = place;
        self.len += 1;
    }

    /// The place in a cell of the table, unless a cube stands there.
    #[inline]
    fn on_table(
        &mut self,
        cell: Cell,
        formation: &Formation<'_>,
        known: &mut [u8; 64],
    ) -> Option<&mut Place> {
        let slot = cell.slot() & 63;
        let mut index = usize::from(known[slot]);
        if index >= self.len || self.all[index].cell != cell {
            if formation.holds_cube(cell) {
                return None;
            }
            // Rare: another cell of this slot came between.
            index = if known[slot] == u8::MAX {
                self.len
            } else {
                self.all[..self.len].iter().position(|place| place.cell == cell).unwrap_or(self.len)
            };
            if index == self.len {
                self.push(Place::new(cell, NONE));
            }
            known[slot] = index as u8;
        }
        Some(&mut self.all[index])
    }

    /// Drops the places in the front and second cells of sceptres (4.6).
    fn clear_rooms(&mut self, formation: &Formation<'_>) {
        let rooms: [Cell; 8] = std::array::from_fn(|i| {
            let face = formation.sceptres[i / 2];
            if i % 2 == 0 { face.front() } else { face.second() }
        });
        let columns = rooms.iter().fold(0u64, |columns, room| columns | 1 << (room.slot() & 63));
        let mut index = 0;
        while index < self.len {
            let cell = self.all[index].cell;
            if columns & 1 << (cell.slot() & 63) != 0 && rooms.contains(&cell) {
                self.len -= 1;
                self.all[index] = self.all[self.len];
            } else {
                index += 1;
            }
        }
    }

    fn iter(&self) -> impl Iterator<Item = &Place> {
        self.all[..self.len].iter()
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
    pub(super) fn of(formation: &'a Formation<'a>, seat: Seat, edition: Edition) -> Self {
        let mut placings = Placings { formation, seat, edition, places: Places::NONE };
        if placings.free().next().is_some() {
            placings.places.fill(formation, edition);
        }
        placings
    }

    fn free(&self) -> impl Iterator<Item = Id> {
        self.formation.ids_of(self.seat).filter(|&id| self.formation.is_free(id))
    }

    /// Calls `visit` with each free cube, each cell it can go to and how it can stand there, until `visit` says
    /// no.
    #[inline]
    pub(super) fn each(&self, mut visit: impl FnMut(Id, Cell, Orientations) -> bool) {
        for id in self.free() {
            let all = Orientations::all(self.formation.domes(id).kind());
            for place in self.places.iter() {
                let ways = place.orientations(id, all, self.formation, self.edition);
                if !ways.is_empty() && !visit(id, place.cell, ways) {
                    return;
                }
            }
        }
    }
}
