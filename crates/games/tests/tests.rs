//! The games, tested against their numbered rules, in one binary.

mod abraxas;
