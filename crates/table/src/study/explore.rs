//! What was played from a position in games that are over, counted.
//!
//! A position counts as the same whichever of its images it is and however it came about, if the rules agreed on are the
//! same. An action is known by the position that it leads to, so images of an action count as one too.
//!
//! Where every deal is another no position comes about again: there what is counted is how far seats had come.

use std::collections::HashMap;

use engine::{AnyGame, Description, GameList, Seat, Stage, lud, mix::mix, search::Stop};
use rand::{Rng, SeedableRng, rngs::SmallRng};
use serde::{Deserialize, Serialize};

use super::{StudyError, replay};
use crate::TableError;

type Result<T> = std::result::Result<T, StudyError>;

/// How many actions of a game are counted, from its first.
pub const COUNTED: usize = 40;

/// A question about what was played from a position.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Explore {
    game: String,
    #[serde(default)]
    setup: String,
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(max_items = 5000))]
    moves: Vec<String>,
    /// Whose actions count; left out: everybody's.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub by: Option<By>,
    /// From this month on, as `2026-11`.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub from: Option<String>,
    /// To this month, which counts in full.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub to: Option<String>,
}

/// Whose actions count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum By {
    People,
    /// People whose rating is at least the first and less than the second, in whole hundreds.
    Rated {
        least: u16,
        below: u16,
    },
    /// Engines of at least this level.
    Engines {
        #[serde(default)]
        level: u8,
    },
}

/// Who played an action, as a number: an engine by its level, a person by the hundreds of their rating, which is 100 for
/// those who have none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(pub i64);

impl Player {
    const UNRATED: i64 = 100;
    const LEAST: i64 = 200;

    pub fn engine(level: u8) -> Self {
        Player(level.into())
    }

    pub fn person(rating: Option<f64>) -> Self {
        let hundreds = |rating: f64| (rating / 100.0).floor() as i64 * 100;
        Player(rating.map_or(Self::UNRATED, |rating| hundreds(rating).max(Self::LEAST)))
    }
}

impl By {
    /// The least and the greatest number of those who count.
    pub fn range(by: Option<By>) -> (Player, Player) {
        let (least, most) = match by {
            None => (0, i64::MAX),
            Some(By::People) => (Player::UNRATED, i64::MAX),
            Some(By::Rated { least, below }) => (i64::from(least).max(Player::LEAST), i64::from(below) - 1),
            Some(By::Engines { level }) => (level.into(), Player::UNRATED - 1),
        };
        (Player(least), Player(most))
    }
}

/// The month at the beginning of a time such as `2026-11-17`, as 202611.
pub fn month(time: &str) -> Option<i64> {
    let (year, month) = (time.get(..4)?, time.get(5..7)?);
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let fits = time.as_bytes().get(4) == Some(&b'-') && digits(year) && digits(month);
    let month: i64 = month.parse().ok().filter(|month| fits && (1..=12).contains(month))?;
    Some(year.parse::<i64>().ok()? * 100 + month)
}

/// An action of a game: where it was played, where it led, and how the game went for the seat that played it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub at: i64,
    pub to: i64,
    pub seat: Seat,
    /// That seat alone won.
    pub won: bool,
    /// It shared the win.
    pub shared: bool,
}

/// The first actions of a game that is over, or the stages that its seats have come to; none while it runs.
pub fn steps(games: GameList, game: &dyn AnyGame, stop: &Stop) -> Result<Vec<Step>> {
    let Some(outcome) = game.turn().outcome() else { return Ok(Vec::new()) };
    let entry = games.get(game.info().key).ok_or(TableError::NoSuchGame)?;
    // The set-up is complete: nothing is left to chance.
    let mut replay = entry.start(&game.setup(), &mut SmallRng::seed_from_u64(0))?;
    let rules = rules(game);
    let step = |at, to, seat| {
        let won = outcome.winners().contains(seat);
        let shared = won && outcome.is_draw();
        Step { at, to, seat, won: won && !shared, shared }
    };
    let mut steps = Vec::new();
    let mut at = place(rules, replay.as_ref());
    for event in game.standing() {
        if stop.asked() {
            return Err(StudyError::Stopped);
        }
        if game.info().hidden {
            let stage = replay.turn().seat().and_then(|seat| {
                let stage = replay.stages(seat).into_iter().find(|stage| stage.here)?;
                Some(step(all_stages(rules), stage_place(rules, &stage), seat))
            });
            // Whoever stays at a stage has come to it once.
            steps.extend(stage.filter(|stage| !steps.contains(stage)));
            replay.push(&event)?;
            continue;
        }
        if steps.len() == COUNTED {
            break;
        }
        let (seat, ply) = (replay.turn().seat(), replay.ply());
        replay.push(&event)?;
        let to = place(rules, replay.as_ref());
        // Whoever leaves changes the position, but plays nothing.
        steps.extend(seat.filter(|_| replay.ply() > ply).map(|seat| step(at, to, seat)));
        at = to;
    }
    Ok(steps)
}

