//! Every clause of the rules has a test that names it: `clause_3_2_…`, `clause_1_2_and_1_3_…`, `rules_0_7_…`.

use std::{collections::BTreeSet, path::Path};

use games::GAMES;

/// The numbers of the clauses of a page.
pub(crate) fn clauses(page: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/rules/{page}.en.md"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let number = |line: &str| Some(line.strip_prefix("**")?.split_once("** ")?.0.to_owned());
    let is_number = |text: &String| text.split('.').all(|part| part.parse::<u8>().is_ok());
    text.lines().filter_map(number).filter(is_number).collect()
}

/// The clauses that the tests of a module, or of one within it, name after `prefix`.
pub(crate) fn named(module: &str, prefix: &str) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(module);
    let within =
        std::fs::read_dir(&path).into_iter().flatten().map(|file| file.expect("a file can be listed").path());
    let files =
        within.filter(|file| file.extension() == Some("rs".as_ref())).chain([path.with_extension("rs")]);
    files.flat_map(|file| named_in(&file, prefix)).collect()
}

fn named_in(path: &Path, prefix: &str) -> BTreeSet<String> {
    let file = path.display();
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{file}: {e}"));
    let mut found = BTreeSet::new();
    let lines: Vec<&str> = text.lines().collect();
    for pair in lines.windows(2) {
        let Some(name) = pair[1].strip_prefix("fn ").and_then(|rest| rest.strip_prefix(prefix)) else {
            continue;
        };
        assert_eq!(pair[0], "#[test]", "{file}: {name} is a test");
        let mut number = String::new();
        for word in name.split('_') {
            if word.parse::<u8>().is_ok() {
                number = if number.is_empty() { word.to_owned() } else { format!("{number}.{word}") };
            } else {
                found.insert(std::mem::take(&mut number));
                if word != "and" {
                    break;
                }
            }
        }
    }
    found
}

#[test]
fn every_clause_has_a_test_that_names_it() {
    for entry in GAMES {
        let game = entry.info().key;
        let (clauses, named) = (clauses(game), named(game, "clause_"));
        assert_eq!(&clauses - &named, BTreeSet::new(), "{game}: no test names these clauses");
        assert_eq!(
            &named - &clauses,
            BTreeSet::new(),
            "{game}: tests name these clauses, which are not there"
        );
    }
    let mut shared = named("shared", "rules_");
    GAMES.iter().for_each(|entry| shared.extend(named(entry.info().key, "rules_")));
    assert_eq!(shared, clauses("shared"), "the rules that all games share");
}
