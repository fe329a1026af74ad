//! The server processes under load: their addresses, memory and processor time.

use std::{
    fs,
    io::{BufRead, BufReader},
    net::SocketAddr,
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use ::server::process::Process;
use anyhow::{Context, anyhow};
use serde::Serialize;
use serde_json::Value;
use tempfile::TempDir;

/// How often memory is measured.
const EVERY: Duration = Duration::from_millis(500);

/// Servers that run, or one that was started for this run and ends with it.
#[derive(Debug)]
pub(super) struct Server {
    addresses: Vec<SocketAddr>,
    processes: Vec<u32>,
    started: Option<(Child, TempDir)>,
}

/// Bytes of memory that are in use, where the system tells.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct Memory {
    pub(super) start: Option<u64>,
    /// With the idle sockets.
    pub(super) idle: Option<u64>,
    /// With the tables of the players too.
    pub(super) tables: Option<u64>,
    pub(super) peak: Option<u64>,
    /// Seconds since the players began, and bytes.
    pub(super) over_time: Vec<(f64, u64)>,
}

impl Server {
    pub(super) fn given(addresses: Vec<SocketAddr>, processes: &[u32]) -> Self {
        Server { addresses, processes: processes.to_vec(), started: None }
    }

    /// Starts this program's own server, on a database of its own if none is given, with this share of the usual limits of
    /// rate.
    pub(super) fn start(database: Option<&str>, rate: &str) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir().context("cannot make a folder for the database")?;
        let own = format!("sqlite:{}", folder.path().join("load.db").display());
        let settings = folder.path().join("ludarium.toml");
        fs::write(&settings, "")?;
        let ours = std::env::vars_os().filter(|(name, _)| !name.to_string_lossy().starts_with("LUDARIUM_"));
        let mut child = Command::new(std::env::current_exe()?)
            .args(["serve", "--bind", "127.0.0.1:0", "--rate", rate, "--json-log"])
            .args(["--database", database.unwrap_or(&own)])
            .arg("--config")
            .arg(settings)
            .env_clear()
            .envs(ours)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .context("cannot start a server")?;
        let mut log = BufReader::new(child.stderr.take().expect("it is piped")).lines();
        let mut said = String::new();
        let address = log.by_ref().map_while(Result::ok).find_map(|line| {
            let entry: Value = serde_json::from_str(&line).unwrap_or_default();
            said = line;
            entry["fields"]["address"].as_str()?.parse().ok()
        });
        let Some(address) = address else {
            child.kill()?;
            child.wait()?;
            return Err(anyhow!("the server does not start: {said}"));
        };
        // A full pipe would stop the server, so its log is read on; its warnings are shown.
        std::thread::spawn(move || {
            for line in log.map_while(Result::ok).filter(|line| !line.contains("\"level\":\"INFO\"")) {
                eprintln!("{line}");
            }
        });
        Ok(Server { addresses: vec![address], processes: vec![child.id()], started: Some((child, folder)) })
    }

    pub(super) fn addresses(&self) -> &[SocketAddr] {
        &self.addresses
    }

    pub(super) fn processes(&self) -> &[u32] {
        &self.processes
    }

    /// The memory and processor time of all of them, as far as the system tells.
    pub(super) fn measure(&self) -> Vec<Process> {
        measure(&self.processes)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some((child, _)) = &mut self.started {
            // It may have ended by itself.
            let _ended = child.kill().and_then(|()| child.wait());
        }
    }
}

/// Measures the memory until `end`.
pub(super) async fn watch(processes: Vec<u32>, start: Instant, end: Instant) -> Vec<(f64, u64)> {
    let mut seen = Vec::new();
    while Instant::now() < end {
        seen.extend(
            sum(&measure(&processes), |process| process.memory)
                .map(|bytes| (start.elapsed().as_secs_f64(), bytes)),
        );
        tokio::time::sleep(EVERY).await;
    }
    seen
}

fn measure(processes: &[u32]) -> Vec<Process> {
    processes.iter().filter_map(|&process| Process::read(process)).collect()
}

/// The sum over all processes, if any is known.
pub(super) fn sum<T: std::iter::Sum>(processes: &[Process], of: fn(&Process) -> T) -> Option<T> {
    (!processes.is_empty()).then(|| processes.iter().map(of).sum())
}
