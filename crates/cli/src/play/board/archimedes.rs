//! Archimedes as triangles: eight bands, four widening and four narrowing.

use serde::Deserialize;

use super::{Board, Look};
use crate::play::{
    canvas::{Canvas, Marks},
    paint::{Mark, Paint},
};

#[derive(Debug, Deserialize)]
pub(super) struct Archimedes {
    cubes: Vec<Cube>,
    sides: Vec<Side>,
    actions: u32,
    limit: u32,
}

#[derive(Debug, Deserialize)]
struct Cube {
    cell: String,
    seat: usize,
    distance: usize,
    barred: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Side {
    seat: usize,
    goal: Vec<String>,
    steps: u32,
    home: usize,
    out: bool,
}

/// The rows from the top of the board.
const ROWS: [char; 8] = ['h', 'g', 'f', 'e', 'd', 'c', 'b', 'a'];

/// Room for the names of the rows at both sides.
const MARGIN: i32 = 3;

/// A triangle on a drawing whose triangles are `size` rows high.
struct Triangle {
    name: String,
    x: i32,
    y: i32,
    up: bool,
}

fn triangles(size: i32) -> impl Iterator<Item = Triangle> {
    (0..8).flat_map(move |band: i32| {
        let (count, first_up, indent) =
            if band < 4 { (9 + 2 * band, true, 3 - band) } else { (23 - 2 * band, false, band - 4) };
        (0..count).map(move |index| Triangle {
            name: format!("{}{}", ROWS[band as usize], index + 1),
            x: MARGIN + (indent + index) * size,
            y: 1 + band * size,
            up: (index % 2 == 0) == first_up,
        })
    })
}

impl Triangle {
    /// Where its inside is widest but for its base: row, column and width.
    fn inside(&self, size: i32) -> (i32, i32, i32) {
        let row = match (self.up, size) {
            (true, 2 | 3) => 1,
            (true, _) => size - 2,
            (false, 2) => 0,
            (false, _) => 1,
        };
        let width = if self.up { 2 * row } else { 2 * (size - 1 - row) };
        (self.y + row, self.x + size - width / 2, width)
    }

    fn outline(&self, canvas: &mut Canvas, size: i32, paint: Paint) {
        let (left, right) = paint.either(('╱', '╲'), ('/', '\\'));
        for row in 0..size {
            if self.up {
                canvas.char(self.x + size - 1 - row, self.y + row, left, paint.dim());
                canvas.char(self.x + size + row, self.y + row, right, paint.dim());
            } else {
                canvas.char(self.x + row, self.y + row, right, paint.dim());
                canvas.char(self.x + 2 * size - 1 - row, self.y + row, left, paint.dim());
            }
        }
        let base = "_".repeat((2 * size - 2) as usize);
        let y = if self.up { self.y + size - 1 } else { self.y - 1 };
        canvas.put(self.x + 1, y, &base, paint.dim());
    }
}

impl Archimedes {
    fn cube(&self, cell: &str) -> Option<&Cube> {
        self.cubes.iter().find(|cube| cube.cell == cell)
    }

    fn is_goal(&self, cell: &str, seat: usize) -> bool {
        self.sides.iter().any(|side| side.seat == seat && side.goal.iter().any(|goal| goal == cell))
    }
}

/// The letter of a seat.
fn letter(seat: usize) -> char {
    char::from(b'@' + seat as u8)
}

impl Board for Archimedes {
    fn canvas(&self, marks: &Marks, paint: Paint, room: (i32, i32), _: Look) -> Canvas {
        let fits = |size: &i32| 16 * size + 2 * MARGIN <= room.0 && 8 * size < room.1;
        let size = [4, 3].into_iter().find(fits).unwrap_or(2);
        let mut canvas = Canvas::new(16 * size + 2 * MARGIN, 8 * size + 1);
        for triangle in triangles(size) {
            triangle.outline(&mut canvas, size, paint);
        }
        for (band, row) in (0..).zip(ROWS) {
            let indent = if band < 4 { 3 - band } else { band - 4 };
            let y = 1 + band * size + (size - 1) / 2;
            let text = row.to_string();
            canvas.put(MARGIN + indent * size - 2, y, &text, paint.accent());
            canvas.put(MARGIN + (16 - indent) * size + 1, y, &text, paint.accent());
        }
        for triangle in triangles(size) {
            let (y, x, width) = triangle.inside(size);
            let name = &triangle.name;
            let mark = marks.of(name);
            let (open, close) = paint.brackets(mark);
            let cube = self.cube(name);
            if let Some(cube) = cube {
                let style = paint.seat(cube.seat);
                let seat = letter(cube.seat);
                // A mark takes the place of the first letter where there is no room beside it.
                let text = match (mark, width) {
                    (_, 2) if open == ' ' => format!("{seat}{seat}"),
                    (_, 2) => format!("{open}{seat}"),
                    _ => format!("{open}{seat}{}{close}", cube.distance),
                };
                canvas.put(x, y, &text, style);
            } else if mark != Mark::None {
                let gap = " ".repeat((width - 2) as usize);
                canvas.put(x, y, &format!("{open}{gap}{close}"), paint.bold());
            } else if size > 2 {
                let number = &name[1..];
                canvas.put(x + (width - number.len() as i32) / 2, y, number, paint.dim());
            }
            canvas.tint((x, y, width, 1), paint.mark(marks.beneath(name)));
            if mark == Mark::Cursor {
                canvas.tint((x, y, width, 1), paint.mark(mark));
            }
            canvas.spot(name.clone(), x, y, width, 1);
        }
        canvas
    }

    fn seat(&self, number: usize) -> String {
        self.sides.iter().find(|side| side.seat == number).map_or(String::new(), |side| {
            let letter = letter(number);
            match side.out {
                true => format!("{letter}: has left"),
                false => format!("{letter}: {} steps, {} home", side.steps, side.home),
            }
        })
    }

    fn facts(&self) -> Vec<String> {
        vec![format!("action {} of {}", self.actions, self.limit)]
    }

    fn detail(&self, spot: &str) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(cube) = self.cube(spot) {
            lines.push(format!("cube of seat {}, goes {}", cube.seat, cube.distance));
            if !cube.barred.is_empty() {
                lines.push(format!("barred: {}", cube.barred.join(" ")));
            }
        }
        let goals = self.sides.iter().filter(|side| self.is_goal(spot, side.seat));
        lines.extend(goals.map(|side| format!("goal of seat {}", side.seat)));
        lines
    }

    fn token(&self, picks: &[String]) -> Option<String> {
        match picks {
            [from, to] => Some(format!("{from}-{to}")),
            _ => None,
        }
    }
}
