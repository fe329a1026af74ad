//! What pressing holes, corners and pieces means.

use engine::Refusal;

use super::{
    Abraxas, Phase, Placing,
    board::{Cell, Corner, Hole},
    moves::{Move, Push},
    reasons,
};

impl Abraxas {
    /// The names are those of holes and corners, `stop` for a stop stone of the seat, `done`, `end`, `ok` and `swap`.
    pub(super) fn pressed(&self, pressed: &[&str]) -> Option<Move> {
        match *pressed {
            ["done"] => Some(Move::Done),
            ["end"] => Some(Move::End),
            ["ok"] => Some(Move::Ok),
            ["swap"] => Some(Move::Swap),
            ["stop"] => {
                // It waits for its hole; if none may be laid at all, that is why it is refused.
                let stop = Move::Stop { hole: self.free().iter().next()?, push: Push::Stay };
                self.refusal(stop).map(|_| stop)
            }
            ["stop", hole] => Some(Move::Stop { hole: Hole::parse(hole)?, push: Push::Stay }),
            ["stop", hole, to] => {
                let push = self.named(Corner::parse(to)?).map_or(Push::Next, Push::To);
                Some(Move::Stop { hole: Hole::parse(hole)?, push })
            }
            [corner] if Corner::parse(corner).is_some() => Corner::parse(corner).map(Move::Corner),
            _ if matches!(self.phase, Phase::Take(_)) => {
                pressed.iter().map(|name| Hole::parse(name)).collect::<Option<_>>().map(Move::Take)
            }
            [hole] => self.pressed_hole(Hole::parse(hole)?),
            [hole, last] => {
                let hole = Hole::parse(hole)?;
                match Corner::parse(last) {
                    Some(corner) => Some(Move::Put { hole, to: self.named(corner) }),
                    None => Some(Move::Lift { from: hole, hole: Hole::parse(last)?, to: None }),
                }
            }
            [from, hole, corner] => Some(Move::Lift {
                from: Hole::parse(from)?,
                hole: Hole::parse(hole)?,
                to: self.named(Corner::parse(corner)?),
            }),
            _ => None,
        }
    }

    /// A stone from the supply goes in; when that is empty, one is lifted.
    fn pressed_hole(&self, hole: Hole) -> Option<Move> {
        if self.supply > 0 || self.free().contains(hole) {
            Some(Move::Put { hole, to: None })
        } else {
            (!self.stones.contains(hole)).then_some(Move::Lift { from: hole, hole, to: None })
        }
    }

    /// The corner as an action names it: not at all if the plate goes there anyway (1.5).
    fn named(&self, corner: Corner) -> Option<Corner> {
        (self.rules.push_either || corner != self.corner.next()).then_some(corner)
    }

    /// A cell of the sheet that the plate leaves uncovered takes nothing, and a stop stone alone is no action.
    pub(super) fn names_no_action(&self, pressed: &[&str]) -> Option<Refusal> {
        if pressed == ["stop"] {
            return Some(reasons::STOP_WHERE.refuse());
        }
        let name = pressed.last()?;
        let cell = Cell::parse(name)?;
        if self.phase == Phase::Corner {
            return Some(reasons::CORNER_FIRST.refuse());
        }
        cell.hole(self.corner).is_none().then(|| reasons::NO_HOLE.with([("cell", cell.to_string())]))
    }

    /// The position as if the seat on turn had let its turn go by; `None` in the middle of one.
    pub(super) fn passed_on(&self) -> Option<Abraxas> {
        let Phase::Place(_) = self.phase else { return None };
        let mut passed = self.clone();
        passed.swap = self.swap.declined(self.seat);
        passed.begin(self.other(), Placing::Ordinary);
        Some(passed)
    }
}
