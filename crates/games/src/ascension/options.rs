use std::{fmt, str::FromStr};

use engine::{Fields, OptionInfo, Refusal, setup};

use super::{Ascension, deal::Deal, reasons};

const SEATS: OptionInfo = OptionInfo::choice("seats", &["4", "3", "2"], "how many seats play");
const DEAL: OptionInfo = OptionInfo::text(
    "deal",
    "the 76 cubes by their codes from a1 to i9, without corners and e5; left out: shuffled",
)
.by_chance();
const STARTS: OptionInfo = OptionInfo::number(
    "starts",
    "2",
    (0, setup::LARGEST),
    "how many starts a pawn has before it is out; 0: without end",
);
const ROUND_LIMIT: OptionInfo = OptionInfo::number(
    "round_limit",
    "100",
    (1, setup::LARGEST),
    "the number of rounds after which the game is drawn",
);
/// In the order of a complete set-up.
pub(super) const ALL: &[OptionInfo] = &[SEATS, DEAL, STARTS, ROUND_LIMIT, setup::FROM];

/// The numbers that the table agrees on (Ascension 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    pub seats: u8,
    /// How many starts a pawn has; 0 is without end (Ascension 4.8).
    pub starts: u32,
    pub round_limit: u32,
}

/// What the table agrees on; a deal left out is shuffled.
#[derive(Clone, Debug, PartialEq, Eq)]
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

impl Default for Options {
    fn default() -> Self {
        "".parse().expect("every option has a default")
    }
}

impl FromStr for Options {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let mut fields = Fields::parse(text)?;
        let seats = fields.choice(&SEATS)?;
        let deal = fields.text(&DEAL).map(str::parse).transpose()?;
        let rules = Rules {
            seats: seats.as_bytes()[0] - b'0',
            starts: fields.number(&STARTS)?,
            round_limit: fields.number(&ROUND_LIMIT)?,
        };
        let from = fields.text(&setup::FROM);
        fields.finish()?;
        let Some(from) = from else { return Ok(Options { rules, deal, from: None }) };
        let from = Ascension::from_text(rules, from)?;
        let own = from.deal();
        if let Some(deal) = deal
            && let Some(cube) = (0..deal.faces().len()).find(|&cube| deal.faces()[cube] != own.faces()[cube])
        {
            return Err(reasons::OTHER_DEAL.with([("piece", (cube + 1).to_string())]));
        }
        Ok(Options { rules, deal: Some(own), from: Some(Box::new(from)) })
    }
}

impl FromStr for Setup {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let Options { rules, deal, from } = text.parse()?;
        Ok(Setup { rules, deal: deal.ok_or_else(|| reasons::NO_DEAL.refuse())?, from })
    }
}

/// The complete text, with whatever stands for deal and position.
pub(super) fn write(rules: Rules, deal: Option<&str>, from: Option<&str>) -> String {
    let mut values: Vec<(&OptionInfo, &dyn fmt::Display)> = vec![(&SEATS, &rules.seats)];
    if let Some(deal) = &deal {
        values.push((&DEAL, deal));
    }
    values.push((&STARTS, &rules.starts));
    values.push((&ROUND_LIMIT, &rules.round_limit));
    setup::write(&values, from.as_ref().map(|text| text as &dyn fmt::Display))
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
