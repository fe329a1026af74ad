//! Axiom (Michael Seal, 1988): twelve cubes are both the board and pieces.

mod cell;
mod cube;
mod explain;
mod formation;
mod judge;
mod levels;
mod moves;
mod options;
mod picture;
mod pieces;
mod places;
mod position_text;
mod reasons;
mod roads;
mod start;
mod symmetry;
mod tensor;
mod view;

use engine::{Game, Info, Ink, Outcome, Refusal, Seat, SeatSet, Trace, Turn, Viewer, mix};
use rand::Rng;

pub use self::{
    cell::{Cell, Direction, Face},
    cube::{Cube, Domes, Kind},
    moves::Move,
    options::{Edition, Options, OwnDouble},
    start::Start,
    view::{CubeView, NoStop, SceptreView, Taken, View},
};
use self::{
    formation::{Formation, Id},
    pieces::Pieces,
    places::Placings,
    position_text::Snapshot,
};

/// A position of Axiom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axiom {
    pieces: Pieces,
    /// The xor of [`cube_key`] and [`sceptre_key`] of all pieces, and of [`WHITE_TO_MOVE`].
    key: u64,
    to_move: Seat,
    edition: Edition,
    own_double: OwnDouble,
    quiet_limit: u32,
    /// How many actions in a row took nothing (7.5).
    quiet: u32,
    over: Option<Outcome>,
}

const WHITE_TO_MOVE: u64 = mix::zobrist(1);

#[inline]
fn cube_key(seat: Seat, cube: Cube) -> u64 {
    mix::zobrist(mix::mix(cube.cell.bits()) ^ (u64::from(cube.domes.bits()) << 1 | seat.index() as u64))
}

#[inline]
fn sceptre_key(seat: Seat, face: Face) -> u64 {
    mix::zobrist(!mix::mix(face.bits()) ^ seat.index() as u64)
}

impl Axiom {
    fn new(snapshot: &Snapshot, options: &Options) -> Self {
        let mut position = Axiom {
            pieces: snapshot.pieces,
            key: 0,
            to_move: snapshot.to_move,
            edition: options.edition,
            own_double: options.own_double,
            quiet_limit: options.quiet_limit,
            quiet: snapshot.quiet,
            over: None,
        };
        position.key = position.computed_key();
        position.over = position.met().or_else(|| position.stalled());
        position
    }

    fn computed_key(&self) -> u64 {
        Seat::all(2).fold(if self.to_move.index() == 1 { WHITE_TO_MOVE } else { 0 }, |key, seat| {
            let cubes = self.pieces.cubes_of(seat).map(|&cube| cube_key(seat, cube));
            let sceptres = self.pieces.sceptres_of(seat).iter().map(|&face| sceptre_key(seat, face));
            cubes.chain(sceptres).fold(key, |key, part| key ^ part)
        })
    }

