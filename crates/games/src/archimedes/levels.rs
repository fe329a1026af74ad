//! The levels of Archimedes. docs/levels.md says how they play.

use engine::search::{Level, Method};

const TWO_FULL: Level = Level::full(Method::AlphaBeta);
const THREE_FULL: Level = Level::full(Method::Tree);

/// With two seats.
pub(super) static TWO: [Level; 8] = [
    Level { depth: Some(1), blur: 120, slips: 35, ..TWO_FULL },
    Level { depth: Some(1), blur: 40, slips: 10, ..TWO_FULL },
    Level { depth: Some(2), width: Some(8), blur: 30, slips: 10, ..TWO_FULL },
    Level { depth: Some(3), blur: 30, slips: 10, ..TWO_FULL },
    Level { depth: Some(3), ..TWO_FULL },
    Level { depth: Some(4), ..TWO_FULL },
    Level { depth: Some(6), ..TWO_FULL },
    TWO_FULL,
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
