use std::{fmt, str::FromStr};

use engine::Refusal;

use super::{
    cell::{Cell, Face},
    cube::{Cube, Domes},
    reasons,
};

/// One action: a turn moves one cube or one sceptre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// `C0,0,2>0,1,3:z-`: the domes are those afterwards (4.1).
    Cube { from: Cell, to: Cell, domes: Domes },
    /// `S-1,0,2:z+>-1,0,1:y-` (5.1).
    Sceptre { from: Face, to: Face },
    /// `swap`: the seats change sides (rules 0.9).
    Swap,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Cube { from, to, domes } => write!(f, "C{from}>{to}:{domes}"),
            Move::Sceptre { from, to } => write!(f, "S{from}>{to}"),
            Move::Swap => f.write_str("swap"),
        }
    }
}

impl FromStr for Move {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        if text == "swap" {
            return Ok(Move::Swap);
        }
        if let Some(rest) = text.strip_prefix('C')
            && let Some((from, to)) = rest.split_once('>')
        {
            let Cube { cell, domes } = to.parse()?;
            return Ok(Move::Cube { from: from.parse()?, to: cell, domes });
        }
        if let Some(rest) = text.strip_prefix('S')
            && let Some((from, to)) = rest.split_once('>')
        {
            return Ok(Move::Sceptre { from: from.parse()?, to: to.parse()? });
        }
        Err(reasons::TOKEN.with([("text", text.to_owned())]))
    }
}
