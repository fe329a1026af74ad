//! The formation in space: seen from the front, from above and from the right.

use engine::{Canvas, canvas::Area, palette::Ink};

use super::{Formation, letter};

/// A cube; what is behind it is hidden where it is drawn. `~` is not part of it.
const CUBE: [&str; 6] = ["~~+----+", "~/    /|", "+----+ |", "|    | +", "|    |/~", "+----+~~"];
const STEP_X: i32 = 5;
const STEP_Y: (i32, i32) = (2, 2);
const STEP_Z: i32 = 3;

impl Formation<'_> {
    /// With spots, if it is drawn alone.
    pub(super) fn space(&self, spots: bool) -> Canvas {
        let (x, y, z) = (self.x.length(), self.y.length(), self.z.length());
        let mut canvas = Canvas::new(x * STEP_X + y * STEP_Y.0 + 8, z * STEP_Z + y * STEP_Y.1 + 6);
        let mut cubes: Vec<_> = self.view.cubes.iter().collect();
        // The farthest first: each hides what is behind it.
        cubes.sort_by_key(|cube| (-cube.y, cube.z, cube.x));
        for cube in cubes {
            let ink = Ink::Seat(cube.seat);
            let left = self.x.place(cube.x) * STEP_X + self.y.place(cube.y) * STEP_Y.0;
            let top = (z - self.z.place(cube.z)) * STEP_Z + (y - self.y.place(cube.y)) * STEP_Y.1;
            for (dy, row) in (0..).zip(CUBE) {
                for (dx, c) in (0..).zip(row.chars()).filter(|&(_, c)| c != '~') {
                    canvas.char(left + dx, top + dy, c, ink);
                }
            }
            canvas.char(left + 3, top + 1, letter(cube.seat), ink);
            for (direction, dx, dy) in [("z+", 4, 1), ("y-", 2, 3), ("x+", 6, 3)] {
                if let Some((c, seat)) = self.face(cube, direction) {
                    canvas.char(left + dx, top + dy, c, Ink::Seat(seat));
                }
            }
            let inside = Area::new(left + 2, top + 1, 4, 1);
            if spots {
                canvas.bracket(inside, self.marks, &cube.cell);
                canvas.spot(cube.cell.clone(), Area::new(left, top + 1, 6, 4));
            } else {
                canvas.mark(inside, self.marks, &cube.cell);
            }
        }
        canvas
    }
}
