//! The levels of Ascension. docs/levels.md says how they play.

use engine::search::{Level, Method};

const FULL: Level = Level::full(Method::Tree);
const HEEDLESS: Level = Level { heedless: true, ..FULL };

/// The lowest three climb without heed of the others; above them walks alone differ. A player that slips or sees dimly is
/// no weaker here: it climbs less, and who stays at home to obstruct is hard to beat.
pub(super) static LEVELS: [Level; 8] = [
    Level { nodes: Some(5), ..HEEDLESS },
    Level { nodes: Some(18), ..HEEDLESS },
    Level { nodes: Some(80), ..HEEDLESS },
    Level { nodes: Some(30), ..FULL },
    Level { nodes: Some(80), ..FULL },
    Level { nodes: Some(210), ..FULL },
    Level { nodes: Some(650), ..FULL },
    FULL,
];
