//! Sudden death, full and slow disks, stepping clocks and cut cables, while people play.
//!
//! Real processes of the real binary. Players keep their own journal of what was acknowledged, and afterwards the
//! database is read directly: every acknowledged action is there once, in order, and nobody's clock paid for an
//! outage. Minutes long: `cargo xtask test chaos`.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]
#![cfg(unix)]

use std::{env, fs::File, io::Write};

mod chaos;
mod check;
mod disk;
mod network;
mod player;
#[path = "../../../server/tests/shared/postgres.rs"]
mod postgres;
mod process;

/// Says that a test has nothing to run with. It fails, because what did not run has shown nothing; unless somebody
/// keeps a list of it, as `cargo xtask test chaos` does.
fn not_run<T>(why: &str) -> Option<T> {
    let Some(list) = env::var_os("LUDARIUM_NOT_RUN") else { panic!("not run: {why}") };
    eprintln!("NOT RUN: {why}");
    let mut list = File::options().append(true).create(true).open(list).unwrap();
    writeln!(list, "{why}").unwrap();
    None
}
