//! What the screen may be drawn with: colours and characters.

use clap::ValueEnum;
use ratatui::style::{Color, Modifier, Style};

/// How many colours a terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Colours {
    /// What the terminal says of itself
    Auto,
    /// 256 colours
    Full,
    /// The sixteen of old terminals
    #[value(name = "16")]
    Sixteen,
    /// None at all
    None,
}

/// The colours and characters of this terminal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    colours: Colours,
    /// Only the characters of ASCII.
    pub(super) ascii: bool,
}

impl Paint {
    /// Nothing but letters.
    pub(super) const PLAIN: Paint = Paint { colours: Colours::None, ascii: true };

    /// What was asked for; what was left open, as the environment has it.
    pub(super) fn new(colours: Colours, ascii: bool) -> Self {
        let var = |name: &str| std::env::var(name).unwrap_or_default();
        let term = var("TERM");
        let colours = match colours {
            Colours::Auto if !var("NO_COLOR").is_empty() || term == "dumb" => Colours::None,
            Colours::Auto if term.contains("256") || !var("COLORTERM").is_empty() => Colours::Full,
            Colours::Auto => Colours::Sixteen,
            asked => asked,
        };
        // POSIX: the first of these that is set counts; none of them set is the plain C locale.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].map(var).into_iter().find(|value| !value.is_empty());
        let utf8 = locale.is_some_and(|value| value.to_ascii_lowercase().replace('-', "").contains("utf8"));
        Paint { colours, ascii: ascii || term == "dumb" || (cfg!(unix) && !utf8) }
    }

    /// One of two texts: for any terminal, or for ASCII alone.
    pub(super) fn either<T>(self, rich: T, ascii: T) -> T {
        if self.ascii { ascii } else { rich }
    }

    fn hue(self, full: u8, sixteen: Color) -> Style {
        match self.colours {
            Colours::None => Style::new(),
            Colours::Sixteen => Style::new().fg(sixteen),
            _ => Style::new().fg(Color::Indexed(full)),
        }
    }

    /// The colour of a seat, counted from 1.
    pub(super) fn seat(self, number: usize) -> Style {
        let style = match number {
            1 => self.hue(75, Color::LightBlue),
            2 => self.hue(215, Color::LightYellow),
            3 => self.hue(114, Color::LightGreen),
            _ => self.hue(176, Color::LightMagenta),
        };
        style.add_modifier(Modifier::BOLD)
    }

    pub(super) fn red(self) -> Style {
        self.hue(203, Color::LightRed).add_modifier(Modifier::BOLD)
    }

    pub(super) fn dim(self) -> Style {
        self.hue(242, Color::DarkGray)
    }

    pub(super) fn accent(self) -> Style {
        self.hue(80, Color::Cyan)
    }

    pub(super) fn bold(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub(super) fn bar(self) -> Style {
        Style::new().add_modifier(Modifier::REVERSED)
    }

    /// The ground of a cell so many halves high, on a scale to nine.
    pub(super) fn height(self, height: u8) -> Style {
        match self.colours {
            Colours::Full => Style::new().bg(Color::Indexed(233 + 2 * height.min(9))),
            _ => Style::new(),
        }
    }

    /// What stands to the left and right of a cell, so that marks are seen without colour; with it, legal cells
    /// are so many that their ground is enough.
    pub(super) fn brackets(self, mark: Mark) -> (char, char) {
        match mark {
            Mark::None => (' ', ' '),
            Mark::Target | Mark::Last if self.colours != Colours::None => (' ', ' '),
            Mark::Last => (':', ':'),
            Mark::Via => ('.', '.'),
            Mark::Target => ('(', ')'),
            Mark::Picked => ('{', '}'),
            Mark::Cursor => ('[', ']'),
        }
    }

    pub(super) fn mark(self, mark: Mark) -> Style {
        let (full, sixteen) = match mark {
            Mark::None => return Style::new(),
            Mark::Last => (238, Color::DarkGray),
            Mark::Via => (23, Color::Blue),
            Mark::Target => (22, Color::Green),
            Mark::Picked => (94, Color::Magenta),
            Mark::Cursor => return Style::new().add_modifier(Modifier::REVERSED),
        };
        match self.colours {
            Colours::None => Style::new().add_modifier(Modifier::BOLD),
            Colours::Sixteen => Style::new().bg(sixteen),
            _ => Style::new().bg(Color::Indexed(full)),
        }
    }
}

/// What is said of a cell besides what stands there; the last that applies is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Mark {
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
