//! No game is named outside its room: what is not of one game, or a list of them, works for any.

use std::path::{Path, PathBuf};

use games::GAMES;

/// The code that knows no game.
const ROOMLESS: [&str; 5] = ["engine", "table", "server", "cli", "browser"];

/// The Rust files in a folder and beneath.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.expect("a file can be listed").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension() == Some("rs".as_ref()) && !path.ends_with("tests.rs") {
            found.push(path);
        }
    }
}

/// Whether a line is an example for people: a comment, a command line, a line of the protocol, or of an interface.
fn is_example(line: &str, key: &str) -> bool {
    line.trim_start().starts_with("//")
        || ["ludarium ", &format!("game {key}"), "schema(example"].iter().any(|sign| line.contains(sign))
}

#[test]
fn no_game_is_named_outside_its_room() {
    let mut files = Vec::new();
    for name in ROOMLESS {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(name).join("src"), &mut files);
    }
    let mut found = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let code = text.split("#[cfg(test)]\nmod ").next().expect("a text has a beginning");
        for (line, key) in code.lines().flat_map(|line| GAMES.iter().map(move |game| (line, game.info().key)))
        {
            if line.to_lowercase().contains(key) && !is_example(line, key) {
                found.push(format!("{}: {}", file.display(), line.trim()));
            }
        }
    }
    assert!(files.len() > 100, "the code is where it was");
    assert_eq!(found, [""; 0]);
}
