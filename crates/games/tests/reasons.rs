//! The client's English sentences for refusals are the rules' own; its other languages are checked against them
//! by its type checker.

use std::{fmt::Write, path::Path};

use engine::Reason;
use games::GAMES;

/// Run with `UPDATE=1` to write the files anew.
#[test]
fn the_client_knows_every_reason() {
    let mut reasons: Vec<_> =
        engine::setup::REASONS.iter().chain(engine::lud::faults::REASONS).copied().collect();
    reasons.extend(GAMES.iter().flat_map(|entry| entry.info().reasons));
    reasons.sort_by_key(|reason| reason.key);
    reasons.dedup_by_key(|reason| reason.key);
    // Each game has its own in its folder; the rest is shared.
    for entry in GAMES.iter() {
        let prefix = format!("{}.", entry.info().key);
        let (own, rest) = reasons.into_iter().partition(|reason| reason.key.starts_with(&prefix));
        same(&format!("games/{}/words/reasons.ts", entry.info().key), own);
        reasons = rest;
    }
    same("i18n/reasons/en.ts", reasons);
}

fn same(file: &str, reasons: Vec<&Reason>) {
    let mut text = String::from(
        "/** Why the rules refuse something. Written by `UPDATE=1 cargo test -p games the_client_knows`. */\nexport default {\n",
    );
    for reason in reasons {
        let sentence = reason.text.replace('\\', "\\\\").replace('\'', "\\'");
        writeln!(text, "  '{}': '{sentence}',", reason.key).expect("a string takes all");
    }
    text.push_str("};\n");

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib").join(file);
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &text).expect("the client's folder can be written");
    }
    let kept = std::fs::read_to_string(&path).expect("the client's sentences can be read");
    assert_eq!(kept, text, "{file}: run with UPDATE=1, then translate what is new");
}

/// Ends are told by their clause: the pages that players read have every one of them.
#[test]
fn every_end_stands_in_the_rules() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules");
    for entry in GAMES {
        let page = folder.join(format!("{}.en.md", entry.info().key));
        let text = std::fs::read_to_string(&page).expect("the rules can be read");
        for end in entry.info().ends {
            let found = text.lines().any(|line| line.starts_with(&format!("**{}** ", end.clause)));
            assert!(found, "{} has no {}, by which {} ends", page.display(), end.clause, end.key);
        }
    }
}

/// A refusal links to its clause: the pages that players read have every one of them.
#[test]
fn every_clause_stands_in_the_rules_of_every_language() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rules");
    for reason in engine::setup::REASONS.iter().chain(GAMES.iter().flat_map(|entry| entry.info().reasons)) {
        let (page, number) = reason.clause.split_once(' ').expect("a page and a number");
        let page = if number.starts_with("0.") { "shared".to_owned() } else { page.to_lowercase() };
        for language in ["en", "fr", "nl", "de"] {
            let file = folder.join(format!("{page}.{language}.md"));
            let text = std::fs::read_to_string(&file).expect("the rules can be read");
            let found = text.lines().any(|line| line.starts_with(&format!("**{number}** ")));
            assert!(found, "{} has no {number}, which {} names", file.display(), reason.key);
        }
    }
}
