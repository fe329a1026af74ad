//! The games, tested against their numbered rules and against a second reading of them, in one binary.

mod abraxas;
mod archimedes;
mod ascension;
mod axiom;
mod differential;
mod perft;
mod plain;
mod reasons;
mod signature;
mod stop;
mod tactics;
