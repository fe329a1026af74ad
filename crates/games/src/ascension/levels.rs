//! The levels of Ascension. docs/levels.md says how they play.

use engine::search::{Elo, Level, Method};

const FULL: Level = Level::full(Method::Tree);
const HEEDLESS: Level = Level { heedless: true, ..FULL };

/// Seats beyond two have the same levels; how strong they are there was not measured.
pub(super) static MORE: [Level; 8] = rated([None; 8]);
pub(super) static TWO: [Level; 8] = rated([
    Elo::new(1_000, 0),
    Elo::new(1_156, 69),
    Elo::new(1_366, 72),
    Elo::new(1_586, 72),
    Elo::new(1_777, 71),
    Elo::new(1_904, 64),
    Elo::new(2_064, 66),
    Elo::new(2_207, 64),
]);

/// The lowest three climb without heed of the others; above them walks alone differ. A player that slips or sees dimly is
/// no weaker here: it climbs less, and who stays at home to obstruct is hard to beat.
const SETTINGS: [Level; 8] = [
    Level { nodes: Some(5), ..HEEDLESS },
    Level { nodes: Some(18), ..HEEDLESS },
    Level { nodes: Some(80), ..HEEDLESS },
    Level { nodes: Some(26), ..FULL },
    Level { nodes: Some(72), ..FULL },
    Level { nodes: Some(210), ..FULL },
    Level { nodes: Some(600), ..FULL },
    Level { ..FULL },
];

const fn rated(elo: [Option<Elo>; 8]) -> [Level; 8] {
    let mut levels = SETTINGS;
    let mut index = 0;
    while index < levels.len() {
        levels[index].elo = elo[index];
        index += 1;
    }
    levels
}
