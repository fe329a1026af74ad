//! A process as Linux tells of it.

use std::{fs, time::Duration};

/// How many ticks Linux counts a second of work as, on every processor of today.
const TICKS: u64 = 100;

/// What a process holds and has used.
#[derive(Clone, Copy, Debug)]
pub struct Process {
    /// Bytes of memory in use.
    pub memory: u64,
    /// The most that ever was.
    pub peak: u64,
    /// Processor time, in its own code and in the system's.
    pub work: Duration,
    /// How many files and sockets it may open.
    pub most_files: u64,
}

impl Process {
    /// The process with this number; nothing on a system that does not tell.
    pub fn read(number: u32) -> Option<Self> {
        let file = |name: &str| fs::read_to_string(format!("/proc/{number}/{name}")).ok();
        let (status, stat, limits) = (file("status")?, file("stat")?, file("limits")?);
        let bytes = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
        };
        let files = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
        Some(Process {
            memory: bytes("VmRSS:")?,
            peak: bytes("VmHWM:")?,
            work: work(&stat)?,
            most_files: files.split_whitespace().next()?.parse().unwrap_or(u64::MAX),
        })
    }

    /// The processor time that this very process has used, of all its threads.
    pub fn own_work() -> Option<Duration> {
        let stat = fs::read_to_string("/proc/self/stat").ok()?;
        work(&stat)
    }

    /// How many files and sockets this very process has open.
    pub fn open_files() -> Option<usize> {
        Some(fs::read_dir("/proc/self/fd").ok()?.count())
    }
}

/// How many files and sockets this very process may open.
pub(crate) fn most_files() -> usize {
    // Where the system does not tell, it is not the system that limits.
    rlimit::Resource::NOFILE.get_soft().map_or(usize::MAX / 100, |most| most.min(1 << 30) as usize)
}

/// What the line of a process says of its processor time.
fn work(stat: &str) -> Option<Duration> {
    // The name, in brackets, may hold anything.
    let fields: Vec<_> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index)?.parse::<u64>().ok();
    Some(Duration::from_millis((ticks(11)? + ticks(12)?) * 1000 / TICKS))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn this_process_is_told_of() {
        let process = Process::read(std::process::id()).expect("Linux tells");
        assert!(process.memory > 0 && process.peak >= process.memory && process.most_files > 0);
        assert!(Process::open_files() > Some(2));
    }
}
