//! Which actions look promising: what they do to the roads of the pawns beside them.

use engine::Seat;

use super::{
    Action, Ascension, Phase,
    cell::{Cell, CellSet},
    piece::{Kind, Sign},
    roads::{FAR, Roads, TURN, stride_of},
};

/// What a quarter of a turn is worth as a hint.
const QUARTER: i32 = 500;
/// No hint is further from 0.
const MOST: i32 = 16_000;
/// What a blocked pawn loses, in quarter turns, and one with a single exit.
const BLOCKED: i32 = 48;
const ONE_EXIT: i32 = 12;
/// A piece out of the reserve is spent.
const SPENT: i32 = 2;
/// What a rival's delay is worth, in eighths: the one that is ahead, and the others.
const AHEAD: i32 = 4;
const BEHIND: i32 = 1;
/// Rivals further behind than this, in quarter turns, are no worry.
const WORRY: i32 = 16;
/// From the summit home, in quarter turns.
const DESCENT: i32 = 44;
/// Of the actions that touch no pawn, only these few are worth a look.
const ELSEWHERE: [i32; 4] = [0, -1_000, -2_000, -3_000];
const NOWHERE: i32 = -7_000;

/// Appends the hint for each of these actions.
pub(super) fn hint(position: &Ascension, actions: &[Action], hints: &mut Vec<i32>) {
    match position.phase {
        Phase::Step | Phase::Spring => {
            let ends = actions.iter().filter_map(|action| match action {
                Action::Step(cell) => Some(*cell),
                _ => None,
            });
            let from = ends.chain(position.players[position.seat].pawn).collect();
            let roads = position.roads(position.seat, position.goal(position.seat), from);
            hints.extend(actions.iter().map(|&action| step(position, &roads, action)));
        }
        Phase::Pick => Lookout::new(position).picks(actions, hints),
        Phase::Place(_) => Lookout::new(position).placings(actions, hints),
    }
}

/// The shorter the road from where the pawn ends, and the more exits it has there, the better.
fn step(position: &Ascension, roads: &Roads, action: Action) -> i32 {
    let seat = position.seat;
    let pawn = position.players[seat].pawn.expect("the seat on turn has a pawn");
    let end = match action {
        Action::Step(cell) => cell,
        _ => pawn,
    };
    if end == position.goal(seat) {
        return MOST;
    }
    let around = position.around(seat, end);
    let height = i32::from(position.board.height(end));
    let rise = i32::from(position.board.height(position.goal(seat))) - height;
    let halting = (rise > 1 && !around.up) || (rise < -1 && !around.down);
    let rest = position.board.sign(end) == Sign::Bivouac;
    let danger = match around.exits.len() {
        _ if end == position.board.corner(seat) => 0,
        0 => BLOCKED,
        1 => 2 * ONE_EXIT,
        2 => TURN,
        _ => 0,
    };
    let way = position.way(seat, end, height, roads[end.index()]);
    let road = way + danger + if halting { TURN / 2 } else { 0 } + if rest { TURN } else { 0 };
    ((roads[pawn.index()] - road) * QUARTER).clamp(-MOST, MOST)
}

/// The pawns, and what a change of a cell beside them would do to each.
struct Lookout<'a> {
    position: &'a Ascension,
    watches: Vec<Watch>,
    /// The cells beside a pawn.
    beside: CellSet,
}

/// One pawn.
struct Watch {
    seat: Seat,
    pawn: Cell,
    goal: Cell,
    roads: Roads,
    closed: CellSet,
    exits: CellSet,
    /// The two shortest roads over a neighbour: where, and how long.
    best: [(Option<Cell>, i32); 2],
    /// In eighths; negative for rivals, since a longer road of theirs is good.
    weight: i32,
}

/// What a cell becomes.
#[derive(Clone, Copy)]
struct Change {
    cell: Cell,
    height: i32,
    /// The figure that shows, which only its owner may step on; a chasm or joker lets nobody else on.
    sign: Sign,
}

impl<'a> Lookout<'a> {
    fn new(position: &'a Ascension) -> Self {
        let mut watches: Vec<Watch> =
            position.inside.iter().filter_map(|seat| Watch::new(position, seat)).collect();
        let way = |watch: &Watch| {
            let climbed = position.climbers.contains(watch.seat);
            watch.stay(position) + if climbed { 0 } else { DESCENT / position.pace(watch.seat) }
        };
        let own = watches.iter().find(|watch| watch.seat == position.seat).map_or(0, way);
        let ahead = watches.iter().filter(|watch| watch.seat != position.seat).map(way).min().unwrap_or(0);
        for watch in &mut watches {
            let way = way(watch);
            watch.weight = if watch.seat == position.seat {
                8
            } else if way == ahead && way <= own + WORRY {
                -AHEAD
            } else {
                -BEHIND
            };
        }
        let beside = watches.iter().fold(CellSet::EMPTY, |cells, watch| cells.or(watch.pawn.neighbours()));
        Lookout { position, watches, beside }
    }

