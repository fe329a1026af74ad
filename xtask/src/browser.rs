//! The module for browsers: `crates/browser` as WebAssembly, where the client's build finds it.

pub mod toolchain;

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::Command,
    thread,
    time::SystemTime,
};

use anyhow::{Context, ensure};

use self::toolchain::Toolchain;
use crate::{
    shell::{cargo, command, exists, quietly, root, run, target},
    step::Outcome,
};

const TARGET: &str = "wasm32-unknown-unknown";
/// The most that a page loads for it, gzipped, the networks of games apart.
const MOST_BYTES: usize = 459_000;
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
    // What binds it is built beside it: much of the module is compiled by one thread.
    let (compiled, bindgen) = thread::scope(|scope| {
        let bindgen = scope.spawn(build_bindgen);
        (compile(&toolchain), bindgen.join().expect("it ends well"))
    });
    let (compiled, bindgen) = (compiled?, bindgen?);
    let bound = home.join("ludarium_bg.wasm");
    if modified(&bound) < modified(&compiled) {
        run(Command::new(bindgen).arg(&compiled).arg(&home))?;
    }
    networks(&home)?;
    Ok(true)
}

/// Puts the networks that games have learnt beside the module, which has none: `<game>.net`.
fn networks(home: &Path) -> anyhow::Result<()> {
    for game in fs::read_dir(root().join("crates/games/src"))? {
        let game = game?;
        let copy = home.join(game.file_name()).with_added_extension("net");
        match fs::read(game.path().join("judge/learnt.net")) {
            Ok(learnt) if fs::read(&copy).ok().as_ref() == Some(&learnt) => {}
            Ok(learnt) => fs::write(&copy, learnt)?,
            Err(_) => drop(fs::remove_file(&copy)),
        }
    }
    Ok(())
}

/// Fetches a compiler for it, where there is none. If that fails, whoever builds it says so.
pub fn fetch() -> anyhow::Result<()> {
    let _told_later = Toolchain::find();
    Ok(())
}

/// Holds what the module answers against what this machine answers.
pub fn check() -> anyhow::Result<Outcome> {
    if !build()? {
        return Ok(Outcome::Skipped("no compiler here knows WebAssembly".to_owned()));
    }
    let answers = target().join("browser/answers");
    fs::create_dir_all(&answers)?;
    // By the words that build the tests: nothing but the example is built anew.
    cargo(&["build", "--locked", "--workspace", "--example", "answers"])?;
    for name in ["same", "unseen"] {
        let file = File::create(answers.join(format!("{name}.jsonl")))?;
        run(Command::new(target().join("debug/examples/answers")).arg(name).stdout(file))?;
    }
    let mut tests = command("node", &["--test", "crates/browser/tests/module.test.mjs"], ".");
    if Toolchain::find()?.builds_std() {
        tests.env("LUDARIUM_MODULE_BYTES", MOST_BYTES.to_string());
    }
    run(tests.env("LUDARIUM_ANSWERS", &answers))?;
    Ok(Outcome::Passed)
}

/// Measures the module beside this machine's own code, in one run.
pub fn bench() -> anyhow::Result<()> {
    ensure!(build()?, "no compiler here knows WebAssembly");
    cargo(&["build", "--release", "--locked", "--package", "browser", "--example", "answers"])?;
    let mut bench = command("node", &["crates/browser/bench.mjs"], ".");
    run(bench.env("LUDARIUM_ANSWERS", target().join("release/examples/answers")))
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

/// Builds the program that writes what JavaScript needs to call it.
fn build_bindgen() -> anyhow::Result<PathBuf> {
    let args = ["build", "--locked", "--package", "xtask", "--features", "bindgen", "--bin", "bindgen"];
    quietly(&mut command("cargo", &args, "."))?;
    Ok(target().join("debug/bindgen"))
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}