    fn formation(&self) -> Formation<'_> {
        Formation::of(&self.pieces)
    }

    fn snapshot(&self) -> Snapshot {
        Snapshot { to_move: self.to_move, quiet: self.quiet, pieces: self.pieces }
    }

    fn move_cube(&mut self, from: Cell, to: Cube) {
        let seat = self.to_move;
        let cubes = &mut self.pieces.cubes[seat.index() * 6..][..6];
        let cube = cubes.iter_mut().find(|cube| cube.cell == from).expect("a legal move names a cube");
        self.key ^= cube_key(seat, *cube) ^ cube_key(seat, to);
        *cube = to;
        self.pieces.sort(seat);
    }

    fn move_sceptre(&mut self, from: Face, to: Face) {
        let seat = self.to_move;
        let sceptres = &mut self.pieces.sceptres[seat.index() * 2..][..2];
        let sceptre = sceptres.iter_mut().find(|face| **face == from).expect("a legal move names a sceptre");
        *sceptre = to;
        self.key ^= sceptre_key(seat, from) ^ sceptre_key(seat, to);
        self.pieces.sort(seat);
    }

    /// Takes the cube that an enemy sceptre has left for one of its own colour, if it is free (6.1). The seat
    /// to move loses it.
    fn take(&mut self, left: Cell, reached: Cell) -> bool {
        let loser = self.to_move;
        let find = |cell| self.pieces.cubes.iter().position(|cube| cube.cell == cell);
        let is_losers = |index| index / 6 == loser.index();
        let taken = find(left).filter(|&index| {
            is_losers(index)
                && !find(reached).is_some_and(is_losers)
                && find(left.step(Direction::ZPlus)).is_none()
                && self.pieces.sceptres.iter().all(|face| face.cell() != left)
        });
        if let Some(index) = taken {
            self.key ^= cube_key(loser, self.pieces.cubes[index]);
            self.pieces.cubes[index] = Cube::GONE;
            self.pieces.sort(loser);
        }
        taken.is_some()
    }

    /// The end when the seat that is not to move has brought its sceptre to another one (7.1, 7.2).
    fn met(&self) -> Option<Outcome> {
        let mover = self.to_move.next(2);
        let (own, enemy) = (self.pieces.sceptres_of(mover), self.pieces.sceptres_of(self.to_move));
        if own.iter().any(|face| enemy.iter().any(|other| other.cell() == face.cell())) {
            return Some(Outcome::win(mover, 2, "7.1"));
        }
        let doubled = self.own_double == OwnDouble::Loses && own[0].cell() == own[1].cell();
        doubled.then(|| Outcome::win(self.to_move, 2, "7.2"))
    }

    /// The end when the seat to move cannot, or when nothing was taken for too long (7.3, 7.5).
    fn stalled(&self) -> Option<Outcome> {
        if !self.can_act() {
            return Some(Outcome::win(self.to_move.next(2), 2, "7.3"));
        }
        (self.quiet >= self.quiet_limit).then(|| Outcome::shared(SeatSet::first(2), 2, "7.5"))
    }

    fn can_act(&self) -> bool {
        let formation = self.formation();
        if self.sceptre_numbers().any(|number| formation.can_leave(number)) {
            return true;
        }
        let placings = self.placings(&formation);
        placings.free().any(|id| placings.of_cube(id).next().is_some())
    }

    #[inline]
    fn placings<'a>(&self, formation: &'a Formation<'a>) -> Placings<'a> {
        Placings::of(formation, self.to_move, self.edition)
    }

    /// The sceptres of the seat to move.
    fn sceptre_numbers(&self) -> std::ops::Range<usize> {
        let first = self.to_move.index() * 2;
        first..first + 2
    }
}

impl Game for Axiom {
    const INFO: Info = Info {
        key: "axiom",
        name: "Axiom",
        author: "Michael Seal",
        year: 1988,
        seats: 2..=2,
        repetition: Some((3, "7.4")),
        hidden: false,
        options: options::INFOS,
        reasons: reasons::ALL,
    };

    type Options = Options;
    type Setup = Options;
    type Move = Move;
    type View = View;

    fn draw(options: &Options, _: &mut dyn Rng) -> Options {
        options.clone()
    }

