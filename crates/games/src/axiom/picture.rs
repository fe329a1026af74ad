//! A drawing for a terminal: the floor plan of each level, side by side where they fit.
//!
//! ```text
//! |  ^  |    a dome to the north, as v < > to the other sides
//! |<Bo  |    a black cube, a dome on top
//! |  w  |    a white sceptre on its south face
//! ```

use std::fmt::Write;

use engine::{Ink, Seat, ink::Hue};

use super::{
    Axiom,
    cell::{Cell, Direction, Face},
    formation::{Formation, NONE},
};

const WIDTH: usize = 80;
/// Characters of a cell with its left border.
const COLUMN: usize = 6;
const LABEL: usize = 6;
const HUES: [Hue; 2] = [Hue::Cyan, Hue::Yellow];
const COLOURS: [&str; 2] = ["Black", "White"];

/// The columns and rows of the formation: only those with cubes, so that groups far apart are drawn together.
struct Plan<'a> {
    formation: &'a Formation<'a>,
    xs: Vec<i32>,
    /// From north to south.
    ys: Vec<i32>,
    ink: Ink,
}

impl Axiom {
    pub(super) fn draw_levels(&self, ink: Ink) -> String {
        let formation = self.formation();
        let cells: Vec<Cell> = formation.ids().map(|id| formation.cell(id)).collect();
        let distinct = |of: fn(Cell) -> i32| {
            let mut values: Vec<i32> = cells.iter().map(|&cell| of(cell)).collect();
            values.sort_unstable();
            values.dedup();
            values
        };
        let (xs, mut ys, levels) = (distinct(Cell::x), distinct(Cell::y), distinct(Cell::z));
        ys.reverse();
        let plan = Plan { formation: &formation, xs, ys, ink };
        let width = LABEL + plan.xs.len() * COLUMN + 1;
        let mut text = String::new();
        for group in levels.chunks((WIDTH / (width + 1)).max(1)) {
            let drawn: Vec<Vec<String>> = group.iter().map(|&z| plan.level(z)).collect();
            for row in 0..drawn[0].len() {
                let line: Vec<&str> = drawn.iter().map(|level| level[row].as_str()).collect();
                text.push_str(line.join(" ").trim_end());
                text.push('\n');
            }
        }
        self.write_state(&mut text, ink).expect("a string takes all text");
        text
    }

    fn write_state(&self, text: &mut String, ink: Ink) -> std::fmt::Result {
        let taken: Vec<String> = Seat::all(2)
            .zip(COLOURS)
            .filter_map(|(seat, colour)| {
                let taken = self.taken(seat);
                let count = taken.single + taken.double;
                (count > 0).then(|| format!("{colour} has lost {count}"))
            })
            .collect();
        let state = match self.over {
            Some(outcome) => match outcome.winners().single() {
                Some(winner) => format!("{} has won ({})", COLOURS[winner.index()], outcome.by()),
                None => format!("a draw ({})", outcome.by()),
            },
            None => format!("{} to move", COLOURS[self.to_move.index()]),
        };
        let quiet = format!("quiet {} of {}", self.quiet, self.quiet_limit);
        let parts: Vec<String> = std::iter::once(state).chain([quiet]).chain(taken).collect();
        writeln!(text, "{}", ink.paint(Hue::Bold, parts.join(", ")))?;
        writeln!(text, "{}", ink.paint(Hue::Dim, "cubes B W, sceptres b w, domes ^ v < > o, dome beneath _"))
    }
}

impl Plan<'_> {
    /// The lines of one level, all equally wide.
    fn level(&self, z: i32) -> Vec<String> {
        let width = LABEL + self.xs.len() * COLUMN + 1;
        let mut header = format!("{:>LABEL$}", format!("z={z}"));
        for &x in &self.xs {
            let _ = write!(header, " {:^5}", label(x, 5));
        }
        let mut lines = vec![format!("{header:width$}")];
        for (index, &y) in self.ys.iter().enumerate() {
            // Rows and columns between which others are left out stand apart by a broken line.
            let apart = index > 0 && self.ys[index - 1] != y + 1;
            lines.push(self.rule(if apart { "- - -" } else { "-----" }));
            let rows: [String; 3] = std::array::from_fn(|row| self.row(y, z, row));
            for (number, row) in rows.into_iter().enumerate() {
                let label = if number == 1 { label(y, LABEL - 1) } else { String::new() };
                lines.push(format!("{label:>5} {row}"));
            }
        }
        lines.push(self.rule("-----"));
        lines
    }

    fn rule(&self, dashes: &str) -> String {
        format!("{:LABEL$}+{}", "", format!("{dashes}+").repeat(self.xs.len()))
    }

    fn row(&self, y: i32, z: i32, row: usize) -> String {
        let mut line = String::new();
        for (index, &x) in self.xs.iter().enumerate() {
            let apart = index > 0 && self.xs[index - 1] != x - 1;
            line.push(if apart { ':' } else { '|' });
            line.push_str(&self.cell(Cell::new(x, y, z), row));
        }
        line.push('|');
        line
    }

    /// Five characters: one of the three rows of a cell.
    fn cell(&self, cell: Cell, row: usize) -> String {
        let id = self.formation.at(cell);
        if id == NONE {
            return " ".repeat(5);
        }
        let seat = usize::from(id) / 6;
        let mark = |d: Direction, dome: &str, recess: &str| {
            let sceptre = self.formation.sceptres.iter().position(|&face| face == Face::new(cell, d));
            match sceptre {
                Some(number) => self.ink.paint(HUES[number / 2], ["b", "w"][number / 2]),
                None if self.formation.domes(id).on(d) => self.ink.paint(HUES[seat], dome),
                None => recess.to_owned(),
            }
        };
        match row {
            0 => format!("  {}  ", mark(Direction::YPlus, "^", " ")),
            1 => format!(
                "{}{}{}{}{}",
                mark(Direction::XMinus, "<", " "),
                self.ink.paint(HUES[seat], ["B", "W"][seat]),
                mark(Direction::ZPlus, "o", "."),
                mark(Direction::ZMinus, "_", " "),
                mark(Direction::XPlus, ">", " "),
            ),
            _ => format!("  {}  ", mark(Direction::YMinus, "v", " ")),
        }
    }
}

/// A coordinate in at most so many characters: of a long one, the last digits.
fn label(n: i32, width: usize) -> String {
    let text = n.to_string();
    if text.len() <= width { text } else { format!("~{}", &text[text.len() - (width - 1)..]) }
}
