//! What the table agrees on (7).

use std::{fmt, str::FromStr};

use engine::{Fields, OptionInfo, Refusal, setup};

use super::{Abraxas, sheet::Sheet, symmetry};

/// The options of section 7, ready for play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rules {
    pub(super) sheet: Sheet,
    pub(super) quiet_limit: u32,
    pub(super) target: u8,
    /// `push=either` (1.5).
    pub(super) push_either: bool,
    /// `spacing=free` (4.3).
    pub(super) spacing_free: bool,
    /// `claims=called` (4.6).
    pub(super) called: bool,
    /// The symmetries that change neither the sheet nor the pushes: bit n for number n.
    pub(super) symmetries: u8,
}

/// The options, and the position to start from where it is not the first one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub(super) rules: Rules,
    pub(super) from: Option<Abraxas>,
}

const PUSH: &[&str] = &["ccw", "either"];
const SPACING: &[&str] = &["apart", "free"];
const CLAIMS: &[&str] = &["automatic", "called"];

pub(super) const INFO: &[OptionInfo] = &[
    OptionInfo {
        key: "sheet",
        choices: &["1", "2", "3", "4", "5", "6"],
        default: "1",
        range: None,
        text: true,
        help: "which printed sheet lies beneath the plate, or nine rows of your own, as in 9/9/2o1o1o2/9/2o1o1o2/9/2o1o1o2/9/9",
    },
    OptionInfo {
        key: "push",
        choices: PUSH,
        default: "ccw",
        range: None,
        text: false,
        help: "where the plate goes: counter-clockwise, or to either neighbouring corner",
    },
    OptionInfo {
        key: "spacing",
        choices: SPACING,
        default: "apart",
        range: None,
        text: false,
        help: "whether the three cells left of a line may be neighbours",
    },
    OptionInfo {
        key: "claims",
        choices: CLAIMS,
        default: "automatic",
        range: None,
        text: false,
        help: "whether lines are announced and always resolved, or must be seen and called",
    },
    OptionInfo {
        key: "target",
        choices: &[],
        default: "11",
        range: Some((1, 24)),
        text: false,
        help: "how many stones win",
    },
    OptionInfo {
        key: "quiet_limit",
        choices: &[],
        default: "60",
        range: Some((1, 1_000_000)),
        text: false,
        help: "how many placings in a row without a taking end the game",
    },
    OptionInfo {
        key: "from",
        choices: &[],
        default: "",
        range: None,
        text: true,
        help: "a position to start from, as the program writes it",
    },
];

impl Default for Options {
    fn default() -> Self {
        "".parse().expect("every option has a default")
    }
}

impl FromStr for Options {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let mut fields = Fields::parse(text)?;
        let sheet = fields.take("sheet").map_or(Ok(Sheet::default()), str::parse)?;
        let push_either = fields.choice("push", PUSH)? == PUSH[1];
        let rules = Rules {
            sheet,
            push_either,
            spacing_free: fields.choice("spacing", SPACING)? == SPACING[1],
            called: fields.choice("claims", CLAIMS)? == CLAIMS[1],
            target: fields.number("target", 11, 1..=24)? as u8,
            quiet_limit: fields.number("quiet_limit", 60, 1..=1_000_000)?,
            symmetries: symmetry::of_sheet(sheet, push_either),
        };
        let from = fields.take("from");
        fields.finish()?;
        Ok(Options { rules, from: from.map(|text| Abraxas::from_text(rules, text)).transpose()? })
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rules { sheet, quiet_limit, target, push_either, spacing_free, called, .. } = self.rules;
        f.write_str(&setup::join(&[
            ("sheet", &sheet),
            ("push", &PUSH[usize::from(push_either)]),
            ("spacing", &SPACING[usize::from(spacing_free)]),
            ("claims", &CLAIMS[usize::from(called)]),
            ("target", &target),
            ("quiet_limit", &quiet_limit),
        ]))?;
        match &self.from {
            Some(position) => write!(f, ";from={}", engine::Game::position_text(position)),
            None => Ok(()),
        }
    }
}
