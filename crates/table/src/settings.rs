//! What a new table is asked for: its game, its seats and its clock.

use engine::{Entry, GameList, setup};
use rand::Rng;
use serde::{Deserialize, Serialize};

use crate::{
    Visitor,
    error::{Result, TableError},
};

/// Time is set in one of three ways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum Clock {
    #[default]
    None,
    /// This many seconds for the game, and some more after each turn.
    Fischer {
        #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 86400))]
        seconds: u32,
        #[cfg_attr(feature = "openapi", schema(maximum = 3600))]
        increment: u32,
    },
    /// This many days for each turn.
    Days {
        #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 60))]
        days: u32,
    },
}

impl Clock {
    /// Which list of ratings a game with this clock counts for.
    pub fn pace(self) -> Pace {
        match self {
            Clock::None => Pace::Untimed,
            // About how long a side thinks in a game of forty turns.
            Clock::Fischer { seconds, increment } if seconds + 40 * increment < 600 => Pace::Fast,
            Clock::Fischer { .. } => Pace::Slow,
            Clock::Days { .. } => Pace::Days,
        }
    }

    /// Whether people are expected to sit in front of it.
    pub fn is_live(self) -> bool {
        matches!(self, Clock::Fischer { .. })
    }

    fn is_within_bounds(self) -> bool {
        match self {
            Clock::None => true,
            Clock::Fischer { seconds, increment } => (1..=86_400).contains(&seconds) && increment <= 3_600,
            Clock::Days { days } => (1..=60).contains(&days),
        }
    }
}

/// Ratings are kept apart by how fast the game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum Pace {
    Fast,
    Slow,
    Days,
    Untimed,
}

impl Pace {
    pub fn as_str(self) -> &'static str {
        match self {
            Pace::Fast => "fast",
            Pace::Slow => "slow",
            Pace::Days => "days",
            Pace::Untimed => "untimed",
        }
    }
}

/// Who a new table wants on a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum SeatWish {
    /// Whoever comes first.
    Open,
    /// The owner of the table.
    Me,
    /// Someone else in front of the same screen.
    Device,
    Engine {
        #[cfg_attr(feature = "openapi", schema(minimum = 0, maximum = 8))]
        level: u8,
    },
    /// The person with this name, once they sit down.
    Person {
        #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 40))]
        name: String,
    },
    /// Several people who share the seat.
    Team,
}

impl SeatWish {
    /// Whether the seat is kept for this visitor by name.
    pub(crate) fn is_reserved_for(&self, visitor: &Visitor) -> bool {
        let SeatWish::Person { name } = self else { return false };
        visitor.account && name.to_lowercase() == visitor.name.to_lowercase()
    }
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct NewTable {
    #[cfg_attr(feature = "openapi", schema(example = "archimedes"))]
    pub game: String,
    /// Options as text; the rest is as usual.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(max_length = 4096))]
    pub setup: String,
    #[cfg_attr(feature = "openapi", schema(min_items = 1, max_items = 4))]
    pub seats: Vec<SeatWish>,
    #[serde(default)]
    pub clock: Clock,
    /// How long a reply window stays open in a live game.
    #[serde(default = "reply_seconds")]
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 600))]
    pub reply_seconds: u32,
    #[serde(default)]
    pub rated: bool,
    #[serde(default)]
    pub private: bool,
    /// Whether the maker adds a nonce of their own to a fair deal once the commitment is known, within five seconds.
    #[serde(default)]
    pub gives_nonce: bool,
}

fn reply_seconds() -> u32 {
    10
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct MadeTable {
    pub id: String,
    pub invite: String,
    pub link: String,
}

impl NewTable {
    /// The game of such a table, if `owner` may make one. Whether the people it names exist is for the host to see.
    pub fn check(&self, owner: &Visitor, games: GameList, rng: &mut dyn Rng) -> Result<&'static Entry> {
        let entry = games.get(&self.game).ok_or(TableError::NoSuchGame)?;
        let game = entry.start(&self.setup, rng)?;
        if game.turn().is_over() {
            return Err(TableError::BadTable("a game that is over before it starts"));
        }
        if self.seats.len() != game.seats() {
            return Err(TableError::BadTable("this number of seats"));
        }
        if !self.clock.is_within_bounds() || !(1..=600).contains(&self.reply_seconds) {
            return Err(TableError::BadTable("this clock"));
        }
        if self.rated && (self.clock == Clock::None || setup::is_by_hand(entry.info().options, &self.setup)) {
            return Err(TableError::NotRateable);
        }
        self.check_seats(owner).map(|()| entry)
    }

    fn check_seats(&self, owner: &Visitor) -> Result<()> {
        let is_engine = |wish: &SeatWish| matches!(wish, SeatWish::Engine { .. });
        for wish in &self.seats {
            if matches!(wish, SeatWish::Engine { level } if *level > 8) {
                return Err(TableError::BadTable("this engine level"));
            }
        }
        if self.seats.iter().all(is_engine) {
            return Err(TableError::BadTable("engines among themselves: one seat is a person's or a bot's"));
        }
        if self.seats.iter().filter(|wish| **wish == SeatWish::Me).count() > 1 {
            return Err(TableError::BadTable(
                "the same person on two seats; a seat of this device is `device`",
            ));
        }
        let rateable =
            |wish: &SeatWish| matches!(wish, SeatWish::Me | SeatWish::Open | SeatWish::Person { .. });
        if self.rated && !(self.seats.iter().all(rateable) && owner.account) {
            return Err(TableError::NotRateable);
        }
        Ok(())
    }
}
