use super::{At, Fault, Line, Lud, faults};
use crate::{AnyGame, GameList, fair::Asked, search::Stop};

impl Lud {
    /// Plays the record by the rules: the main line, every variation, and whether the end is the one it states.
    /// Gives the game at the end of its main line, or the first fault.
    pub fn replay(&self, games: GameList) -> Result<Box<dyn AnyGame>, Fault> {
        let played = self.replay_until(games, &Stop::default())?;
        Ok(played.expect("nobody asks it to stop"))
    }

    /// The same, until it is told to stop: then nothing.
    pub fn replay_until(&self, games: GameList, stop: &Stop) -> Result<Option<Box<dyn AnyGame>>, Fault> {
        let mut game = self.start(games)?;
        if !play(&mut game, &self.line, stop)? {
            return Ok(None);
        }
        self.check_end(&*game)?;
        Ok(Some(game))
    }

    /// The game before its first step.
    pub fn start(&self, games: GameList) -> Result<Box<dyn AnyGame>, Fault> {
        let first = At { line: 1, column: 1 };
        let tag = self.find("Game").ok_or_else(|| first.fault(faults::GAME_FIRST.refuse()))?;
        let entry = games
            .get(&tag.value)
            .ok_or_else(|| tag.at.fault(faults::NO_GAME.with([("game", tag.value.clone())])))?;
        let setup = self.find("Setup");
        let (text, at) = setup.map_or(("", tag.at), |setup| (setup.value.as_str(), setup.at));
        let mut chance = Asked(0);
        let game = entry.start(text, &mut chance).map_err(|refusal| at.fault(refusal))?;
        if chance.0 > 0 {
            return Err(at.fault(faults::CHANCE.refuse()));
        }
        Ok(game)
    }

    fn check_end(&self, game: &dyn AnyGame) -> Result<(), Fault> {
        let outcome = game.turn().outcome();
        let facts = [
            ("Result", outcome.map(|outcome| outcome.to_string())),
            ("End", outcome.map(|outcome| outcome.by().to_owned())),
        ];
        for (name, fact) in facts {
            match (self.find(name), fact) {
                (Some(tag), Some(fact)) if tag.value != fact => {
                    return Err(tag.at.fault(faults::WRONG_END.with([
                        ("tag", name.to_owned()),
                        ("fact", fact),
                        ("value", tag.value.clone()),
                    ])));
                }
                (Some(tag), None) => {
                    return Err(tag.at.fault(faults::NO_END.with([("tag", name.to_owned())])));
                }
                _ => {}
            }
        }
        Ok(())
    }
}

/// Whether it was played to its end.
fn play(game: &mut Box<dyn AnyGame>, line: &Line, stop: &Stop) -> Result<bool, Fault> {
    for step in &line.steps {
        if stop.asked() {
            return Ok(false);
        }
        let before = (!step.variations.is_empty()).then(|| game.clone());
        game.push(&step.text).map_err(|error| step.at.fault(error.refusal()))?;
        if let Some(before) = before {
            for variation in &step.variations {
                if !play(&mut before.clone(), variation, stop)? {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}