/// What the table agreed on, apart from where play begins and what chance decided.
fn rules(game: &dyn AnyGame) -> u64 {
    let setup = game.setup();
    let drawn = |key: &str| game.info().options.iter().any(|option| option.drawn && option.key == key);
    let agreed = setup.split(';').filter(|part| {
        let key = part.split('=').next().unwrap_or_default();
        key != "from" && !drawn(key)
    });
    let text = agreed.flat_map(|part| part.bytes().chain([b';']));
    game.info().key.bytes().chain([b' ']).chain(text).fold(0, |hash, byte| mix(hash ^ u64::from(byte)))
}

/// The same for all that is the same position under the same rules.
fn place(rules: u64, game: &dyn AnyGame) -> i64 {
    mix(rules ^ mix(game.canonical_key())).cast_signed()
}

/// What all stages of a game under the same rules are found by, and what each of them.
fn all_stages(rules: u64) -> i64 {
    mix(rules).cast_signed()
}
fn stage_place(rules: u64, stage: &Stage) -> i64 {
    mix(rules ^ mix(stage.number + 1)).cast_signed()
}

/// How often an action was played or a stage reached, and how those games went for the seat that did it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Count {
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub times: u64,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub won: u64,
    /// How often the win was shared.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub shared: u64,
    /// The table of one of these games, if one may be named.
    pub example: Option<String>,
}

impl Count {
    /// Counts one action more.
    pub fn add(&mut self, step: &Step, example: Option<String>) {
        self.times += 1;
        self.won += u64::from(step.won);
        self.shared += u64::from(step.shared);
        self.example = example.or(self.example.take());
    }
}

/// What was played from a position.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Explored {
    /// Whether this game is counted, by positions or by stages.
    pub counted: bool,
    /// The most played first.
    pub actions: Vec<Played>,
    /// Where every deal is another: how far seats had come in this part of the game, and how it went for them.
    pub stages: Vec<Reached>,
}

/// A stage, with what came of it for the seats that had come to it.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Reached {
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    pub stage: Stage,
    #[serde(flatten)]
    pub count: Count,
}

/// An action, or one of its images, with what came of it.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Played {
    pub t: String,
    /// What it does.
    #[cfg_attr(feature = "openapi", schema(value_type = Object))]
    #[cfg_attr(feature = "ts", ts(as = "engine::Shape"))]
    pub says: Description,
    #[serde(flatten)]
    pub count: Count,
}

/// A position that is asked about.
#[derive(Debug)]
pub struct ExploredPosition {
    game: Box<dyn AnyGame>,
    rules: u64,
    /// What it is found by.
    pub at: i64,
}

impl Explore {
    /// The position that is asked about.
    pub fn place(&self, games: GameList, rng: &mut dyn Rng, stop: &Stop) -> Result<ExploredPosition> {
        Ok(ExploredPosition::of(replay(games, &self.game, &self.setup, &self.moves, rng, stop)?))
    }
}

impl ExploredPosition {
    pub fn of(game: Box<dyn AnyGame>) -> Self {
        let rules = rules(game.as_ref());
        let at = if game.info().hidden { all_stages(rules) } else { place(rules, game.as_ref()) };
        ExploredPosition { at, rules, game }
    }

    /// Counts what was played from here in those games of a record file that are over.
    pub fn count(&self, games: GameList, text: &str, counts: &mut HashMap<i64, Count>) -> Result<()> {
        for record in lud::read(text)? {
            let game = record.replay(games)?;
            for step in steps(games, game.as_ref(), &Stop::default())? {
                if step.at == self.at {
                    counts.entry(step.to).or_default().add(&step, None);
                }
            }
        }
        Ok(())
    }

    /// The actions that lead where games went from here, of images the first; or the stages.
    pub fn answer(&self, mut counts: HashMap<i64, Count>) -> Explored {
        let stages = self.stages(&counts);
        let counted = !self.game.info().hidden || !self.game.stages(Seat::new(0)).is_empty();
        let mut actions = Vec::new();
        for t in self.game.legal() {
            if counts.is_empty() || self.game.info().hidden {
                break;
            }
            let mut next = self.game.boxed_clone();
            if next.play(&t).is_ok()
                && let Ok(says) = self.game.describe(&t)
                && let Some(count) = counts.remove(&place(self.rules, next.as_ref()))
            {
                actions.push(Played { t, says, count });
            }
        }
        actions.sort_by_key(|action| std::cmp::Reverse(action.count.times));
        Explored { counted, actions, stages }
    }

