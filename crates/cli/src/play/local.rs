//! A game played here: people at this keyboard and engines of this machine.

use std::{path::Path, sync::Arc};

use ::engine::{
    AnyGame, BySeat, Ink, Seat, Viewer, Withdrawal,
    search::{self, Level},
};

use super::{
    keep::{self, Keep},
    paint::Paint,
    seen::Seen,
    sitter::Sitter,
    table::{News, Table},
    think::{Patience, Thinking, Thought},
};
use crate::show;

/// The size of the engine's memory, in MiB: made anew for each game, so that starting stays quick.
const MEMORY: usize = 8;
/// The level that hints are of: strong, with the same patience as an opponent.
const HINT: usize = 8;

#[derive(Debug)]
pub(super) struct Local {
    game: Box<dyn AnyGame>,
    pub(super) sitters: BySeat<Sitter>,
    keep: Keep,
    patience: Patience,
    memory: Option<Arc<search::Table>>,
    thinking: Option<(Thinking, Purpose)>,
    /// The person who sits in front of the screen.
    front: Option<Seat>,
    seen: Seen,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    Play,
    Hint,
}

impl Local {
    /// Sits down at a game, and keeps it from the start.
    pub(super) fn new(
        game: Box<dyn AnyGame>,
        sitters: BySeat<Sitter>,
        keep: Keep,
        patience: Patience,
    ) -> anyhow::Result<Self> {
        keep.write(&*game, &sitters)?;
        let seen = Seen::of(&*game, Viewer::Spectator);
        let mut local =
            Local { game, sitters, keep, patience, memory: None, thinking: None, front: None, seen };
        let people: Vec<Seat> = local.people().collect();
        if let [only] = people[..] {
            // One person alone needs no hand-over.
            local.front = Some(only);
        }
        local.look();
        Ok(local)
    }

    fn people(&self) -> impl Iterator<Item = Seat> {
        let sitters = self.sitters;
        Seat::all(self.game.seats()).filter(move |&seat| sitters[seat] == Sitter::Human)
    }

    /// Looks at the game again, as whoever may see the screen now; lets the engine begin if it is its turn.
    fn look(&mut self) {
        if !self.game.info().hidden {
            self.front = self.mine().or(self.front);
        }
        let viewer = match (self.hand_over(), self.front) {
            (None, Some(seat)) => Viewer::Seat(seat),
            _ => Viewer::Spectator,
        };
        self.seen = Seen::of(&*self.game, viewer);
        let acting = self.game.turn().seat();
        if self.thinking.is_none()
            && let Some(Sitter::Level(level)) = acting.map(|seat| self.sitters[seat])
        {
            self.think(self.game.levels()[level - 1], Purpose::Play);
        }
    }

    fn think(&mut self, level: Level, purpose: Purpose) {
        let memory = self.memory.get_or_insert_with(|| Arc::new(search::Table::new(MEMORY)));
        self.thinking = Thinking::start(&*self.game, level, self.patience, memory).map(|it| (it, purpose));
    }

    fn changed(&mut self) -> Result<(), String> {
        self.thinking = None;
        let kept = self.keep.write(&*self.game, &self.sitters);
        self.look();
        kept.map_err(|error| format!("the game is not kept: {error:#}"))
    }
}

impl Table for Local {
    fn seen(&self) -> &Seen {
        &self.seen
    }

    fn moves(&self) -> Vec<String> {
        self.game.moves()
    }

    fn mine(&self) -> Option<Seat> {
        self.game.turn().seat().filter(|&seat| self.sitters[seat] == Sitter::Human)
    }

    fn hand_over(&self) -> Option<Seat> {
        self.mine().filter(|&seat| self.game.info().hidden && self.front != Some(seat))
    }

    fn sit_down(&mut self) {
        self.front = self.mine().or(self.front);
        self.look();
    }

    fn sitter(&self, seat: Seat) -> String {
        self.sitters[seat].to_string()
    }

    fn act(&mut self, token: &str) -> Result<(), String> {
        if let Some(refusal) = self.why_not(token) {
            return Err(refusal);
        }
        self.game.play(token).map_err(|refusal| refusal.to_string())?;
        self.changed()
    }

    fn why_not(&mut self, token: &str) -> Option<String> {
        let refusal = match self.mine() {
            Some(seat) => self.game.explain_to(seat, token),
            None if self.game.turn().is_over() => self.game.explain(token),
            None => return Some("wait: the engine is to act".to_owned()),
        };
        refusal.map(|refusal| refusal.to_string())
    }

    fn undo(&mut self) -> Result<(), String> {
        // Back to the last decision that a person made: found by replaying, since a ply does not tell whose it was.
        let entry = games::game(self.game.info().key).expect("a game that is played is listed");
        let moves = self.game.moves();
        let mut again = entry
            .start(&self.game.setup(), &mut rand::make_rng::<rand::rngs::StdRng>())
            .map_err(|refusal| refusal.to_string())?;
        let mut back = None;
        for (ply, token) in (1..).zip(&moves) {
            if again.turn().seat().is_some_and(|seat| self.sitters[seat] == Sitter::Human) {
                back = Some(ply);
            }
            // After a withdrawal the plies may belong to others: then the last one counts.
            if again.play(token).is_err() {
                back = Some(moves.len());
                break;
            }
        }
        let ply = back.ok_or("there is nothing of yours to take back")?;
        self.game.push(&format!("takeback:{ply}")).map_err(|error| error.to_string())?;
        self.changed()
    }

    fn resign(&mut self) -> Result<(), String> {
        let seat = self.mine().ok_or("only the seat to act may resign")?;
        self.game.withdraw(seat, Withdrawal::Resign).map_err(|error| error.to_string())?;
        self.changed()
    }

    fn hint(&mut self) -> Result<(), String> {
        match (&self.thinking, self.mine()) {
            (Some(_), _) => Err("the engine is thinking".to_owned()),
            (None, None) => Err("there is nothing to decide".to_owned()),
            (None, Some(_)) => {
                self.think(self.game.levels()[HINT - 1], Purpose::Hint);
                Ok(())
            }
        }
    }

    fn save(&mut self, file: &Path) -> Result<(), String> {
        keep::write(file, &*self.game, &self.sitters).map_err(|error| format!("{error:#}"))
    }

    fn thought(&self) -> Option<(Seat, Option<&Thought>)> {
        self.thinking.as_ref().map(|(thinking, _)| (thinking.seat, thinking.thought.as_ref()))
    }

    fn picture(&self, paint: Paint) -> anyhow::Result<String> {
        let viewer = self.mine().map_or(Viewer::Spectator, Viewer::Seat);
        let picture = self.game.picture(viewer, Ink { colour: false, ascii: paint.ascii });
        Ok(format!("{}\n{}", picture.trim_end(), show::turn(&*self.game)))
    }

    fn poll(&mut self) -> News {
        let mut news = News::default();
        let Some((thinking, purpose)) = &mut self.thinking else { return news };
        news.changed = true;
        let Some(found) = thinking.hear(self.game.scale()) else { return news };
        let purpose = *purpose;
        self.thinking = None;
        let Some(token) = found else { return news };
        match purpose {
            Purpose::Hint => news.hint = Some(token),
            Purpose::Play => {
                self.game.play(&token).expect("an engine plays by the rules");
                news.message = self.changed().err();
                news.fresh = true;
            }
        }
        news
    }
}
