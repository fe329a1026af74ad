//! Axiom, read off its page.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use self::start::start;
use super::{Plain, PlainTurn, number, option, options, shares};

pub(crate) mod start;

type Cell = (i32, i32, i32);

/// A direction as a step: one coordinate is 1 or -1.
type Dir = (i32, i32, i32);

/// 1.3: the directions in the order in which domes are written.
const DIRS: [(&str, Dir); 6] = [
    ("x+", (1, 0, 0)),
    ("x-", (-1, 0, 0)),
    ("y+", (0, 1, 0)),
    ("y-", (0, -1, 0)),
    ("z+", (0, 0, 1)),
    ("z-", (0, 0, -1)),
];
const UP: Dir = (0, 0, 1);
const DOWN: Dir = (0, 0, -1);

fn plus(a: Cell, b: Dir) -> Cell {
    (a.0 + b.0, a.1 + b.1, a.2 + b.2)
}

fn opposite(d: Dir) -> Dir {
    (-d.0, -d.1, -d.2)
}

fn dir(text: &str) -> Dir {
    DIRS.iter().find(|(name, _)| *name == text).expect("a direction").1
}

fn dir_text(d: Dir) -> &'static str {
    DIRS.iter().find(|(_, known)| *known == d).expect("a direction").0
}

fn cell(text: &str) -> Cell {
    let numbers: Vec<i32> = text.split(',').map(|n| n.parse().expect("a number")).collect();
    (numbers[0], numbers[1], numbers[2])
}

fn cell_text((x, y, z): Cell) -> String {
    format!("{x},{y},{z}")
}

/// Domes as a set of directions.
type Domes = BTreeSet<Dir>;

fn domes(text: &str) -> Domes {
    text.as_bytes().chunks(2).map(|pair| dir(std::str::from_utf8(pair).expect("ascii"))).collect()
}

/// 1.3: in that order.
fn domes_text(domes: &Domes) -> String {
    DIRS.iter().filter(|(_, d)| domes.contains(d)).map(|(name, _)| *name).collect()
}

