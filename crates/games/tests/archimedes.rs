//! Archimedes, clause by clause of docs/rules/archimedes.en.md.

use engine::testkit;
use games::archimedes::Archimedes;

#[test]
fn laws() {
    for options in [
        "",
        "seats=3",
        "arrived=frozen",
        "seats=3;arrived=frozen",
        "turn_limit=1",
        "seats=3;turn_limit=7",
        "seats=3;arrived=frozen;turn_limit=300",
    ] {
        testkit::laws::<Archimedes>(options, 6);
    }
}
