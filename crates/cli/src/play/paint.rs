//! Drawings and inks on the screen.

use ::engine::{
    Canvas, Palette,
    palette::{self, Ink},
};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier, Style},
};

/// The colours and characters of this terminal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    pub(super) palette: Palette,
    /// Only the characters of ASCII.
    pub(super) ascii: bool,
}

/// The sixteen colours of old terminals, which know no others by number.
const SIXTEEN: [Color; 16] = [
    Color::Black,
    Color::Red,
    Color::Green,
    Color::Yellow,
    Color::Blue,
    Color::Magenta,
    Color::Cyan,
    Color::Gray,
    Color::DarkGray,
    Color::LightRed,
    Color::LightGreen,
    Color::LightYellow,
    Color::LightBlue,
    Color::LightMagenta,
    Color::LightCyan,
    Color::White,
];

fn colour(number: u8) -> Color {
    SIXTEEN.get(usize::from(number)).copied().unwrap_or(Color::Indexed(number))
}

fn style(style: palette::Style) -> Style {
    let mut modifier = Modifier::empty();
    modifier.set(Modifier::BOLD, style.bold);
    modifier.set(Modifier::REVERSED, style.reversed);
    Style {
        fg: style.foreground.map(colour),
        bg: style.background.map(colour),
        add_modifier: modifier,
        ..Style::new()
    }
}

impl Paint {
    /// One of two texts: for any terminal, or for ASCII alone.
    pub(super) fn either<T>(self, rich: T, ascii: T) -> T {
        if self.ascii { ascii } else { rich }
    }

    pub(super) fn ink(self, ink: Ink) -> Style {
        style(self.palette.ink(ink))
    }

    /// A title, or the line that is chosen.
    pub(super) fn bar(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// Draws in the middle of an area; gives the place of the drawing's upper left corner.
    pub(super) fn draw(self, canvas: &Canvas, area: Rect, buffer: &mut Buffer) -> (i32, i32) {
        let left = i32::from(area.x) + ((i32::from(area.width) - canvas.width) / 2).max(0);
        let top = i32::from(area.y) + ((i32::from(area.height) - canvas.height) / 2).max(0);
        for (x, y, glyph) in canvas.glyphs() {
            let (x, y) = (left + x, top + y);
            if x < i32::from(area.right())
                && y < i32::from(area.bottom())
                && let Some(cell) = buffer.cell_mut((x as u16, y as u16))
            {
                cell.set_char(glyph.char(self.ascii)).set_style(style(glyph.style(self.palette)));
            }
        }
        (left, top)
    }
}
