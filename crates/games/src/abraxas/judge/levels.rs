//! The levels of Abraxas. docs/levels.md says how they play.

use engine::search::{self, Elo, Level, Method};

const FULL: Level = Level::full(Method::Tree);

pub(super) static LEVELS: [Level; search::LEVELS] = [
    Level::friendly(4_000, 20),
    Level { nodes: Some(10), blur: 300, slips: 40, elo: Elo::new(1_000, 0), ..FULL },
    Level { nodes: Some(25), blur: 100, slips: 15, elo: Elo::new(1_512, 116), ..FULL },
    Level { nodes: Some(50), blur: 40, slips: 8, elo: Elo::new(1_668, 70), ..FULL },
    Level { nodes: Some(130), elo: Elo::new(1_828, 69), ..FULL },
    Level { nodes: Some(250), elo: Elo::new(2_063, 73), ..FULL },
    Level { nodes: Some(700), elo: Elo::new(2_210, 68), ..FULL },
    Level { nodes: Some(2_000), elo: Elo::new(2_451, 72), ..FULL },
    Level { elo: Elo::new(2_562, 61), ..FULL },
];
