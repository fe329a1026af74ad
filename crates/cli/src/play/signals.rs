//! Signals that end the process, and a terminal that is closed: the terminal is restored first, then the process ends.

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

/// How often the terminal is checked.
const CHECK: Duration = Duration::from_secs(1);
/// How long the main loop may take to end before the process is ended without it.
const GRACE: Duration = Duration::from_millis(500);

/// Which of the signals that end a process has been received, if any.
#[derive(Clone, Debug)]
pub(super) struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// Installs the handlers. The main loop asks [`received`](Self::received) and ends; a watching thread ends the
    /// process if it does not.
    pub(super) fn install() -> io::Result<Self> {
        let signals = Signals(Arc::default());
        for &signal in [TERM_SIGNALS, &[SIGHUP]].concat().iter() {
            flag::register_usize(signal, Arc::clone(&signals.0), signal as usize)?;
        }
        let watched = signals.clone();
        thread::Builder::new().name("signals".to_owned()).spawn(move || watched.watch())?;
        Ok(signals)
    }

    pub(super) fn received(&self) -> bool {
        self.0.load(Relaxed) != 0
    }

    /// Ends as the signal would have.
    pub(super) fn obey(&self) -> io::Result<()> {
        match self.0.load(Relaxed) {
            0 => Ok(()),
            signal => low_level::emulate_default_handler(signal as i32),
        }
    }

    /// Waits this long for the terminal to be closed, and counts that as SIGHUP, which may or may not be sent as well.
    pub(super) fn note_hang_up(&self, wait: Duration) {
        if hung_up(wait) {
            self.0.store(SIGHUP as usize, Relaxed);
        }
    }

    /// Crossterm reads the end of a closed terminal for ever (its issue 793), and a terminal that accepts no output
    /// blocks the main loop: neither asks for signals any more.
    fn watch(&self) {
        while !self.received() {
            self.note_hang_up(CHECK);
        }
        thread::sleep(GRACE);
        // On a thread, since a terminal that accepts no output blocks this as well. A closed one needs no restoring.
        thread::spawn(screen::restore);
        thread::sleep(GRACE);
        // The process ends here, or it cannot be ended.
        let _ = self.obey();
    }
}

/// Waits for the terminal to be closed; whether it has been.
fn hung_up(wait: Duration) -> bool {
    let stdin = stdio::stdin();
    // Without requested events, poll reports hang-ups alone.
    let mut stdin = [PollFd::new(&stdin, PollFlags::empty())];
    let until = Timespec { tv_sec: wait.as_secs() as i64, tv_nsec: 0 };
    let ready = poll(&mut stdin, Some(&until));
    let gone = stdin[0].revents().contains(PollFlags::HUP);
    if !gone && ready != Ok(0) {
        // Interrupted, out of resources or unsupported: none of it says anything about the terminal.
        thread::sleep(wait);
    }
    gone
}
