//! The positions that are being played: the engine tells nobody of them.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard},
    time::{Duration, Instant},
};

use engine::{AnyGame, GameList, Viewer, search::Stop, setup};
use sha2::{Digest, Sha256};
use table::{State, Table, TableError};

use crate::{
    App,
    error::{Error, Result},
    pool::{Owner, Rank},
};

/// Before this many actions a position is everybody's: openings are studied while others play them.
const OPENING: usize = 4;
/// How many positions are remembered with what is one action from them.
const REMEMBERED: usize = 10_000;
/// How long a request looks at positions before others have their turn.
const TURN: Duration = Duration::from_millis(20);

/// Where a table is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LivePosition {
    pub game: &'static str,
    /// The same for all that is the same position.
    pub mark: i64,
    /// The position as a set-up; empty where something is hidden, so that nobody could send it.
    pub setup: String,
}

impl LivePosition {
    /// Where this table is, unless it is over, not begun, in an opening, or against the computer alone.
    pub(crate) fn of(table: &Table) -> Option<Self> {
        let game = table.game();
        let opening = game.ply() < OPENING && !table.is_by_hand();
        if table.state() != State::Live || opening || game.turn().is_over() || !table.is_between_people() {
            return None;
        }
        let setup = if game.info().hidden { String::new() } else { as_setup(game) };
        Some(LivePosition { game: game.info().key, mark: mark(game), setup })
    }
}

/// The present positions of the live tables that this process has seen.
#[derive(Debug, Default)]
pub(crate) struct LivePositions {
    tables: Mutex<HashMap<String, LivePosition>>,
    /// By mark, the marks of what is one action from it.
    next: Mutex<HashMap<i64, Arc<HashSet<i64>>>>,
}

impl LivePositions {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, LivePosition>> {
        self.tables.lock().expect("nobody panics while holding the positions")
    }

    /// A table is here now; or nowhere that counts.
    pub(crate) fn set(&self, table: &str, position: Option<LivePosition>) {
        match position {
            Some(position) => self.lock().insert(table.to_owned(), position),
            None => self.lock().remove(table),
        };
    }

    /// Hands the game back; fails if it is, or on its way was, where a table is now, in whichever process: one action
    /// more is no other question. Of a game that begins with a position of its own, neither is one action apart.
    pub(crate) async fn refuse(
        &self,
        app: &'static App,
        owner: &Owner,
        game: Box<dyn AnyGame>,
    ) -> Result<Box<dyn AnyGame>> {
        let (game, places) = app
            .replays
            .run(Rank::Study, owner, move |stop| {
                let places = places(app.games, game.as_ref(), stop);
                (game, places)
            })
            .await?;
        let places = places?;
        let here = places.iter().copied().collect::<HashSet<_>>();
        if self.lock().values().any(|position| here.contains(&position.mark))
            || (app.store.is_shared() && app.store.is_played(&places).await?)
        {
            return Err(Error::Running);
        }
        if game.info().hidden || !setup::is_by_hand(game.info().options, &game.setup()) {
            return Ok(game);
        }
        let mut running: Vec<LivePosition> = match app.store.is_shared() {
            true => app.store.live_positions(game.info().key).await?,
            false => {
                self.lock().values().filter(|position| position.game == game.info().key).cloned().collect()
            }
        };
        let asked = [places.first().copied(), places.last().copied()];
        let mut near = false;
        // The more is played the longer it takes, so others have their turns in between.
        while !near && !running.is_empty() {
            (near, running) = app
                .replays
                .run(Rank::Study, owner, move |stop| {
                    let (begin, mut near, mut running) = (Instant::now(), false, running);
                    while let Some(position) = running.pop() {
                        let next = app.live_positions.next(app.games, &position);
                        near = stop.asked() || asked.iter().flatten().any(|mark| next.contains(mark));
                        if near || begin.elapsed() > TURN {
                            break;
                        }
                    }
                    (near, running)
                })
                .await?;
        }
        if near { Err(Error::Running) } else { Ok(game) }
    }

    /// The marks of what is one action from a place.
    fn next(&self, games: GameList, position: &LivePosition) -> Arc<HashSet<i64>> {
        let lock = || self.next.lock().expect("nobody panics while holding the positions");
        if let Some(next) = lock().get(&position.mark) {
            return Arc::clone(next);
        }
        let game =
            games.get(position.game).and_then(|entry| entry.start(&position.setup, &mut rand::rng()).ok());
        let marks = game.iter().flat_map(|game| {
            game.legal().into_iter().filter_map(|token| {
                let mut next = game.boxed_clone();
                next.play(&token).ok().map(|()| mark(next.as_ref()))
            })
        });
        let next = Arc::new(marks.collect());
        let mut known = lock();
        if known.len() >= REMEMBERED {
            known.clear();
        }
        known.insert(position.mark, Arc::clone(&next));
        next
    }
}

/// The marks of all positions of a game, the first and the last among them.
pub(crate) fn places(games: GameList, game: &dyn AnyGame, stop: &Stop) -> Result<Vec<i64>> {
    let entry = games.get(game.info().key).ok_or(TableError::NoSuchGame)?;
    let mut replay = entry.start(&game.setup(), &mut rand::rng())?;
    let mut places = vec![mark(replay.as_ref())];
    for event in game.events() {
        if stop.asked() {
            return Err(Error::Stopping);
        }
        replay.push(&event)?;
        places.push(mark(replay.as_ref()));
    }
    Ok(places)
}

/// The same for all images of a position under the symmetries of its game. Where something is hidden, what everybody
/// may know stands for it.
fn mark(game: &dyn AnyGame) -> i64 {
    let hash = Sha256::new_with_prefix(game.info().key);
    let hash = if game.info().hidden {
        let view = game.view(Viewer::Spectator);
        let known = serde_json::to_string(&(view.turn, view.board)).expect("a view is plain data");
        hash.chain_update(known)
    } else {
        hash.chain_update(game.canonical_key().to_le_bytes())
    };
    let digest: [u8; 32] = hash.finalize().into();
    i64::from_le_bytes(std::array::from_fn(|index| digest[index]))
}

/// The set-up that begins where a game is.
pub(crate) fn as_setup(game: &dyn AnyGame) -> String {
    let setup = game.setup();
    let kept = setup.split(';').filter(|part| !part.starts_with("from="));
    let from = format!("from={}", game.position_text());
    kept.chain([from.as_str()]).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(";")
}
