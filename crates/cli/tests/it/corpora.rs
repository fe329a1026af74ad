//! The fuzz corpora, replayed: what a fuzzer once found stays found.

use std::{fs, path::Path};

// The fuzz targets share this file: there its laws are public.
#[allow(unreachable_pub)]
#[path = "../../../../fuzz/src/laws.rs"]
mod laws;

fn replay(target: &str, law: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut replayed = 0;
    for entry in fs::read_dir(&folder).expect("there is a corpus") {
        let path = entry.expect("the corpus can be listed").path();
        // If the law is broken, this is the last line: the file that breaks it.
        eprintln!("{}", path.display());
        law(&fs::read(&path).expect("the corpus can be read"));
        replayed += 1;
    }
    assert!(replayed > 0, "{} is empty", folder.display());
}

#[test]
fn setup() {
    replay("setup", laws::setup);
}

#[test]
fn action() {
    replay("action", laws::action);
}

#[test]
fn record() {
    replay("record", laws::record);
}

#[test]
fn protocol() {
    replay("protocol", laws::protocol);
}
