//! The levels of Archimedes. docs/levels.md says how they play.

use engine::search::{Elo, Level, Method};

const TWO_FULL: Level = Level::full(Method::AlphaBeta);
const THREE_FULL: Level = Level::full(Method::Tree);

/// With two seats.
pub(super) static TWO: [Level; 8] = [
    Level { depth: Some(1), blur: 120, slips: 35, elo: Elo::new(1_000, 0), ..TWO_FULL },
    Level { depth: Some(1), blur: 40, slips: 10, elo: Elo::new(1_363, 89), ..TWO_FULL },
    Level { depth: Some(2), width: Some(8), blur: 30, slips: 10, elo: Elo::new(1_626, 77), ..TWO_FULL },
    Level { depth: Some(3), blur: 60, slips: 25, elo: Elo::new(2_230, 136), ..TWO_FULL },
    Level { depth: Some(3), elo: Elo::new(2_430, 72), ..TWO_FULL },
    Level { depth: Some(4), elo: Elo::new(2_612, 71), ..TWO_FULL },
    Level { depth: Some(6), elo: Elo::new(3_014, 95), ..TWO_FULL },
    Level { elo: Elo::new(3_249, 74), ..TWO_FULL },
];

/// With three seats.
pub(super) static THREE: [Level; 8] = [
    Level { nodes: Some(20), blur: 150, slips: 35, ..THREE_FULL },
    Level { nodes: Some(40), blur: 80, slips: 15, ..THREE_FULL },
    Level { nodes: Some(100), blur: 40, slips: 5, ..THREE_FULL },
    Level { nodes: Some(250), ..THREE_FULL },
    Level { nodes: Some(700), ..THREE_FULL },
    Level { nodes: Some(2_000), ..THREE_FULL },
    Level { nodes: Some(8_000), ..THREE_FULL },
    THREE_FULL,
];
