//! What cargo cannot say.
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let steps: [&[&str]; 3] = [
        &["fmt", "--all", "--check"],
        &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"],
        &["test", "--workspace"],
    ];
    for step in steps {
        let passed = Command::new("cargo").args(step).status().is_ok_and(|status| status.success());
        if !passed {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
