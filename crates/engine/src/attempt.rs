//! Somebody tries to solve a puzzle: what the others answer, and whether it goes wrong.

use rand::{SeedableRng, rngs::SmallRng};

use crate::{
    AnyGame, Entry, Refusal, Seat, Turn,
    prove::{Attack, OutOfNodes},
};

/// What a puzzle asks for: whether to hold, and the turns.
pub type Task = (bool, u32);

/// What an attempt has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It does what is asked so far.
    Open,
    Solved,
    Failed,
}

/// What follows the actions of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    pub verdict: Verdict,
    /// What the others play now; if the attempt failed, what shows it, which may be nothing.
    pub replies: Vec<String>,
}

/// Why an attempt is not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    Refused(Refusal),
    OutOfNodes,
}

impl From<Refusal> for NoAnswer {
    fn from(refusal: Refusal) -> Self {
        NoAnswer::Refused(refusal)
    }
}

impl From<OutOfNodes> for NoAnswer {
    fn from(_: OutOfNodes) -> Self {
        NoAnswer::OutOfNodes
    }
}

/// Answers the actions played so far, the replies to them included, from the set-up of a puzzle.
pub fn answer(
    entry: &Entry,
    setup: &str,
    (hold, turns): Task,
    actions: &[String],
    nodes: u64,
) -> Result<Answer, NoAnswer> {
    let game = entry.start(setup, &mut SmallRng::seed_from_u64(0))?;
    let Some(seat) = game.turn().seat() else {
        return Ok(Answer { verdict: Verdict::Failed, replies: Vec::new() });
    };
    let mover = game.turn().mover();
    let mut attempt = Attempt { game, attack: Attack { seat, mover, left: turns.saturating_sub(1) }, nodes };
    for action in actions {
        attempt.play(action)?;
    }
    if hold { attempt.hold(seat, turns) } else { attempt.win() }
}

/// A game and an attack in it.
struct Attempt {
    game: Box<dyn AnyGame>,
    attack: Attack,
    nodes: u64,
}

impl Attempt {
    fn play(&mut self, action: &str) -> Result<(), Refusal> {
        self.game.play(action)?;
        let mover = self.game.turn().mover().or(self.attack.mover);
        let begins = mover == Some(self.attack.seat) && self.attack.mover != mover;
        self.attack = Attack { mover, left: self.attack.left.saturating_sub(begins.into()), ..self.attack };
        Ok(())
    }

    fn to_act(&self) -> Option<Seat> {
        self.game.turn().seat()
    }

    /// The others defend until it is the solver's turn again, or show that there is no win.
    fn win(mut self) -> Result<Answer, NoAnswer> {
        let mut replies = Vec::new();
        let mut verdict = Verdict::Open;
        loop {
            if let Turn::Over(outcome) = self.game.turn() {
                let won = verdict == Verdict::Open && outcome.share(self.attack.seat) == 1.0;
                verdict = if won { Verdict::Solved } else { Verdict::Failed };
                return Ok(Answer { verdict, replies });
            }
            if self.to_act() == Some(self.attack.seat) {
                if !self.game.succeeds(self.attack, self.nodes)? {
                    verdict = Verdict::Failed;
                }
                return Ok(Answer { verdict, replies });
            }
            // The last turn is over, and the game is not.
            if self.attack.left == 0 && self.attack.mover != Some(self.attack.seat) {
                return Ok(Answer { verdict: Verdict::Failed, replies });
            }
            let defence = self.game.defence(self.attack, self.nodes)?.expect("a defender is to act");
            if defence.holds {
                verdict = Verdict::Failed;
            }
            self.play(&defence.action)?;
            replies.push(defence.action);
        }
    }

    /// Another seat shows how it wins now, if it can.
    fn hold(mut self, seat: Seat, turns: u32) -> Result<Answer, NoAnswer> {
        for other in Seat::all(self.game.seats()).filter(|&other| other != seat) {
            let mover = self.game.turn().mover().or(self.attack.mover);
            let left = if mover == Some(other) { turns - 1 } else { turns };
            self.attack = Attack { seat: other, mover, left };
            let won = match self.game.turn() {
                Turn::Over(outcome) => outcome.share(other) == 1.0,
                _ => self.game.succeeds(self.attack, self.nodes)?,
            };
            if won {
                return Ok(Answer { verdict: Verdict::Failed, replies: self.show_win()? });
            }
        }
        Ok(Answer { verdict: Verdict::Solved, replies: Vec::new() })
    }

    /// How an attack that succeeds goes on, against the defence that lasts longest.
    fn show_win(mut self) -> Result<Vec<String>, NoAnswer> {
        let mut shown = Vec::new();
        while let Some(seat) = self.to_act() {
            let action = if seat == self.attack.seat {
                let mut wins = None;
                for action in self.game.legal() {
                    let mut next =
                        Attempt { game: self.game.clone(), attack: self.attack, nodes: self.nodes };
                    next.play(&action)?;
                    let won = match next.game.turn() {
                        Turn::Over(outcome) => outcome.share(seat) == 1.0,
                        _ if self.attack.left == 0 && next.attack.mover != Some(seat) => false,
                        _ => next.game.succeeds(next.attack, next.nodes)?,
                    };
                    if won {
                        wins = Some(action);
                        break;
                    }
                }
                wins
            } else {
                self.game.defence(self.attack, self.nodes)?.map(|defence| defence.action)
            };
            let Some(action) = action else { break };
            self.play(&action)?;
            shown.push(action);
        }
        Ok(shown)
    }
}
