//! Looking for puzzles in games of a level against itself.

use std::collections::BTreeMap;

use rand::{SeedableRng, rngs::SmallRng};

use super::{
    CHOICES, LAST_CHOICES, Puzzle, Theme,
    grade::{grade, grading_level, tells_ends, theme},
    only_win, safe, shown,
};
use crate::{
    AnyGame, Entry, Refusal, Turn,
    attempt::Task,
    mix,
    prove::Attack,
    search::{Limits, Score, Table},
};

/// How to look for puzzles in games of a level against itself.
#[derive(Clone, Copy, Debug)]
pub struct Hunt {
    /// Which of the levels plays.
    pub level: usize,
    /// Random actions before the level begins.
    pub random: usize,
    /// The longest win looked for, in turns of the one who wins.
    pub turns: u32,
    /// The nodes of a first look at a position, which says whether a proof is worth its while; 0 to go back from the end
    /// instead, as long as whoever won could force it.
    pub look: u64,
    /// The nodes of a proof at most.
    pub nodes: u64,
    /// Puzzles are looked for before this many of the last actions of a game; 0 to play none, and to look for a win in the
    /// position after the random actions.
    pub tail: usize,
}

/// The longest threat that an only defence is looked for against.
const LONGEST_HOLD: u32 = 2;

impl Hunt {
    /// Plays a game and looks at its positions, last ones first; at most one puzzle for each task that is wanted.
    pub fn search(
        &self,
        entry: &Entry,
        setup: &str,
        seed: u64,
        wanted: &dyn Fn(Task) -> bool,
    ) -> Result<Vec<Puzzle>, Refusal> {
        let mut positions = self.play(entry, setup, seed)?;
        if self.tail == 0 {
            let last = positions.last().expect("a game has a start");
            return Ok(find_win(entry, &**last, self.turns, self.nodes, wanted).into_iter().collect());
        }
        let over = positions.pop().expect("a game has a start");
        let mut found: BTreeMap<Task, Puzzle> = BTreeMap::new();
        let mut forced = true;
        for game in positions.iter().rev() {
            let puzzle = match game.turn() {
                Turn::Move(seat) if self.look == 0 => {
                    let won = over.turn().outcome().is_some_and(|outcome| outcome.share(seat) == 1.0);
                    if !won || !forced {
                        continue;
                    }
                    let puzzle = find_win(entry, &**game, self.turns, self.nodes, wanted);
                    let attack = |left| Attack { seat, mover: Some(seat), left };
                    let wins = |left| game.succeeds(attack(left), self.nodes) == Ok(true);
                    forced = puzzle.is_some() || (0..self.turns).any(wins);
                    puzzle
                }
                _ if game.ply() + self.tail < over.ply() => None,
                Turn::Move(_) if tells_ends(&**game) => self.at_sight(entry, &**game, wanted),
                Turn::Move(_) => {
                    let win = find_win(entry, &**game, self.turns, self.nodes, wanted);
                    win.or_else(|| find_hold(entry, &**game, 1, self.nodes, wanted))
                }
                Turn::Reply(_) | Turn::Over(_) => None,
            };
            // Of one task the hardest is taken, and of equals the one with the longest way to go.
            if let Some(puzzle) = puzzle
                && found.get(&puzzle.task()).is_none_or(|known| known.grade <= puzzle.grade)
            {
                found.insert(puzzle.task(), puzzle);
            }
        }
        Ok(found.into_values().collect())
    }

    /// The puzzle that a quick search suspects in a position, proved.
    fn at_sight(&self, entry: &Entry, game: &dyn AnyGame, wanted: &dyn Fn(Task) -> bool) -> Option<Puzzle> {
        let limits = Limits { lines: 2, ..Limits::nodes(self.look) };
        let report = game.think(&grading_level(game), &limits, &Table::new(1), &mut |_| ())?;
        let [first, second, ..] = &report.lines[..] else { return None };
        let turns = |plies: i32| plies.unsigned_abs().div_ceil(2);
        match (first.score, second.score) {
            (Score::Mate(plies), Score::Mate(other)) if plies > 0 && 0 < other && other <= plies => None,
            (Score::Mate(plies), _) if plies > 0 => {
                find_win(entry, game, turns(plies).min(self.turns), self.nodes, wanted)
            }
            (Score::Mate(_), _) => None,
            (_, Score::Mate(plies)) if plies < 0 => {
                find_hold(entry, game, turns(plies).min(LONGEST_HOLD), self.nodes, wanted)
            }
            _ => None,
        }
    }

