//! The `ludarium` command: one file a subcommand.

mod admin;
mod analyse;
mod arena;
mod backup;
mod bench;
mod bench_search;
pub mod engine;
mod list;
mod load;
mod matches;
mod perft;
mod place;
mod play;
mod replay;
mod selfplay;
mod serve;
mod show;
mod verify;
mod worker;

use std::{
    io::{self, IsTerminal, Write},
    process::ExitCode,
};

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;

/// Play, study, host and research four out-of-print abstract games: Archimedes, Abraxas, Axiom and Ascension.
#[derive(Debug, Parser)]
#[command(name = "ludarium", version, propagate_version = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "Examples:
  ludarium play                                   play in the terminal
  ludarium games axiom                            the options of Axiom
  ludarium show archimedes --moves a2-c4          a drawing of a position
  ludarium perft abraxas --depth 3 --divide       count sequences of actions
  ludarium replay game.lud                        check a record
  ludarium verify game.lud                        check that its deal was fair
  ludarium serve --open                           host tables, in the browser
  echo 'game axiom
  go movetime 1000' | ludarium engine             ask the engine

Exit codes: 0 done; 1 it failed, or what was checked is not right; 2 the command line is not understood.";

#[derive(Debug, Subcommand)]
enum Command {
    Play(play::Args),
    Engine(engine::Args),
    Games(list::Args),
    Show(show::Args),
    Perft(perft::Args),
    Replay(replay::Args),
    Verify(verify::Args),
    Bench(bench::Args),
    Match(matches::Args),
    Analyse(analyse::Args),
    Selfplay(selfplay::Args),
    Serve(serve::Args),
    Worker(worker::Args),
    Load(load::Args),
    Admin(admin::Args),
    Backup(backup::Backup),
    Restore(backup::Restore),
    /// Write a completion script for a shell to standard output
    Completions {
        shell: Shell,
    },
}

/// Runs the command line of this process.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = io::stdout().lock();
    let done = match cli.command {
        Command::Engine(args) => {
            // The engine's searches write from their own threads.
            drop(out);
            return exit(args.run(io::stdin().lock(), io::stdout()));
        }
        Command::Play(args) => {
            // A search that panics gives the terminal back from its own thread.
            drop(out);
            return exit(args.run());
        }
        Command::Games(args) => args.run(&mut out),
        Command::Show(args) => args.run(&mut out),
        Command::Perft(args) => args.run(&mut out),
        Command::Replay(args) => args.run(&mut out),
        Command::Verify(args) => args.run(&mut out),
        Command::Bench(args) => args.run(&mut out),
        Command::Match(args) => args.run(&mut out),
        Command::Analyse(args) => args.run(&mut out),
        Command::Selfplay(args) => args.run(&mut out),
        Command::Serve(args) => args.run(),
        Command::Worker(args) => args.run(),
        Command::Load(args) => args.run(&mut out),
        Command::Admin(args) => args.run(),
        Command::Backup(args) => {
            // A backup may go to standard output itself.
            drop(out);
            return exit(args.run());
        }
        Command::Restore(args) => args.run(),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "ludarium", &mut script);
            out.write_all(&script).map(|()| Verdict::Right).map_err(Into::into)
        }
    };
    exit(done.and_then(|verdict| out.flush().map(|()| verdict).map_err(Into::into)))
}

/// What a command that checks something found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Right,
    Wrong,
}

fn exit(done: anyhow::Result<Verdict>) -> ExitCode {
    match done {
        Ok(Verdict::Right) => ExitCode::SUCCESS,
        Ok(Verdict::Wrong) => ExitCode::FAILURE,
        Err(error) => {
            if let Some(usage) = error.downcast_ref::<clap::Error>() {
                usage.exit();
            }
            // Whoever reads our output may stop reading: that is no failure of ours.
            if error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe) {
                return ExitCode::SUCCESS;
            }
            // Nothing is left to tell whom standard error does not reach.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// An error of the command line: exit code 2, and a hint where to find help.
fn usage(message: impl std::fmt::Display) -> anyhow::Error {
    Cli::command().error(clap::error::ErrorKind::ValueValidation, message).into()
}

/// Whether standard output shows colour.
fn colour_by_default() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// The examples of the README hold.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
