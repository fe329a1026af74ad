//! Positions and records under the engine's eye. Never a running table's.

use std::{
    collections::{HashMap, VecDeque},
    sync::Mutex,
    time::Duration,
};

use axum::{Json, extract::State, http::StatusCode};
use engine::{
    AnyGame, Viewer,
    lud::Lud,
    review::{Mark, review},
    search::{Limits, Table},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Body, Failures, PathOf};
use crate::{
    App,
    error::{Error, Result},
    limits,
    people::Person,
    secret,
    store::TableFilter,
    table::{Ask, read_record},
    wire,
};

/// The longest game that is replayed.
const MOVES: usize = 5_000;
/// What the engine may take for each action of a record.
const EACH: Duration = Duration::from_millis(200);
/// How many analyses are remembered.
const JOBS: usize = 64;
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
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Shown {
    /// As the seat to act sees it.
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
    person: Person,
    Body(Position { game, setup, moves }): Body<Position>,
) -> Result<Json<Shown>> {
    app.limits.take("study", &person.id, limits::STUDY)?;
    let game = replay(&game, &setup, &moves)?;
    let viewer = game.turn().seat().map_or(Viewer::All, Viewer::Seat);
    Ok(Json(Shown { view: game.view(viewer), position: game.position_text() }))
}

fn replay(game: &str, setup: &str, moves: &[String]) -> Result<Box<dyn AnyGame>> {
    if moves.len() > MOVES {
        return Err(Error::TooLarge);
    }
    let entry = games::game(game).ok_or(Error::NoSuchGame)?;
    let mut game = entry.start(setup, &mut rand::rng())?;
    for (index, token) in moves.iter().enumerate() {
        game.play(token).map_err(|refusal| Error::MoveRefused(index, refusal))?;
    }
    Ok(game)
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Evaluate {
    game: String,
    #[serde(default)]
    setup: String,
    #[serde(default)]
    #[schema(max_items = 5000)]
    moves: Vec<String>,
    /// From 0.01 to 10.
    #[serde(default = "one_second")]
    #[schema(minimum = 0.01, maximum = 10)]
    seconds: f64,
    /// How many ways to go on, from 1 to 8.
    #[serde(default = "one_line")]
    #[schema(minimum = 1, maximum = 8)]
    lines: usize,
}

fn one_second() -> f64 {
    1.0
}

fn one_line() -> usize {
    1
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Score {
    /// The share of the win that the seat to act may expect.
    winrate: f64,
    /// As the engine counts: `cp 30`, `mate 5`, `winrate 0.5312`.
    #[serde(skip_serializing_if = "String::is_empty")]
    text: String,
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

#[derive(Debug, Serialize, ToSchema)]
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
    person: Person,
    Body(wish): Body<Evaluate>,
) -> Result<Json<Evaluated>> {
    app.limits.take("study", &person.id, limits::STUDY)?;
    if !(0.01..=10.0).contains(&wish.seconds) || !(1..=8).contains(&wish.lines) {
        return Err(Error::BadRequest("seconds are from 0.01 to 10, lines from 1 to 8".to_owned()));
    }
    let game = replay(&wish.game, &wish.setup, &wish.moves)?;
    refuse_own_game(app, &person, game.as_ref()).await?;
    let limits = Limits { lines: wish.lines, ..Limits::time(Duration::from_secs_f64(wish.seconds)) };
    let lines = app
        .players
        .run(move || {
            // The time begins when a core is free.
            let limits = limits.renewed();
            let report = game.think(&game.levels()[7], &limits, &Table::new(MEBIBYTES), &mut |_| {})?;
            let lines = report.lines.into_iter().map(|line| EngineLine {
                score: Score { winrate: line.score.share(game.scale()), text: line.score.to_string() },
                depth: report.depth,
                nodes: report.nodes,
                pv: line.pv,
            });
            Some(lines.collect::<Vec<_>>())
        })
        .await?;
    Ok(Json(Evaluated { lines: lines.unwrap_or_default() }))
}

/// Nobody asks the engine about the game they are playing.
async fn refuse_own_game(app: &'static App, person: &Person, game: &dyn AnyGame) -> Result<()> {
    let filter = TableFilter {
        state: Some("live"),
        game: Some(game.info().key.to_owned()),
        person: Some(person.id.clone()),
        limit: 50,
        ..TableFilter::default()
    };
    let events = game.events();
    for id in app.store.table_ids(&filter).await? {
        let ask = |reply| Ask::Record { person: person.clone(), invite: None, reply };
        let record = app.tables.ask(app, &id, ask).await?;
        let played = record.line.steps.iter().map(|step| &step.text);
        if !events.is_empty() && played.eq(events.iter()) {
            return Err(Error::Running);
        }
    }
    Ok(())
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Analyse {
    /// A table whose game is over.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    table: Option<String>,
    /// Or the text of a record file with one game.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    record: Option<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Started {
    job: String,
}

/// How far an analysis is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) enum Progress {
    Queued,
    Running,
    Done,
    /// The server could not go on; ask again.
    Failed,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct AnalysedPly {
    ply: usize,
    seat: usize,
    played: String,
    /// What the position was worth to the seat that acted.
    score: Score,
    best: Option<String>,
    pv: Vec<String>,
    /// How much of the win the action gave away.
    loss: f64,
    /// `slip`, `mistake`, `blunder` or none.
    #[cfg_attr(feature = "ts", ts(type = "\"slip\" | \"mistake\" | \"blunder\" | null"))]
    mark: Option<&'static str>,
}

/// An analysis as far as it is.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub(crate) struct Analysis {
    state: Progress,
    done: usize,
    of: usize,
    plies: Vec<AnalysedPly>,
}

/// The analyses asked for lately.
#[derive(Debug, Default)]
pub(crate) struct Jobs(Mutex<(HashMap<String, Analysis>, VecDeque<String>)>);

impl Jobs {
    fn add(&self, analysis: Analysis) -> Result<String> {
        let mut jobs = self.0.lock().expect("nobody panics with the analyses in hand");
        let (known, order) = &mut *jobs;
        if order.len() >= JOBS {
            let finished = |id: &String| matches!(known[id].state, Progress::Done | Progress::Failed);
            let oldest = order.iter().position(finished).ok_or(Error::Busy)?;
            if let Some(id) = order.remove(oldest) {
                known.remove(&id);
            }
        }
        let id = secret::id("j");
        known.insert(id.clone(), analysis);
        order.push_back(id.clone());
        Ok(id)
    }

    fn change(&self, id: &str, change: impl FnOnce(&mut Analysis)) {
        let mut jobs = self.0.lock().expect("nobody panics with the analyses in hand");
        if let Some(analysis) = jobs.0.get_mut(id) {
            change(analysis);
        }
    }

    fn get(&self, id: &str) -> Option<Analysis> {
        self.0.lock().expect("nobody panics with the analyses in hand").0.get(id).cloned()
    }
}

/// Has every action of a finished game looked at, in the background.
#[utoipa::path(post, path = "/api/analysis", tag = "study", request_body = Analyse,
    responses((status = 202, body = Started), Failures))]
