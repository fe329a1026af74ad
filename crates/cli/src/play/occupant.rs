//! Who plays a seat of a local game.

use std::{fmt, str::FromStr};

use ::engine::{BySeat, Seat, lud::Lud};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Occupant {
    /// A person at this keyboard.
    #[default]
    Human,
    /// The engine at a level from 0 to 8.
    Level(u8),
}

impl Occupant {
    /// How many kinds there are.
    pub(super) const COUNT: usize = 10;

    /// Its number in the menu: a person, then the levels.
    pub(super) fn number(self) -> usize {
        match self {
            Occupant::Human => 0,
            Occupant::Level(level) => usize::from(level) + 1,
        }
    }

    pub(super) fn from_number(number: usize) -> Self {
        match number.checked_sub(1) {
            None => Occupant::Human,
            Some(level) => Occupant::Level(level.min(8) as u8),
        }
    }
}

impl fmt::Display for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Occupant::Human => f.write_str("person"),
            Occupant::Level(level) => write!(f, "level {level}"),
        }
    }
}

impl FromStr for Occupant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if ["human", "person", "me"].contains(&text) {
            return Ok(Occupant::Human);
        }
        let level = text.strip_prefix("level:").unwrap_or(text);
        match level.parse() {
            Ok(level @ 0..=8) => Ok(Occupant::Level(level)),
            _ => Err(format!("a seat is `human` or `level:0` to `level:8`, not `{text}`")),
        }
    }
}

/// A seat and who plays it, as a command line has it: `2=level:3`.
#[derive(Clone, Copy, Debug)]
pub(super) struct SeatArg(pub(super) Seat, pub(super) Occupant);

impl FromStr for SeatArg {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (seat, occupant) = text.split_once('=').ok_or("write SEAT=human or SEAT=level:N")?;
        let number = seat.parse().ok().and_then(Seat::from_number);
        Ok(SeatArg(number.ok_or_else(|| format!("there is no seat `{seat}`"))?, occupant.parse()?))
    }
}

/// One person against engines of a middling level.
pub(super) fn default_seats() -> BySeat<Occupant> {
    BySeat::from_fn(|seat| if seat.index() == 0 { Occupant::Human } else { Occupant::Level(3) })
}

/// Who played according to a record: a seat without a level is a person.
pub(super) fn of_record(lud: &Lud) -> BySeat<Occupant> {
    BySeat::from_fn(|seat| {
        let level = lud.tag(&Lud::level_tag(seat)).and_then(|level| level.parse().ok());
        level.filter(|&level| level <= 8).map_or(Occupant::Human, Occupant::Level)
    })
}
