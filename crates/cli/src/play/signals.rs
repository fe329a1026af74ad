//! A process that is told to end gives the terminal back first.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
    },
};

use signal_hook::{consts::TERM_SIGNALS, flag, low_level};

/// Which of the signals that end a process has come, if any.
#[derive(Debug)]
pub(super) struct Signals(Arc<AtomicUsize>);

impl Signals {
    /// From here on they are noted, not obeyed.
    pub(super) fn note() -> io::Result<Self> {
        let noted = Arc::new(AtomicUsize::new(0));
        for &signal in [TERM_SIGNALS, &[signal_hook::consts::SIGHUP]].concat().iter() {
            flag::register_usize(signal, Arc::clone(&noted), signal as usize)?;
        }
        Ok(Signals(noted))
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
}
