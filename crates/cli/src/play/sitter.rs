//! Who sits at a seat of a game played here.

use std::{fmt, str::FromStr};

use ::engine::{BySeat, Seat, lud::Lud};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Sitter {
    /// A person at this keyboard.
    #[default]
    Human,
    /// The engine at a level from 1 to 8.
    Level(usize),
}

impl Sitter {
    pub(super) const ALL: usize = 9;

    /// All of them in order: people, then the levels.
    pub(super) fn number(self) -> usize {
        match self {
            Sitter::Human => 0,
            Sitter::Level(level) => level,
        }
    }

    pub(super) fn from_number(number: usize) -> Self {
        if number == 0 { Sitter::Human } else { Sitter::Level(number.min(8)) }
    }
}

impl fmt::Display for Sitter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sitter::Human => f.write_str("person"),
            Sitter::Level(level) => write!(f, "level {level}"),
        }
    }
}

impl FromStr for Sitter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if ["human", "person", "me"].contains(&text) {
            return Ok(Sitter::Human);
        }
        let level = text.strip_prefix("level:").unwrap_or(text);
        match level.parse() {
            Ok(level @ 1..=8) => Ok(Sitter::Level(level)),
            _ => Err(format!("a seat is `human` or `level:1` to `level:8`, not `{text}`")),
        }
    }
}

/// A seat and who sits there, as a command line has it: `2=level:3`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seated(pub(super) Seat, pub(super) Sitter);

impl FromStr for Seated {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (seat, sitter) = text.split_once('=').ok_or("write SEAT=human or SEAT=level:N")?;
        let number = seat.parse().ok().and_then(Seat::from_number);
        Ok(Seated(number.ok_or_else(|| format!("there is no seat `{seat}`"))?, sitter.parse()?))
    }
}

/// One person, and engines of a middling level.
pub(super) fn usual() -> BySeat<Sitter> {
    BySeat::from_fn(|seat| if seat.index() == 0 { Sitter::Human } else { Sitter::Level(3) })
}

/// Who sat there according to a record: whoever has no level is a person.
pub(super) fn of_record(lud: &Lud) -> BySeat<Sitter> {
    BySeat::from_fn(|seat| {
        let level = lud.tag(&Lud::level_tag(seat)).and_then(|level| level.parse().ok());
        level.filter(|level| (1..=8).contains(level)).map_or(Sitter::Human, Sitter::Level)
    })
}
