//! Axiom (Michael Seal, 1988): twelve cubes are both the board and pieces.

mod board;
mod cell;
mod cube;
mod describe;
mod ends;
mod explain;
mod formation;
mod judge;
mod moves;
mod options;
mod picture;
mod pieces;
mod places;
mod position_text;
mod press;
mod reasons;
mod roads;
mod start;
mod symmetry;
mod tensor;
mod view;

use engine::{
    Description, Gain, Game, Info, Outcome, Refusal, Seat, SeatSet, Swap, Trace, Turn, Viewer, end, mix,
};
use rand::Rng;

use self::{
    board::Board,
    formation::{Formation, Id},
    pieces::Pieces,
    places::Placings,
    position_text::Snapshot,
};
pub use self::{
    cell::{Cell, Direction, Face},
    cube::{Cube, Domes, Kind},
    moves::Move,
    options::{Edition, Options, OwnDouble},
    start::Start,
    view::{CubeView, NoStop, SceptreView, Taken, View},
};

/// A position of Axiom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axiom {
    board: Board,
    edition: Edition,
    own_double: OwnDouble,
    quiet_limit: u32,
    /// How many actions in a row took nothing (7.5).
    quiet: u32,
    swap: Swap,
    over: Option<Outcome>,
}

impl Axiom {
    fn new(snapshot: &Snapshot, options: &Options) -> Self {
        let mut position = Axiom {
            board: Board::new(snapshot.pieces, snapshot.to_move),
            edition: options.edition,
            own_double: options.own_double,
            quiet_limit: options.quiet_limit,
            quiet: snapshot.quiet,
            swap: snapshot.swap,
            over: None,
        };
        position.over = position.met().or_else(|| position.stalled());
        position
    }

    fn formation(&self) -> Formation<'_> {
        Formation::of(self.board.pieces())
    }

    fn snapshot(&self) -> Snapshot {
        let pieces = *self.board.pieces();
        Snapshot { to_move: self.board.to_move(), quiet: self.quiet, swap: self.swap, pieces }
    }

    /// The faces that the sceptre on a face passes on its shortest road to another.
    fn way(&self, from: Face, to: Face) -> Option<Vec<Face>> {
        let number = self.board.pieces().sceptres.iter().position(|&face| face == from)?;
        self.formation().way(number, to)
    }

    /// Takes the cube that an enemy sceptre has left for one of its own colour, if it is free (6.1). The seat
    /// to move loses it.
    fn take(&mut self, left: Cell, reached: Cell) -> bool {
        let (pieces, loser) = (self.board.pieces(), self.board.to_move());
        let holds = |cell: Cell| pieces.cubes.iter().any(|cube| cube.cell == cell);
        let is_losers = |cell: Cell| pieces.cubes_of(loser).any(|cube| cube.cell == cell);
        let taken = is_losers(left)
            && !is_losers(reached)
            && !holds(left.step(Direction::ZPlus))
            && pieces.sceptres.iter().all(|face| face.cell() != left);
        if taken {
            self.board.remove_cube(left);
        }
        taken
    }

    /// The end when the seat that is not to move has brought its sceptre to another one (7.1, 7.2).
    fn met(&self) -> Option<Outcome> {
        let mover = self.board.to_move().next(2);
        let (own, enemy) =
            (self.board.pieces().sceptres_of(mover), self.board.pieces().sceptres_of(self.board.to_move()));
        if own.iter().any(|face| enemy.iter().any(|other| other.cell() == face.cell())) {
            return Some(Outcome::win(mover, 2, &ends::CAUGHT));
        }
        let doubled = self.own_double == OwnDouble::Loses && own[0].cell() == own[1].cell();
        doubled.then(|| Outcome::win(self.board.to_move(), 2, &ends::OWN_DOUBLE))
    }

    /// The end when the seat to move cannot, or when nothing was taken for too long (7.3, 7.5).
    fn stalled(&self) -> Option<Outcome> {
        if !self.can_act() {
            return Some(Outcome::win(self.board.to_move().next(2), 2, &ends::STUCK));
        }
        (self.quiet >= self.quiet_limit).then(|| Outcome::shared(SeatSet::first(2), 2, &ends::QUIET))
    }

    fn can_act(&self) -> bool {
        if self.may_swap() {
            return true;
        }
        let formation = self.formation();
        if self.sceptre_numbers().any(|number| formation.can_leave(number)) {
            return true;
        }
        let placings = self.placings(&formation);
        placings.free().any(|id| placings.of_cube(id).next().is_some())
    }

    fn may_swap(&self) -> bool {
        self.swap.is_open(self.board.to_move())
    }

    #[inline]
    fn placings<'a>(&self, formation: &'a Formation<'a>) -> Placings<'a> {
        Placings::of(formation, self.board.to_move(), self.edition)
    }

    /// The sceptres of the seat to move.
    fn sceptre_numbers(&self) -> std::ops::Range<usize> {
        Pieces::sceptre_numbers(self.board.to_move())
    }
}

