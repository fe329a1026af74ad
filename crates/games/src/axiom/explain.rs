//! Why an action is not legal: each clause in turn, in the words of a person who looks at the pieces.

use engine::{Reason, Refusal, setup};

use super::{
    Axiom,
    cell::{Cell, Direction, Face},
    cube::{Domes, Kind},
    formation::{Formation, Id, NONE},
    moves::Move,
    options::Edition,
    reasons,
    roads::Road,
};

impl Edition {
    /// The refusal in the words of the edition: what is a dome in 2008 is a pyramid in the booklet of 1988.
    pub(super) fn worded(self, refusal: Refusal) -> Refusal {
        static WORDS: [(&Reason, &Reason); 6] = [
            (&reasons::DOME_COUNT, &reasons::PYRAMID_COUNT),
            (&reasons::NO_JOINT, &reasons::NO_PYRAMID_JOINT),
            (&reasons::DOME_DOWN, &reasons::PYRAMID_DOWN),
            (&reasons::DOMES_MEET, &reasons::PYRAMIDS_MEET),
            (&reasons::DOME_FACE, &reasons::PYRAMID_FACE),
            (&reasons::DOME_ON_ROAD, &reasons::PYRAMID_ON_ROAD),
        ];
        match WORDS.iter().find(|(dome, _)| self == Edition::Y1988 && *dome == refusal.reason) {
            Some(&(_, pyramid)) => Refusal { reason: pyramid, ..refusal },
            None => refusal,
        }
    }
}

impl Axiom {
    /// Why the action is not legal; `None` if it is.
    pub(super) fn refusal(&self, m: Move) -> Option<Refusal> {
        self.check(m).err().map(|refusal| self.edition.worded(refusal))
    }

    pub(super) fn check(&self, m: Move) -> Result<(), Refusal> {
        if self.over.is_some() {
            return Err(setup::OVER.refuse());
        }
        match m {
            Move::Cube { from, to, domes } => self.check_cube(from, to, domes),
            Move::Sceptre { from, to } => self.check_sceptre(from, to),
            Move::Swap => self.swap.refusal(self.board.to_move()).map_or(Ok(()), Err),
        }
    }

    fn check_cube(&self, from: Cell, to: Cell, domes: Domes) -> Result<(), Refusal> {
        let formation = self.formation();
        let at = |reason: &'static Reason, cell: Cell| Err(reason.with([("cell", cell.to_string())]));
        let id = formation.at(from);
        if id == NONE {
            return at(&reasons::NO_CUBE, from);
        }
        if !formation.ids_of(self.board.to_move()).any(|own| own == id) {
            return at(&reasons::NOT_YOUR_CUBE, from);
        }
        if formation.manned(id) != 0 {
            return at(&reasons::CARRIES_SCEPTRE, from);
        }
        if !formation.is_free(id) {
            return at(&reasons::CARRIES_CUBE, from);
        }
        let kind = formation.domes(id).kind();
        if domes.kind() != kind {
            let count = if kind == Kind::Single { 1 } else { 2 };
            return Err(reasons::DOME_COUNT.with([("cell", from.to_string()), ("count", count.to_string())]));
        }
        if to == from {
            return at(&reasons::SAME_CELL, to);
        }
        if formation.holds_cube(to) {
            return at(&reasons::OCCUPIED, to);
        }
        // The cube is lifted away. An empty cell under a cube (4.2) there is none: cubes stand on cubes.
        let neighbour = |cell: Cell| Some(formation.at(cell)).filter(|&other| other != NONE && other != id);
        let down = domes.on(Direction::ZMinus);
        let beside = |d: Direction| neighbour(to.step(d)).map(|id| formation.domes(id).on(d.opposite()));
        if to.z() > 1 {
            match neighbour(to.step(Direction::ZMinus)) {
                None => return at(&reasons::UNSUPPORTED, to),
                Some(below) if formation.domes(below).on(Direction::ZPlus) == down => {
                    return at(&reasons::NO_JOINT, to);
                }
                Some(_) => {}
            }
        } else if down {
            return at(&reasons::DOME_DOWN, to);
        }
        if let Some(d) = Direction::LEVEL.into_iter().find(|&d| domes.on(d) && beside(d) == Some(true)) {
            return Err(reasons::DOMES_MEET.with([("cell", to.to_string()), ("dir", d.as_str().to_owned())]));
        }
        if to.z() == 1 {
            match self.edition {
                Edition::Y1988 if !touches(to, neighbour) => return at(&reasons::NO_CONTACT, to),
                Edition::Y2008
                    if !Direction::LEVEL
                        .into_iter()
                        .any(|d| beside(d).is_some_and(|dome| dome != domes.on(d))) =>
                {
                    return at(&reasons::NO_LOCK, to);
                }
                _ => {}
            }
        }
        match self.board.pieces().sceptres.iter().find(|face| to == face.front() || to == face.second()) {
            Some(face) => {
                Err(reasons::SCEPTRE_ROOM.with([("face", face.to_string()), ("cell", to.to_string())]))
            }
            None => Ok(()),
        }
    }

