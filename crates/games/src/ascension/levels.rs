//! The levels of Ascension. docs/levels.md says how they play.

use engine::search::{Level, Method};

const FULL: Level = Level::full(Method::Tree);

pub(super) static LEVELS: [Level; 8] = [
    Level { nodes: Some(10), blur: 400, slips: 40, ..FULL },
    Level { nodes: Some(20), blur: 200, slips: 20, ..FULL },
    Level { nodes: Some(40), blur: 100, slips: 10, ..FULL },
    Level { nodes: Some(80), blur: 40, slips: 4, ..FULL },
    Level { nodes: Some(200), ..FULL },
    Level { nodes: Some(600), ..FULL },
    Level { nodes: Some(2_500), ..FULL },
    FULL,
];
