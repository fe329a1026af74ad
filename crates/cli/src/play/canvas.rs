//! A drawing of characters, and the places on it that can be chosen.

use std::collections::BTreeSet;

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use super::paint::Mark;

/// A drawing. What is put outside it is cut off.
#[derive(Clone, Debug)]
pub(super) struct Canvas {
    pub(super) width: i32,
    pub(super) height: i32,
    cells: Vec<(char, Style)>,
    pub(super) spots: Vec<Spot>,
}

/// A cell, hole or face on a drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) name: String,
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) w: i32,
    pub(super) h: i32,
}

/// What is marked on a drawing, by the names of spots.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    pub(super) cursor: Option<String>,
    pub(super) picked: Vec<String>,
    pub(super) targets: BTreeSet<String>,
    pub(super) via: BTreeSet<String>,
    pub(super) last: BTreeSet<String>,
}

impl Marks {
    pub(super) fn of(&self, name: &str) -> Mark {
        if self.cursor.as_deref() == Some(name) { Mark::Cursor } else { self.beneath(name) }
    }

    /// The mark that the cursor may hide.
    pub(super) fn beneath(&self, name: &str) -> Mark {
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
}

impl Canvas {
    pub(super) fn new(width: i32, height: i32) -> Self {
        let count = usize::try_from(width * height).unwrap_or_default();
        Canvas { width, height, cells: vec![(' ', Style::new()); count], spots: Vec::new() }
    }

    fn at(&mut self, x: i32, y: i32) -> Option<&mut (char, Style)> {
        if x < 0 || y < 0 || x >= self.width || y >= self.height {
            return None;
        }
        self.cells.get_mut((y * self.width + x) as usize)
    }

    pub(super) fn put(&mut self, x: i32, y: i32, text: &str, style: Style) {
        for (x, c) in (x..).zip(text.chars()) {
            if let Some(cell) = self.at(x, y) {
                *cell = (c, cell.1.patch(style));
            }
        }
    }

    pub(super) fn char(&mut self, x: i32, y: i32, c: char, style: Style) {
        self.put(x, y, c.encode_utf8(&mut [0; 4]), style);
    }

    /// Styles what stands in a rectangle.
    pub(super) fn tint(&mut self, (x, y, w, h): (i32, i32, i32, i32), style: Style) {
        for y in y..y + h {
            for x in x..x + w {
                if let Some(cell) = self.at(x, y) {
                    cell.1 = cell.1.patch(style);
                }
            }
        }
    }

    pub(super) fn spot(&mut self, name: impl Into<String>, x: i32, y: i32, w: i32, h: i32) {
        self.spots.push(Spot { name: name.into(), x, y, w, h });
    }

    /// Draws another one here, spots included.
    pub(super) fn paste(&mut self, other: &Canvas, dx: i32, dy: i32) {
        for (index, &(c, style)) in (0..).zip(&other.cells) {
            if let Some(cell) = self.at(dx + index % other.width, dy + index / other.width) {
                *cell = (c, style);
            }
        }
        let moved = other.spots.iter().map(|spot| Spot { x: spot.x + dx, y: spot.y + dy, ..spot.clone() });
        self.spots.extend(moved);
    }

    /// Draws it in the middle of an area; gives the place of its upper left corner.
    pub(super) fn render(&self, area: Rect, buffer: &mut Buffer) -> (i32, i32) {
        let left = i32::from(area.x) + ((i32::from(area.width) - self.width) / 2).max(0);
        let top = i32::from(area.y) + ((i32::from(area.height) - self.height) / 2).max(0);
        for (index, &(c, style)) in (0..).zip(&self.cells) {
            let (x, y) = (left + index % self.width, top + index / self.width);
            if x < i32::from(area.right())
                && y < i32::from(area.bottom())
                && let Some(cell) = buffer.cell_mut((x as u16, y as u16))
            {
                cell.set_char(c).set_style(style);
            }
        }
        (left, top)
    }

    /// The characters alone.
    pub(super) fn text(&self) -> String {
        let width = usize::try_from(self.width).unwrap_or_default().max(1);
        let lines = self.cells.chunks(width).map(|row| row.iter().map(|&(c, _)| c).collect::<String>());
        lines.map(|line| line.trim_end().to_owned()).collect::<Vec<_>>().join("\n")
    }

    pub(super) fn find(&self, name: &str) -> Option<&Spot> {
        self.spots.iter().find(|spot| spot.name == name)
    }

    /// The spot at this place; the smallest of several.
    pub(super) fn hit(&self, x: i32, y: i32) -> Option<&Spot> {
        let over =
            |spot: &&Spot| (spot.x..spot.x + spot.w).contains(&x) && (spot.y..spot.y + spot.h).contains(&y);
        self.spots.iter().filter(over).min_by_key(|spot| spot.w * spot.h)
    }

    /// The nearest spot from here in a direction, rather straight on than near.
    pub(super) fn towards(&self, from: &str, (dx, dy): (i32, i32)) -> Option<&Spot> {
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

impl Spot {
    /// In half characters, so that it is exact.
    fn middle(&self) -> (i32, i32) {
        (2 * self.x + self.w, 2 * self.y + self.h)
    }
}
