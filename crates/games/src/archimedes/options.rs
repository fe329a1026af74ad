use std::{fmt, str::FromStr};

use engine::{Fields, OptionInfo, Refusal, Swap, setup};

use super::{Archimedes, reasons};

/// What the table agrees on (Archimedes 5), and where play begins if not at the start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    seats: usize,
    turn_limit: u32,
    arrived: Arrived,
    /// Whether sides may change (rules 0.9).
    swap: bool,
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
    pub(super) fn as_str(self) -> &'static str {
        match self {
            Arrived::Free => "free",
            Arrived::Frozen => "frozen",
        }
    }
}

const SEATS: OptionInfo = OptionInfo::choice(
    "seats",
    &["2", "3"],
    "how many play; with three, the third and fourth cube wait at home (3.8)",
);
const TURN_LIMIT: OptionInfo = OptionInfo::number(
    "turn_limit",
    "80",
    (1, setup::LARGEST),
    "after this many turns of each seat the cubes nearest to their goals win (4.2)",
);
const ARRIVED: OptionInfo = OptionInfo::choice(
    "arrived",
    &["free", "frozen"],
    "whether a cube on a goal cell may move on (free) or not (frozen) (3.6)",
);
/// In the order of a complete set-up.
pub(super) const ALL: &[OptionInfo] = &[SEATS, TURN_LIMIT, ARRIVED, Swap::OPTION, setup::FROM];

impl Options {
    /// Where play begins.
    pub(super) fn position(&self) -> Archimedes {
        let swap = Swap::at_start(self.swap);
        self.from.unwrap_or_else(|| Archimedes::new(self.seats, self.turn_limit, self.arrived, swap))
    }
}

impl Default for Options {
    fn default() -> Self {
        "".parse().expect("every option has a default")
    }
}

impl FromStr for Options {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let mut fields = Fields::parse(text)?;
        let mut options = Options {
            seats: if fields.choice(&SEATS)? == "3" { 3 } else { 2 },
            turn_limit: fields.number(&TURN_LIMIT)?,
            arrived: match fields.choice(&ARRIVED)? {
                "frozen" => Arrived::Frozen,
                _ => Arrived::Free,
            },
            swap: fields.choice(&Swap::OPTION)? == "on",
            from: None,
        };
        if options.swap && options.seats > 2 {
            return Err(reasons::SWAP_SEATS.refuse());
        }
        let from = fields.text(&setup::FROM);
        fields.finish()?;
        options.from = from.map(|text| Archimedes::from_text(options.position(), text)).transpose()?;
        Ok(options)
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Options { seats, turn_limit, arrived, swap, from } = self;
        let from = from.as_ref().map(Archimedes::text);
        f.write_str(&setup::write(
            &[
                (&SEATS, seats),
                (&TURN_LIMIT, turn_limit),
                (&ARRIVED, &arrived.as_str()),
                (&Swap::OPTION, &Swap::OPTION.choices[usize::from(*swap)]),
            ],
            from.as_ref().map(|text| text as &dyn fmt::Display),
        ))
    }
}
