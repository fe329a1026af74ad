//! How a game of Axiom begins (3).

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{Axiom, Cell, Cube, DOWN, Dir, Domes, Face, UP, cell, dir, domes, opposite, orientations, plus};
use crate::plain::Plain;

/// 3.1: the starts by name, as in the table.
pub(super) fn named_start(name: &str) -> Option<(i32, i32, &'static str)> {
    Some(match name {
        "main" => (0, 1, "-1,0,2:x+ ★ · 0,0,2:z- · 1,0,2:x+ ★ · -1,0,1:x-z+ · 0,0,1:x-y- · 1,0,1:x-z+"),
        "tower" => (1, 1, "0,0,3:x+ ★ · 1,0,3:y+ ★ · 0,0,2:z+ · 1,0,2:x-z+ · 0,0,1:x+z+ · 1,0,1:y+z+"),
        "wall" => (5, 0, "0,0,2:x+ ★ · 1,0,2:x+ · 2,0,2:y+ ★ · 0,0,1:x+z+ · 1,0,1:x+z+ · 2,0,1:y+z+"),
        "steps" => (2, 1, "0,0,3:x+ ★ · 0,0,2:z+ · 1,0,2:x- ★ · 0,0,1:x+z+ · 1,0,1:x+z+ · 2,0,1:x+y+"),
        "square" => (3, 3, "0,0,1:x+ ★ · 1,0,1:x+ · 2,0,1:x+ · 3,0,1:x+y+ ★ · 0,1,1:x+y- · 0,2,1:x+y-"),
        _ => return None,
    })
}

/// 3.1, 3.2: a map of cells and the map of directions that goes with it.
pub(super) enum Image {
    Turn(i32, i32),
    MirrorX(i32),
    MirrorY(i32),
}

impl Image {
    fn cell(&self, (x, y, z): Cell) -> Cell {
        match *self {
            Image::Turn(a, b) => (a - x, b - y, z),
            Image::MirrorX(a) => (a - x, y, z),
            Image::MirrorY(b) => (x, b - y, z),
        }
    }

    fn dir(&self, (x, y, z): Dir) -> Dir {
        match self {
            Image::Turn(..) => (-x, -y, z),
            Image::MirrorX(_) => (-x, y, z),
            Image::MirrorY(_) => (x, -y, z),
        }
    }
}

/// 3.1, 3.2: Black's cubes, the faces of Black's sceptres, and how White's are made of them.
pub(super) fn start(text: &str) -> (Vec<(Cell, Domes)>, Vec<Face>, Image) {
    let mut cubes = Vec::new();
    let mut sceptres = Vec::new();
    if let Some((a, b, table)) = named_start(text) {
        for entry in table.split(" · ") {
            let (cube, star) = entry.split_once(' ').unwrap_or((entry, ""));
            let (c, d) = cube.split_once(':').expect("cell:domes");
            cubes.push((cell(c), domes(d)));
            if star == "★" {
                sceptres.push((cell(c), UP));
            }
        }
        return (cubes, sceptres, Image::Turn(a, b));
    }
    let mut parts = text.split('/');
    let image = parts.next().expect("an image");
    let (kind, numbers) = image.split_once(':').expect("kind:numbers");
    let (first, last) = numbers.split_once(',').expect("two values");
    let last: i32 = last.parse().expect("a number");
    let image = match (kind, first) {
        ("turn", a) => Image::Turn(a.parse().expect("a number"), last),
        ("mirror", "x") => Image::MirrorX(last),
        ("mirror", "y") => Image::MirrorY(last),
        _ => panic!("{text} is no start"),
    };
    for part in parts {
        let mut pieces = part.split('*');
        let cube = pieces.next().expect("a cube");
        let (c, d) = cube.split_once(':').expect("cell:domes");
        cubes.push((cell(c), domes(d)));
        sceptres.extend(pieces.map(|n| (cell(c), dir(n))));
    }
    (cubes, sceptres, image)
}

/// 3.2: why a well-formed start is refused, in the words of the clause.
pub(crate) fn fault(text: &str) -> Option<&'static str> {
    let (black, black_sceptres, image) = start(text);
    let singles = black.iter().filter(|(_, domes)| domes.len() == 1).count();
    let doubles = black.iter().filter(|(_, domes)| orientations(2).contains(domes)).count();
    if (singles, doubles, black.len()) != (3, 3, 6) {
        return Some("not three singles and three doubles");
    }
    if black_sceptres.len() != 2 {
        return Some("not two sceptres a side");
    }
    if black_sceptres[0].0 == black_sceptres[1].0 {
        return Some("two sceptres on one cube");
    }
    let cells: BTreeSet<Cell> = black.iter().flat_map(|&(c, _)| [c, image.cell(c)]).collect();
    if cells.len() != 12 {
        return Some("cubes overlapping");
    }
    let game = Axiom::arrange("1988", &black, &black_sceptres, &image);
    for (&c, cube) in &game.cubes {
        match game.cubes.get(&plus(c, DOWN)) {
            None if c.2 != 1 => return Some("unsupported"),
            None if cube.domes.contains(&DOWN) => return Some("a dome on the table"),
            None => {}
            Some(below) if below.domes.contains(&UP) == cube.domes.contains(&DOWN) => {
                return Some("stacked without locking");
            }
            Some(_) => {}
        }
        let meets =
            |&d: &Dir| game.cubes.get(&plus(c, d)).is_some_and(|other| other.domes.contains(&opposite(d)));
        if cube.domes.iter().any(meets) {
            return Some("two domes meeting");
        }
    }
    for &(c, n) in game.sceptres.keys() {
        // 2.1: on a recessed face whose front cell holds no cube; 1.4: undersides are never used.
        let recess = !game.cubes[&c].domes.contains(&n) && n != DOWN;
        if !recess || game.cubes.contains_key(&plus(c, n)) || !game.may_stop((c, n), (c, n)) {
            return Some("a sceptre where it may not stop");
        }
    }
    let wins_at_once = game.sceptre_moves().iter().any(|token| {
        let mut next = game.clone();
        next.play(token);
        next.over.is_some_and(|(_, by)| by == "7.1")
    });
    wins_at_once.then_some("an action of seat 1 that wins at once")
}

impl Axiom {
    /// 3.1, 3.2: Black's pieces and White's, Black to move.
    pub(super) fn arrange(
        edition: &str,
        black: &[(Cell, Domes)],
        black_sceptres: &[Face],
        image: &Image,
    ) -> Self {
        let mut cubes = BTreeMap::new();
        let mut sceptres = BTreeMap::new();
        for (c, domes) in black {
            let turned = domes.iter().map(|&d| image.dir(d)).collect();
            cubes.insert(image.cell(*c), Cube { seat: 2, domes: turned });
            cubes.insert(*c, Cube { seat: 1, domes: domes.clone() });
        }
        for &(c, n) in black_sceptres {
            sceptres.insert((c, n), 1);
            sceptres.insert((image.cell(c), image.dir(n)), 2);
        }
        Axiom {
            edition: edition.to_owned(),
            own_double_loses: false,
            quiet_limit: usize::MAX,
            swap: false,
            cubes,
            sceptres,
            to_move: 1,
            quiet: 0,
            seen: HashMap::new(),
            over: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_starts_have_no_fault() {
        for name in ["main", "tower", "wall", "steps", "square"] {
            assert_eq!(fault(name), None, "{name}");
        }
    }
}
