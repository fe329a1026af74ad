//! The line between generics and `dyn`: whoever does not know the game at compile time stands on this side.

#[cfg(not(target_family = "wasm"))]
mod native;

use std::fmt;

use rand::{Rng, SeedableRng, rngs::SmallRng};

#[cfg(not(target_family = "wasm"))]
pub use self::native::{NativeGame, Pick};
#[cfg(not(target_family = "wasm"))]
use crate::Picture;
use crate::{
    Board, Description, Event, Game, Info, Judge, LegalMove, Numbered, Record, RecordError, Refusal, Seat,
    Space, Turn, TurnView, View, Viewer, Withdrawal,
    coach::{self, Advice},
    learnt::Learnt,
    perft,
    prove::{self, Attack, Defence, OutOfNodes},
    review::{self, Fact},
    search::{self, LEVELS, Level, Limits, Report, Table},
};

/// A browser's page asks for no more than [`AnyGame`] has.
#[cfg(target_family = "wasm")]
pub trait NativeGame {}
#[cfg(target_family = "wasm")]
impl<G: Game> NativeGame for Record<G> {}

/// A game being played, of whatever kind. It wraps a [`Record`]; nothing outside meets a bare position.
pub trait AnyGame: NativeGame + Send + Sync {
    fn info(&self) -> &'static Info;
    fn seats(&self) -> usize;
    fn turn(&self) -> Turn;
    /// How many actions stand.
    fn ply(&self) -> usize;
    /// The complete set-up text: a secret while the game has any.
    fn setup(&self) -> String;
    /// The tokens of the actions that stand.
    fn moves(&self) -> Vec<String>;
    /// All events as text, takebacks and withdrawals included.
    fn events(&self) -> Vec<String>;
    /// The events that stand, takebacks done.
    fn standing(&self) -> Vec<String>;
    /// The legal tokens of the seat to act.
    fn legal(&self) -> Vec<String>;
    /// Why a token is not legal now; `None` if it is.
    fn explain(&self, token: &str) -> Option<Refusal>;
    /// Why this seat may not play a token now, told as far as the seat may know.
    fn explain_to(&self, seat: Seat, token: &str) -> Option<Refusal>;
    /// The action that this seat means by pressing these names of cells, faces or pieces, in this order, if it may try it:
    /// a legal one, or one that no view lists.
    fn meant(&self, seat: Seat, pressed: &[&str]) -> Option<LegalMove>;
    /// Why pressing these names cannot become an action of this seat, told as far as the seat may know; `None` if it is
    /// one, may still become one, or means nothing.
    fn explain_press(&self, seat: Seat, pressed: &[&str]) -> Option<Refusal>;
    /// What an action or another event of a record does, legal or not.
    fn describe(&self, event: &str) -> Result<Description, Refusal>;
    /// What there is to say about a turn that was played from here, the better one, and the best reply to what was played.
    fn facts(&self, played: &[String], better: &[String], reply: &[String]) -> Vec<Fact>;
    /// What to tell the seat to act before it plays a token, by what it may know; why the token is refused if it is.
    fn coach(&self, token: Option<&str>) -> Result<Advice, Refusal>;
    /// The game as if the seat to act had let its turn go by: a fresh record, for search and view alone. `None` where that
    /// makes no sense.
    fn passed(&self) -> Option<Box<dyn AnyGame>>;
    fn play(&mut self, token: &str) -> Result<(), Refusal>;
    /// Adds an event of a record file: an action, `resign:2`, `time:2`, `draw`, `takeback:17`.
    fn push(&mut self, event: &str) -> Result<(), RecordError>;
    fn withdraw(&mut self, seat: Seat, why: Withdrawal) -> Result<(), RecordError>;
    fn has_left(&self, seat: Seat) -> bool;
    /// What happens when the reply window closes.
    fn lapse(&self) -> Option<String>;
    fn view(&self, viewer: Viewer) -> View;
    /// The position as the value of the option `from`.
    fn position_text(&self) -> String;
    fn key(&self) -> u64;
    /// The perft count beneath each legal token.
    fn divide(&self, depth: u32, threads: usize) -> Vec<(String, u64)>;
    /// The levels for this set-up, by number: 0 is friendly, the last is full strength.
    fn levels(&self) -> &'static [Level; LEVELS];
    /// What turns a score into a share of the win: [`Score::share`](search::Score::share).
    fn scale(&self) -> f64;
    /// Whether a search of this level would need a network that was not [handed in](Learnt::hand_in).
    fn lacks_network(&self, level: &Level) -> bool;
    /// Chooses an action for the seat to act by what that seat may know; `None` when the game is over.
    fn think(
        &self,
        level: &Level,
        limits: &Limits,
        table: &Table,
        inform: &mut dyn FnMut(&Report<String>),
    ) -> Option<Report<String>>;
    /// Whether an attack succeeds from here: see [`prove::succeeds`].
    fn succeeds(&self, attack: Attack, nodes: u64) -> Result<bool, OutOfNodes>;
    /// What the seat to act best answers to an attack: see [`prove::defence`].
    fn defence(&self, attack: Attack, nodes: u64) -> Result<Option<Defence<String>>, OutOfNodes>;
    fn boxed_clone(&self) -> Box<dyn AnyGame>;
}

