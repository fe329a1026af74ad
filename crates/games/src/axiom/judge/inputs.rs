//! What the network is told: nothing that a turn of the table would change.

use engine::{
    Seat,
    network::{Inputs, ONE},
};

use super::Sight;
use crate::axiom::{
    Axiom, Direction, Edition, Kind,
    cell::{Cell, Face},
    formation::{Formation, Id},
    pieces::Pieces,
};

/// Inputs of a seat. How many cubes it has, and how many singles and doubles of them are free.
const CUBES: usize = 0;
const FREE: usize = CUBES + 7;
/// Its cubes by height, by kind, and by what holds them.
const HEIGHTS: usize = 5;
const HELD: usize = FREE + 2 * 4;
const HOLDS: usize = 4;
/// Its sceptres by the number of faces they can go to, by height and by whether they look upward, and by the cube they
/// stand on.
const REACH: usize = HELD + HEIGHTS * 2 * HOLDS;
const REACHES: usize = 24;
const STAND: usize = REACH + REACHES;
const CARRIER: usize = STAND + HEIGHTS * 2;
/// The cubes around its sceptres, by whether these look upward, by place, and by whose they are.
const AROUND: usize = CARRIER + 4;
const PLACES: usize = 9;
/// The cubes that a sceptre, and both, can go to, by whose they are; the faces likewise, upward ones apart.
const SEEN: usize = AROUND + 2 * PLACES * 2;
const FACES: usize = SEEN + 4;
/// How many of its sceptres threaten one of the other seat.
const THREATS: usize = FACES + 4;
const OF_SEAT: usize = THREATS + 3;
/// After those of both seats: how far sceptres of different seats are apart, and the edition.
const APART: usize = 2 * OF_SEAT;
const APARTS: usize = 8;
const EDITION: usize = APART + APARTS;
/// More of each seat: its sceptres by the number of cubes they can go to that no sceptre of the other seat sees.
const MORE: usize = EDITION + 1;
const SAFE: usize = 0;
const SAFES: usize = 8;
/// Its cubes by how many sceptres of its own and of the other seat see them, by kind, and by whether they are free.
const WATCHED: usize = SAFE + SAFES;
const MORE_OF_SEAT: usize = WATCHED + 3 * 3 * 2 * 2;
pub(super) const ALL: usize = MORE + 2 * MORE_OF_SEAT;

impl Axiom {
    pub(super) fn tell_all(&self, inputs: &mut Inputs) -> i32 {
        let formation = self.formation();
        let (own, other) = (self.board.to_move(), self.board.to_move().next(2));
        let sights = [own, other].map(|seat| Sight::of(&formation, seat));
        let mut tell = |seat: Seat, sight, rival| {
            let index = usize::from(seat != own);
            let (first, more) = (index * OF_SEAT, MORE + index * MORE_OF_SEAT);
            Teller { formation: &formation, seat, first, more, inputs: &mut *inputs }.tell(sight, rival);
            self.standing(seat, sight)
        };
        let [one, two] = &sights;
        let value = tell(own, one, two) - tell(other, two, one);
        for face in &formation.sceptres[Pieces::sceptre_numbers(own)] {
            for enemy in &formation.sceptres[Pieces::sceptre_numbers(other)] {
                inputs.set(APART + steps_between(face.cell(), enemy.cell()).min(APARTS - 1));
            }
        }
        if self.edition == Edition::Y1988 {
            inputs.set(EDITION);
        }
        value
    }
}

fn steps_between(one: Cell, other: Cell) -> usize {
    (one.x().abs_diff(other.x()) + one.y().abs_diff(other.y()) + one.z().abs_diff(other.z())) as usize
}

fn put_counts(inputs: &mut Inputs, first: usize, counts: &[i16]) {
    for (input, &count) in (first..).zip(counts).filter(|(_, count)| **count != 0) {
        inputs.put(input, count * ONE);
    }
}

/// Tells about one seat.
struct Teller<'t> {
    formation: &'t Formation<'t>,
    seat: Seat,
    first: usize,
    more: usize,
    inputs: &'t mut Inputs,
}

