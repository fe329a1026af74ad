//! The same tests on PostgreSQL: this test starts one and runs the others again on it.

use std::{
    net::TcpListener,
    path::{Path, PathBuf},
    process::Command,
};

use tempfile::TempDir;

/// Where the other tests find a PostgreSQL server to make their databases on.
pub(crate) const VARIABLE: &str = "LUDARIUM_TEST_POSTGRES";

#[test]
fn the_same_tests_pass_on_postgres() {
    if std::env::var_os(VARIABLE).is_some() {
        return;
    }
    let Some(postgres) = Postgres::start() else {
        eprintln!("PostgreSQL is not installed: nothing was tested on it (cargo xtask test installs it)");
        return;
    };
    let again = Command::new(std::env::current_exe().unwrap())
        .args(["--test-threads", "2"])
        .env(VARIABLE, &postgres.url)
        .output()
        .unwrap();
    drop(postgres);
    let (out, err) = (String::from_utf8_lossy(&again.stdout), String::from_utf8_lossy(&again.stderr));
    assert!(again.status.success(), "on PostgreSQL:\n{out}\n{err}");
}

/// A PostgreSQL of our own, on a free port, gone when dropped.
struct Postgres {
    url: String,
    bin: PathBuf,
    folder: TempDir,
}

impl Postgres {
    fn start() -> Option<Self> {
        let bin = newest()?;
        let folder = tempfile::tempdir().unwrap();
        give_away(folder.path());
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let url = format!("postgres://postgres@127.0.0.1:{port}");
        let postgres = Postgres { url, bin, folder };
        let data = postgres.data();
        postgres.run("initdb", &["-D", &data, "-U", "postgres", "-A", "trust", "--no-sync"]);
        let options =
            format!("-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories={data} -c fsync=off");
        postgres.run("pg_ctl", &["-D", &data, "-w", "-l", &format!("{data}/log"), "-o", &options, "start"]);
        Some(postgres)
    }

    fn data(&self) -> String {
        self.folder.path().join("data").display().to_string()
    }

    fn run(&self, program: &str, args: &[&str]) {
        let program = self.bin.join(program);
        // PostgreSQL refuses to run as root.
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", user(), "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        // Without pipes of ours, which the server would keep open.
        let done = command.args(args).current_dir("/").stdout(std::process::Stdio::null()).status().unwrap();
        assert!(done.success(), "{program} {args:?}", program = self.bin.display());
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.run("pg_ctl", &["-D", &self.data(), "-m", "immediate", "stop"]);
    }
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

/// The folder belongs to who runs the server.
fn give_away(folder: &Path) {
    if is_root() {
        let done = Command::new("chown").arg(user()).arg(folder).status().unwrap();
        assert!(done.success());
    }
}
