//! Two hosts on this machine, one for servers and one for the database, with a cable between them.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Command, Stdio},
};

const DATABASE: &str = "LUDARIUM_CHAOS_INSIDE";

pub(crate) struct Pair {
    servers: String,
    database: String,
}

impl Pair {
    pub(crate) fn make() -> Option<Self> {
        let mark = std::process::id();
        let pair = Pair { servers: format!("lud{mark}s"), database: format!("lud{mark}d") };
        let (s, d) = (pair.servers.as_str(), pair.database.as_str());
        let steps: [&[&str]; 9] = [
            &["netns", "add", s],
            &["netns", "add", d],
            &["link", "add", "cable", "netns", s, "type", "veth", "peer", "name", "cable", "netns", d],
            &["-n", s, "addr", "add", "10.211.9.1/30", "dev", "cable"],
            &["-n", d, "addr", "add", "10.211.9.2/30", "dev", "cable"],
            &["-n", s, "link", "set", "lo", "up"],
            &["-n", d, "link", "set", "lo", "up"],
            &["-n", s, "link", "set", "cable", "up"],
            &["-n", d, "link", "set", "cable", "up"],
        ];
        if !steps.into_iter().all(ip) {
            eprintln!("SKIPPED: no network namespaces can be made here, so no cable was cut");
            return None;
        }
        Some(pair)
    }

    pub(crate) fn database_address(&self) -> &'static str {
        "10.211.9.2"
    }

    pub(crate) fn database_space(&self) -> &str {
        &self.database
    }

    /// Runs another test of this program among the servers, with `chaos` happening as soon as it says a word.
    pub(crate) fn again_inside(&self, test: &str, database: &str, chaos: impl FnOnce(&dyn Fn(bool))) {
        let mut inside = Command::new("ip")
            .args(["netns", "exec", &self.servers])
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", test, "--ignored", "--nocapture"])
            .env(DATABASE, database)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(inside.stdout.take().unwrap()).lines().map_while(Result::ok);
        assert!(lines.any(|line| line.contains("playing")), "the players play");
        let cut = |off: bool| {
            let state = if off { "down" } else { "up" };
            assert!(ip(&["-n", &self.database, "link", "set", "cable", state]));
        };
        chaos(&cut);
        drop(inside.stdin.take());
        lines.for_each(drop);
        assert!(inside.wait().unwrap().success(), "{test} failed");
    }
}

impl Drop for Pair {
    fn drop(&mut self) {
        ip(&["netns", "del", &self.servers]);
        ip(&["netns", "del", &self.database]);
    }
}

fn ip(args: &[&str]) -> bool {
    Command::new("ip").args(args).status().is_ok_and(|status| status.success())
}

/// The database, for the test that runs inside.
pub(crate) fn inside() -> Option<String> {
    std::env::var(DATABASE).ok()
}

/// Tells the test outside.
pub(crate) fn say(word: &str) {
    let line = format!("{word}\n");
    std::io::stdout().write_all(line.as_bytes()).unwrap();
}

pub(crate) fn wait_for_the_end() {
    let mut nothing = Vec::new();
    std::io::stdin().read_to_end(&mut nothing).unwrap();
}
