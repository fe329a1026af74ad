//! Positions and records under the engine's eye. Never a running table's.

use std::time::Duration;

use axum::{Json, extract::State};
use engine::{
    AnyGame, GameList, RecordError, Seat, Viewer,
    lud::{At, Lud, MOST_STEPS, faults},
    search::{Limits, Report, Stop},
};
use serde::{Deserialize, Serialize};
use table::{Pressed, Problem, TableError};
use utoipa::ToSchema;

use super::{Body, Caller, Failures};
use crate::{
    App,
    error::{Error, Result},
    jobs::Score,
    limits,
    people::Person,
    pool::{Owner, Rank},
    store::TableFilter,
};

const MEBIBYTES: usize = 16;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Position {
    game: String,
    #[serde(default)]
    setup: String,
    #[serde(default)]
    #[schema(max_items = 5000)]
    moves: Vec<String>,
    /// The seat that looks, or 0 for everything; left out: the seat to act.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    viewer: Option<usize>,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Shown {
    /// As the viewer sees it; everything, with what the seat to act may do, for viewer 0.
    #[schema(value_type = Object)]
    view: engine::View,
    /// The value of the option `from` for this position.
    position: String,
}

/// Replays actions, for boards where one tries things out.
#[utoipa::path(post, path = "/api/position", tag = "study", request_body = Position,
    responses((status = 200, body = Shown), Failures))]
pub(super) async fn position(
    State(app): State<&'static App>,
    Caller(address): Caller,
    Body(Position { game, setup, moves, viewer }): Body<Position>,
) -> Result<Json<Shown>> {
    app.limits.take(&limits::REPLAYS, None, &address)?;
    check_length(&moves)?;
    let shown = move |stop: &Stop| show(replay(app.games, &game, &setup, &moves, stop)?.as_ref(), viewer);
    Ok(Json(app.replays.run(Rank::Study, &Owner { address, ..Owner::default() }, shown).await??))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Explain {
    game: String,
    #[serde(default)]
    setup: String,
    #[serde(default)]
    #[schema(max_items = 5000)]
    moves: Vec<String>,
    #[schema(value_type = Vec<String>, max_items = 64)]
    pressed: Pressed,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Explained {
    refusal: Option<Problem>,
}

/// Why a press cannot become an action of the seat to act, on boards where one tries things out.
#[utoipa::path(post, path = "/api/explain", tag = "study", request_body = Explain,
    responses((status = 200, body = Explained), Failures))]
pub(super) async fn explain(
    State(app): State<&'static App>,
    Caller(address): Caller,
    Body(Explain { game, setup, moves, pressed }): Body<Explain>,
) -> Result<Json<Explained>> {
    app.limits.take(&limits::REPLAYS, None, &address)?;
    check_length(&moves)?;
    let explained = move |stop: &Stop| -> Result<Explained> {
        let game = replay(app.games, &game, &setup, &moves, stop)?;
        let seat = game.turn().seat().ok_or(TableError::Over)?;
        Ok(Explained { refusal: pressed.explain(&*game, seat) })
    };
    Ok(Json(app.replays.run(Rank::Study, &Owner { address, ..Owner::default() }, explained).await??))
}

fn show(game: &dyn AnyGame, viewer: Option<usize>) -> Result<Shown> {
    let acting = game.turn().seat().map_or(Viewer::All, Viewer::Seat);
    let view = match viewer {
        None => game.view(acting),
        // Whoever sends the set-up knows it all: nothing is told that was hidden.
        Some(0) => engine::View { legal: game.view(acting).legal, ..game.view(Viewer::All) },
        Some(number) => {
            let seat = Seat::from_number(number).filter(|seat| seat.index() < game.seats());
            game.view(Viewer::Seat(seat.ok_or(TableError::NoSuchSeat)?))
        }
    };
    Ok(Shown { view, position: game.position_text() })
}

pub(super) fn check_length(moves: &[String]) -> Result<()> {
    if moves.len() > MOST_STEPS {
        Err(TableError::TooLong { what: "moves", most: MOST_STEPS }.into())
    } else {
        Ok(())
    }
}

