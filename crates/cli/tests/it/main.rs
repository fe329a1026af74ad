//! The command, from outside.

mod backup;
mod command;
mod corpora;
mod deploy;
mod docs;
mod lines;
mod load;
mod play;
mod protocol;
mod serve;
mod server;
#[cfg(target_os = "linux")]
mod terminal;
