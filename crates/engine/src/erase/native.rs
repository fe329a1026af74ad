//! What only programs of a machine ask of a game: those that draw with characters, measure, learn or compose puzzles.

use rand::{Rng, SeedableRng, rngs::SmallRng};

use crate::{
    AnyGame, Event, Gain, Game, Judge, Numbered, Picture, Record, Refusal, Seat, Space, Stage, Turn, Urgency,
    Viewer, mix,
    network::Inputs,
    prove::{self, ForcedWin, OutOfNodes},
    review,
};

/// How a random action is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// From the list of all legal ones.
    Listed,
    /// By [`Game::sample`].
    Sampled,
}

/// The part of [`AnyGame`] that a browser does not have: every method is built once per game, called or not.
pub trait NativeGame {
    /// What the viewer may know, to be drawn with characters.
    fn picture(&self, viewer: Viewer) -> Box<dyn Picture>;
    /// Plays random legal actions from here to the end; how many, and how it ended.
    fn playout(&self, rng: &mut dyn Rng) -> (usize, Turn);
    /// Plays this many random games from here to the end; how many actions that took. For measuring.
    fn playouts(&self, games: u32, seed: u64, pick: Pick) -> u64;
    /// No game from here has more actions than this: see [`Game::longest`].
    fn longest(&self) -> usize;
    /// The same for all images of a position.
    fn canonical_key(&self) -> u64;
    /// What games are counted by where no position comes about again: see [`Game::stages`].
    fn stages(&self, seat: Seat) -> Vec<Stage>;
    /// What a legal token, played as a turn of its own, brings the seat to act.
    fn gain(&self, token: &str) -> Option<Gain>;
    /// This position in another world that the seat thinks possible: a fresh record, for search and proof alone.
    fn redealt(&self, seat: Seat, world: u64) -> Box<dyn AnyGame>;
    /// The shortest win that the seat can force within this many of its own turns: see [`prove::forced_win`].
    fn forced_win(&self, seat: Seat, turns: u32, nodes: u64)
    -> Result<Option<ForcedWin<String>>, OutOfNodes>;
    /// The same if only one action begins it, with its turns: see [`prove::only_win`].
    fn only_win(&self, seat: Seat, turns: u32, nodes: u64) -> Result<Option<(u32, String)>, OutOfNodes>;
    /// How many inputs a network for this set-up has; 0 if it is judged by hand alone.
    fn inputs(&self) -> usize;
    /// What a network can learn from this position, once for each of its images: what it is told and as which seat, and
    /// the hand-made judgement for that seat. Nothing where a search would not judge.
    fn lessons(&self) -> Vec<(Seat, i32, Inputs)>;
    /// Appends the numbers of the legal actions, in the order of [`AnyGame::legal`].
    fn legal_numbers(&self, numbers: &mut Vec<u32>);
    /// The number of a legal token.
    fn number(&self, token: &str) -> Result<usize, Refusal>;
    /// The token that a number stands for in this position, legal or not.
    fn numbered(&self, number: usize) -> Option<String>;
    /// Plays the action with this number; `false`, and nothing is changed, if it is not legal.
    fn play_number(&mut self, number: usize) -> bool;
    /// Writes what the seat may know into `out`, which has the size of the game's [`Space::shape`].
    fn observe(&self, seat: Seat, out: &mut [f32]);
}

impl<G: Game + Judge + Numbered> NativeGame for Record<G> {
    fn picture(&self, viewer: Viewer) -> Box<dyn Picture> {
        let viewer = if Record::turn(self).is_over() { Viewer::All } else { viewer };
        Box::new(self.position().view(viewer))
    }

    fn playout(&self, rng: &mut dyn Rng) -> (usize, Turn) {
        let mut position = self.position().clone();
        let mut moves = Vec::new();
        let mut plies = 0;
        while let Some(m) = position.sample(rng, &mut moves) {
            position.play_unchecked(m);
            plies += 1;
        }
        (plies, position.turn())
    }

