//! Archimedes, read off its page.

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    rc::Rc,
};

use super::{Plain, PlainTurn, number, option, options, shares};

/// A row and a number in it: `('a', 1)` is `a1`.
type Cell = (char, usize);

fn text(cell: Cell) -> String {
    format!("{}{}", cell.0, cell.1)
}

fn cell(text: &str) -> Cell {
    let (row, number) = text.split_at(1);
    (row.chars().next().expect("a row"), number.parse().expect("a number"))
}

fn cells(text: &str) -> Vec<Cell> {
    text.split(' ').map(cell).collect()
}

/// The three ways in which the edges of the triangles lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    Level,
    Rising,
    Falling,
}

/// 1.1: eight rows, and how many cells each has.
const ROWS: [(char, usize); 8] =
    [('a', 9), ('b', 11), ('c', 13), ('d', 15), ('e', 15), ('f', 13), ('g', 11), ('h', 9)];

/// 1.2: whether the level edge of a cell is its upper one.
fn edge_upward((row, number): Cell) -> bool {
    let odd = number % 2 == 1;
    if row <= 'd' { odd } else { !odd }
}

#[derive(Debug)]
struct Board {
    cells: Vec<Cell>,
    /// 1.3, with the way the shared edge lies.
    neighbours: HashMap<Cell, Vec<(Cell, Edge)>>,
    /// 1.4: for each cell its three lines.
    lines: HashMap<Cell, Vec<HashSet<Cell>>>,
}

impl Board {
    fn new() -> Self {
        let cells: Vec<Cell> =
            ROWS.iter().flat_map(|&(row, count)| (1..=count).map(move |i| (row, i))).collect();
        let mut neighbours: HashMap<Cell, Vec<(Cell, Edge)>> =
            cells.iter().map(|&cell| (cell, Vec::new())).collect();
        let mut join = |left: Cell, right: Cell, edge: Edge| {
            neighbours.get_mut(&left).expect("a cell").push((right, edge));
            neighbours.get_mut(&right).expect("a cell").push((left, edge));
        };
        for &(row, count) in &ROWS {
            // 1.3: left and right in the row. A triangle with its level edge above stands on its tip, so its
            // right edge rises; one with its level edge below has a falling right edge.
            for i in 1..count {
                let edge = if edge_upward((row, i)) { Edge::Rising } else { Edge::Falling };
                join((row, i), (row, i + 1), edge);
            }
            for i in (1..=count).step_by(2) {
                match row {
                    // 1.3: rows a–c: the odd cell i touches the even cell i+1 of the row above.
                    'a'..='c' => join((row, i), ((row as u8 + 1) as char, i + 1), Edge::Level),
                    // 1.3: odd d-i touches e-i.
                    'd' => join(('d', i), ('e', i), Edge::Level),
                    // 1.3: rows f–h: the odd cell i touches the even cell i+1 of the row below.
                    'f'..='h' => join((row, i), ((row as u8 - 1) as char, i + 1), Edge::Level),
                    _ => {}
                }
            }
        }
        // 1.4: a strip runs between two parallel straight lines: it crosses no edge that lies their way.
        let lines = cells
            .iter()
            .map(|&start| {
                let strips = [Edge::Level, Edge::Rising, Edge::Falling].map(|wall| {
                    let mut strip = HashSet::from([start]);
                    let mut open = vec![start];
                    while let Some(cell) = open.pop() {
                        for &(next, edge) in &neighbours[&cell] {
                            if edge != wall && strip.insert(next) {
                                open.push(next);
                            }
                        }
                    }
                    strip
                });
                (start, strips.to_vec())
            })
            .collect();
        Board { cells, neighbours, lines }
    }

    /// 4.2: steps on the empty board to the nearest of these cells.
    fn steps(&self, from: Cell, goals: &[Cell]) -> usize {
        let mut reached = HashSet::from([from]);
        let mut steps = 0;
        while !goals.iter().any(|goal| reached.contains(goal)) {
            let next: Vec<Cell> =
                reached.iter().flat_map(|cell| self.neighbours[cell].iter().map(|&(next, _)| next)).collect();
            reached.extend(next);
            steps += 1;
        }
        steps
    }
}

