//! Players for first games: the friendly level, and the novice it is measured by.
//!
//! Both look one move ahead, as [`greedy`](super::Method::Greedy) does, and both know what a win or a loss in one turn is.

use rand::{SeedableRng, rngs::StdRng};

use super::{Level, Limits, order::best_first};
use crate::{Judge, Record, Seat, Viewer, mix, prove};

/// What a beginner can oversee of a turn; a win that takes more to see is not seen.
const SIGHT: u64 = 20_000;
/// How far back to look for a seat's last move.
const MEMORY: usize = 16;

/// Takes a win in one, avoids half of the losses in one, and else makes any of the better half of the choices it sees.
/// These are the moves; but where a turn takes several, they are what the turn may come to, whatever leads there.
pub(super) fn novice<G: Judge>(record: &Record<G>, limits: &Limits) -> G::Move {
    let mut beginner = Beginner::new(record, limits);
    if let Some(&m) = beginner.winning().first() {
        return m;
    }
    let ranked = beginner.ranked(0, false);
    let several = !beginner.world.calm() || !beginner.after(ranked[0].1).calm();
    let same = |one: &(i32, G::Move), other: &(i32, G::Move)| several && one.0 == other.0;
    let mut choices: Vec<&[(i32, G::Move)]> = ranked.chunk_by(same).collect();
    let better = choices.len().div_ceil(2);
    mix::shuffle(&mut choices[..better], &mut beginner.rng);
    let looks = mix::below(&mut beginner.rng, 2) == 0;
    let mut moves = choices.into_iter().flatten().map(|&(_, m)| m);
    let first = moves.clone().next().expect("a seat to act has a move");
    moves.find(|&m| !looks || !beginner.loses(m)).unwrap_or(first)
}

/// Plays what looks best with noise in its judgement, and overlooks some wins; but it neither walks into a loss in one nor goes
/// straight back where it came from for nothing.
pub(super) fn friendly<G: Judge>(record: &Record<G>, level: &Level, limits: &Limits) -> G::Move {
    let mut beginner = Beginner::new(record, limits);
    let wins = beginner.winning();
    // It looks twice before it is sure: so even one win in a hundred can be told from none.
    let overlooks = (0..2).any(|_| mix::below(&mut beginner.rng, 100) < level.slips.into());
    if let Some(&m) = wins.first().filter(|_| !overlooks) {
        return m;
    }
    let ranked = beginner.ranked(level.blur, level.heedless).into_iter().map(|(_, m)| m);
    let ranked: Vec<G::Move> = ranked.filter(|m| !wins.contains(m)).collect();
    let ahead: Vec<G::Move> = ranked.iter().copied().filter(|&m| !beginner.goes_back(m)).collect();
    let first = ahead.iter().chain(&ranked).chain(&wins).next().copied().expect("a seat to act has a move");
    // A win that was overlooked is still better than a loss.
    ahead.iter().chain(&ranked).chain(&wins).copied().find(|&m| !beginner.loses(m)).unwrap_or(first)
}

/// One who is to act, and the world as it thinks it is.
struct Beginner<'a, G: Judge> {
    record: &'a Record<G>,
    world: G,
    seat: Seat,
    rng: StdRng,
}

impl<'a, G: Judge> Beginner<'a, G> {
    fn new(record: &'a Record<G>, limits: &Limits) -> Self {
        let seat = record.turn().seat().expect("a search starts before the end");
        let mut rng = StdRng::seed_from_u64(limits.seed);
        let mut world = record.position().clone();
        world.redeal(Viewer::Seat(seat), &mut rng);
        Beginner { record, world, seat, rng }
    }

    /// The moves that win in this turn, whatever the others do.
    fn winning(&self) -> Vec<G::Move> {
        let found = prove::forced_win(&self.world, self.seat, 1, SIGHT);
        found.ok().flatten().map_or_else(Vec::new, |win| win.moves)
    }

    /// The moves with their looks, best first, judged with this much noise; of equals none comes first.
    fn ranked(&mut self, blur: i32, heedless: bool) -> Vec<(i32, G::Move)> {
        let mut moves = Vec::new();
        self.world.legal_moves(&mut moves);
        let mut looks = Vec::new();
        if heedless {
            self.world.heedless_priors(&moves, &mut looks);
        } else {
            looks.extend(moves.iter().map(|&m| super::look_of(&self.world, m, self.seat)));
        }
        let mut lot = |below: usize| mix::below(&mut self.rng, below) as i32;
        let noisy = |look| (look + lot(2 * blur as usize + 1) - blur, lot(1 << 30));
        let looks: Vec<(i32, i32)> = looks.into_iter().map(noisy).collect();
        best_first(&looks, Ord::cmp).into_iter().map(|index| (looks[index].0, moves[index])).collect()
    }

    fn after(&self, m: G::Move) -> G {
        let mut next = self.world.clone();
        next.play_unchecked(m);
        next
    }

    /// Whether another seat then wins in one turn.
    fn loses(&self, m: G::Move) -> bool {
        let next = self.after(m);
        match next.turn().seat() {
            None => next.turn().outcome().is_some_and(|outcome| outcome.share(self.seat) == 0.0),
            Some(other) if other == self.seat => false,
            Some(other) => matches!(prove::forced_win(&next, other, 1, SIGHT), Ok(Some(_))),
        }
    }

    /// Whether the move takes a piece back where it stood before this seat last moved one, and gains nothing by it.
    fn goes_back(&self, m: G::Move) -> bool {
        let now = self.world.trace(m).at;
        let next = self.after(m);
        let [from, to, ..] = &now[..] else { return false };
        let last = (0..self.record.ply()).rev().take(MEMORY).find_map(|ply| {
            let before = self.record.position_at(ply);
            let at = before.trace(self.record.moves()[ply]).at;
            (before.turn().seat() == Some(self.seat) && at.len() > 1).then_some(at)
        });
        last.is_some_and(|last| last[0] == *to && last[1] == *from)
            && self.world.gain(self.seat, &[m], &next).is_none()
    }
}
