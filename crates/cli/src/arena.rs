//! Matches between players: who plays, a game between them, and what the results say.

pub(crate) mod game;
pub(crate) mod outside;
pub(crate) mod player;
pub(crate) mod spec;
pub(crate) mod stats;
