//! Positions as text (rules 0.7).
//!
//! `1,0/black/-1,0,1:x-z+/…/*-1,0,2:z+/*1,0,2:z+/white/…`: the seat to move, how many actions in a row took
//! nothing, `,swap` or `,swapped` (rules 0.9); then for each seat its cubes and, after `*`, the faces of its sceptres.

use std::{fmt, str::FromStr};

use engine::{Refusal, Seat, Swap};

use super::{
    cell::{Cell, Face, number},
    cube::Cube,
    options::{Options, OwnDouble},
    pieces::Pieces,
    reasons,
};

/// The pieces of a position, whose turn it is and how long nothing was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Snapshot {
    pub(super) to_move: Seat,
    pub(super) quiet: u32,
    pub(super) swap: Swap,
    pub(super) pieces: Pieces,
}

/// No number of a position text has more digits; what is left of a cell's range is for drifting on.
const FARTHEST: i32 = 99_999_999;
const COLOURS: [&str; 2] = ["black", "white"];

impl Snapshot {
    /// Refuses what no game with these options can lead to.
    pub(super) fn check(&self, options: &Options) -> Result<(), Refusal> {
        self.pieces.check()?;
        if self.quiet > options.quiet_limit {
            return Err(reasons::TOO_QUIET
                .with([("quiet", self.quiet.to_string()), ("limit", options.quiet_limit.to_string())]));
        }
        let turns = match self.swap {
            // Nothing but the quiet actions tells how many there were.
            Swap::Ahead => self.quiet.max(self.to_move.index() as u32),
            _ => 2,
        };
        self.swap.check(options.swap, turns)?;
        // A game ends when sceptres meet, so they met by the last action: without the sceptre that made it, and
        // it is one of the seat that is not to move, none meet.
        let loses = options.own_double == OwnDouble::Loses;
        let meets = |without: Option<usize>| {
            (0..4).any(|one| {
                (one + 1..4).any(|other| {
                    let rivals = (one < 2) != (other < 2);
                    without != Some(one)
                        && without != Some(other)
                        && self.pieces.sceptres[one].cell() == self.pieces.sceptres[other].cell()
                        && (rivals || loses)
                })
            })
        };
        let moved = Pieces::sceptre_numbers(self.to_move.next(2)).start;
        if meets(None) && (meets(Some(moved)) && meets(Some(moved + 1))) {
            return Err(reasons::MET_BEFORE.refuse());
        }
        Ok(())
    }
}

impl fmt::Display for Snapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}{}", self.to_move, self.quiet, self.swap.after(','))?;
        for (seat, colour) in Seat::all(2).zip(COLOURS) {
            write!(f, "/{colour}")?;
            self.pieces.cubes_of(seat).try_for_each(|cube| write!(f, "/{cube}"))?;
            self.pieces.sceptres_of(seat).iter().try_for_each(|face| write!(f, "/*{face}"))?;
        }
        Ok(())
    }
}

impl FromStr for Snapshot {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let malformed = |part: &str| reasons::POSITION.with([("part", part.to_owned())]);
        let mut parts = text.split('/');
        let head = parts.next().unwrap_or_default();
        let (seat, rest) = head.split_once(',').ok_or_else(|| malformed(head))?;
        let (quiet, swap) = match rest.split_once(',') {
            None => (rest, Some(Swap::Closed)),
            Some((quiet, word)) => (quiet, Swap::read(word)),
        };
        let count = |text| number(text).and_then(|n| usize::try_from(n).ok());
        let to_move = count(seat).and_then(Seat::from_number).filter(|seat| seat.index() < 2);
        let (Some(to_move), Some(quiet), Some(swap)) = (to_move, count(quiet), swap) else {
            return Err(malformed(head));
        };
        let mut sides: [(Vec<Cube>, Vec<Face>); 2] = Default::default();
        let mut named = 0;
        for part in parts {
            if COLOURS.get(named) == Some(&part) {
                named += 1;
                continue;
            }
            let side = sides[..named].last_mut().ok_or_else(|| malformed(part))?;
            let cell = match part.strip_prefix('*') {
                Some(face) => {
                    side.1.push(face.parse()?);
                    side.1[side.1.len() - 1].cell()
                }
                None => {
                    side.0.push(part.parse()?);
                    side.0[side.0.len() - 1].cell
                }
            };
            if is_far(cell) {
                return Err(malformed(part));
            }
        }
        if named < 2 {
            return Err(malformed(COLOURS[named]));
        }
        Ok(Snapshot { to_move, quiet: quiet as u32, swap, pieces: Pieces::new(sides)? })
    }
}

fn is_far(cell: Cell) -> bool {
    cell.x().abs().max(cell.y().abs()) > FARTHEST
}
