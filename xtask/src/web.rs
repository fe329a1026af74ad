//! The web client. Only here does Node run: `cargo build` never asks for it.

use std::{
    fs::{self, File},
    path::PathBuf,
    thread,
    time::SystemTime,
};

use anyhow::{Context, ensure};

use crate::{
    browser, need,
    shell::{cargo, command, exists, quietly, root, run, target},
    step::Outcome,
};

pub fn applies() -> bool {
    exists("web/package.json")
}

/// Builds the client into web/dist.
pub fn build() -> anyhow::Result<()> {
    build_with(&[])
}

/// Builds the client as these variables say.
pub fn build_with(variables: &[(&str, &str)]) -> anyhow::Result<()> {
    ensure!((need::NODE.is_there)(), "the client needs {}", need::NODE.name);
    // One waits for the network, the other for the compiler.
    thread::scope(|scope| {
        let installed = scope.spawn(install);
        browser::build().and_then(|_| installed.join().expect("it ends well"))
    })?;
    run(command("npm", &["run", "build"], "web").envs(variables.iter().copied()))?;
    // Cargo looks at what is embedded, and so does not notice files where there were none.
    let main = File::options().append(true).open(root().join("crates/cli/src/main.rs"))?;
    Ok(main.set_modified(SystemTime::now())?)
}

pub fn check() -> anyhow::Result<Outcome> {
    browser::build()?;
    // Each keeps one core busy, and both begin with what this makes.
    npm(&["exec", "svelte-kit", "sync"])?;
    thread::scope(|scope| {
        let linted = scope.spawn(|| npm(&["run", "lint"]));
        npm(&["run", "check"]).and(linted.join().expect("it ends well"))
    })?;
    npm(&["test"])?;
    npm(&["run", "build"])?;
    Ok(Outcome::Passed)
}

pub fn has_browser_tests() -> bool {
    exists("web/e2e/vitest.config.ts") && exists("crates/server")
}

pub fn browser() -> anyhow::Result<Outcome> {
    in_browser("e2e")
}

/// The same people for longer, on slow lines and slow processors, with servers that go away and come back newer.
pub fn journeys() -> anyhow::Result<Outcome> {
    in_browser("e2e:long")
}

fn in_browser(script: &str) -> anyhow::Result<Outcome> {
    browser::build()?;
    if modified("web/dist/index.html") < newest(&PARTS.map(|part| root().join(part)))? {
        build()?;
    }
    cargo(crate::test::BUILD)?;
    let mut tests = command("npm", &["run", script], "web");
    run(tests.env("LUDARIUM", target().join("debug/ludarium")))?;
    Ok(Outcome::Passed)
}

/// What the client is made from.
const PARTS: [&str; 7] = [
    "docs/rules",
    "web/package-lock.json",
    "web/src",
    "web/static",
    "web/svelte.config.js",
    "web/tsconfig.json",
    "web/vite.config.ts",
];

fn modified(path: &str) -> Option<SystemTime> {
    fs::metadata(root().join(path)).ok()?.modified().ok()
}

/// When any of these files and folders, or anything in them, was changed last.
fn newest(paths: &[PathBuf]) -> anyhow::Result<Option<SystemTime>> {
    let mut last = None;
    for path in paths {
        let about = fs::metadata(path).with_context(|| path.display().to_string())?;
        last = last.max(about.modified().ok());
        if about.is_dir() {
            let within: Result<Vec<_>, _> =
                path.read_dir()?.map(|entry| entry.map(|entry| entry.path())).collect();
            last = last.max(newest(&within?)?);
        }
    }
    Ok(last)
}

fn npm(args: &[&str]) -> anyhow::Result<()> {
    run(&mut command("npm", args, "web"))
}

/// Installs what the lock file names, unless that was done since it changed.
pub fn install() -> anyhow::Result<()> {
    match (modified("web/node_modules/.package-lock.json"), modified("web/package-lock.json")) {
        (Some(installed), Some(locked)) if installed >= locked => Ok(()),
        _ => quietly(&mut command("npm", &["ci", "--ignore-scripts", "--no-audit", "--no-fund"], "web")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_deep_in_a_folder_is_noticed() {
        let folder = std::env::temp_dir().join(format!("ludarium-newest-{}", std::process::id()));
        let deep = folder.join("a/b");
        fs::create_dir_all(&deep).unwrap();
        let before = newest(std::slice::from_ref(&folder)).unwrap();
        let later = SystemTime::now() + std::time::Duration::from_secs(60);
        fs::File::create(deep.join("c")).unwrap().set_modified(later).unwrap();
        let after = newest(std::slice::from_ref(&folder)).unwrap();
        fs::remove_dir_all(&folder).unwrap();
        assert!(before.is_some() && after == Some(later));
    }
}
