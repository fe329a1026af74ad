//! Running other programs in the project's folder.

use std::{
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, bail};

/// The folder of the project.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the project")
}

pub fn exists(path: &str) -> bool {
    root().join(path).exists()
}

/// Where cargo puts what it builds.
pub fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A program to be run in a folder of the project.
pub fn command(program: &str, args: &[&str], folder: &str) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root().join(folder));
    command
}

pub fn cargo(args: &[&str]) -> anyhow::Result<()> {
    run(&mut command("cargo", args, "."))
}

/// Runs a program to its end; anything but success is an error.
pub fn run(command: &mut Command) -> anyhow::Result<()> {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let line = words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
    eprintln!("$ {line}");
    let status = command.status().with_context(|| line.clone())?;
    if !status.success() {
        bail!("{line}: {status}");
    }
    Ok(())
}

/// Whether a program can be started.
pub fn has(program: &str) -> bool {
    let status = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// Installs Debian's packages, where we may.
pub fn apt(packages: &[&str]) -> bool {
    let apt = |args: &[&str]| {
        let mut command = command("apt-get", args, ".");
        run(command.env("DEBIAN_FRONTEND", "noninteractive")).is_ok()
    };
    let install: Vec<_> = ["install", "-q", "-y", "--no-install-recommends"]
        .into_iter()
        .chain(packages.iter().copied())
        .collect();
    apt(&["update", "-q"]) && apt(&install)
}
