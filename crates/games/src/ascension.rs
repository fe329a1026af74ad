//! Ascension (R. Durrens, 1982): build a stair, climb the pillar, come home first.
//!
//! The rules are in docs/rules/ascension.en.md; comments cite its clauses.

mod board;
mod cell;
mod deal;
mod describe;
mod ends;
mod explain;
mod judge;
mod knowledge;
mod leader;
mod moves;
mod options;
mod pawn;
mod pick;
mod picture;
mod piece;
mod place;
mod position_text;
mod press;
mod reasons;
mod tensor;
mod turns;
mod view;

pub use cell::{Cell, CellSet};
pub use deal::Deal;
use engine::{
    BySeat, Description, Gain, Game, Info, Outcome, Refusal, Seat, SeatSet, Stage, Trace, Turn, Viewer, mix,
};
pub use moves::Move;
pub use options::{Options, Rules, Setup};
pub use piece::{Face, Piece};
use rand::Rng;
pub use view::AscensionView;

use self::{
    board::Board,
    leader::{Climbers, Joker},
    piece::Kind,
    place::Hand,
};

/// A position of Ascension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ascension {
    rules: Rules,
    board: Board,
    players: BySeat<Player>,
    pawns: CellSet,
    /// The seats that are not out.
    inside: SeatSet,
    climbers: Climbers,
    joker: Joker,
    /// The seat on turn.
    seat: Seat,
    /// In an added turn of the leader, the seat whose ordinary turn it follows (5.2).
    added: Option<Seat>,
    /// Whether the round ends with this turn: the seat was the last in order when the turn began (6.3).
    closing: bool,
    round: u32,
    phase: Phase,
    /// The spring cells that have worked this turn (4.6).
    springs: CellSet,
    over: Option<Outcome>,
}

/// What one seat has; nothing when it is out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Player {
    pawn: Option<Cell>,
    plain: u8,
    figured: u8,
    /// The starts left after this one; 0 when they are without end.
    starts: u32,
    /// Whether the pawn rests in its bivouac (4.5).
    rests: bool,
    /// The piece it moved or laid last, barred to the others (2.1).
    last: Option<Last>,
}

/// A piece and where it was put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Last {
    piece: Piece,
    cell: Cell,
}

/// The part of the turn that comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Pick,
    Place(Hand),
    Step,
    /// The pawn has landed on a spring and may step once more.
    Spring,
}

impl Ascension {
    fn new(rules: Rules, deal: &Deal) -> Self {
        let seats = rules.seats.into();
        let board = Board::dealt(seats, deal);
        let inside = SeatSet::first(seats);
        let players = BySeat::from_fn(|seat| match inside.contains(seat) {
            true => Player {
                pawn: Some(board.corner(seat)),
                plain: 2,
                figured: 2,
                starts: rules.starts.saturating_sub(1),
                ..Player::default()
            },
            false => Player::default(),
        });
        Ascension {
            rules,
            pawns: players.iter().filter_map(|player| player.pawn).collect(),
            board,
            players,
            inside,
            climbers: Climbers::default(),
            joker: Joker::Kept,
            seat: Seat::new(0),
            added: None,
            closing: false,
            round: 1,
            phase: Phase::Pick,
            springs: CellSet::EMPTY,
            over: None,
        }
    }

    fn deal(&self) -> Deal {
        Deal::new(*self.board.faces()).expect("a position has the whole deck")
    }

    fn take(&mut self, piece: Piece, from: Option<Cell>, showed: bool) {
        self.phase = Phase::Place(Hand { piece, from, showed });
    }

    fn pick(&mut self, cell: Cell) {
        let (piece, showed) = self.board.lift(cell);
        if piece.is_cube() && !showed {
            // Ascension 2.3
            self.board.set_known(piece, self.board.known(piece).with(self.seat));
        }
        self.take(piece, Some(cell), showed);
    }

    fn place(&mut self, cell: Cell, up: bool) {
        let Phase::Place(hand) = self.phase else { unreachable!("a piece is placed out of the hand") };
        self.board.put(cell, hand.piece, up);
        self.players[self.seat].last = Some(Last { piece: hand.piece, cell });
        if hand.piece == Piece::JOKER {
            self.joker = Joker::Laid;
        }
        self.pawn_acts();
    }