impl Game for Axiom {
    const INFO: Info = Info {
        key: "axiom",
        name: "Axiom",
        author: "Michael Seal",
        year: 1988,
        seats: 2..=2,
        repetition: Some((3, &ends::REPETITION)),
        hidden: false,
        options: options::ALL,
        ends: ends::ALL,
        reasons: reasons::ALL,
        phrases: describe::ALL,
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
                let swap = Swap::at_start(options.swap);
                Axiom::new(&Snapshot { to_move: Seat::new(0), quiet: 0, swap, pieces }, options)
            }
        }
    }

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        self.over.map_or(Turn::Move(self.board.to_move()), Turn::Over)
    }

    /// Every cube may be taken, and each taking begins the count of quiet actions anew (7.5).
    fn longest(&self) -> usize {
        13 * self.quiet_limit as usize
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.over.is_some() {
            return;
        }
        let formation = self.formation();
        for number in self.sceptre_numbers() {
            let from = self.board.pieces().sceptres[number];
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
        if self.may_swap() {
            moves.push(Move::Swap);
        }
    }

    fn count_legal(&self, _: &mut Vec<Move>) -> usize {
        if self.over.is_some() {
            return 0;
        }
        let formation = self.formation();
        let placings = self.placings(&formation);
        let steps: usize = self.sceptre_numbers().map(|number| formation.reach(number).len()).sum();
        let cubes: usize = placings.free().map(|id| placings.count(id)).sum();
        steps + cubes + usize::from(self.may_swap())
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
        let count = steps + counts.iter().sum::<usize>();
        let mut left = mix::below(rng, count + usize::from(self.may_swap()));
        if left == count {
            return Some(Move::Swap);
        }
        for (number, mut reach) in reaches {
            if left < reach.len() {
                let (cube, looks) = reach.nth(left)?;
                let from = self.board.pieces().sceptres[number];
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
        self.refusal(m)
    }

    fn play_unchecked(&mut self, m: Move) {
        self.quiet += 1;
        self.swap = self.swap.declined(self.board.to_move());
        match m {
            Move::Cube { from, to, domes } => self.board.move_cube(from, Cube { cell: to, domes }),
            Move::Sceptre { from, to } => self.board.move_sceptre(from, to),
            Move::Swap => {
                self.board.change_sides();
                self.swap = Swap::Done;
            }
        }
        self.board.pass_turn();
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
        self.over = Some(Outcome::win(seat.next(2), 2, &end::LEFT));
    }

    fn key(&self) -> u64 {
        self.board.key() ^ self.swap.key()
    }

    fn view(&self, _: Viewer) -> View {
        View::of(self)
    }

    fn trace(&self, m: Move) -> Trace {
        match m {
            Move::Swap => Trace::default(),
            Move::Cube { from, to, .. } => {
                Trace { at: vec![from.to_string(), to.to_string()], via: Vec::new() }
            }
            Move::Sceptre { from, to } => {
                let way = self.way(from, to).unwrap_or_default();
                Trace {
                    at: vec![from.to_string(), to.to_string()],
                    via: way.iter().map(ToString::to_string).collect(),
                }
            }
        }
    }

    fn describe(m: Move) -> Description {
        describe::describe(m)
    }

    fn meant(&self, pressed: &[&str]) -> Option<Move> {
        self.pressed(pressed)
    }

    fn passed(&self) -> Option<Self> {
        Some(self.passed_on())
    }

    fn gain(&self, seat: Seat, turn: &[Move], after: &Self) -> Option<Gain> {
        describe::gain(self, seat, turn, after)
    }

    fn hindrance(&self, turn: &[Move], now: &Self, reply: &[Move]) -> Option<Description> {
        describe::hindrance(turn, now, reply)
    }

    fn position_text(&self) -> String {
        self.snapshot().to_string()
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
        self.least_key() ^ self.swap.key()
    }
}
