use engine::search::{Level, Method};

const FULL: Level = Level::full(Method::AlphaBeta);

/// Counted in nodes rather than plies where it can be: a placing may be one action or, with reply and takings, five.
pub(super) static LEVELS: [Level; 8] = [
    Level { depth: Some(1), blur: 200, slips: 40, ..FULL },
    Level { depth: Some(1), blur: 60, slips: 15, ..FULL },
    Level { depth: Some(2), blur: 60, slips: 15, ..FULL },
    Level { depth: Some(2), ..FULL },
    Level { nodes: Some(20_000), ..FULL },
    Level { nodes: Some(60_000), ..FULL },
    Level { nodes: Some(200_000), ..FULL },
    FULL,
];