/// Plays the events of a record, actions or others, from a set-up.
fn replay(
    games: GameList,
    game: &str,
    setup: &str,
    moves: &[String],
    stop: &Stop,
) -> Result<Box<dyn AnyGame>> {
    let entry = games.get(game).ok_or(TableError::NoSuchGame)?;
    let mut game = entry.start(setup, &mut rand::rng())?;
    for (index, token) in moves.iter().enumerate() {
        if stop.asked() {
            return Err(Error::Stopping);
        }
        game.push(token).map_err(|error| match error {
            RecordError::Refused(refusal) => Error::MoveRefused(index, refusal),
            other => Error::from(other),
        })?;
    }
    Ok(game)
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Evaluate {
    pub(super) game: String,
    #[serde(default)]
    pub(super) setup: String,
    #[serde(default)]
    #[schema(max_items = 5000)]
    pub(super) moves: Vec<String>,
    /// From 0.01 to 10.
    #[serde(default = "one_second")]
    #[schema(minimum = 0.01, maximum = 10)]
    pub(super) seconds: f64,
    /// How many ways to go on, from 1 to 8.
    #[serde(default = "one_line")]
    #[schema(minimum = 1, maximum = 8)]
    pub(super) lines: usize,
}

impl Evaluate {
    /// The position asked about, and how long and how widely to look, if this person may ask.
    pub(super) async fn read(
        &self,
        app: &'static App,
        person: &Person,
        owner: &Owner,
    ) -> Result<(Box<dyn AnyGame>, Limits)> {
        app.limits.take(&limits::STUDY, Some(&person.id), &owner.address)?;
        if !(0.01..=10.0).contains(&self.seconds) || !(1..=8).contains(&self.lines) {
            return Err(Error::BadRequest("seconds are from 0.01 to 10, lines from 1 to 8".to_owned()));
        }
        let limits = Limits { lines: self.lines, ..Limits::time(Duration::from_secs_f64(self.seconds)) };
        check_length(&self.moves)?;
        let (game, setup, moves) = (self.game.clone(), self.setup.clone(), self.moves.clone());
        let replayed = move |stop: &Stop| {
            let game = replay(app.games, &game, &setup, &moves, stop)?;
            app.live_positions.refuse(app.games, game.as_ref()).map(|()| game)
        };
        let game = app.replays.run(Rank::Study, owner, replayed).await??;
        refuse_own(app, person, game.as_ref()).await?;
        Ok((game, limits))
    }
}

fn one_second() -> f64 {
    1.0
}

fn one_line() -> usize {
    1
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct EngineLine {
    score: Score,
    depth: u32,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    nodes: u64,
    pv: Vec<String>,
}

#[derive(Debug, Default, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Evaluated {
    /// Best first; none when the game is over.
    lines: Vec<EngineLine>,
}

/// What the engine thinks of a position.
#[utoipa::path(post, path = "/api/evaluate", tag = "study", request_body = Evaluate,
    responses((status = 200, body = Evaluated), Failures))]
pub(super) async fn evaluate(
    State(app): State<&'static App>,
    Caller(address): Caller,
    person: Person,
    Body(wish): Body<Evaluate>,
) -> Result<Json<Evaluated>> {
    let owner = Owner { address, person: person.id.clone() };
    let (game, mut limits) = wish.read(app, &person, &owner).await?;
    let mut evaluated = Evaluated::default();
    let evaluated = app
        .engine_pool
        .run(Rank::Study, &owner, move |stop| {
            limits.stop = stop.clone();
            look(game.as_ref(), &limits, &mut |found| evaluated = found);
            evaluated
        })
        .await?;
    Ok(Json(evaluated))
}

/// Looks at a position and tells what is found while it gets better, and at the end.
pub(super) fn look(game: &dyn AnyGame, limits: &Limits, tell: &mut dyn FnMut(Evaluated)) {
    // The time begins when a core is free, and the one who asked may be gone by then.
    let limits = limits.renewed();
    if limits.stop.asked() {
        return;
    }
    let mut inform = |report: &Report<String>| tell(Evaluated::of(game, report));
    if let Some(report) =
        game.think(&game.levels()[7], &limits, &engine::search::Table::new(MEBIBYTES), &mut inform)
    {
        inform(&report);
    }
}

impl Evaluated {
    pub(super) fn of(game: &dyn AnyGame, report: &Report<String>) -> Self {
        let lines = report.lines.iter().map(|line| EngineLine {
            score: Score { winrate: line.score.share(game.scale()), text: line.score.to_string() },
            depth: report.depth,
            nodes: report.nodes,
            pv: line.pv.clone(),
        });
        Evaluated { lines: lines.collect() }
    }
}

/// Nobody asks the engine about a game that they are playing.
pub(super) async fn refuse_own(app: &'static App, person: &Person, game: &dyn AnyGame) -> Result<()> {
    let filter = TableFilter {
        state: Some("live"),
        game: Some(game.info().key.to_owned()),
        person: Some(person.id.clone()),
        limit: 50,
        ..TableFilter::default()
    };
    let events = game.events();
    for id in app.store.table_ids(&filter).await? {
        let record = app.table(&id).record(Some(&person.visitor()), None).await?;
        let played = record.line.steps.iter().map(|step| &step.text);
        if !events.is_empty() && played.eq(events.iter()) {
            return Err(Error::Running);
        }
    }
    Ok(())
}

pub(super) fn one_record(text: &str) -> Result<Lud> {
    let mut records = engine::lud::read(text)?;
    match (records.pop(), records.is_empty()) {
        (Some(record), true) => Ok(record),
        _ => Err(At::default().fault(faults::NOT_ONE.refuse()).into()),
    }
}
