//! `ludarium engine`: the line protocol of docs/engine-protocol.md.

mod go;
mod lines;
mod options;
mod session;

use std::{
    io::{self, BufRead, Write},
    sync::{Mutex, PoisonError},
    thread::{self, Scope, ScopedJoinHandle},
};

use ::engine::GameList;

use self::{
    go::Search,
    lines::{Input, Lines},
    session::{Answer, Session},
};
use crate::Verdict;

/// Speak the engine protocol on standard input and output
///
/// One command per line, in the manner of UCI; the commands are in docs/engine-protocol.md.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  $ ludarium engine
  game archimedes seats=3
  query legal
  go movetime 1000
  quit")]
pub(crate) struct Args {}

impl Args {
    pub(crate) fn run(
        &self,
        games: GameList,
        input: impl BufRead,
        output: impl Write + Send,
    ) -> anyhow::Result<Verdict> {
        run(games, input, output)?;
        Ok(Verdict::Right)
    }
}

/// Answers commands until `quit` or the end of the input.
///
/// At the end of the input a search with a limit is waited for; one without is stopped.
pub fn run(games: GameList, input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
    let output = Output(Mutex::new(output));
    let mut lines = Lines::new(input);
    let mut session = Session::new(games);
    thread::scope(|scope| {
        let mut running: Option<Running<'_>> = None;
        while let Some(input) = lines.next()? {
            let line = match &input {
                Input::Line(line) => line,
                Input::Fault(fault) => {
                    output.line(&error(fault))?;
                    continue;
                }
            };
            if session::changes_something(line)
                && let Some(search) = running.take()
            {
                search.finish()?;
            }
            match session.command(line) {
                Answer::Lines(lines) => output.lines(&lines)?,
                Answer::Error(reason) => output.line(&error(&reason))?,
                Answer::Go(search) => running = Some(Running::start(scope, *search, &output)),
                Answer::Stop => {
                    if let Some(search) = running.take() {
                        search.stop()?;
                    }
                }
                Answer::Quit => {
                    return running.take().map_or(Ok(()), Running::stop);
                }
            }
        }
        running.map_or(Ok(()), Running::finish)
    })
}

/// Where answers go, from the input loop and from a search. Flushed after every line.
struct Output<W>(Mutex<W>);

impl<W: Write> Output<W> {
    fn line(&self, line: &str) -> io::Result<()> {
        self.lines(&[line])
    }

    /// Writes lines that belong together: no search tells anything between them.
    fn lines(&self, lines: &[impl AsRef<str>]) -> io::Result<()> {
        // A search that panicked has written whole lines or none.
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for line in lines {
            writeln!(out, "{}", line.as_ref())?;
            out.flush()?;
        }
        Ok(())
    }
}

/// A search on its own thread.
struct Running<'scope> {
    stop: ::engine::search::Stop,
    endless: bool,
    thread: ScopedJoinHandle<'scope, io::Result<()>>,
}

impl<'scope> Running<'scope> {
    fn start<W: Write + Send>(
        scope: &'scope Scope<'scope, '_>,
        search: Search,
        output: &'scope Output<W>,
    ) -> Self {
        let (stop, endless) = (search.stop(), search.is_endless());
        let thread = scope.spawn(move || search.run(&mut |line| output.line(line)));
        Running { stop, endless, thread }
    }

    /// Ends the search now.
    fn stop(self) -> io::Result<()> {
        self.stop.ask();
        self.thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    }

    /// Lets the search come to its limit; one without is stopped.
    fn finish(self) -> io::Result<()> {
        if self.endless {
            self.stop()
        } else {
            self.thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        }
    }
}

/// One line that tells why a command was not carried out: no control characters, not endless.
fn error(reason: &str) -> String {
    const LONGEST: usize = 400;
    let mut line: String =
        reason.chars().take(LONGEST).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if reason.chars().nth(LONGEST).is_some() {
        line.push('…');
    }
    format!("error {line}")
}
