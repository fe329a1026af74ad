//! Set-up text: `key=value` joined by `;` (rules 0.3).

use std::{fmt::Display, ops::RangeInclusive, str::FromStr};

use crate::{Reason, Refusal};

/// The reasons that all games share.
pub const REASONS: &[&Reason] = &[
    &EMPTY_PART,
    &NO_VALUE,
    &SPACE,
    &TWICE,
    &UNKNOWN,
    &CHOICE,
    &NUMBER,
    &RANGE,
    &TOO_LONG,
    &OVER,
    &NOT_TO_ACT,
];
static EMPTY_PART: Reason = Reason::new("Rules 0.3", "setup.empty", "a set-up has no empty parts");
static NO_VALUE: Reason = Reason::new("Rules 0.3", "setup.no-value", "`{part}` is not written key=value");
static SPACE: Reason =
    Reason::new("Rules 0.3", "setup.space", "a set-up contains no spaces or control characters");
static TWICE: Reason = Reason::new("Rules 0.3", "setup.twice", "the option `{key}` stands twice");
static UNKNOWN: Reason = Reason::new("Rules 0.3", "setup.unknown", "there is no option `{key}`");
static CHOICE: Reason =
    Reason::new("Rules 0.3", "setup.choice", "`{key}` is one of {choices}, not `{value}`");
static NUMBER: Reason = Reason::new(
    "Rules 0.3",
    "setup.number",
    "`{key}` is a whole number in plain digits without sign or leading zero, not `{value}`",
);
static RANGE: Reason =
    Reason::new("Rules 0.3", "setup.range", "`{key}` is from {low} to {high}, not {value}");
static TOO_LONG: Reason = Reason::new("Rules 0.3", "setup.long", "a set-up has at most {limit} characters");
/// Nothing is legal any more.
pub static OVER: Reason = Reason::new("Rules 0.5", "game.over", "the game is over");
/// What every action of a seat is refused by while another one decides: the same whatever the action, so that
/// a refusal tells nothing.
pub static NOT_TO_ACT: Reason =
    Reason::new("Rules 0.2", "game.not-to-act", "the next decision is not this seat's");

/// The longest set-up text that is read.
const LIMIT: usize = 4096;
/// The largest whole number an option may have.
const LARGEST: u32 = 1_000_000;

/// The parts of a set-up text, taken out one by one as a game knows them.
///
/// ```
/// let mut fields = engine::Fields::parse("edition=2008;quiet_limit=20")?;
/// assert_eq!(fields.choice("edition", &["1988", "2008"])?, "2008");
/// assert_eq!(fields.number("quiet_limit", 200, 1..=1_000_000)?, 20);
/// fields.finish()?;
/// # Ok::<(), engine::Refusal>(())
/// ```
#[derive(Debug)]
pub struct Fields<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Fields<'a> {
    pub fn parse(text: &'a str) -> Result<Self, Refusal> {
        if text.len() > LIMIT {
            return Err(TOO_LONG.with([("limit", LIMIT.to_string())]));
        }
        if text.chars().any(|c| c.is_whitespace() || c.is_control()) {
            return Err(SPACE.refuse());
        }
        let mut fields: Vec<(&str, &str)> = Vec::new();
        if text.is_empty() {
            return Ok(Fields(fields));
        }
        for part in text.split(';') {
            if part.is_empty() {
                return Err(EMPTY_PART.refuse());
            }
            let (key, value) =
                part.split_once('=').ok_or_else(|| NO_VALUE.with([("part", part.to_owned())]))?;
            if fields.iter().any(|&(known, _)| known == key) {
                return Err(TWICE.with([("key", key.to_owned())]));
            }
            fields.push((key, value));
        }
        Ok(Fields(fields))
    }

    /// The value of an option, if it was given.
    pub fn take(&mut self, key: &str) -> Option<&'a str> {
        let index = self.0.iter().position(|&(known, _)| known == key)?;
        Some(self.0.remove(index).1)
    }

    /// One of `choices`; the first is the default.
    pub fn choice(&mut self, key: &str, choices: &[&'static str]) -> Result<&'static str, Refusal> {
        let Some(value) = self.take(key) else { return Ok(choices[0]) };
        choices.iter().find(|&&choice| choice == value).copied().ok_or_else(|| {
            CHOICE.with([
                ("key", key.to_owned()),
                ("choices", choices.join(", ")),
                ("value", value.to_owned()),
            ])
        })
    }

    /// A whole number within `range`.
    pub fn number(&mut self, key: &str, default: u32, range: RangeInclusive<u32>) -> Result<u32, Refusal> {
        match self.take(key) {
            None => Ok(default),
            Some(value) => number(key, value, range),
        }
    }

    /// Refuses whatever no one took.
    pub fn finish(self) -> Result<(), Refusal> {
        match self.0.first() {
            None => Ok(()),
            Some((key, _)) => Err(UNKNOWN.with([("key", (*key).to_owned())])),
        }
    }
}

/// A whole number in plain digits, as rules 0.3 has it.
fn number(key: &str, value: &str, range: RangeInclusive<u32>) -> Result<u32, Refusal> {
    let plain = !value.is_empty()
        && value.bytes().all(|b| b.is_ascii_digit())
        && (value == "0" || !value.starts_with('0'));
    if !plain {
        return Err(NUMBER.with([("key", key.to_owned()), ("value", value.to_owned())]));
    }
    let high = (*range.end()).min(LARGEST);
    u32::from_str(value).ok().filter(|n| range.contains(n) && *n <= high).ok_or_else(|| {
        RANGE.with([
            ("key", key.to_owned()),
            ("low", range.start().to_string()),
            ("high", high.to_string()),
            ("value", value.to_owned()),
        ])
    })
}

/// Writes `key=value` parts joined by `;`.
pub fn join(parts: &[(&str, &dyn Display)]) -> String {
    parts.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(";")
}
