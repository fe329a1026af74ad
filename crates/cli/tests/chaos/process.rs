//! Processes of the real binary.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use tempfile::TempDir;

use crate::{not_run, postgres::signal};

pub(crate) fn sleep(milliseconds: u64) {
    std::thread::sleep(Duration::from_millis(milliseconds));
}

pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

const BINARY: &str = env!("CARGO_BIN_EXE_ludarium");

pub(crate) struct Process {
    child: Child,
}

impl Process {
    /// A server; returns when it serves.
    pub(crate) fn serve(database: &str, port: u16, flags: &[&str]) -> Self {
        Self::start(&mut serve(database, port, flags))
    }

    /// A server behind the words of another program.
    pub(crate) fn serve_behind(words: &[String], database: &str, port: u16) -> Self {
        let server = serve(database, port, &[]);
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).arg(server.get_program()).args(server.get_args());
        Self::start(command.env("NO_COLOR", "1"))
    }

    /// A worker; returns when it works.
    pub(crate) fn work(database: &str) -> Self {
        Self::start(ludarium().args(["worker", "--threads", "1", "--database", database]))
    }

    fn start(command: &mut Command) -> Self {
        let start = Instant::now();
        // A database that recovers may turn the first away.
        while start.elapsed() < Duration::from_secs(30) {
            let mut child = command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
            let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
            let ready = |line: &String| line.contains("serving") || line.contains("working");
            let mut said = Vec::new();
            let up = lines.by_ref().map_while(Result::ok).any(|line| {
                let up = ready(&line);
                said.push(line);
                up
            });
            if up {
                let loud = std::env::var_os("CHAOS_LOG").is_some();
                std::thread::spawn(move || {
                    for line in lines.map_while(Result::ok).filter(|_| loud) {
                        eprintln!("{line}");
                    }
                });
                return Process { child };
            }
            child.wait().unwrap();
            eprintln!("not up: {said:?}");
            sleep(300);
        }
        panic!("{command:?} does not start");
    }

    /// As a power cut would: no goodbye.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// As an operator would.
    pub(crate) fn stop(&mut self) {
        signal("TERM", &[self.child.id()]);
        self.child.wait().unwrap();
    }

    /// Lets it stand still, or go on.
    pub(crate) fn signal(&self, name: &str) {
        signal(name, &[self.child.id()]);
    }

    pub(crate) fn is_alive(&mut self) -> bool {
        self.child.try_wait().unwrap().is_none()
    }

    /// Whether it says that it is well.
    pub(crate) fn answers(&mut self, port: u16) -> bool {
        get(port, "/healthz").is_some_and(|answer| answer.contains("200 OK"))
    }
}

fn get(port: u16, path: &str) -> Option<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    write!(stream, "GET {path} HTTP/1.0\r\n\r\n").ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    Some(answer)
}

/// What the server at this port says of itself.
pub(crate) fn metric(port: u16, name: &str) -> f64 {
    let answer = get(port, "/metrics").unwrap();
    let value = answer.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    value.unwrap().parse().unwrap()
}

impl Drop for Process {
    fn drop(&mut self) {
        // Most are gone already.
        let _gone = self.child.kill();
        let _gone = self.child.wait();
    }
}

/// What stands before a server's own words, so that each of its `fsync`s takes this long; nothing where none can be
/// made slow.
pub(crate) fn slow_disk(milliseconds: u64) -> Option<Vec<String>> {
    let inject = format!("inject=fsync,fdatasync:delay_enter={}", milliseconds * 1000);
    // Its own process stays the server's, and strace only looks on at these two calls.
    let how = ["-D", "-f", "--seccomp-bpf", "-qqq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e"];
    let words: Vec<_> =
        std::iter::once("strace").chain(how).chain([inject.as_str()]).map(str::to_owned).collect();
    let tried = Command::new(&words[0]).args(&words[1..]).arg("true").status();
    if !tried.is_ok_and(|status| status.success()) {
        return not_run("a slow disk: strace cannot trace here (apt-get install strace)");
    }
    Some(words)
}

pub(crate) fn ludarium() -> Command {
    let mut command = Command::new(BINARY);
    command.env("NO_COLOR", "1").env_remove("LUDARIUM_LOG");
    command
}

fn serve(database: &str, port: u16, flags: &[&str]) -> Command {
    let mut command = ludarium();
    command.args(["serve", "--rate", "0", "--database", database, "--bind"]);
    command.arg(format!("127.0.0.1:{port}")).args(flags);
    command
}

/// A library that tells a process another time of day, and lets time itself go on as it does.
pub(crate) struct Faketime {
    library: PathBuf,
    folder: TempDir,
}

impl Faketime {
    pub(crate) fn find() -> Option<Self> {
        let found = std::fs::read_dir("/usr/lib")
            .ok()?
            .filter_map(|entry| Some(entry.ok()?.path().join("faketime/libfaketimeMT.so.1")))
            .find(|library| library.exists());
        let Some(library) = found else {
            return not_run("a clock that steps: there is no libfaketime (apt-get install faketime)");
        };
        let faketime = Faketime { library, folder: tempfile::tempdir().unwrap() };
        faketime.step("+0");
        Some(faketime)
    }

    fn file(&self) -> PathBuf {
        Path::new(self.folder.path()).join("time")
    }

    pub(crate) fn serve(&self, database: &str, port: u16) -> Process {
        Process::start(
            serve(database, port, &[])
                .env("LD_PRELOAD", &self.library)
                .env("FAKETIME_TIMESTAMP_FILE", self.file())
                .env("FAKETIME_NO_CACHE", "1")
                .env("FAKETIME_DONT_FAKE_MONOTONIC", "1"),
        )
    }

    /// From now on the clock is off by this much.
    pub(crate) fn step(&self, by: &str) {
        let fresh = self.folder.path().join("next");
        std::fs::write(&fresh, by).unwrap();
        std::fs::rename(fresh, self.file()).unwrap();
    }
}
