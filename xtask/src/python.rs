//! The Python package, built as it is shipped and tested in an environment of its own.

use std::path::PathBuf;

use anyhow::Context;

use crate::{
    shell::{command, exists, quietly, root, run, target},
    step::Outcome,
};

pub fn applies() -> bool {
    exists("crates/python/pyproject.toml")
}

/// An environment of Python with packages in it.
pub struct Environment(PathBuf);

impl Environment {
    pub fn new(name: &str) -> Self {
        Environment(target().join(name))
    }

    /// Makes it, and installs what these words of pip name.
    pub fn install(&self, words: &[&str]) -> anyhow::Result<()> {
        quietly(&mut command("python3", &["-m", "venv", &self.0.to_string_lossy()], "."))?;
        quietly(&mut command(&self.program("pip"), &[&["install", "--quiet"], words].concat(), "."))
    }

    /// One of its programs.
    pub fn program(&self, name: &str) -> String {
        self.0.join("bin").join(name).to_string_lossy().into_owned()
    }

    pub fn run(&self, program: &str, args: &[&str]) -> anyhow::Result<()> {
        run(&mut command(&self.program(program), args, "."))
    }
}

fn environment() -> Environment {
    Environment::new("venv")
}

/// Installs what the suites run with.
pub fn fetch() -> anyhow::Result<()> {
    environment().install(&["--requirement", "crates/python/requirements-test.txt"])
}

pub fn wheel() -> anyhow::Result<Outcome> {
    let python = environment();
    let wheels = root().join("dist/wheels");
    let folder = wheels.to_string_lossy();
    let interpreter = python.program("python");
    let build = ["build", "--locked", "--release", "--out", &folder, "--interpreter", &interpreter];
    run(&mut command(&python.program("maturin"), &build, "crates/python"))?;
    let name = format!("ludarium-{}-", env!("CARGO_PKG_VERSION"));
    let wheel = std::fs::read_dir(&wheels)?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .find(|file| file.starts_with(&name) && file.ends_with(".whl"))
        .context("maturin built no wheel")?;
    let wheel = wheels.join(wheel);
    let wheel = wheel.to_string_lossy();
    python.run("twine", &["check", "--strict", &wheel])?;
    python.run("abi3audit", &["--strict", &wheel])?;
    python.run("pip", &["install", "--quiet", "--force-reinstall", "--no-deps", &wheel])?;
    python.run("python", &["-m", "pytest", "-q", "crates/python/tests"])?;
    Ok(Outcome::Passed)
}
