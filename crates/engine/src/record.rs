use std::{
    collections::{HashMap, hash_map::Entry},
    error::Error,
    fmt,
};

use crate::{
    Description, End, Game, LegalMove, Outcome, Phrase, Refusal, Seat, SeatSet, Turn, end, lud::faults, setup,
};

/// A game as it was played: the set-up and the events since. Everything else is replay.
///
/// Adding an event costs the same however long the record is, a takeback the replay of at most 32 moves.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    setup: G::Setup,
    events: Vec<Event<G::Move>>,
    /// The moves that stand, takebacks done.
    moves: Vec<G::Move>,
    /// The withdrawals that stand, each with the number of moves that stood before it.
    left: Vec<(usize, Seat, Withdrawal)>,
    /// The position right after each [`APART`]th of the moves, the start first: where a takeback begins.
    kept: Vec<G>,
    /// The position before the last move, to say what it touched.
    before: Option<G>,
    position: G,
    /// The keys of the positions after each move; empty where repetition means nothing.
    keys: Vec<u64>,
    /// How often each position has arisen, by key; empty where repetition means nothing.
    seen: HashMap<u64, u8>,
    ended: Option<Outcome>,
}

/// How many moves lie between two positions that are kept.
const APART: usize = 32;

/// What a record is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<M> {
    Move(M),
    Withdraw(Seat, Withdrawal),
    /// The seats agreed on a draw.
    Draw,
    /// Play goes on with this ply, counted from 1, as the next one.
    Takeback(usize),
}

/// Why a seat left (rules 0.8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Withdrawal {
    Resign,
    Time,
}

/// What is said of events that every game has.
pub const EVENTS: &[&Phrase] = &[&RESIGN, &TIME, &DRAW, &TAKEBACK];
static RESIGN: Phrase = Phrase::new("event.resign", "seat {seat} resigns");
static TIME: Phrase = Phrase::new("event.time", "seat {seat} runs out of time");
static DRAW: Phrase = Phrase::new("event.draw", "the seats agree on a draw");
static TAKEBACK: Phrase = Phrase::new("event.takeback", "taken back to ply {n}");

impl<M> Event<M> {
    /// What it does.
    pub(crate) fn describe<G: Game<Move = M>>(self) -> Description {
        match self {
            Event::Move(m) => G::describe(m),
            Event::Withdraw(seat, Withdrawal::Resign) => RESIGN.with([("seat", seat.to_string())]),
            Event::Withdraw(seat, Withdrawal::Time) => TIME.with([("seat", seat.to_string())]),
            Event::Draw => DRAW.alone(),
            Event::Takeback(ply) => TAKEBACK.with([("n", ply.to_string())]),
        }
    }
}

impl Withdrawal {
    pub fn as_str(self) -> &'static str {
        match self {
            Withdrawal::Resign => "resign",
            Withdrawal::Time => "time",
        }
    }

    /// How the game ends if it leaves one seat.
    fn end(self) -> &'static End {
        match self {
            Withdrawal::Resign => &end::RESIGNED,
            Withdrawal::Time => &end::OUT_OF_TIME,
        }
    }
}

impl<M: fmt::Display> fmt::Display for Event<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Move(m) => m.fmt(f),
            Event::Withdraw(seat, why) => write!(f, "{}:{seat}", why.as_str()),
            Event::Draw => f.write_str("draw"),
            Event::Takeback(ply) => write!(f, "takeback:{ply}"),
        }
    }
}

impl<M: std::str::FromStr<Err = Refusal>> std::str::FromStr for Event<M> {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let seat = |number: &str| {
            plain_number(number)
                .and_then(Seat::from_number)
                .ok_or_else(|| RecordError::NoSuchSeat(number.to_owned()))
        };
        match text.split_once(':') {
            Some(("resign", number)) => Ok(Event::Withdraw(seat(number)?, Withdrawal::Resign)),
            Some(("time", number)) => Ok(Event::Withdraw(seat(number)?, Withdrawal::Time)),
            Some(("takeback", ply)) => {
                plain_number(ply).map(Event::Takeback).ok_or_else(|| RecordError::NoSuchPly(ply.to_owned()))
            }
            _ if text == "draw" => Ok(Event::Draw),
            _ => Ok(Event::Move(text.parse()?)),
        }
    }
}

/// A number as records write it: plain digits, no leading zero.
pub(crate) fn plain_number(text: &str) -> Option<usize> {
    text.parse().ok().filter(|number: &usize| number.to_string() == text)
}

/// Why an event cannot follow in a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    Refused(Refusal),
    Over,
    NoSuchSeat(String),
    HasLeft(Seat),
    NoSuchPly(String),
}

