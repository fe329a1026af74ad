use std::process::ExitCode;

use anyhow::Context;

use crate::{
    codegen, server,
    shell::{cargo, command, exists, has, root, run, target},
    step::{Outcome, Step, run_all},
    web,
};

/// Check everything: what passes here may land
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Run the long checks too
    #[arg(long)]
    long: bool,
    /// Run only these steps, long or not
    #[arg(value_name = "STEP")]
    only: Vec<String>,
    /// List the steps and run none
    #[arg(long)]
    list: bool,
}

/// Every check of the project, in the order it runs. A new part of the project adds its line here.
const STEPS: &[Step] = &[
    Step {
        name: "format",
        about: "rustfmt has nothing to change",
        applies: always,
        long: false,
        run: format,
    },
    Step { name: "lint", about: "clippy has nothing to say", applies: always, long: false, run: lint },
    Step {
        name: "postgres",
        about: "PostgreSQL is there, so that the server is tested on it too",
        applies: always,
        long: false,
        run: server::postgres,
    },
    Step {
        name: "test",
        about: "cargo test, fuzz corpora and doc tests included",
        applies: always,
        long: false,
        run: test,
    },
    Step {
        name: "docs",
        about: "every link in the documentation of the code leads somewhere",
        applies: always,
        long: false,
        run: docs,
    },
    Step { name: "fuzz", about: "the fuzz targets compile", applies: has_fuzz, long: true, run: fuzz },
    Step {
        name: "codegen",
        about: "the generated TypeScript types are fresh",
        applies: codegen::applies,
        long: false,
        run: codegen::fresh,
    },
    Step {
        name: "web",
        about: "the client: types, unit tests, build",
        applies: web::applies,
        long: false,
        run: web::check,
    },
    Step {
        name: "browser",
        about: "the client in a real browser against a real server",
        applies: web::has_browser_tests,
        long: false,
        run: web::browser,
    },
    Step {
        name: "api",
        about: "schemathesis finds no failure and nothing undocumented in the server's interface",
        applies: always,
        long: true,
        run: server::api,
    },
    Step {
        name: "load",
        about: "1,500 players and 10,000 idle sockets, then 5,000 actions a second, and nothing lost",
        applies: always,
        long: true,
        run: server::load,
    },
    Step {
        name: "wheel",
        about: "the Python package, built and tested",
        applies: has_python,
        long: false,
        run: wheel,
    },
    Step {
        name: "chaos",
        about: "nothing is lost when processes die, disks fill, clocks step and cables are cut",
        applies: always,
        long: true,
        run: server::chaos,
    },
    Step {
        name: "long",
        about: "the tests marked as long, in release",
        applies: always,
        long: true,
        run: long,
    },
];

impl Args {
    pub fn run(&self) -> ExitCode {
        if self.list {
            for step in STEPS {
                let note = if step.long { " (with --long)" } else { "" };
                println!("{:<10} {}{note}", step.name, step.about);
            }
            return ExitCode::SUCCESS;
        }
        if let Some(unknown) = self.only.iter().find(|name| STEPS.iter().all(|step| step.name != **name)) {
            eprintln!("error: there is no step `{unknown}`: see cargo xtask test --list");
            return ExitCode::from(2);
        }
        let wanted = |step: &&Step| {
            let named = self.only.iter().any(|name| name == step.name);
            (step.applies)() && (named || self.only.is_empty() && (self.long || !step.long))
        };
        run_all(STEPS.iter().filter(wanted))
    }
}

fn always() -> bool {
    true
}

fn passed(done: anyhow::Result<()>) -> anyhow::Result<Outcome> {
    done.map(|()| Outcome::Passed)
}

fn format() -> anyhow::Result<Outcome> {
    passed(cargo(&["fmt", "--all", "--check"]))
}

fn lint() -> anyhow::Result<Outcome> {
    passed(cargo(&["clippy", "--locked", "--workspace", "--all-targets", "--", "-D", "warnings"]))
}

fn test() -> anyhow::Result<Outcome> {
    passed(cargo(&["test", "--locked", "--workspace"]))
}

fn docs() -> anyhow::Result<Outcome> {
    let mut doc = command("cargo", &["doc", "--locked", "--workspace", "--no-deps"], ".");
    passed(run(doc.env("RUSTDOCFLAGS", "-D warnings")))
}

fn has_fuzz() -> bool {
    exists("fuzz/Cargo.toml")
}

fn fuzz() -> anyhow::Result<Outcome> {
    if !has("c++") {
        return Ok(Outcome::Skipped("no C++ compiler for libFuzzer".to_owned()));
    }
    let mut check = command("cargo", &["check", "--manifest-path", "fuzz/Cargo.toml"], ".");
    passed(run(check.env("CARGO_TARGET_DIR", target().join("fuzz"))))
}

fn long() -> anyhow::Result<Outcome> {
    passed(cargo(&["test", "--locked", "--release", "--workspace", "--", "--ignored", "--skip", "chaos"]))
}

fn has_python() -> bool {
    exists("crates/python/pyproject.toml")
}

fn wheel() -> anyhow::Result<Outcome> {
    if !has("python3") {
        return Ok(Outcome::Skipped("python3 is not installed".to_owned()));
    }
    let venv = target().join("venv");
    let tool = |name: &str| venv.join("bin").join(name).to_string_lossy().into_owned();
    let python = |args: &[&str]| run(&mut command(&tool("python"), args, "."));
    run(&mut command("python3", &["-m", "venv", &venv.to_string_lossy()], "."))?;
    python(&["-m", "pip", "install", "--quiet", "--requirement", "crates/python/requirements-test.txt"])?;
    let wheels = root().join("dist/wheels");
    let folder = wheels.to_string_lossy();
    let build = ["build", "--locked", "--release", "--out", &folder, "--interpreter", &tool("python")];
    run(&mut command(&tool("maturin"), &build, "crates/python"))?;
    let name = format!("ludarium-{}-", env!("CARGO_PKG_VERSION"));
    let wheel = std::fs::read_dir(&wheels)?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .find(|file| file.starts_with(&name) && file.ends_with(".whl"))
        .context("maturin built no wheel")?;
    let wheel = wheels.join(wheel);
    let wheel = wheel.to_string_lossy();
    python(&["-m", "twine", "check", "--strict", &wheel])?;
    run(&mut command(&tool("abi3audit"), &["--strict", &wheel], "."))?;
    python(&["-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", &wheel])?;
    passed(python(&["-m", "pytest", "-q", "crates/python/tests"]))
}
