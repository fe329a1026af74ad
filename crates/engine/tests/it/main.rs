//! The engine, tested on a game made for it.

mod lud;
mod perft;
mod pile;
mod record;
mod search;