    /// Every position of a game, the end included; without a tail only up to the last random action.
    fn play(&self, entry: &Entry, setup: &str, seed: u64) -> Result<Vec<Box<dyn AnyGame>>, Refusal> {
        let mut rng = SmallRng::seed_from_u64(seed);
        let table = Table::new(1);
        let mut game = entry.start(setup, &mut rng)?;
        let level = game.levels()[self.level];
        let mut positions = vec![game.clone()];
        while game.turn().seat().is_some() {
            let legal = game.legal();
            let token = if game.ply() < self.random {
                legal[mix::below(&mut rng, legal.len())].clone()
            } else if self.tail == 0 {
                break;
            } else {
                let limits = Limits { seed: seed.wrapping_add(game.ply() as u64), ..Limits::default() };
                let report = game.think(&level, &limits, &table, &mut |_| ());
                report.expect("a seat is to act").best().clone()
            };
            game.play(&token)?;
            positions.push(game.clone());
        }
        Ok(positions)
    }
}

/// The puzzle of a win within at most `turns` turns, if there is one; every proof may cost `nodes` nodes.
fn find_win(
    entry: &Entry,
    game: &dyn AnyGame,
    turns: u32,
    nodes: u64,
    wanted: &dyn Fn(Task) -> bool,
) -> Option<Puzzle> {
    let setup = setup_here(game);
    let (game, seat) = shown(entry, &setup)?;
    if game.legal().len() < CHOICES || !(1..=turns).any(|turns| wanted((false, turns))) {
        return None;
    }
    let (turns, action) = only_win(&*game, seat, turns, nodes).ok()??;
    if !wanted((false, turns)) || (game.legal().len() < LAST_CHOICES && ends(&*game, &action)) {
        return None;
    }
    let theme = theme(&*game, seat, turns, &action, nodes).ok()?;
    Some(Puzzle { turns, grade: grade(&*game, &action, theme), theme, action, setup })
}

/// Whether an action ends the game by itself.
fn ends(game: &dyn AnyGame, action: &str) -> bool {
    let mut next = game.boxed_clone();
    next.play(action).is_ok() && next.turn().is_over()
}

/// The puzzle of the only defence against a win within at most `turns` turns, if there is one.
fn find_hold(
    entry: &Entry,
    game: &dyn AnyGame,
    turns: u32,
    nodes: u64,
    wanted: &dyn Fn(Task) -> bool,
) -> Option<Puzzle> {
    // What another seat can do may hang on what the solver cannot know.
    if game.info().hidden || !(1..=turns).any(|turns| wanted((true, turns))) {
        return None;
    }
    let setup = setup_here(game);
    let (game, seat) = shown(entry, &setup)?;
    if game.legal().len() < CHOICES || game.forced_win(seat, 1, nodes).ok()?.is_some() {
        return None;
    }
    for turns in 1..=turns {
        let safe = safe(&*game, seat, turns, nodes, 2).ok()?;
        match <[String; 1]>::try_from(safe) {
            Ok([action]) if wanted((true, turns)) => {
                let grade = grade(&*game, &action, Theme::Hold);
                return Some(Puzzle { turns, grade, theme: Theme::Hold, action, setup });
            }
            Err(safe) if safe.len() > 1 => (),
            _ => return None,
        }
    }
    None
}

/// The position as a set-up that begins there.
fn setup_here(game: &dyn AnyGame) -> String {
    let setup = game.setup();
    let options = setup.split(';').filter(|option| !option.starts_with("from="));
    let from = format!("from={}", game.position_text());
    options.chain([&from[..]]).collect::<Vec<_>>().join(";")
}
