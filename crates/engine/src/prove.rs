//! Forced wins, proved by looking at every defence. Judgement only says what to look at first.

use std::collections::HashMap;

use crate::{
    Game, Judge, Seat, Turn, Urgency,
    search::order::{best_first, tag},
};

/// The moves that force a win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin<M> {
    /// In how many of its own turns the seat wins at the latest; a row of turns of one seat counts as one.
    pub turns: u32,
    /// Every move that wins within that many turns whatever the others do. Empty if another seat is to act.
    pub moves: Vec<M>,
}

/// A seat that is to win, and where it stands besides the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    pub seat: Seat,
    /// Whose turn it is or, while a reply is waited for, was last.
    pub mover: Option<Seat>,
    /// How many turns the seat may still begin.
    pub left: u32,
}

/// What the others answer to an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Defence<M> {
    pub action: M,
    /// Whether the attack fails after it. If none does that, the action is one that lasts as long as any.
    pub holds: bool,
}

/// The search did not end within the nodes it was allowed: positions whose moves it looked through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfNodes;

/// The shortest win that the seat can force within `turns` of its own turns, if there is one: the game is over before the
/// last of them is.
///
/// All other seats are taken to defend together. The proof sees the whole position, so with hidden information it
/// speaks about this world alone. A position that recurs is no way to win: the shorter proof would have been found first.
pub fn forced_win<G: Judge>(
    position: &G,
    seat: Seat,
    turns: u32,
    nodes: u64,
) -> Result<Option<ForcedWin<G::Move>>, OutOfNodes> {
    shortest(position, seat, turns, nodes, usize::MAX)
}

/// The same if one move, and only one, begins the shortest win; with its turns. Quicker than to find them all.
pub fn only_win<G: Judge>(
    position: &G,
    seat: Seat,
    turns: u32,
    nodes: u64,
) -> Result<Option<(u32, G::Move)>, OutOfNodes> {
    let win = shortest(position, seat, turns, nodes, 2)?;
    Ok(win.and_then(|win| <[G::Move; 1]>::try_from(win.moves).ok().map(|[m]| (win.turns, m))))
}

/// Whether an attack succeeds from here.
pub fn succeeds<G: Judge>(position: &G, attack: Attack, nodes: u64) -> Result<bool, OutOfNodes> {
    Prover::new(attack.seat, nodes).wins(position, ProofState { attack, ply: 0 })
}

/// What the seat to act, which does not attack, best answers to an attack; `None` if the attacker is to act or nobody.
pub fn defence<G: Judge>(
    position: &G,
    attack: Attack,
    nodes: u64,
) -> Result<Option<Defence<G::Move>>, OutOfNodes> {
    if position.turn().seat().is_none_or(|seat| seat == attack.seat) {
        return Ok(None);
    }
    let mut prover = Prover::new(attack.seat, nodes);
    let mut lasting = Vec::new();
    position.legal_moves(&mut lasting);
    let mut best = None;
    for left in 0..=attack.left {
        let state = ProofState { attack: Attack { left, ..attack }, ply: 0 };
        let mut longer = Vec::new();
        for &m in &lasting {
            if !prover.child_wins(position, m, state)? {
                longer.push(m);
            }
        }
        best = longer.first().or(best.as_ref()).or(lasting.first()).copied();
        if longer.is_empty() {
            return Ok(best.map(|action| Defence { action, holds: false }));
        }
        lasting = longer;
    }
    Ok(best.map(|action| Defence { action, holds: true }))
}

/// The shortest win, with as many of its first moves as are asked for.
fn shortest<G: Judge>(
    position: &G,
    seat: Seat,
    turns: u32,
    nodes: u64,
    most: usize,
) -> Result<Option<ForcedWin<G::Move>>, OutOfNodes> {
    let Some(to_act) = position.turn().seat() else { return Ok(None) };
    let mut prover = Prover::new(seat, nodes);
    let mover = position.turn().mover();
    for turns in 1..=turns {
        // The turn that is under way is the first.
        let left = if mover == Some(seat) { turns - 1 } else { turns };
        let state = ProofState { attack: Attack { seat, mover, left }, ply: 0 };
        if !prover.wins(position, state)? {
            continue;
        }
        let mut moves = Vec::new();
        if to_act == seat {
            let mut legal = Vec::new();
            position.legal_moves(&mut legal);
            for m in legal {
                if prover.child_wins(position, m, state)? {
                    moves.push(m);
                }
                if moves.len() == most {
                    break;
                }
            }
        }
        return Ok(Some(ForcedWin { turns, moves }));
    }
    Ok(None)
}

/// Where a search stands besides the position.
#[derive(Clone, Copy)]
struct ProofState {
    attack: Attack,
    ply: usize,
}

struct Prover<G: Game> {
    seat: Seat,
    nodes: u64,
    known: HashMap<u64, Known<G>>,
    /// The move that settled the last position at each ply: often it settles the next one too.
    settlers: Vec<Option<G::Move>>,
    /// How often moves settled a position, by their tags: the attack's and the defence's.
    settled: [Vec<u32>; 2],
}

/// How many kinds of moves are told apart when it comes to which settle positions.
const TAGS: usize = 1 << 12;
/// How much is remembered, in bytes; then the prover begins anew.
const MEMORY: usize = 64 << 20;

