use std::borrow::Cow;

use engine::Seat;
use serde::{Deserialize, Serialize};

use super::{Archimedes, Cell, Cells};

/// The name of a cell.
type Name = Cow<'static, str>;

/// What everyone sees of a position of Archimedes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "ArchimedesBoard"))]
pub struct ArchimedesView {
    /// By seat, then by cell.
    pub cubes: Vec<ArchimedesCube>,
    pub sides: Vec<ArchimedesSide>,
    /// What a cube on a goal cell may do (3.6).
    #[cfg_attr(feature = "ts", ts(type = "'free' | 'frozen'"))]
    pub arrived: Cow<'static, str>,
    /// How many seats have passed since a cube last moved (4.2).
    pub passes: usize,
    pub actions: u32,
    /// The number of actions that ends the game (4.2).
    pub limit: u32,
}

/// A cube and what its next move depends on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct ArchimedesCube {
    pub cell: Name,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub seat: Seat,
    /// How many steps it makes (3.2).
    pub distance: usize,
    /// All cells of its three lines (1.4).
    #[cfg_attr(feature = "ts", ts(type = "[Array<string>, Array<string>, Array<string>]"))]
    pub lines: [Vec<Name>; 3],
    /// The cells it may not enter (3.4).
    pub barred: Vec<Name>,
    /// It has left home (3.8).
    pub left: bool,
    /// It has reached the goal, now or earlier (3.8).
    pub reached: bool,
}

/// A seat's way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct ArchimedesSide {
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub seat: Seat,
    pub start: Vec<Name>,
    pub goal: Vec<Name>,
    /// The sum of steps to go (4.2).
    pub steps: u32,
    /// How many cubes stand on goal cells.
    pub home: usize,
    /// The seat has withdrawn.
    pub out: bool,
}

fn names(cells: Cells) -> Vec<Name> {
    cells.iter().map(|cell| cell.name().into()).collect()
}

impl ArchimedesView {
    pub(super) fn of(position: &Archimedes) -> Self {
        let cubes = position
            .all_seats()
            .flat_map(|seat| position.cubes(seat).iter().map(move |cell| cube(position, seat, cell)))
            .collect();
        ArchimedesView {
            cubes,
            sides: position.all_seats().map(|seat| side(position, seat)).collect(),
            arrived: position.arrived.as_str().into(),
            passes: position.passed.len(),
            actions: position.actions,
            limit: position.limit,
        }
    }
}

fn cube(position: &Archimedes, seat: Seat, cell: Cell) -> ArchimedesCube {
    ArchimedesCube {
        cell: cell.name().into(),
        seat,
        distance: position.distance(cell),
        lines: cell.lines().map(names),
        barred: names(position.barred(cell)),
        left: !position.unmoved.has(cell),
        reached: position.reached.has(cell),
    }
}

fn side(position: &Archimedes, seat: Seat) -> ArchimedesSide {
    let (steps, home) = position.standing(seat);
    ArchimedesSide {
        seat,
        start: names(position.home_side(seat).cells()),
        goal: names(position.goal(seat)),
        steps,
        home,
        out: position.out.contains(seat),
    }
}
