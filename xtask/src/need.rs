//! What the checks need beside cargo, and Debian's packages of it.

use std::{path::Path, process::Command};

use anyhow::{bail, ensure};

use crate::{
    browser::toolchain,
    shell::{command, has, run},
};

/// Something that a step needs of the system.
pub struct Need {
    pub name: &'static str,
    /// Debian's packages.
    pub packages: &'static [&'static str],
    /// Whether these are installed; if not, whoever needs them unpacks them into the user's cache.
    pub installed: bool,
    pub is_there: fn() -> bool,
}

pub static NODE: Need = Need {
    name: "Node.js 20.19 or later, with npm",
    packages: &["nodejs", "npm"],
    installed: true,
    is_there: || has("npm") && version("node").is_some_and(|version| version >= (20, 19)),
};

pub static PYTHON: Need = Need {
    name: "Python 3.11 or later, with venv",
    packages: &["python3-venv"],
    installed: true,
    is_there: || {
        version("python3").is_some_and(|version| version >= (3, 11))
            && Command::new("python3").args(["-c", "import ensurepip, venv"]).output().is_ok_and(succeeded)
    },
};

pub static CHROMIUM: Need = Need {
    name: "Chromium, best without its windows",
    packages: &["chromium-headless-shell"],
    installed: true,
    is_there: || has("chromium-headless-shell") || has("chromium"),
};

pub static POSTGRES: Need = Need {
    name: "PostgreSQL, and pgrep and kill to end it",
    packages: &["postgresql", "procps"],
    installed: true,
    is_there: || Path::new("/usr/lib/postgresql").exists() && has("pgrep"),
};

pub static COMPILER: Need =
    Need { name: "a C++ compiler", packages: &["g++"], installed: true, is_there: || has("c++") };

pub static CHAOS: Need = Need {
    name: "faketime, ip and strace",
    packages: &["faketime", "iproute2", "strace"],
    installed: true,
    is_there: || {
        ["/usr/bin/faketime", "/usr/sbin/ip", "/usr/bin/strace"].iter().all(|tool| Path::new(tool).exists())
    },
};

pub static WASM_COMPILER: Need = Need {
    name: "a compiler for WebAssembly: Rust's target wasm32-unknown-unknown, or Debian's rustc-web",
    packages: toolchain::PACKAGES,
    installed: false,
    is_there: toolchain::is_there,
};

/// Tells what is needed and what of it is missing, and installs that, or says how.
pub fn meet(needs: &[&Need], install: bool) -> anyhow::Result<()> {
    for need in needs {
        println!("{} {}", if (need.is_there)() { "found  " } else { "missing" }, need.name);
    }
    let missing = || needs.iter().filter(|need| need.installed && !(need.is_there)());
    let packages: Vec<_> = missing().flat_map(|need| need.packages).copied().collect();
    let how = format!("apt-get install {}", packages.join(" "));
    let fetched = needs.iter().filter(|need| !need.installed && !(need.is_there)());
    let fetched: Vec<_> = fetched.flat_map(|need| need.packages).copied().collect();
    let fetch = format!("apt-get download {}", fetched.join(" "));
    if !install {
        let wanted = [(&packages, how), (&fetched, fetch)].into_iter();
        let wanted: Vec<_> = wanted.filter(|(list, _)| !list.is_empty()).map(|(_, how)| how).collect();
        ensure!(wanted.is_empty(), "not installed, as --no-install says: {}", wanted.join("; "));
        return Ok(());
    }
    if !fetched.is_empty() && has("apt-get") {
        println!("going to run, into the user's cache: {fetch}");
    }
    if packages.is_empty() {
        return Ok(());
    }
    if !has("apt-get") {
        let names: Vec<_> = missing().map(|need| need.name).collect();
        bail!("please install {}: there is no apt-get here to do it", names.join("; "));
    }
    if !Command::new("id").arg("-u").output().is_ok_and(|id| id.stdout.trim_ascii() == b"0") {
        bail!("please run as root: {how}");
    }
    println!("going to run: {how}");
    let apt = |args: &[&str]| run(command("apt-get", args, ".").env("DEBIAN_FRONTEND", "noninteractive"));
    apt(&["update", "-q"])?;
    apt(&[&["install", "-q", "-y", "--no-install-recommends"], &*packages].concat())?;
    match missing().next() {
        None => Ok(()),
        Some(need) => bail!("{} is not what this system's packages have: please install it", need.name),
    }
}

fn succeeded(output: std::process::Output) -> bool {
    output.status.success()
}

/// The first two numbers of what a program says is its version.
fn version(program: &str) -> Option<(u32, u32)> {
    let said = Command::new(program).arg("--version").output().ok()?.stdout;
    let said = String::from_utf8(said).ok()?;
    let mut numbers = said.trim_start_matches(|c: char| !c.is_ascii_digit()).split('.');
    Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_is_said_and_not_installed() {
        static ABSENT: Need =
            Need { name: "an absent thing", packages: &["absent"], installed: true, is_there: || false };
        let error = meet(&[&ABSENT], false).unwrap_err().to_string();
        assert_eq!(error, "not installed, as --no-install says: apt-get install absent");
        static UNFETCHED: Need =
            Need { name: "a download", packages: &["far"], installed: false, is_there: || false };
        let error = meet(&[&ABSENT, &UNFETCHED], false).unwrap_err().to_string();
        assert!(error.ends_with("apt-get install absent; apt-get download far"), "{error}");
        let error = meet(&[&UNFETCHED], false).unwrap_err().to_string();
        assert!(error.ends_with(": apt-get download far"), "{error}");
        assert!(meet(&[&UNFETCHED], true).is_ok(), "whoever needs it fetches it");
        static PRESENT: Need =
            Need { name: "a thing", packages: &["present"], installed: true, is_there: || true };
        assert!(meet(&[&PRESENT], false).is_ok());
    }

    #[test]
    fn versions_are_read() {
        assert!(version("cargo") >= Some((1, 90)));
        assert_eq!(version("no-such-program"), None);
    }
}
