//! The command, from outside.

mod command;
mod corpora;
mod play;
mod protocol;
mod serve;
mod server;
