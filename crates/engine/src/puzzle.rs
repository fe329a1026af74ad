//! Positions where one action, and only one, begins a win that no defence prevents. What is stored of a puzzle is one line
//! of text; replies are worked out by whoever shows it.

use std::{collections::BTreeMap, fmt, str::FromStr};

use rand::{SeedableRng, rngs::SmallRng};

use crate::{
    AnyGame, Entry, Refusal, Seat, Turn, Worth, mix,
    prove::OutOfNodes,
    search::{Limits, Score, Table},
};

/// A puzzle, in text `turns grade theme action setup`: `2 9 take S0,0,1:x->0,0,2:z+ edition=2008;…;from=…`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    /// Within how many of its own turns the seat to act wins.
    pub turns: u32,
    /// How hard it is to see: a search of full strength proves the win by 2 to the power of this many nodes, and not by half.
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
}

const THEMES: [(Theme, &str); 5] = [
    (Theme::Once, "once"),
    (Theme::Parry, "parry"),
    (Theme::Gain, "gain"),
    (Theme::Squeeze, "squeeze"),
    (Theme::Quiet, "quiet"),
];

/// Fewer actions to choose from are no puzzle.
const CHOICES: usize = 6;
/// The hardest grade.
pub const HARDEST: u32 = 16;
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

/// How to look for puzzles in games of a level against itself.
#[derive(Clone, Copy, Debug)]
pub struct Hunt {
    /// Which of the levels plays.
    pub level: usize,
    /// Random actions before the level begins.
    pub random: usize,
    /// The longest win looked for, in turns of the one who wins.
    pub turns: u32,
    /// The nodes of a proof at most.
    pub nodes: u64,
}

/// So many turns of the winner in a row without a win that can be proved end the way back through a game.
const GIVE_UP: usize = 2;

impl Hunt {
    /// Plays a game and goes back from its end; at most one puzzle for each number of turns.
    pub fn search(&self, entry: &Entry, setup: &str, seed: u64) -> Result<Vec<Puzzle>, Refusal> {
        let mut positions = self.play(entry, setup, seed)?;
        let over = positions.pop().expect("a game has a start");
        let Some(winner) = over.turn().outcome().and_then(|outcome| outcome.winners().single()) else {
            return Ok(Vec::new());
        };
        let mut found: BTreeMap<u32, Puzzle> = BTreeMap::new();
        let mut missed = 0;
        for game in positions.iter().rev().filter(|game| game.turn().mover() == Some(winner)) {
            if let Some(puzzle) = find(entry, &**game, self.turns, self.nodes) {
                missed = 0;
                found.entry(puzzle.turns).or_insert(puzzle);
            } else if matches!(game.forced_win(winner, self.turns, self.nodes), Ok(Some(_))) {
                missed = 0;
            } else {
                missed += 1;
            }
            if missed == GIVE_UP {
                break;
            }
        }
        Ok(found.into_values().collect())
    }

    /// Every position of a game, the end included.
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

/// The puzzle in a position, if it is one of at most so many turns; every proof may cost so many nodes.
pub fn find(entry: &Entry, game: &dyn AnyGame, turns: u32, nodes: u64) -> Option<Puzzle> {
    let setup = setup_here(game);
    // A set-up knows neither repetition nor what happened: what is judged is what will be shown.
    let game = &*entry.start(&setup, &mut SmallRng::seed_from_u64(0)).ok()?;
    let Turn::Move(seat) = game.turn() else { return None };
    let choices = game.legal();
    if choices.len() < CHOICES {
        return None;
    }
    let (turns, action) = only_win(game, seat, turns, nodes).ok()??;
    let theme = theme(game, seat, turns, &action, nodes).ok()?;
    Some(Puzzle { turns, grade: grade(game, &action), theme, action, setup })
}

/// Whether a puzzle is right: its action wins within its turns and no other does, and less would not be enough.
pub fn is_right(entry: &Entry, puzzle: &Puzzle, nodes: u64) -> Result<bool, OutOfNodes> {
    let Ok(game) = entry.start(&puzzle.setup, &mut SmallRng::seed_from_u64(0)) else { return Ok(false) };
    let Turn::Move(seat) = game.turn() else { return Ok(false) };
    let found = only_win(&*game, seat, puzzle.turns, nodes)?;
    Ok(found == Some((puzzle.turns, puzzle.action.clone())))
}

/// The position as a set-up that begins there.
fn setup_here(game: &dyn AnyGame) -> String {
    let setup = game.setup();
    let options = setup.split(';').filter(|option| !option.starts_with("from="));
    let from = format!("from={}", game.position_text());
    options.chain([&from[..]]).collect::<Vec<_>>().join(";")
}

/// The shortest win within so many turns, if only one action begins it, whatever the seat does not know.
fn only_win(
    game: &dyn AnyGame,
    seat: Seat,
    turns: u32,
    nodes: u64,
) -> Result<Option<(u32, String)>, OutOfNodes> {
    let only = |game: &dyn AnyGame| -> Result<Option<(u32, String)>, OutOfNodes> {
        let Some(win) = game.forced_win(seat, turns, nodes)? else { return Ok(None) };
        Ok(<[String; 1]>::try_from(win.moves).ok().map(|[action]| (win.turns, action)))
    };
    let Some(found) = only(game)? else { return Ok(None) };
    if game.info().hidden {
        for world in 0..WORLDS {
            if only(&*game.redealt(seat, world))?.as_ref() != Some(&found) {
                return Ok(None);
            }
        }
    }
    Ok(Some(found))
}

fn theme(game: &dyn AnyGame, seat: Seat, turns: u32, action: &str, nodes: u64) -> Result<Theme, OutOfNodes> {
    if turns == 1 {
        return Ok(Theme::Once);
    }
    if let Some(passed) = game.passed()
        && let Some(other) = passed.turn().seat()
        && other != seat
        && passed.forced_win(other, 1, nodes)?.is_some()
    {
        return Ok(Theme::Parry);
    }
    if game.gain(action).is_some_and(|gain| gain.worth.0 > Worth::Step) {
        return Ok(Theme::Gain);
    }
    let mut next = game.boxed_clone();
    if next.play(action).is_ok()
        && let Some(passed) = next.passed()
        && passed.turn().seat() == Some(seat)
        && passed.forced_win(seat, turns - 1, nodes)?.is_none()
    {
        return Ok(Theme::Squeeze);
    }
    Ok(Theme::Quiet)
}

fn grade(game: &dyn AnyGame, action: &str) -> u32 {
    let level = &game.levels()[8];
    let sees = |grade: &u32| {
        let report = game.think(level, &Limits::nodes(1 << grade), &Table::new(1), &mut |_| ());
        report.is_some_and(|report| {
            report.best() == action && matches!(report.lines[0].score, Score::Mate(plies) if plies > 0)
        })
    };
    (1..HARDEST).find(sees).unwrap_or(HARDEST)
}
