//! What is said of actions: keys and English that clients translate.

use std::collections::BTreeMap;

use engine::{EVENTS, Phrase, review};
use games::GAMES;

fn all() -> impl Iterator<Item = &'static Phrase> {
    let games = GAMES.iter().flat_map(|entry| entry.info().phrases);
    review::PHRASES.iter().chain(EVENTS).chain(games).copied()
}

#[test]
fn every_phrase_has_a_key_of_its_own_and_plain_english() {
    let mut keys = BTreeMap::new();
    for phrase in all() {
        assert_eq!(keys.insert(phrase.key, phrase.text), None, "{} stands twice", phrase.key);
        assert!(
            phrase.text.starts_with(char::is_lowercase) && !phrase.text.ends_with('.'),
            "{}",
            phrase.text
        );
    }
}
