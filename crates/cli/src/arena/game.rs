use std::time::{Duration, Instant};

use ::engine::{
    AnyGame, BySeat, Entry, Seat, Turn, Withdrawal, mix,
    search::{Clocks, Limits, Score, Table},
};
use anyhow::{Result, bail};
use rand::{SeedableRng, rngs::StdRng};

use super::{
    engine::Engine,
    spec::{Pace, Spec},
};

/// How a game of a match starts.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    pub(crate) setup: String,
    /// Decides the deal and the random actions.
    pub(crate) seed: u64,
    /// How many random actions come first.
    pub(crate) random: usize,
    pub(crate) moves: Vec<String>,
    /// Random actions are drawn anew while a search of this many nodes sees a forced end after them.
    pub(crate) sound: Option<u64>,
}

/// After this many draws without a suitable opening there is none.
const DRAWS: usize = 1_000;

impl Opening {
    pub(crate) fn play(&self, entry: &Entry) -> Result<Box<dyn AnyGame>> {
        let mut rng = StdRng::seed_from_u64(self.seed);
        for _ in 0..DRAWS {
            let mut game = entry.start(&self.setup, &mut rng)?;
            for token in &self.moves {
                game.play(token)?;
            }
            for _ in 0..self.random {
                let legal = game.legal();
                if legal.is_empty() {
                    break;
                }
                game.play(&legal[mix::below(&mut rng, legal.len())])?;
            }
            if !game.turn().is_over() && !self.sound.is_some_and(|nodes| is_decided(&*game, nodes)) {
                return Ok(game);
            }
        }
        bail!("no such opening of `{}` in {DRAWS} is open", self.setup)
    }
}

fn is_decided(game: &dyn AnyGame, nodes: u64) -> bool {
    let found = game.think(&game.levels()[8], &Limits::nodes(nodes), &Table::new(1), &mut |_| ());
    found.is_some_and(|report| matches!(report.lines[0].score, Score::Mate(_)))
}

/// A game that was played.
pub(crate) struct Played {
    pub(crate) game: Box<dyn AnyGame>,
    /// Who crashed, played an illegal action or ran out of time, and what happened.
    pub(crate) fault: Option<(Seat, String)>,
}

/// Plays a game to its end. A player that crashes or plays an illegal action loses.
pub(crate) fn play(game: Box<dyn AnyGame>, seated: &[&Spec], seed: u64) -> Result<Played> {
    let mut game = game;
    let mut players = seated
        .iter()
        .enumerate()
        .map(|(index, spec)| Engine::new(spec, mix::zobrist(seed ^ (index as u64) << 32)))
        .collect::<Result<Vec<_>>>()?;
    let clock = |seat: Seat| match seated.get(seat.index()).map(|spec| spec.pace) {
        Some(Pace::Clock(time, increment)) => (Some(time), increment),
        _ => (None, Duration::ZERO),
    };
    let mut clocks = Clocks {
        left: BySeat::from_fn(|seat| clock(seat).0),
        increment: BySeat::from_fn(|seat| clock(seat).1),
    };
    let mut fault = None;
    while let Turn::Move(seat) | Turn::Reply(seat) = game.turn() {
        let started = Instant::now();
        let chosen = players[seat.index()].choose(&*game, &clocks);
        if let Some(left) = &mut clocks.left[seat] {
            let spent = started.elapsed();
            if spent > *left {
                fault = Some((seat, format!("out of time at ply {}", game.ply() + 1)));
                game.withdraw(seat, Withdrawal::Time)?;
                continue;
            }
            *left = *left - spent + clocks.increment[seat];
        }
        let failed = match chosen {
            Ok(token) => game.play(&token).err().map(|refusal| format!("played `{token}`: {refusal}")),
            Err(error) => Some(format!("{error:#}")),
        };
        if let Some(failure) = failed {
            fault = Some((seat, failure));
            game.withdraw(seat, Withdrawal::Resign)?;
        }
    }
    Ok(Played { game, fault })
}