impl From<Refusal> for RecordError {
    fn from(refusal: Refusal) -> Self {
        RecordError::Refused(refusal)
    }
}

impl RecordError {
    /// The same as a refusal, which clients can translate.
    pub fn refusal(self) -> Refusal {
        match self {
            RecordError::Refused(refusal) => refusal,
            RecordError::Over => setup::OVER.refuse(),
            RecordError::NoSuchSeat(text) => faults::NO_SEAT.with([("seat", text)]),
            RecordError::HasLeft(seat) => faults::HAS_LEFT.with([("seat", seat.to_string())]),
            RecordError::NoSuchPly(text) => faults::NO_PLY.with([("ply", text)]),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.clone().refusal().fmt(f)
    }
}

impl Error for RecordError {}

impl<G: Game> Record<G> {
    pub fn new(setup: G::Setup) -> Self {
        let position = G::start(&setup);
        Self::at(setup, position)
    }

    /// A game that begins in a position, whatever its set-up begins with.
    pub(crate) fn at(setup: G::Setup, position: G) -> Self {
        let seen = G::INFO.repetition.map(|_| (position.key(), 1)).into_iter().collect();
        Record {
            setup,
            events: Vec::new(),
            moves: Vec::new(),
            left: Vec::new(),
            kept: vec![position.clone()],
            before: None,
            position,
            keys: Vec::new(),
            seen,
            ended: None,
        }
    }

    pub fn setup(&self) -> &G::Setup {
        &self.setup
    }

    pub fn events(&self) -> &[Event<G::Move>] {
        &self.events
    }

    /// The moves that stand, takebacks done.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// The events that stand, takebacks done.
    pub fn standing(&self) -> impl Iterator<Item = Event<G::Move>> {
        let drawn = matches!(self.events.last(), Some(Event::Draw)).then_some(Event::Draw);
        let left = |ply| {
            let left = self.left.iter().filter(move |(at, ..)| *at == ply);
            left.map(|&(_, seat, why)| Event::Withdraw(seat, why))
        };
        let moves = (1..).zip(&self.moves);
        left(0)
            .chain(moves.flat_map(move |(ply, &m)| std::iter::once(Event::Move(m)).chain(left(ply))))
            .chain(drawn)
    }

    pub fn position(&self) -> &G {
        &self.position
    }

    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// How often each position has arisen, by key; empty where repetition means nothing.
    pub fn seen(&self) -> &HashMap<u64, u8> {
        &self.seen
    }

    /// The only answer to whether the game is over, repetition, withdrawals and agreement included.
    pub fn turn(&self) -> Turn {
        self.ended.map_or_else(|| self.position.turn(), Turn::Over)
    }

    /// Appends the legal moves; none when the game is over.
    pub fn legal_moves(&self, moves: &mut Vec<G::Move>) {
        if !self.turn().is_over() {
            self.position.legal_moves(moves);
        }
    }

    pub fn explain(&self, m: G::Move) -> Option<Refusal> {
        if self.turn().is_over() { Some(setup::OVER.refuse()) } else { self.position.explain(m) }
    }

    /// Why this seat may not play a move, told as far as the seat may know.
    pub fn explain_to(&self, seat: Seat, m: G::Move) -> Option<Refusal> {
        match self.turn().seat() {
            Some(acting) if acting != seat => Some(setup::NOT_TO_ACT.refuse()),
            _ => self.explain(m).map(|refusal| self.position.disclose(refusal)),
        }
    }

    /// Why pressing these names of cells, faces or pieces cannot become a move of this seat, told as far as the seat may
    /// know; `None` if it is one, may still become one, or means nothing.
    pub fn explain_press(&self, seat: Seat, pressed: &[&str]) -> Option<Refusal> {
        match self.turn().seat() {
            None => return Some(setup::OVER.refuse()),
            Some(acting) if acting != seat => return Some(setup::NOT_TO_ACT.refuse()),
            Some(_) => {}
        }
        let mut moves = Vec::new();
        self.position.offered(&mut moves);
        let touches = |m| {
            let at = self.position.trace(m).at;
            let once = |(place, name): (usize, &&str)| !pressed[..place].contains(name);
            pressed.iter().enumerate().all(once)
                && pressed.iter().all(|&name| at.iter().any(|cell| cell == name))
        };
        if moves.into_iter().any(touches) {
            return None;
        }
        match self.position.meant(pressed) {
            Some(m) => self.explain_to(seat, m),
            None => self.position.out_of_play(pressed),
        }
    }

