//! The same tests on PostgreSQL, and those of several processes: this test starts one and runs the others on it.

use std::process::Command;

use crate::shared::{Postgres, PostgresOptions};

/// Where the other tests find a PostgreSQL server to make their databases on.
pub(crate) const VARIABLE: &str = "LUDARIUM_TEST_POSTGRES";

#[test]
fn the_same_tests_pass_on_postgres() {
    if std::env::var_os(VARIABLE).is_some() {
        return;
    }
    let postgres = Postgres::start(PostgresOptions::here(false)).expect(
        "PostgreSQL is installed, as `cargo xtask test` sees to it; to go without, `--skip on_postgres`",
    );
    let again = Command::new(std::env::current_exe().unwrap())
        .args(["--include-ignored", "--test-threads", "2"])
        .env(VARIABLE, postgres.url())
        .output()
        .unwrap();
    drop(postgres);
    let (out, err) = (String::from_utf8_lossy(&again.stdout), String::from_utf8_lossy(&again.stderr));
    assert!(again.status.success(), "on PostgreSQL:\n{out}\n{err}");
}
