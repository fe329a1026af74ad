//! How Ascension ends. Where several clauses apply the first counts.

engine::ends! {
    HOME = "6.1" "ascension.home" "a pawn that has reached the summit is back on its corner";
    LAST = "6.2" "ascension.last" "all other seats are out";
    ROUNDS = "6.3" "ascension.rounds" "all rounds were played";
}
