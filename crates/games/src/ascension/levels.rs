//! The levels of Ascension. docs/levels.md says how they play.

use engine::search::{Elo, Level, Method};

const FULL: Level = Level::full(Method::Tree);
const HEEDLESS: Level = Level { heedless: true, ..FULL };

/// The lowest three climb without heed of the others; above them walks alone differ. A player that slips or sees dimly is
/// no weaker here: it climbs less, and who stays at home to obstruct is hard to beat.
pub(super) static LEVELS: [Level; 8] = [
    Level { nodes: Some(5), elo: Elo::new(1_000, 0), ..HEEDLESS },
    Level { nodes: Some(18), elo: Elo::new(1_156, 69), ..HEEDLESS },
    Level { nodes: Some(80), elo: Elo::new(1_366, 72), ..HEEDLESS },
    Level { nodes: Some(26), elo: Elo::new(1_586, 72), ..FULL },
    Level { nodes: Some(72), elo: Elo::new(1_777, 71), ..FULL },
    Level { nodes: Some(210), elo: Elo::new(1_904, 64), ..FULL },
    Level { nodes: Some(600), elo: Elo::new(2_064, 66), ..FULL },
    Level { elo: Elo::new(2_207, 64), ..FULL },
];
