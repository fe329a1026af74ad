//! Positions where one action, and only one, begins a win that no defence prevents, or prevents one. What is stored of a puzzle is one line
//! of text; replies are worked out by whoever shows it.

mod grade;
mod hunt;

use std::{fmt, str::FromStr};

use rand::{SeedableRng, rngs::SmallRng};

pub use self::{grade::graded, hunt::Hunt};
use crate::{AnyGame, Entry, Seat, Turn, attempt::Task, prove::OutOfNodes};

/// A puzzle, in text `turns grade theme action setup`: `2 9 take S0,0,1:x->0,0,2:z+ edition=2008;…;from=…`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Within how many of its own turns the seat to act wins; [held](Theme::Hold) back, within how many another would.
    pub turns: u32,
    /// How hard it is to see: a search finds it by 2 to the power of this many nodes.
    pub grade: u32,
    pub theme: Theme,
    /// The one action that does it.
    pub action: String,
    /// The position, as a set-up that begins there.
    pub setup: String,
}

/// What a solution is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// It wins in this turn.
    Once,
    /// It also stops another seat that would have won.
    Parry,
    /// It begins by taking or by coming home.
    Gain,
    /// If the others could pass, it would not win.
    Squeeze,
    /// A quiet action that threatens what cannot be stopped.
    Quiet,
    /// No win: the only action after which no other seat can force one.
    Hold,
}

/// The themes and their names.
pub const THEMES: [(Theme, &str); 6] = [
    (Theme::Once, "once"),
    (Theme::Parry, "parry"),
    (Theme::Gain, "gain"),
    (Theme::Squeeze, "squeeze"),
    (Theme::Quiet, "quiet"),
    (Theme::Hold, "hold"),
];

/// Fewer actions to choose from are no puzzle.
const CHOICES: usize = 6;
/// Nor are fewer than this if one of them ends the game by itself.
const LAST_CHOICES: usize = 24;
/// The hardest grade.
pub const HARDEST: u32 = 14;
/// In how many worlds that the seat thinks possible the same must be so, where something is hidden.
const WORLDS: u64 = 16;

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (_, name) = THEMES.iter().find(|(theme, _)| theme == self).expect("every theme has a name");
        f.write_str(name)
    }
}

impl fmt::Display for Puzzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Puzzle { turns, grade, theme, action, setup } = self;
        write!(f, "{turns} {grade} {theme} {action} {setup}")
    }
}

impl Puzzle {
    pub fn task(&self) -> Task {
        (self.theme == Theme::Hold, self.turns)
    }
}

/// Not the text of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoPuzzle;

impl FromStr for Puzzle {
    type Err = NoPuzzle;

    fn from_str(line: &str) -> Result<Self, NoPuzzle> {
        let [turns, grade, theme, action, setup] = line.split(' ').collect::<Vec<_>>()[..] else {
            return Err(NoPuzzle);
        };
        let (theme, _) = THEMES.into_iter().find(|(_, name)| *name == theme).ok_or(NoPuzzle)?;
        Ok(Puzzle {
            turns: turns.parse().map_err(|_| NoPuzzle)?,
            grade: grade.parse().map_err(|_| NoPuzzle)?,
            theme,
            action: action.to_owned(),
            setup: setup.to_owned(),
        })
    }
}

/// The position as a puzzle shows it, with the seat that solves it: a set-up knows neither repetition nor what happened.
fn shown(entry: &Entry, setup: &str) -> Option<(Box<dyn AnyGame>, Seat)> {
    let game = entry.start(setup, &mut SmallRng::seed_from_u64(0)).ok()?;
    match game.turn() {
        Turn::Move(seat) => Some((game, seat)),
        _ => None,
    }
}

/// The actions after which no other seat can force a win within `turns` turns, until there are `most` of them.
fn safe(
    game: &dyn AnyGame,
    seat: Seat,
    turns: u32,
    nodes: u64,
    most: usize,
) -> Result<Vec<String>, OutOfNodes> {
    let mut safe = Vec::new();
    for action in game.legal() {
        if winner(game, seat, &action, turns, nodes)?.is_none() {
            safe.push(action);
        }
        if safe.len() == most {
            break;
        }
    }
    Ok(safe)
}

/// Another seat that has won after this action of `seat`, or can force it within `turns` turns.
fn winner(
    game: &dyn AnyGame,
    seat: Seat,
    action: &str,
    turns: u32,
    nodes: u64,
) -> Result<Option<Seat>, OutOfNodes> {
    let mut next = game.boxed_clone();
    next.play(action).expect("a legal action can be played");
    for other in Seat::all(game.seats()).filter(|&other| other != seat) {
        let won = match next.turn() {
            Turn::Over(outcome) => outcome.share(other) == 1.0,
            _ => next.forced_win(other, turns, nodes)?.is_some(),
        };
        if won {
            return Ok(Some(other));
        }
    }
    Ok(None)
}

/// Whether a puzzle is right: its action does what is asked within its turns and no other does, and less would not be enough.
pub fn is_right(entry: &Entry, puzzle: &Puzzle, nodes: u64) -> Result<bool, OutOfNodes> {
    let Some((game, seat)) = shown(entry, &puzzle.setup) else { return Ok(false) };
    if puzzle.theme != Theme::Hold {
        let found = only_win(&*game, seat, puzzle.turns, nodes)?;
        return Ok(found == Some((puzzle.turns, puzzle.action.clone())));
    }
    let enough = |turns| Ok(safe(&*game, seat, turns, nodes, 2)? == [&puzzle.action[..]]);
    Ok(enough(puzzle.turns)? && (puzzle.turns == 1 || !enough(puzzle.turns - 1)?))
}

/// The shortest win within `turns` turns, if only one action begins it, whatever the seat does not know.
fn only_win(
    game: &dyn AnyGame,
    seat: Seat,
    turns: u32,
    nodes: u64,
) -> Result<Option<(u32, String)>, OutOfNodes> {
    let Some(found) = game.only_win(seat, turns, nodes)? else { return Ok(None) };
    if game.info().hidden {
        for world in 0..WORLDS {
            if game.redealt(seat, world).only_win(seat, turns, nodes)?.as_ref() != Some(&found) {
                return Ok(None);
            }
        }
    }
    Ok(Some(found))
}
