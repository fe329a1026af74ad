//! The engine, tested on a game made for it.

mod laws;
mod lud;
mod new_game;
mod perft;
mod pile;
mod record;
mod search;