/// What was proved about a position. The position is kept because a key leaves counters out, and they may end a game.
struct Known<G> {
    position: G,
    mover: Option<Seat>,
    wins_within: Option<u32>,
    fails_within: Option<u32>,
}

impl<G: Judge> Prover<G> {
    fn new(seat: Seat, nodes: u64) -> Self {
        Prover { seat, nodes, known: HashMap::new(), settlers: Vec::new(), settled: [Vec::new(), Vec::new()] }
    }

    fn wins(&mut self, position: &G, state: ProofState) -> Result<bool, OutOfNodes> {
        let to_act = match position.turn() {
            Turn::Over(outcome) => return Ok(outcome.share(self.seat) == 1.0),
            turn => turn.seat().expect("somebody is to act"),
        };
        self.nodes = self.nodes.checked_sub(1).ok_or(OutOfNodes)?;
        let attacks = to_act == self.seat;
        // A win that can be seen at once needs no list of moves, for whoever acts.
        let urgent = match position.urgency() {
            Urgency::Win(m) => Some(m),
            Urgency::Danger | Urgency::Calm => None,
        };
        if let Some(m) = urgent
            && self.child_wins(position, m, state)? == attacks
        {
            return Ok(attacks);
        }
        // The last turn is looked through faster than remembered.
        let last = state.attack.left == 0;
        let key = if last { 0 } else { position.key() };
        if !last && let Some(known) = self.known.get(&key).filter(|known| known.is(position, state)) {
            if known.wins_within.is_some_and(|turns| turns <= state.attack.left) {
                return Ok(true);
            }
            if known.fails_within.is_some_and(|turns| turns >= state.attack.left) {
                return Ok(false);
            }
        }
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        self.order(position, &mut moves, attacks, state);
        // The attack needs one move that wins, the defence one that does not lose.
        let mut won = !attacks;
        for m in moves {
            if self.child_wins(position, m, state)? == attacks {
                won = attacks;
                self.settle(m, attacks, state);
                break;
            }
        }
        if !last {
            self.remember(key, position, state, won);
        }
        Ok(won)
    }

    /// Puts first what often settled positions like this one, then what looks good.
    fn order(&mut self, position: &G, moves: &mut Vec<G::Move>, attacks: bool, state: ProofState) {
        if self.settlers.len() <= state.ply {
            self.settlers.resize(state.ply + 1, None);
        }
        let settled = &self.settled[usize::from(attacks)];
        // Few children cost more than their order, and in the last turn of the attack none does.
        if !(settled.is_empty() || attacks && state.attack.left == 0) {
            let mut hints = Vec::with_capacity(moves.len());
            position.priors(moves, &mut hints);
            let rank = |m: &G::Move| settled[tag(m) as usize % TAGS];
            let ranks: Vec<(u32, i32)> = moves.iter().map(rank).zip(hints).collect();
            *moves = best_first(&ranks, Ord::cmp).into_iter().map(|place| moves[place]).collect();
        }
        if let Some(first) = self.settlers[state.ply]
            && let Some(index) = moves.iter().position(|&m| m == first)
        {
            moves[..=index].rotate_right(1);
        }
    }

    fn settle(&mut self, m: G::Move, attacks: bool, state: ProofState) {
        self.settlers[state.ply] = Some(m);
        let settled = &mut self.settled[usize::from(attacks)];
        if settled.is_empty() && state.attack.left > 0 {
            settled.resize(TAGS, 0);
        }
        if let Some(count) = settled.get_mut(tag(&m) as usize % TAGS) {
            *count = count.saturating_add(1 << state.attack.left.min(8));
        }
    }

    fn remember(&mut self, key: u64, position: &G, state: ProofState, won: bool) {
        if self.known.len() >= MEMORY / size_of::<Known<G>>() {
            self.known.clear();
        }
        let known = self.known.entry(key).or_insert_with(|| Known::of(position, state));
        if !known.is(position, state) {
            *known = Known::of(position, state);
        }
        let bound = if won { &mut known.wins_within } else { &mut known.fails_within };
        *bound = Some(state.attack.left);
    }

    fn child_wins(&mut self, position: &G, m: G::Move, state: ProofState) -> Result<bool, OutOfNodes> {
        let mut next = position.clone();
        next.play_unchecked(m);
        let Attack { seat, mover: before, left } = state.attack;
        let mover = next.turn().mover().or(before);
        let begins = mover == Some(seat) && before != Some(seat);
        // No turn can begin any more, and the last one is over.
        let spent = left == 0 && (begins || mover != Some(seat));
        if next.turn().is_over() || spent {
            return Ok(next.turn().outcome().is_some_and(|outcome| outcome.share(seat) == 1.0));
        }
        let attack = Attack { seat, mover, left: left - u32::from(begins) };
        self.wins(&next, ProofState { attack, ply: state.ply + 1 })
    }
}

impl<G: Game> Known<G> {
    fn of(position: &G, state: ProofState) -> Self {
        Known { position: position.clone(), mover: state.attack.mover, wins_within: None, fails_within: None }
    }

    fn is(&self, position: &G, state: ProofState) -> bool {
        self.mover == state.attack.mover && self.position == *position
    }
}
