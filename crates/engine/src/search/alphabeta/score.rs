//! Scores of positions: judgement, and ends that are a number of plies away.

use super::super::Score;
use crate::{Outcome, Seat};

/// A win at the root; a win `n` plies away is worth `n` less.
pub(super) const WIN: i32 = 30_000;
/// Scores beyond this are forced ends.
pub(super) const FORCED: i32 = 25_000;

/// The score of an end reached by an action at this ply, for a seat.
pub(super) fn over(outcome: Outcome, seat: Seat, ply: usize) -> i32 {
    match (outcome.winners().contains(seat), outcome.is_draw()) {
        (_, true) => 0,
        (true, false) => WIN - ply as i32 - 1,
        (false, false) => -(WIN - ply as i32 - 1),
    }
}

pub(super) fn as_score(score: i32) -> Score {
    match score {
        _ if score > FORCED => Score::Mate(WIN - score),
        _ if score < -FORCED => Score::Mate(-(WIN + score)),
        _ => Score::Centi(score),
    }
}

/// In the table, forced ends are counted from the position, not from the root.
pub(super) fn to_table(score: i32, ply: usize) -> i16 {
    let ply = ply as i32;
    let score = if score > FORCED {
        score + ply
    } else if score < -FORCED {
        score - ply
    } else {
        score
    };
    score as i16
}

pub(super) fn from_table(score: i16, ply: usize) -> i32 {
    let (score, ply) = (i32::from(score), ply as i32);
    if score > FORCED {
        score - ply
    } else if score < -FORCED {
        score + ply
    } else {
        score
    }
}
