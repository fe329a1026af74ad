//! Axiom, clause by clause of docs/rules/axiom.en.md.

use engine::testkit;
use games::axiom::Axiom;

#[test]
fn laws() {
    for options in ["", "edition=2008"] {
        testkit::laws::<Axiom>(options, 2);
    }
}