    fn start(options: &Options) -> Self {
        match &options.from {
            Some(snapshot) => Axiom::new(snapshot, options),
            None => {
                let pieces = options.start.pieces();
                Axiom::new(&Snapshot { to_move: Seat::new(0), quiet: 0, pieces }, options)
            }
        }
    }

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        self.over.map_or(Turn::Move(self.to_move), Turn::Over)
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.over.is_some() {
            return;
        }
        let formation = self.formation();
        for number in self.sceptre_numbers() {
            let from = self.pieces.sceptres[number];
            let to = |(cube, looks)| Move::Sceptre { from, to: formation.face(cube, looks) };
            moves.extend(formation.reach(number).map(to));
        }
        let placings = self.placings(&formation);
        for id in placings.free() {
            let from = formation.cell(id);
            for (to, ways) in placings.of_cube(id) {
                moves.extend(ways.map(|domes| Move::Cube { from, to, domes }));
            }
        }
    }

    fn count_legal(&self, _: &mut Vec<Move>) -> usize {
        if self.over.is_some() {
            return 0;
        }
        let formation = self.formation();
        let placings = self.placings(&formation);
        let steps: usize = self.sceptre_numbers().map(|number| formation.reach(number).len()).sum();
        steps + placings.free().map(|id| placings.count(id)).sum::<usize>()
    }

    /// Counts, then goes to the one drawn: nothing is listed.
    fn sample(&self, rng: &mut (impl Rng + ?Sized), _: &mut Vec<Move>) -> Option<Move> {
        if self.over.is_some() {
            return None;
        }
        let formation = self.formation();
        let numbers = self.sceptre_numbers();
        let reaches = [numbers.start, numbers.start + 1].map(|number| (number, formation.reach(number)));
        let placings = self.placings(&formation);
        let mut counts = [0; 12];
        placings.free().for_each(|id| counts[usize::from(id)] = placings.count(id));
        let steps: usize = reaches.iter().map(|(_, reach)| reach.len()).sum();
        let mut left = mix::below(rng, steps + counts.iter().sum::<usize>());
        for (number, mut reach) in reaches {
            if left < reach.len() {
                let (cube, looks) = reach.nth(left)?;
                let from = self.pieces.sceptres[number];
                return Some(Move::Sceptre { from, to: formation.face(cube, looks) });
            }
            left -= reach.len();
        }
        let id = counts.iter().position(|&count| {
            let here = left < count;
            if !here {
                left -= count;
            }
            here
        })? as Id;
        let from = formation.cell(id);
        placings.of_cube(id).find_map(|(to, mut ways)| {
            let count = ways.len();
            if left < count {
                return ways.nth(left).map(|domes| Move::Cube { from, to, domes });
            }
            left -= count;
            None
        })
    }

    fn explain(&self, m: Move) -> Option<Refusal> {
        self.check(m).err()
    }

    fn play_unchecked(&mut self, m: Move) {
        self.quiet += 1;
        match m {
            Move::Cube { from, to, domes } => self.move_cube(from, Cube { cell: to, domes }),
            Move::Sceptre { from, to } => self.move_sceptre(from, to),
        }
        self.to_move = self.to_move.next(2);
        self.key ^= WHITE_TO_MOVE;
        self.over = self.met();
        if self.over.is_none() {
            if let Move::Sceptre { from, to } = m
                && self.take(from.cell(), to.cell())
            {
                self.quiet = 0;
            }
            self.over = self.stalled();
        }
    }

    fn withdraw(&mut self, seat: Seat) {
        self.over = Some(Outcome::win(seat.next(2), 2, "0.8"));
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn view(&self, _: Viewer) -> View {
        View::of(self)
    }

    fn trace(&self, m: Move) -> Trace {
        match m {
            Move::Cube { from, to, .. } => {
                Trace { at: vec![from.to_string(), to.to_string()], via: Vec::new() }
            }
            Move::Sceptre { from, to } => {
                let number = self.pieces.sceptres.iter().position(|&face| face == from);
                let way = number.and_then(|number| self.formation().way(number, to)).unwrap_or_default();
                Trace {
                    at: vec![from.to_string(), to.to_string()],
                    via: way.iter().map(ToString::to_string).collect(),
                }
            }
        }
    }

    fn position_text(&self) -> String {
        self.snapshot().to_string()
    }

    fn picture(&self, _: Viewer, ink: Ink) -> String {
        self.draw_levels(ink)
    }

    fn images(&self) -> usize {
        symmetry::IMAGES
    }

    fn image(&self, number: usize) -> Self {
        self.transformed(number)
    }

    fn image_move(&self, number: usize, m: Move) -> Move {
        self.transformed_move(number, m)
    }

    fn canonical_key(&self) -> u64 {
        self.least_key()
    }
}