impl fmt::Debug for dyn AnyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {:?}", self.info().key, self.setup(), self.events())
    }
}

impl dyn AnyGame + '_ {
    /// What each of these tokens does, in order.
    pub fn describe_all(&self, tokens: &[String]) -> Vec<Description> {
        tokens.iter().map_while(|token| self.describe(token).ok()).collect()
    }
}

impl Clone for Box<dyn AnyGame> {
    fn clone(&self) -> Self {
        self.boxed_clone()
    }
}

impl<G: Game + Judge + Numbered> AnyGame for Record<G> {
    fn info(&self) -> &'static Info {
        const { &G::INFO }
    }

    fn seats(&self) -> usize {
        self.position().seats()
    }

    fn turn(&self) -> Turn {
        Record::turn(self)
    }

    fn ply(&self) -> usize {
        Record::ply(self)
    }

    fn setup(&self) -> String {
        Record::setup(self).to_string()
    }

    fn moves(&self) -> Vec<String> {
        Record::moves(self).iter().map(ToString::to_string).collect()
    }

    fn events(&self) -> Vec<String> {
        Record::events(self).iter().map(ToString::to_string).collect()
    }

    fn standing(&self) -> Vec<String> {
        Record::standing(self).map(|event| event.to_string()).collect()
    }

    fn legal(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.legal_moves(&mut moves);
        moves.iter().map(ToString::to_string).collect()
    }

    fn explain(&self, token: &str) -> Option<Refusal> {
        match token.parse() {
            Ok(m) => Record::explain(self, m),
            Err(refusal) => Some(refusal),
        }
    }

    fn explain_to(&self, seat: Seat, token: &str) -> Option<Refusal> {
        match token.parse() {
            Ok(m) => Record::explain_to(self, seat, m),
            Err(refusal) => Some(refusal),
        }
    }

    fn meant(&self, seat: Seat, pressed: &[&str]) -> Option<LegalMove> {
        Record::meant(self, seat, pressed)
    }

    fn explain_press(&self, seat: Seat, pressed: &[&str]) -> Option<Refusal> {
        Record::explain_press(self, seat, pressed)
    }

    fn describe(&self, event: &str) -> Result<Description, Refusal> {
        event.parse().map(Event::describe::<G>).map_err(RecordError::refusal)
    }

    fn facts(&self, played: &[String], better: &[String], reply: &[String]) -> Vec<Fact> {
        let read =
            |turn: &[String]| turn.iter().map(|token| token.parse()).collect::<Result<Vec<_>, Refusal>>();
        match (read(played), read(better), read(reply)) {
            (Ok(played), Ok(better), Ok(reply)) => review::facts(self, &played, &better, &reply),
            _ => Vec::new(),
        }
    }

    fn coach(&self, token: Option<&str>) -> Result<Advice, Refusal> {
        let action = token.map(str::parse).transpose()?;
        match action.and_then(|m| Record::explain(self, m)) {
            Some(refusal) => Err(refusal),
            None if Record::turn(self).is_over() => Ok(Advice::default()),
            None => Ok(coach::coach(self.position(), action)),
        }
    }

    fn passed(&self) -> Option<Box<dyn AnyGame>> {
        Some(Box::new(Record::passed(self)?))
    }

    fn play(&mut self, token: &str) -> Result<(), Refusal> {
        Record::push(self, Event::Move(token.parse()?)).map_err(RecordError::refusal)
    }

    fn push(&mut self, event: &str) -> Result<(), RecordError> {
        Record::push(self, event.parse()?)
    }

    fn withdraw(&mut self, seat: Seat, why: Withdrawal) -> Result<(), RecordError> {
        Record::push(self, Event::Withdraw(seat, why))
    }

    fn has_left(&self, seat: Seat) -> bool {
        Record::has_left(self, seat)
    }

    fn lapse(&self) -> Option<String> {
        match Record::turn(self) {
            Turn::Reply(_) => self.position().lapse().map(|m| m.to_string()),
            _ => None,
        }
    }

    fn view(&self, viewer: Viewer) -> View {
        let turn = Record::turn(self);
        // When the game is over everything is public, also where the rules alone would let it go on.
        let viewer = if turn.is_over() { Viewer::All } else { viewer };
        let to_act = turn.seat().is_some_and(|seat| viewer.is(seat));
        let mut moves = Vec::new();
        if to_act {
            self.position().offered(&mut moves);
        }
        let legal = moves.into_iter().map(|m| LegalMove::offered(self.position(), m)).collect();
        View {
            game: G::INFO.key.into(),
            setup: self.position().redact(Record::setup(self), viewer),
            ply: Record::ply(self),
            seats: self.position().seats(),
            turn: TurnView::from(turn),
            board: Board::of(&self.position().view(viewer)),
            legal,
            last: self.last(),
        }
    }

    fn position_text(&self) -> String {
        self.position().position_text()
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn divide(&self, depth: u32, threads: usize) -> Vec<(String, u64)> {
        perft::divide(self, depth, threads).into_iter().map(|(m, nodes)| (m.to_string(), nodes)).collect()
    }

    fn levels(&self) -> &'static [Level; LEVELS] {
        self.position().levels()
    }

    fn scale(&self) -> f64 {
        G::SCALE
    }

    fn lacks_network(&self, level: &Level) -> bool {
        level.lacks_network(self.position())
    }

    fn think(
        &self,
        level: &Level,
        limits: &Limits,
        table: &Table,
        inform: &mut dyn FnMut(&Report<String>),
    ) -> Option<Report<String>> {
        search::think(self, level, limits, table, &mut |report| inform(&report.to_text()))
            .map(|r| r.to_text())
    }

    fn succeeds(&self, attack: Attack, nodes: u64) -> Result<bool, OutOfNodes> {
        prove::succeeds(self.position(), attack, nodes)
    }

    fn defence(&self, attack: Attack, nodes: u64) -> Result<Option<Defence<String>>, OutOfNodes> {
        let found = prove::defence(self.position(), attack, nodes)?;
        Ok(found.map(|Defence { action, holds }| Defence { action: action.to_string(), holds }))
    }

    fn boxed_clone(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }
}