    /// What the seat to act may have come to; none where positions are counted.
    fn stages(&self, counts: &HashMap<i64, Count>) -> Vec<Reached> {
        let seat = self.game.turn().seat().filter(|_| self.game.info().hidden);
        let stages = seat.map(|seat| self.game.stages(seat)).unwrap_or_default();
        let reached = |stage: Stage| {
            let count = counts.get(&stage_place(self.rules, &stage)).cloned().unwrap_or_default();
            Reached { stage, count }
        };
        stages.into_iter().map(reached).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(events: &[&str]) -> Box<dyn AnyGame> {
        let entry = games::GAMES.get("archimedes").unwrap();
        let mut game = entry.start("seats=2", &mut SmallRng::seed_from_u64(0)).unwrap();
        events.iter().for_each(|event| game.push(event).unwrap());
        game
    }

    fn counted(games: &[&[&str]], at: &[&str]) -> Explored {
        let place = ExploredPosition::of(game(at));
        let mut counts: HashMap<i64, Count> = HashMap::new();
        for events in games {
            for step in steps(games::GAMES, &*game(events), &Stop::default()).unwrap() {
                if step.at == place.at {
                    counts.entry(step.to).or_default().add(&step, None);
                }
            }
        }
        place.answer(counts)
    }

    #[test]
    fn images_are_one_and_takebacks_and_running_games_do_not_count() {
        let explored = counted(
            &[
                &["a2-c4", "draw"],
                // The mirror image of the same.
                &["a8-c10", "resign:2"],
                &["a2-c2", "takeback:1", "a2-c4", "resign:1"],
                &["a2-c4"],
            ],
            &[],
        );
        let actions: Vec<_> = explored
            .actions
            .iter()
            .map(|played| (played.count.times, played.count.won, played.count.shared))
            .collect();
        assert_eq!(actions, [(3, 1, 1)], "{explored:?}");
        assert!(counted(&[&["a2-c4", "draw"]], &["a2-c4"]).actions.is_empty());
    }

    #[test]
    fn where_every_deal_is_another_stages_are_counted() {
        let entry = games::GAMES.get("ascension").unwrap();
        let mut counts = HashMap::new();
        for seed in 0..3 {
            // Other deals, and whatever happens: two rounds are in the same part of the game.
            let mut game = entry.start("seats=2", &mut SmallRng::seed_from_u64(seed)).unwrap();
            for _ in 0..12 {
                let token = game.legal()[0].clone();
                game.play(&token).unwrap();
            }
            game.push("resign:2").unwrap();
            let text = engine::lud::Lud::of(&*game).to_string();
            let asked =
                ExploredPosition::of(entry.start("seats=2", &mut SmallRng::seed_from_u64(9)).unwrap());
            asked.count(games::GAMES, &text, &mut counts).unwrap();
            let other =
                ExploredPosition::of(entry.start("seats=3", &mut SmallRng::seed_from_u64(9)).unwrap());
            let mut none = HashMap::new();
            other.count(games::GAMES, &text, &mut none).unwrap();
            assert!(none.is_empty(), "other rules are another game");
        }
        let asked = ExploredPosition::of(entry.start("seats=2", &mut SmallRng::seed_from_u64(9)).unwrap());
        let explored = asked.answer(counts);
        assert!(explored.counted && explored.actions.is_empty());
        // Each of the two seats of three games began at the lowest height; the first of them won.
        let lowest = &explored.stages[0];
        assert_eq!(
            (lowest.count.times, lowest.count.won, lowest.count.shared, lowest.stage.here),
            (6, 3, 0, true)
        );
        assert_eq!(lowest.stage.during.to_string(), "rounds 1–10");
        assert_eq!(lowest.stage.says.to_string(), "at height 0–2, and nobody has been on the summit");
    }

    #[test]
    fn players_are_told_apart_by_number() {
        let among = |by: By, player: Player| {
            let (least, most) = By::range(Some(by));
            (least..=most).contains(&player)
        };
        let rated = By::Rated { least: 1500, below: 1700 };
        assert!(among(By::People, Player::person(None)) && among(By::People, Player::person(Some(1.5))));
        assert!(!among(By::People, Player::engine(8)) && among(By::Engines { level: 7 }, Player::engine(8)));
        assert!(!among(By::Engines { level: 0 }, Player::person(Some(-3.0))));
        assert!(among(rated, Player::person(Some(1699.9))) && !among(rated, Player::person(Some(1700.0))));
        assert!(!among(rated, Player::person(None)));
        assert_eq!(
            (month("2026-11-17T10:00:00Z"), month("2026-13"), month("20261")),
            (Some(202_611), None, None)
        );
    }
}
