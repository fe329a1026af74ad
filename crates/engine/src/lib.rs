//! What board games share, knowing none of them.
//!
//! A game is a type that implements [`Game`]: its value is a position. A [`Record`] is a set-up and
//! the events since; it alone knows whether a game is over, repetition included. Whoever does not know the
//! game at compile time holds a [`Box<dyn AnyGame>`](AnyGame), made by an [`Entry`] of the list of games.
//!
//! Nothing here knows a clock, a network or a file.

pub mod attempt;
pub mod canvas;
pub mod coach;
pub mod end;
mod erase;
pub mod fair;
mod game;
mod game_list;
mod judge;
mod learnt;
pub mod lud;
pub mod mix;
pub mod network;
pub mod numbered;
pub mod palette;
pub mod perft;
mod phrase;
pub mod picture;
pub mod prove;
#[cfg(not(target_family = "wasm"))]
pub mod puzzle;
mod record;
mod refusal;
pub mod review;
pub mod search;
mod seat;
pub mod setup;
mod stage;
mod swap;
#[cfg(feature = "testkit")]
pub mod testkit;
mod turn;
mod view;

pub use canvas::Canvas;
pub use end::End;
#[cfg(not(target_family = "wasm"))]
pub use erase::Pick;
pub use erase::{AnyGame, Entry, NativeGame};
pub use game::{Gain, Game, Info, Trace, Viewer, Worth};
pub use game_list::GameList;
pub use judge::{Judge, Urgency};
pub use learnt::Learnt;
pub use numbered::{Numbered, Planes, Space};
pub use palette::Palette;
#[cfg(feature = "ts")]
pub use phrase::Shape;
pub use phrase::{Description, Phrase};
pub use picture::Picture;
pub use record::{EVENTS, Event, Record, RecordError, Withdrawal};
pub use refusal::{Reason, Refusal};
pub use seat::{BySeat, Seat, SeatSet};
pub use setup::{Fields, OptionInfo};
pub use stage::Stage;
pub use swap::Swap;
pub use turn::{Outcome, Turn};
pub use view::{Board, LegalMove, Over, TurnKind, TurnView, View};
