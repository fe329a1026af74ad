//! Two hosts on this machine, one for the servers and one for the database, with a cable between them for each server.

use std::{
    io::{BufRead, BufReader, Read, Write},
    process::{Command, Stdio},
};

use crate::{
    not_run,
    postgres::{Postgres, PostgresOptions},
};

const DATABASES: &str = "LUDARIUM_CHAOS_INSIDE";
/// The two ends of each cable.
const CABLES: [[&str; 2]; 2] = [["10.211.9.1", "10.211.9.2"], ["10.211.10.1", "10.211.10.2"]];

pub(crate) struct Cables {
    servers: String,
    database: String,
}

impl Cables {
    /// Nothing where there can be no hosts of our own.
    pub(crate) fn lay() -> Option<Self> {
        let mark = std::process::id();
        let hosts = Cables { servers: format!("lud{mark}s"), database: format!("lud{mark}d") };
        if !hosts.connect() {
            return not_run("a cut network: no network namespaces can be made here");
        }
        Some(hosts)
    }

    fn connect(&self) -> bool {
        let (s, d) = (self.servers.as_str(), self.database.as_str());
        let laid = |(number, ends): (usize, [&str; 2])| {
            let name = cable(number);
            let [near, far] = ends.map(|end| format!("{end}/30"));
            ip(&["link", "add", &name, "netns", s, "type", "veth", "peer", "name", &name, "netns", d])
                && ip(&["-n", s, "addr", "add", &near, "dev", &name])
                && ip(&["-n", d, "addr", "add", &far, "dev", &name])
                && ip(&["-n", s, "link", "set", &name, "up"])
                && ip(&["-n", d, "link", "set", &name, "up"])
        };
        [s, d]
            .into_iter()
            .all(|host| ip(&["netns", "add", host]) && ip(&["-n", host, "link", "set", "lo", "up"]))
            && CABLES.into_iter().enumerate().all(laid)
    }

    /// Where the database is to be.
    pub(crate) fn place(&self) -> PostgresOptions {
        PostgresOptions { address: CABLES[0][1], space: Some(self.database.clone()), fsync: true }
    }

    /// The database as it is seen through each cable.
    pub(crate) fn databases(&self, postgres: &Postgres) -> Vec<String> {
        CABLES.iter().map(|ends| postgres.url().replace(CABLES[0][1], ends[1])).collect()
    }

    /// Runs another test of this program among the servers, with `chaos` happening as soon as it says a word.
    pub(crate) fn again_inside(
        &self,
        test: &str,
        databases: &[String],
        chaos: impl FnOnce(&dyn Fn(usize, bool)),
    ) {
        let mut inside = Command::new("ip")
            .args(["netns", "exec", &self.servers])
            .arg(std::env::current_exe().unwrap())
            .args(["--exact", test, "--ignored", "--nocapture"])
            .env(DATABASES, databases.join(" "))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(inside.stdout.take().unwrap()).lines().map_while(Result::ok);
        assert!(lines.any(|line| line.contains("playing")), "the players play");
        let cut = |number: usize, off: bool| {
            let state = if off { "down" } else { "up" };
            assert!(ip(&["-n", &self.database, "link", "set", &cable(number), state]));
        };
        chaos(&cut);
        drop(inside.stdin.take());
        lines.for_each(drop);
        assert!(inside.wait().unwrap().success(), "{test} failed");
    }
}

impl Drop for Cables {
    fn drop(&mut self) {
        ip(&["netns", "del", &self.servers]);
        ip(&["netns", "del", &self.database]);
    }
}

fn ip(args: &[&str]) -> bool {
    Command::new("ip").args(args).status().is_ok_and(|status| status.success())
}

fn cable(number: usize) -> String {
    format!("cable{number}")
}

/// The database through each cable, for the test that runs inside.
pub(crate) fn inside() -> Option<Vec<String>> {
    Some(std::env::var(DATABASES).ok()?.split(' ').map(str::to_owned).collect())
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
