//! The `ludarium` command: one file per subcommand.

mod admin;
mod analyse;
mod arena;
mod backup;
mod bench;
mod bench_search;
mod colours;
pub mod engine;
mod explore;
mod list;
mod load;
mod matches;
mod perft;
mod play;
mod position_args;
mod puzzles;
mod replay;
mod selfplay;
mod serve;
mod show;
mod train;
mod verify;
mod worker;

use std::{
    io::{self, Write},
    process::ExitCode,
};

use ::engine::GameList;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand, builder::PossibleValuesParser};
use clap_complete::Shell;
use server::ClientFiles;

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

Exit codes: 0 success; 1 failure, or a check that failed; 2 a wrong command line.";

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
    Explore(explore::Args),
    Selfplay(selfplay::Args),
    Train(train::Args),
    Puzzles(puzzles::Args),
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

/// A command and its subcommands, whose arguments `game` take the keys of these games; as an option the first, if left out.
fn with_games(command: clap::Command, games: GameList) -> clap::Command {
    let keys = || games.iter().map(|entry| entry.info().key);
    let of_game = |arg: clap::Arg| match arg.get_id() == "game" {
        false => arg,
        true if arg.is_positional() => arg.value_parser(PossibleValuesParser::new(keys())),
        true => {
            arg.value_parser(PossibleValuesParser::new(keys())).required(false).default_values(keys().next())
        }
    };
    command.mut_args(of_game).mut_subcommands(|subcommand| with_games(subcommand, games))
}

/// Runs the command line of this process.
pub fn main(games: GameList, client: ClientFiles) -> ExitCode {
    let cli = Cli::from_arg_matches(&with_games(Cli::command(), games).get_matches())
        .unwrap_or_else(|error| error.exit());
    let mut out = io::stdout().lock();
    let done = match cli.command {
        Command::Engine(args) => {
            // The engine's searches write from their own threads.
            drop(out);
            return exit(args.run(games, io::stdin().lock(), io::stdout()));
        }
        Command::Play(args) => {
            // A search that panics restores the terminal from its own thread.
            drop(out);
            return exit(args.run(games));
        }
        Command::Games(args) => args.run(games, &mut out),
        Command::Show(args) => args.run(games, &mut out),
        Command::Perft(args) => args.run(games, &mut out),
        Command::Replay(args) => args.run(games, &mut out),
        Command::Verify(args) => args.run(games, &mut out),
        Command::Bench(args) => args.run(games, &mut out),
        Command::Match(args) => args.run(games, &mut out),
        Command::Analyse(args) => args.run(games, &mut out),
        Command::Explore(args) => args.run(games, &mut out),
        Command::Selfplay(args) => args.run(games, &mut out),
        Command::Train(args) => args.run(games, &mut out),
        Command::Puzzles(args) => args.run(games, &mut out),
        Command::Serve(args) => args.run(games, client),
        Command::Worker(args) => args.run(),
        Command::Load(args) => args.run(games, &mut out),
        Command::Admin(args) => args.run(),
        Command::Backup(args) => {
            // A backup may go to standard output itself.
            drop(out);
            return exit(args.run());
        }
        Command::Restore(args) => args.run(),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut with_games(Cli::command(), games), "ludarium", &mut script);
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
            // A reader may close our output early: that is no failure.
            if error.downcast_ref::<io::Error>().is_some_and(|e| e.kind() == io::ErrorKind::BrokenPipe) {
                return ExitCode::SUCCESS;
            }
            // If standard error is closed too, there is nowhere to report it.
            let _ = writeln!(io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// An error of the command line: exit code 2, and a hint where to find help.
fn usage(message: impl std::fmt::Display) -> anyhow::Error {
    Cli::command().error(clap::error::ErrorKind::ValueValidation, message).into()
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
        with_games(Cli::command(), games::GAMES).debug_assert();
    }
}