type Start = fn(&str, &mut dyn Rng) -> Result<Box<dyn AnyGame>, Refusal>;
#[cfg(not(target_family = "wasm"))]
type Read = fn(&Board) -> serde_json::Result<Box<dyn Picture>>;

/// One line of the list of games.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    info: &'static Info,
    space: Space,
    start: Start,
    #[cfg(not(target_family = "wasm"))]
    read: Read,
    bench: &'static [(&'static str, u32)],
    position_bytes: usize,
    network: fn() -> Option<&'static Learnt>,
}

impl Entry {
    pub const fn of<G: Game + Judge + Numbered>() -> Self {
        Entry {
            info: const { &G::INFO },
            space: G::SPACE,
            start: start::<G>,
            #[cfg(not(target_family = "wasm"))]
            read: read::<G>,
            bench: G::BENCH,
            position_bytes: size_of::<G>(),
            network: G::network,
        }
    }

    pub const fn info(&self) -> &'static Info {
        self.info
    }

    /// The numbers of its actions and the shape of its observations.
    pub const fn space(&self) -> Space {
        self.space
    }

    /// What is searched to measure search: see [`Judge::BENCH`].
    pub const fn bench(&self) -> &'static [(&'static str, u32)] {
        self.bench
    }

    /// How large a position is.
    pub const fn position_bytes(&self) -> usize {
        self.position_bytes
    }

    /// The network that it has learnt, if any.
    pub fn network(&self) -> Option<&'static Learnt> {
        (self.network)()
    }

    /// A fresh game; `rng` decides what the set-up text leaves to chance.
    pub fn start(&self, setup: &str, rng: &mut dyn Rng) -> Result<Box<dyn AnyGame>, Refusal> {
        (self.start)(setup, rng)
    }

    /// The board of a view, to be drawn; an error if it is not of this game.
    #[cfg(not(target_family = "wasm"))]
    pub fn picture(&self, board: &Board) -> serde_json::Result<Box<dyn Picture>> {
        (self.read)(board)
    }

    /// The levels for a number of seats that can play it and else the usual set-up, by number.
    pub fn levels(&self, seats: usize) -> &'static [Level; LEVELS] {
        let fixed = self.info.seats.start() == self.info.seats.end();
        let setup = if fixed { String::new() } else { format!("seats={seats}") };
        let usual = self.start(&setup, &mut SmallRng::seed_from_u64(0));
        usual.expect("the usual set-up can be played").levels()
    }
}

fn start<G: Game + Judge + Numbered>(setup: &str, rng: &mut dyn Rng) -> Result<Box<dyn AnyGame>, Refusal> {
    let options: G::Options = setup.parse()?;
    Ok(Box::new(Record::<G>::new(G::draw(&options, rng))))
}

#[cfg(not(target_family = "wasm"))]
fn read<G: Game>(board: &Board) -> serde_json::Result<Box<dyn Picture>> {
    Ok(Box::new(board.read::<G::View>()?))
}
