//! Triangles: eight bands, four widening and four narrowing.

use engine::{
    Canvas, Picture, Seat,
    canvas::{Area, Marks},
    palette::Ink,
    picture::Frame,
};

use super::view::{ArchimedesCube, ArchimedesView};

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
    size: i32,
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
            size,
        })
    })
}

impl Triangle {
    /// The inside of one of its rows, counted from its tip.
    fn row(&self, from_tip: i32) -> Area {
        let row = if self.up { from_tip } else { self.size - 1 - from_tip };
        Area::new(self.x + self.size - from_tip, self.y + row, 2 * from_tip, 1)
    }

    /// Where a cube stands.
    fn inside(&self) -> Area {
        self.row(if self.size == 2 { 1 } else { 2 })
    }

    fn draw(&self, canvas: &mut Canvas) {
        let size = self.size;
        for row in 0..size {
            let (left, right) =
                if self.up { (size - 1 - row, size + row) } else { (row, 2 * size - 1 - row) };
            let (first, second) = if self.up { ('╱', '╲') } else { ('╲', '╱') };
            canvas.char(self.x + left, self.y + row, first, Ink::Dim);
            canvas.char(self.x + right, self.y + row, second, Ink::Dim);
        }
        let y = if self.up { self.y + size - 1 } else { self.y - 1 };
        canvas.put(self.x + 1, y, &"_".repeat((2 * size - 2) as usize), Ink::Dim);
        if size > 2 {
            let Area { x, y, .. } = self.row(1);
            canvas.put(x, y, &self.name[1..], Ink::Dim);
        }
    }
}

/// The letter of a seat's cubes; its goals have the small one.
fn letter(seat: Seat) -> char {
    char::from(b'A' + seat.index() as u8)
}

impl ArchimedesView {
    fn cube(&self, cell: &str) -> Option<&ArchimedesCube> {
        self.cubes.iter().find(|cube| cube.cell == cell)
    }

    fn goals<'a>(&'a self, cell: &'a str) -> impl Iterator<Item = Seat> + 'a {
        self.sides.iter().filter(move |side| side.goal.iter().any(|goal| goal == cell)).map(|side| side.seat)
    }
}

impl Picture for ArchimedesView {
    fn canvas(&self, marks: &Marks, frame: Frame) -> Canvas {
        let fits = |size: &i32| 16 * size + 2 * MARGIN <= frame.width && 8 * size < frame.height;
        let size = [4, 3].into_iter().find(fits).unwrap_or(2);
        let mut canvas = Canvas::new(16 * size + 2 * MARGIN, 8 * size + 1);
        for triangle in triangles(size) {
            triangle.draw(&mut canvas);
        }
        for (band, row) in (0..).zip(ROWS) {
            let indent = if band < 4 { 3 - band } else { band - 4 };
            let y = 1 + band * size + (size - 1) / 2;
            canvas.char(MARGIN + indent * size - 2, y, row, Ink::Accent);
            canvas.char(MARGIN + (16 - indent) * size + 1, y, row, Ink::Accent);
        }
        for triangle in triangles(size) {
            let (area, name) = (triangle.inside(), &triangle.name);
            let middle = area.x + area.w / 2 - 1;
            canvas.bracket(area, marks, name);
            if let Some(cube) = self.cube(name) {
                let (letter, ink) = (letter(cube.seat), Ink::Seat(cube.seat));
                if area.w > 2 {
                    canvas.put(middle, area.y, &format!("{letter}{}", cube.distance), ink);
                } else {
                    // A bracket takes the place of the first letter where there is no room beside it.
                    canvas.char(middle + 1, area.y, letter, ink);
                    if marks.brackets(name).is_none() {
                        canvas.char(middle, area.y, letter, ink);
                    }
                }
            } else if let Some(seat) = self.goals(name).next()
                && (area.w > 2 || marks.brackets(name).is_none())
            {
                let small = letter(seat).to_ascii_lowercase();
                canvas.put(middle, area.y, &format!("{small}{small}"), Ink::Seat(seat));
            }
            canvas.spot(name.clone(), area);
        }
        canvas
    }

    fn mark(&self, seat: Seat) -> Option<char> {
        Some(letter(seat))
    }

    fn seat(&self, seat: Seat) -> Vec<String> {
        let Some(side) = self.sides.iter().find(|side| side.seat == seat) else { return Vec::new() };
        let mut lines = vec![format!("{} steps to go", side.steps), format!("{} on goal", side.home)];
        lines.extend(side.out.then(|| "withdrawn".to_owned()));
        lines
    }

    fn facts(&self) -> Vec<String> {
        vec![format!("{} of {} actions", self.actions, self.limit)]
    }

    fn detail(&self, spot: &str) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(cube) = self.cube(spot) {
            lines.push(format!("cube of seat {}, goes {}", cube.seat, cube.distance));
            if !cube.barred.is_empty() {
                lines.push(format!("barred: {}", cube.barred.join(" ")));
            }
        }
        lines.extend(self.goals(spot).map(|seat| format!("goal of seat {seat}")));
        lines
    }

    fn notes(&self) -> Vec<String> {
        vec!["a cube is a letter and how far it goes; small letters are empty goals".to_owned()]
    }
}