    fn playouts(&self, games: u32, seed: u64, pick: Pick) -> u64 {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut moves = Vec::new();
        let mut actions = 0;
        for _ in 0..games {
            let mut position = self.position().clone();
            loop {
                let m = match pick {
                    Pick::Listed => {
                        moves.clear();
                        position.legal_moves(&mut moves);
                        if moves.is_empty() {
                            break;
                        }
                        moves[mix::below(&mut rng, moves.len())]
                    }
                    Pick::Sampled => match position.sample(&mut rng, &mut moves) {
                        Some(m) => m,
                        None => break,
                    },
                };
                position.play_unchecked(m);
                actions += 1;
            }
        }
        actions
    }

    fn longest(&self) -> usize {
        self.position().longest()
    }

    fn canonical_key(&self) -> u64 {
        self.position().canonical_key()
    }

    fn stages(&self, seat: Seat) -> Vec<Stage> {
        self.position().stages(seat)
    }

    fn gain(&self, token: &str) -> Option<Gain> {
        let (seat, m) = (Record::turn(self).seat()?, token.parse().ok()?);
        let mut after = self.clone();
        Record::push(&mut after, Event::Move(m)).ok()?;
        review::gain_of(seat, self.position(), &[m], after.position(), Record::turn(&after))
    }

    fn redealt(&self, seat: Seat, world: u64) -> Box<dyn AnyGame> {
        let mut position = self.position().clone();
        position.redeal(Viewer::Seat(seat), &mut SmallRng::seed_from_u64(world));
        Box::new(Record::at(Record::setup(self).clone(), position))
    }

    fn forced_win(
        &self,
        seat: Seat,
        turns: u32,
        nodes: u64,
    ) -> Result<Option<ForcedWin<String>>, OutOfNodes> {
        let win = prove::forced_win(self.position(), seat, turns, nodes)?;
        Ok(win.map(|win| ForcedWin {
            turns: win.turns,
            moves: win.moves.iter().map(ToString::to_string).collect(),
        }))
    }

    fn only_win(&self, seat: Seat, turns: u32, nodes: u64) -> Result<Option<(u32, String)>, OutOfNodes> {
        let win = prove::only_win(self.position(), seat, turns, nodes)?;
        Ok(win.map(|(turns, m)| (turns, m.to_string())))
    }

    fn inputs(&self) -> usize {
        self.position().inputs()
    }

    fn lessons(&self) -> Vec<(Seat, i32, Inputs)> {
        let position = self.position();
        let judged = Record::turn(self).seat().is_some() && position.calm();
        if !judged || position.inputs() == 0 || position.urgency() != Urgency::Calm {
            return Vec::new();
        }
        let mut lessons: Vec<(Seat, i32, Inputs)> = Vec::new();
        for number in 0..position.images() {
            let mut inputs = Inputs::default();
            let (seat, hand) = position.image(number).tell(&mut inputs);
            inputs.sort();
            // Images that a network cannot tell apart teach nothing more.
            if lessons.iter().all(|(.., other)| *other != inputs) {
                lessons.push((seat, hand, inputs));
            }
        }
        lessons
    }

    fn legal_numbers(&self, numbers: &mut Vec<u32>) {
        if !Record::turn(self).is_over() && G::SPACE != Space::NONE {
            self.position().legal_numbers(numbers);
        }
    }

    fn number(&self, token: &str) -> Result<usize, Refusal> {
        let m = token.parse()?;
        match Record::explain(self, m) {
            Some(refusal) => Err(refusal),
            None => Ok(self.position().number(m)),
        }
    }

    fn numbered(&self, number: usize) -> Option<String> {
        self.position().numbered(number).map(|m| m.to_string())
    }

    fn play_number(&mut self, number: usize) -> bool {
        self.position().numbered(number).is_some_and(|m| Record::push(self, Event::Move(m)).is_ok())
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        out.fill(0.0);
        self.position().observe(seat, out);
    }
}
