//! Abraxas: put a stone into a hole of a sliding plate, push the plate, and see red lines appear or vanish.
//!
//! Numbers such as 4.2 cite docs/rules/abraxas.en.md.

mod board;
mod explain;
mod judge;
mod levels;
mod lines;
mod moves;
mod options;
mod picture;
mod position_text;
mod reasons;
mod sheet;
mod symmetry;
mod take;
mod tensor;
mod view;

use engine::{
    BySeat, Game, Info, Ink, Outcome, Refusal, Seat, SeatSet, Trace, Turn, Viewer,
    mix::{below, mix, zobrist},
};
use rand::Rng;

use board::Cells;
pub use board::{Corner, Hole, Holes};
pub use moves::{Move, Push};
pub use options::Options;
use options::Rules;
pub use sheet::Sheet;
pub use view::{AbraxasBoard, AbraxasLine, AbraxasPending};

const SEATS: usize = 2;
/// All red stones (1.3).
const STONES: u8 = 24;
/// Each seat's stop stones (1.3).
const STOP_STONES: u8 = 3;

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Abraxas {
    rules: Rules,
    /// Red stones on the plate; without the one that a reply may send back (5.2).
    stones: Holes,
    stops: Holes,
    /// What was taken since lines were last judged, while not all of them are resolved (4.4).
    emptied: Holes,
    corner: Corner,
    phase: Phase,
    /// The seat whose turn it is, or who lays a stop stone in the other's (5.2).
    seat: Seat,
    supply: u8,
    taken: BySeat<u8>,
    stops_left: BySeat<u8>,
    /// Placings in a row without a taking, the one being resolved included (6.2).
    quiet: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Seat 2 chooses the corner (2.1).
    Corner,
    Place(Placing),
    /// The other seat may stop this stone of an extra turn (5.2).
    Reply(Put),
    /// The plate was pushed after this piece was put.
    Take(Piece),
    Over(End),
}

/// What a turn may begin with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Placing {
    Ordinary,
    /// After a stop stone: no stop stone (5.3).
    Barred,
    /// May be declined, and is asked about (3.3, 5.2).
    Extra,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Red,
    Stop,
}

/// A red stone put and the corner that the plate will go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Put {
    hole: Hole,
    /// The hole it was lifted from; else it comes from the supply.
    from: Option<Hole>,
    to: Corner,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// 6.1
    Target,
    /// 6.2
    Stall,
    /// 3.4
    NoStones,
    /// Rules 0.8: this seat left.
    Left(Seat),
}

impl Abraxas {
    fn first(rules: Rules) -> Self {
        Abraxas {
            rules,
            stones: Holes::EMPTY,
            stops: Holes::EMPTY,
            emptied: Holes::EMPTY,
            corner: Corner::SW,
            phase: Phase::Corner,
            seat: Seat::new(1),
            supply: STONES,
            taken: BySeat::default(),
            stops_left: BySeat::new([STOP_STONES; Seat::MAX]),
            quiet: 0,
        }
    }

    fn other(&self) -> Seat {
        self.seat.next(SEATS)
    }

    fn free(&self) -> Holes {
        !(self.stones | self.stops)
    }

    /// The red cells (1.4).
    #[inline]
    fn red(&self) -> Cells {
        let stones = self.stones.over(self.corner).0;
        let stops = self.stops.over(self.corner).0;
        Cells(stones | self.rules.sheet.0.0 & !stops)
    }

