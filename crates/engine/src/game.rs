use std::{
    fmt::{Debug, Display},
    hash::Hash,
    ops::RangeInclusive,
    str::FromStr,
};

use rand::Rng;
use serde::Serialize;

use crate::{Ink, Reason, Refusal, Seat, SeatSet, Turn};

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
    type View: Eq + Debug + Serialize;

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
    /// Appends the legal moves, always in the same order, none twice; nothing when the game is over.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);
    /// Why a move is not legal; `None` if it is.
    fn explain(&self, m: Self::Move) -> Option<Refusal>;
    /// Plays a legal move.
    fn play_unchecked(&mut self, m: Self::Move);
    /// The seat leaves the game: it resigned or its time is up (rules 0.8). If it leaves one other seat, the
    /// outcome is by `0.8`.
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
    /// Text for this very position, as the value of the option `from` (rules 0.7).
    fn position_text(&self) -> String;
    /// A drawing for a terminal, of what the viewer may know.
    fn picture(&self, viewer: Viewer, ink: Ink) -> String;

    /// What happens when a reply window closes. Legal whenever [`Game::turn`] is a reply.
    fn lapse(&self) -> Option<Self::Move> {
        None
    }
    /// The moves that a client may be told; the legal ones, but where being told would give something away.
    fn offered(&self, moves: &mut Vec<Self::Move>) {
        self.legal_moves(moves);
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
    /// How often the same position may arise, and the clause that then draws the game.
    pub repetition: Option<(u8, &'static str)>,
    /// Whether seats know different things.
    pub hidden: bool,
    pub options: &'static [OptionInfo],
    /// Every reason for which this game refuses something.
    pub reasons: &'static [&'static Reason],
}

/// One option of a set-up, for lists and forms.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct OptionInfo {
    pub key: &'static str,
    /// The values to choose from, the default first; empty if it is a number or a text.
    pub choices: &'static [&'static str],
    pub default: &'static str,
    /// The least and greatest value, if it is a number.
    pub range: Option<(u32, u32)>,
    /// Whether a text may stand in place of the choices.
    pub text: bool,
    /// English, one line.
    pub help: &'static str,
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
