//! What a program writes, read as it comes.

use std::{
    io::{BufRead, BufReader, Read},
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

/// How long a test waits for what must come, however busy the machine is: to reach it is to fail.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// The lines of a program. All are read, whether they are asked for or not, and a test that fails shows them.
pub(crate) struct Lines(Receiver<String>);

impl Lines {
    pub(crate) fn of(output: impl Read + Send + 'static) -> Self {
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                eprintln!("{line}");
                let _nobody_listens = sender.send(line);
            }
        });
        Lines(receiver)
    }

    /// The next line that contains this.
    pub(crate) fn until(&self, said: &str) -> String {
        self.within(PATIENCE, said).unwrap_or_else(|| panic!("it does not say `{said}`"))
    }

    /// The next line that contains this, if it comes within this time and before the program ends.
    pub(crate) fn within(&self, time: Duration, said: &str) -> Option<String> {
        let end = Instant::now() + time;
        let next = || self.0.recv_timeout(end.saturating_duration_since(Instant::now())).ok();
        std::iter::from_fn(next).find(|line| line.contains(said))
    }
}
