use std::{
    fmt::{Debug, Display},
    hash::Hash,
    ops::RangeInclusive,
    str::FromStr,
};

use rand::Rng;
use serde::{Serialize, de::DeserializeOwned};

use crate::{Description, End, OptionInfo, Phrase, Picture, Reason, Refusal, Seat, SeatSet, Stage, Turn};

/// The rules of one game. A value is a position: small, without heap, played by a pure step.
///
/// A move is one decision of one seat, not one turn. There is no undo: copy, then play.
/// Two positions are equal if every continuation and every view of them is.
pub trait Game: Clone + Eq + Debug + Send + Sync + 'static {
    const INFO: Info;

    /// What the table agrees on.
    type Options: FromStr<Err = Refusal> + Display + Clone + Eq + Default + Debug + Send + Sync;
    /// That, and what chance decided: enough to start. Its text is complete and also reads as options.
    type Setup: FromStr<Err = Refusal> + Display + Clone + Eq + Debug + Send + Sync;
    /// Written as one token without spaces; reading a token needs no position.
    type Move: Copy + Eq + Hash + Debug + Display + FromStr<Err = Refusal> + Send + Sync + 'static;
    /// What one viewer may know of the board. It carries all that a client without rules must show.
    type View: Eq + Debug + Serialize + DeserializeOwned + Picture;

    /// Lets chance decide what the options leave open.
    fn draw(options: &Self::Options, rng: &mut dyn Rng) -> Self::Setup;
    fn start(setup: &Self::Setup) -> Self;
    fn seats(&self) -> usize;
    /// The seats that can still win: neither withdrawn nor out by the rules.
    fn playing(&self) -> SeatSet {
        SeatSet::first(self.seats())
    }
    /// Whose decision is next. Repetition is not seen here: ask the [`Record`](crate::Record).
    fn turn(&self) -> Turn;
    /// No game from this position has more moves than this.
    fn longest(&self) -> usize;
    /// Appends the legal moves, always in the same order, none twice; nothing when the game is over.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);
    /// Why a move is not legal; `None` if it is.
    fn explain(&self, m: Self::Move) -> Option<Refusal>;
    /// Plays a legal move.
    fn play_unchecked(&mut self, m: Self::Move);
    /// The seat leaves the game: it resigned or its time is up (rules 0.8). If it leaves one other seat, the
    /// game ends by [`LEFT`](crate::end::LEFT).
    fn withdraw(&mut self, seat: Seat);
    /// What the rules call the same position: no stall counters, no past.
    fn key(&self) -> u64;
    fn view(&self, viewer: Viewer) -> Self::View;
    /// The set-up as the viewer may know it at this point of the game.
    fn redact(&self, setup: &Self::Setup, viewer: Viewer) -> String {
        let _ = viewer;
        setup.to_string()
    }
    /// The cells and faces that a legal move touches and passes, for drawing.
    fn trace(&self, m: Self::Move) -> Trace;
    /// What a move does, as a phrase and its arguments: like reading its token, this needs no position.
    fn describe(m: Self::Move) -> Description;
    /// Text for this very position, as the value of the option `from` (rules 0.7).
    fn position_text(&self) -> String;

    /// The action that pressing these names of cells, faces or pieces means, in this order, legal or not. `None` if they
    /// may still become several actions, or if they mean none.
    fn meant(&self, pressed: &[&str]) -> Option<Self::Move> {
        let _ = pressed;
        None
    }
    /// Why something is refused that was pressed but that no action can name.
    fn out_of_play(&self, pressed: &[&str]) -> Option<Refusal> {
        let _ = pressed;
        None
    }
    /// The position as if the seat to act had let its turn go by, for asking what the others threaten. `None` where that
    /// makes no sense, as in the middle of a turn.
    fn passed(&self) -> Option<Self> {
        None
    }
    /// What the moves of one turn, played by `seat` from here, have brought it in the position `after` them: the most of
    /// it that can be named.
    fn gain(&self, seat: Seat, turn: &[Self::Move], after: &Self) -> Option<Gain> {
        let _ = (seat, turn, after);
        None
    }
    /// How a turn that could have been played from here would have stood in the way of a reply that is legal in `now`.
    fn hindrance(&self, turn: &[Self::Move], now: &Self, reply: &[Self::Move]) -> Option<Description> {
        let _ = (turn, now, reply);
        None
    }
    /// The stages that a seat may be at in this part of the game, always in the same order; it is at one of them, unless it
    /// is out. None where positions come about again: then those are counted.
    fn stages(&self, seat: Seat) -> Vec<Stage> {
        let _ = seat;
        Vec::new()
    }
    /// What happens when a reply window closes. Legal whenever [`Game::turn`] is a reply.
    fn lapse(&self) -> Option<Self::Move> {
        None
    }
    /// The moves that a client may be told; the legal ones, but where being told would give something away.
    fn offered(&self, moves: &mut Vec<Self::Move>) {
        self.legal_moves(moves);
    }
    /// Whether a move is kept from those that may be told, legal or not: whoever means it finds out by playing it.
    fn conceals(&self, m: Self::Move) -> bool {
        let _ = m;
        false
    }
    /// Whether a client may play a legal move as soon as it is pressed: it can be seen beforehand what it does, and little
    /// hangs on it.
    fn direct(&self, m: Self::Move) -> bool {
        let _ = m;
        false
    }
    /// Tells a client as much of a refusal as it may know.
    fn disclose(&self, refusal: Refusal) -> Refusal {
        refusal
    }
    /// How many moves are legal. `moves` is scratch space.
    fn count_legal(&self, moves: &mut Vec<Self::Move>) -> usize {
        moves.clear();
        self.legal_moves(moves);
        moves.len()
    }
    /// A legal move drawn uniformly, or `None` when the game is over. `moves` is scratch space.
    fn sample(&self, rng: &mut (impl Rng + ?Sized), moves: &mut Vec<Self::Move>) -> Option<Self::Move>
    where
        Self: Sized,
    {
        moves.clear();
        self.legal_moves(moves);
        (!moves.is_empty()).then(|| moves[crate::mix::below(rng, moves.len())])
    }
    /// Replaces what the viewer cannot know by something else consistent with it: a function of what the
    /// viewer knows and of the generator alone.
    fn redeal(&mut self, viewer: Viewer, rng: &mut dyn Rng) {
        let _ = (viewer, rng);
    }
    /// How many images this position has under the symmetries of the game, itself (number 0) included.
    fn images(&self) -> usize {
        1
    }
    fn image(&self, number: usize) -> Self {
        debug_assert_eq!(number, 0);
        self.clone()
    }
    /// The move of image `number` that answers to `m` in this position.
    fn image_move(&self, number: usize, m: Self::Move) -> Self::Move {
        debug_assert_eq!(number, 0);
        m
    }
    /// The same for all images of a position.
    fn canonical_key(&self) -> u64 {
        (0..self.images()).map(|number| self.image(number).key()).min().expect("a position is its own image")
    }
}

