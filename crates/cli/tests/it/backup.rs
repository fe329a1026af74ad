//! What operators run beside a server leaves the database as it is, and backups are whole or absent.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use crate::server::Server;

fn ludarium(database: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_ludarium"))
        .args(args)
        .env("LUDARIUM_DATABASE", format!("sqlite:{}", database.display()))
        .output()
        .unwrap()
}

fn fails(output: &Output, why: &str) {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && error.contains(why), "{error}");
}

#[test]
fn a_database_that_is_missing_is_not_made() {
    let folder = tempfile::tempdir().unwrap();
    let (database, file) = (folder.path().join("typo.db"), folder.path().join("club.backup"));
    let name = file.to_str().unwrap();
    fails(&ludarium(&database, &["backup", name]), "there is no database");
    fails(&ludarium(&database, &["admin", "club-name", "Thursday"]), "there is no database");
    fs::write(&database, "").unwrap();
    fails(&ludarium(&database, &["admin", "club-name", "Thursday"]), "no database of Ludarium");
    fails(&ludarium(&database, &["backup", name]), "no database of Ludarium");
    let left = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
    let left: Vec<_> = left.filter(|name| !name.to_string_lossy().starts_with("typo.db")).collect();
    assert!(left.is_empty(), "no half of a backup either: {left:?}");
}

#[test]
fn a_backup_is_whole_and_its_owners_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (database, file) = (folder.path().join("test.db"), folder.path().join("club.backup"));
    let name = file.to_str().unwrap();
    let server = Server::start(&format!("sqlite:{}", database.display()));
    assert!(ludarium(&database, &["admin", "club-name", "Thursday"]).status.success());
    let done = ludarium(&database, &["backup", name]);
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    fails(&ludarium(&database, &["backup", name]), "it is there already");
    server.kill();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    assert!(ludarium(&database, &["backup", "--verify", name]).status.success());
    // Cut short at the end of a line, or with one word changed, it is no backup: nothing is restored from it.
    let whole = fs::read_to_string(&file).unwrap();
    let (short, _) = whole.trim_end().rsplit_once('\n').unwrap();
    let changed = whole.replace("Thursday", "Saturday");
    let fresh = folder.path().join("fresh.db");
    for (text, why) in [(format!("{short}\n"), "its end is missing"), (changed, "its checksum is wrong")] {
        fs::write(&file, text).unwrap();
        fails(&ludarium(&database, &["backup", "--verify", name]), why);
        fails(&ludarium(&fresh, &["restore", name]), why);
    }
    fs::write(&file, whole).unwrap();
    assert!(ludarium(&fresh, &["restore", name]).status.success());
}
