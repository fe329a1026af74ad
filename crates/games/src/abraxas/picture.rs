//! The plate with its holes over the sheet with its dots.

use engine::{
    Canvas, Picture, Seat,
    canvas::{Area, Marks},
    palette::Ink,
    picture::Frame,
};

use super::view::AbraxasBoard;

/// Columns left of the sheet, for the names of its rows.
const LEFT: i32 = 4;

/// Column and row of a name such as `d4` or `D4`, from 0.
fn coordinates(name: &str) -> Option<(i32, i32)> {
    let &[column, row] = name.as_bytes() else { return None };
    Some((i32::from(column.to_ascii_lowercase()) - i32::from(b'a'), i32::from(row) - i32::from(b'1')))
}

fn name(column: i32, row: i32, first: u8) -> String {
    format!("{}{}", char::from(first + column as u8), row + 1)
}

/// Where the cells of the sheet are drawn.
#[derive(Clone, Copy)]
struct Grid {
    wide: i32,
    high: i32,
}

impl Grid {
    fn at(self, column: i32, row: i32) -> (i32, i32) {
        (LEFT + column * self.wide + 1, 1 + (8 - row) * self.high)
    }

    fn middle(self, column: i32, row: i32) -> (i32, i32) {
        let (x, y) = self.at(column, row);
        (x + (self.wide - 1) / 2 - 1, y)
    }
}

impl AbraxasBoard {
    /// Column and row of the plate's hole a1 on the sheet.
    fn shift(&self) -> Option<(i32, i32)> {
        let corner = self.plate.as_ref()?;
        Some((i32::from(corner.ends_with('E')), i32::from(corner.starts_with('N'))))
    }

    /// The hole over a cell of the sheet.
    fn hole(&self, column: i32, row: i32) -> Option<String> {
        let (dx, dy) = self.shift()?;
        let (column, row) = (column - dx, row - dy);
        let inside = (0..8).contains(&column) && (0..8).contains(&row);
        inside.then(|| name(column, row, b'a'))
    }

    fn stone(&self, hole: &str, dot: bool) -> Option<(char, Ink)> {
        let is = |holes: &[String]| holes.iter().any(|other| other == hole);
        if is(&self.stops) {
            Some((if dot { '▣' } else { '■' }, Ink::Bold))
        } else if is(&self.stones) {
            Some((if dot { '◉' } else { '●' }, Ink::Red))
        } else {
            None
        }
    }

    fn draw_cell(&self, canvas: &mut Canvas, marks: &Marks, grid: Grid, column: i32, row: i32) {
        let (middle, y) = grid.middle(column, row);
        let cell = name(column, row, b'A');
        let dot = self.dots.contains(&cell);
        let hole = self.hole(column, row);
        let bare = if dot { '•' } else { '·' };
        let ink = if dot || self.red.contains(&cell) { Ink::Red } else { Ink::Dim };
        let (c, ink) = hole.as_deref().and_then(|hole| self.stone(hole, dot)).unwrap_or((bare, ink));
        canvas.char(middle, y, c, ink);
        let Some(hole) = hole else { return };
        canvas.bracket(Area::new(middle - 1, y, 3, 1), marks, &hole);
        let (x, y) = grid.at(column, row);
        canvas.spot(hole, Area::new(x - 1, y, grid.wide, grid.high));
    }

    /// The rim of the plate, with the names of its holes.
    fn draw_plate(canvas: &mut Canvas, grid: Grid, (dx, dy): (i32, i32)) {
        let (x, y) = grid.at(dx, 7 + dy);
        let (left, right, top, bottom) = (x - 1, x + 8 * grid.wide - 1, y - 1, y + 8 * grid.high - 1);
        for x in left + 1..right {
            canvas.char(x, top, '─', Ink::Accent);
            canvas.char(x, bottom, '─', Ink::Accent);
        }
        for y in top + 1..bottom {
            canvas.char(left, y, '│', Ink::Accent);
            canvas.char(right, y, '│', Ink::Accent);
        }
        for (x, y, c) in [(left, top, '╭'), (right, top, '╮'), (left, bottom, '╰'), (right, bottom, '╯')]
        {
            canvas.char(x, y, c, Ink::Accent);
        }
        for index in 0..8 {
            let (x, _) = grid.middle(index + dx, 7 + dy);
            canvas.char(x, top, char::from(b'a' + index as u8), Ink::Accent);
            let (_, y) = grid.at(dx, index + dy);
            canvas.char(left, y, char::from(b'1' + index as u8), Ink::Accent);
        }
    }
}

impl Picture for AbraxasBoard {
    fn canvas(&self, marks: &Marks, frame: Frame) -> Canvas {
        let grid = Grid {
            wide: if frame.width > 9 * 7 + LEFT { 7 } else { 5 },
            high: if frame.height >= 9 * 3 + 3 { 3 } else { 2 },
        };
        let mut canvas = Canvas::new(LEFT + 9 * grid.wide + 1, 9 * grid.high + 2);
        for index in 0..9 {
            let (x, y) = grid.middle(index, index);
            canvas.char(x, 9 * grid.high + 1, char::from(b'A' + index as u8), Ink::Dim);
            canvas.char(1, y, char::from(b'1' + index as u8), Ink::Dim);
        }
        if let Some(shift) = self.shift() {
            Self::draw_plate(&mut canvas, grid, shift);
        }
        for row in 0..9 {
            for column in 0..9 {
                self.draw_cell(&mut canvas, marks, grid, column, row);
            }
        }
        // A corner that may be chosen stands where the plate would have it.
        for (corner, column, row) in [("SW", 0, 0), ("SE", 8, 0), ("NE", 8, 8), ("NW", 0, 8)] {
            if self.phase == "corner" || marks.targets.contains(corner) {
                let (x, y) = grid.at(column, row);
                let area = Area::new(x - 1, y, 4, 1);
                canvas.put(x - 1, y, &format!(" {corner} "), Ink::Bold);
                canvas.bracket(area, marks, corner);
                canvas.spot(corner, area);
            }
        }
        canvas
    }

    fn seat(&self, seat: Seat) -> Vec<String> {
        let of = |counts: &[u8]| counts.get(seat.index()).copied().unwrap_or_default();
        let taken = format!("{}/{} taken", of(&self.taken), self.target);
        vec![taken, format!("{} stop stones", of(&self.stop_stones))]
    }

    fn facts(&self) -> Vec<String> {
        let mut facts = vec![format!("supply {}, quiet {} of {}", self.supply, self.quiet, self.quiet_limit)];
        let now = match &*self.phase {
            "corner" => Some("to choose the corner"),
            "take" => Some("to take stones"),
            "reply" => Some("asked: stop or ok"),
            "place" if self.extra => Some("an extra turn"),
            "place" if self.barred => Some("to place a red stone"),
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
        let Some(((dx, dy), (column, row))) = self.shift().zip(coordinates(spot)) else {
            return Vec::new();
        };
        let cell = name(column + dx, row + dy, b'A');
        let what = match self.stone(spot, false) {
            Some(('■', _)) => "stop stone",
            Some(_) => "red stone",
            None => "free hole",
        };
        let dot = if self.dots.contains(&cell) { ", a dot" } else { "" };
        vec![format!("{what} over {cell}{dot}")]
    }

    fn notes(&self) -> Vec<String> {
        vec!["• dot   ● stone   ◉ stone on a dot   ■ stop stone   ▣ stop stone on a dot".to_owned()]
    }

    fn any_order(&self) -> bool {
        self.phase == "take"
    }
}
