//! The command, from outside.

mod command;
mod protocol;
