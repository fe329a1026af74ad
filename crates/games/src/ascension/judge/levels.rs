//! The levels of Ascension. docs/levels.md says how they play.

use engine::search::{Elo, LEVELS, Level, Method};

const FULL: Level = Level::full(Method::Tree);
const HEEDLESS: Level = Level { heedless: true, ..FULL };

/// It climbs without heed of the others and often looks the wrong way, more often where two of it are to be beaten.
const fn friendly(blur: i32) -> Level {
    Level { heedless: true, ..Level::friendly(blur, 29) }
}

/// The lowest three climb without heed of the others; above them walks alone differ. A player that slips or sees dimly and
/// heeds the others is no weaker here: it climbs less, and who stays at home to obstruct is hard to beat.
pub(super) static TWO: [Level; LEVELS] = [
    friendly(1_200),
    Level { nodes: Some(5), elo: Elo::new(1_000, 0), ..HEEDLESS },
    Level { nodes: Some(18), elo: Elo::new(1_173, 71), ..HEEDLESS },
    Level { nodes: Some(80), elo: Elo::new(1_320, 69), ..HEEDLESS },
    Level { nodes: Some(26), elo: Elo::new(1_530, 73), ..FULL },
    Level { nodes: Some(72), elo: Elo::new(1_721, 70), ..FULL },
    Level { nodes: Some(210), elo: Elo::new(1_868, 66), ..FULL },
    Level { nodes: Some(600), elo: Elo::new(1_987, 62), ..FULL },
    Level { elo: Elo::new(2_228, 65), ..FULL },
];

pub(super) static THREE: [Level; LEVELS] = more([
    Elo::new(1_000, 0),
    Elo::new(1_331, 67),
    Elo::new(1_457, 62),
    Elo::new(1_666, 62),
    Elo::new(1_912, 62),
    Elo::new(2_076, 62),
    None,
    None,
]);

pub(super) static FOUR: [Level; LEVELS] = more([
    Elo::new(1_000, 0),
    Elo::new(1_331, 63),
    Elo::new(1_516, 63),
    Elo::new(1_684, 64),
    Elo::new(1_801, 66),
    Elo::new(1_923, 65),
    None,
    None,
]);

/// With three and four seats nobody can hold up everybody: heeding the others gains less, and walks too.
const fn more([one, two, three, four, five, six, seven, eight]: [Option<Elo>; 8]) -> [Level; LEVELS] {
    [
        friendly(5_000),
        Level { nodes: Some(5), slips: 50, elo: one, ..HEEDLESS },
        Level { nodes: Some(5), slips: 25, elo: two, ..HEEDLESS },
        Level { nodes: Some(5), slips: 10, elo: three, ..HEEDLESS },
        Level { nodes: Some(18), elo: four, ..HEEDLESS },
        Level { nodes: Some(150), elo: five, ..FULL },
        Level { nodes: Some(400), elo: six, ..FULL },
        Level { nodes: Some(1_000), elo: seven, ..FULL },
        Level { elo: eight, ..FULL },
    ]
}
