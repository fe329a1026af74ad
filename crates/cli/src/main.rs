//! `ludarium`: the one binary.

use std::process::ExitCode;

use rust_embed::RustEmbed;

/// What `web/dist` held at build time; nothing if the client was not built. It is here, and not where it is served, so that
/// everything else can be compiled while the client is.
#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../../web/dist"]
#[allow_missing = true]
struct Client;

/// A server tells every action in many small pieces of text: a third of its time went into the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    ludarium::main(games::GAMES, <Client as RustEmbed>::get)
}
