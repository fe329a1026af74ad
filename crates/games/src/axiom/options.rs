use std::{fmt, str::FromStr};

use engine::{Fields, OptionInfo, Refusal, Swap, setup};

use super::{position_text::Snapshot, start::Start};

/// What the table agrees on (8). Axiom leaves nothing to chance, so this is the set-up too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub edition: Edition,
    pub start: Start,
    pub own_double: OwnDouble,
    pub quiet_limit: u32,
    /// Whether sides may change (rules 0.9).
    pub swap: bool,
    /// A position to begin from in place of the start (rules 0.7).
    pub(super) from: Option<Snapshot>,
}

/// Which rules a cube on the table keeps (4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// The booklet's: it touches.
    Y1988,
    /// It locks.
    Y2008,
}

/// What it means to bring one's sceptres together on a cube (7.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnDouble {
    Free,
    Loses,
}

impl Edition {
    pub const fn as_str(self) -> &'static str {
        match self {
            Edition::Y1988 => "1988",
            Edition::Y2008 => "2008",
        }
    }
}

impl OwnDouble {
    pub const fn as_str(self) -> &'static str {
        match self {
            OwnDouble::Free => "free",
            OwnDouble::Loses => "loses",
        }
    }
}

const EDITION: OptionInfo = OptionInfo::choice(
    "edition",
    &["1988", "2008"],
    "a cube put on the table touches another one (1988) or locks with one (2008)",
);
const START: OptionInfo =
    OptionInfo::choice("start", Start::NAMES, "the formation at the start, by name or as a text (3.2)")
        .or_text();
const OWN_DOUBLE: OptionInfo = OptionInfo::choice(
    "own_double",
    &["free", "loses"],
    "what bringing one's sceptres together on a cube does; loses if the edition is 2008, else free",
)
.without_default();
const QUIET_LIMIT: OptionInfo = OptionInfo::number(
    "quiet_limit",
    "200",
    (1, setup::LARGEST),
    "after this many actions in a row without a cube taken the game is drawn",
);
/// In the order of a complete set-up.
pub(super) const ALL: &[OptionInfo] = &[EDITION, START, OWN_DOUBLE, QUIET_LIMIT, Swap::OPTION, setup::FROM];

impl Default for Options {
    fn default() -> Self {
        "".parse().expect("every option has a default")
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (edition, own_double) = (self.edition.as_str(), self.own_double.as_str());
        f.write_str(&setup::write(
            &[
                (&EDITION, &edition),
                (&START, &self.start),
                (&OWN_DOUBLE, &own_double),
                (&QUIET_LIMIT, &self.quiet_limit),
                (&Swap::OPTION, &Swap::OPTION.choices[usize::from(self.swap)]),
            ],
            self.from.as_ref().map(|from| from as &dyn fmt::Display),
        ))
    }
}

impl FromStr for Options {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let mut fields = Fields::parse(text)?;
        let edition = match fields.choice(&EDITION)? {
            "2008" => Edition::Y2008,
            _ => Edition::Y1988,
        };
        let start = fields.text(&START).map_or_else(|| Ok(Start::default()), str::parse);
        let start = start.map_err(|refusal| edition.worded(refusal))?;
        let by_edition = match edition {
            Edition::Y1988 => "free",
            Edition::Y2008 => "loses",
        };
        let own_double = match fields.choice_or(&OWN_DOUBLE, by_edition)? {
            "loses" => OwnDouble::Loses,
            _ => OwnDouble::Free,
        };
        let quiet_limit = fields.number(&QUIET_LIMIT)?;
        let swap = fields.choice(&Swap::OPTION)? == "on";
        let from = fields.text(&setup::FROM).map(str::parse::<Snapshot>).transpose()?;
        fields.finish()?;
        let options = Options { edition, start, own_double, quiet_limit, swap, from };
        if let Some(from) = &options.from {
            from.check(&options).map_err(|refusal| edition.worded(refusal))?;
        }
        Ok(options)
    }
}
