//! A drawing of characters, and the spots on it that can be chosen.

use std::collections::BTreeSet;

use crate::palette::{Ink, Mark, Palette, Style};

/// A drawing. What is put outside it is cut off.
#[derive(Clone, Debug, Default)]
pub struct Canvas {
    pub width: i32,
    pub height: i32,
    glyphs: Vec<Glyph>,
    pub spots: Vec<Spot>,
}

/// One character and what it means.
#[derive(Clone, Copy, Debug)]
pub struct Glyph {
    c: char,
    ink: Ink,
    height: Option<u8>,
    mark: Mark,
    cursor: bool,
}

/// A cell, hole or face on a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    pub name: String,
    pub area: Area,
}

/// A rectangle of characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    pub x: i32,
    pub y: i32,
    pub w: i32,
    pub h: i32,
}

/// What is marked on a drawing, by the names of spots.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    pub cursor: Option<String>,
    pub picked: Vec<String>,
    pub targets: BTreeSet<String>,
    pub via: BTreeSet<String>,
    pub last: BTreeSet<String>,
    /// Whether colour shows legal cells and the last action, so that they need no brackets.
    pub colour: bool,
}

impl Marks {
    pub fn of(&self, name: &str) -> Mark {
        if self.cursor.as_deref() == Some(name) { Mark::Cursor } else { self.beneath(name) }
    }

    /// The mark that the cursor may hide.
    pub fn beneath(&self, name: &str) -> Mark {
        if self.picked.iter().any(|picked| picked == name) {
            Mark::Picked
        } else if self.targets.contains(name) {
            Mark::Target
        } else if self.via.contains(name) {
            Mark::Via
        } else if self.last.contains(name) {
            Mark::Last
        } else {
            Mark::None
        }
    }

    /// What stands to the left and right of a spot, if anything.
    pub fn brackets(&self, name: &str) -> Option<(char, char)> {
        match self.of(name) {
            Mark::None => None,
            Mark::Target | Mark::Last if self.colour => None,
            Mark::Last => Some((':', ':')),
            Mark::Via => Some(('.', '.')),
            Mark::Target => Some(('(', ')')),
            Mark::Picked => Some(('{', '}')),
            Mark::Cursor => Some(('[', ']')),
        }
    }
}

impl Glyph {
    const BLANK: Glyph = Glyph { c: ' ', ink: Ink::Plain, height: None, mark: Mark::None, cursor: false };

    /// The character, or the one that stands for it in ASCII.
    pub fn char(self, ascii: bool) -> char {
        if ascii { to_ascii(self.c) } else { self.c }
    }

    pub fn style(self, palette: Palette) -> Style {
        palette.style(self.ink, self.height, self.mark, self.cursor)
    }
}

/// The character of ASCII that stands for one of a drawing.
pub fn to_ascii(c: char) -> char {
    match c {
        '·' => '.',
        '•' => 'o',
        '●' => '#',
        '◉' => '@',
        '■' => 'X',
        '▣' => '%',
        '╱' => '/',
        '╲' => '\\',
        '─' => '-',
        '│' => '|',
        '╭' | '╮' | '╰' | '╯' => '+',
        c if c.is_ascii() => c,
        _ => '?',
    }
}

impl Canvas {
    pub fn new(width: i32, height: i32) -> Self {
        let count = usize::try_from(width * height).unwrap_or_default();
        Canvas { width, height, glyphs: vec![Glyph::BLANK; count], spots: Vec::new() }
    }

    fn at(&mut self, x: i32, y: i32) -> Option<&mut Glyph> {
        if x < 0 || y < 0 || x >= self.width || y >= self.height {
            return None;
        }
        self.glyphs.get_mut((y * self.width + x) as usize)
    }

    pub fn put(&mut self, x: i32, y: i32, text: &str, ink: Ink) {
        for (x, c) in (x..).zip(text.chars()) {
            if let Some(glyph) = self.at(x, y) {
                *glyph = Glyph { c, ink, ..*glyph };
            }
        }
    }

    pub fn char(&mut self, x: i32, y: i32, c: char, ink: Ink) {
        self.put(x, y, c.encode_utf8(&mut [0; 4]), ink);
    }

    fn each(&mut self, area: Area, mut change: impl FnMut(&mut Glyph)) {
        for y in area.y..area.y + area.h {
            for x in area.x..area.x + area.w {
                if let Some(glyph) = self.at(x, y) {
                    change(glyph);
                }
            }
        }
    }

