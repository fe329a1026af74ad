//! The command, from outside.

mod command;
mod corpora;
mod protocol;
mod serve;
