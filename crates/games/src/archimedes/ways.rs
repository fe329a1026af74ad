//! Where a cube gets in a given number of steps (Archimedes 3.3, 3.5).

use super::board::{Cell, Cells};

/// Six triangles meet in a point, and no shorter ring of neighbours exists: a walk that never turns straight
/// back enters no cell twice within this many steps, if it is kept off the cell it set out from.
const RING: usize = 6;

/// The cells that walks of some length have just entered, by the direction of the last step.
/// All of them have their edge upward, or all have it downward, by turns.
#[derive(Clone, Copy)]
struct Front {
    left: Cells,
    right: Cells,
    across: Cells,
}

impl Front {
    #[inline]
    fn first(from: Cell, free: Cells) -> Front {
        let here = Cells::of(from);
        let across = if from.opens_up() { here.up() } else { here.down() };
        Front { left: here.left() & free, right: here.right() & free, across: across & free }
    }

    /// One step more, none straight back.
    #[inline]
    fn next(self, across: impl Fn(Cells) -> Cells, free: Cells) -> Front {
        Front {
            left: (self.left | self.across).left() & free,
            right: (self.right | self.across).right() & free,
            across: across(self.left | self.right) & free,
        }
    }

    /// That many steps more of walks that set out from `from`; `pass` sees the front after each.
    #[inline]
    fn walk(self, from: Cell, steps: usize, free: Cells, pass: impl FnMut(Front)) -> Front {
        if from.opens_up() {
            self.by_turns(steps, Cells::down, Cells::up, free, pass)
        } else {
            self.by_turns(steps, Cells::up, Cells::down, free, pass)
        }
    }

    #[inline]
    fn by_turns(
        mut self,
        steps: usize,
        odd: impl Fn(Cells) -> Cells,
        even: impl Fn(Cells) -> Cells,
        free: Cells,
        mut pass: impl FnMut(Front),
    ) -> Front {
        for _ in 0..steps / 2 {
            self = self.next(&odd, free);
            pass(self);
            self = self.next(&even, free);
            pass(self);
        }
        if steps % 2 == 1 {
            self = self.next(&odd, free);
            pass(self);
        }
        self
    }

    #[inline]
    fn cells(self) -> Cells {
        self.left | self.right | self.across
    }
}

/// Where a move of exactly `distance` steps over `free` cells can end, and where in `goal` it can stop earlier.
/// The cell it sets out from is not free.
#[inline]
pub(super) fn targets(from: Cell, distance: usize, free: Cells, goal: Cells) -> Cells {
    let first = Front::first(from, free);
    if first.cells().is_empty() {
        return Cells::EMPTY;
    }
    let mut stops = first.cells() & goal;
    let ends = if goal.is_empty() {
        first.walk(from, distance - 1, free, |_| {}).cells()
    } else {
        // Even a walk that enters a cell twice will do here: without its loops it is shorter.
        first.walk(from, distance - 1, free, |front| stops |= front.cells() & goal).cells()
    };
    if distance <= RING {
        return stops | ends;
    }
    let mut found = stops & ends;
    search(from, distance, free, ends, &mut found);
    stops | found
}

/// Where a move of exactly `steps` steps over `free` cells can end.
pub(super) fn ends(from: Cell, steps: usize, free: Cells) -> Cells {
    targets(from, steps, free, Cells::EMPTY)
}

/// Adds to `found` where a path of `steps` steps can end, until all of `wanted` is there.
fn search(from: Cell, steps: usize, free: Cells, wanted: Cells, found: &mut Cells) {
    if steps <= RING {
        *found |= Front::first(from, free).walk(from, steps - 1, free, |_| {}).cells();
        return;
    }
    for step in (Cells::of(from).neighbours() & free).iter() {
        if *found != wanted {
            search(step, steps - 1, free.without(Cells::of(step)), wanted, found);
        }
    }
}

/// The cells of one path of exactly `steps` steps, `from` left out and `to` last; `None` if there is none.
pub(super) fn path(from: Cell, to: Cell, steps: usize, mut free: Cells) -> Option<Vec<Cell>> {
    let mut path = Vec::with_capacity(steps);
    let mut here = from;
    for left in (0..steps).rev() {
        here = (Cells::of(here).neighbours() & free).iter().find(|&next| {
            if left == 0 { next == to } else { ends(next, left, free.without(Cells::of(next))).has(to) }
        })?;
        free = free.without(Cells::of(here));
        path.push(here);
    }
    Some(path)
}
