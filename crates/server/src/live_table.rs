//! A table in memory: one task that owns the game, the clocks and the connections.
//!
//! [`TableProxy`] is how the rest of the server asks something of a table, [`TableHandle`] the way to the task of one
//! that is in memory, [`task`] the task. What a table is and does is decided by the crate `table`; here it is kept and
//! told. [`location`] alone knows that a table may live in another process.

mod commit;
mod connections;
mod handle;
mod load;
mod location;
mod outbox;
mod proxy;
mod requests;
mod task;

pub(crate) use handle::{Join, TableHandle};
pub(crate) use load::{coached, game, record, replay};
pub(crate) use location::Location;
pub(crate) use outbox::{Inbox, outbox};
pub(crate) use proxy::TableProxy;
pub(crate) use requests::Submission;
pub(crate) use task::spawn;
