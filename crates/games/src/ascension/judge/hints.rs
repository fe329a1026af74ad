//! Which actions look promising: what they do to the roads of the pawns beside them.

use super::{
    rides::Rides,
    roads::{Roads, TURN},
    watch::{BLOCKED, Change, ONE_EXIT, Watch, best_two},
};
use crate::ascension::{
    Ascension, Move, Phase,
    cell::{Cell, CellSet},
    piece::{Kind, Sign},
};

/// What a quarter of a turn is worth as a hint.
const QUARTER: i32 = 500;
/// No hint is further from 0.
const MOST: i32 = 16_000;
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

/// Appends the hint for each of these actions, of a seat that heeds rivals and dangers or one that does not.
pub(super) fn hint(position: &Ascension, actions: &[Move], heeds: bool, hints: &mut Vec<i32>) {
    match position.phase {
        Phase::Step | Phase::Spring => {
            let ends = actions.iter().filter_map(|action| match action {
                Move::Step(cell) => Some(*cell),
                _ => None,
            });
            let ends: CellSet = ends.chain(position.players[position.seat].pawn).collect();
            let boards = !ends.and(position.board.cells(Sign::CableCar)).is_empty();
            let from = if boards { CellSet::ALL } else { ends };
            let roads = position.roads(position.seat, position.goal(position.seat), from);
            let rides = if boards { position.rides_of(position.seat, &roads) } else { Rides::NONE };
            hints.extend(actions.iter().map(|&action| step(position, &roads, &rides, heeds, action)));
        }
        Phase::Pick => Lookout::new(position, heeds).picks(actions, hints),
        Phase::Place(_) => Lookout::new(position, heeds).placings(actions, hints),
    }
}

/// The shorter the road from where the pawn ends, and the more exits it has there, the better.
fn step(position: &Ascension, roads: &Roads, rides: &Rides, heeds: bool, action: Move) -> i32 {
    let seat = position.seat;
    let pawn = position.players[seat].pawn.expect("the seat on turn has a pawn");
    let end = match action {
        Move::Step(cell) => cell,
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
        _ if end == position.board.corner(seat) || !heeds => 0,
        0 => BLOCKED,
        1 => 2 * ONE_EXIT,
        2 => TURN,
        _ => 0,
    };
    let mut way = position.way(seat, end, height, roads[end.index()]);
    if position.board.sign(end) == Sign::CableCar {
        way = way.min(rides.left_from(end));
    }
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

impl<'a> Lookout<'a> {
    fn new(position: &'a Ascension, heeds: bool) -> Self {
        let watched = position.inside.iter().filter(|&seat| heeds || seat == position.seat);
        let mut watches: Vec<Watch> = watched.filter_map(|seat| Watch::new(position, seat)).collect();
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
        let touched = self
            .watches
            .iter()
            .filter(|watch| watch.pawn.neighbours().contains(change.cell) || self.rides(watch, change.sign));
        touched
            .map(|watch| {
                let before = watch.cost(watch.best[0].1, watch.exits.len(), self.position);
                (before - watch.after(self.position, change)) * watch.weight
            })
            .sum()
    }

    /// Whether what shows this sign is where the pawn can ride at once.
    fn rides(&self, watch: &Watch, sign: Sign) -> bool {
        sign == Sign::CableCar && watch.boarded && watch.seat == self.position.seat
    }

    fn raised(&self, cell: Cell, by: i32, sign: Sign) -> i32 {
        let height = i32::from(self.position.board.height(cell)) + by;
        self.gain(Change { cell, height, sign })
    }

    /// The two best cells to lay a piece of this height that shows this sign.
    fn best_placing(&self, by: i32, sign: Sign) -> [(Option<Cell>, i32); 2] {
        let far =
            if self.own().is_some_and(|own| self.rides(own, sign)) { CellSet::ALL } else { CellSet::EMPTY };
        let mut cells = self
            .beside
            .or(far)
            .minus(self.position.pawns)
            .minus(self.position.board.cells(Sign::Joker))
            .minus(CellSet::CORNERS);
        if sign != Sign::Blank || self.position.board.top(Cell::PILLAR).is_some() {
            cells = cells.without(Cell::PILLAR);
        }
        if let Some(corner) = sign.corner() {
            cells = cells.or(CellSet::of(corner).and(self.beside).minus(self.position.pawns));
        }
        best_two(cells.iter().map(|cell| (cell, self.raised(cell, by, sign))), 0, |a, b| a > b)
    }

    fn picks(&self, actions: &[Move], hints: &mut Vec<i32>) {
        let position = self.position;
        let cube = self.best_placing(2, Sign::Blank);
        let half = self.best_placing(1, Sign::Blank);
        let figured = self.best_placing(1, position.board.figure(position.seat));
        let own = self.own();
        let cars = own.map_or(CellSet::EMPTY, Watch::cars);
        let car = if cars.is_empty() { cube } else { self.best_placing(2, Sign::CableCar) };
        let elsewhere = |best: &[(Option<Cell>, i32); 2], cell: Cell| {
            if best[0].0 == Some(cell) { best[1].1 } else { best[0].1 }
        };
        let start = hints.len();
        for &action in actions {
            let gain = match action {
                Move::Pick(cell) => {
                    let piece = position.board.top(cell).expect("a piece that may be picked is there");
                    let place = if piece.is_cube() { &cube } else { &half };
                    let lowered = self.raised(cell, -i32::from(piece.height()), Sign::Blank);
                    let laid = elsewhere(place, cell);
                    lowered + if cars.contains(cell) { elsewhere(&car, cell).max(laid) } else { laid }
                }
                Move::PickPlain => half[0].1 - 8 * SPENT,
                Move::PickFigured => figured[0].1 - 8 * SPENT,
                Move::PickJoker => self.best_placing(1, Sign::Joker)[0].1 - 8 * SPENT,
                _ => 0,
            };
            hints.push((gain * QUARTER / 8).clamp(-MOST, MOST));
        }
        self.thin_out(actions, &mut hints[start..]);
    }

    fn placings(&self, actions: &[Move], hints: &mut Vec<i32>) {
        let Phase::Place(hand) = self.position.phase else { return };
        let start = hints.len();
        let by = i32::from(hand.piece.height());
        for &action in actions {
            let Move::Place { cell, up } = action else { continue };
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

    /// Whether a car is taken or laid.
    fn is_for_a_ride(&self, action: Move) -> bool {
        let Some(own) = self.own() else { return false };
        match (action, self.position.phase) {
            (Move::Pick(cell), _) => own.cars().contains(cell),
            (Move::Place { up: true, .. }, Phase::Place(hand)) => {
                own.boarded && Sign::from(self.position.board.face(hand.piece)) == Sign::CableCar
            }
            _ => false,
        }
    }

    fn own(&self) -> Option<&Watch> {
        self.watches.iter().find(|watch| watch.seat == self.position.seat)
    }

    /// Keeps few of the actions that touch no pawn: those where rivals pass and the own pawn does not.
    fn thin_out(&self, actions: &[Move], hints: &mut [i32]) {
        let mut kept: [(i32, usize); ELSEWHERE.len()] = [(i32::MIN, usize::MAX); ELSEWHERE.len()];
        for (index, &action) in actions.iter().enumerate() {
            let (Move::Pick(cell) | Move::Place { cell, .. }) = action else { continue };
            if self.beside.contains(cell) || self.is_for_a_ride(action) {
                continue;
            }
            hints[index] += NOWHERE;
            let shown = matches!(action, Move::Place { up: true, .. });
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
