//! The formation by levels, and in space where there is room.

mod levels;
mod space;

use engine::{
    Canvas, Picture, Seat,
    canvas::Marks,
    picture::{Frame, Look},
};

use super::{
    options::Edition,
    view::{CubeView, View},
};

/// The cell of a name such as `0,-1,2` or `0,-1,2:z+`.
fn cell(name: &str) -> Option<[i32; 3]> {
    let mut numbers = name.split(':').next()?.split(',').map(str::parse);
    match (numbers.next(), numbers.next(), numbers.next(), numbers.next()) {
        (Some(Ok(x)), Some(Ok(y)), Some(Ok(z)), None) => Some([x, y, z]),
        _ => None,
    }
}

/// How a dome that looks there is drawn from above.
fn dome(direction: &str) -> char {
    match direction {
        "x-" => '<',
        "x+" => '>',
        "y-" => 'v',
        "y+" => '^',
        "z-" => '_',
        _ => 'o',
    }
}

/// The letter of a seat's cubes; its sceptres have the small one.
fn letter(seat: Seat) -> char {
    if seat.index() == 0 { 'B' } else { 'W' }
}

/// The coordinates of one axis that are drawn. Far ones between which nothing stands are left out, so that groups
/// far apart are drawn together.
struct Axis(Vec<i32>);

impl Axis {
    /// As many coordinates as twelve cubes can have: what still fits a line of a terminal.
    const MOST: usize = 12;

    fn new(mut values: Vec<i32>) -> Self {
        values.sort_unstable();
        values.dedup();
        let near = |pair: &[i32]| pair[1] - pair[0] <= 3;
        let between = |pair: &[i32]| if near(pair) { pair[0] + 1..pair[1] } else { 0..0 };
        let mut filled: Vec<i32> = values.windows(2).flat_map(between).collect();
        if filled.len() + values.len() <= Self::MOST {
            values.append(&mut filled);
            values.sort_unstable();
        }
        Axis(values)
    }

    fn len(&self) -> i32 {
        self.0.len() as i32
    }

    fn iter(&self) -> impl DoubleEndedIterator<Item = (i32, i32)> {
        (0..self.len()).zip(self.0.iter().copied())
    }

    fn index(&self, value: i32) -> i32 {
        self.0.partition_point(|&other| other < value) as i32
    }

    /// Whether something is left out before this one.
    fn is_apart(&self, index: i32) -> bool {
        index > 0 && self.0[index as usize] - self.0[index as usize - 1] > 1
    }

    /// Where a coordinate is in space: what is left out leaves a gap.
    fn place(&self, value: i32) -> i32 {
        let index = self.index(value);
        index + (1..=index).filter(|&index| self.is_apart(index)).count() as i32
    }

    /// How far it is from the first to the last in space.
    fn length(&self) -> i32 {
        self.0.last().map_or(0, |&last| self.place(last))
    }
}

/// A formation to be drawn: the axes hold its cubes and the cells that are offered.
struct Formation<'a> {
    view: &'a View,
    marks: &'a Marks,
    x: Axis,
    y: Axis,
    z: Axis,
}

impl<'a> Formation<'a> {
    fn new(view: &'a View, marks: &'a Marks) -> Self {
        let cubes = view.cubes.iter().map(|cube| [cube.x, cube.y, cube.z]);
        let cells: Vec<_> = cubes.chain(marks.targets.iter().filter_map(|name| cell(name))).collect();
        let axis = |axis: usize| Axis::new(cells.iter().map(|cell| cell[axis]).collect());
        Formation { view, marks, x: axis(0), y: axis(1), z: axis(2) }
    }

    /// What is drawn on a face: a dome, a sceptre, or nothing; and whose it is.
    fn face(&self, cube: &CubeView, direction: &str) -> Option<(char, Seat)> {
        if cube.domes.iter().any(|dome| dome == direction) {
            return Some((dome(direction), cube.seat));
        }
        let mut sceptres = self.view.sceptres.iter();
        let sceptre = sceptres.find(|sceptre| sceptre.cell == cube.cell && sceptre.dir == direction)?;
        Some((letter(sceptre.seat).to_ascii_lowercase(), sceptre.seat))
    }
}

impl View {
    /// What the edition calls what sticks out of a cube.
    fn dome(&self) -> &'static str {
        if self.edition == Edition::Y2008.as_str() { "dome" } else { "pyramid" }
    }
}

impl Picture for View {
    fn canvas(&self, marks: &Marks, frame: Frame) -> Canvas {
        let formation = Formation::new(self, marks);
        if self.cubes.is_empty() {
            return Canvas::default();
        }
        if frame.look == Look::Space {
            return formation.space(true);
        }
        let levels = formation.levels(frame);
        let space = formation.space(false);
        let (beside, beneath) = (levels.width + 4 + space.width, levels.height + 1 + space.height);
        if beside <= frame.width {
            let mut both = Canvas::new(beside, levels.height.max(space.height));
            both.paste(&levels, 0, (both.height - levels.height) / 2);
            both.paste(&space, levels.width + 4, (both.height - space.height) / 2);
            both
        } else if beneath <= frame.height && space.width <= frame.width {
            let mut both = Canvas::new(levels.width.max(space.width), beneath);
            both.paste(&levels, (both.width - levels.width) / 2, 0);
            both.paste(&space, (both.width - space.width) / 2, levels.height + 1);
            both
        } else {
            levels
        }
    }

    fn mark(&self, seat: Seat) -> Option<char> {
        Some(letter(seat))
    }

    fn seat(&self, seat: Seat) -> Vec<String> {
        let name = if seat.index() == 0 { "black" } else { "white" };
        let lost = self.taken.get(seat.index()).map(|taken| match (taken.single, taken.double) {
            (0, 0) => "all cubes".to_owned(),
            (single, double) => format!("lost {single} single, {double} double"),
        });
        [Some(name.to_owned()), lost].into_iter().flatten().collect()
    }

    fn facts(&self) -> Vec<String> {
        vec![format!("quiet {} of {}", self.quiet, self.quiet_limit)]
    }

    fn detail(&self, spot: &str) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(sceptre) = self.sceptres.iter().find(|sceptre| sceptre.face == spot) {
            lines.push(format!("sceptre of seat {}", sceptre.seat));
        }
        if let Some(cube) = self.cubes.iter().find(|cube| cube.cell == spot) {
            let free = if cube.free { "free" } else { "not free" };
            lines.push(format!("cube of seat {}, {free}", cube.seat));
            lines.push(format!("{}s to {}", self.dome(), cube.domes.join(" ")));
        }
        if let Some(no_stop) = self.no_stop.iter().find(|no_stop| no_stop.face == spot) {
            lines.push(format!("no sceptre stops here ({})", no_stop.why));
        }
        lines
    }

    fn notes(&self) -> Vec<String> {
        let dome = self.dome();
        vec![format!("cubes B W, sceptres b w, {dome}s ^ v < > o, {dome} beneath _")]
    }

    fn help(&self) -> &'static [&'static str] {
        &["F4: levels, or in space", "faces: * legal  # cursor  + passed"]
    }
}
