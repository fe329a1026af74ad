//! `ludarium`: the one binary.

use std::process::ExitCode;

/// A server tells every action in many small pieces of text: a third of its time went into the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    ludarium::main(games::GAMES)
}