    fn check_sceptre(&self, from: Face, to: Face) -> Result<(), Refusal> {
        let formation = self.formation();
        let on = |reason: &'static Reason, face: Face| Err(reason.with([("face", face.to_string())]));
        let Some(number) = self.board.pieces().sceptres.iter().position(|&face| face == from) else {
            return on(&reasons::NO_SCEPTRE, from);
        };
        if !self.sceptre_numbers().contains(&number) {
            return on(&reasons::NOT_YOUR_SCEPTRE, from);
        }
        if to == from {
            return on(&reasons::SAME_FACE, to);
        }
        formation.check_face(to)?;
        if self.board.pieces().sceptres.contains(&to) {
            return on(&reasons::FACE_TAKEN, to);
        }
        if formation.way(number, to).is_none() {
            return Err(formation.obstacle(number, to));
        }
        match formation.crowded(to, number) {
            Some(crowded) => Err(crowded.refuse(to)),
            None => Ok(()),
        }
    }
}

/// Whether a cube on the table would share a face or an edge with another one (4.4). Cubes of the level above
/// stand on ones that do.
fn touches(cell: Cell, neighbour: impl Fn(Cell) -> Option<Id>) -> bool {
    let row = [Some(Direction::XMinus), None, Some(Direction::XPlus)];
    let column = [Some(Direction::YMinus), None, Some(Direction::YPlus)];
    let go = |cell: Cell, d: Option<Direction>| d.map_or(cell, |d| cell.step(d));
    row.into_iter().any(|x| column.into_iter().any(|y| neighbour(go(go(cell, x), y)).is_some()))
}

impl Formation<'_> {
    /// The faces that a sceptre passes on the shortest road to a face.
    pub(super) fn way(&self, number: usize, to: Face) -> Option<Vec<Face>> {
        let mut best: Option<Vec<Face>> = None;
        for road in Road::all(self.carriers[number], self.sceptres[number].looks()) {
            let mut passed = Vec::new();
            self.follow(road, |cube, looks| {
                let face = self.face(cube, looks);
                if face == to {
                    if best.as_ref().is_none_or(|best| passed.len() < best.len()) {
                        best = Some(std::mem::take(&mut passed));
                    }
                    return false;
                }
                passed.push(face);
                true
            });
        }
        best
    }

    /// What is in the way to a face that no road reaches.
    fn obstacle(&self, number: usize, to: Face) -> Refusal {
        let from = self.sceptres[number];
        for road in Road::all(self.carriers[number], from.looks()) {
            let mut first = None;
            let mut at = road;
            while let Some(next) = at.advance(self) {
                let face = self.face(next.cube, next.looks);
                if face == from {
                    break;
                }
                if face == to
                    && let Some(face) = first
                {
                    let reason = if self.sceptres.contains(&face) {
                        &reasons::SCEPTRE_ON_ROAD
                    } else {
                        &reasons::DOME_ON_ROAD
                    };
                    return reason.with([("face", face.to_string()), ("to", to.to_string())]);
                }
                if first.is_none() && self.stops(next.cube, next.looks) {
                    first = Some(face);
                }
                at = next;
            }
        }
        reasons::NO_ROAD.with([("face", from.to_string()), ("to", to.to_string())])
    }
}
