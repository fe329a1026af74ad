//! Axiom by levels, and in space where there is room.

mod levels;
mod space;

use serde::Deserialize;

use super::{Board, Look};
use crate::play::{
    canvas::{Canvas, Marks},
    paint::Paint,
};

#[derive(Debug, Deserialize)]
pub(super) struct Axiom {
    cubes: Vec<Cube>,
    sceptres: Vec<Sceptre>,
    taken: Vec<Taken>,
    no_stop: Vec<NoStop>,
    quiet: u32,
    quiet_limit: u32,
}

#[derive(Debug, Deserialize)]
struct Cube {
    cell: String,
    x: i32,
    y: i32,
    z: i32,
    seat: usize,
    domes: Vec<String>,
    free: bool,
}

#[derive(Debug, Deserialize)]
struct Sceptre {
    face: String,
    cell: String,
    dir: String,
    seat: usize,
}

#[derive(Debug, Deserialize)]
struct Taken {
    single: u32,
    double: u32,
}

#[derive(Debug, Deserialize)]
struct NoStop {
    face: String,
    why: String,
}

type Cell = (i32, i32, i32);

/// The cell of a name such as `0,-1,2` or `0,-1,2:z+`.
fn cell(name: &str) -> Option<Cell> {
    let mut numbers = name.split(':').next()?.split(',').map(str::parse);
    match (numbers.next(), numbers.next(), numbers.next(), numbers.next()) {
        (Some(Ok(x)), Some(Ok(y)), Some(Ok(z)), None) => Some((x, y, z)),
        _ => None,
    }
}

/// How a dome that looks there is drawn from above.
fn glyph(direction: &str) -> char {
    match direction {
        "x-" => '<',
        "x+" => '>',
        "y-" => 'v',
        "y+" => '^',
        "z-" => '_',
        _ => 'o',
    }
}

impl Axiom {
    fn cube(&self, at: Cell) -> Option<&Cube> {
        self.cubes.iter().find(|cube| (cube.x, cube.y, cube.z) == at)
    }

    /// What is drawn on a face: a dome, a sceptre, or nothing; and whose it is.
    fn face(&self, cube: &Cube, direction: &str) -> Option<(char, usize)> {
        if cube.domes.iter().any(|dome| dome == direction) {
            return Some((glyph(direction), cube.seat));
        }
        let stands = |sceptre: &&Sceptre| sceptre.cell == cube.cell && sceptre.dir == direction;
        self.sceptres
            .iter()
            .find(stands)
            .map(|sceptre| (letter(sceptre.seat).to_ascii_lowercase(), sceptre.seat))
    }

    /// The least and greatest cells of the formation and of the cells that are offered.
    fn bounds(&self, marks: &Marks) -> Option<(Cell, Cell)> {
        let cubes = self.cubes.iter().map(|cube| (cube.x, cube.y, cube.z));
        let offered = marks.targets.iter().filter_map(|name| cell(name));
        cubes.chain(offered).fold(None, |bounds, (x, y, z)| {
            let (low, high) = bounds.unwrap_or(((x, y, z), (x, y, z)));
            Some(((low.0.min(x), low.1.min(y), low.2.min(z)), (high.0.max(x), high.1.max(y), high.2.max(z))))
        })
    }
}

/// The letter of a seat's cubes; its sceptres have the small one.
fn letter(seat: usize) -> char {
    if seat == 1 { 'B' } else { 'W' }
}

impl Board for Axiom {
    fn canvas(&self, marks: &Marks, paint: Paint, room: (i32, i32), look: Look) -> Canvas {
        let Some(bounds) = self.bounds(marks) else { return Canvas::new(0, 0) };
        if look == Look::Space {
            return self.space(bounds, marks, paint, true);
        }
        let levels = self.levels(bounds, marks, paint, room);
        let space = self.space(bounds, marks, paint, false);
        let beside = levels.width + 4 + space.width;
        let beneath = levels.height + 1 + space.height;
        if beside <= room.0 {
            let mut both = Canvas::new(beside, levels.height.max(space.height));
            both.paste(&levels, 0, (both.height - levels.height) / 2);
            both.paste(&space, levels.width + 4, (both.height - space.height) / 2);
            both
        } else if beneath <= room.1 {
            let mut both = Canvas::new(levels.width.max(space.width), beneath);
            both.paste(&levels, (both.width - levels.width) / 2, 0);
            both.paste(&space, (both.width - space.width) / 2, levels.height + 1);
            both
        } else {
            levels
        }
    }

    fn seat(&self, number: usize) -> String {
        let name = if number == 1 { "black" } else { "white" };
        self.taken.get(number - 1).map_or(String::new(), |taken| match (taken.single, taken.double) {
            (0, 0) => format!("{}: {name}, all cubes", letter(number)),
            (single, double) => format!("{}: {name}, lost {single}+{double}", letter(number)),
        })
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
            lines.push(format!("domes to {}", cube.domes.join(" ")));
        }
        if let Some(no_stop) = self.no_stop.iter().find(|no_stop| no_stop.face == spot) {
            lines.push(format!("no sceptre stops here ({})", no_stop.why));
        }
        lines
    }

    fn token(&self, picks: &[String]) -> Option<String> {
        let [from, to] = picks else { return None };
        if from.contains(':') {
            return Some(format!("S{from}>{to}"));
        }
        let cube = self.cubes.iter().find(|cube| cube.cell == *from)?;
        Some(format!("C{from}>{to}:{}", cube.domes.concat()))
    }
}
