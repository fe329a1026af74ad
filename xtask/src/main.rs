//! What cargo cannot say: `cargo xtask test`, `serve`, `codegen`, `web`, `site`, `bench`, `dist`.

mod browser;
mod codegen;
mod crates;
mod dist;
mod need;
mod python;
mod serve;
mod server;
mod shell;
mod site;
mod step;
mod test;
mod web;

use std::process::ExitCode;

use clap::Parser;

/// What cargo cannot say
#[derive(Debug, Parser)]
#[command(bin_name = "cargo xtask")]
enum Task {
    Test(test::Args),
    Serve(serve::Args),
    Codegen(codegen::Args),
    /// Build the web client into web/dist
    Web,
    Site(site::Args),
    /// Measure how fast the module for browsers searches, beside this machine's own code
    Bench,
    /// Build the release archive into dist/
    Dist,
}

fn main() -> ExitCode {
    let done = match Task::parse() {
        Task::Test(args) => return args.run(),
        Task::Serve(args) => args.run(),
        Task::Codegen(args) => args.run(),
        Task::Web => web::build(),
        Task::Site(args) => args.run(),
        Task::Bench => browser::bench(),
        Task::Dist => dist::run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
