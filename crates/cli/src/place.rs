use std::ops::ControlFlow;

use ::engine::{AnyGame, Entry};
use clap::builder::PossibleValuesParser;
use rand::{SeedableRng, rngs::StdRng};

use crate::usage;

/// A position, as a command line names it.
#[derive(Debug, clap::Args)]
pub(crate) struct Place {
    /// The game
    #[arg(value_name = "GAME", value_parser = game_keys())]
    game: String,
    /// Options as key=value joined by `;`; what is left out has its default
    #[arg(long, default_value = "", hide_default_value = true)]
    setup: String,
    /// The actions that led there, separated by spaces
    #[arg(long, num_args = 1.., value_name = "TOKEN")]
    moves: Vec<String>,
    /// Seed for what the set-up leaves to chance [default: the system's entropy]
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
}

impl Place {
    pub(crate) fn entry(&self) -> &'static Entry {
        entry(&self.game)
    }

    /// The game at that position.
    pub(crate) fn open(&self) -> anyhow::Result<Box<dyn AnyGame>> {
        let mut game = self
            .entry()
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

/// The game with this key, which [`game_keys`] or a record that was replayed has accepted.
pub(crate) fn entry(key: &str) -> &'static Entry {
    games::game(key).expect("only keys of games are accepted")
}

/// Accepts the keys of the games alone.
pub(crate) fn game_keys() -> PossibleValuesParser {
    PossibleValuesParser::new(games::GAMES.iter().map(|entry| entry.info().key))
}

/// A cryptographic generator, from this seed or from the system's entropy.
pub(crate) fn generator(seed: Option<u64>) -> StdRng {
    seed.map_or_else(rand::make_rng, StdRng::seed_from_u64)
}
