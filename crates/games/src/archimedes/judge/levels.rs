//! The levels of Archimedes. docs/levels.md says how they play.

use engine::search::{Elo, LEVELS, Level, Method};

const TWO_FULL: Level = Level::full(Method::AlphaBeta);
const THREE_FULL: Level = Level::full(Method::Tree);

/// With two seats.
pub(super) static TWO: [Level; LEVELS] = [
    Level::friendly(400, 29),
    Level { depth: Some(1), blur: 120, slips: 35, elo: Elo::new(1_000, 0), ..TWO_FULL },
    Level { depth: Some(1), blur: 40, slips: 10, elo: Elo::new(1_363, 89), ..TWO_FULL },
    Level { depth: Some(2), width: Some(8), blur: 30, slips: 10, elo: Elo::new(1_626, 77), ..TWO_FULL },
    Level { depth: Some(3), blur: 60, slips: 25, elo: Elo::new(2_230, 136), ..TWO_FULL },
    Level { depth: Some(3), elo: Elo::new(2_430, 72), ..TWO_FULL },
    Level { depth: Some(4), elo: Elo::new(2_612, 71), ..TWO_FULL },
    Level { depth: Some(6), elo: Elo::new(3_014, 95), ..TWO_FULL },
    Level { elo: Elo::new(3_249, 74), ..TWO_FULL },
];

/// With three seats; Elo of one among two of the level below.
pub(super) static THREE: [Level; LEVELS] = [
    Level::friendly(700, 29),
    Level { nodes: Some(12), blur: 150, slips: 35, elo: Elo::new(1_000, 0), ..THREE_FULL },
    Level { nodes: Some(14), blur: 118, slips: 26, elo: Elo::new(1_109, 63), ..THREE_FULL },
    Level { nodes: Some(20), blur: 97, slips: 20, elo: Elo::new(1_200, 64), ..THREE_FULL },
    Level { nodes: Some(32), blur: 62, slips: 11, elo: Elo::new(1_361, 62), ..THREE_FULL },
    Level { nodes: Some(80), blur: 25, slips: 3, elo: Elo::new(1_464, 63), ..THREE_FULL },
    Level { nodes: Some(750), elo: Elo::new(1_613, 62), ..THREE_FULL },
    Level { nodes: Some(3_600), elo: Elo::new(1_728, 63), ..THREE_FULL },
    Level { elo: Elo::new(1_886, 61), ..THREE_FULL },
];