    /// The ground of an area is this high, on a scale to nine.
    pub fn raise(&mut self, area: Area, height: u8) {
        self.each(area, |glyph| glyph.height = Some(height));
    }

    /// Marks an area as its spot is marked; the cursor takes the first line of it.
    pub fn mark(&mut self, area: Area, marks: &Marks, name: &str) {
        let mark = marks.beneath(name);
        if mark != Mark::None {
            self.each(area, |glyph| glyph.mark = mark);
        }
        if marks.cursor.as_deref() == Some(name) {
            self.each(Area { h: 1, ..area }, |glyph| glyph.cursor = true);
        }
    }

    /// Marks an area, and its ends with brackets.
    pub fn bracket(&mut self, area: Area, marks: &Marks, name: &str) {
        if let Some((open, close)) = marks.brackets(name) {
            self.char(area.x, area.y, open, Ink::Bold);
            self.char(area.x + area.w - 1, area.y, close, Ink::Bold);
        }
        self.mark(area, marks, name);
    }

    pub fn spot(&mut self, name: impl Into<String>, area: Area) {
        self.spots.push(Spot { name: name.into(), area });
    }

    /// Draws another one here, spots included.
    pub fn paste(&mut self, other: &Canvas, dx: i32, dy: i32) {
        for (x, y, glyph) in other.glyphs() {
            if let Some(here) = self.at(dx + x, dy + y) {
                *here = glyph;
            }
        }
        self.spots.extend(other.spots.iter().map(|spot| {
            let area = Area { x: spot.area.x + dx, y: spot.area.y + dy, ..spot.area };
            Spot { area, ..spot.clone() }
        }));
    }

    /// All characters with their columns and rows.
    pub fn glyphs(&self) -> impl Iterator<Item = (i32, i32, Glyph)> {
        (0..).zip(&self.glyphs).map(|(index, &glyph)| (index % self.width, index / self.width, glyph))
    }

    /// The drawing as lines, without what is blank at their ends.
    pub fn text(&self, palette: Palette, ascii: bool) -> String {
        let mut text = String::new();
        for row in self.glyphs.chunks(usize::try_from(self.width).unwrap_or_default().max(1)) {
            let blank = |glyph: &Glyph| glyph.c == ' ' && glyph.style(palette).background.is_none();
            let end = row.iter().rposition(|glyph| !blank(glyph)).map_or(0, |last| last + 1);
            // Neighbours of one style are painted together.
            for run in row[..end].chunk_by(|left, right| left.style(palette) == right.style(palette)) {
                let chars: String = run.iter().map(|glyph| glyph.char(ascii)).collect();
                text.push_str(&palette.paint(run[0].style(palette), &chars));
            }
            text.push('\n');
        }
        text
    }

    pub fn find(&self, name: &str) -> Option<&Spot> {
        self.spots.iter().find(|spot| spot.name == name)
    }

    /// The spot at this place; the smallest of several.
    pub fn hit(&self, x: i32, y: i32) -> Option<&Spot> {
        let over = |spot: &&Spot| {
            let Area { x: left, y: top, w, h } = spot.area;
            (left..left + w).contains(&x) && (top..top + h).contains(&y)
        };
        self.spots.iter().filter(over).min_by_key(|spot| spot.area.w * spot.area.h)
    }

    /// The nearest spot from here in a direction, rather straight on than near.
    pub fn towards(&self, from: &str, (dx, dy): (i32, i32)) -> Option<&Spot> {
        let (fx, fy) = self.find(from)?.middle();
        let ahead = self.spots.iter().filter_map(|spot| {
            let (x, y) = spot.middle();
            // Characters are about twice as high as wide.
            let (x, y) = (x - fx, (y - fy) * 2);
            let (along, aside) = if dx == 0 { (y * dy, x.abs()) } else { (x * dx, y.abs()) };
            (along > 0).then_some((along + 3 * aside, spot))
        });
        ahead.min_by_key(|&(distance, _)| distance).map(|(_, spot)| spot)
    }
}

impl Area {
    pub const fn new(x: i32, y: i32, w: i32, h: i32) -> Self {
        Area { x, y, w, h }
    }
}

impl Spot {
    /// In half characters, so that it is exact.
    fn middle(&self) -> (i32, i32) {
        (2 * self.area.x + self.area.w, 2 * self.area.y + self.area.h)
    }
}
