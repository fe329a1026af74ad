use engine::search::{Level, Method};

const FULL: Level = Level::full(Method::AlphaBeta);

/// Counted in nodes rather than plies where it can be: a ply of Axiom has from thirty to a thousand actions.
pub(super) static LEVELS: [Level; 8] = [
    Level { depth: Some(1), blur: 400, slips: 40, ..FULL },
    Level { depth: Some(1), blur: 100, slips: 15, ..FULL },
    Level { depth: Some(2), width: Some(12), blur: 60, slips: 10, ..FULL },
    Level { depth: Some(2), blur: 10, ..FULL },
    Level { nodes: Some(2_000), ..FULL },
    Level { nodes: Some(5_000), ..FULL },
    Level { nodes: Some(15_000), ..FULL },
    FULL,
];
