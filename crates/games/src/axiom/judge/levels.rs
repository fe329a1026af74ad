//! The levels of Axiom. docs/levels.md says how they play.

use engine::search::{Elo, LEVELS, Level, Method};

const FULL: Level = Level::full(Method::AlphaBeta);

pub(super) static LEVELS_2008: [Level; LEVELS] = levels(Level::friendly(2_750, 80));
/// Here a novice leaves so many ways open that whoever is to lose to one must overlook nearly all of them.
pub(super) static LEVELS_1988: [Level; LEVELS] = levels(Level::friendly(3_000, 94));

/// Counted in nodes rather than plies where it can be: a ply of Axiom has from thirty to a thousand actions.
const fn levels(friendly: Level) -> [Level; LEVELS] {
    [
        friendly,
        Level { depth: Some(1), blur: 900, slips: 70, elo: Elo::new(1_000, 0), ..FULL },
        Level { depth: Some(1), blur: 350, slips: 40, elo: Elo::new(1_186, 70), ..FULL },
        Level { depth: Some(1), blur: 120, slips: 18, elo: Elo::new(1_329, 67), ..FULL },
        Level { depth: Some(2), width: Some(8), blur: 115, slips: 25, elo: Elo::new(1_472, 68), ..FULL },
        Level { depth: Some(2), width: Some(24), blur: 15, slips: 2, elo: Elo::new(1_611, 67), ..FULL },
        Level { depth: Some(2), elo: Elo::new(1_754, 64), ..FULL },
        Level { nodes: Some(2_200), elo: Elo::new(1_889, 64), ..FULL },
        Level { elo: Elo::new(2_171, 72), ..FULL },
    ]
}
