//! A process that is told to end, or whose terminal is gone, ends; a terminal that is there is given back first.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
    thread,
    time::Duration,
};

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    stdio,
};
use signal_hook::{
    consts::{SIGHUP, TERM_SIGNALS},
    flag, low_level,
};

use super::screen;

/// How often the terminal is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// How long whoever is asked to end may take before it is done without them.
const GRACE: Duration = Duration::from_millis(500);

/// Which of the signals that end a process has come, if any.
#[derive(Clone, Debug)]
pub(super) struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// From here on they are noted, and obeyed by whoever plays; if that does not happen soon, without them.
    pub(super) fn note() -> io::Result<Self> {
        let signals = Signals(Arc::default());
        for &signal in [TERM_SIGNALS, &[SIGHUP]].concat().iter() {
            flag::register_usize(signal, Arc::clone(&signals.0), signal as usize)?;
        }
        let watched = signals.clone();
        thread::Builder::new().name("signals".to_owned()).spawn(move || watched.watch())?;
        Ok(signals)
    }

    pub(super) fn came(&self) -> bool {
        self.0.load(Relaxed) != 0
    }

    /// Ends as the signal would have.
    pub(super) fn obey(&self) -> io::Result<()> {
        match self.0.load(Relaxed) {
            0 => Ok(()),
            signal => low_level::emulate_default_handler(signal as i32),
        }
    }

    /// Waits so long for the terminal to go away, and notes it like the signal that then may or may not come.
    pub(super) fn note_hang_up(&self, wait: Duration) {
        if hung_up(wait) {
            self.0.store(SIGHUP as usize, Relaxed);
        }
    }

    /// Crossterm reads the end of a terminal that is gone again and again and never comes back (its issue 793), and a
    /// terminal that takes nothing holds up whoever draws: neither looks at the signals any more.
    fn watch(&self) {
        while !self.came() {
            self.note_hang_up(LOOK);
        }
        thread::sleep(GRACE);
        // Beside, since a terminal that takes nothing holds up this as well. One that is gone needs nothing back.
        thread::spawn(screen::give_back);
        thread::sleep(GRACE);
        // The process ends here, or it cannot be ended.
        let _ = self.obey();
    }
}

/// Waits for the terminal to go away; whether it has.
fn hung_up(wait: Duration) -> bool {
    let stdin = stdio::stdin();
    // Asked for nothing, poll tells of nothing but this.
    let mut stdin = [PollFd::new(&stdin, PollFlags::empty())];
    let until = Timespec { tv_sec: wait.as_secs() as i64, tv_nsec: 0 };
    let told = poll(&mut stdin, Some(&until));
    let gone = stdin[0].revents().contains(PollFlags::HUP);
    if !gone && told != Ok(0) {
        // A signal, a system in need, or one that cannot tell: none of it says anything of the terminal.
        thread::sleep(wait);
    }
    gone
}
