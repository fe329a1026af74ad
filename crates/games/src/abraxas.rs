//! Abraxas: put a stone into a hole of a sliding plate, push the plate, and see red lines appear or vanish.
//!
//! Numbers such as 4.2 cite docs/rules/abraxas.en.md.

mod board;
mod describe;
mod ends;
mod explain;
mod judge;
mod lines;
mod moves;
mod options;
mod picture;
mod placings;
mod position_text;
mod press;
mod reasons;
mod sheet;
mod symmetry;
mod take;
mod tensor;
mod turns;
mod view;

use engine::{
    BySeat, Description, Gain, Game, Info, Outcome, Refusal, Seat, SeatSet, Swap, Trace, Turn, Viewer, end,
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
    swap: Swap,
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
            swap: Swap::at_start(rules.swap),
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

    /// Whether the seat whose turn begins may change sides (rules 0.9).
    fn may_swap(&self) -> bool {
        matches!(self.phase, Phase::Place(_)) && self.swap.is_open(self.seat)
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

    fn outcome(&self, ended: End) -> Outcome {
        let [one, two] = [Seat::new(0), Seat::new(1)];
        let more = match self.taken[one].cmp(&self.taken[two]) {
            std::cmp::Ordering::Greater => SeatSet::of(one),
            std::cmp::Ordering::Less => SeatSet::of(two),
            std::cmp::Ordering::Equal => SeatSet::first(SEATS),
        };
        match ended {
            End::Target => Outcome::win(self.seat, SEATS, &ends::TARGET),
            End::Stall => Outcome::shared(more, SEATS, &ends::STALL),
            End::NoStones => Outcome::shared(more, SEATS, &ends::NO_STONES),
            End::Left(seat) => Outcome::win(seat.next(SEATS), SEATS, &end::LEFT),
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
        options: options::ALL,
        ends: ends::ALL,
        reasons: reasons::ALL,
        phrases: describe::ALL,
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
            Phase::Over(ended) => Turn::Over(self.outcome(ended)),
            Phase::Reply(_) => Turn::Reply(self.other()),
            _ => Turn::Move(self.seat),
        }
    }

    /// Each taking, of which there are no more than stones, begins the count of quiet placings anew (6.2). A placing is
    /// at most put, answered, done and followed by a turn that is declined.
    fn longest(&self) -> usize {
        let stones = usize::from(STONES);
        2 + stones + 4 * (stones + 1) * self.rules.quiet_limit as usize
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
        if matches!(self.phase, Phase::Place(_)) {
            self.swap = self.swap.declined(self.seat);
        }
        let to = |to: Option<Corner>| to.unwrap_or(self.corner.next());
        let put = match m {
            Move::Put { hole, to: corner } => Put { hole, from: None, to: to(corner) },
            Move::Lift { from, hole, to: corner } => Put { hole, from: Some(from), to: to(corner) },
            Move::Stop { hole, push } => return self.lay_stop(hole, push),
            Move::Corner(corner) => {
                self.corner = corner;
                return self.begin(Seat::new(0), Placing::Ordinary);
            }
            Move::Swap => return self.change_sides(),
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
        [phase ^ self.swap.key(), counts, self.stones.0, self.stops.0, self.emptied.0]
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
            Move::Done | Move::End | Move::Ok | Move::Swap => Vec::new(),
        };
        Trace { at, via: self.pushed(m) }
    }

    fn describe(m: Move) -> Description {
        describe::describe(m)
    }

    fn meant(&self, pressed: &[&str]) -> Option<Move> {
        self.pressed(pressed)
    }

    fn out_of_play(&self, pressed: &[&str]) -> Option<Refusal> {
        self.names_no_action(pressed)
    }

    fn passed(&self) -> Option<Self> {
        self.passed_on()
    }

    fn gain(&self, seat: Seat, turn: &[Move], after: &Self) -> Option<Gain> {
        describe::gain(self, seat, turn, after)
    }

    fn hindrance(&self, turn: &[Move], _: &Self, _: &[Move]) -> Option<Description> {
        describe::hindrance(turn)
    }

    fn position_text(&self) -> String {
        self.text()
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

    fn conceals(&self, m: Move) -> bool {
        let taking = self.rules.called && matches!(self.phase, Phase::Take(_));
        matches!(m, Move::Take(holes) if taking && !holes.is_empty() && self.stones.holds(holes))
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