    /// The corners that an action may name (1.5): none where the plate has only one way to go.
    fn corners(&self) -> &'static [Option<Corner>] {
        const EITHER: [[Option<Corner>; 2]; 4] = {
            let mut corners = [[None; 2]; 4];
            let mut i = 0;
            while i < 4 {
                corners[i] = [Some(Corner::ALL[i].next()), Some(Corner::ALL[i].previous())];
                i += 1;
            }
            corners
        };
        if self.rules.push_either { &EITHER[self.corner as usize] } else { &[None] }
    }

    /// The seat that may lay a stop stone now, on its turn or in answer to a stone.
    fn stopper(&self) -> Option<Seat> {
        let seat = match self.phase {
            Phase::Place(Placing::Ordinary | Placing::Extra) => self.seat,
            Phase::Reply(_) => self.other(),
            _ => return None,
        };
        (self.stops_left[seat] > 0).then_some(seat)
    }

    /// The stone is put for good, the plate pushed, and lines are judged.
    fn complete(&mut self, put: Put) {
        match put.from {
            Some(from) => self.stones = self.stones & !Holes::of(from),
            None => self.supply -= 1,
        }
        self.stones = self.stones | Holes::of(put.hole);
        self.push(put.to, Piece::Red);
    }

    fn push(&mut self, to: Corner, piece: Piece) {
        self.corner = to;
        self.quiet += 1;
        if self.rules.called || lines::any(self.red()) {
            self.phase = Phase::Take(piece);
        } else {
            self.placed(piece);
        }
    }

    /// The placing is complete: the game is stalled, or a turn begins.
    fn placed(&mut self, piece: Piece) {
        if self.quiet >= self.rules.quiet_limit {
            self.phase = Phase::Over(End::Stall);
            return;
        }
        match piece {
            // Nothing but a taking makes the count 0 once a piece is put.
            Piece::Red if self.quiet == 0 => self.begin(self.seat, Placing::Extra),
            Piece::Red => self.begin(self.other(), Placing::Ordinary),
            Piece::Stop => self.begin(self.other(), Placing::Barred),
        }
    }

    fn begin(&mut self, seat: Seat, placing: Placing) {
        self.seat = seat;
        self.phase = if self.supply == 0 && self.stones.is_empty() {
            Phase::Over(End::NoStones)
        } else {
            Phase::Place(placing)
        };
    }

    fn lay_stop(&mut self, hole: Hole, push: Push) {
        self.seat = self.stopper().expect("a seat that may lay a stop stone");
        self.stops_left[self.seat] -= 1;
        self.stops = self.stops | Holes::of(hole);
        match push {
            Push::Stay => {
                self.quiet += 1;
                self.placed(Piece::Stop);
            }
            Push::Next => self.push(self.corner.next(), Piece::Stop),
            Push::To(corner) => self.push(corner, Piece::Stop),
        }
    }

    fn take(&mut self, holes: Holes, piece: Piece) {
        self.stones = self.stones & !holes;
        self.emptied = self.emptied | holes;
        self.taken[self.seat] += holes.len() as u8;
        self.quiet = 0;
        if self.taken[self.seat] >= self.rules.target {
            self.emptied = Holes::EMPTY;
            self.phase = Phase::Over(End::Target);
        } else if self.open_lines().next().is_none() {
            // All are resolved, so lines are judged anew (4.4).
            self.emptied = Holes::EMPTY;
            if !self.rules.called && !lines::any(self.red()) {
                self.placed(piece);
            }
        }
    }

    /// How many ways there are to place a red stone, to lay a stop stone, and to do without.
    fn placings(&self) -> [usize; 3] {
        let free = self.free().len();
        let corners = self.corners().len();
        let stops = if self.stopper().is_some() { free * (1 + corners) } else { 0 };
        let reds = if self.supply > 0 { 1 } else { self.stones.len() } * free * corners;
        match self.phase {
            Phase::Place(placing) => [reds, stops, usize::from(placing == Placing::Extra)],
            Phase::Reply(_) => [0, stops, 1],
            _ => [0; 3],
        }
    }

    /// Appends the actions that [`Abraxas::placings`] counts, in their order.
    fn list_placings(&self, moves: &mut Vec<Move>) {
        let [reds, stops, without] = self.placings();
        moves.reserve(reds + stops + without);
        let mut free = [Hole::new(0, 0); 64];
        let count = self.free().len();
        for (place, hole) in free.iter_mut().zip(self.free().iter()) {
            *place = hole;
        }
        let free = &free[..count];
        let corners = self.corners();
        if reds > 0 && self.supply > 0 {
            for &to in corners {
                moves.extend(free.iter().map(|&hole| Move::Put { hole, to }));
            }
        } else if reds > 0 {
            for from in self.stones.iter() {
                for &to in corners {
                    moves.extend(free.iter().map(|&hole| Move::Lift { from, hole, to }));
                }
            }
        }
        if stops > 0 {
            moves.extend(free.iter().map(|&hole| Move::Stop { hole, push: Push::Stay }));
            for &to in corners {
                let push = to.map_or(Push::Next, Push::To);
                moves.extend(free.iter().map(|&hole| Move::Stop { hole, push }));
            }
        }
        if without > 0 {
            moves.push(self.without());
        }
    }

    /// The action number `n` of [`Abraxas::list_placings`], which counts them so.
    fn placing(&self, [reds, stops, _]: [usize; 3], n: usize) -> Move {
        let free = self.free();
        let corners = self.corners();
        // One division by a small number: the holes are the innermost loop of the list.
        let split = |n: usize| {
            let (n, holes) = (n as u32, free.len() as u32);
            ((n / holes) as usize, free.nth((n % holes) as usize))
        };
        if n < reds {
            let (way, hole) = split(n);
            let either = usize::from(self.rules.push_either);
            let to = corners[way & either];
            if self.supply > 0 {
                Move::Put { hole, to }
            } else {
                Move::Lift { from: self.stones.nth(way >> either), hole, to }
            }
        } else if n < reds + stops {
            let (way, hole) = split(n - reds);
            let push = if way == 0 { Push::Stay } else { corners[way - 1].map_or(Push::Next, Push::To) };
            Move::Stop { hole, push }
        } else {
            self.without()
        }
    }

    /// What a seat says that places nothing.
    fn without(&self) -> Move {
        if matches!(self.phase, Phase::Reply(_)) { Move::Ok } else { Move::End }
    }

    fn outcome(&self, end: End) -> Outcome {
        let [one, two] = [Seat::new(0), Seat::new(1)];
        let more = match self.taken[one].cmp(&self.taken[two]) {
            std::cmp::Ordering::Greater => SeatSet::of(one),
            std::cmp::Ordering::Less => SeatSet::of(two),
            std::cmp::Ordering::Equal => SeatSet::first(SEATS),
        };
        match end {
            End::Target => Outcome::win(self.seat, SEATS, "6.1"),
            End::Stall => Outcome::shared(more, SEATS, "6.2"),
            End::NoStones => Outcome::shared(more, SEATS, "3.4"),
            End::Left(seat) => Outcome::win(seat.next(SEATS), SEATS, "0.8"),
        }
    }
}

