//! The line between generics and `dyn`: whoever does not know the game at compile time stands on this side.

use std::fmt::Debug;

use rand::{Rng, SeedableRng, rngs::SmallRng};

use crate::{
    Board, Description, Event, Gain, Game, Info, Judge, LegalMove, Numbered, Record, RecordError, Refusal,
    Seat, Space, Turn, TurnView, Urgency, View, Viewer, Withdrawal,
    coach::{self, Advice},
    network::Inputs,
    perft,
    prove::{self, Attack, Defence, ForcedWin, OutOfNodes},
    review::{self, Fact},
    search::{self, LEVELS, Level, Limits, Report, Table},
};

#[cfg(not(target_family = "wasm"))]
use crate::{Picture, mix};

/// A game being played, of whatever kind. It wraps a [`Record`]; nothing outside meets a bare position.
///
/// What no page asks for is not there in a browser: every method here is built once per game, called or not.
pub trait AnyGame: Debug + Send + Sync {
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
    /// The token that pressing these names of cells, faces or pieces means, in this order, legal or not.
    fn meant(&self, pressed: &[&str]) -> Option<String>;
    /// Why pressing these names cannot become an action of this seat, told as far as the seat may know; `None` if it is
    /// one, may still become one, or means nothing.
    fn explain_press(&self, seat: Seat, pressed: &[&str]) -> Option<Refusal>;
    /// What a token does, legal or not.
    fn describe(&self, token: &str) -> Result<Description, Refusal>;
    /// The game as if the seat to act had let its turn go by: a fresh record, for search and view alone. `None` where that
    /// makes no sense.
    fn passed(&self) -> Option<Box<dyn AnyGame>>;
    /// What there is to say about a turn that was played from here, the better one, and the best reply to what was played.
    fn facts(&self, played: &[String], better: &[String], reply: &[String]) -> Vec<Fact>;
    /// What a legal token, played as a turn of its own, brings the seat to act.
    fn gain(&self, token: &str) -> Option<Gain>;
    /// What to tell the seat to act before it plays a token, by what it may know; why the token is refused if it is.
    fn coach(&self, token: Option<&str>) -> Result<Advice, Refusal>;
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
    /// What the viewer may know, to be drawn with characters.
    #[cfg(not(target_family = "wasm"))]
    fn picture(&self, viewer: Viewer) -> Box<dyn Picture>;
    fn key(&self) -> u64;
    fn canonical_key(&self) -> u64;
    /// The perft count beneath each legal token.
    fn divide(&self, depth: u32, threads: usize) -> Vec<(String, u64)>;
    /// Plays random legal actions from here to the end; how many, and how it ended.
    #[cfg(not(target_family = "wasm"))]
    fn playout(&self, rng: &mut dyn Rng) -> (usize, Turn);
    /// Plays this many random games from here to the end; how many actions that took. For measuring.
    #[cfg(not(target_family = "wasm"))]
    fn playouts(&self, games: u32, seed: u64, pick: Pick) -> u64;
    /// The levels for this set-up, by number: 0 is friendly, the last is full strength.
    fn levels(&self) -> &'static [Level; LEVELS];
    /// What turns a score into a share of the win: [`Score::share`](search::Score::share).
    fn scale(&self) -> f64;
    /// How many inputs a network for this set-up has; 0 if it is judged by hand alone.
    fn inputs(&self) -> usize;
    /// What a network can learn from this position, once for each of its images: what it is told and as which seat, and
    /// the hand-made judgement for that seat. Nothing where a search would not judge.
    fn lessons(&self) -> Vec<(Seat, i32, Inputs)>;
    /// Chooses an action for the seat to act by what that seat may know; `None` when the game is over.
    fn think(
        &self,
        level: &Level,
        limits: &Limits,
        table: &Table,
        inform: &mut dyn FnMut(&Report<String>),
    ) -> Option<Report<String>>;
    /// This position in another world that the seat thinks possible: a fresh record, for search and proof alone.
    fn redealt(&self, seat: Seat, world: u64) -> Box<dyn AnyGame>;
    /// The shortest win that the seat can force within this many of its own turns: see [`prove::forced_win`].
    fn forced_win(&self, seat: Seat, turns: u32, nodes: u64)
    -> Result<Option<ForcedWin<String>>, OutOfNodes>;
    /// The same if only one action begins it, with its turns: see [`prove::only_win`].
    fn only_win(&self, seat: Seat, turns: u32, nodes: u64) -> Result<Option<(u32, String)>, OutOfNodes>;
    /// Whether an attack succeeds from here: see [`prove::succeeds`].
    fn succeeds(&self, attack: Attack, nodes: u64) -> Result<bool, OutOfNodes>;
    /// What the seat to act best answers to an attack: see [`prove::defence`].
    fn defence(&self, attack: Attack, nodes: u64) -> Result<Option<Defence<String>>, OutOfNodes>;
    /// Appends the numbers of the legal actions, in the order of [`AnyGame::legal`].
    #[cfg(not(target_family = "wasm"))]
    fn legal_numbers(&self, numbers: &mut Vec<u32>);
    /// The number of a legal token.
    #[cfg(not(target_family = "wasm"))]
    fn number(&self, token: &str) -> Result<usize, Refusal>;
    /// The token that a number stands for in this position, legal or not.
    #[cfg(not(target_family = "wasm"))]
    fn numbered(&self, number: usize) -> Option<String>;
    /// Plays the action with this number; `false`, and nothing is changed, if it is not legal.
    #[cfg(not(target_family = "wasm"))]
    fn play_number(&mut self, number: usize) -> bool;
    /// Writes what the seat may know into `out`, which has the size of the game's [`Space::shape`].
    #[cfg(not(target_family = "wasm"))]
    fn observe(&self, seat: Seat, out: &mut [f32]);
    fn boxed_clone(&self) -> Box<dyn AnyGame>;
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

