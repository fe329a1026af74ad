//! A table as the sum of its events, for whoever hosts one: commands and the time go in, events and views come out.
//!
//! Nothing here knows a network, a database, a thread or a clock. A host keeps the [`TableInfo`] and the [`LogEntry`]s of
//! a table, tells it the time, and hands in a random number generator; with them it can make the [`Table`] anew at any
//! time. Everything in JSON that a host and its clients send each other is here too, and reads as well as it writes.
//!
//! ```
//! use rand::SeedableRng;
//! use rand_chacha::ChaCha8Rng;
//! use table::{Audience, Clock, Command, Request, SeatWish, Sitter, Table, TableInfo, Visitor};
//! use engine::SeatSet;
//!
//! let rng = &mut ChaCha8Rng::seed_from_u64(1);
//! let ada = Visitor { id: "ada".into(), name: "Ada".into(), account: false };
//! let seats = vec![SeatWish::Me, SeatWish::Engine { level: 3 }];
//! let info = TableInfo::local("archimedes", "seats=2", seats, Clock::None, &ada, 0);
//! let mut table = Table::new(info, games::GAMES, rng)?;
//! table.set_sitters(&[Sitter { seat: 1, who: ada.who(), nonce: String::new() }])?;
//!
//! // Every seat is taken: the game starts by itself.
//! let mut log = table.perform(Default::default(), 0, rng)?;
//!
//! // A command is decided first, which changes nothing, and then performed.
//! let act = Command::Act { ply: 0, seat: 1, t: "a2-c4".into() };
//! let decision = table.decide(&ada, &Request::Command(act))?;
//! log.extend(table.perform(decision, 1_000, rng)?);
//!
//! // What a client is sent about the last event.
//! let audience = Audience { online: SeatSet::EMPTY, spectators: 0 };
//! let last = log.last().expect("the action");
//! let message = table.event_messages(last.n, &last.event, audience, 1_000).of(table.viewing("ada", None));
//! println!("{}", serde_json::to_string(&message).unwrap());
//!
//! // What the time brings about: a seat out of time, a reply window that closes.
//! if let Some(decision) = table.due(2_000) {
//!     log.extend(table.perform(decision, 2_000, rng)?);
//! }
//!
//! // The host found a move for the engine's seat.
//! let (epoch, t) = (table.epoch(), table.game().legal().remove(0));
//! if let Some(decision) = table.decide_engine_move(epoch, t) {
//!     log.extend(table.perform(decision, 3_000, rng)?);
//! }
//! assert_eq!(table.game().ply(), 2);
//! # Ok::<(), table::TableError>(())
//! ```

mod decide;
mod error;
mod event;
pub mod fair;
mod finished;
mod info;
mod message;
mod offers;
mod record;
mod seating;
mod settings;
pub mod study;
mod summary;
mod table;
mod talk;
mod timer;
mod views;

pub use decide::Request;
pub use error::{Problem, TableError};
pub use event::{LogEntry, OfferKind, Reveal, TableEvent};
pub use finished::FinishedGame;
pub use info::{Decision, Sitter, TableInfo, Visitor};
pub use message::{
    Asking, ChatLine, Clocks, Command, Explained, Incoming, LobbyMessage, Offer, Outgoing, Presence, Pressed,
};
pub use settings::{Clock, MadeTable, NewTable, Pace, SeatWish};
pub use summary::{GONE, SeatKind, State, TableSeat, TableSummary, Who};
pub use table::Table;
pub use views::{Audience, EventMessages};

/// A time in milliseconds since 1970 as RFC 3339 has it.
pub fn time_text(millis: i64) -> String {
    jiff::Timestamp::from_millisecond(millis).unwrap_or_default().to_string()
}
