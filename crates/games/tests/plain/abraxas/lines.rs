//! Lines of Abraxas, and what may be taken from them (4).

use std::collections::{BTreeSet, HashSet};

use super::{Abraxas, Cell, Hole, Phase, hole_text, holes};

impl Abraxas {
    /// 4.1
    pub(super) fn lines(&self) -> Vec<Vec<Cell>> {
        let red: HashSet<Cell> = (1..=9)
            .flat_map(|row| (1..=9).map(move |column| (column, row)))
            .filter(|&cell| self.is_red(cell))
            .collect();
        let mut lines = Vec::new();
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
            for &(x, y) in &red {
                if red.contains(&(x - dx, y - dy)) {
                    continue; // not the first of its run
                }
                let run: Vec<Cell> =
                    (0..).map(|n| (x + n * dx, y + n * dy)).take_while(|cell| red.contains(cell)).collect();
                if run.len() >= 4 && run.iter().any(|&cell| self.stone_over(cell).is_some()) {
                    lines.push(run);
                }
            }
        }
        lines
    }

    /// 4.2–4.4: the sets of holes that may be emptied from one of the lines; none if it is resolved.
    pub(super) fn takings(&self, line: &[Cell], emptied: &HashSet<Cell>) -> Vec<BTreeSet<Hole>> {
        let left: Vec<Cell> = line.iter().copied().filter(|cell| !emptied.contains(cell)).collect();
        let stones: Vec<Cell> =
            left.iter().copied().filter(|&cell| self.stone_over(cell).is_some()).collect();
        // 4.4: three or fewer left, or no stone left.
        if left.len() <= 3 || stones.is_empty() {
            return Vec::new();
        }
        let hole = |cell: &Cell| self.stone_over(*cell).expect("a stone");
        // 4.3: too few stones: all of them.
        if stones.len() < left.len() - 3 {
            return vec![stones.iter().map(hole).collect()];
        }
        let exact: Vec<Vec<Cell>> = choose(&stones, left.len() - 3);
        let apart = |taken: &Vec<Cell>| {
            let kept: Vec<usize> = (0..line.len())
                .filter(|&index| left.contains(&line[index]) && !taken.contains(&line[index]))
                .collect();
            !(kept[1] == kept[0] + 1 && kept[2] == kept[1] + 1)
        };
        // 4.2, and 4.3 where it cannot be met or does not hold.
        let mut allowed: Vec<Vec<Cell>> =
            exact.iter().filter(|taken| !self.apart || apart(taken)).cloned().collect();
        if allowed.is_empty() {
            allowed = exact;
        }
        allowed.iter().map(|taken| taken.iter().map(hole).collect()).collect()
    }

    /// 4.5
    pub(super) fn taking_tokens(&self) -> BTreeSet<String> {
        let Phase::Take { lines, emptied } = &self.phase else { return BTreeSet::new() };
        lines.iter().flat_map(|line| self.takings(line, emptied)).map(|taken| taking_text(&taken)).collect()
    }
}

/// 4.5: the order a1, b1, … h1, a2, …
fn taking_text(taken: &BTreeSet<Hole>) -> String {
    let names: Vec<String> = holes().into_iter().filter(|hole| taken.contains(hole)).map(hole_text).collect();
    format!("x{}", names.join(","))
}

/// All ways to choose `count` of these.
fn choose(cells: &[Cell], count: usize) -> Vec<Vec<Cell>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let Some((first, rest)) = cells.split_first() else { return Vec::new() };
    let mut with = choose(rest, count - 1);
    for choice in &mut with {
        choice.push(*first);
    }
    with.extend(choose(rest, count));
    with
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::{
        Plain,
        abraxas::{Piece, hole},
    };

    #[test]
    fn crossing_lines_of_9() {
        let mut game = Abraxas::new("sheet=9/9/9/9/9/9/9/9/9");
        game.seat = 1;
        for stone in ["b5", "c5", "d5", "e5", "f5", "d4", "d6", "d7"] {
            game.pieces.insert(hole(stone), Piece::Red);
            game.supply -= 1;
        }
        game.push_to("SW");
        let mut totals = BTreeSet::new();
        let mut open = vec![game];
        while let Some(game) = open.pop() {
            if matches!(game.phase, Phase::Take { .. }) {
                for token in game.legal() {
                    let mut next = game.clone();
                    next.play(&token);
                    open.push(next);
                }
            } else {
                totals.insert(game.taken[0]);
            }
        }
        assert_eq!(totals, BTreeSet::from([2, 3]));
    }
}