    /// The quarter turns gained by a change, those that rivals lose included.
    fn gain(&self, change: Change) -> i32 {
        let touched = self.watches.iter().filter(|watch| watch.pawn.neighbours().contains(change.cell));
        touched
            .map(|watch| {
                let before = watch.cost(watch.best[0].1, watch.exits.len(), self.position);
                (before - watch.after(self.position, change)) * watch.weight
            })
            .sum()
    }

    fn raised(&self, cell: Cell, by: i32, sign: Sign) -> i32 {
        let height = i32::from(self.position.board.height(cell)) + by;
        self.gain(Change { cell, height, sign })
    }

    /// The two best cells to lay a piece of this height that shows this sign.
    fn best_placing(&self, by: i32, sign: Sign) -> [(Option<Cell>, i32); 2] {
        let mut cells = self
            .beside
            .minus(self.position.pawns)
            .minus(self.position.board.cells(Sign::Joker))
            .minus(CellSet::CORNERS);
        if sign != Sign::Blank || self.position.board.top(Cell::PILLAR).is_some() {
            cells = cells.without(Cell::PILLAR);
        }
        if sign.is_figure() {
            let corner = self.position.board.corners_of(sign).and(self.beside);
            cells = cells.or(corner.minus(self.position.pawns));
        }
        best_two(cells.iter().map(|cell| (cell, self.raised(cell, by, sign))), 0, |a, b| a > b)
    }

    fn picks(&self, actions: &[Action], hints: &mut Vec<i32>) {
        let position = self.position;
        let cube = self.best_placing(2, Sign::Blank);
        let half = self.best_placing(1, Sign::Blank);
        let figured = self.best_placing(1, position.board.figure(position.seat));
        let elsewhere = |best: &[(Option<Cell>, i32); 2], cell: Cell| {
            if best[0].0 == Some(cell) { best[1].1 } else { best[0].1 }
        };
        let start = hints.len();
        for &action in actions {
            let gain = match action {
                Action::Pick(cell) => {
                    let piece = position.board.top(cell).expect("a piece that may be picked is there");
                    let place = if piece.is_cube() { &cube } else { &half };
                    let lowered = self.raised(cell, -i32::from(piece.height()), Sign::Blank);
                    lowered + elsewhere(place, cell)
                }
                Action::PickPlain => half[0].1 - 8 * SPENT,
                Action::PickFigured => figured[0].1 - 8 * SPENT,
                Action::PickJoker => self.best_placing(1, Sign::Joker)[0].1 - 8 * SPENT,
                _ => 0,
            };
            hints.push((gain * QUARTER / 8).clamp(-MOST, MOST));
        }
        self.thin_out(actions, &mut hints[start..]);
    }

    fn placings(&self, actions: &[Action], hints: &mut Vec<i32>) {
        let Phase::Place(hand) = self.position.phase else { return };
        let start = hints.len();
        let by = i32::from(hand.piece.height());
        for &action in actions {
            let Action::Place { cell, up } = action else { continue };
            let sign = match hand.piece.kind() {
                Kind::Cube if up => self.position.board.face(hand.piece).into(),
                Kind::Cube => Sign::Blank,
                _ => self.position.board.shown(hand.piece),
            };
            let gain = self.raised(cell, by, sign);
            // What shows tells the others something.
            let told = if up { QUARTER / 4 } else { 0 };
            hints.push((gain * QUARTER / 8 - told).clamp(-MOST, MOST));
        }
        self.thin_out(actions, &mut hints[start..]);
    }

    /// Keeps few of the actions that touch no pawn: those where rivals pass and the own pawn does not.
    fn thin_out(&self, actions: &[Action], hints: &mut [i32]) {
        let mut kept: [(i32, usize); ELSEWHERE.len()] = [(i32::MIN, usize::MAX); ELSEWHERE.len()];
        for (index, &action) in actions.iter().enumerate() {
            let (Action::Pick(cell) | Action::Place { cell, .. }) = action else { continue };
            if self.beside.contains(cell) {
                continue;
            }
            hints[index] += NOWHERE;
            let shown = matches!(action, Action::Place { up: true, .. });
            let worth =
                self.watches.iter().map(|watch| watch.roads[cell.index()] * watch.weight).sum::<i32>()
                    - if shown { 4 } else { 0 };
            if let Some(rank) = kept.iter().position(|&(other, _)| worth > other) {
                kept[rank..].rotate_right(1);
                kept[rank] = (worth, index);
            }
        }
        for ((_, index), less) in kept.into_iter().zip(ELSEWHERE) {
            if let Some(hint) = hints.get_mut(index) {
                *hint += less - NOWHERE;
            }
        }
    }
}