    fn meant(&self, pressed: &[&str]) -> Option<String> {
        self.position().meant(pressed).map(|m| m.to_string())
    }

    fn explain_press(&self, seat: Seat, pressed: &[&str]) -> Option<Refusal> {
        Record::explain_press(self, seat, pressed)
    }

    fn describe(&self, token: &str) -> Result<Description, Refusal> {
        token.parse().map(G::describe)
    }

    fn passed(&self) -> Option<Box<dyn AnyGame>> {
        Some(Box::new(Record::passed(self)?))
    }

    fn facts(&self, played: &[String], better: &[String], reply: &[String]) -> Vec<Fact> {
        let read =
            |turn: &[String]| turn.iter().map(|token| token.parse()).collect::<Result<Vec<_>, Refusal>>();
        match (read(played), read(better), read(reply)) {
            (Ok(played), Ok(better), Ok(reply)) => review::facts(self, &played, &better, &reply),
            _ => Vec::new(),
        }
    }

    fn gain(&self, token: &str) -> Option<Gain> {
        let (seat, m) = (Record::turn(self).seat()?, token.parse().ok()?);
        let mut after = self.clone();
        Record::push(&mut after, Event::Move(m)).ok()?;
        review::gain_of(seat, self.position(), &[m], after.position(), Record::turn(&after))
    }

