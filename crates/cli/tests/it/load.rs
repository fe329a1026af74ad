//! A small load on a server of its own: nothing may be lost, and what was measured is written.

use std::fs;

use serde_json::Value;

use crate::command::run;

#[test]
fn a_small_load_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_owned();
    let (json, plot) = (path("load.json"), path("load.svg"));
    let sizes = ["load", "--players", "6", "--idle", "4", "--seconds", "2", "--pace", "0.2"];
    let files = ["--idle-at", "tables", "--json", &json, "--plot", &plot];
    let (code, out, err) = run(&[sizes.as_slice(), &files].concat());
    assert_eq!(code, 0, "{out}{err}");
    assert!(out.contains("0 lost, 0 doubled, 0 unanswered"), "{out}");
    let report: Value = serde_json::from_str(&fs::read_to_string(json).expect("a report")).expect("JSON");
    // Three tables, ten actions a second at each; a busy machine may do less.
    let actions = report["actions"].as_u64().expect("a number");
    assert!((1..=63).contains(&actions), "{report:#}");
    assert_eq!(report["audit"]["acknowledged"], actions, "{report:#}");
    assert!(fs::read_to_string(plot).expect("a drawing").contains("milliseconds to the acknowledgement"));
}

#[test]
fn three_seats_with_hidden_faces_are_played_from_what_the_server_tells() {
    let (code, out, err) = run(&[
        "load",
        "--game",
        "ascension",
        "--setup",
        "seats=3",
        "--players",
        "3",
        "--seconds",
        "1",
        "--pace",
        "0",
    ]);
    assert_eq!(code, 0, "{out}{err}");
}

#[test]
fn bounds_that_are_not_kept_are_a_failure() {
    let (code, out, err) = run(&["load", "--players", "2", "--seconds", "0.5", "--least-actions", "1000"]);
    assert!(code == 1 && out.contains("actions a second, below 1000"), "{out}{err}");
}

#[test]
fn other_machines_are_left_alone() {
    let (code, _, err) = run(&["load", "http://192.0.2.1:7777"]);
    assert!(code == 2 && err.contains("--allow-remote"), "{err}");
    let (code, _, err) = run(&["load", "--players", "3"]);
    assert!(code == 2 && err.contains("do not fill tables of 2"), "{err}");
}