    /// The move that this seat means by pressing these names, if it may try it: a legal one, or one that nobody is told.
    pub fn meant(&self, seat: Seat, pressed: &[&str]) -> Option<LegalMove> {
        let m = self.position.meant(pressed)?;
        let concealed = self.turn().seat() == Some(seat) && self.position.conceals(m);
        let may_try = concealed || self.explain_to(seat, m).is_none();
        may_try.then(|| LegalMove::offered(&self.position, m))
    }

    /// The game as if the seat to act had let its turn go by, without its past; `None` where that makes no sense.
    pub fn passed(&self) -> Option<Self> {
        if self.turn().is_over() {
            return None;
        }
        let position = self.position.passed().filter(|position| !position.turn().is_over())?;
        Some(Record::at(self.setup.clone(), position))
    }

    /// Adds an event, or says why not and changes nothing.
    pub fn push(&mut self, event: Event<G::Move>) -> Result<(), RecordError> {
        match event {
            Event::Move(m) => {
                if let Some(refusal) = self.explain(m) {
                    return Err(refusal.into());
                }
                self.step(m);
            }
            Event::Withdraw(seat, why) => self.withdraw(seat, why)?,
            Event::Draw => {
                if self.turn().is_over() {
                    return Err(RecordError::Over);
                }
                let seats = self.position.seats();
                self.ended = Some(Outcome::shared(self.position.playing(), seats, &end::AGREED));
            }
            Event::Takeback(ply) => {
                if !(1..=self.moves.len()).contains(&ply) {
                    return Err(RecordError::NoSuchPly(ply.to_string()));
                }
                self.take_back(ply - 1);
            }
        }
        self.events.push(event);
        Ok(())
    }

    /// The last move, with what it touched.
    pub fn last(&self) -> Option<LegalMove> {
        let before = self.before.as_ref()?;
        self.moves.last().map(|&m| LegalMove::of(before, m))
    }

    fn step(&mut self, m: G::Move) {
        self.before = Some(self.position.clone());
        self.position.play_unchecked(m);
        self.moves.push(m);
        if self.moves.len().is_multiple_of(APART) {
            self.kept.push(self.position.clone());
        }
        let Some((limit, end)) = G::INFO.repetition else { return };
        let key = self.position.key();
        self.keys.push(key);
        let count = self.seen.entry(key).or_default();
        *count = count.saturating_add(1);
        if *count >= limit
            && self.position.turn().outcome().is_none_or(|outcome| G::INFO.precedes(end, outcome.end()))
        {
            let seats = self.position.seats();
            self.ended = Some(Outcome::shared(SeatSet::first(seats), seats, end));
        }
    }

    fn withdraw(&mut self, seat: Seat, why: Withdrawal) -> Result<(), RecordError> {
        if self.turn().is_over() {
            return Err(RecordError::Over);
        }
        if seat.index() >= self.position.seats() {
            return Err(RecordError::NoSuchSeat(seat.to_string()));
        }
        if self.has_left(seat) {
            return Err(RecordError::HasLeft(seat));
        }
        self.position.withdraw(seat);
        self.left.push((self.moves.len(), seat, why));
        // A seat that leaves may also complete what another clause ends the game by (Archimedes 4.2).
        self.ended =
            self.position.turn().outcome().map(|outcome| {
                if *outcome.end() == end::LEFT { outcome.because(why.end()) } else { outcome }
            });
        Ok(())
    }

    /// Whether the seat has resigned or run out of time.
    pub fn has_left(&self, seat: Seat) -> bool {
        self.left.iter().any(|&(_, left, _)| left == seat)
    }

    /// The position after this many of the moves that stand.
    pub(crate) fn position_at(&self, ply: usize) -> G {
        let from = ply / APART;
        let mut position = self.kept[from].clone();
        for at in from * APART..=ply {
            // A position is kept right after its move: who left there left later.
            for &(_, seat, _) in self.left.iter().filter(|(left_at, ..)| *left_at == at) {
                position.withdraw(seat);
            }
            if at < ply {
                position.play_unchecked(self.moves[at]);
            }
        }
        position
    }

    /// Goes back to where `ply` moves stood, which are fewer than there are.
    fn take_back(&mut self, ply: usize) {
        self.moves.truncate(ply);
        self.left.retain(|&(at, ..)| at <= ply);
        for key in self.keys.drain(ply.min(self.keys.len())..) {
            if let Entry::Occupied(mut seen) = self.seen.entry(key) {
                *seen.get_mut() -= 1;
                if *seen.get() == 0 {
                    seen.remove();
                }
            }
        }
        self.kept.truncate(ply / APART + 1);
        // What the last move that stands touched is told too.
        self.before = ply.checked_sub(1).map(|before| self.position_at(before));
        self.position = self.position_at(ply);
        // A game that went on had not ended.
        self.ended = None;
    }
}
