//! The web client. Only here does Node run: `cargo build` never asks for it.

use std::{fs, thread, time::SystemTime};

use anyhow::ensure;

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
    run(command("npm", &["run", "build"], "web").envs(variables.iter().copied()))
}

pub fn check() -> anyhow::Result<Outcome> {
    browser::build()?;
    npm(&["run", "lint"])?;
    npm(&["run", "check"])?;
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
    build()?;
    cargo(crate::test::BUILD)?;
    let mut tests = command("npm", &["run", script], "web");
    run(tests.env("LUDARIUM", target().join("debug/ludarium")))?;
    Ok(Outcome::Passed)
}

fn npm(args: &[&str]) -> anyhow::Result<()> {
    run(&mut command("npm", args, "web"))
}

/// Installs what the lock file names, unless that was done since it changed.
pub fn install() -> anyhow::Result<()> {
    let changed =
        |path: &str| -> Option<SystemTime> { fs::metadata(root().join(path)).ok()?.modified().ok() };
    match (changed("web/node_modules/.package-lock.json"), changed("web/package-lock.json")) {
        (Some(installed), Some(locked)) if installed >= locked => Ok(()),
        _ => quietly(&mut command("npm", &["ci", "--ignore-scripts", "--no-audit", "--no-fund"], "web")),
    }
}
