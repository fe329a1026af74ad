use engine::{Judge, Seat, search::Level};

use super::{Axiom, formation::Formation, levels, moves::Move};

/// In hundredths of a cube.
const CUBE: i32 = 100;
/// A cube that can move is a tempo in hand.
const FREE: i32 = 60;
/// A face that a sceptre can go to.
const ROAD: i32 = 4;
/// A sceptre that cannot move is easily caught.
const STUCK: i32 = -40;
/// The seat to move wins at once.
const WINS: i32 = 5_000;
/// An enemy sceptre could be caught next time; a second attacker makes it hard to parry.
const THREAT: i32 = 90;
const SECOND_THREAT: i32 = 160;

impl Axiom {
    /// How one seat stands, for itself.
    fn standing(&self, seat: Seat, formation: &Formation<'_>) -> i32 {
        let mut value = 0;
        for id in formation.ids_of(seat) {
            value += CUBE + if formation.is_free(id) { FREE } else { 0 };
        }
        let enemy = seat.next(2).index() * 2;
        let targets = &formation.carriers[enemy..enemy + 2];
        let mut attackers = 0;
        for number in seat.index() * 2..seat.index() * 2 + 2 {
            let reach = formation.reach(number);
            value += if reach.is_empty() { STUCK } else { ROAD * reach.len() as i32 };
            attackers += i32::from(reach.into_iter().any(|(cube, _)| targets.contains(&cube)));
        }
        value
            + match attackers {
                0 => 0,
                _ if seat == self.to_move => WINS,
                1 => THREAT,
                _ => SECOND_THREAT,
            }
    }

    /// Whether the cube that a sceptre goes to carries an enemy's (7.1).
    fn wins(&self, m: Move) -> bool {
        match m {
            Move::Sceptre { to, .. } => {
                self.pieces.sceptres_of(self.to_move.next(2)).iter().any(|face| face.cell() == to.cell())
            }
            Move::Cube { .. } => false,
        }
    }

    /// Whether a sceptre leaves an enemy's cube for one of its own, which may take it (6.1).
    fn may_take(&self, m: Move) -> bool {
        match m {
            Move::Sceptre { from, to } => {
                let stands = |seat, cell| self.pieces.cubes_of(seat).any(|cube| cube.cell == cell);
                stands(self.to_move.next(2), from.cell()) && stands(self.to_move, to.cell())
            }
            Move::Cube { .. } => false,
        }
    }
}

impl Judge for Axiom {
    fn levels(&self) -> &'static [Level; 8] {
        &levels::LEVELS
    }

    fn evaluate(&self, seat: Seat) -> i32 {
        let formation = self.formation();
        self.standing(seat, &formation) - self.standing(seat.next(2), &formation)
    }

    /// Cubes, and those of them that can move.
    fn material(&self, seat: Seat) -> i32 {
        let formation = self.formation();
        let count = |seat| {
            let cubes = formation.ids_of(seat);
            cubes.map(|id| CUBE + if formation.is_free(id) { CUBE } else { 0 }).sum::<i32>()
        };
        count(seat) - count(seat.next(2))
    }

    fn prior(&self, m: Move) -> i32 {
        match m {
            _ if self.wins(m) => 1_000,
            _ if self.may_take(m) => 100,
            Move::Sceptre { .. } => 10,
            Move::Cube { .. } => 0,
        }
    }

    fn loud(&self, m: Move) -> bool {
        self.wins(m) || self.may_take(m)
    }
}
