//! Archimedes (Niek Neuwahl, 1995): race four cubes across a hexagon of triangles.
//!
//! A cube goes as far as there are cubes on its three lines. The clauses cited here are those of
//! `docs/rules/archimedes.en.md`.

mod board;
mod describe;
mod ends;
mod explain;
mod judge;
mod moves;
mod options;
mod picture;
mod position_text;
mod press;
mod reasons;
mod tensor;
mod view;
mod ways;

use engine::{
    Description, Gain, Game, Info, Outcome, Refusal, Seat, SeatSet, Swap, Trace, Turn, Viewer, end, mix,
};
use rand::Rng;

use board::Side;
pub use board::{Cell, Cells};
pub use moves::Move;
pub use options::{Arrived, Options};
pub use view::{ArchimedesCube, ArchimedesSide, ArchimedesView};

/// Cubes of a seat.
const CUBES: usize = 4;
const MOST_SEATS: usize = 3;

/// A position of Archimedes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Archimedes {
    cubes: [Cells; MOST_SEATS],
    /// Where cubes stand that have not left home (Archimedes 3.8).
    unmoved: Cells,
    /// Where cubes stand that have reached their goal, now or earlier (Archimedes 3.8).
    reached: Cells,
    actions: u32,
    /// The number of actions that ends the game (Archimedes 4.2).
    limit: u32,
    seats: u8,
    arrived: Arrived,
    swap: Swap,
    seat: Seat,
    /// The seats that have passed since a cube last moved.
    passed: SeatSet,
    /// The seats that have withdrawn.
    out: SeatSet,
    end: Option<End>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// All four cubes of the seat are on goal cells (Archimedes 4.1).
    Arrived(Seat),
    /// Nobody else is left (Rules 0.8).
    Last(Seat),
    /// These share what a stall gives (Archimedes 4.2).
    Stalled(SeatSet),
}

impl Archimedes {
    /// The start (Archimedes 2.1).
    fn new(seats: usize, turn_limit: u32, arrived: Arrived, swap: Swap) -> Self {
        let mut cubes = [Cells::EMPTY; MOST_SEATS];
        for seat in Seat::all(seats) {
            cubes[seat.index()] = Side::start(seat, seats).cells();
        }
        Archimedes {
            cubes,
            unmoved: cubes[0] | cubes[1] | cubes[2],
            reached: Cells::EMPTY,
            actions: 0,
            limit: seats as u32 * turn_limit,
            seats: seats as u8,
            arrived,
            swap,
            seat: Seat::new(0),
            passed: SeatSet::EMPTY,
            out: SeatSet::EMPTY,
            end: None,
        }
    }

    fn all_seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::all(self.seats.into())
    }

    fn cubes(&self, seat: Seat) -> Cells {
        self.cubes[seat.index()]
    }

    fn occupied(&self) -> Cells {
        self.cubes[0] | self.cubes[1] | self.cubes[2]
    }

    fn owner(&self, cell: Cell) -> Option<Seat> {
        self.all_seats().find(|&seat| self.cubes(seat).has(cell))
    }

    fn home_side(&self, seat: Seat) -> Side {
        let side = if self.swap == Swap::Done { seat.next(2) } else { seat };
        Side::start(side, self.seats.into())
    }

    fn goal_side(&self, seat: Seat) -> Side {
        self.home_side(seat).opposite()
    }

    fn goal(&self, seat: Seat) -> Cells {
        self.goal_side(seat).cells()
    }

    /// How many of the seat's cubes have left home, and how many have reached the goal (Archimedes 3.8).
    fn progress(&self, seat: Seat) -> (usize, usize) {
        let cubes = self.cubes(seat);
        (cubes.without(self.unmoved).len(), (cubes & self.reached).len())
    }

    /// The sum of the seat's steps to go, and how many of its cubes are on goal cells (Archimedes 4.2).
    fn standing(&self, seat: Seat) -> (u32, usize) {
        let side = self.goal_side(seat);
        let steps = self.cubes(seat).iter().map(|cell| u32::from(side.steps(cell))).sum();
        (steps, (self.cubes(seat) & side.cells()).len())
    }

    /// The seat whose turn follows that of `seat`.
    fn after(&self, seat: Seat) -> Seat {
        let next = if seat.number() == self.seats() { Seat::new(0) } else { Seat::new(seat.number()) };
        if self.out.contains(next) { self.after(next) } else { next }
    }

    /// How the game has ended, if it has.
    fn verdict(&self) -> Option<End> {
        let playing = self.playing();
        if let Some(seat) = self.all_seats().find(|&seat| self.cubes(seat) == self.goal(seat)) {
            Some(End::Arrived(seat))
        } else if let Some(seat) = playing.single() {
            Some(End::Last(seat))
        } else if self.passed == playing || self.actions >= self.limit {
            Some(End::Stalled(self.nearest(playing)))
        } else {
            None
        }
    }

    /// The seats that a stall lets win: least steps first, then most cubes on goal cells (Archimedes 4.2).
    fn nearest(&self, playing: SeatSet) -> SeatSet {
        let rank = |seat: Seat| {
            let (steps, home) = self.standing(seat);
            (steps, CUBES - home)
        };
        let best = playing.iter().map(rank).min();
        playing.iter().filter(|&seat| Some(rank(seat)) == best).collect()
    }
}

