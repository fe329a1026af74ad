//! A second look at a game: what every action was worth, and what would have been better.

mod facts;

use serde::Serialize;

pub use self::facts::{Fact, FactKind, PHRASES};
pub(crate) use self::facts::{WINS, facts, gain_of, is_more};

use crate::{
    AnyGame, Description, Seat, lud,
    search::{Limits, Report, Score, Table},
};

/// What is to be said of one action.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Remark {
    /// Counted from 1.
    pub ply: usize,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub seat: Seat,
    pub played: String,
    /// What that does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<crate::phrase::Shape>"))]
    pub says: Option<Description>,
    /// The action the engine would have played, and how it would go on.
    pub pv: Vec<String>,
    /// What the first of these does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<crate::phrase::Shape>"))]
    pub best_says: Option<Description>,
    /// The share of the win that the seat could expect with the best action.
    pub best: f64,
    /// And with the action that was played.
    pub share: f64,
    pub mark: Option<Mark>,
    /// What there is to say about an action with a mark.
    pub facts: Vec<Fact>,
}

/// How much of the win an action gave away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum Mark {
    Slip,
    Mistake,
    Blunder,
}

impl Mark {
    /// The mark for giving away this share.
    pub fn of(loss: f64) -> Option<Self> {
        match loss {
            _ if loss >= 0.30 => Some(Mark::Blunder),
            _ if loss >= 0.15 => Some(Mark::Mistake),
            _ if loss >= 0.07 => Some(Mark::Slip),
            _ => None,
        }
    }

    /// As annotators write it.
    pub fn sign(self) -> &'static str {
        match self {
            Mark::Slip => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }
}

/// Goes through a game from a position. `events` are those that stand from there on, withdrawals included
/// ([`AnyGame::standing`]). `limits` are for each action; `remark` hears of each as it is judged, and says whether to go
/// on.
pub fn review(
    start: Box<dyn AnyGame>,
    events: &[String],
    limits: &Limits,
    remark: &mut dyn FnMut(Remark) -> bool,
) {
    let table = Table::new(16);
    let mut game = start;
    let mut ahead: Option<Report<String>> = None;
    for (index, played) in events.iter().enumerate() {
        if !lud::is_action(played) {
            ahead = None;
            if game.push(played).is_err() {
                return;
            }
            continue;
        }
        let Some(seat) = game.turn().seat() else { return };
        let now =
            ahead.take().or_else(|| look(&*game, limits, &table)).expect("a game before its end has a move");
        let best_share = share(&*game, &now.lines[0].score);
        let mut next = game.boxed_clone();
        if next.play(played).is_err() {
            return;
        }
        let reached = if now.best() == played { Some(best_share) } else { None };
        let reached = reached.or_else(|| outcome_share(&*next, seat)).or_else(|| {
            let after = look(&*next, limits, &table)?;
            let theirs = share(&*next, &after.lines[0].score);
            let same = next.turn().seat() == Some(seat);
            let most = if same { theirs } else { 1.0 - theirs };
            ahead = Some(after);
            // Of two seats one gets what the other does not. Of more it gets at most that, and the look before may
            // have followed the action further.
            let line = now.lines.iter().find(|line| line.pv.len() > 1 && line.pv.first() == Some(played));
            let seen = line.filter(|_| game.seats() > 2 && !same).map(|line| share(&*game, &line.score));
            Some(seen.map_or(most, |seen| seen.min(most)))
        });
        let reached = reached.unwrap_or(best_share).min(best_share);
        let mark = Mark::of(best_share - reached);
        let facts = match mark {
            Some(_) => said(&*game, &events[index..], &now.lines[0].pv, limits, &table),
            None => Vec::new(),
        };
        let pv = now.lines[0].pv.clone();
        let on = remark(Remark {
            ply: next.ply(),
            seat,
            played: played.clone(),
            says: game.describe(played).ok(),
            best_says: pv.first().and_then(|best| game.describe(best).ok()),
            pv,
            best: best_share,
            share: reached,
            mark,
            facts,
        });
        if !on {
            return;
        }
        game = next;
    }
}

/// What there is to say about the turn that begins with the first of these events.
fn said(game: &dyn AnyGame, events: &[String], pv: &[String], limits: &Limits, table: &Table) -> Vec<Fact> {
    let (played, after) = turn(game, events);
    let (better, _) = turn(game, pv);
    let reply = look(&*after, limits, table).map(|report| turn(&*after, &report.lines[0].pv).0);
    game.facts(&played, &better, &reply.unwrap_or_default())
}

/// The actions at the beginning of a line that are the turn of one seat, and the game after them.
fn turn(game: &dyn AnyGame, line: &[String]) -> (Vec<String>, Box<dyn AnyGame>) {
    let seat = game.turn().seat();
    let mut after = game.boxed_clone();
    let mut actions = Vec::new();
    for token in line {
        if after.turn().seat() != seat || after.play(token).is_err() {
            break;
        }
        actions.push(token.clone());
    }
    (actions, after)
}

fn look(game: &dyn AnyGame, limits: &Limits, table: &Table) -> Option<Report<String>> {
    let lines = if game.seats() > 2 { usize::MAX } else { 1 };
    let limits = Limits { lines, ..limits.renewed() };
    game.think(&game.levels()[8], &limits, table, &mut |_| ())
}

fn share(game: &dyn AnyGame, score: &Score) -> f64 {
    score.share(game.scale())
}

fn outcome_share(game: &dyn AnyGame, seat: Seat) -> Option<f64> {
    game.turn().outcome().map(|outcome| outcome.share(seat))
}
