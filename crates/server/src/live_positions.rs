//! The positions that are being played: the engine tells nobody of them.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Mutex, MutexGuard},
};

use engine::{AnyGame, GameList};
use table::TableError;

use crate::error::{Error, Result};

/// Before this many actions a position is everybody's: openings are studied while others play them.
const OPENING: usize = 4;

/// The present positions of the live tables that this process has seen.
#[derive(Debug, Default)]
pub(crate) struct LivePositions(Mutex<Marks>);

#[derive(Debug, Default)]
struct Marks {
    tables: HashMap<String, u64>,
    /// How many tables are at each.
    counts: HashMap<u64, usize>,
}

impl LivePositions {
    fn lock(&self) -> MutexGuard<'_, Marks> {
        self.0.lock().expect("nobody panics while holding the positions")
    }

    /// A table is here now; or it is over.
    pub(crate) fn set(&self, table: &str, game: Option<&dyn AnyGame>) {
        let mark = game.filter(|game| game.ply() >= OPENING).map(mark);
        let mut marks = self.lock();
        let before = match mark {
            Some(mark) => marks.tables.insert(table.to_owned(), mark),
            None => marks.tables.remove(table),
        };
        if let Some(mark) = mark {
            *marks.counts.entry(mark).or_default() += 1;
        }
        if let Some(before) = before
            && let Some(count) = marks.counts.get_mut(&before)
        {
            *count -= 1;
            if *count == 0 {
                marks.counts.remove(&before);
            }
        }
    }

    /// Fails if this game is, or on its way was, where a table is now: one action more is no other question.
    pub(crate) fn refuse(&self, games: GameList, game: &dyn AnyGame) -> Result<()> {
        let entry = games.get(game.info().key).ok_or(TableError::NoSuchGame)?;
        let mut replay = entry.start(&game.setup(), &mut rand::rng())?;
        let mut done = Done::of(replay.as_ref());
        let mut places = vec![done.mark(replay.as_ref())];
        for event in game.events() {
            replay.push(&event)?;
            done.add(&event);
            places.push(done.mark(replay.as_ref()));
        }
        let marks = self.lock();
        if places.iter().any(|place| marks.counts.contains_key(place)) { Err(Error::Running) } else { Ok(()) }
    }
}

/// What was done in a game, as one number that each event goes into.
struct Done(u64);

impl Done {
    fn of(game: &dyn AnyGame) -> Self {
        Done(hash(&(game.info().key, game.seats())))
    }

    fn add(&mut self, event: &str) {
        self.0 = hash(&(self.0, event));
    }

    /// The same for all images of a position under the symmetries of its game. Where something is hidden nobody knows
    /// the position, and what was done stands for it.
    fn mark(&self, game: &dyn AnyGame) -> u64 {
        if game.info().hidden { self.0 } else { hash(&(game.info().key, game.canonical_key())) }
    }
}

fn mark(game: &dyn AnyGame) -> u64 {
    let mut done = Done::of(game);
    if game.info().hidden {
        game.events().iter().for_each(|event| done.add(event));
    }
    done.mark(game)
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(plies: usize) -> Box<dyn AnyGame> {
        let mut game = games::GAMES.get("archimedes").unwrap().start("seats=2", &mut rand::rng()).unwrap();
        for _ in 0..plies {
            let seat = game.turn().seat().unwrap();
            let token = game.view(engine::Viewer::Seat(seat)).legal[0].t.clone();
            game.play(&token).unwrap();
        }
        game
    }

    #[test]
    fn a_position_is_refused_while_a_table_is_there() {
        let running = LivePositions::default();
        running.set("t", Some(played(6).as_ref()));
        running.set("u", Some(played(6).as_ref()));
        assert!(running.refuse(games::GAMES, played(6).as_ref()).is_err());
        assert!(
            running.refuse(games::GAMES, played(7).as_ref()).is_err(),
            "one action more is the same question"
        );
        assert!(running.refuse(games::GAMES, played(5).as_ref()).is_ok());
        running.set("t", None);
        assert!(running.refuse(games::GAMES, played(6).as_ref()).is_err(), "another table is still there");
        running.set("u", Some(played(7).as_ref()));
        assert!(running.refuse(games::GAMES, played(6).as_ref()).is_ok());
    }

    #[test]
    fn openings_are_everybodys() {
        let running = LivePositions::default();
        running.set("t", Some(played(2).as_ref()));
        assert!(running.refuse(games::GAMES, played(2).as_ref()).is_ok());
    }
}
