use std::{fmt, str::FromStr};

use engine::{Fields, OptionInfo, Refusal, setup};

use super::{position_text::Snapshot, start::Start};

/// What the table agrees on (8). Axiom leaves nothing to chance, so this is the set-up too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub edition: Edition,
    pub start: Start,
    pub own_double: OwnDouble,
    pub quiet_limit: u32,
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

pub(super) const QUIET_LIMIT: u32 = 200;
const LONGEST: u32 = 1_000_000;

/// In the order of a complete set-up.
pub(super) const INFOS: &[OptionInfo] = &[
    OptionInfo {
        key: "edition",
        choices: &["1988", "2008"],
        default: "1988",
        range: None,
        text: false,
        help: "a cube put on the table touches another one (1988) or locks with one (2008)",
    },
    OptionInfo {
        key: "start",
        choices: Start::NAMES,
        default: "main",
        range: None,
        text: true,
        help: "the formation at the start, by name or as a text (3.2)",
    },
    OptionInfo {
        key: "own_double",
        choices: &["free", "loses"],
        default: "",
        range: None,
        text: false,
        help: "what bringing one's sceptres together on a cube does; loses if the edition is 2008, else free",
    },
    OptionInfo {
        key: "quiet_limit",
        choices: &[],
        default: "200",
        range: Some((1, LONGEST)),
        text: false,
        help: "so many actions in a row without a cube taken are a draw",
    },
    OptionInfo {
        key: "from",
        choices: &[],
        default: "",
        range: None,
        text: true,
        help: "a position to begin from",
    },
];

impl Default for Options {
    fn default() -> Self {
        Options {
            edition: Edition::Y1988,
            start: Start::default(),
            own_double: OwnDouble::Free,
            quiet_limit: QUIET_LIMIT,
            from: None,
        }
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (edition, own_double) = (self.edition.as_str(), self.own_double.as_str());
        let mut parts: Vec<(&str, &dyn fmt::Display)> = vec![
            ("edition", &edition),
            ("start", &self.start),
            ("own_double", &own_double),
            ("quiet_limit", &self.quiet_limit),
        ];
        if let Some(from) = &self.from {
            parts.push(("from", from));
        }
        f.write_str(&setup::join(&parts))
    }
}

impl FromStr for Options {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let mut fields = Fields::parse(text)?;
        let edition = match fields.choice("edition", &["1988", "2008"])? {
            "2008" => Edition::Y2008,
            _ => Edition::Y1988,
        };
        let start = fields.take("start").map_or_else(|| Ok(Start::default()), str::parse)?;
        let by_edition = match edition {
            Edition::Y1988 => ["free", "loses"],
            Edition::Y2008 => ["loses", "free"],
        };
        let own_double = match fields.choice("own_double", &by_edition)? {
            "loses" => OwnDouble::Loses,
            _ => OwnDouble::Free,
        };
        let quiet_limit = fields.number("quiet_limit", QUIET_LIMIT, 1..=LONGEST)?;
        let from = fields.take("from").map(str::parse::<Snapshot>).transpose()?;
        fields.finish()?;
        let options = Options { edition, start, own_double, quiet_limit, from };
        if let Some(from) = &options.from {
            from.check(&options)?;
        }
        Ok(options)
    }
}
