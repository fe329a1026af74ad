use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::Duration,
};

use ::engine::{AnyGame, Seat, search::Clocks};
use anyhow::{Context, Result, bail};

use super::spec::Pace;

/// Beyond its limit, a program that does not answer has crashed.
const PATIENCE: Duration = Duration::from_secs(10);

/// A program that speaks the engine protocol.
pub(crate) struct ExternalEngine {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// The set-up it was told.
    setup: Option<String>,
}

impl ExternalEngine {
    pub(crate) fn start(command: &str) -> Result<Self> {
        let mut child = Command::new("sh")
            .args(["-c", command])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("cannot start `{command}`"))?;
        let input = child.stdin.take().expect("the input is a pipe");
        let output = child.stdout.take().expect("the output is a pipe");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { break };
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let mut program = ExternalEngine { child, input, lines, setup: None };
        program.tell("ugi")?;
        program.wait_for("ugiok", PATIENCE)?;
        Ok(program)
    }

    fn tell(&mut self, line: &str) -> Result<()> {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).context("the program has gone")
    }

    /// The line that begins with this word.
    fn wait_for(&mut self, word: &str, patience: Duration) -> Result<String> {
        loop {
            match self.lines.recv_timeout(patience) {
                Ok(line) if line.split_whitespace().next() == Some(word) => return Ok(line),
                Ok(line) if line.starts_with("error") => bail!("the program says: {line}"),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => bail!("the program does not answer `{word}`"),
                Err(RecvTimeoutError::Disconnected) => bail!("the program has ended"),
            }
        }
    }

    pub(crate) fn choose(&mut self, game: &dyn AnyGame, pace: Pace, clocks: &Clocks) -> Result<String> {
        let setup = game.setup();
        if self.setup.as_ref() != Some(&setup) {
            self.tell(&format!("game {} {setup}", game.info().key))?;
            self.setup = Some(setup);
        }
        self.tell(&format!("position startpos moves {}", game.moves().join(" ")))?;
        let (go, limit) = match pace {
            Pace::Free => ("go movetime 1000".to_owned(), Duration::from_secs(1)),
            Pace::Time(time) => (format!("go movetime {}", time.as_millis()), time),
            Pace::Nodes(nodes) => (format!("go nodes {nodes}"), Duration::from_secs(60)),
            Pace::Depth(depth) => (format!("go depth {depth}"), Duration::from_secs(600)),
            Pace::Clock(..) => {
                let seat = game.turn().seat().expect("a player is asked before the end");
                (clock_words(game.seats(), clocks), clocks.left[seat].unwrap_or_default())
            }
        };
        self.tell(&go)?;
        let answer = self.wait_for("bestmove", limit + PATIENCE)?;
        answer.split_whitespace().nth(1).map(str::to_owned).context("`bestmove` without a move")
    }
}

fn clock_words(seats: usize, clocks: &Clocks) -> String {
    let mut words = "go".to_owned();
    for seat in Seat::all(seats) {
        let left = clocks.left[seat].unwrap_or_default().as_millis();
        let increment = clocks.increment[seat].as_millis();
        words += &match seat.number() {
            1 => format!(" wtime {left} winc {increment}"),
            2 => format!(" btime {left} binc {increment}"),
            number => format!(" time{number} {left} inc{number} {increment}"),
        };
    }
    words
}

impl Drop for ExternalEngine {
    fn drop(&mut self) {
        // It may have gone already; either way it must not outlive the match.
        let _ = self.tell("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
