//! The colours of drawings: what a character means decides how it looks, here and nowhere else.

use crate::Seat;

/// What a character of a drawing means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ink {
    #[default]
    Plain,
    Bold,
    Dim,
    /// Names of rows and columns, prompts.
    Accent,
    /// What the rules call red, and refusals.
    Red,
    /// What belongs to a seat.
    Seat(Seat),
}

/// What is said of a cell besides what stands there; the last that applies is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    #[default]
    None,
    /// The last action touched it.
    Last,
    /// The chosen action passes it.
    Via,
    /// An action may go on here.
    Target,
    /// It has been chosen.
    Picked,
    Cursor,
}

/// How many colours there are to draw with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// 256 colours.
    Full,
    /// The sixteen of old terminals.
    Sixteen,
    None,
}

/// How a character looks. Colours are numbers of the 256 of terminals; those below 16 are of the sixteen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    pub foreground: Option<u8>,
    pub background: Option<u8>,
    pub bold: bool,
    pub reversed: bool,
}

impl Palette {
    fn pick(self, full: u8, sixteen: u8) -> Option<u8> {
        match self {
            Palette::Full => Some(full),
            Palette::Sixteen => Some(sixteen),
            Palette::None => None,
        }
    }

    pub fn ink(self, ink: Ink) -> Style {
        let (full, sixteen) = match ink {
            Ink::Plain => return Style::default(),
            Ink::Bold => return Style { bold: true, ..Style::default() },
            Ink::Dim => (242, 8),
            Ink::Accent => (80, 6),
            Ink::Red => (203, 9),
            Ink::Seat(seat) => [(75, 12), (215, 11), (114, 10), (176, 13)][seat.index()],
        };
        let bold = matches!(ink, Ink::Red | Ink::Seat(_));
        Style { foreground: self.pick(full, sixteen), bold, ..Style::default() }
    }

    /// A character of a drawing: its ink, on the ground of its height and its mark.
    pub(crate) fn style(self, ink: Ink, height: Option<u8>, mark: Mark, cursor: bool) -> Style {
        let mut style = self.ink(ink);
        let ground = match mark {
            Mark::Last => self.pick(238, 8),
            Mark::Via => self.pick(23, 4),
            Mark::Target => self.pick(22, 2),
            Mark::Picked => self.pick(94, 5),
            Mark::None | Mark::Cursor => {
                height.filter(|_| self == Palette::Full).map(|height| 233 + 2 * height.min(9))
            }
        };
        style.background = ground;
        style.bold |= mark != Mark::None && self == Palette::None;
        style.reversed = cursor;
        style
    }

    /// The text in a style, for a terminal; plain text where there is no colour.
    pub fn paint(self, style: Style, text: &str) -> String {
        if self == Palette::None {
            return text.to_owned();
        }
        let colour = |colour: u8, base: u8| match colour {
            0..8 => (base + colour).to_string(),
            8..16 => (base + 60 + colour - 8).to_string(),
            _ => format!("{};5;{colour}", base + 8),
        };
        let codes = [
            style.bold.then(|| "1".to_owned()),
            style.reversed.then(|| "7".to_owned()),
            style.foreground.map(|number| colour(number, 30)),
            style.background.map(|number| colour(number, 40)),
        ];
        let codes: Vec<String> = codes.into_iter().flatten().collect();
        if codes.is_empty() { text.to_owned() } else { format!("\x1b[{}m{text}\x1b[0m", codes.join(";")) }
    }
}
