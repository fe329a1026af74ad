//! Every sentence of the booklets leads to a clause, to a test that names the clause, and to a message, a figure or an end.

use std::{collections::BTreeSet, path::Path};

use games::GAMES;

use crate::clauses::{clauses, named};

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

/// The clauses of a page that are marked as the booklet's.
fn of_the_booklet(page: &str) -> BTreeSet<String> {
    let mut clause = None;
    let mut found = BTreeSet::new();
    for line in page.lines() {
        if line.starts_with('#') || line.starts_with("![") {
            clause = None;
        } else if let Some((number, _)) = line.strip_prefix("**").and_then(|rest| rest.split_once("** ")) {
            clause = number.starts_with(|c: char| c.is_ascii_digit()).then(|| number.to_owned());
        }
        if line.contains("[B]") {
            found.extend(clause.clone());
        }
    }
    found
}

/// Whether a message, a figure or an end of the game by this name exists.
fn exists(game: &str, page: &str, name: &str) -> bool {
    let info = GAMES.get(game).expect("the game is listed").info();
    match name.split_once(':') {
        Some(("figure", figure)) => page.contains(&format!("](figure:{figure})")),
        Some(("end", clause)) => info.ends.iter().any(|end| end.clause == clause),
        _ => info.reasons.iter().any(|reason| reason.key == name),
    }
}

#[test]
fn every_sentence_of_a_booklet_is_told() {
    let text = read("docs/booklets.md");
    for entry in GAMES {
        let (game, name) = (entry.info().key, entry.info().name);
        let page = read(&format!("docs/rules/{game}.en.md"));
        let (known, tested) = (clauses(game), named(game, "clause_"));
        let mut cited = BTreeSet::new();
        let parts = text.split("\n## ").filter(|part| part.starts_with(name));
        for part in parts {
            let title = part.lines().next().expect("a heading");
            let rows = part.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| |"));
            for (index, row) in rows.enumerate() {
                let place = format!("{title} {}", index + 1);
                let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
                let [number, says, clause, told] = cells[..] else { panic!("{place}: {row}") };
                assert_eq!(number, (index + 1).to_string(), "{place}: the rows are numbered");
                assert!(says.ends_with('.'), "{place}: a sentence");
                assert!(known.contains(clause), "{place}: there is no clause {clause}");
                assert!(tested.contains(clause), "{place}: no test names clause {clause}");
                let told = told.trim_matches('`');
                assert!(exists(game, &page, told), "{place}: {told} tells nothing");
                cited.insert(clause.to_owned());
            }
        }
        let missing = &of_the_booklet(&page) - &cited;
        assert_eq!(missing, BTreeSet::new(), "{game}: no sentence of a booklet leads to these clauses");
    }
}
