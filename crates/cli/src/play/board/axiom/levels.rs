//! The levels side by side, each seen from above.

use super::{Axiom, Cell, Cube, cell, glyph, letter};
use crate::play::{
    canvas::{Canvas, Marks},
    paint::{Mark, Paint},
};

/// How large a cell is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Size {
    /// Every face in its place.
    Large,
    /// The domes behind the letter, the sceptres beneath it.
    Small,
}

impl Size {
    fn cell(self) -> (i32, i32) {
        match self {
            Size::Large => (6, 3),
            Size::Small => (5, 2),
        }
    }
}

/// The faces of a large cell: where they are drawn.
const FACES: [(&str, i32, i32); 6] =
    [("x-", 1, 1), ("x+", 4, 1), ("y+", 2, 0), ("y-", 2, 2), ("z+", 3, 1), ("z-", 3, 2)];

/// Room for the names of rows.
const LEFT: i32 = 4;

impl Axiom {
    pub(super) fn levels(
        &self,
        (low, high): (Cell, Cell),
        marks: &Marks,
        paint: Paint,
        room: (i32, i32),
    ) -> Canvas {
        let (columns, rows, count) = (high.0 - low.0 + 1, high.1 - low.1 + 1, high.2 - low.2 + 1);
        let block = |size: Size| {
            let (width, height) = size.cell();
            (LEFT + columns * width, 1 + rows * height)
        };
        let capacity = |size: Size| {
            let (width, height) = block(size);
            (((room.0 + 1) / (width + 1)).max(1), ((room.1 + 1) / (height + 1)).max(1))
        };
        let fits = |size: Size| capacity(size).0 * capacity(size).1 >= count;
        let size = if fits(Size::Large) { Size::Large } else { Size::Small };
        let (across, down) = capacity(size);
        let shown = count.min(across * down);
        // Where not all levels fit, those around the cursor are shown.
        let focus = marks.cursor.as_deref().and_then(cell).map_or(low.2, |(_, _, z)| z);
        let first = (focus - shown / 2).clamp(low.2, high.2 - shown + 1);
        let (width, height) = block(size);
        let across = across.min(shown);
        let mut canvas =
            Canvas::new(across * (width + 1) - 1, (shown + across - 1) / across * (height + 1) - 1);
        for index in 0..shown {
            let level = self.level(first + index, (low, high), size, marks, paint);
            canvas.paste(&level, index % across * (width + 1), index / across * (height + 1));
        }
        canvas
    }

    fn level(&self, z: i32, (low, high): (Cell, Cell), size: Size, marks: &Marks, paint: Paint) -> Canvas {
        let (wide, tall) = size.cell();
        let columns = high.0 - low.0 + 1;
        let rows = high.1 - low.1 + 1;
        let mut canvas = Canvas::new(LEFT + columns * wide, 1 + rows * tall);
        canvas.put(0, 0, &format!("z={z}"), paint.accent());
        for x in low.0..=high.0 {
            canvas.put(LEFT + (x - low.0) * wide + 1, 0, &format!("{x:>2}"), paint.dim());
        }
        for y in low.1..=high.1 {
            let top = 1 + (high.1 - y) * tall;
            canvas.put(0, top + tall / 2, &format!("{y:>3}"), paint.dim());
            for x in low.0..=high.0 {
                let left = LEFT + (x - low.0) * wide;
                self.cell(&mut canvas, (x, y, z), (left, top), size, marks, paint);
            }
        }
        canvas
    }

    fn cell(
        &self,
        canvas: &mut Canvas,
        at: Cell,
        (left, top): (i32, i32),
        size: Size,
        marks: &Marks,
        paint: Paint,
    ) {
        let (wide, tall) = size.cell();
        let name = format!("{},{},{}", at.0, at.1, at.2);
        let mark = marks.of(&name);
        let row = if size == Size::Large { top + 1 } else { top };
        let cube = self.cube(at);
        canvas.spot(name.clone(), left, top, wide, tall);
        match (cube, size) {
            (None, _) => canvas.put(left + 2, row, paint.either("·", "."), paint.dim()),
            (Some(cube), Size::Large) => self.large(canvas, cube, (left, top), marks, paint),
            (Some(cube), Size::Small) => self.small(canvas, cube, (left, top), paint),
        }
        if mark != Mark::None {
            let (open, close) = paint.brackets(mark);
            canvas.char(left, row, open, paint.bold());
            canvas.char(left + wide - 1, row, close, paint.bold());
            canvas.tint((left, row, wide, 1), paint.mark(marks.beneath(&name)));
        }
        if mark == Mark::Cursor {
            canvas.tint((left, row, wide, 1), paint.mark(mark));
        }
    }

    fn large(&self, canvas: &mut Canvas, cube: &Cube, (left, top): (i32, i32), marks: &Marks, paint: Paint) {
        canvas.char(left + 2, top + 1, letter(cube.seat), paint.seat(cube.seat));
        for (direction, dx, dy) in FACES {
            let (x, y) = (left + dx, top + dy);
            let face = format!("{}:{direction}", cube.cell);
            let mark = marks.of(&face);
            let drawn = self.face(cube, direction);
            let (c, style) = match (drawn, mark) {
                (Some((c, seat)), _) => (c, paint.seat(seat)),
                (None, Mark::Cursor) => ('#', paint.bold()),
                (None, Mark::Target) => ('*', paint.bold()),
                (None, Mark::Via) => ('+', paint.bold()),
                // The top of a cube is always said: open, where there is no dome.
                (None, _) if direction == "z+" => ('.', paint.dim()),
                (None, _) => continue,
            };
            canvas.char(x, y, c, style.patch(paint.mark(marks.beneath(&face))));
            if mark == Mark::Cursor {
                canvas.tint((x, y, 1, 1), paint.mark(mark));
            }
            let sceptre = self.sceptres.iter().any(|sceptre| sceptre.face == face);
            if sceptre || mark >= Mark::Target {
                canvas.spot(face, x, y, 1, 1);
            }
        }
    }

    fn small(&self, canvas: &mut Canvas, cube: &Cube, (left, top): (i32, i32), paint: Paint) {
        let domes: String = cube.domes.iter().map(|dome| glyph(dome)).collect();
        canvas.put(left + 1, top, &format!("{}{domes}", letter(cube.seat)), paint.seat(cube.seat));
        let here = self.sceptres.iter().filter(|sceptre| sceptre.cell == cube.cell);
        for (index, sceptre) in (0..).zip(here) {
            let text = format!("{}{}", letter(sceptre.seat).to_ascii_lowercase(), glyph(&sceptre.dir));
            canvas.put(left + 1 + 2 * index, top + 1, &text, paint.seat(sceptre.seat));
        }
    }
}