/// Facts about a game.
#[derive(Clone, Debug)]
pub struct Info {
    /// Lowercase, as in commands and addresses: `axiom`.
    pub key: &'static str,
    pub name: &'static str,
    pub author: &'static str,
    pub year: u16,
    pub seats: RangeInclusive<usize>,
    /// How often the same position may arise, and the end that then draws the game.
    pub repetition: Option<(u8, &'static End)>,
    /// Whether seats know different things.
    pub hidden: bool,
    pub options: &'static [OptionInfo],
    /// How it ends, but for [seats that leave](crate::end::ENDS). Where several apply the first counts.
    pub ends: &'static [&'static End],
    /// Every reason for which this game refuses something.
    pub reasons: &'static [&'static Reason],
    /// Everything it says of actions.
    pub phrases: &'static [&'static Phrase],
}

impl Info {
    /// Whether one end counts where both apply.
    pub(crate) fn precedes(&self, one: &End, other: &End) -> bool {
        let place = |end: &End| self.ends.iter().position(|&known| known == end);
        // Seats that have left have left before anything else.
        place(one) < place(other)
    }
}

/// Who looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Viewer {
    Seat(Seat),
    Spectator,
    /// Sees everything: the rules themselves, and everyone after the end.
    All,
}

impl Viewer {
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }
}

/// What a move does to the board, by the names of cells, faces or holes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The cells or faces that the move names or changes, first to last.
    pub at: Vec<String>,
    /// What it passes on the way.
    pub via: Vec<String>,
}

/// What a turn brings a seat, for reviews.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gain {
    /// How much it is: of two gains in one game the greater is told of.
    pub worth: (Worth, usize),
    /// English as something to do: `take the cube on 0,0,2`.
    pub says: Description,
}

/// Kinds of gains, from least to greatest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Worth {
    /// The way to one is shorter.
    Step,
    /// Part of what wins.
    Part,
    /// The greatest of those.
    Most,
    Win,
}
