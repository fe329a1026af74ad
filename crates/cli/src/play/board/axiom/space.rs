//! The formation in space: seen from the front, from above and from the right.

use super::{Axiom, Cell, letter};
use crate::play::{
    canvas::{Canvas, Marks},
    paint::{Mark, Paint},
};

/// A cube; what is behind it is hidden where it is drawn. `~` is not part of it.
const CUBE: [&str; 6] = ["~~+----+", "~/    /|", "+----+ |", "|    | +", "|    |/~", "+----+~~"];
const STEP_X: i32 = 5;
const STEP_Y: (i32, i32) = (2, 2);
const STEP_Z: i32 = 3;

impl Axiom {
    pub(super) fn space(
        &self,
        (low, high): (Cell, Cell),
        marks: &Marks,
        paint: Paint,
        spots: bool,
    ) -> Canvas {
        let size = (high.0 - low.0, high.1 - low.1, high.2 - low.2);
        let mut canvas =
            Canvas::new(size.0 * STEP_X + size.1 * STEP_Y.0 + 8, size.2 * STEP_Z + size.1 * STEP_Y.1 + 6);
        let mut cubes: Vec<_> = self.cubes.iter().collect();
        // The farthest first: each hides what is behind it.
        cubes.sort_by_key(|cube| (-cube.y, cube.z, cube.x));
        for cube in cubes {
            let left = (cube.x - low.0) * STEP_X + (cube.y - low.1) * STEP_Y.0;
            let top = (high.2 - cube.z) * STEP_Z + (high.1 - cube.y) * STEP_Y.1;
            for (dy, row) in (0..).zip(CUBE) {
                for (dx, c) in (0..).zip(row.chars()).filter(|&(_, c)| c != '~') {
                    canvas.char(left + dx, top + dy, c, paint.seat(cube.seat));
                }
            }
            canvas.char(left + 3, top + 1, letter(cube.seat), paint.seat(cube.seat));
            for (direction, dx, dy) in [("z+", 4, 1), ("y-", 2, 3), ("x+", 6, 3)] {
                if let Some((c, seat)) = self.face(cube, direction) {
                    canvas.char(left + dx, top + dy, c, paint.seat(seat));
                }
            }
            let mark = marks.of(&cube.cell);
            if mark != Mark::None {
                canvas.tint((left + 2, top + 1, 4, 1), paint.mark(mark));
                if spots {
                    let (open, close) = paint.brackets(mark);
                    canvas.char(left + 2, top + 1, open, paint.bold());
                    canvas.char(left + 5, top + 1, close, paint.bold());
                }
            }
            if spots {
                canvas.spot(cube.cell.clone(), left, top + 1, 6, 4);
            }
        }
        canvas
    }
}
