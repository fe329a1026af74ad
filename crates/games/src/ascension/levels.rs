//! The levels of Ascension. docs/levels.md says how they play.

use engine::search::{Elo, Level, Method};

const FULL: Level = Level::full(Method::Tree);

/// By walks alone: a player that slips or sees dimly climbs less, and who stays at home to obstruct is hard to beat.
pub(super) static LEVELS: [Level; 8] = [
    Level { nodes: Some(5), elo: Elo::new(1_000, 0), ..FULL },
    Level { nodes: Some(16), elo: Elo::new(1_173, 69), ..FULL },
    Level { nodes: Some(30), elo: Elo::new(1_265, 64), ..FULL },
    Level { nodes: Some(70), elo: Elo::new(1_384, 64), ..FULL },
    Level { nodes: Some(160), elo: Elo::new(1_495, 65), ..FULL },
    Level { nodes: Some(370), elo: Elo::new(1_606, 59), ..FULL },
    Level { nodes: Some(850), elo: Elo::new(1_721, 61), ..FULL },
    FULL,
];
