//! A game that was played to its end on somebody's device, on its way to a host that keeps games.

use engine::{GameList, lud::MOST_STEPS, search::Stop};
use rand::{SeedableRng, rngs::SmallRng};
use serde::{Deserialize, Serialize};

use crate::{
    error::{Result, TableError},
    event::LogEntry,
    info::{Decision, TableInfo, Visitor},
    settings::{Clock, NewTable, SeatWish},
    summary::State,
    table::Table,
};

/// A game that was played to its end on one device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct FinishedGame {
    /// The id of its table there: the same game sent twice is one.
    #[cfg_attr(feature = "openapi", schema(max_length = 64, pattern = "^l_[0-9a-z]+$"))]
    pub id: String,
    pub game: String,
    /// What was asked for.
    #[cfg_attr(feature = "openapi", schema(max_length = 4096))]
    pub options: String,
    /// Complete.
    #[cfg_attr(feature = "openapi", schema(max_length = 4096))]
    pub setup: String,
    #[cfg_attr(feature = "openapi", schema(min_items = 1, max_items = 4))]
    pub seats: Vec<SeatWish>,
    /// All of the record, takebacks and who left included.
    #[cfg_attr(feature = "openapi", schema(max_items = 5000))]
    pub steps: Vec<String>,
    /// Milliseconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub created: i64,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub ended: i64,
}

impl FinishedGame {
    /// The game at this table, if it is over by the rules.
    pub fn of(table: &Table, ended: i64) -> Option<Self> {
        let info = table.info().clone();
        let is_over = table.state() == State::Over && table.turn().is_over();
        Some(FinishedGame {
            id: info.id,
            game: info.game,
            options: info.options,
            setup: info.setup.filter(|_| is_over)?,
            seats: info.seats,
            steps: table.game().events(),
            created: info.created,
            ended,
        })
    }

    /// The table with this id at which its owner played it, every step checked by the rules, and what the host is to keep.
    /// It has no clock: how long anybody thought was not told.
    pub fn replay(
        &self,
        id: String,
        owner: &Visitor,
        games: GameList,
        stop: &Stop,
    ) -> Result<(Table, Vec<LogEntry>)> {
        // The set-up is complete: nothing is left to chance.
        let rng = &mut SmallRng::seed_from_u64(0);
        let away =
            |wish: &SeatWish| !matches!(wish, SeatWish::Me | SeatWish::Device | SeatWish::Engine { .. });
        if self.seats.iter().any(away) {
            return Err(TableError::BadTable("seats for people who are not here"));
        }
        if self.steps.len() > MOST_STEPS {
            return Err(TableError::TooLong { what: "steps", most: MOST_STEPS });
        }
        for setup in [&self.options, &self.setup] {
            self.wish(setup).check(owner, games, rng)?;
        }
        let mut info =
            TableInfo::local(&self.game, &self.setup, self.seats.clone(), Clock::None, owner, self.created);
        info.id = id;
        let mut table = Table::new(info, games, rng)?;
        table.set_sitters(&table.info.sitters_of(owner))?;
        let mut log = table.perform(Decision::default(), self.created, rng)?;
        for step in &self.steps {
            if stop.asked() {
                return Err(TableError::NotOver);
            }
            log.extend(table.perform(table.event_of_step(step)?.into(), self.ended, rng)?);
        }
        // As it was asked for: that chance dealt is told otherwise than that somebody set it up by hand.
        table.info.options.clone_from(&self.options);
        match &table.ended {
            Some((Some(_), _)) => Ok((table, log)),
            _ => Err(TableError::NotOver),
        }
    }

    fn wish(&self, setup: &str) -> NewTable {
        NewTable {
            game: self.game.clone(),
            setup: setup.to_owned(),
            seats: self.seats.clone(),
            clock: Clock::None,
            reply_seconds: 10,
            rated: false,
            private: true,
            gives_nonce: false,
        }
    }
}
