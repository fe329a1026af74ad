//! Matches between players: who plays, a game between them, and what the results say.

pub(crate) mod engine;
pub(crate) mod external_engine;
pub(crate) mod game;
pub(crate) mod spec;
pub(crate) mod stats;
