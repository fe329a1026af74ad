//! Abraxas: the plate with its holes over the sheet with its dots.

use serde::Deserialize;

use super::{Board, Look};
use crate::play::{
    canvas::{Canvas, Marks},
    paint::{Mark, Paint},
};

#[derive(Debug, Deserialize)]
pub(super) struct Abraxas {
    dots: Vec<String>,
    plate: Option<String>,
    stones: Vec<String>,
    stops: Vec<String>,
    supply: u32,
    taken: Vec<u32>,
    stop_stones: Vec<u32>,
    target: u32,
    quiet: u32,
    quiet_limit: u32,
    phase: String,
    extra: bool,
    pending: Option<Pending>,
    lines: Vec<Lined>,
    red: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct Pending {
    hole: String,
    to: String,
}

#[derive(Debug, Deserialize)]
struct Lined {
    cells: Vec<String>,
    holes: Vec<String>,
}

const WIDE: i32 = 5;
const HIGH: i32 = 2;
const LEFT: i32 = 4;

/// Where the plate lies: the column and row of its hole a1 on the sheet.
fn shift(corner: &str) -> (i32, i32) {
    (i32::from(corner.ends_with('E')), i32::from(corner.starts_with('N')))
}

/// Column and row of a name such as `d4` or `D4`, from 0.
fn place(name: &str) -> Option<(i32, i32)> {
    let &[column, row] = name.as_bytes() else { return None };
    Some((i32::from(column.to_ascii_lowercase()) - i32::from(b'a'), i32::from(row) - i32::from(b'1')))
}

fn name(column: i32, row: i32, first: u8) -> String {
    format!("{}{}", char::from(first + column as u8), row + 1)
}

impl Abraxas {
    fn stone(&self, hole: &str, dot: bool, paint: Paint) -> Option<&'static str> {
        let is = |holes: &[String]| holes.iter().any(|other| other == hole);
        if is(&self.stops) {
            Some(if dot { paint.either("▣", "%") } else { paint.either("■", "X") })
        } else if is(&self.stones) {
            Some(if dot { paint.either("◉", "@") } else { paint.either("●", "#") })
        } else {
            None
        }
    }
}

impl Board for Abraxas {
    fn canvas(&self, marks: &Marks, paint: Paint, room: (i32, i32), _: Look) -> Canvas {
        let wide = if room.0 > 9 * 7 + LEFT { 7 } else { WIDE };
        let high = if room.1 >= 9 * 3 + 3 { 3 } else { HIGH };
        let mut canvas = Canvas::new(LEFT + 9 * wide + 1, 9 * high + 2);
        let at = |column: i32, row: i32| (LEFT + column * wide + 1, 1 + (8 - row) * high);
        let plate = self.plate.as_deref().map(shift);
        for column in 0..9 {
            let (x, _) = at(column, 0);
            let middle = x + (wide - 1) / 2 - 1;
            canvas.char(middle, 9 * high + 1, char::from(b'A' + column as u8), paint.dim());
            let (_, y) = at(0, column);
            canvas.char(1, y, char::from(b'1' + column as u8), paint.dim());
        }
        if let Some((dx, dy)) = plate {
            frame(&mut canvas, at(dx, 7 + dy), (8 * wide, 8 * high), paint);
            // The names of the holes stand on the rim.
            for index in 0..8 {
                let (x, top) = at(index + dx, 7 + dy);
                canvas.char(x + (wide - 1) / 2 - 1, top - 1, char::from(b'a' + index as u8), paint.accent());
                let (x, y) = at(dx, index + dy);
                canvas.char(x - 1, y, char::from(b'1' + index as u8), paint.accent());
            }
        }
        for row in 0..9 {
            for column in 0..9 {
                let (x, y) = at(column, row);
                let middle = x + (wide - 1) / 2 - 1;
                let cell = name(column, row, b'A');
                let dot = self.dots.contains(&cell);
                let red = self.red.contains(&cell);
                let hole = plate
                    .map(|(dx, dy)| (column - dx, row - dy))
                    .filter(|(c, r)| (0..8).contains(c) && (0..8).contains(r))
                    .map(|(c, r)| name(c, r, b'a'));
                let stone = hole.as_deref().and_then(|hole| self.stone(hole, dot, paint));
                let ground = if dot { paint.either("•", "o") } else { paint.either("·", ".") };
                let style = match stone {
                    Some("■" | "▣" | "X" | "%") => paint.bold(),
                    Some(_) => paint.red(),
                    None if dot || red => paint.red(),
                    None => paint.dim(),
                };
                canvas.put(middle, y, stone.unwrap_or(ground), style);
                let Some(hole) = hole else { continue };
                let mark = marks.of(&hole);
                let (open, close) = paint.brackets(mark);
                if mark != Mark::None {
                    canvas.char(middle - 1, y, open, paint.bold());
                    canvas.char(middle + 1, y, close, paint.bold());
                }
                let box_ = (middle - 1, y, 3, 1);
                canvas.tint(box_, paint.mark(marks.beneath(&hole)));
                if mark == Mark::Cursor {
                    canvas.tint(box_, paint.mark(mark));
                }
                canvas.spot(hole, x - 1, y, wide, high);
            }
        }
        // A corner that may be chosen is marked where the plate would have it.
        for (corner, column, row) in [("SW", 0, 0), ("SE", 8, 0), ("NE", 8, 8), ("NW", 0, 8)] {
            if self.phase != "corner" && !marks.targets.contains(corner) {
                continue;
            }
            let (x, y) = at(column, row);
            let (open, close) = paint.brackets(marks.of(corner));
            canvas.put(x - 1, y, &format!("{open}{corner}{close}"), paint.bold());
            canvas.tint((x - 1, y, 4, 1), paint.mark(marks.of(corner)));
            canvas.spot(corner, x - 1, y, 4, 1);
        }
        canvas
    }

