//! Counts finished games by position, a few at a time, for whoever asks what was played there.

use std::{collections::HashMap, time::Duration};

use engine::search::Stop;
use table::{
    SeatWish,
    study::explore::{self, Count, Player},
    time_text,
};

use crate::{
    App,
    error::{Error, Result},
    live_table,
    pool::{Owner, Rank},
    store::{Cell, StoredTable},
};

/// How long nobody looks for games that have ended, if there were none.
const PAUSE: Duration = Duration::from_secs(1);

impl App {
    /// Counts games as they end.
    pub(crate) async fn run_explorer(&'static self) {
        while !self.is_stopping() {
            match self.explore_some().await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(error) => error.log(),
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Counts some of the games that are not counted yet; whether there were any.
    async fn explore_some(&'static self) -> Result<bool> {
        let mut counted = Vec::new();
        for id in self.store.unexplored().await? {
            let counts = match self.tables.read(&id, self.count(&id)).await {
                Ok(counts) => counts,
                Err(error @ (Error::Busy | Error::Stopping | Error::Database(_))) => return Err(error),
                // Nothing of a game that cannot be read is counted.
                Err(error) => {
                    error.log();
                    HashMap::new()
                }
            };
            counted.push((id, counts));
        }
        let any = !counted.is_empty();
        if any {
            self.store.explore(counted).await?;
        }
        Ok(any)
    }

    async fn count(&'static self, id: &str) -> Result<HashMap<Cell, Count>> {
        let Some(stored) = self.store.load_table(id).await? else { return Ok(HashMap::new()) };
        let (stored, table) = live_table::replay(stored, self.games).await?;
        let players = self.players(&stored, &table.info().seats).await?;
        let month = explore::month(&time_text(stored.row.ended.unwrap_or_default())).unwrap_or_default();
        let steps = move |stop: &Stop| explore::steps(self.games, table.game(), stop);
        let steps = self.replays.run(Rank::Study, &Owner::default(), steps).await??;
        let mut counts: HashMap<Cell, Count> = HashMap::new();
        for step in steps {
            let player = players.get(step.seat.index()).copied().unwrap_or(Player::person(None));
            counts.entry((step.at, step.to, player, month)).or_default().add(&step, None);
        }
        Ok(counts)
    }

    /// Who played, by seat.
    async fn players(&self, stored: &StoredTable, seats: &[SeatWish]) -> Result<Vec<Player>> {
        let mut players = Vec::new();
        for (number, wish) in (1..).zip(seats) {
            players.push(match wish {
                SeatWish::Engine { level } => Player::engine(*level),
                _ => {
                    let sitter = stored.sitters.iter().find(|sitter| sitter.seat == number);
                    let rating = match sitter.filter(|_| stored.row.rated != 0) {
                        Some(sitter) => self.store.rating_after(&sitter.current, &stored.row.id).await?,
                        None => None,
                    };
                    Player::person(rating)
                }
            });
        }
        Ok(players)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use engine::Entry;
    use rand::{Rng, RngExt, SeedableRng, rngs::SmallRng};
    use table::study::explore::{ExploredPosition, Step};

    use super::*;
    use crate::store::Store;

    /// Where they are counted, if not in a file of the test: an empty database of PostgreSQL.
    const DATABASE: &str = "LUDARIUM_EXPLORER_DATABASE";
    const GAMES: usize = 100_000;
    /// The most that one answer of a hundred may take longer than, in milliseconds, where it is built for use.
    const MOST: f64 = 20.0;

    /// Some way into a game: what is played most often is listed first, as it would be.
    fn course(game: &Entry, plies: usize, rng: &mut impl Rng) -> Vec<Box<dyn engine::AnyGame>> {
        let mut course = vec![game.start("", &mut SmallRng::seed_from_u64(1)).unwrap()];
        while course.len() <= plies {
            let mut next = course.last().unwrap().boxed_clone();
            let legal = next.legal();
            if legal.is_empty() {
                break;
            }
            let chance: f64 = rng.random();
            next.play(&legal[(chance.powi(4) * legal.len() as f64) as usize]).unwrap();
            course.push(next);
        }
        course
    }

    #[tokio::test]
    #[ignore = "long: counts a hundred thousand games, and holds in release"]
    async fn a_hundred_thousand_games_are_explored_in_no_time() {
        let folder = tempfile::tempdir().unwrap();
        let file = format!("sqlite:{}", folder.path().join("test.db").display());
        let url = std::env::var(DATABASE).unwrap_or(file);
        let store = Store::open(&url, Box::leak(Box::default())).await.unwrap();
        let rng = &mut SmallRng::seed_from_u64(1);
        let begin = Instant::now();
        // Those that are counted by position.
        let played: Vec<_> = games::GAMES.iter().filter(|entry| !entry.info().hidden).collect();
        for batch in 0..GAMES / 100 {
            let mut counted = Vec::new();
            for number in 0..100 {
                let course = course(played[number % played.len()], explore::COUNTED, rng);
                let players = [
                    Player::engine(rng.random_range(0..9)),
                    Player::person(Some(rng.random_range(900.0..2200.0))),
                ];
                let month = 202_401 + rng.random_range(0..12) + 100 * rng.random_range(0..3);
                let places: Vec<_> = course.into_iter().map(ExploredPosition::of).collect();
                let mut counts: HashMap<Cell, Count> = HashMap::new();
                for (ply, pair) in places.windows(2).enumerate() {
                    let (seat, won) = (engine::Seat::new(ply % 2), rng.random());
                    let step = Step { at: pair[0].at, to: pair[1].at, seat, won, shared: false };
                    counts.entry((step.at, step.to, players[ply % 2], month)).or_default().add(&step, None);
                }
                counted.push((format!("t_{batch}_{number}"), counts));
            }
            let ids: Vec<_> = counted.iter().map(|(id, _)| id.clone()).collect();
            store.note_unexplored(&ids).await.unwrap();
            store.explore(counted).await.unwrap();
        }
        let size = std::fs::metadata(folder.path().join("test.db")).map_or(0, |file| file.len());
        println!("{GAMES} games in {:.0?}, {} bytes a game in a file", begin.elapsed(), size / GAMES as u64);
        let mut times = Vec::new();
        for number in 0..2_000 {
            let course = course(played[number % played.len()], rng.random_range(0..12), rng);
            let asked = course.last().unwrap().boxed_clone();
            let begin = Instant::now();
            let place = ExploredPosition::of(asked);
            let counts = store.explored(place.at, None, (0, i64::MAX)).await.unwrap();
            place.answer(counts);
            times.push(begin.elapsed().as_secs_f64() * 1e3);
        }
        times.sort_by(f64::total_cmp);
        let (half, most) = (times[times.len() / 2], times[times.len() * 99 / 100]);
        println!(
            "half within {half:.2} ms, 99 of 100 within {most:.2} ms, all within {:.2} ms",
            times[times.len() - 1]
        );
        assert!(cfg!(debug_assertions) || most < MOST, "{most} ms");
        store.close().await;
    }
}
