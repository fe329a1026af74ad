use std::{fmt, str::FromStr};

use engine::{Fields, OptionInfo, Refusal, setup};

use super::{Archimedes, position_text};

/// What the table agrees on (Archimedes 5), and where play begins if not at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    seats: usize,
    turn_limit: u32,
    arrived: Arrived,
    from: Option<Archimedes>,
}

/// What a cube on a goal cell may do (Archimedes 3.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrived {
    /// Move like any other.
    Free,
    /// Nothing.
    Frozen,
}

impl Arrived {
    fn as_str(self) -> &'static str {
        match self {
            Arrived::Free => "free",
            Arrived::Frozen => "frozen",
        }
    }
}

const SEATS: &[&str] = &["2", "3"];
const ARRIVED: &[&str] = &["free", "frozen"];
const TURN_LIMIT: u32 = 80;
const MOST_TURNS: u32 = 1_000_000;

pub(super) const LIST: &[OptionInfo] = &[
    OptionInfo {
        key: "seats",
        choices: SEATS,
        default: "2",
        range: None,
        text: false,
        help: "how many play; with three, the third and fourth cube wait at home (3.8)",
    },
    OptionInfo {
        key: "turn_limit",
        choices: &[],
        default: "80",
        range: Some((1, MOST_TURNS)),
        text: false,
        help: "after so many turns of each seat the cubes nearest to their goals win (4.2)",
    },
    OptionInfo {
        key: "arrived",
        choices: ARRIVED,
        default: "free",
        range: None,
        text: false,
        help: "whether a cube on a goal cell may move on (free) or not (frozen) (3.6)",
    },
];

impl Options {
    /// Where play begins.
    pub(super) fn position(&self) -> Archimedes {
        self.from.unwrap_or_else(|| Archimedes::new(self.seats, self.turn_limit, self.arrived))
    }
}

impl Default for Options {
    fn default() -> Self {
        Options { seats: 2, turn_limit: TURN_LIMIT, arrived: Arrived::Free, from: None }
    }
}

impl FromStr for Options {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let mut fields = Fields::parse(text)?;
        let mut options = Options {
            seats: if fields.choice("seats", SEATS)? == "3" { 3 } else { 2 },
            turn_limit: fields.number("turn_limit", TURN_LIMIT, 1..=MOST_TURNS)?,
            arrived: match fields.choice("arrived", ARRIVED)? {
                "frozen" => Arrived::Frozen,
                _ => Arrived::Free,
            },
            from: None,
        };
        let from = fields.take("from");
        fields.finish()?;
        options.from = from.map(|text| position_text::read(text, options.position())).transpose()?;
        Ok(options)
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options { seats, turn_limit, arrived, from } = self;
        let arrived = arrived.as_str();
        f.write_str(&setup::join(&[("seats", seats), ("turn_limit", turn_limit), ("arrived", &arrived)]))?;
        match from {
            Some(position) => write!(f, ";from={}", position_text::write(position)),
            None => Ok(()),
        }
    }
}