impl Game for Archimedes {
    const INFO: Info = Info {
        key: "archimedes",
        name: "Archimedes",
        author: "Niek Neuwahl",
        year: 1995,
        seats: 2..=3,
        repetition: None,
        hidden: false,
        options: options::ALL,
        ends: ends::ALL,
        reasons: reasons::ALL,
        phrases: describe::ALL,
    };

    type Options = Options;
    type Setup = Options;
    type Move = Move;
    type View = ArchimedesView;

    fn draw(options: &Options, _: &mut dyn Rng) -> Options {
        options.clone()
    }

    fn start(setup: &Options) -> Self {
        setup.position()
    }

    fn seats(&self) -> usize {
        self.seats.into()
    }

    fn playing(&self) -> SeatSet {
        SeatSet::from_bits(SeatSet::first(self.seats.into()).bits() & !self.out.bits())
    }

    fn turn(&self) -> Turn {
        let seats = self.seats();
        match self.end {
            None => Turn::Move(self.seat),
            Some(End::Arrived(seat)) => Turn::Over(Outcome::win(seat, seats, &ends::ARRIVED)),
            Some(End::Last(seat)) => Turn::Over(Outcome::win(seat, seats, &end::LEFT)),
            Some(End::Stalled(best)) => Turn::Over(Outcome::shared(best, seats, &ends::STALLED)),
        }
    }

    fn longest(&self) -> usize {
        self.limit as usize
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        self.list(moves);
    }

    fn count_legal(&self, _: &mut Vec<Move>) -> usize {
        self.count()
    }

    fn sample(&self, rng: &mut (impl Rng + ?Sized), _: &mut Vec<Move>) -> Option<Move> {
        self.draw(rng)
    }

    fn explain(&self, m: Move) -> Option<Refusal> {
        self.refusal(m)
    }

    fn play_unchecked(&mut self, m: Move) {
        self.swap = self.swap.declined(self.seat);
        match m {
            Move::Pass => self.passed = self.passed.with(self.seat),
            Move::Cube { from, to } => self.carry(from, to),
            Move::Swap => {
                self.cubes.swap(0, 1);
                self.swap = Swap::Done;
            }
        }
        self.actions += 1;
        self.seat = self.after(self.seat);
        self.end = self.verdict();
    }

    fn withdraw(&mut self, seat: Seat) {
        self.out = self.out.with(seat);
        self.passed = self.passed.without(seat);
        if self.seat == seat {
            self.seat = self.after(seat);
        }
        self.end = self.verdict();
    }

    fn key(&self) -> u64 {
        let mut key = mix::zobrist(u64::from(self.out.bits()) << 8 | self.seat.index() as u64);
        key ^= self.swap.key();
        let mut add = |cells: Cells| {
            key = mix::mix(key ^ cells.up);
            key = mix::mix(key ^ cells.down);
        };
        self.cubes.into_iter().for_each(&mut add);
        // With two seats nothing asks who has left home; with three, how many have reached the goal is enough.
        if self.seats() == 3 {
            add(self.unmoved);
            for seat in self.all_seats() {
                key = mix::mix(key ^ self.progress(seat).1 as u64);
            }
        }
        key
    }

    fn view(&self, _: Viewer) -> ArchimedesView {
        ArchimedesView::of(self)
    }

    fn trace(&self, m: Move) -> Trace {
        moves::trace(self, m)
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
        self.text()
    }

    fn images(&self) -> usize {
        // With three seats no mirror line keeps every seat's side.
        if self.seats() == 2 { 2 } else { 1 }
    }

    fn image(&self, number: usize) -> Self {
        if number == 0 {
            return *self;
        }
        Archimedes {
            cubes: self.cubes.map(Cells::mirror),
            unmoved: self.unmoved.mirror(),
            reached: self.reached.mirror(),
            ..*self
        }
    }

    fn image_move(&self, number: usize, m: Move) -> Move {
        match m {
            Move::Cube { from, to } if number == 1 => Move::Cube { from: from.mirror(), to: to.mirror() },
            m => m,
        }
    }
}