impl Watch {
    fn new(position: &Ascension, seat: Seat) -> Option<Self> {
        let pawn = position.players[seat].pawn?;
        let goal = position.goal(seat);
        let mut watch = Watch {
            seat,
            pawn,
            goal,
            roads: position.roads(seat, goal, CellSet::ALL),
            closed: position.closed_to(seat),
            exits: position.around(seat, pawn).exits,
            best: [(None, FAR); 2],
            weight: 0,
        };
        let over = pawn.neighbours().minus(position.pawns).iter().map(|cell| {
            let height = i32::from(position.board.height(cell));
            let open = !watch.closed.contains(cell);
            (cell, watch.over(position, cell, height, open, watch.roads[cell.index()]))
        });
        watch.best = best_two(over, FAR, |a, b| a < b);
        Some(watch)
    }

    /// The road over a neighbour of this height, and `onward` from there. The seat on turn steps at once; the others
    /// still have a piece to move.
    fn over(&self, position: &Ascension, cell: Cell, height: i32, open: bool, onward: i32) -> i32 {
        let stride = position.stride(self.pawn, cell, height);
        let onward = position.way(self.seat, cell, height, onward);
        if self.seat == position.seat {
            if open && stride == TURN { TURN + onward } else { FAR }
        } else {
            let toll = if open { 0 } else { position.toll(CellSet::of(cell), cell).max(TURN) };
            stride + toll + onward
        }
    }

    /// The quarter turns to go, with what few exits cost.
    fn cost(&self, road: i32, exits: usize, position: &Ascension) -> i32 {
        let home = self.pawn == position.board.corner(self.seat);
        if self.seat == position.seat {
            let stay = self.stay(position) + if home { TURN } else { BLOCKED };
            return road.min(stay);
        }
        let danger = match exits {
            _ if home || position.players[self.seat].rests => 0,
            0 => BLOCKED,
            1 => ONE_EXIT,
            _ => 0,
        };
        road.min(self.stay(position) + 4 * TURN) + danger
    }

    /// The quarter turns to go from where the pawn stands.
    fn stay(&self, position: &Ascension) -> i32 {
        let height = i32::from(position.board.height(self.pawn));
        position.way(self.seat, self.pawn, height, self.roads[self.pawn.index()])
    }

    /// The same after a change of a neighbouring cell by the seat on turn.
    fn after(&self, position: &Ascension, change: Change) -> i32 {
        let Change { cell, height, sign } = change;
        let corner = CellSet::CORNERS.contains(cell) && cell != position.board.corner(self.seat);
        let open = !corner
            && match sign {
                Sign::Chasm => false,
                Sign::Joker => self.seat == position.seat,
                sign if sign.is_figure() => sign == position.board.figure(self.seat),
                _ => true,
            };
        let onward = if cell == self.goal {
            0
        } else {
            let next = cell.neighbours().iter().map(|next| {
                let rise = i32::from(position.board.height(next)) - height;
                stride_of(rise, 0, next) + position.toll(self.closed, next) + self.roads[next.index()]
            });
            next.min().unwrap_or(FAR)
        };
        let other = if self.best[0].0 == Some(cell) { self.best[1].1 } else { self.best[0].1 };
        let road = other.min(self.over(position, cell, height, open, onward));
        let rise = height - i32::from(position.board.height(self.pawn));
        let raised = height > i32::from(position.board.height(cell));
        // What was laid there is barred to the others, who can only lay more on it.
        let exit = !corner
            && sign != Sign::Joker
            && ((open && rise.abs() <= 1)
                || (-3..=-1).contains(&rise)
                || (!raised && (1..=3).contains(&rise)));
        let exits = self.exits.without(cell).len() + usize::from(exit);
        self.cost(road, exits, position)
    }
}

/// The two best of some cells.
fn best_two(
    cells: impl Iterator<Item = (Cell, i32)>,
    worst: i32,
    better: impl Fn(i32, i32) -> bool,
) -> [(Option<Cell>, i32); 2] {
    let mut best = [(None, worst); 2];
    for (cell, value) in cells {
        if better(value, best[0].1) {
            best = [(Some(cell), value), best[0]];
        } else if better(value, best[1].1) {
            best[1] = (Some(cell), value);
        }
    }
    best
}
