//! Set-up text: `key=value` joined by `;` (rules 0.3).

use std::{fmt::Display, str::FromStr};

use serde::Serialize;

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
    &NO_SWAP,
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
/// Sides change once at most, and only where the option says so.
pub static NO_SWAP: Reason = Reason::new(
    "Rules 0.9",
    "game.no-swap",
    "with swap=on the second player may take the other side instead of playing a first turn, and at no other time",
);

/// The longest set-up text that is read.
const LIMIT: usize = 4096;
/// The largest whole number an option may have.
pub const LARGEST: u32 = 1_000_000;

/// One option of a set-up: reading, writing and defaults go by it, and so do lists and forms.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct OptionInfo {
    pub key: &'static str,
    /// The values to choose from, the default first; empty if it is a number or a text.
    pub choices: &'static [&'static str],
    pub default: &'static str,
    /// The least and greatest value, if it is a number.
    pub range: Option<(u32, u32)>,
    /// Whether a text may stand in place of the choices.
    pub text: bool,
    /// What each choice is as such a text; empty where there are no such texts.
    pub texts: &'static [&'static str],
    /// The choices that a menu puts forward, first the one it begins with; empty where it puts none before the others.
    pub offered: &'static [&'static str],
    /// Whether chance decides it where it is left out.
    pub drawn: bool,
    /// English, one line.
    pub help: &'static str,
}

impl OptionInfo {
    /// One of some values, the first if it is left out.
    pub const fn choice(key: &'static str, choices: &'static [&'static str], help: &'static str) -> Self {
        OptionInfo {
            key,
            choices,
            default: choices[0],
            range: None,
            text: false,
            texts: &[],
            offered: &[],
            drawn: false,
            help,
        }
    }

    /// A whole number within a range.
    pub const fn number(
        key: &'static str,
        default: &'static str,
        range: (u32, u32),
        help: &'static str,
    ) -> Self {
        OptionInfo {
            key,
            choices: &[],
            default,
            range: Some(range),
            text: false,
            texts: &[],
            offered: &[],
            drawn: false,
            help,
        }
    }

    /// A text, none if it is left out.
    pub const fn text(key: &'static str, help: &'static str) -> Self {
        OptionInfo {
            key,
            choices: &[],
            default: "",
            range: None,
            text: true,
            texts: &[],
            offered: &[],
            drawn: false,
            help,
        }
    }

    /// The same with a text that may stand in place of the choices.
    pub const fn or_text(self) -> Self {
        OptionInfo { text: true, ..self }
    }

    /// The same with each choice spelt as such a text.
    pub const fn spelt(self, texts: &'static [&'static str]) -> Self {
        OptionInfo { texts, ..self }
    }

    /// The same with choices that a menu puts forward.
    pub const fn offering(self, offered: &'static [&'static str]) -> Self {
        OptionInfo { offered, ..self }
    }

    /// The same without a default that is always the same: others decide it where it is left out.
    pub const fn without_default(self) -> Self {
        OptionInfo { default: "", ..self }
    }

    /// The same decided by chance where it is left out.
    pub const fn by_chance(self) -> Self {
        OptionInfo { drawn: true, ..self }
    }
}

/// Whether a set-up text decides what chance or the rules decide else: a deal, a position to begin from, or a text of
/// one's own in place of the choices. Parts that say nothing are for the game to refuse.
pub fn is_by_hand(options: &[OptionInfo], text: &str) -> bool {
    let own = |(key, value): (&str, &str)| {
        let option = options.iter().find(|option| option.key == key);
        option.is_some_and(|option| option.text && !option.choices.contains(&value))
    };
    text.split(';').filter_map(|part| part.split_once('=')).any(own)
}

/// The position that a game begins from (rules 0.7): every game has this option, as its last.
pub const FROM: OptionInfo = OptionInfo::text("from", "the position to start from, as the program writes it");

/// The parts of a set-up text, taken out one by one as a game knows them.
///
/// ```
/// use engine::{Fields, OptionInfo};
///
/// const EDITION: OptionInfo = OptionInfo::choice("edition", &["1988", "2008"], "by which booklet");
/// const QUIET_LIMIT: OptionInfo = OptionInfo::number("quiet_limit", "200", (1, 1_000_000), "when it is a draw");
/// let mut fields = Fields::parse("edition=2008")?;
/// assert_eq!(fields.choice(&EDITION)?, "2008");
/// assert_eq!(fields.number(&QUIET_LIMIT)?, 200);
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

    fn take(&mut self, key: &str) -> Option<&'a str> {
        let index = self.0.iter().position(|&(known, _)| known == key)?;
        Some(self.0.remove(index).1)
    }

    /// The text of an option, if it was given.
    pub fn text(&mut self, option: &OptionInfo) -> Option<&'a str> {
        self.take(option.key)
    }

    /// One of the choices of an option.
    pub fn choice(&mut self, option: &OptionInfo) -> Result<&'static str, Refusal> {
        self.choice_or(option, option.default)
    }

    /// The same with another default.
    pub fn choice_or(&mut self, option: &OptionInfo, default: &'static str) -> Result<&'static str, Refusal> {
        let Some(value) = self.take(option.key) else { return Ok(default) };
        // The default is named first.
        let others = option.choices.iter().copied().filter(|&choice| choice != default);
        let choices: Vec<&'static str> = std::iter::once(default).chain(others).collect();
        choices.iter().find(|&&choice| choice == value).copied().ok_or_else(|| {
            CHOICE.with([
                ("key", option.key.to_owned()),
                ("choices", choices.join(", ")),
                ("value", value.to_owned()),
            ])
        })
    }

    /// A whole number within the range of an option.
    pub fn number(&mut self, option: &OptionInfo) -> Result<u32, Refusal> {
        number(option, self.take(option.key).unwrap_or(option.default))
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
fn number(option: &OptionInfo, value: &str) -> Result<u32, Refusal> {
    let key = option.key;
    let plain = !value.is_empty()
        && value.bytes().all(|b| b.is_ascii_digit())
        && (value == "0" || !value.starts_with('0'));
    if !plain {
        return Err(NUMBER.with([("key", key.to_owned()), ("value", value.to_owned())]));
    }
    let (low, high) = option.range.expect("an option that is a number has a range");
    u32::from_str(value).ok().filter(|n| (low..=high).contains(n)).ok_or_else(|| {
        RANGE.with([
            ("key", key.to_owned()),
            ("low", low.to_string()),
            ("high", high.to_string()),
            ("value", value.to_owned()),
        ])
    })
}

/// A set-up text: the values of options in their order, and the position to begin from, if there is one.
pub fn write(values: &[(&OptionInfo, &dyn Display)], from: Option<&dyn Display>) -> String {
    let from = from.map(|position| (&FROM, position));
    let parts = values.iter().copied().chain(from);
    parts.map(|(option, value)| format!("{}={value}", option.key)).collect::<Vec<_>>().join(";")
}
