//! How Axiom ends. Where several clauses apply the first counts.

engine::ends! {
    CAUGHT = "7.1" "axiom.caught" "a sceptre came to the cube of an enemy sceptre";
    OWN_DOUBLE = "7.2" "axiom.own-double" "a seat brought its own sceptres together on one cube";
    STUCK = "7.3" "axiom.stuck" "a seat could neither move a cube nor a sceptre";
    REPETITION = "7.4" "axiom.repetition" "the same position arose for the third time";
    QUIET = "7.5" "axiom.quiet" "too many actions in a row took nothing";
}
