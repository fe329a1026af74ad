use std::process::ExitCode;

use crate::{
    browser, codegen, crates,
    need::{self, Need},
    python, server,
    shell::{cargo, command, exists, run, run_with_evidence, target},
    step::{Outcome, Step, run_all},
    web,
};

/// Builds the tests and the binary, once for all steps that need them: any other words would build much of it again.
pub const BUILD: &[&str] = &["test", "--locked", "--workspace", "--no-run"];

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
    /// Install nothing: list what is missing, and stop
    #[arg(long)]
    no_install: bool,
}

/// What only some steps have.
const STEP: Step = Step {
    name: "",
    about: "",
    applies: || true,
    long: false,
    needs: &[],
    beside: None,
    fetch: None,
    run: || Ok(Outcome::Passed),
};

/// Every check of the project, in the order it runs. A new part of the project adds its line here.
const STEPS: &[Step] = &[
    Step { name: "format", about: "rustfmt has nothing to change", run: format, ..STEP },
    Step { name: "lint", about: "clippy has nothing to say", run: lint, ..STEP },
    Step {
        name: "crates",
        about: "other people's crates: licences, none that is banned, none twice without a reason",
        run: crates::check,
        ..STEP
    },
    Step {
        name: "test",
        about: "cargo test, on SQLite and PostgreSQL, fuzz corpora and doc tests included",
        needs: &[&need::POSTGRES],
        run: test,
        ..STEP
    },
    Step {
        name: "docs",
        about: "every link in the documentation of the code leads somewhere",
        run: docs,
        ..STEP
    },
    Step {
        name: "fuzz",
        about: "the fuzz targets compile",
        applies: has_fuzz,
        long: true,
        needs: &[&need::COMPILER],
        run: fuzz,
        ..STEP
    },
    Step {
        name: "codegen",
        about: "the generated TypeScript types are fresh",
        applies: codegen::applies,
        run: codegen::fresh,
        ..STEP
    },
    Step {
        name: "module",
        about: "rules, tables and engine as WebAssembly answer as they do on this machine",
        applies: browser::applies,
        needs: &[&need::NODE, &need::WASM_COMPILER],
        fetch: Some(browser::fetch),
        run: browser::check,
        ..STEP
    },
    Step {
        name: "wheel",
        about: "the Python package, built and tested",
        applies: python::applies,
        needs: &[&need::PYTHON],
        beside: Some("module"),
        fetch: Some(python::fetch),
        run: python::wheel,
        ..STEP
    },
    Step {
        name: "web",
        about: "the client: format, lint, types, unit tests, build",
        applies: web::applies,
        needs: &[&need::NODE, &need::WASM_COMPILER],
        fetch: Some(web::install),
        run: web::check,
        ..STEP
    },
    Step {
        name: "browser",
        about: "the client in a real browser against a real server",
        applies: web::has_browser_tests,
        needs: &[&need::NODE, &need::CHROMIUM, &need::WASM_COMPILER],
        run: web::browser,
        ..STEP
    },
    Step {
        name: "journeys",
        about: "minutes of use in a browser: a random walk, slow lines, servers that restart and are replaced",
        applies: web::has_browser_tests,
        long: true,
        needs: &[&need::NODE, &need::CHROMIUM, &need::WASM_COMPILER],
        run: web::journeys,
        ..STEP
    },
    Step {
        name: "api",
        about: "schemathesis finds no failure and nothing undocumented in the server's interface",
        long: true,
        needs: &[&need::PYTHON],
        fetch: Some(server::fetch_schemathesis),
        run: server::api,
        ..STEP
    },
    Step {
        name: "load",
        about: "1,500 players and 10,000 idle sockets, 500 beside 8 attackers, then 5,000 actions a second, and nothing lost",
        long: true,
        run: server::load,
        ..STEP
    },
    Step {
        name: "chaos",
        about: "nothing is lost when processes die, disks fill, clocks step and cables are cut",
        long: true,
        needs: &[&need::POSTGRES, &need::CHAOS],
        run: server::chaos,
        ..STEP
    },
    Step { name: "long", about: "the tests marked as long, in release", long: true, run: long, ..STEP },
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
        let steps: Vec<_> = STEPS.iter().filter(wanted).collect();
        let mut needs: Vec<&Need> = steps.iter().flat_map(|step| step.needs).copied().collect();
        needs.sort_by_key(|need| need.name);
        needs.dedup_by_key(|need| need.name);
        if let Err(error) = need::meet(&needs, !self.no_install) {
            eprintln!("error: {error:#}");
            return ExitCode::FAILURE;
        }
        run_all(&steps)
    }
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
    cargo(BUILD)?;
    passed(run_with_evidence(&mut command("cargo", &["test", "--locked", "--workspace"], "."), "test.log"))
}

fn docs() -> anyhow::Result<Outcome> {
    let mut doc = command("cargo", &["doc", "--locked", "--workspace", "--no-deps"], ".");
    passed(run(doc.env("RUSTDOCFLAGS", "-D warnings")))
}

fn has_fuzz() -> bool {
    exists("fuzz/Cargo.toml")
}

fn fuzz() -> anyhow::Result<Outcome> {
    let mut check = command("cargo", &["check", "--manifest-path", "fuzz/Cargo.toml"], ".");
    passed(run(check.env("CARGO_TARGET_DIR", target().join("fuzz"))))
}

fn long() -> anyhow::Result<Outcome> {
    passed(cargo(&["test", "--locked", "--release", "--workspace", "--", "--ignored", "--skip", "chaos"]))
}