impl Teller<'_> {
    fn tell(&mut self, sight: &Sight, rival: &Sight) {
        self.tell_cubes(sight, rival);
        let first = Pieces::sceptre_numbers(self.seat).start;
        let mut faces = [0; 4];
        for (number, reach) in (first..).zip(sight.reach) {
            let face = self.formation.sceptres[number];
            let upward = usize::from(face.looks() == Direction::ZPlus);
            self.set(REACH + reach.len().min(REACHES - 1));
            self.set(STAND + height(face.cell()) * 2 + upward);
            let carrier = self.formation.carriers[number];
            self.set(CARRIER + usize::from(self.is_own(carrier)) * 2 + self.kind(carrier));
            self.look_around(face, upward);
            for (cube, looks) in reach {
                let upward = usize::from(looks == Direction::ZPlus);
                faces[usize::from(self.is_own(cube)) * 2 + upward] += 1;
            }
        }
        put_counts(self.inputs, self.first + FACES, &faces);
        let own = Pieces::cube_numbers(self.seat).fold(0u16, |set, id| set | 1 << id);
        let [any, both] = [sight.seen[0] | sight.seen[1], sight.seen[0] & sight.seen[1]];
        let seen = [any & own, any & !own, both & own, both & !own].map(|set| set.count_ones() as i16);
        put_counts(self.inputs, self.first + SEEN, &seen);
        self.set(THREATS + sight.threats);
        for seen in sight.seen {
            let safe = (seen & !(rival.seen[0] | rival.seen[1])).count_ones() as usize;
            self.inputs.set(self.more + SAFE + safe.min(SAFES - 1));
        }
    }

    fn set(&mut self, input: usize) {
        self.inputs.set(self.first + input);
    }

    fn is_own(&self, cube: Id) -> bool {
        Pieces::cube_numbers(self.seat).contains(&usize::from(cube))
    }

    fn kind(&self, cube: Id) -> usize {
        usize::from(self.formation.domes(cube).kind() == Kind::Double)
    }

    fn tell_cubes(&mut self, sight: &Sight, rival: &Sight) {
        let watchers = |sight: &Sight, id: Id| sight.seen.iter().filter(|&&seen| seen >> id & 1 != 0).count();
        let (mut cubes, mut free) = (0, [0; 2]);
        for id in self.formation.ids_of(self.seat) {
            cubes += 1;
            let (cell, kind) = (self.formation.cell(id), self.kind(id));
            let under = self.formation.holds_cube(cell.step(Direction::ZPlus));
            let holds = match (self.formation.manned(id) != 0, under) {
                (false, false) => 0,
                (false, true) => 1,
                (true, false) => 2,
                (true, true) => 3,
            };
            free[kind] += usize::from(holds == 0);
            let watched = watchers(sight, id) * 3 + watchers(rival, id);
            self.inputs.set(self.more + WATCHED + (watched * 2 + kind) * 2 + usize::from(holds == 0));
            self.set(HELD + (height(cell) * 2 + kind) * HOLDS + holds);
        }
        self.set(CUBES + cubes);
        self.set(FREE + free[0]);
        self.set(FREE + 4 + free[1]);
    }

    /// The cubes around a sceptre: before it, beside its cube and behind, straight, aslant and at a corner.
    fn look_around(&mut self, face: Face, upward: usize) {
        let (here, axis) = (face.cell(), face.looks().index() / 2);
        let ahead = if face.looks().index().is_multiple_of(2) { 1 } else { -1 };
        for id in self.formation.ids() {
            let cell = self.formation.cell(id);
            let away = [cell.x() - here.x(), cell.y() - here.y(), cell.z() - here.z()];
            if away.iter().any(|steps| steps.abs() > 1) {
                continue;
            }
            let level = (1 - ahead * away[axis]) as usize;
            let place = away.iter().filter(|&&steps| steps != 0).count() - usize::from(level != 1);
            if (level, place) != (1, 0) {
                self.set(AROUND + ((upward * 3 + level) * 3 + place) * 2 + usize::from(self.is_own(id)));
            }
        }
    }
}

/// From 0; towers higher than most count as those.
fn height(cell: Cell) -> usize {
    (cell.z() as usize).clamp(1, HEIGHTS) - 1
}