    fn seat(&self, number: usize) -> String {
        let of = |counts: &[u32]| counts.get(number - 1).copied().unwrap_or_default();
        format!("{} of {} taken, {} stops", of(&self.taken), self.target, of(&self.stop_stones))
    }

    fn facts(&self) -> Vec<String> {
        let mut facts = vec![format!("supply {}, quiet {} of {}", self.supply, self.quiet, self.quiet_limit)];
        let now = match self.phase.as_str() {
            "corner" => Some("to choose the corner"),
            "take" => Some("to take stones"),
            "reply" => Some("asked: stop it, or ok"),
            "place" if self.extra => Some("an extra turn"),
            "place" => Some("to place a stone"),
            _ => None,
        };
        facts.extend(now.map(str::to_owned));
        if let Some(pending) = &self.pending {
            facts.push(format!("{} put, plate goes {}", pending.hole, pending.to));
        }
        for line in &self.lines {
            facts.push(format!("line {} ({})", line.cells.join(" "), line.holes.join(" ")));
        }
        facts
    }

    fn detail(&self, spot: &str) -> Vec<String> {
        let Some(((dx, dy), (column, row))) = self.plate.as_deref().map(shift).zip(place(spot)) else {
            return Vec::new();
        };
        let cell = name(column + dx, row + dy, b'A');
        let what = match self.stone(spot, false, Paint::PLAIN) {
            Some("X") => "stop stone",
            Some(_) => "red stone",
            None => "free hole",
        };
        let dot = if self.dots.contains(&cell) { ", a dot" } else { "" };
        vec![format!("{what} over {cell}{dot}")]
    }

    fn token(&self, picks: &[String]) -> Option<String> {
        match (self.phase.as_str(), picks) {
            ("take", picks) => Some(format!("x{}", picks.join(","))),
            (_, [only]) => Some(only.clone()),
            (_, [from, to]) if place(to).is_some() => Some(format!("{from}-{to}")),
            (_, [hole, corner]) => Some(format!("{hole}>{corner}")),
            _ => None,
        }
    }

    fn any_order(&self) -> bool {
        self.phase == "take"
    }
}

/// The rim of the plate around its holes, the upper left of which stands at `(x, y)`.
fn frame(canvas: &mut Canvas, (x, y): (i32, i32), (width, height): (i32, i32), paint: Paint) {
    let [across, down, nw, ne, sw, se] =
        paint.either(["─", "│", "╭", "╮", "╰", "╯"], ["-", "|", "+", "+", "+", "+"]);
    let style = paint.accent();
    let (left, right, top, bottom) = (x - 1, x + width - 1, y - 1, y + height - 1);
    for x in left + 1..right {
        canvas.put(x, top, across, style);
        canvas.put(x, bottom, across, style);
    }
    for y in top + 1..bottom {
        canvas.put(left, y, down, style);
        canvas.put(right, y, down, style);
    }
    for (x, y, corner) in [(left, top, nw), (right, top, ne), (left, bottom, sw), (right, bottom, se)] {
        canvas.put(x, y, corner, style);
    }
}