impl Game for Abraxas {
    const INFO: Info = Info {
        key: "abraxas",
        name: "Abraxas",
        author: "Michael and Johann Rüttinger",
        year: 1993,
        seats: SEATS..=SEATS,
        repetition: None,
        hidden: false,
        options: options::INFO,
        reasons: reasons::ALL,
    };

    type Options = Options;
    type Setup = Options;
    type Move = Move;
    type View = AbraxasBoard;

    fn draw(options: &Options, _: &mut dyn Rng) -> Options {
        options.clone()
    }

    fn start(setup: &Options) -> Self {
        setup.from.clone().unwrap_or_else(|| Abraxas::first(setup.rules))
    }

    fn seats(&self) -> usize {
        SEATS
    }

    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Over(end) => Turn::Over(self.outcome(end)),
            Phase::Reply(_) => Turn::Reply(self.other()),
            _ => Turn::Move(self.seat),
        }
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        match self.phase {
            Phase::Corner => moves.extend(Corner::ALL.map(Move::Corner)),
            Phase::Place(_) | Phase::Reply(_) => self.list_placings(moves),
            Phase::Take(_) => {
                let first = moves.len();
                self.takings(|holes| {
                    // Two lines that would empty the same holes are one action (4.5).
                    let taking = Move::Take(holes);
                    if !moves[first..].contains(&taking) {
                        moves.push(taking);
                    }
                });
                if self.rules.called {
                    moves.push(Move::Done);
                }
            }
            Phase::Over(_) => {}
        }
    }

    fn explain(&self, m: Move) -> Option<Refusal> {
        self.refusal(m)
    }

    fn play_unchecked(&mut self, m: Move) {
        let to = |to: Option<Corner>| to.unwrap_or(self.corner.next());
        let put = match m {
            Move::Put { hole, to: corner } => Put { hole, from: None, to: to(corner) },
            Move::Lift { from, hole, to: corner } => Put { hole, from: Some(from), to: to(corner) },
            Move::Stop { hole, push } => return self.lay_stop(hole, push),
            Move::Corner(corner) => {
                self.corner = corner;
                return self.begin(Seat::new(0), Placing::Ordinary);
            }
            Move::End => return self.begin(self.other(), Placing::Ordinary),
            Move::Ok => {
                if let Phase::Reply(put) = self.phase {
                    self.complete(put);
                }
                return;
            }
            Move::Take(_) | Move::Done => {
                if let Phase::Take(piece) = self.phase {
                    match m {
                        Move::Take(holes) => self.take(holes, piece),
                        _ => {
                            self.emptied = Holes::EMPTY;
                            self.placed(piece);
                        }
                    }
                }
                return;
            }
        };
        if self.phase == Phase::Place(Placing::Extra) && self.stops_left[self.other()] > 0 {
            self.phase = Phase::Reply(put);
        } else {
            self.complete(put);
        }
    }

    fn withdraw(&mut self, seat: Seat) {
        self.phase = Phase::Over(End::Left(seat));
    }

    fn key(&self) -> u64 {
        let phase = match self.phase {
            Phase::Corner => 0,
            Phase::Place(placing) => 1 + placing as u64,
            Phase::Take(piece) => 4 + piece as u64,
            Phase::Over(_) => 6,
            Phase::Reply(put) => {
                let from = put.from.map_or(0, |from| 1 + from.index());
                8 | put.hole.index() << 4 | from << 12 | (put.to as u64) << 20
            }
        };
        // Whether an extra turn is won already is not in the plate where the mover may say `done` (4.6).
        let won = self.rules.called && matches!(self.phase, Phase::Take(_)) && self.quiet == 0;
        let [one, two] = [Seat::new(0), Seat::new(1)];
        let counts = [
            self.taken[one],
            self.taken[two],
            self.stops_left[one],
            self.stops_left[two],
            self.corner as u8,
            self.seat.index() as u8,
            u8::from(won),
        ];
        let counts = counts.into_iter().fold(0, |word, count| word << 8 | u64::from(count));
        [phase, counts, self.stones.0, self.stops.0, self.emptied.0]
            .into_iter()
            .enumerate()
            .fold(0, |key, (place, word)| mix(key ^ zobrist(place as u64) ^ mix(word)))
    }

    fn view(&self, _: Viewer) -> AbraxasBoard {
        self.board()
    }

    fn trace(&self, m: Move) -> Trace {
        let corner = |to: Option<Corner>| to.map(|to| to.to_string());
        let at = match m {
            Move::Corner(corner) => vec![corner.to_string()],
            Move::Put { hole, to } => std::iter::once(hole.to_string()).chain(corner(to)).collect(),
            Move::Lift { from, hole, to } => {
                [from, hole].map(|hole| hole.to_string()).into_iter().chain(corner(to)).collect()
            }
            Move::Stop { hole, push: Push::To(to) } => vec![hole.to_string(), to.to_string()],
            Move::Stop { hole, .. } => vec![hole.to_string()],
            Move::Take(holes) => holes.iter().map(|hole| hole.to_string()).collect(),
            Move::Done | Move::End | Move::Ok => Vec::new(),
        };
        Trace { at, via: Vec::new() }
    }

    fn position_text(&self) -> String {
        self.text()
    }

    fn picture(&self, _: Viewer, ink: Ink) -> String {
        self.draw_picture(ink)
    }

    fn lapse(&self) -> Option<Move> {
        matches!(self.phase, Phase::Reply(_)).then_some(Move::Ok)
    }

    fn offered(&self, moves: &mut Vec<Move>) {
        // 4.6: no view lists the takings.
        if self.rules.called && matches!(self.phase, Phase::Take(_)) {
            moves.push(Move::Done);
        } else {
            self.legal_moves(moves);
        }
    }

    fn disclose(&self, refusal: Refusal) -> Refusal {
        if self.rules.called && reasons::TAKINGS.contains(&refusal.reason) {
            reasons::NO_LINE.refuse()
        } else {
            refusal
        }
    }

    fn sample(&self, rng: &mut (impl Rng + ?Sized), moves: &mut Vec<Move>) -> Option<Move> {
        let placings = self.placings();
        let count: usize = placings.iter().sum();
        if count > 0 {
            return Some(self.placing(placings, below(rng, count)));
        }
        moves.clear();
        self.legal_moves(moves);
        (!moves.is_empty()).then(|| moves[below(rng, moves.len())])
    }

    fn images(&self) -> usize {
        self.rules.symmetries.count_ones() as usize
    }

    fn image(&self, number: usize) -> Self {
        self.under(self.symmetry(number))
    }

    fn image_move(&self, number: usize, m: Move) -> Move {
        m.under(self.symmetry(number))
    }
}