/// 1.2: every way to hold a cube with one dome, or with two on adjacent faces.
fn orientations(count: usize) -> Vec<Domes> {
    if count == 1 {
        return DIRS.iter().map(|&(_, d)| Domes::from([d])).collect();
    }
    let mut all = Vec::new();
    for (i, &(_, first)) in DIRS.iter().enumerate() {
        for &(_, second) in &DIRS[i + 1..] {
            if second != opposite(first) {
                all.push(Domes::from([first, second]));
            }
        }
    }
    all
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Cube {
    seat: usize,
    domes: Domes,
}

/// A face: a cube's cell and the direction it looks in.
type Face = (Cell, Dir);

fn face_text((c, n): Face) -> String {
    format!("{}:{}", cell_text(c), dir_text(n))
}

fn face(text: &str) -> Face {
    let (c, n) = text.split_once(':').expect("cell:direction");
    (cell(c), dir(n))
}

fn front((c, n): Face) -> Cell {
    plus(c, n)
}

fn second((c, n): Face) -> Cell {
    plus(plus(c, n), n)
}

/// 7.4: what the same position is; whether sides may still change is part of it (Rules 0.9).
type Position = (BTreeMap<Cell, Cube>, BTreeMap<Face, usize>, usize, bool);

#[derive(Clone, Debug)]
pub(crate) struct Axiom {
    edition: String,
    own_double_loses: bool,
    quiet_limit: usize,
    /// Rules 0.9: seat 2 has not had its first turn.
    swap: bool,
    cubes: BTreeMap<Cell, Cube>,
    /// Faces with a sceptre on them, and whose it is.
    sceptres: BTreeMap<Face, usize>,
    to_move: usize,
    quiet: usize,
    seen: HashMap<Position, usize>,
    over: Option<(Vec<String>, String)>,
}

impl Axiom {
    /// 2.1, 2.2: whether a sceptre that leaves `from` may stop on a face.
    fn may_stop(&self, from: Face, to: Face) -> bool {
        let others: Vec<Face> = self.sceptres.keys().copied().filter(|&face| face != from).collect();
        let n = to.1;
        let three_ahead = plus(second(to), n);
        // (a)
        !others.iter().any(|&other| front(other) == front(to))
            // (b)
            && !self.cubes.contains_key(&second(to))
            // (c)
            && !others.contains(&(three_ahead, opposite(n)))
    }

    /// 5.1: a dome, or a face with a sceptre on it, stops it before that face; so does the face it started
    /// from (5.2).
    fn may_enter(&self, (c, n): Face, from: Face) -> bool {
        n != DOWN
            && !self.cubes[&c].domes.contains(&n)
            && !self.sceptres.contains_key(&(c, n))
            && (c, n) != from
    }

    /// 5.2: the next face, and the direction after it.
    fn lateral(&self, (c, n): Face, d: Dir) -> (Face, Dir) {
        if self.cubes.contains_key(&plus(plus(c, d), n)) {
            ((plus(plus(c, d), n), opposite(d)), n) // (a)
        } else if self.cubes.contains_key(&plus(c, d)) {
            ((plus(c, d), n), d) // (b)
        } else {
            ((c, d), opposite(n)) // (c)
        }
    }

    /// 5.3: the next face, if there is one.
    fn diagonal(&self, (c, n): Face, d: Dir, e: Dir) -> Option<Face> {
        let next = plus(plus(c, d), e);
        let exists = self.cubes.contains_key(&next);
        let front_free = !self.cubes.contains_key(&plus(next, n));
        let squeezed =
            self.cubes.contains_key(&plus(plus(c, d), n)) && self.cubes.contains_key(&plus(plus(c, e), n));
        (exists && front_free && !squeezed).then_some((next, n))
    }

    /// 5.1: the faces a sceptre reaches and may stop on.
    fn sceptre_ends(&self, from: Face) -> BTreeSet<Face> {
        let n = from.1;
        let in_plane: Vec<Dir> =
            DIRS.iter().map(|&(_, d)| d).filter(|&d| d != n && d != opposite(n)).collect();
        let mut reached = BTreeSet::new();
        for &d in &in_plane {
            let (mut at, mut going) = self.lateral(from, d);
            while self.may_enter(at, from) {
                reached.insert(at);
                (at, going) = self.lateral(at, going);
            }
        }
        for &d in &in_plane {
            for &e in &in_plane {
                if e == d || e == opposite(d) {
                    continue;
                }
                let mut at = from;
                while let Some(next) = self.diagonal(at, d, e).filter(|&next| self.may_enter(next, from)) {
                    reached.insert(next);
                    at = next;
                }
            }
        }
        reached.into_iter().filter(|&to| self.may_stop(from, to)).collect()
    }

    /// 4.1: no sceptre on it, no cube on top.
    fn is_free(&self, c: Cell) -> bool {
        !self.sceptres.keys().any(|&(on, _)| on == c) && !self.cubes.contains_key(&plus(c, UP))
    }

    /// 4.2–4.6, for a cube put into an empty cell; `self` is the board with that cube lifted away.
    fn may_stand(&self, c: Cell, domes: &Domes) -> bool {
        let below = self.cubes.get(&plus(c, DOWN));
        // 4.2
        if (c.2 != 1 && below.is_none()) || c.2 < 1 || self.cubes.contains_key(&plus(c, UP)) {
            return false;
        }
        let sides = [(1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)];
        let beside = |d: Dir| self.cubes.get(&plus(c, d));
        match below {
            // 4.3: exactly one of the two faces that meet is a dome.
            Some(below) => {
                if below.domes.contains(&UP) == domes.contains(&DOWN) {
                    return false;
                }
            }
            // 4.4
            None => {
                if domes.contains(&DOWN) {
                    return false;
                }
                let joined = if self.edition == "1988" {
                    // It shares a face or an edge with another cube: one or two coordinates differ by one.
                    self.cubes.keys().any(|&(x, y, z)| {
                        let differ = [x - c.0, y - c.1, z - c.2].map(i32::abs);
                        differ.iter().all(|&n| n <= 1) && (1..=2).contains(&differ.iter().sum::<i32>())
                    })
                } else {
                    sides.iter().any(|&d| {
                        beside(d).is_some_and(|cube| cube.domes.contains(&opposite(d)) != domes.contains(&d))
                    })
                };
                if !joined {
                    return false;
                }
            }
        }
        // 4.5
        if sides
            .iter()
            .any(|&d| domes.contains(&d) && beside(d).is_some_and(|cube| cube.domes.contains(&opposite(d))))
        {
            return false;
        }
        // 4.6
        !self.sceptres.keys().any(|&sceptre| front(sceptre) == c || second(sceptre) == c)
    }

    /// Every cell that could satisfy 4.2 and 4.4: on the table about the cubes, and on top of each.
    fn candidates(&self) -> HashSet<Cell> {
        let mut cells = HashSet::new();
        for &(x, y, z) in self.cubes.keys() {
            cells.insert((x, y, z + 1));
            for dx in -1..=1 {
                for dy in -1..=1 {
                    cells.insert((x + dx, y + dy, 1));
                }
            }
        }
        cells.into_iter().filter(|cell| !self.cubes.contains_key(cell)).collect()
    }

    fn cube_moves(&self) -> Vec<String> {
        let mut tokens = Vec::new();
        for (&from, cube) in self.cubes.iter().filter(|(_, cube)| cube.seat == self.to_move) {
            if !self.is_free(from) {
                continue;
            }
            let mut lifted = self.clone();
            lifted.seen.clear();
            lifted.cubes.remove(&from);
            for to in lifted.candidates() {
                if to == from {
                    continue; // 4.1: another cell
                }
                for domes in orientations(cube.domes.len()) {
                    if lifted.may_stand(to, &domes) {
                        tokens.push(format!("C{}>{}:{}", cell_text(from), cell_text(to), domes_text(&domes)));
                    }
                }
            }
        }
        tokens
    }

    fn sceptre_moves(&self) -> Vec<String> {
        self.sceptres
            .iter()
            .filter(|&(_, &seat)| seat == self.to_move)
            .flat_map(|(&from, _)| {
                self.sceptre_ends(from)
                    .into_iter()
                    .map(move |to| format!("S{}>{}", face_text(from), face_text(to)))
            })
            .collect()
    }

    fn actions(&self) -> BTreeSet<String> {
        // Rules 0.9
        let swap = (self.swap && self.to_move == 2).then(|| "swap".to_owned());
        self.cube_moves().into_iter().chain(self.sceptre_moves()).chain(swap).collect()
    }

    fn win(&mut self, seat: usize, clause: &str) {
        self.over = Some((shares(2, &[seat]), clause.to_owned()));
    }

    fn draw(&mut self, clause: &str) {
        self.over = Some((shares(2, &[1, 2]), clause.to_owned()));
    }

    fn position(&self) -> Position {
        (self.cubes.clone(), self.sceptres.clone(), self.to_move, self.swap)
    }

    /// 7.3–7.5, once the turn has passed.
    fn judge(&mut self) {
        let count = self.seen.entry(self.position()).or_default();
        *count += 1;
        let third = *count >= 3;
        if self.actions().is_empty() {
            self.win(3 - self.to_move, "7.3");
        } else if third {
            self.draw("7.4");
        } else if self.quiet >= self.quiet_limit {
            self.draw("7.5");
        }
    }

    /// Whether the move ends the game by 7.1 or 7.2.
    fn ends_by_meeting(&mut self, to: Face) -> bool {
        let (mine, theirs) = (self.to_move, 3 - self.to_move);
        let others = |seat: usize| {
            self.sceptres.iter().any(|(&other, &owner)| owner == seat && other.0 == to.0 && other != to)
        };
        let (meets_enemy, meets_own) = (others(theirs), others(mine));
        if meets_enemy {
            self.win(mine, "7.1");
        } else if meets_own && self.own_double_loses {
            self.win(theirs, "7.2");
        }
        self.over.is_some()
    }
}

impl Plain for Axiom {
    fn new(setup: &str) -> Self {
        let options = options(setup);
        let edition = option(&options, "edition", "1988");
        // 7.2
        let own_double = if edition == "2008" { "loses" } else { "free" };
        let (black, black_sceptres, image) = start(&option(&options, "start", "main"));
        let mut axiom = Axiom::arrange(&edition, &black, &black_sceptres, &image);
        axiom.own_double_loses = option(&options, "own_double", own_double) == "loses";
        axiom.quiet_limit = number(&options, "quiet_limit", 200);
        axiom.swap = option(&options, "swap", "off") == "on";
        axiom.judge();
        axiom
    }

    fn turn(&self) -> PlainTurn {
        match &self.over {
            Some((shares, by)) => PlainTurn::Over(shares.clone(), by.clone()),
            None => PlainTurn::Move(self.to_move),
        }
    }

    fn legal(&self) -> BTreeSet<String> {
        if self.over.is_some() { BTreeSet::new() } else { self.actions() }
    }

    fn play(&mut self, token: &str) {
        self.quiet += 1;
        // Rules 0.9: only instead of the first turn of seat 2.
        self.swap &= self.to_move == 1;
        if token == "swap" {
            self.cubes.values_mut().for_each(|cube| cube.seat = 3 - cube.seat);
            self.sceptres.values_mut().for_each(|seat| *seat = 3 - *seat);
            self.to_move = 1;
            return self.judge();
        }
        let (from, to) = token[1..].split_once('>').expect("from>to");
        if token.starts_with('C') {
            let (to, afterwards) = to.split_once(':').expect("cell:domes");
            let cube = self.cubes.remove(&cell(from)).expect("a cube");
            self.cubes.insert(cell(to), Cube { domes: domes(afterwards), ..cube });
        } else {
            let (from, to) = (face(from), face(to));
            self.sceptres.remove(&from);
            self.sceptres.insert(to, self.to_move);
            if self.ends_by_meeting(to) {
                return;
            }
            // 6.1
            let enemy_left = self.cubes[&from.0].seat != self.to_move;
            let own_reached = self.cubes[&to.0].seat == self.to_move;
            if enemy_left && own_reached && self.is_free(from.0) {
                self.cubes.remove(&from.0);
                self.quiet = 0;
            }
        }
        self.to_move = 3 - self.to_move;
        self.judge();
    }

    fn withdraw(&mut self, seat: usize) {
        self.win(3 - seat, "0.8");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::perft;

    #[test]
    fn facts_of_9() {
        let main = Axiom::new("");
        let free = main.cubes.keys().filter(|&&c| main.is_free(c)).count();
        assert_eq!(free, 2, "one free cube per seat");
        assert_eq!((main.sceptre_moves().len(), main.cube_moves().len()), (9, 67));
        assert_eq!(perft(&main, 2), 6410);
        let main = Axiom::new("edition=2008");
        assert_eq!((main.sceptre_moves().len(), main.cube_moves().len()), (9, 23));
        assert_eq!([2, 3].map(|depth| perft(&main, depth)), [992, 68014]);
        let square = Axiom::new("edition=2008;start=square");
        assert_eq!([1, 2].map(|depth| perft(&square, depth)), [289, 82767]);
    }
}
