use std::{fmt, str::FromStr};

use engine::{Fields, OptionInfo, Reason, Refusal, setup};

use super::{Ascension, deal::Deal};

pub(super) static NO_DEAL: Reason =
    Reason::new("Ascension 1.6", "ascension.no-deal", "a complete set-up names its deal");
pub(super) static OTHER_DEAL: Reason = Reason::new(
    "Rules 0.7",
    "ascension.other-deal",
    "the deal and the position disagree about the face of cube {piece}",
);

const SEATS: [&str; 3] = ["4", "3", "2"];
const MOST: u32 = 1_000_000;

pub(super) const INFO: &[OptionInfo] = &[
    OptionInfo {
        key: "seats",
        choices: &SEATS,
        default: "4",
        range: None,
        text: false,
        help: "how many seats play",
    },
    OptionInfo {
        key: "deal",
        choices: &[],
        default: "",
        range: None,
        text: true,
        help: "the 76 cubes by their codes from a1 to i9, without corners and e5; left out: shuffled",
    },
    OptionInfo {
        key: "starts",
        choices: &[],
        default: "2",
        range: Some((0, MOST)),
        text: false,
        help: "how many starts a pawn has before it is out; 0: without end",
    },
    OptionInfo {
        key: "round_limit",
        choices: &[],
        default: "100",
        range: Some((1, MOST)),
        text: false,
        help: "the number of rounds after which the game is drawn",
    },
    OptionInfo {
        key: "from",
        choices: &[],
        default: "",
        range: None,
        text: true,
        help: "the position to start from, as the program writes it",
    },
];

/// The numbers that the table agrees on (Ascension 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    pub seats: u8,
    /// How many starts a pawn has; 0 is without end (Ascension 4.8).
    pub starts: u32,
    pub round_limit: u32,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { seats: 4, starts: 2, round_limit: 100 }
    }
}

/// What the table agrees on; a deal left out is shuffled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub rules: Rules,
    /// Given, or that of the position `from`.
    pub deal: Option<Deal>,
    pub from: Option<Box<Ascension>>,
}

/// What the table agrees on, and the deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    pub rules: Rules,
    pub deal: Deal,
    pub from: Option<Box<Ascension>>,
}

impl FromStr for Options {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let mut fields = Fields::parse(text)?;
        let seats = fields.choice("seats", &SEATS)?;
        let deal = fields.take("deal").map(str::parse).transpose()?;
        let rules = Rules {
            seats: seats.as_bytes()[0] - b'0',
            starts: fields.number("starts", 2, 0..=MOST)?,
            round_limit: fields.number("round_limit", 100, 1..=MOST)?,
        };
        let from = fields.take("from");
        fields.finish()?;
        let Some(from) = from else { return Ok(Options { rules, deal, from: None }) };
        let from = Ascension::from_text(rules, from)?;
        let own = from.deal();
        if let Some(deal) = deal
            && let Some(cube) = (0..deal.faces().len()).find(|&cube| deal.faces()[cube] != own.faces()[cube])
        {
            return Err(OTHER_DEAL.with([("piece", (cube + 1).to_string())]));
        }
        Ok(Options { rules, deal: Some(own), from: Some(Box::new(from)) })
    }
}

impl FromStr for Setup {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let Options { rules, deal, from } = text.parse()?;
        Ok(Setup { rules, deal: deal.ok_or_else(|| NO_DEAL.refuse())?, from })
    }
}

/// The complete text, with whatever stands for deal and position.
pub(super) fn write(rules: Rules, deal: Option<&str>, from: Option<&str>) -> String {
    let mut parts: Vec<(&str, &dyn fmt::Display)> = vec![("seats", &rules.seats)];
    if let Some(deal) = &deal {
        parts.push(("deal", deal));
    }
    parts.push(("starts", &rules.starts));
    parts.push(("round_limit", &rules.round_limit));
    if let Some(from) = &from {
        parts.push(("from", from));
    }
    setup::join(&parts)
}

fn text(rules: Rules, deal: Option<&Deal>, from: Option<&Ascension>) -> String {
    let deal = deal.map(Deal::to_string);
    let from = from.map(|position| position.text(|cube| position.board.face(cube).code()));
    write(rules, deal.as_deref(), from.as_deref())
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text(self.rules, self.deal.as_ref(), self.from.as_deref()))
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text(self.rules, Some(&self.deal), self.from.as_deref()))
    }
}