    fn coach(&self, token: Option<&str>) -> Result<Advice, Refusal> {
        let action = token.map(str::parse).transpose()?;
        match action.and_then(|m| Record::explain(self, m)) {
            Some(refusal) => Err(refusal),
            None if Record::turn(self).is_over() => Ok(Advice::default()),
            None => Ok(coach::coach(self.position(), action)),
        }
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
        let legal = moves.into_iter().map(|m| LegalMove::of(self.position(), m)).collect();
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

    #[cfg(not(target_family = "wasm"))]
    fn picture(&self, viewer: Viewer) -> Box<dyn Picture> {
        let viewer = if Record::turn(self).is_over() { Viewer::All } else { viewer };
        Box::new(self.position().view(viewer))
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn canonical_key(&self) -> u64 {
        self.position().canonical_key()
    }

    fn divide(&self, depth: u32, threads: usize) -> Vec<(String, u64)> {
        perft::divide(self, depth, threads).into_iter().map(|(m, nodes)| (m.to_string(), nodes)).collect()
    }

    #[cfg(not(target_family = "wasm"))]
    fn playout(&self, rng: &mut dyn Rng) -> (usize, Turn) {
        let mut position = self.position().clone();
        let mut moves = Vec::new();
        let mut plies = 0;
        while let Some(m) = position.sample(rng, &mut moves) {
            position.play_unchecked(m);
            plies += 1;
        }
        (plies, position.turn())
    }

    #[cfg(not(target_family = "wasm"))]
    fn playouts(&self, games: u32, seed: u64, pick: Pick) -> u64 {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut moves = Vec::new();
        let mut actions = 0;
        for _ in 0..games {
            let mut position = self.position().clone();
            loop {
                let m = match pick {
                    Pick::Listed => {
                        moves.clear();
                        position.legal_moves(&mut moves);
                        if moves.is_empty() {
                            break;
                        }
                        moves[mix::below(&mut rng, moves.len())]
                    }
                    Pick::Sampled => match position.sample(&mut rng, &mut moves) {
                        Some(m) => m,
                        None => break,
                    },
                };
                position.play_unchecked(m);
                actions += 1;
            }
        }
        actions
    }

    fn levels(&self) -> &'static [Level; LEVELS] {
        self.position().levels()
    }

    fn scale(&self) -> f64 {
        G::SCALE
    }

    fn inputs(&self) -> usize {
        self.position().inputs()
    }

    fn lessons(&self) -> Vec<(Seat, i32, Inputs)> {
        let position = self.position();
        let judged = Record::turn(self).seat().is_some() && position.calm();
        if !judged || position.inputs() == 0 || position.urgency() != Urgency::Calm {
            return Vec::new();
        }
        let mut lessons: Vec<(Seat, i32, Inputs)> = Vec::new();
        for number in 0..position.images() {
            let mut inputs = Inputs::default();
            let (seat, hand) = position.image(number).tell(&mut inputs);
            inputs.sort();
            // Images that a network cannot tell apart teach nothing more.
            if lessons.iter().all(|(.., other)| *other != inputs) {
                lessons.push((seat, hand, inputs));
            }
        }
        lessons
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

    fn redealt(&self, seat: Seat, world: u64) -> Box<dyn AnyGame> {
        let mut position = self.position().clone();
        position.redeal(Viewer::Seat(seat), &mut SmallRng::seed_from_u64(world));
        Box::new(Record::at(Record::setup(self).clone(), position))
    }

    fn forced_win(
        &self,
        seat: Seat,
        turns: u32,
        nodes: u64,
    ) -> Result<Option<ForcedWin<String>>, OutOfNodes> {
        let win = prove::forced_win(self.position(), seat, turns, nodes)?;
        Ok(win.map(|win| ForcedWin {
            turns: win.turns,
            moves: win.moves.iter().map(ToString::to_string).collect(),
        }))
    }

    fn only_win(&self, seat: Seat, turns: u32, nodes: u64) -> Result<Option<(u32, String)>, OutOfNodes> {
        let win = prove::only_win(self.position(), seat, turns, nodes)?;
        Ok(win.map(|(turns, m)| (turns, m.to_string())))
    }

    fn succeeds(&self, attack: Attack, nodes: u64) -> Result<bool, OutOfNodes> {
        prove::succeeds(self.position(), attack, nodes)
    }

    fn defence(&self, attack: Attack, nodes: u64) -> Result<Option<Defence<String>>, OutOfNodes> {
        let found = prove::defence(self.position(), attack, nodes)?;
        Ok(found.map(|Defence { action, holds }| Defence { action: action.to_string(), holds }))
    }

    #[cfg(not(target_family = "wasm"))]
    fn legal_numbers(&self, numbers: &mut Vec<u32>) {
        if !Record::turn(self).is_over() && G::SPACE != Space::NONE {
            self.position().legal_numbers(numbers);
        }
    }

    #[cfg(not(target_family = "wasm"))]
    fn number(&self, token: &str) -> Result<usize, Refusal> {
        let m = token.parse()?;
        match Record::explain(self, m) {
            Some(refusal) => Err(refusal),
            None => Ok(self.position().number(m)),
        }
    }

    #[cfg(not(target_family = "wasm"))]
    fn numbered(&self, number: usize) -> Option<String> {
        self.position().numbered(number).map(|m| m.to_string())
    }

    #[cfg(not(target_family = "wasm"))]
    fn play_number(&mut self, number: usize) -> bool {
        self.position().numbered(number).is_some_and(|m| Record::push(self, Event::Move(m)).is_ok())
    }

    #[cfg(not(target_family = "wasm"))]
    fn observe(&self, seat: Seat, out: &mut [f32]) {
        out.fill(0.0);
        self.position().observe(seat, out);
    }

    fn boxed_clone(&self) -> Box<dyn AnyGame> {
        Box::new(self.clone())
    }
}

/// How a random action is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// From the list of all legal ones.
    Listed,
    /// By [`Game::sample`].
    Sampled,
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
    position_bytes: usize,
}

impl Entry {
    pub const fn of<G: Game + Judge + Numbered>() -> Self {
        Entry {
            info: const { &G::INFO },
            space: G::SPACE,
            start: start::<G>,
            #[cfg(not(target_family = "wasm"))]
            read: read::<G>,
            position_bytes: size_of::<G>(),
        }
    }

    pub const fn info(&self) -> &'static Info {
        self.info
    }

    /// The numbers of its actions and the shape of its observations.
    pub const fn space(&self) -> Space {
        self.space
    }

    /// How large a position is.
    pub const fn position_bytes(&self) -> usize {
        self.position_bytes
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