pub(super) async fn analyse(
    State(app): State<&'static App>,
    person: Person,
    Body(Analyse { table, record }): Body<Analyse>,
) -> Result<(StatusCode, Json<Started>)> {
    app.limits.take("study", &person.id, limits::STUDY)?;
    let lud = match (table, record) {
        (Some(table), None) => {
            let row = app.store.table(&table).await?.ok_or(Error::NoSuchTable)?;
            if row.state != wire::State::Over.as_str() {
                return Err(Error::Running);
            }
            read_record(app, &table, &person).await?
        }
        (None, Some(record)) => one_record(&record)?,
        _ => return Err(Error::BadRequest("name a table or send a record, one of them".to_owned())),
    };
    let end = lud.replay(&games::GAMES).map_err(|fault| Error::BadRecord(fault.to_string()))?;
    if !end.turn().is_over() {
        refuse_own_game(app, &person, end.as_ref()).await?;
    }
    let moves = end.moves();
    let start = replay(end.info().key, &end.setup(), &[])?;
    let job =
        app.jobs.add(Analysis { state: Progress::Queued, done: 0, of: moves.len(), plies: Vec::new() })?;
    tokio::spawn(work(app, job.clone(), start, moves));
    Ok((StatusCode::ACCEPTED, Json(Started { job })))
}

fn one_record(text: &str) -> Result<Lud> {
    let mut records = engine::lud::read(text).map_err(|fault| Error::BadRecord(fault.to_string()))?;
    match (records.pop(), records.is_empty()) {
        (Some(record), true) => Ok(record),
        _ => Err(Error::BadRecord("the file has not one game".to_owned())),
    }
}

/// One action at a time, so that those who play wait no longer than for one of them.
async fn work(app: &'static App, job: String, start: Box<dyn AnyGame>, moves: Vec<String>) {
    let mut game = start;
    for (index, token) in moves.into_iter().enumerate() {
        let mut next = game.clone();
        if next.play(&token).is_err() {
            return app.jobs.change(&job, |analysis| analysis.state = Progress::Failed);
        }
        let looked = app.players.run(move || look(game, token)).await;
        app.jobs.change(&job, |analysis| match looked {
            Ok(Some(ply)) => {
                analysis.state = Progress::Running;
                analysis.done = index + 1;
                analysis.plies.push(AnalysedPly { ply: index + 1, ..ply });
            }
            _ => analysis.state = Progress::Failed,
        });
        game = next;
    }
    app.jobs.change(&job, |analysis| {
        if analysis.done == analysis.of {
            analysis.state = Progress::Done;
        }
    });
}

fn look(game: Box<dyn AnyGame>, token: String) -> Option<AnalysedPly> {
    let mut found = None;
    review(game, &[token], &Limits::time(EACH), &mut |remark| {
        found = Some(remark);
        true
    });
    let remark = found?;
    Some(AnalysedPly {
        ply: remark.ply,
        seat: remark.seat.number(),
        played: remark.played,
        score: Score { winrate: remark.best, text: String::new() },
        best: remark.pv.first().cloned(),
        pv: remark.pv,
        loss: remark.best - remark.share,
        mark: remark.mark.map(|mark| match mark {
            Mark::Slip => "slip",
            Mark::Mistake => "mistake",
            Mark::Blunder => "blunder",
        }),
    })
}

/// How far an analysis is, and what it has found.
#[utoipa::path(get, path = "/api/analysis/{job}", tag = "study", params(("job" = String, Path)),
    responses((status = 200, body = Analysis), Failures))]
pub(super) async fn analysis(
    State(app): State<&'static App>,
    PathOf(job): PathOf<String>,
) -> Result<Json<Analysis>> {
    app.jobs.get(&job).map(Json).ok_or(Error::NoSuchJob)
}
