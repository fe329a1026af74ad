//! Sudden death, full and slow disks, stepping clocks and cut cables, while people play.
//!
//! Real processes of the real binary. Players keep their own journal of what was acknowledged, and afterwards the
//! database is read directly: every acknowledged action is there once, in order, and nobody's clock paid for an
//! outage. Minutes long: `cargo xtask test chaos`.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]
#![cfg(unix)]

mod chaos;
mod check;
mod disk;
mod network;
mod player;
#[path = "../../../server/tests/shared/postgres.rs"]
mod postgres;
mod process;