#[derive(Clone, Debug)]
struct Cube {
    seat: usize,
    cell: Cell,
    /// 3.8: it has made any move.
    left: bool,
    /// 3.8: it has ended a move on one of its goal cells.
    reached: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Archimedes {
    board: Rc<Board>,
    seats: usize,
    turn_limit: usize,
    frozen: bool,
    /// Rules 0.9
    swap: bool,
    cubes: Vec<Cube>,
    goals: HashMap<usize, Vec<Cell>>,
    to_move: usize,
    actions: usize,
    /// Passes in succession.
    passes: usize,
    out: BTreeSet<usize>,
    over: Option<(Vec<String>, String)>,
}

impl Archimedes {
    /// 3.2: the number of cubes on the cube's three lines.
    fn distance(&self, cube: &Cube) -> usize {
        let lines = &self.board.lines[&cube.cell];
        self.cubes.iter().filter(|other| lines.iter().any(|line| line.contains(&other.cell))).count()
    }

    /// 3.4, for this moving cube.
    fn barred(&self, cube: &Cube, cell: Cell) -> bool {
        self.cubes.iter().filter(|other| other.cell != cube.cell).any(|other| {
            other.cell == cell || self.board.neighbours[&cell].iter().any(|&(next, _)| next == other.cell)
        })
    }

    /// 3.3–3.5: the cells where the cube may end, `entered` being the cells of the move so far.
    fn walk(&self, cube: &Cube, entered: &mut Vec<Cell>, left: usize, ends: &mut BTreeSet<Cell>) {
        let here = *entered.last().expect("it stands somewhere");
        let moved = entered.len() > 1;
        if left == 0 || (moved && self.goals[&cube.seat].contains(&here)) {
            ends.insert(here);
        }
        if left == 0 {
            return;
        }
        for &(next, _) in &self.board.neighbours[&here] {
            if !entered.contains(&next) && !self.barred(cube, next) {
                entered.push(next);
                self.walk(cube, entered, left - 1, ends);
                entered.pop();
            }
        }
    }

    /// 3.6 and 3.8: whether the cube may move at all.
    fn may_set_out(&self, cube: &Cube) -> bool {
        if self.frozen && self.goals[&cube.seat].contains(&cube.cell) {
            return false;
        }
        if self.seats == 3 && !cube.left {
            let own = || self.cubes.iter().filter(|other| other.seat == cube.seat);
            let left = own().filter(|other| other.left).count();
            let reached = own().filter(|other| other.reached).count();
            return left < 2 + reached;
        }
        true
    }

    fn moves(&self) -> Vec<(Cell, Cell)> {
        let mut moves = Vec::new();
        for cube in self.cubes.iter().filter(|cube| cube.seat == self.to_move && self.may_set_out(cube)) {
            let mut ends = BTreeSet::new();
            self.walk(cube, &mut vec![cube.cell], self.distance(cube), &mut ends);
            moves.extend(ends.into_iter().map(|end| (cube.cell, end)));
        }
        moves
    }

    fn seats_in(&self) -> Vec<usize> {
        (1..=self.seats).filter(|seat| !self.out.contains(seat)).collect()
    }

    /// 4.2: the sum of distances of a seat.
    pub(crate) fn sum_of_distances(&self, seat: usize) -> usize {
        self.cubes
            .iter()
            .filter(|cube| cube.seat == seat)
            .map(|cube| self.board.steps(cube.cell, &self.goals[&seat]))
            .sum()
    }

    fn on_goal(&self, seat: usize) -> usize {
        self.cubes.iter().filter(|cube| cube.seat == seat && self.goals[&seat].contains(&cube.cell)).count()
    }

    /// 4.2
    fn stall(&mut self) {
        // The smallest sum first; among equals most cubes on goal cells. Rules 0.8: who left cannot win.
        let rank = |seat: &usize| (self.sum_of_distances(*seat), 4 - self.on_goal(*seat));
        let best = self.seats_in().iter().map(rank).min().expect("a seat is in");
        let winners: Vec<usize> = self.seats_in().into_iter().filter(|seat| rank(seat) == best).collect();
        self.over = Some((shares(self.seats, &winners), "4.2".to_owned()));
    }

