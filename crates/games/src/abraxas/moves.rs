//! Actions and their tokens.

use std::{fmt, str::FromStr};

use engine::Refusal;

use super::{
    board::{Corner, Hole, Holes},
    reasons,
};

/// One action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// `SW`: the corner for the empty plate (2.1).
    Corner(Corner),
    /// `d4`, `d4>NE`: a red stone from the supply (3.1).
    Put { hole: Hole, to: Option<Corner> },
    /// `c3-d4`, `c3-d4>NE`: a red stone from the plate (3.2).
    Lift { from: Hole, hole: Hole, to: Option<Corner> },
    /// `!e5`, `!e5+`, `!e5>NE`: a stop stone (5.1, 5.2).
    Stop { hole: Hole, push: Push },
    /// `xc3,e5`: stones taken from a line (4.5).
    Take(Holes),
    /// `done`: no more takings (4.6).
    Done,
    /// `end`: the extra turn is declined (3.3).
    End,
    /// `ok`: no stop (5.2).
    Ok,
    /// `swap`: the seats change sides (rules 0.9).
    Swap,
}

/// Whether the plate is pushed after a stop stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Push {
    Stay,
    /// Counter-clockwise.
    Next,
    To(Corner),
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let to = |to: Option<Corner>| to.map_or_else(String::new, |corner| format!(">{corner}"));
        match *self {
            Move::Corner(corner) => corner.fmt(f),
            Move::Put { hole, to: corner } => write!(f, "{hole}{}", to(corner)),
            Move::Lift { from, hole, to: corner } => write!(f, "{from}-{hole}{}", to(corner)),
            Move::Stop { hole, push: Push::Stay } => write!(f, "!{hole}"),
            Move::Stop { hole, push: Push::Next } => write!(f, "!{hole}+"),
            Move::Stop { hole, push: Push::To(corner) } => write!(f, "!{hole}>{corner}"),
            Move::Take(holes) => {
                let names: Vec<_> = holes.iter().map(|hole| hole.to_string()).collect();
                write!(f, "x{}", names.join(","))
            }
            Move::Done => f.write_str("done"),
            Move::End => f.write_str("end"),
            Move::Ok => f.write_str("ok"),
            Move::Swap => f.write_str("swap"),
        }
    }
}

impl FromStr for Move {
    type Err = Refusal;

    fn from_str(token: &str) -> Result<Self, Refusal> {
        let parsed = match token {
            "done" => Some(Move::Done),
            "end" => Some(Move::End),
            "ok" => Some(Move::Ok),
            "swap" => Some(Move::Swap),
            _ => match (token.strip_prefix('!'), token.strip_prefix('x')) {
                (Some(stop), _) => return parse_stop(stop).ok_or_else(|| reasons::STOP_TOKEN.refuse()),
                (_, Some(holes)) => return parse_take(holes).ok_or_else(|| reasons::TAKE_TOKEN.refuse()),
                _ => Corner::parse(token).map(Move::Corner).or_else(|| parse_red(token)),
            },
        };
        parsed.ok_or_else(|| reasons::TOKEN.refuse())
    }
}

/// `d4`, `c3-d4`, either with `>NE`.
fn parse_red(token: &str) -> Option<Move> {
    let (holes, to) = match token.split_once('>') {
        Some((holes, corner)) => (holes, Some(Corner::parse(corner)?)),
        None => (token, None),
    };
    Some(match holes.split_once('-') {
        Some((from, hole)) => Move::Lift { from: Hole::parse(from)?, hole: Hole::parse(hole)?, to },
        None => Move::Put { hole: Hole::parse(holes)?, to },
    })
}

/// What follows the `!`.
fn parse_stop(text: &str) -> Option<Move> {
    let (hole, push) = match (text.split_once('>'), text.strip_suffix('+')) {
        (Some((hole, corner)), _) => (hole, Push::To(Corner::parse(corner)?)),
        (_, Some(hole)) => (hole, Push::Next),
        _ => (text, Push::Stay),
    };
    Some(Move::Stop { hole: Hole::parse(hole)?, push })
}

/// What follows the `x`: holes in their order, none twice (4.5).
fn parse_take(text: &str) -> Option<Move> {
    let mut holes = Holes::EMPTY;
    for name in text.split(',') {
        let hole = Hole::parse(name)?;
        // Each hole comes after all before it.
        if holes.0 >> hole.index() != 0 {
            return None;
        }
        holes = holes | Holes::of(hole);
    }
    Some(Move::Take(holes))
}
