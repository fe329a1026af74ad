use ::engine::{
    AnyGame,
    search::{Clocks, Level, Limits, Table},
};
use anyhow::Result;

use super::{
    external_engine::ExternalEngine,
    spec::{Pace, Spec, Who},
};

/// The size of the transposition table of each player.
const TABLE_MEBIBYTES: usize = 16;

/// Chooses the actions of one seat in one game.
pub(crate) enum Engine {
    Own { who: Who, pace: Pace, table: Box<Table>, seed: u64 },
    External(ExternalEngine, Pace),
}

impl Engine {
    pub(crate) fn new(spec: &Spec, seed: u64) -> Result<Self> {
        Ok(match &spec.who {
            Who::External(command) => Engine::External(ExternalEngine::start(command)?, spec.pace),
            who => Engine::Own {
                who: who.clone(),
                pace: spec.pace,
                table: Box::new(Table::new(TABLE_MEBIBYTES)),
                seed,
            },
        })
    }

    /// The action this player wants to play; the game is not over. `clocks` are what is left, if it has one.
    pub(crate) fn choose(&mut self, game: &dyn AnyGame, clocks: &Clocks) -> Result<String> {
        match self {
            Engine::External(program, pace) => program.choose(game, *pace, clocks),
            Engine::Own { who, pace, table, seed } => {
                let level: Level = match who {
                    Who::Level(number, eyes) => Level { judgement: eyes.judgement, ..game.levels()[*number] },
                    Who::Baseline(_, level) => *level,
                    Who::External(_) => unreachable!("an outside player is a program"),
                };
                *seed = seed.wrapping_add(1);
                let seat = game.turn().seat().expect("a player is asked before the end");
                let mut limits = Limits { seed: *seed, ..Limits::default() };
                match *pace {
                    Pace::Free => {}
                    Pace::Time(time) => limits.time = Some(time),
                    Pace::Nodes(nodes) => limits.nodes = Some(nodes),
                    Pace::Depth(depth) => limits.depth = Some(depth),
                    Pace::Clock(..) => limits.time = clocks.budget(seat),
                }
                let report = game.think(&level, &limits, table, &mut |_| ());
                Ok(report.expect("a player is asked before the end").best().clone())
            }
        }
    }
}
