//! How hard a puzzle is to see, and what it is about.

use super::{HARDEST, Puzzle, Theme, shown};
use crate::{
    AnyGame, Entry, Seat, Worth,
    prove::OutOfNodes,
    search::{Judgement, LEVELS, Level, Limits, Method, Score, Table},
};

/// A puzzle that is right with the grade and the theme that it has by their definitions.
pub fn graded(entry: &Entry, puzzle: &Puzzle, nodes: u64) -> Result<Puzzle, OutOfNodes> {
    let Some((game, seat)) = shown(entry, &puzzle.setup) else { return Ok(puzzle.clone()) };
    let theme = match puzzle.theme {
        Theme::Hold => Theme::Hold,
        _ => theme(&*game, seat, puzzle.turns, &puzzle.action, nodes)?,
    };
    Ok(Puzzle { grade: grade(&*game, &puzzle.action, theme), theme, ..puzzle.clone() })
}

/// Whether a search can tell of forced ends: two seats see everything.
pub(super) fn tells_ends(game: &dyn AnyGame) -> bool {
    game.seats() == 2 && !game.info().hidden
}

/// What looks at a position: a search that tells of forced ends, or else full strength. It judges by hand, so that grades
/// stay what they are when a network learns.
pub(super) fn grading_level(game: &dyn AnyGame) -> Level {
    let level = if tells_ends(game) { Level::full(Method::AlphaBeta) } else { game.levels()[LEVELS - 1] };
    Level { judgement: Judgement::Hand, ..level }
}

/// What a win within `turns` turns by this action is about.
pub(super) fn theme(
    game: &dyn AnyGame,
    seat: Seat,
    turns: u32,
    action: &str,
    nodes: u64,
) -> Result<Theme, OutOfNodes> {
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

/// By how many nodes, as a power of 2, a search sees the solution and does not lose sight of it with twice as many.
pub(super) fn grade(game: &dyn AnyGame, action: &str, theme: Theme) -> u32 {
    let level = &grading_level(game);
    let proves = tells_ends(game) && theme != Theme::Hold;
    let sees = |grade: u32| {
        let report = game.think(level, &Limits::nodes(1 << grade), &Table::new(1), &mut |_| ());
        report.is_some_and(|report| {
            let won = matches!(report.lines[0].score, Score::Mate(plies) if plies > 0);
            report.best() == action && (won || !proves)
        })
    };
    let mut before = false;
    for grade in 1..=HARDEST {
        let now = sees(grade);
        if before && now {
            return grade - 1;
        }
        before = now;
    }
    HARDEST
}