    /// The sets behind the legal moves of the part of the turn that comes next.
    fn choices(&self) -> Choices {
        let mut choices = Choices::default();
        if self.over.is_some() {
            return choices;
        }
        let player = &self.players[self.seat];
        match self.phase {
            Phase::Pick => {
                choices.cells = self.pickable();
                choices.others = [
                    (player.plain > 0).then_some(Move::PickPlain),
                    (player.figured > 0).then_some(Move::PickFigured),
                    self.holds_joker(self.seat).then_some(Move::PickJoker),
                ];
            }
            Phase::Place(hand) => {
                choices.cells = self.placeable(hand, false);
                choices.up = self.placeable(hand, true);
            }
            Phase::Step if player.rests => choices.others[0] = Some(Move::Stay),
            Phase::Step => {
                choices.cells = self.steps(self.seat);
                choices.others[0] = choices.cells.is_empty().then_some(Move::Stay);
            }
            Phase::Spring => {
                choices.cells = self.steps(self.seat);
                choices.others[0] = Some(Move::Done);
            }
        }
        choices
    }

    fn on(&self, cell: Cell) -> Move {
        match self.phase {
            Phase::Pick => Move::Pick(cell),
            Phase::Place(_) => Move::Place { cell, up: false },
            Phase::Step | Phase::Spring => Move::Step(cell),
        }
    }
}

/// The legal moves as sets: one action for each cell, one more for each cell where a drawing may go up, and
/// those without a cell.
#[derive(Clone, Copy, Debug, Default)]
struct Choices {
    cells: CellSet,
    up: CellSet,
    others: [Option<Move>; 3],
}

impl Game for Ascension {
    const INFO: Info = Info {
        key: "ascension",
        name: "Ascension",
        author: "R. Durrens",
        year: 1982,
        seats: 2..=4,
        repetition: None,
        hidden: true,
        options: options::ALL,
        ends: ends::ALL,
        reasons: reasons::ALL,
        phrases: describe::ALL,
    };

    type Options = Options;
    type Setup = Setup;
    type Move = Move;
    type View = AscensionView;

    fn draw(options: &Options, rng: &mut dyn Rng) -> Setup {
        let Options { rules, deal, from } = options.clone();
        Setup { rules, deal: deal.unwrap_or_else(|| Deal::shuffled(rng)), from }
    }

    fn start(setup: &Setup) -> Self {
        match &setup.from {
            Some(position) => (**position).clone(),
            None => Ascension::new(setup.rules, &setup.deal),
        }
    }

    fn seats(&self) -> usize {
        self.rules.seats.into()
    }

    fn playing(&self) -> SeatSet {
        self.inside
    }

    fn turn(&self) -> Turn {
        self.over.map_or(Turn::Move(self.seat), Turn::Over)
    }

    /// Each seat has a turn in a round, and the leader one after each of them (5.2). A turn is a pick, a placing and a step,
    /// once more from each of four springs, and `done`.
    fn longest(&self) -> usize {
        2 * self.seats() * 8 * self.rules.round_limit as usize
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        let choices = self.choices();
        moves.extend(choices.cells.iter().map(|cell| self.on(cell)));
        moves.extend(choices.up.iter().map(|cell| Move::Place { cell, up: true }));
        moves.extend(choices.others.into_iter().flatten());
    }

    fn sample(&self, rng: &mut (impl Rng + ?Sized), _: &mut Vec<Move>) -> Option<Move> {
        let choices = self.choices();
        let (cells, up) = (choices.cells.len(), choices.up.len());
        let count = cells + up + choices.others.iter().flatten().count();
        if count == 0 {
            return None;
        }
        let number = mix::below(rng, count);
        if number < cells {
            Some(self.on(choices.cells.nth(number)))
        } else if number < cells + up {
            Some(Move::Place { cell: choices.up.nth(number - cells), up: true })
        } else {
            choices.others.into_iter().flatten().nth(number - cells - up)
        }
    }

    fn explain(&self, action: Move) -> Option<Refusal> {
        self.refusal(action)
    }

    fn play_unchecked(&mut self, action: Move) {
        let seat = self.seat;
        match action {
            Move::Pick(cell) => self.pick(cell),
            Move::PickPlain => {
                self.take(Piece::plain(seat, self.players[seat].plain), None, false);
                self.players[seat].plain -= 1;
            }
            Move::PickFigured => {
                self.take(Piece::figured(seat, self.players[seat].figured), None, false);
                self.players[seat].figured -= 1;
            }
            Move::PickJoker => self.take(Piece::JOKER, None, false),
            Move::Place { cell, up } => self.place(cell, up),
            Move::Step(cell) => self.step(cell),
            Move::Stay | Move::Done => {
                // The rest is over, if it was one: Ascension 4.5.
                self.players[seat].rests = false;
                self.end();
            }
        }
    }

