//! How Abraxas ends. Where several clauses apply the first counts.

engine::ends! {
    TARGET = "6.1" "abraxas.target" "a seat has taken as many stones as win";
    STALL = "6.2" "abraxas.stall" "too many placings in a row took nothing";
    NO_STONES = "3.4" "abraxas.no-stones" "no red stone is left to be put";
}
