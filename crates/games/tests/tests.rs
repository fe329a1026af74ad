//! The games, tested against their numbered rules and against a second reading of them, in one binary.

mod abraxas;
<<<<<<< HEAD
mod archimedes;
=======
mod axiom;
>>>>>>> 6969375 (Axiom: the position, its actions, refusals, view, picture, text and symmetries)
mod differential;
mod perft;
mod plain;