    fn withdraw(&mut self, seat: Seat) {
        self.withdrawn(seat);
    }

    /// Stacks by what lies in them, not by the numbers of pieces; who knows what is left out.
    fn key(&self) -> u64 {
        let mut key = 0;
        let mut add = |number: u64| key = mix::mix(key ^ mix::zobrist(number));
        let look = |piece: Piece| match piece.kind() {
            Kind::Cube => self.board.face(piece) as u64 + if self.board.is_up(piece) { 16 } else { 0 },
            _ => self.board.shown(piece) as u64 + 32,
        };
        for cell in Cell::all() {
            add(self.board.stack(cell).fold(cell.index() as u64, |stack, piece| {
                mix::mix(stack.wrapping_mul(64).wrapping_add(look(piece) + 1))
            }));
        }
        let cell_number = |cell: Option<Cell>| cell.map_or(0, |cell| cell.index() as u64 + 1);
        for seat in Seat::all(self.seats()) {
            let player = &self.players[seat];
            add(cell_number(player.pawn)
                | u64::from(player.plain) << 8
                | u64::from(player.figured) << 12
                | u64::from(player.rests) << 16
                | u64::from(player.starts) << 20);
            let bars =
                player.last.filter(|last| self.board.stack(last.cell).any(|piece| piece == last.piece));
            let depth = bars.map_or(0, |last| {
                self.board.stack(last.cell).take_while(|&piece| piece != last.piece).count() as u64 + 1
            });
            add(cell_number(bars.map(|last| last.cell)) | depth << 8);
        }
        let climbers = self.climbers.iter().fold(0, |sum, seat| sum << 3 | seat.number() as u64);
        let added = self.added.map_or(0, Seat::number) as u64;
        add(climbers | (self.joker as u64) << 16 | (self.seat.index() as u64) << 20 | added << 24);
        add(match self.phase {
            Phase::Pick => 1,
            Phase::Step => 2,
            Phase::Spring => 3,
            Phase::Place(hand) => {
                4 | look(hand.piece) << 4 | cell_number(hand.from) << 12 | u64::from(hand.showed) << 20
            }
        });
        for cell in self.springs.iter() {
            add(cell.index() as u64);
        }
        key
    }

    fn view(&self, viewer: Viewer) -> AscensionView {
        AscensionView::of(self, viewer)
    }

    fn redact(&self, setup: &Setup, viewer: Viewer) -> String {
        self.redacted(setup, viewer)
    }

    fn trace(&self, action: Move) -> Trace {
        let pawn = self.players[self.seat].pawn;
        let named = |name: &str| vec![name.to_owned()];
        let at = match action {
            Move::Pick(cell) | Move::Place { cell, .. } => vec![cell.to_string()],
            Move::PickPlain => named("h"),
            Move::PickFigured => named("f"),
            Move::PickJoker => named("j"),
            Move::Step(cell) => pawn.into_iter().chain([cell]).map(|cell| cell.to_string()).collect(),
            Move::Stay | Move::Done => pawn.into_iter().map(|cell| cell.to_string()).collect(),
        };
        Trace { at, via: Vec::new() }
    }

    fn describe(m: Move) -> Description {
        describe::describe(m)
    }

    fn meant(&self, pressed: &[&str]) -> Option<Move> {
        self.pressed(pressed)
    }

    fn direct(&self, m: Move) -> bool {
        match m {
            // To lift a cube that shows nothing is to learn its face.
            Move::Pick(cell) => {
                self.board.top(cell).is_none_or(|piece| !piece.is_cube() || self.board.is_up(piece))
            }
            Move::PickPlain | Move::PickFigured | Move::PickJoker | Move::Place { .. } => true,
            Move::Step(_) | Move::Stay | Move::Done => false,
        }
    }

    fn passed(&self) -> Option<Self> {
        self.passed_on()
    }

    fn gain(&self, seat: Seat, _: &[Move], after: &Self) -> Option<Gain> {
        describe::gain(self, seat, after)
    }

    fn hindrance(&self, turn: &[Move], _: &Self, reply: &[Move]) -> Option<Description> {
        describe::hindrance(turn, reply)
    }

    fn stages(&self, seat: Seat) -> Vec<Stage> {
        describe::stages(self, seat)
    }

    fn position_text(&self) -> String {
        self.text(|cube| self.board.face(cube).code())
    }

    fn redeal(&mut self, viewer: Viewer, rng: &mut dyn Rng) {
        self.redealt(viewer, rng);
    }
}
