//! A PostgreSQL of our own, on a free port and in a folder of its own, gone when dropped.
//!
//! It is a child of the test, not a daemon, so that a killed one is buried and the next finds its way: PostgreSQL
//! itself then sees that the files it left behind are nobody's, as after a power cut.

use std::{
    fs::File,
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use tempfile::TempDir;

pub(crate) struct Postgres {
    bin: PathBuf,
    folder: TempDir,
    place: PostgresOptions,
    port: u16,
    child: Child,
}

/// Where it is to be.
#[derive(Clone, Debug)]
pub(crate) struct PostgresOptions {
    pub(crate) address: &'static str,
    /// The network namespace it lives in, if not ours.
    pub(crate) space: Option<String>,
    /// Whether commits wait for the disk.
    pub(crate) fsync: bool,
}

impl PostgresOptions {
    pub(crate) fn here(fsync: bool) -> Self {
        PostgresOptions { address: "127.0.0.1", space: None, fsync }
    }
}

impl Postgres {
    /// Nothing where PostgreSQL is not installed.
    pub(crate) fn start(place: PostgresOptions) -> Option<Self> {
        let bin = newest()?;
        let folder = tempfile::tempdir().unwrap();
        if is_root() {
            let given = Command::new("chown").arg(user()).arg(folder.path()).status().unwrap();
            assert!(given.success());
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let data = folder.path().join("data");
        let made = program(&bin, &place, "initdb")
            .args(["-U", "postgres", "-A", "trust", "--no-sync", "-D"])
            .arg(&data)
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert!(made.success(), "initdb");
        std::fs::write(data.join("pg_hba.conf"), "local all all trust\nhost all all all trust\n").unwrap();
        let child = serve(&bin, &place, &data, port);
        Some(Postgres { bin, folder, place, port, child })
    }

    /// The address of the server, without a database.
    pub(crate) fn url(&self) -> String {
        format!("postgres://postgres@{}:{}", self.place.address, self.port)
    }

    /// Its first process and all it has started.
    fn processes(&self) -> Vec<u32> {
        let first = self.child.id();
        let rest = Command::new("pgrep").args(["-P", &first.to_string()]).output().unwrap();
        let rest = String::from_utf8(rest.stdout).unwrap();
        std::iter::once(first).chain(rest.lines().map(|id| id.trim().parse().unwrap())).collect()
    }

    /// Sends all its processes a signal.
    pub(crate) fn signal(&self, name: &str) {
        signal(name, &self.processes());
    }

    /// Ends it as a power cut would.
    pub(crate) fn kill(&mut self) {
        // Held still first, so that it starts none that we do not know of.
        signal("STOP", &[self.child.id()]);
        let processes = self.processes();
        signal("KILL", &processes);
        self.child.wait().unwrap();
        while processes.iter().any(|id| is_running(*id)) {
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Starts it again on what it has kept; returns when it answers.
    pub(crate) fn again(&mut self) {
        self.child = serve(&self.bin, &self.place, &self.folder.path().join("data"), self.port);
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if self.child.try_wait().unwrap().is_none() {
            self.signal("CONT");
            // At once, without a checkpoint: it takes its memory along.
            signal("QUIT", &[self.child.id()]);
            self.child.wait().unwrap();
        }
    }
}

fn serve(bin: &Path, place: &PostgresOptions, data: &Path, port: u16) -> Child {
    let log = data.join("log");
    // A host of its own may have several addresses.
    let listen = if place.space.is_some() { "*" } else { place.address };
    let mut child = program(bin, place, "postgres")
        .arg("-D")
        .arg(data)
        .args(["-p", &port.to_string()])
        .args(["-c", &format!("listen_addresses={listen}")])
        .args(["-c", &format!("unix_socket_directories={}", data.display())])
        .args(["-c", if place.fsync { "fsync=on" } else { "fsync=off" }])
        .stdout(Stdio::null())
        .stderr(File::options().append(true).create(true).open(&log).unwrap())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    loop {
        let asked = program(bin, place, "pg_isready")
            .args(["-q", "-h", place.address, "-p", &port.to_string()])
            .status()
            .unwrap();
        if asked.success() {
            return child;
        }
        let alive = child.try_wait().unwrap().is_none() && begin.elapsed() < Duration::from_secs(60);
        assert!(alive, "PostgreSQL does not start: {}", std::fs::read_to_string(&log).unwrap());
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// One of PostgreSQL's programs, which refuse to run as root. Nothing stands between it and us.
fn program(bin: &Path, place: &PostgresOptions, name: &str) -> Command {
    let mut words: Vec<String> = Vec::new();
    if let Some(space) = &place.space {
        words.extend(["ip", "netns", "exec", space].map(str::to_owned));
    }
    if is_root() {
        let (user, group) = (format!("--reuid={}", user()), format!("--regid={}", group()));
        words.extend(["setpriv".to_owned(), user, group, "--clear-groups".to_owned()]);
    }
    words.push(bin.join(name).display().to_string());
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).current_dir("/");
    command
}

/// Where the newest installed version has its programs.
fn newest() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").ok()?;
    let mut found: Vec<_> = versions
        .filter_map(|entry| Some(entry.ok()?.path().join("bin")))
        .filter(|bin| bin.join("initdb").exists())
        .collect();
    found.sort();
    found.pop()
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.trim_ascii() == b"0")
}

fn user() -> &'static str {
    let known = Command::new("id").arg("postgres").output().is_ok_and(|id| id.status.success());
    if known { "postgres" } else { "nobody" }
}

fn group() -> String {
    let group = Command::new("id").args(["-g", user()]).output().unwrap();
    String::from_utf8(group.stdout).unwrap().trim().to_owned()
}

/// One that has ended and that nobody has buried runs no more.
fn is_running(id: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

pub(crate) fn signal(name: &str, processes: &[u32]) {
    let ids = processes.iter().map(u32::to_string);
    // One that is gone needs no signal.
    let _gone =
        Command::new("kill").arg(format!("-{name}")).args(ids).stderr(Stdio::null()).status().unwrap();
}
