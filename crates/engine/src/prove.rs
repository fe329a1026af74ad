//! Forced wins, proved by looking at every defence. Judgement plays no part.

use std::collections::HashMap;

use crate::{Game, Seat, Turn};

/// The moves that force a win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin<M> {
    /// In how many of its own turns the seat wins at the latest; a row of turns of one seat counts as one.
    pub turns: u32,
    /// Every move that wins within that many turns whatever the others do. Empty if another seat is to act.
    pub moves: Vec<M>,
}

/// The search did not end within the nodes it was allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfNodes;

/// The shortest win that the seat can force within `turns` of its own turns, if there is one.
///
/// All other seats are taken to defend together. The proof sees the whole position, so with hidden information it
/// speaks about this world alone. A position that recurs is no way to win: the shorter proof would have been found first.
pub fn forced_win<G: Game>(
    position: &G,
    seat: Seat,
    turns: u32,
    nodes: u64,
) -> Result<Option<ForcedWin<G::Move>>, OutOfNodes> {
    let Some(to_act) = position.turn().seat() else { return Ok(None) };
    let mut prover = Prover { seat, nodes, known: HashMap::new(), refutations: Vec::new() };
    for turns in 1..=turns {
        // The turn that is under way is the first.
        let left =
            if matches!(position.turn(), Turn::Move(mover) if mover == seat) { turns - 1 } else { turns };
        let place = Place { mover: position.turn().mover(), left, ply: 0 };
        if !prover.wins(position, place)? {
            continue;
        }
        let mut moves = Vec::new();
        if to_act == seat {
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            for m in legal {
                if prover.child_wins(position, m, place)? {
                    moves.push(m);
                }
            }
        }
        return Ok(Some(ForcedWin { turns, moves }));
    }
    Ok(None)
}

/// Where a search stands besides the position.
#[derive(Clone, Copy)]
struct Place {
    /// Whose turn it was last.
    mover: Option<Seat>,
    /// How many turns the seat may still begin.
    left: u32,
    ply: usize,
}

struct Prover<G: Game> {
    seat: Seat,
    nodes: u64,
    known: HashMap<u64, Known<G>>,
    /// The defence that refuted the last move at each ply: often it refutes the next one too.
    refutations: Vec<Option<G::Move>>,
}

/// What was proved about a position. The position is kept because a key leaves counters out, and they may end a game.
struct Known<G> {
    position: G,
    mover: Option<Seat>,
    wins_within: Option<u32>,
    fails_within: Option<u32>,
}

impl<G: Game> Prover<G> {
    fn wins(&mut self, position: &G, place: Place) -> Result<bool, OutOfNodes> {
        let to_act = match position.turn() {
            Turn::Over(outcome) => return Ok(outcome.share(self.seat) == 1.0),
            turn => turn.seat().expect("somebody is to act"),
        };
        self.nodes = self.nodes.checked_sub(1).ok_or(OutOfNodes)?;
        let key = position.key();
        if let Some(known) = self.known.get(&key).filter(|known| known.is(position, place)) {
            if known.wins_within.is_some_and(|turns| turns <= place.left) {
                return Ok(true);
            }
            if known.fails_within.is_some_and(|turns| turns >= place.left) {
                return Ok(false);
            }
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        let attacks = to_act == self.seat;
        if self.refutations.len() <= place.ply {
            self.refutations.resize(place.ply + 1, None);
        }
        if let Some(first) = self.refutations[place.ply]
            && let Some(index) = moves.iter().position(|&m| m == first)
        {
            moves[..=index].rotate_right(1);
        }
        // The attack needs one move that wins, the defence one that does not lose.
        let mut won = !attacks;
        for m in moves {
            if self.child_wins(position, m, place)? == attacks {
                self.refutations[place.ply] = Some(m);
                won = attacks;
                break;
            }
        }
        let known = self.known.entry(key).or_insert_with(|| Known::of(position, place));
        if !known.is(position, place) {
            *known = Known::of(position, place);
        }
        let bound = if won { &mut known.wins_within } else { &mut known.fails_within };
        *bound = Some(place.left);
        Ok(won)
    }

    fn child_wins(&mut self, position: &G, m: G::Move, place: Place) -> Result<bool, OutOfNodes> {
        let mut next = position.clone();
        next.play_unchecked(m);
        let mover = next.turn().mover().or(place.mover);
        let begins = mover == Some(self.seat) && place.mover != Some(self.seat);
        match place.left.checked_sub(u32::from(begins)) {
            Some(left) => self.wins(&next, Place { mover, left, ply: place.ply + 1 }),
            None => Ok(next.turn().outcome().is_some_and(|outcome| outcome.share(self.seat) == 1.0)),
        }
    }
}

impl<G: Game> Known<G> {
    fn of(position: &G, place: Place) -> Self {
        Known { position: position.clone(), mover: place.mover, wins_within: None, fails_within: None }
    }

    fn is(&self, position: &G, place: Place) -> bool {
        self.mover == place.mover && self.position == *position
    }
}