    /// 2.2, and Rules 0.8: turns of a seat that left are skipped.
    fn next_seat(&mut self) {
        loop {
            self.to_move = self.to_move % self.seats + 1;
            if !self.out.contains(&self.to_move) {
                return;
            }
        }
    }
}

impl Plain for Archimedes {
    fn new(setup: &str) -> Self {
        let options = options(setup);
        let seats = number(&options, "seats", 2);
        // 1.5: the six sides; 2.1: each seat's start side and the side opposite.
        let bottom = cells("a2 a4 a6 a8");
        let top = cells("h2 h4 h6 h8");
        let lower_left = cells("a1 b1 c1 d1");
        let upper_left = cells("e1 f1 g1 h1");
        let lower_right = cells("a9 b11 c13 d15");
        let upper_right = cells("e15 f13 g11 h9");
        let sides = if seats == 2 {
            vec![(bottom.clone(), top.clone()), (top, bottom)]
        } else {
            vec![(bottom, top), (upper_left, lower_right), (upper_right, lower_left)]
        };
        let mut cubes = Vec::new();
        let mut goals = HashMap::new();
        for (index, (start, goal)) in sides.into_iter().enumerate() {
            let seat = index + 1;
            cubes.extend(start.into_iter().map(|cell| Cube { seat, cell, left: false, reached: false }));
            goals.insert(seat, goal);
        }
        Archimedes {
            board: Rc::new(Board::new()),
            seats,
            turn_limit: number(&options, "turn_limit", 80),
            frozen: option(&options, "arrived", "free") == "frozen",
            swap: option(&options, "swap", "off") == "on",
            cubes,
            goals,
            to_move: 1,
            actions: 0,
            passes: 0,
            out: BTreeSet::new(),
            over: None,
        }
    }

    fn turn(&self) -> PlainTurn {
        match &self.over {
            Some((shares, by)) => PlainTurn::Over(shares.clone(), by.clone()),
            None => PlainTurn::Move(self.to_move),
        }
    }

    fn legal(&self) -> BTreeSet<String> {
        if self.over.is_some() {
            return BTreeSet::new();
        }
        let moves: BTreeSet<String> =
            self.moves().into_iter().map(|(from, to)| format!("{}-{}", text(from), text(to))).collect();
        // 3.1
        let mut moves = if moves.is_empty() { BTreeSet::from(["pass".to_owned()]) } else { moves };
        // Rules 0.9: instead of the first turn of seat 2.
        if self.swap && self.actions == 1 {
            moves.insert("swap".to_owned());
        }
        moves
    }

    fn play(&mut self, token: &str) {
        self.actions += 1;
        if token == "pass" {
            self.passes += 1;
        } else if token == "swap" {
            self.cubes.iter_mut().for_each(|cube| cube.seat = 3 - cube.seat);
            self.goals = self.goals.iter().map(|(seat, goal)| (3 - seat, goal.clone())).collect();
        } else {
            self.passes = 0;
            let (from, to) = token.split_once('-').expect("from-to");
            let (from, to) = (cell(from), cell(to));
            let goals = self.goals[&self.to_move].clone();
            let cube = self.cubes.iter_mut().find(|cube| cube.cell == from).expect("a cube");
            cube.cell = to;
            cube.left = true;
            cube.reached |= goals.contains(&to);
            // 4.1
            if self.on_goal(self.to_move) == 4 {
                self.over = Some((shares(self.seats, &[self.to_move]), "4.1".to_owned()));
                return;
            }
        }
        // 4.2
        if self.passes >= self.seats_in().len() || self.actions >= self.seats * self.turn_limit {
            self.stall();
            return;
        }
        self.next_seat();
    }

    fn withdraw(&mut self, seat: usize) {
        self.out.insert(seat);
        if let [last] = self.seats_in()[..] {
            self.over = Some((shares(self.seats, &[last]), "0.8".to_owned()));
        } else if self.passes >= self.seats_in().len() {
            self.stall();
        } else if self.to_move == seat {
            self.next_seat();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::perft;

    #[test]
    fn board_is_as_counted_in_1_3_and_1_4() {
        let board = Board::new();
        assert_eq!(board.cells.len(), 96);
        let with = |n: usize| board.cells.iter().filter(|cell| board.neighbours[cell].len() == n).count();
        assert_eq!((with(2), with(3)), (24, 72));
        for direction in 0..3 {
            let strips: BTreeSet<BTreeSet<Cell>> = board
                .cells
                .iter()
                .map(|cell| board.lines[cell][direction].iter().copied().collect())
                .collect();
            let mut sizes: Vec<usize> = strips.iter().map(BTreeSet::len).collect();
            sizes.sort_unstable();
            assert_eq!(sizes, [9, 9, 11, 11, 13, 13, 15, 15]);
        }
    }

    #[test]
    fn facts_of_6() {
        let two = Archimedes::new("");
        let three = Archimedes::new("seats=3");
        assert!(two.cubes.iter().all(|cube| two.distance(cube) == 4));
        assert!(three.cubes.iter().all(|cube| three.distance(cube) == 6));
        assert_eq!([1, 2, 3].map(|depth| perft(&two, depth)), [6, 38, 362]);
        assert_eq!([1, 2, 3].map(|depth| perft(&three, depth)), [14, 147, 1230]);
    }
}
