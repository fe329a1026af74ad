//! The module for browsers: `crates/browser` as WebAssembly, where the client's build finds it.

mod toolchain;

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    time::SystemTime,
};

use anyhow::Context;

use self::toolchain::Toolchain;
use crate::{
    shell::{command, exists, root, run, target},
    step::Outcome,
};

const TARGET: &str = "wasm32-unknown-unknown";
/// Where the client looks for it.
const HOME: &str = "web/src/lib/browser";

pub fn applies() -> bool {
    exists("crates/browser")
}

/// Builds the module, unless it is fresh; where nothing here can build it, there is none, and the client does without.
/// Whether there is one.
pub fn build() -> anyhow::Result<bool> {
    let home = root().join(HOME);
    let toolchain = match Toolchain::find() {
        Ok(toolchain) => toolchain,
        Err(why) => {
            eprintln!("the client is built without rules and engine of its own: {why:#}");
            if home.exists() {
                fs::remove_dir_all(&home).with_context(|| HOME.to_owned())?;
            }
            return Ok(false);
        }
    };
    let compiled = compile(&toolchain)?;
    let bound = home.join("ludarium_bg.wasm");
    if modified(&bound) < modified(&compiled) {
        bind(&compiled)?;
    }
    Ok(true)
}

/// Holds what the module answers against what this machine answers.
pub fn check() -> anyhow::Result<Outcome> {
    if !build()? {
        return Ok(Outcome::Skipped("no compiler here knows WebAssembly".to_owned()));
    }
    let answers = target().join("browser/answers");
    fs::create_dir_all(&answers)?;
    for name in ["same", "unseen"] {
        let args = ["run", "--quiet", "--locked", "--package", "browser", "--example", "answers", "--", name];
        let file = File::create(answers.join(format!("{name}.jsonl")))?;
        run(command("cargo", &args, ".").stdout(file))?;
    }
    let mut tests = command("node", &["--test", "crates/browser/tests/module.test.mjs"], ".");
    run(tests.env("LUDARIUM_ANSWERS", &answers))?;
    Ok(Outcome::Passed)
}

/// Compiles the crate; cargo knows whether there is anything to do.
fn compile(toolchain: &Toolchain) -> anyhow::Result<PathBuf> {
    let folder = target().join("browser");
    let args =
        ["build", "--locked", "--package", "browser", "--lib", "--profile", "browser", "--target", TARGET];
    let mut cargo = command("cargo", &args, ".");
    toolchain.prepare(&mut cargo);
    run(cargo.env("CARGO_TARGET_DIR", &folder))?;
    Ok(folder.join(TARGET).join("browser/browser.wasm"))
}

/// Writes what JavaScript needs to call it.
fn bind(compiled: &Path) -> anyhow::Result<()> {
    let args = [
        "run",
        "--quiet",
        "--locked",
        "--package",
        "xtask",
        "--features",
        "bindgen",
        "--bin",
        "bindgen",
        "--",
    ];
    let mut bindgen = command("cargo", &args, ".");
    run(bindgen.arg(compiled).arg(root().join(HOME)))
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}
