//! The games, tested against their numbered rules and against a second reading of them, in one binary.

mod abraxas;
mod archimedes;
mod ascension;
mod axiom;
mod booklets;
mod clauses;
mod coach;
mod differential;
mod figures;
mod friendly;
mod lessons;
mod library;
mod perft;
mod phrases;
mod plain;
mod press;
mod prove;
mod puzzles;
mod reasons;
mod rooms;
mod shared;
mod signature;
mod stop;
mod tactics;
