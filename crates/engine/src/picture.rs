//! How the view of a game is drawn in a terminal: one drawing for `show`, `play`, the protocol and Python.

use crate::{
    Seat,
    canvas::{Canvas, Marks, to_ascii},
    palette::{Ink, Palette},
};

/// A board that can be drawn. Implemented by the views of games, so that nothing hidden is there to leak.
pub trait Picture {
    /// A drawing that fits the frame, if it can.
    fn canvas(&self, marks: &Marks, frame: Frame) -> Canvas;

    /// The letter that stands for a seat on the board, if there is one.
    fn mark(&self, seat: Seat) -> Option<char> {
        let _ = seat;
        None
    }

    /// The seat with its letter, as panels and lists call it.
    fn name(&self, seat: Seat) -> String {
        self.mark(seat).map_or_else(|| format!("seat {seat}"), |mark| format!("{mark} seat {seat}"))
    }

    /// What to know of a seat, a few words each.
    fn seat(&self, seat: Seat) -> Vec<String> {
        let _ = seat;
        Vec::new()
    }

    /// What else to know, a line each.
    fn facts(&self) -> Vec<String> {
        Vec::new()
    }

    /// What there is at a spot, a line each.
    fn detail(&self, spot: &str) -> Vec<String> {
        let _ = spot;
        Vec::new()
    }

    /// What the characters mean, and what cannot be seen from above: for drawings without a cursor.
    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    /// What the help of a terminal says of this drawing besides, a line each.
    fn help(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether the spots of an action may be chosen in any order.
    fn any_order(&self) -> bool {
        false
    }
}

/// The room for a drawing, in characters, and which drawing is wanted where there are several.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    pub width: i32,
    pub height: i32,
    pub look: Look,
}

impl Frame {
    /// For drawings that are printed.
    pub const PRINTED: Frame = Frame { width: 80, height: 26, look: Look::Plan };
}

/// How a board that can be drawn in several ways is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// All that fits.
    #[default]
    Plan,
    /// In space, where there is space.
    Space,
}

impl Look {
    pub fn other(self) -> Self {
        match self {
            Look::Plan => Look::Space,
            Look::Space => Look::Plan,
        }
    }
}

/// The board with all that there is to say of it, as text.
pub fn text(picture: &dyn Picture, seats: usize, palette: Palette, ascii: bool) -> String {
    let mut text = picture.canvas(&Marks::default(), Frame::PRINTED).text(palette, ascii);
    for seat in Seat::all(seats) {
        let name = palette.paint(palette.ink(Ink::Seat(seat)), &picture.name(seat));
        text.push_str(&format!("{name}: {}\n", picture.seat(seat).join(", ")));
    }
    for line in picture.facts().into_iter().chain(picture.notes()) {
        text.extend(line.chars().map(|c| if ascii { to_ascii(c) } else { c }));
        text.push('\n');
    }
    text
}
