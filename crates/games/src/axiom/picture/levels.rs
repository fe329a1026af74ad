//! The levels side by side, each seen from above.

use engine::{
    Canvas,
    canvas::Area,
    palette::{Ink, Mark},
    picture::Frame,
};

use super::{Formation, cell, dome, letter};
use crate::axiom::view::CubeView;

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

/// A coordinate in at most this many characters: of a long one, the last digits.
fn label(n: i32, width: usize) -> String {
    let text = n.to_string();
    if text.len() <= width { text } else { format!("~{}", &text[text.len() - (width - 1)..]) }
}

impl Formation<'_> {
    pub(super) fn levels(&self, frame: Frame) -> Canvas {
        let count = self.z.len();
        let block = |size: Size| {
            let (width, height) = size.cell();
            (LEFT + self.x.len() * width, 1 + self.y.len() * height)
        };
        let capacity = |size: Size| {
            let (width, height) = block(size);
            (((frame.width + 1) / (width + 1)).max(1), ((frame.height + 1) / (height + 1)).max(1))
        };
        let fits = |size: Size| block(size).0 <= frame.width && capacity(size).0 * capacity(size).1 >= count;
        let size = if fits(Size::Large) { Size::Large } else { Size::Small };
        let (across, down) = capacity(size);
        let shown = count.min(across * down);
        // Where not all levels fit, those around the cursor are shown.
        let focus = self.marks.cursor.as_deref().and_then(cell).map_or(0, |[_, _, z]| self.z.index(z));
        let first = (focus - shown / 2).clamp(0, count - shown);
        let (width, height) = block(size);
        let across = across.min(shown);
        let down = (shown + across - 1) / across;
        let mut canvas = Canvas::new(across * (width + 1) - 1, down * (height + 1) - 1);
        for (index, z) in (0..shown).zip(&self.z.0[first as usize..]) {
            let level = self.level(*z, size);
            canvas.paste(&level, index % across * (width + 1), index / across * (height + 1));
        }
        canvas
    }

    fn level(&self, z: i32, size: Size) -> Canvas {
        let (wide, tall) = size.cell();
        let mut canvas = Canvas::new(LEFT + self.x.len() * wide, 1 + self.y.len() * tall);
        canvas.put(0, 0, &format!("z={}", label(z, 3)), Ink::Accent);
        for (column, x) in self.x.iter() {
            let left = LEFT + column * wide;
            canvas.put(left + 1, 0, &format!("{:>2}", label(x, wide as usize - 1)), Ink::Dim);
            if self.x.is_apart(column) {
                (1..canvas.height).for_each(|y| canvas.char(left, y, ':', Ink::Dim));
            }
        }
        for (row, y) in self.y.iter() {
            let top = 1 + (self.y.len() - 1 - row) * tall;
            canvas.put(0, top + tall / 2, &format!("{:>3}", label(y, LEFT as usize)), Ink::Dim);
            if self.y.is_apart(row) {
                // Rows go up, so what is left out before this one is beneath it.
                canvas.put(1, top + tall - 1, "..", Ink::Dim);
            }
            for (column, x) in self.x.iter() {
                self.cell(&mut canvas, [x, y, z], (LEFT + column * wide, top), size);
            }
        }
        canvas
    }

    fn cell(&self, canvas: &mut Canvas, at: [i32; 3], (left, top): (i32, i32), size: Size) {
        let (wide, tall) = size.cell();
        let name = at.map(|n| n.to_string()).join(",");
        let row = if size == Size::Large { top + 1 } else { top };
        let cube = self.view.cubes.iter().find(|cube| [cube.x, cube.y, cube.z] == at);
        canvas.spot(name.clone(), Area::new(left, top, wide, tall));
        match (cube, size) {
            (None, _) => canvas.char(left + 2, row, '·', Ink::Dim),
            (Some(cube), Size::Large) => self.large(canvas, cube, (left, top)),
            (Some(cube), Size::Small) => self.small(canvas, cube, (left, top)),
        }
        canvas.bracket(Area::new(left, row, wide, 1), self.marks, &name);
    }

    fn large(&self, canvas: &mut Canvas, cube: &CubeView, (left, top): (i32, i32)) {
        canvas.char(left + 2, top + 1, letter(cube.seat), Ink::Seat(cube.seat));
        for (direction, dx, dy) in FACES {
            let area = Area::new(left + dx, top + dy, 1, 1);
            let name = format!("{}:{direction}", cube.cell);
            let mark = self.marks.of(&name);
            let (c, ink) = match (self.face(cube, direction), mark) {
                (Some((c, seat)), _) => (c, Ink::Seat(seat)),
                (None, Mark::Cursor) => ('#', Ink::Bold),
                (None, Mark::Target) => ('*', Ink::Bold),
                (None, Mark::Via) => ('+', Ink::Bold),
                // The top of a cube is always said: open, where there is no dome.
                (None, _) if direction == "z+" => ('.', Ink::Dim),
                (None, _) => continue,
            };
            canvas.char(area.x, area.y, c, ink);
            canvas.mark(area, self.marks, &name);
            if mark >= Mark::Target || self.view.sceptres.iter().any(|sceptre| sceptre.face == name) {
                canvas.spot(name, area);
            }
        }
    }

    fn small(&self, canvas: &mut Canvas, cube: &CubeView, (left, top): (i32, i32)) {
        let domes: String = cube.domes.iter().map(|direction| dome(direction)).collect();
        canvas.put(left + 1, top, &format!("{}{domes}", letter(cube.seat)), Ink::Seat(cube.seat));
        let here = self.view.sceptres.iter().filter(|sceptre| sceptre.cell == cube.cell);
        for (index, sceptre) in (0..).zip(here) {
            let text = format!("{}{}", letter(sceptre.seat).to_ascii_lowercase(), dome(&sceptre.dir));
            canvas.put(left + 1 + 2 * index, top + 1, &text, Ink::Seat(sceptre.seat));
        }
    }
}
