//! Ratings by Glicko-2, for each game and pace. With more than two seats every pair of them is a result.

use engine::Seat;
use skillratings::{
    Outcomes,
    glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period},
};

use table::TableSummary;

use crate::{
    App,
    error::{Error, Result},
    store::{Append, Change, RatingRow},
};

/// How often a game is counted anew because another one was first.
const TRIES: usize = 20;

/// Keeps the end of a rated game together with what it does to the ratings.
pub(crate) async fn settle(app: &'static App, table: &TableSummary, at: i64, append: Append) -> Result<()> {
    // Two games of one person may end at once: one after the other, or one would be forgotten.
    let _one_at_a_time = app.rating.lock().await;
    for _ in 0..TRIES {
        let changes = append.changes.iter().cloned().chain(changes(app, table, at).await?).collect();
        match app.store.append(Append { changes, ..append.clone() }).await {
            // At another server, which shares the database: its game counts first.
            Err(Error::RatingChanged) => {}
            kept => return kept,
        }
    }
    Err(Error::RatingChanged)
}

/// What the end of this game does to ratings; nothing if a seat has nobody to rate.
async fn changes(app: &'static App, table: &TableSummary, at: i64) -> Result<Vec<Change>> {
    let pace = table.clock.pace().as_str();
    let mut before = Vec::new();
    for seat in &table.seats {
        let Some(person) = seat.people.first() else { return Ok(Vec::new()) };
        let known = app.store.rating(&person.id, &table.game, pace).await?;
        before.push(known.unwrap_or_else(|| newcomer(&person.id, &table.game, pace)));
    }
    let shares: Vec<f64> = table.result.iter().flatten().map(|share| value(share)).collect();
    let ratings: Vec<_> = before.iter().map(rating).collect();
    let changes = Seat::all(before.len()).map(|seat| {
        let others = Seat::all(before.len()).filter(|&other| other != seat);
        let results: Vec<_> = others
            .map(|other| (ratings[other.index()], outcome(shares[seat.index()], shares[other.index()])))
            .collect();
        let after = glicko2_rating_period(&ratings[seat.index()], &results, &Glicko2Config::new());
        let row = RatingRow {
            rating: after.rating,
            deviation: after.deviation,
            volatility: after.volatility,
            games: before[seat.index()].games + 1,
            at,
            ..before[seat.index()].clone()
        };
        Change::Rated { table: table.id.clone(), row }
    });
    Ok(changes.collect())
}

fn newcomer(person: &str, game: &str, pace: &str) -> RatingRow {
    let Glicko2Rating { rating, deviation, volatility } = Glicko2Rating::new();
    let (person, game, pace) = (person.to_owned(), game.to_owned(), pace.to_owned());
    RatingRow { person, game, pace, rating, deviation, volatility, games: 0, at: 0 }
}

fn rating(row: &RatingRow) -> Glicko2Rating {
    Glicko2Rating { rating: row.rating, deviation: row.deviation, volatility: row.volatility }
}

fn outcome(mine: f64, theirs: f64) -> Outcomes {
    if mine > theirs {
        Outcomes::WIN
    } else if mine < theirs {
        Outcomes::LOSS
    } else {
        Outcomes::DRAW
    }
}

/// A share as rules 0.4 writes it: `1`, `0`, `1/2` …
fn value(share: &str) -> f64 {
    let (above, below) = share.split_once('/').unwrap_or((share, "1"));
    above.parse().unwrap_or(0.0) / below.parse().unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_compare() {
        assert_eq!(outcome(value("1"), value("0")), Outcomes::WIN);
        assert_eq!(outcome(value("1/3"), value("1/3")), Outcomes::DRAW);
        assert_eq!(outcome(value("0"), value("1/2")), Outcomes::LOSS);
    }
}
