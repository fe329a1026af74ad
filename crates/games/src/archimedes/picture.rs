//! A drawing for a terminal: three lines a row, six columns a triangle.

use engine::{Ink, Seat, ink::Hue};

use super::{Archimedes, Cell, Cells};

/// Text lines of a row of cells, and text columns from one cell's middle to the next.
const TALL: usize = 3;
const ROWS: usize = 8;
const LETTERS: [char; 3] = ['A', 'B', 'C'];
const HUES: [Hue; 3] = [Hue::Red, Hue::Cyan, Hue::Yellow];
/// Room for the letter of the row and a space.
const MARGIN: usize = 3;
const COLUMNS: usize = 2 * MARGIN + TALL * 16;

/// A grid of characters, each with a hue or none.
struct Canvas(Vec<[(char, Option<Hue>); COLUMNS]>);

impl Canvas {
    fn put(&mut self, line: usize, column: usize, text: &str, hue: Option<Hue>) {
        for (place, c) in self.0[line][column..].iter_mut().zip(text.chars()) {
            *place = (c, hue);
        }
    }

    fn lines(&self, ink: Ink) -> impl Iterator<Item = String> {
        self.0.iter().map(move |line| {
            let last = line.iter().rposition(|&(c, _)| c != ' ').map_or(0, |last| last + 1);
            line[..last].iter().map(|&(c, hue)| glyph(c, hue, ink)).collect()
        })
    }
}

fn glyph(c: char, hue: Option<Hue>, ink: Ink) -> String {
    let c = match c {
        '/' if !ink.ascii => '╱',
        '\\' if !ink.ascii => '╲',
        c => c,
    };
    hue.map_or_else(|| c.to_string(), |hue| ink.paint(hue, c))
}

/// The board with cubes as `AA`, `BB`, `CC`, empty goal cells as `aa`, `bb`, `cc`, and every cell's number.
pub(super) fn draw(position: &Archimedes, ink: Ink) -> String {
    let mut canvas = Canvas(vec![[(' ', None); COLUMNS]; TALL * ROWS + 1]);
    for cell in Cells::BOARD.iter() {
        triangle(&mut canvas, cell);
        let (mark, hue) = mark(position, cell);
        let (wide, middle) = (if cell.opens_up() { top(cell) } else { top(cell) + 2 }, top(cell) + 1);
        if let Some(hue) = hue {
            canvas.put(wide, centre(cell) - 1, &mark, Some(hue));
        }
        let number = format!("{:<2}", cell.number());
        canvas.put(middle, centre(cell) - 1, &number, Some(Hue::Dim));
    }
    let mut text = String::new();
    for line in canvas.lines(ink) {
        text.push_str(&line);
        text.push('\n');
    }
    text + &legend(position, ink)
}

/// The first line of the cell's row.
fn top(cell: Cell) -> usize {
    1 + TALL * (ROWS - 1 - cell.row())
}

/// The column right of the cell's middle.
fn centre(cell: Cell) -> usize {
    MARGIN + TALL * (cell.column() + 1)
}

/// The edges of a cell, and the letter of the row at its ends.
fn triangle(canvas: &mut Canvas, cell: Cell) {
    let (top, centre) = (top(cell), centre(cell));
    for line in 0..TALL {
        let (half, left, right) =
            if cell.opens_up() { (TALL - line, "\\", "/") } else { (line + 1, "/", "\\") };
        canvas.put(top + line, centre - half, left, None);
        canvas.put(top + line, centre + half - 1, right, None);
    }
    // The edge above belongs to the line over it, the edge below to the cell's last line.
    let edge = if cell.opens_up() { top - 1 } else { top + TALL - 1 };
    canvas.put(edge, centre - 2, "____", None);
    let letter = &cell.to_string()[..1];
    if cell.number() == 1 {
        canvas.put(top + 1, centre - TALL - 2, letter, Some(Hue::Bold));
    }
    if cell.mirror().number() == 1 {
        canvas.put(top + 1, centre + TALL + 1, letter, Some(Hue::Bold));
    }
}

/// What stands on a cell, or whose goal it is.
fn mark(position: &Archimedes, cell: Cell) -> (String, Option<Hue>) {
    let twice = |c: char| format!("{c}{c}");
    if let Some(seat) = position.owner(cell) {
        return (twice(LETTERS[seat.index()]), Some(HUES[seat.index()]));
    }
    match position.all_seats().find(|&seat| position.goal(seat).has(cell)) {
        Some(seat) => (twice(LETTERS[seat.index()].to_ascii_lowercase()), Some(HUES[seat.index()])),
        None => (String::new(), None),
    }
}

fn legend(position: &Archimedes, ink: Ink) -> String {
    let seat = |seat: Seat| {
        let letter = LETTERS[seat.index()];
        let (steps, home) = position.standing(seat);
        let key = ink.paint(HUES[seat.index()], format!("{letter}{letter}"));
        let gone = if position.out.contains(seat) { ", withdrawn" } else { "" };
        format!("{key} seat {seat}: {steps} steps to go, {home} on goal{gone}\n")
    };
    let seats: String = position.all_seats().map(seat).collect();
    format!("{seats}{} of {} actions\n", position.actions, position.limit)
}
