use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Description, Event, Gain, Game, LegalMove, Phrase, Record, Seat, Turn, Worth};

/// Everything that is said of turns in every game.
pub const PHRASES: &[&Phrase] = &[&WINS, &DRAWS, &PREVENTS];
pub(crate) static WINS: Phrase = Phrase::new("game.wins", "win at once");
static DRAWS: Phrase = Phrase::new("game.draws", "end the game without a loss");
static PREVENTS: Phrase = Phrase::new("game.prevents", "this would have prevented it");

/// One thing to say about an action that gave something away.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Fact {
    pub is: FactKind,
    /// Whose turn it speaks of.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub seat: Seat,
    #[cfg_attr(feature = "ts", ts(as = "crate::phrase::Shape"))]
    pub says: Description,
    /// That turn, action by action.
    pub turn: Vec<LegalMove>,
}

/// What a fact is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum FactKind {
    /// What the better turn brings.
    Better,
    /// What the turn that was played lets another seat do.
    Lets,
    /// How the better turn prevents that.
    Prevents,
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fact { is, seat, says, turn } = self;
        let tokens: Vec<_> = turn.iter().map(|action| action.t.as_str()).collect();
        match is {
            FactKind::Better => write!(f, "{} would {says}", tokens.join(" ")),
            FactKind::Lets => write!(f, "this lets seat {seat} {says}: {}", tokens.join(" ")),
            FactKind::Prevents => write!(f, "{}: {says}", tokens.join(" ")),
        }
    }
}

/// What the better turn brings, then what the one that was played allows the next seat, and how the better one prevents
/// that. Turns are the actions of one seat; `reply` is empty if nobody replies.
pub(crate) fn facts<G: Game>(
    before: &Record<G>,
    played: &[G::Move],
    better: &[G::Move],
    reply: &[G::Move],
) -> Vec<Fact> {
    let mut found = Vec::new();
    let (Some(seat), Some(after), Some(instead)) =
        (before.turn().seat(), advanced(before, played), advanced(before, better))
    else {
        return found;
    };
    let mine = gain(seat, before, better, &instead);
    if is_more(mine.as_ref(), gain(seat, before, played, &after).as_ref()) {
        let says = mine.expect("what is more is something").says;
        found.push(Fact { is: FactKind::Better, seat, says, turn: turn(before, better) });
    } else if instead.turn().outcome().is_some_and(|outcome| outcome.is_draw() && outcome.share(seat) > 0.0) {
        let says = DRAWS.alone();
        found.push(Fact { is: FactKind::Better, seat, says, turn: turn(before, better) });
    }
    let (Some(other), Some(replied)) = (after.turn().seat(), advanced(&after, reply)) else { return found };
    if other == seat || reply.is_empty() {
        return found;
    }
    let theirs = gain(other, &after, reply, &replied);
    let in_any_case = advanced(&instead, reply)
        .filter(|_| instead.turn().seat() == Some(other))
        .and_then(|foiled| gain(other, &instead, reply, &foiled));
    let Some(says) = theirs.filter(|theirs| is_more(Some(theirs), in_any_case.as_ref())) else {
        return found;
    };
    found.push(Fact { is: FactKind::Lets, seat: other, says: says.says, turn: turn(&after, reply) });
    if !instead.turn().is_over() {
        let says = before.position().hindrance(better, after.position(), reply);
        let says = says.unwrap_or_else(|| PREVENTS.alone());
        found.push(Fact { is: FactKind::Prevents, seat, says, turn: turn(before, better) });
    }
    found
}

/// The record after these moves; `None` if one of them is not legal.
fn advanced<G: Game>(record: &Record<G>, moves: &[G::Move]) -> Option<Record<G>> {
    let mut record = record.clone();
    moves.iter().try_for_each(|&m| record.push(Event::Move(m))).ok()?;
    Some(record)
}

fn turn<G: Game>(record: &Record<G>, moves: &[G::Move]) -> Vec<LegalMove> {
    let mut position = record.position().clone();
    let said = moves.iter().map(|&m| {
        let said = LegalMove::of(&position, m);
        position.play_unchecked(m);
        said
    });
    said.collect()
}

fn gain<G: Game>(seat: Seat, before: &Record<G>, turn: &[G::Move], after: &Record<G>) -> Option<Gain> {
    gain_of(seat, before.position(), turn, after.position(), after.turn())
}

/// What a turn brings a seat, to win included; `now` is whose turn it is after it.
pub(crate) fn gain_of<G: Game>(
    seat: Seat,
    before: &G,
    turn: &[G::Move],
    after: &G,
    now: Turn,
) -> Option<Gain> {
    let gain = before.gain(seat, turn, after);
    let wins = now.outcome().is_some_and(|outcome| outcome.winners().single() == Some(seat));
    if wins {
        let won = Gain { worth: (Worth::Win, 0), says: WINS.alone() };
        return Some(gain.filter(|gain| gain.worth.0 == Worth::Win).unwrap_or(won));
    }
    gain.filter(|gain| gain.worth.0 != Worth::Win)
}

pub(crate) fn is_more(one: Option<&Gain>, other: Option<&Gain>) -> bool {
    one.map(|gain| gain.worth) > other.map(|gain| gain.worth)
}
