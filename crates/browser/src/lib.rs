//! Rules, tables and engine for a browser, without a server: text and JSON in and out.
//!
//! What the server answers over HTTP about positions and records [`ask`](bindings::ask) answers here; what it says at a
//! table's socket a [`LocalTable`] says here, in the same words. The page tells the time and hands in what chance is made
//! of. Searches run in a worker of their own, in one thread, and end when the page ends the worker.

mod analyse;
mod ask;
mod attempt;
pub mod bindings;
mod local_table;
mod think;

pub use analyse::{Analyse, analyse};
pub use ask::{Answer, ask};
pub use attempt::{Attempt, AttemptState, Attempted, attempt};
pub use local_table::{EngineWish, LocalTable};
pub use think::{Think, Thought, learn, perft, think};

use rand::{SeedableRng, rngs::StdRng};
use sha2::{Digest, Sha256};

/// A generator of random numbers from a text of any length.
fn generator(seed: &str) -> StdRng {
    StdRng::from_seed(Sha256::digest(seed).into())
}
