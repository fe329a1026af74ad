//! What to tell a person who is about to act: what an action lets the next seat do, and what that seat threatens anyway.
//!
//! Every turn that the next seat could play is looked at, and nothing beyond it: what is told is a fact, not an opinion.

use rand::{SeedableRng, rngs::SmallRng};
use serde::Serialize;

use crate::{
    Gain, Game, LegalMove, Seat, Turn, Viewer, Worth,
    review::{Fact, FactKind, WINS, gain_of, is_more},
};

/// How many moves one question may try. What is not found with them is not told.
const TRIES: u32 = 20_000;
/// The longest turn looked at, in moves.
const LENGTH: usize = 4;

/// What there is to tell.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Advice {
    /// What the next seat could do if the seat to act did nothing.
    pub threat: Option<Fact>,
    /// Why to think twice about the action that was asked about.
    pub warning: Option<Warning>,
}

/// What an action lets another seat do.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Warning {
    pub is: WarningKind,
    pub fact: Fact,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum WarningKind {
    /// The other seat wins in its turn.
    Loses,
    /// The other seat can do what it could not do before, it is more than the action brings, and another action would not
    /// allow it.
    Gives,
    /// The other seat can do what it threatened, and another action would prevent it.
    Leaves,
}

/// What to tell the seat to act before it plays `action`, by what it may know.
pub(crate) fn coach<G: Game>(position: &G, action: Option<G::Move>) -> Advice {
    let Some(seat) = position.turn().seat() else { return Advice::default() };
    // The same question gets the same answer.
    let mut world = position.clone();
    world.redeal(Viewer::Seat(seat), &mut SmallRng::seed_from_u64(0));
    let mut tries = TRIES;
    let passed = world.passed().filter(|passed| passed.turn().seat().is_some_and(|next| next != seat));
    let threat = passed.as_ref().and_then(|passed| Turned::most(passed, &mut tries)).filter(Turned::counts);
    let warning = action.and_then(|m| warn(&world, seat, m, threat.as_ref()));
    let told = |(turned, from): (&Turned<G>, &G)| turned.fact(from);
    Advice { threat: threat.as_ref().zip(passed.as_ref()).map(told), warning }
}

fn warn<G: Game>(world: &G, seat: Seat, m: G::Move, threat: Option<&Turned<G>>) -> Option<Warning> {
    let mut next = world.clone();
    next.play_unchecked(m);
    if let Some(winner) = next.turn().outcome().and_then(|outcome| outcome.winners().single()) {
        let fact = Fact { is: FactKind::Lets, seat: winner, says: WINS.alone(), turn: Vec::new() };
        return (winner != seat).then_some(Warning { is: WarningKind::Loses, fact });
    }
    if next.turn().seat().is_none_or(|other| other == seat) {
        return None;
    }
    let mut tries = TRIES;
    let reply = Turned::most(&next, &mut tries).filter(Turned::counts)?;
    let warning = |is| Some(Warning { is, fact: reply.fact(&next) });
    if reply.gain.worth.0 == Worth::Win {
        return warning(WarningKind::Loses);
    }
    let brings = world.gain(seat, &[m], &next);
    let threatened = threat.map(|threat| &threat.gain);
    let kind = if is_more(Some(&reply.gain), threatened) {
        WarningKind::Gives
    } else if threatened.is_some_and(|threatened| threatened.worth == reply.gain.worth) {
        WarningKind::Leaves
    } else {
        return None;
    };
    let idle = is_more(Some(&reply.gain), brings.as_ref());
    // What every action allows is nothing to think twice about.
    if idle && prevents(world, seat, &reply.gain, &mut { TRIES }) { warning(kind) } else { None }
}

/// Whether some move leaves the next seat less than this to gain.
fn prevents<G: Game>(world: &G, seat: Seat, gain: &Gain, tries: &mut u32) -> bool {
    let mut moves = Vec::new();
    world.legal_moves(&mut moves);
    moves.into_iter().any(|m| {
        let mut next = world.clone();
        next.play_unchecked(m);
        if next.turn().seat().is_none_or(|other| other == seat) {
            return false;
        }
        let reply = Turned::most(&next, tries);
        // What was not looked at to the end proves nothing.
        *tries > 0 && is_more(Some(gain), reply.as_ref().map(|reply| &reply.gain))
    })
}

/// A turn, and what it brings the seat that plays it.
struct Turned<G: Game> {
    seat: Seat,
    gain: Gain,
    moves: Vec<G::Move>,
}

impl<G: Game> Turned<G> {
    /// The turn of the seat to act that brings it most, the shortest of several.
    fn most(from: &G, tries: &mut u32) -> Option<Self> {
        let seat = from.turn().seat()?;
        let mut best = None;
        for length in 1..=LENGTH {
            let mut line = Vec::new();
            let deeper = extend(from, from, seat, length, &mut line, &mut best, tries);
            if !deeper || *tries == 0 {
                break;
            }
        }
        best
    }

    /// Whether it is worth telling: to come a step nearer is what every turn is for.
    fn counts(&self) -> bool {
        self.gain.worth.0 > Worth::Step
    }

    fn fact(&self, from: &G) -> Fact {
        let mut position = from.clone();
        let turn = self.moves.iter().map(|&m| {
            let said = LegalMove::of(&position, m);
            position.play_unchecked(m);
            said
        });
        let turn = turn.collect();
        Fact { is: FactKind::Lets, seat: self.seat, says: self.gain.says.clone(), turn }
    }
}

/// Looks at the turns of exactly `left` more moves; whether there are longer ones.
fn extend<G: Game>(
    from: &G,
    here: &G,
    seat: Seat,
    left: usize,
    line: &mut Vec<G::Move>,
    best: &mut Option<Turned<G>>,
    tries: &mut u32,
) -> bool {
    let mut moves = Vec::new();
    here.legal_moves(&mut moves);
    let mut deeper = false;
    for m in moves {
        if *tries == 0 || best.as_ref().is_some_and(|best| best.gain.worth.0 == Worth::Win) {
            return false;
        }
        *tries -= 1;
        let mut next = here.clone();
        next.play_unchecked(m);
        let goes_on = matches!(next.turn(), Turn::Move(mover) if mover == seat);
        line.push(m);
        if left > 1 {
            if goes_on {
                deeper |= extend(from, &next, seat, left - 1, line, best, tries);
            }
        } else {
            deeper |= goes_on;
            let gain = gain_of(seat, from, line, &next, next.turn());
            if is_more(gain.as_ref(), best.as_ref().map(|best| &best.gain)) {
                *best = gain.map(|gain| Turned { seat, gain, moves: line.clone() });
            }
        }
        line.pop();
    }
    deeper
}
