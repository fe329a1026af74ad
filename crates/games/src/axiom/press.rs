//! What pressing cubes, cells and faces means.

use super::{
    Axiom,
    cell::{Cell, Direction, Face},
    cube::{Domes, Kind},
    formation::NONE,
    moves::Move,
    reasons,
};

/// A pointer meets faces; a name without one is a cell.
#[derive(Clone, Copy)]
enum Pressed {
    Cell(Cell),
    Face(Face),
}

impl Pressed {
    fn read(name: &str) -> Option<Self> {
        match name.contains(':') {
            true => name.parse().ok().map(Pressed::Face),
            false => name.parse().ok().map(Pressed::Cell),
        }
    }
}

impl Axiom {
    /// `swap`, a sceptre and a face, or a cube and a cell; a face is the cell that it looks into where a cube is to
    /// go. One press is an action if its piece cannot move at all.
    pub(super) fn pressed(&self, pressed: &[&str]) -> Option<Move> {
        if pressed == ["swap"] {
            return Some(Move::Swap);
        }
        let piece = Pressed::read(pressed.first()?)?;
        let from = match piece {
            Pressed::Face(face) if self.board.pieces().sceptres.contains(&face) => {
                return self.pressed_sceptre(face, &pressed[1..]);
            }
            Pressed::Face(face) => face.cell(),
            Pressed::Cell(cell) => cell,
        };
        match pressed[1..] {
            [] => {
                // A free cube of one's own waits for its cell; any other is refused at once.
                let alone = Move::Cube { from, to: from, domes: self.domes_at(from) };
                self.refusal(alone).filter(|refusal| refusal.reason != &reasons::SAME_CELL).map(|_| alone)
            }
            [to] => match Pressed::read(to)? {
                Pressed::Cell(to) => self.pressed_cube(from, to),
                Pressed::Face(face) if face.cell() == from => self.pressed_cube(from, from),
                Pressed::Face(face) => self.pressed_cube(from, face.front()),
            },
            _ => None,
        }
    }

    fn pressed_sceptre(&self, from: Face, rest: &[&str]) -> Option<Move> {
        let to = match *rest {
            [] => {
                let own = self.board.pieces().sceptres_of(self.board.to_move()).contains(&from);
                return (!own).then_some(Move::Sceptre { from, to: from });
            }
            [to] => match Pressed::read(to)? {
                Pressed::Cell(cell) => Face::new(cell, Direction::ZPlus),
                Pressed::Face(face) => face,
            },
            _ => return None,
        };
        Some(Move::Sceptre { from, to })
    }

    /// The cube with its domes turned so that it may go there; if none will do, so that as little as can be is wrong with
    /// them.
    fn pressed_cube(&self, from: Cell, to: Cell) -> Option<Move> {
        let domes = self.domes_at(from);
        let go = |domes| Move::Cube { from, to, domes };
        let turned = || (0..).map_while(|number| domes.kind().orientation(number)).map(go);
        let by_domes = [&reasons::NO_LOCK, &reasons::DOMES_MEET, &reasons::NO_JOINT, &reasons::DOME_DOWN];
        turned().min_by_key(|&m| {
            let wrong = self.check(m).err()?;
            Some(by_domes.iter().position(|&reason| reason == wrong.reason).map_or(0, |place| place + 1))
        })
    }

    /// Those of the cube in a cell; if there is none, any.
    fn domes_at(&self, cell: Cell) -> Domes {
        let formation = self.formation();
        match formation.at(cell) {
            NONE => Kind::Single.orientation(0).expect("a single cube can lie"),
            id => formation.domes(id),
        }
    }

    /// The position as if the seat to move had let its turn go by.
    pub(super) fn passed_on(&self) -> Axiom {
        let mut passed = self.clone();
        passed.swap = self.swap.declined(self.board.to_move());
        passed.board.pass_turn();
        passed.over = passed.stalled();
        passed
    }
}
