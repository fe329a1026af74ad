//! A PostgreSQL of our own that can be killed, stopped and woken.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use tempfile::TempDir;

use crate::process::{free_port, signal, sleep};

pub(crate) struct Postgres {
    bin: PathBuf,
    folder: TempDir,
    address: String,
    port: u16,
    /// The network it lives in, if not ours.
    space: Option<String>,
}

impl Postgres {
    pub(crate) fn start(address: &str, space: Option<&str>) -> Option<Self> {
        let Some(bin) = newest() else {
            eprintln!("SKIPPED: PostgreSQL is not installed (cargo xtask test postgres installs it)");
            return None;
        };
        let folder = tempfile::tempdir().unwrap();
        let given = Command::new("chown").arg(user()).arg(folder.path()).status().unwrap();
        assert!(given.success());
        let postgres = Postgres {
            bin,
            folder,
            address: address.to_owned(),
            port: free_port(),
            space: space.map(str::to_owned),
        };
        let data = postgres.data();
        postgres.run("initdb", &["-D", &data, "-U", "postgres", "-A", "trust", "--no-sync"]);
        let access = format!("{data}/pg_hba.conf");
        std::fs::write(access, "local all all trust\nhost all all all trust\n").unwrap();
        postgres.go();
        Some(postgres)
    }

    fn data(&self) -> String {
        self.folder.path().join("data").display().to_string()
    }

    pub(crate) fn database(&self) -> String {
        format!("postgres://postgres@{}:{}/postgres", self.address, self.port)
    }

    /// Starts it, with every commit on the disk before it is answered.
    pub(crate) fn go(&self) {
        let data = self.data();
        let options = format!(
            "-p {} -c listen_addresses={} -c unix_socket_directories={data} -c fsync=on",
            self.port, self.address
        );
        self.run(
            "pg_ctl",
            &["-D", &data, "-w", "-t", "60", "-l", &format!("{data}/log"), "-o", &options, "start"],
        );
    }

    fn run(&self, program: &str, args: &[&str]) {
        assert!(self.try_run(program, args), "{program} {args:?}");
    }

    fn try_run(&self, program: &str, args: &[&str]) -> bool {
        let mut words: Vec<String> = Vec::new();
        if let Some(space) = &self.space {
            words.extend(["ip", "netns", "exec", space].map(str::to_owned));
        }
        // PostgreSQL refuses to run as root.
        words.extend(["runuser", "-u", user(), "--"].map(str::to_owned));
        words.push(self.bin.join(program).display().to_string());
        let done = Command::new(&words[0])
            .args(&words[1..])
            .args(args)
            .current_dir("/")
            .stdout(Stdio::null())
            .status()
            .unwrap();
        done.success()
    }

    /// The first process and all it has started.
    fn processes(&self) -> Vec<u32> {
        let file = std::fs::read_to_string(Path::new(&self.data()).join("postmaster.pid")).unwrap();
        let first = file.lines().next().unwrap();
        let rest = Command::new("pgrep").args(["-P", first]).output().unwrap();
        let rest = String::from_utf8(rest.stdout).unwrap();
        std::iter::once(first).chain(rest.lines()).map(|id| id.trim().parse().unwrap()).collect()
    }

    pub(crate) fn signal(&self, name: &str) {
        signal(name, &self.processes());
    }

    /// As a power cut would.
    pub(crate) fn kill(&mut self) {
        // Held still first, so that it starts none that we do not know of.
        signal("STOP", &self.processes()[..1]);
        let processes = self.processes();
        signal("KILL", &processes);
        while processes.iter().any(|id| is_running(*id)) {
            sleep(20);
        }
        // After a power cut no number means a process any more; here it may still mean one nobody has buried.
        let lock = format!(".s.PGSQL.{}.lock", self.port);
        for name in ["postmaster.pid", &lock] {
            std::fs::remove_file(Path::new(&self.data()).join(name)).unwrap();
        }
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if Path::new(&self.data()).join("postmaster.pid").exists() {
            self.signal("CONT");
            // A test that failed may have killed it.
            self.try_run("pg_ctl", &["-D", &self.data(), "-m", "immediate", "stop"]);
        }
    }
}

fn is_running(id: u32) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat"));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
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

fn user() -> &'static str {
    let known = Command::new("id").arg("postgres").output().is_ok_and(|id| id.status.success());
    if known { "postgres" } else { "nobody" }
}
