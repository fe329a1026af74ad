//! Other people's crates: their licences, those that have no place here, and those that are here twice. No database of
//! advisories is asked, since that needs a network.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, bail};

use crate::{shell::command, step::Outcome};

/// Licences by which anything of ours may be passed on.
const LICENCES: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "MIT",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Crates that have no place here, and why.
const BANNED: &[(&str, &str)] = &[
    ("openssl-sys", "TLS is rustls with ring, which needs nothing of the system"),
    ("native-tls", "TLS is rustls with ring, which needs nothing of the system"),
    ("aws-lc-sys", "one library of ciphers is enough: ring"),
    ("reqwest", "hyper is here already"),
    ("chrono", "jiff is here already"),
    ("time", "jiff is here already"),
    ("async-std", "tokio is here already"),
];

/// Crates that are here in several versions, and why that has to be.
const TWICE: &[(&str, &str)] = &[
    ("block-buffer", "the old digest wants the old one"),
    ("cpufeatures", "the old hashes want the old one"),
    ("crypto-common", "the old digest wants the old one"),
    ("digest", "sha1 of tungstenite and sha2 of sqlx want the old one"),
    ("foldhash", "it goes with hashbrown"),
    ("getrandom", "ring and the rand of tungstenite want older ones"),
    ("hashbrown", "planus of Arrow files and sqlx want older ones"),
    ("rand", "tungstenite wants the old one"),
    ("rand_chacha", "it goes with rand"),
    ("rand_core", "it goes with rand"),
    ("sha2", "sqlx wants the old one"),
    ("syn", "derive macros change over one by one"),
];

/// Checks what cargo says of every crate that is built here.
pub fn check() -> anyhow::Result<Outcome> {
    let tree = ["tree", "--locked", "--offline", "--workspace", "-e", "normal,build,dev", "--prefix", "none"];
    let mut tree = command("cargo", &tree, ".");
    let output = tree.args(["--format", "{p}|{l}"]).output().context("cargo tree")?;
    if !output.status.success() {
        bail!("cargo tree: {}", String::from_utf8_lossy(&output.stderr).trim());
    }
    let faults = faults(&String::from_utf8(output.stdout)?);
    if !faults.is_empty() {
        bail!("{}", faults.join("\n"));
    }
    println!("Licences, banned crates and versions are in order; no database of advisories was asked.");
    Ok(Outcome::Passed)
}

/// What is wrong with these lines of `name vVERSION …|licence`.
fn faults(tree: &str) -> Vec<String> {
    let mut versions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut faults = BTreeSet::new();
    for line in tree.lines().filter(|line| !line.is_empty()) {
        let (package, licence) = line.split_once('|').unwrap_or((line, ""));
        let mut words = package.split(' ');
        let (name, version) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        versions.entry(name).or_default().insert(version);
        if !is_allowed(licence.trim_end_matches(" (*)")) {
            faults.insert(format!("{name} {version}: licence `{licence}`"));
        }
        if let Some((_, why)) = BANNED.iter().find(|(banned, _)| *banned == name) {
            faults.insert(format!("{name} {version}: {why}"));
        }
    }
    for (name, versions) in &versions {
        let known = TWICE.iter().any(|(twice, _)| twice == name);
        if versions.len() > 1 && !known {
            let versions: Vec<_> = versions.iter().copied().collect();
            faults.insert(format!(
                "{name} is here {} times, without a reason: {}",
                versions.len(),
                versions.join(", ")
            ));
        }
    }
    for (name, _) in TWICE.iter().filter(|(name, _)| versions.get(name).is_none_or(|known| known.len() < 2)) {
        faults.insert(format!("{name} is not here twice any more: its reason can go"));
    }
    faults.into_iter().collect()
}

/// Whether one of the ways to read a licence is ours: of words joined by `OR` one, of those joined by `AND` all.
fn is_allowed(licence: &str) -> bool {
    let plain = licence.replace(" / ", " OR ").replace('/', " OR ").replace(['(', ')'], "");
    // `AND` outside of brackets joins what stands in them, and no licence here nests deeper.
    plain.split(" AND ").all(|all| all.split(" OR ").any(|one| LICENCES.contains(&one.trim())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licences_are_read() {
        for licence in [
            "MIT",
            "MIT/Apache-2.0",
            "Apache-2.0 / MIT",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "GPL-3.0 OR MIT",
        ] {
            assert!(is_allowed(licence), "{licence}");
        }
        for licence in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Apache-2.0) AND AGPL-3.0"] {
            assert!(!is_allowed(licence), "{licence}");
        }
    }

    #[test]
    fn what_is_wrong_is_told() {
        let twice: String = TWICE
            .iter()
            .flat_map(|(name, _)| [format!("{name} v1.0.0|MIT\n"), format!("{name} v2.0.0|MIT\n")])
            .collect();
        assert_eq!(faults(&format!("{twice}serde v1.0.0|MIT OR Apache-2.0 (*)\n")), Vec::<String>::new());
        for wrong in ["serde v1.0.0|GPL-3.0", "openssl-sys v0.9.0|MIT", "serde v1.0.0|MIT\nserde v2.0.0|MIT"]
        {
            assert_eq!(faults(&format!("{twice}{wrong}\n")).len(), 1, "{wrong}");
        }
        assert_eq!(faults("serde v1.0.0|MIT\n").len(), TWICE.len(), "reasons that have gone");
    }
}
