//! What a client sees of the board: the same for every viewer.

use std::{borrow::Cow, collections::BTreeSet};

use engine::Game;
use serde::{Deserialize, Serialize};

use super::{
    Abraxas, Phase, Placing, SEATS,
    board::{Cells, Corner, Holes},
    moves::Move,
    options::{CLAIMS, PUSH, SPACING},
};

/// The board for clients, as docs/views.md describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct AbraxasBoard {
    pub dots: Vec<String>,
    /// Null before the corner is chosen.
    #[cfg_attr(feature = "ts", ts(type = "'SW' | 'SE' | 'NE' | 'NW' | null"))]
    pub plate: Option<Cow<'static, str>>,
    /// Red stones where they lie, a pending one included.
    pub stones: Vec<String>,
    pub stops: Vec<String>,
    pub supply: u8,
    #[cfg_attr(feature = "ts", ts(type = "[number, number]"))]
    pub taken: Vec<u8>,
    #[cfg_attr(feature = "ts", ts(type = "[number, number]"))]
    pub stop_stones: Vec<u8>,
    pub target: u8,
    /// Where the plate goes: counter-clockwise, or to either neighbouring corner (1.5).
    #[cfg_attr(feature = "ts", ts(type = "'ccw' | 'either'"))]
    pub push: Cow<'static, str>,
    /// Whether the three cells left of a line may be neighbours (4.3).
    #[cfg_attr(feature = "ts", ts(type = "'apart' | 'free'"))]
    pub spacing: Cow<'static, str>,
    /// Whether lines are announced, or must be seen and called (4.6).
    #[cfg_attr(feature = "ts", ts(type = "'automatic' | 'called'"))]
    pub claims: Cow<'static, str>,
    pub quiet: u32,
    pub quiet_limit: u32,
    #[cfg_attr(feature = "ts", ts(type = "'corner' | 'place' | 'take' | 'reply' | 'over'"))]
    pub phase: Cow<'static, str>,
    /// This is an extra turn (3.3).
    pub extra: bool,
    /// The placing may not be a stop stone (5.3).
    pub barred: bool,
    pub pending: Option<AbraxasPending>,
    /// The lines to be resolved; none with `claims=called` (4.6).
    pub lines: Vec<AbraxasLine>,
    /// The red cells (1.4).
    pub red: Vec<String>,
}

/// A stone put but not yet pushed (5.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct AbraxasPending {
    pub hole: String,
    /// The hole it was lifted from; null if it came from the supply.
    pub from: Option<String>,
    /// The corner that the plate is about to go to.
    #[cfg_attr(feature = "ts", ts(type = "'SW' | 'SE' | 'NE' | 'NW'"))]
    pub to: Cow<'static, str>,
}

/// What is left of a line to be resolved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct AbraxasLine {
    pub cells: Vec<String>,
    /// The holes of its red stones.
    pub holes: Vec<String>,
}

impl Abraxas {
    /// The board as it lies on the table: a pending stone is in its hole.
    pub(super) fn on_table(&self) -> Abraxas {
        let mut table = self.clone();
        if let Phase::Reply(put) = self.phase {
            table.stones = table.stones | Holes::of(put.hole);
            match put.from {
                Some(from) => table.stones = table.stones & !Holes::of(from),
                None => table.supply -= 1,
            }
        }
        table
    }

    /// The lines that anyone may be told of.
    pub(super) fn told_lines(&self) -> Vec<AbraxasLine> {
        if self.rules.called || !matches!(self.phase, Phase::Take(_)) {
            return Vec::new();
        }
        self.open_lines()
            .map(|open| {
                let left = (0..open.line.len).filter(|place| open.left >> place & 1 != 0);
                AbraxasLine {
                    cells: left.map(|place| open.line.cell(place).to_string()).collect(),
                    holes: holes(self.holes_of(open.line, open.stones)),
                }
            })
            .collect()
    }

    /// Where an action pushes the plate, and the cells of the lines that this makes, as far as anyone may be told.
    pub(super) fn pushed(&self, m: Move) -> Vec<String> {
        if !matches!(m, Move::Put { .. } | Move::Lift { .. } | Move::Stop { .. } | Move::Ok) {
            return Vec::new();
        }
        let mut after = self.clone();
        after.play_unchecked(m);
        // Nobody stops it, as far as is known (5.2).
        if matches!(after.phase, Phase::Reply(_)) {
            after.play_unchecked(Move::Ok);
        }
        if after.corner == self.corner {
            return Vec::new();
        }
        let cells: BTreeSet<_> = after.told_lines().into_iter().flat_map(|line| line.cells).collect();
        std::iter::once(after.corner.to_string()).chain(cells).collect()
    }

    pub(super) fn plate(&self) -> Option<Corner> {
        (self.phase != Phase::Corner).then_some(self.corner)
    }

    pub(super) fn board(&self) -> AbraxasBoard {
        let table = self.on_table();
        let cells = |cells: Cells| cells.iter().map(|cell| cell.to_string()).collect();
        AbraxasBoard {
            dots: cells(self.rules.sheet.0),
            plate: self.plate().map(|corner| corner.as_str().into()),
            stones: holes(table.stones),
            stops: holes(table.stops),
            supply: table.supply,
            taken: self.taken.first(SEATS).to_vec(),
            stop_stones: self.stops_left.first(SEATS).to_vec(),
            target: self.rules.target,
            push: PUSH.choices[usize::from(self.rules.push_either)].into(),
            spacing: SPACING.choices[usize::from(self.rules.spacing_free)].into(),
            claims: CLAIMS.choices[usize::from(self.rules.called)].into(),
            quiet: self.quiet,
            quiet_limit: self.rules.quiet_limit,
            phase: match self.phase {
                Phase::Corner => "corner",
                Phase::Place(_) => "place",
                Phase::Reply(_) => "reply",
                Phase::Take(_) => "take",
                Phase::Over(_) => "over",
            }
            .into(),
            extra: matches!(self.phase, Phase::Place(Placing::Extra) | Phase::Reply(_)),
            barred: self.phase == Phase::Place(Placing::Barred),
            pending: match self.phase {
                Phase::Reply(put) => Some(AbraxasPending {
                    hole: put.hole.to_string(),
                    from: put.from.map(|from| from.to_string()),
                    to: put.to.as_str().into(),
                }),
                _ => None,
            },
            lines: self.told_lines(),
            red: cells(table.red()),
        }
    }
}

fn holes(holes: Holes) -> Vec<String> {
    holes.iter().map(|hole| hole.to_string()).collect()
}
