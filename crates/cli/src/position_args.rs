use std::ops::ControlFlow;

use ::engine::{AnyGame, Entry, GameList};
use rand::{SeedableRng, rngs::StdRng};

use crate::usage;

/// The arguments that name a position.
#[derive(Debug, clap::Args)]
pub(crate) struct PositionArgs {
    /// The game
    #[arg(value_name = "GAME")]
    game: String,
    /// Options as key=value, separated by `;`; the others have their defaults
    #[arg(long, default_value = "", hide_default_value = true)]
    setup: String,
    /// The actions that led there, separated by spaces
    #[arg(long, num_args = 1.., value_name = "TOKEN")]
    moves: Vec<String>,
    /// Seed for what the set-up leaves to chance [default: the system's entropy]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
}

impl PositionArgs {
    pub(crate) fn entry(&self, games: GameList) -> &'static Entry {
        entry(games, &self.game)
    }

    /// The game at that position.
    pub(crate) fn open(&self, games: GameList) -> anyhow::Result<Box<dyn AnyGame>> {
        let mut game = self
            .entry(games)
            .start(&self.setup, &mut generator(self.seed))
            .map_err(|e| usage(format!("--setup: {e}")))?;
        let tokens = self.moves.iter().flat_map(|text| text.split_whitespace());
        let played = tokens.enumerate().try_for_each(|(index, token)| match game.play(token) {
            Ok(()) => ControlFlow::Continue(()),
            Err(refusal) => ControlFlow::Break(format!("--moves: ply {}, `{token}`: {refusal}", index + 1)),
        });
        match played {
            ControlFlow::Continue(()) => Ok(game),
            ControlFlow::Break(message) => Err(usage(message)),
        }
    }
}

/// The game with this key, which the command line or a record that was replayed has accepted.
pub(crate) fn entry(games: GameList, key: &str) -> &'static Entry {
    games.get(key).expect("only keys of games are accepted")
}

/// A cryptographic generator, from this seed or from the system's entropy.
pub(crate) fn generator(seed: Option<u64>) -> StdRng {
    seed.map_or_else(rand::make_rng, StdRng::seed_from_u64)
}
