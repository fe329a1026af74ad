//! Colour for drawings in a terminal, where there is colour.

use std::fmt::Display;

/// Whether a drawing may use colour, and which characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink {
    pub colour: bool,
    /// Only the characters of ASCII.
    pub ascii: bool,
}

impl Ink {
    pub const PLAIN: Ink = Ink { colour: false, ascii: true };

    /// The text in this hue.
    pub fn paint(self, hue: Hue, text: impl Display) -> String {
        if self.colour { format!("\x1b[{}m{text}\x1b[0m", hue as u8) } else { text.to_string() }
    }
}

/// The sixteen-colour codes that drawings use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Hue {
    Bold = 1,
    Dim = 2,
    Red = 31,
    Green = 32,
    Yellow = 33,
    Blue = 34,
    Magenta = 35,
    Cyan = 36,
}
