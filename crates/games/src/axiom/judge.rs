mod inputs;
mod levels;

use engine::{
    Judge, Learnt, Seat, Urgency,
    network::Inputs,
    search::{LEVELS, Level, Method},
};

use super::{Axiom, formation::Formation, moves::Move, options::Edition, pieces::Pieces, roads::Faces};

// Fitted to the results of 16,343 calm positions of quick games (600 nodes a move, both editions) by logistic
// regression, so that 364 is a win by about three to one, and confirmed by a match.

/// A cube in the game.
const CUBE: i32 = 80;
/// A cube that can move is a tempo in hand.
const FREE: i32 = 175;
/// A face that a sceptre can go to.
const ROAD: i32 = 25;
/// A cube that a sceptre can go to, and one that both can.
const SEEN: i32 = 20;
const SEEN_TWICE: i32 = 40;
/// A sceptre that cannot move is easily caught.
const STUCK: i32 = -70;
/// How high a sceptre stands, for each level.
const HEIGHT: i32 = 80;
/// The right to move.
const TEMPO: i32 = 60;
/// The seat to move wins at once.
const WINS: i32 = 5_000;
/// An enemy sceptre could be caught next time; a second attacker makes it hard to parry.
const THREAT: i32 = 90;
const SECOND_THREAT: i32 = 160;

/// What one cube counts for the yardstick, and once more if it can move.
const MATERIAL: i32 = 100;

/// What the sceptres of a seat see.
struct Sight {
    cubes: i32,
    free: i32,
    height: i32,
    reach: [Faces; 2],
    /// The cubes that each can go to.
    seen: [u16; 2],
    /// How many of them could catch an enemy's.
    threats: usize,
}

impl Sight {
    fn of(formation: &Formation<'_>, seat: Seat) -> Self {
        let (mut cubes, mut free) = (0, 0);
        for id in formation.ids_of(seat) {
            cubes += 1;
            free += i32::from(formation.is_free(id));
        }
        let enemies = Pieces::sceptre_numbers(seat.next(2));
        let targets = formation.carriers[enemies].iter().fold(0u16, |set, &id| set | 1 << id);
        let first = Pieces::sceptre_numbers(seat).start;
        let reach = [first, first + 1].map(|number| formation.reach(number));
        let seen = reach.map(|reach| reach.fold(0u16, |set, (cube, _)| set | 1 << cube));
        let threats = seen.into_iter().filter(|seen| seen & targets != 0).count();
        let height = [first, first + 1].map(|number| formation.sceptres[number].cell().z()).iter().sum();
        Sight { cubes, free, height, reach, seen, threats }
    }
}

impl Axiom {
    /// How one seat stands, for itself.
    fn standing(&self, seat: Seat, sight: &Sight) -> i32 {
        let on_turn = seat == self.board.to_move();
        let roads: i32 = sight
            .reach
            .iter()
            .map(|reach| if reach.is_empty() { STUCK } else { ROAD * reach.len() as i32 })
            .sum();
        let [one, other] = sight.seen;
        let threat = match sight.threats {
            0 => 0,
            _ if on_turn => WINS,
            1 => THREAT,
            _ => SECOND_THREAT,
        };
        CUBE * sight.cubes
            + FREE * sight.free
            + HEIGHT * sight.height
            + roads
            + SEEN * (one | other).count_ones() as i32
            + SEEN_TWICE * (one & other).count_ones() as i32
            + threat
            + if on_turn { TEMPO } else { 0 }
    }

    /// A sceptre's move with which the seat would win if it were to move (7.1).
    fn catch(&self, seat: Seat, formation: &Formation<'_>) -> Option<Move> {
        let enemy = Pieces::sceptre_numbers(seat.next(2)).start;
        let targets = [formation.carriers[enemy], formation.carriers[enemy + 1]];
        Pieces::sceptre_numbers(seat).find_map(|number| {
            let (cube, looks) = formation.way_to(number, targets)?;
            Some(Move::Sceptre {
                from: self.board.pieces().sceptres[number],
                to: formation.face(cube, looks),
            })
        })
    }

    /// Whether the cube that a sceptre goes to carries an enemy's (7.1).
    fn wins(&self, m: Move) -> bool {
        match m {
            Move::Sceptre { to, .. } => self
                .board
                .pieces()
                .sceptres_of(self.board.to_move().next(2))
                .iter()
                .any(|face| face.cell() == to.cell()),
            Move::Cube { .. } | Move::Swap => false,
        }
    }

    /// Whether a sceptre leaves an enemy's cube for one of its own, which may take it (6.1).
    fn may_take(&self, m: Move) -> bool {
        match m {
            Move::Sceptre { from, to } => {
                let stands = |seat, cell| self.board.pieces().cubes_of(seat).any(|cube| cube.cell == cell);
                stands(self.board.to_move().next(2), from.cell()) && stands(self.board.to_move(), to.cell())
            }
            Move::Cube { .. } | Move::Swap => false,
        }
    }
}

/// Learnt as the recipe beside it says.
static NETWORK: Learnt = Learnt::new(include_bytes!("judge/learnt.net"));

impl Judge for Axiom {
    const METHODS: &'static [Method] = &[Method::Friendly, Method::AlphaBeta];
    const BENCH: &'static [(&'static str, u32)] = &[("edition=2008", 4)];

    fn levels(&self) -> &'static [Level; LEVELS] {
        match self.edition {
            Edition::Y1988 => &levels::LEVELS_1988,
            Edition::Y2008 => &levels::LEVELS_2008,
        }
    }

    fn evaluate(&self, seat: Seat) -> i32 {
        let formation = self.formation();
        let [own, other] = [seat, seat.next(2)].map(|seat| self.standing(seat, &Sight::of(&formation, seat)));
        own - other
    }

    fn inputs(&self) -> usize {
        inputs::ALL
    }

    fn tell(&self, inputs: &mut Inputs) -> (Seat, i32) {
        (self.board.to_move(), self.tell_all(inputs))
    }

    fn network() -> Option<&'static Learnt> {
        Some(&NETWORK)
    }

    fn urgency(&self) -> Urgency<Move> {
        let formation = self.formation();
        if let Some(m) = self.catch(self.board.to_move(), &formation) {
            Urgency::Win(m)
        } else if self.catch(self.board.to_move().next(2), &formation).is_some() {
            Urgency::Danger
        } else {
            Urgency::Calm
        }
    }

    /// Cubes, and those of them that can move.
    fn material(&self, seat: Seat) -> i32 {
        let formation = self.formation();
        let count = |seat| {
            let cubes = formation.ids_of(seat);
            cubes.map(|id| MATERIAL + if formation.is_free(id) { MATERIAL } else { 0 }).sum::<i32>()
        };
        count(seat) - count(seat.next(2))
    }

    fn prior(&self, m: Move) -> i32 {
        match m {
            _ if self.wins(m) => 1_000,
            _ if self.may_take(m) => 100,
            Move::Sceptre { .. } => 10,
            Move::Cube { .. } | Move::Swap => 0,
        }
    }

    fn loud(&self, m: Move) -> bool {
        self.wins(m) || self.may_take(m)
    }
}
