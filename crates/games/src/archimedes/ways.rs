//! Where a cube gets in a given number of steps (Archimedes 3.3, 3.5).

use super::board::{Cell, Cells};

/// Six triangles meet in a point, and no shorter ring of neighbours exists: a walk that never turns straight
/// back enters no cell twice within this many steps, if it is kept off the cell it set out from.
const RING: usize = 6;

/// The cells that walks of some length have just entered, by the direction of the last step.
/// All of them have their edge upward, or all have it downward, by turns: one word will do (see [`Cells`]).
#[derive(Clone, Copy)]
struct Front {
    left: u64,
    right: u64,
    across: u64,
}

impl Front {
    /// The first step, over the edges of a cell.
    #[inline]
    fn first(from: Cell, free: Cells) -> Front {
        let here = Cells::of(from);
        if from.opens_up() {
            Front { left: here.up >> 1, right: here.up, across: here.up << 8 }.on(free.down)
        } else {
            Front { left: here.down, right: here.down << 1, across: here.down >> 8 }.on(free.up)
        }
    }

    #[inline]
    fn on(self, free: u64) -> Front {
        Front { left: self.left & free, right: self.right & free, across: self.across & free }
    }

    /// One step more, none straight back, from cells with an edge upward.
    #[inline]
    fn up(self, free: Cells) -> Front {
        let Front { left, right, across } = self;
        Front { left: (left | across) >> 1, right: right | across, across: (left | right) << 8 }.on(free.down)
    }

    /// The same from the other cells.
    #[inline]
    fn down(self, free: Cells) -> Front {
        let Front { left, right, across } = self;
        Front { left: left | across, right: (right | across) << 1, across: (left | right) >> 8 }.on(free.up)
    }

    #[inline]
    fn word(self) -> u64 {
        self.left | self.right | self.across
    }
}

/// The cells that walks enter with their first step from a cell that opens so, their second, and so on, [`RING`] in
/// all: to stop where nobody asks further takes longer, since when that is cannot be foreseen.
#[inline]
fn walks<const OPENS_UP: bool>(from: Cell, free: Cells) -> [u64; RING] {
    let mut front = Front::first(from, free);
    std::array::from_fn(|before| {
        if before > 0 {
            front = if OPENS_UP == before.is_multiple_of(2) { front.up(free) } else { front.down(free) };
        }
        front.word()
    })
}

/// The cells of a word, entered with the step of this number from a cell.
#[inline]
fn entered(from: Cell, step: usize, word: u64) -> Cells {
    if from.opens_up() == step.is_multiple_of(2) {
        Cells { up: word, down: 0 }
    } else {
        Cells { up: 0, down: word }
    }
}

/// Where a move of exactly `distance` steps over `free` cells can end, and where in `goal` it can stop earlier.
/// The cell it sets out from is not free.
#[inline]
pub(super) fn targets(from: Cell, distance: usize, free: Cells, goal: Cells) -> Cells {
    if distance > RING {
        return far_targets(from, distance, free, goal);
    }
    let words = if from.opens_up() { walks::<true>(from, free) } else { walks::<false>(from, free) };
    let mut targets = entered(from, distance, words[distance - 1]);
    if !goal.is_empty() {
        // Even a walk that enters a cell twice will do here: without its loops it is shorter.
        for (before, &word) in words[..distance].iter().enumerate() {
            targets |= entered(from, before + 1, word) & goal;
        }
    }
    targets
}

/// The same for long distances, where walks may cross themselves.
fn far_targets(from: Cell, distance: usize, free: Cells, goal: Cells) -> Cells {
    let mut front = Front::first(from, free);
    let mut ends = entered(from, 1, front.word());
    let mut stops = ends & goal;
    for step in 2..=distance {
        front = if from.opens_up() == step.is_multiple_of(2) { front.down(free) } else { front.up(free) };
        ends = entered(from, step, front.word());
        stops |= ends & goal;
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
        *found |= ends(from, steps, free);
        return;
    }
    for step in (from.neighbours() & free).iter() {
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
        here = (here.neighbours() & free).iter().find(|&next| {
            if left == 0 { next == to } else { ends(next, left, free.without(Cells::of(next))).has(to) }
        })?;
        free = free.without(Cells::of(here));
        path.push(here);
    }
    Some(path)
}
