//! What the table agrees on (7).

use std::{fmt, str::FromStr};

use engine::{Fields, OptionInfo, Refusal, Swap, setup};

use super::{
    Abraxas,
    sheet::{self, Sheet},
    symmetry,
};

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
    /// `swap=on` (rules 0.9).
    pub(super) swap: bool,
    /// The symmetries that change neither the sheet nor the pushes: bit n for number n.
    pub(super) symmetries: u8,
}

/// The options, and the position to start from where it is not the first one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub(super) rules: Rules,
    pub(super) from: Option<Abraxas>,
}

const SHEET: OptionInfo = OptionInfo::choice(
    "sheet",
    sheet::NAMES,
    "which sheet lies beneath the plate, or nine rows of your own, as in 9/9/2o1o1o2/9/2o1o1o2/9/2o1o1o2/9/9",
)
.or_text()
.spelt(sheet::TEXTS)
.offering(sheet::OFFERED);
pub(super) const PUSH: OptionInfo = OptionInfo::choice(
    "push",
    &["ccw", "either"],
    "where the plate goes: counter-clockwise, or to either neighbouring corner",
);
pub(super) const SPACING: OptionInfo = OptionInfo::choice(
    "spacing",
    &["apart", "free"],
    "whether the three cells left of a line may be neighbours",
);
pub(super) const CLAIMS: OptionInfo = OptionInfo::choice(
    "claims",
    &["automatic", "called"],
    "whether lines are announced and always resolved, or must be seen and called",
);
const TARGET: OptionInfo = OptionInfo::number("target", "11", (1, 24), "how many stones win");
const QUIET_LIMIT: OptionInfo = OptionInfo::number(
    "quiet_limit",
    "60",
    (1, setup::LARGEST),
    "how many placings in a row without a taking end the game",
);
/// In the order of a complete set-up.
pub(super) const ALL: &[OptionInfo] =
    &[SHEET, PUSH, SPACING, CLAIMS, TARGET, QUIET_LIMIT, Swap::OPTION, setup::FROM];

/// Whether the second choice of an option was made.
fn second(fields: &mut Fields<'_>, option: &OptionInfo) -> Result<bool, Refusal> {
    Ok(fields.choice(option)? == option.choices[1])
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
        let sheet = fields.text(&SHEET).map_or(Ok(Sheet::default()), str::parse)?;
        let push_either = second(&mut fields, &PUSH)?;
        let rules = Rules {
            sheet,
            push_either,
            spacing_free: second(&mut fields, &SPACING)?,
            called: second(&mut fields, &CLAIMS)?,
            target: fields.number(&TARGET)? as u8,
            quiet_limit: fields.number(&QUIET_LIMIT)?,
            swap: second(&mut fields, &Swap::OPTION)?,
            symmetries: symmetry::of_sheet(sheet, push_either),
        };
        let from = fields.text(&setup::FROM);
        fields.finish()?;
        Ok(Options { rules, from: from.map(|text| Abraxas::from_text(rules, text)).transpose()? })
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Rules { sheet, quiet_limit, target, push_either, spacing_free, called, swap, .. } = self.rules;
        let from = self.from.as_ref().map(Abraxas::text);
        f.write_str(&setup::write(
            &[
                (&SHEET, &sheet),
                (&PUSH, &PUSH.choices[usize::from(push_either)]),
                (&SPACING, &SPACING.choices[usize::from(spacing_free)]),
                (&CLAIMS, &CLAIMS.choices[usize::from(called)]),
                (&TARGET, &target),
                (&QUIET_LIMIT, &quiet_limit),
                (&Swap::OPTION, &Swap::OPTION.choices[usize::from(swap)]),
            ],
            from.as_ref().map(|text| text as &dyn fmt::Display),
        ))
    }
}
