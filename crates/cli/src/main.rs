//! `ludarium`: the one binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    ludarium::main()
}
