//! Positions and records under the engine's eye. Never a running table's.

use std::{
    collections::VecDeque,
    sync::{Mutex, MutexGuard},
    time::Duration,
};

use axum::{Json, extract::State, http::StatusCode};
use engine::{
    AnyGame, RecordError, Seat, Viewer,
    lud::Lud,
    review::{Mark, review},
    search::{Limits, Report, Table},
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
pub(super) const MEBIBYTES: usize = 16;

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
    person: Person,
    Body(Position { game, setup, moves, viewer }): Body<Position>,
) -> Result<Json<Shown>> {
    app.limits.take("replay", &person.id, limits::REPLAYS)?;
    let game = replay(&game, &setup, &moves)?;
    let acting = game.turn().seat().map_or(Viewer::All, Viewer::Seat);
    let view = match viewer {
        None => game.view(acting),
        // Whoever sends the set-up knows it all: nothing is told that was hidden.
        Some(0) => engine::View { legal: game.view(acting).legal, ..game.view(Viewer::All) },
        Some(number) => {
            let seat = Seat::from_number(number).filter(|seat| seat.index() < game.seats());
            game.view(Viewer::Seat(seat.ok_or(Error::NoSuchSeat)?))
        }
    };
    Ok(Json(Shown { view, position: game.position_text() }))
}

/// Plays the events of a record, actions or others, from a set-up.
pub(super) fn replay(game: &str, setup: &str, moves: &[String]) -> Result<Box<dyn AnyGame>> {
    if moves.len() > MOVES {
        return Err(Error::TooLarge);
    }
    let entry = games::game(game).ok_or(Error::NoSuchGame)?;
    let mut game = entry.start(setup, &mut rand::rng())?;
    for (index, token) in moves.iter().enumerate() {
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
    /// The position asked about, and how long and how widely to look.
    pub(super) fn read(&self) -> Result<(Box<dyn AnyGame>, Limits)> {
        if !(0.01..=10.0).contains(&self.seconds) || !(1..=8).contains(&self.lines) {
            return Err(Error::BadRequest("seconds are from 0.01 to 10, lines from 1 to 8".to_owned()));
        }
        let limits = Limits { lines: self.lines, ..Limits::time(Duration::from_secs_f64(self.seconds)) };
        Ok((replay(&self.game, &self.setup, &self.moves)?, limits))
    }
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
    person: Person,
    Body(wish): Body<Evaluate>,
) -> Result<Json<Evaluated>> {
    app.limits.take("study", &person.id, limits::STUDY)?;
    let (game, limits) = wish.read()?;
    refuse_own_game(app, &person, game.as_ref()).await?;
    let evaluated = app
        .players
        .run(move || {
            // The time begins when a core is free.
            let limits = limits.renewed();
            let report = game.think(&game.levels()[7], &limits, &Table::new(MEBIBYTES), &mut |_| {})?;
            Some(Evaluated::of(game.as_ref(), &report))
        })
        .await?;
    Ok(Json(evaluated.unwrap_or_default()))
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

/// Nobody asks the engine about the game they are playing.
pub(super) async fn refuse_own_game(app: &'static App, person: &Person, game: &dyn AnyGame) -> Result<()> {
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
pub(crate) struct Jobs(Mutex<VecDeque<Job>>);

#[derive(Debug)]
struct Job {
    id: String,
    person: String,
    analysis: Analysis,
}

impl Job {
    fn is_finished(&self) -> bool {
        matches!(self.analysis.state, Progress::Done | Progress::Failed)
    }
}

impl Jobs {
    /// Takes up an analysis; an unfinished one of the same person ends.
    fn add(&self, person: &str, analysis: Analysis) -> Result<String> {
        let mut jobs = self.lock();
        jobs.retain(|job| job.person != person || job.is_finished());
        if jobs.len() >= JOBS {
            let oldest = jobs.iter().position(Job::is_finished).ok_or(Error::Busy)?;
            jobs.remove(oldest);
        }
        let id = secret::id("j");
        jobs.push_back(Job { id: id.clone(), person: person.to_owned(), analysis });
        Ok(id)
    }

    /// Whether it is still wanted.
    fn change(&self, id: &str, change: impl FnOnce(&mut Analysis)) -> bool {
        match self.lock().iter_mut().find(|job| job.id == id) {
            Some(job) => {
                change(&mut job.analysis);
                true
            }
            None => false,
        }
    }

    fn get(&self, id: &str) -> Option<Analysis> {
        self.lock().iter().find(|job| job.id == id).map(|job| job.analysis.clone())
    }

    fn end(&self, person: &str, id: &str) -> Result<()> {
        let mut jobs = self.lock();
        let place = jobs.iter().position(|job| job.id == id && job.person == person);
        jobs.remove(place.ok_or(Error::NoSuchJob)?);
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Job>> {
        self.0.lock().expect("nobody panics with the analyses in hand")
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
    let start = replay(end.info().key, &end.setup(), &[])?;
    let job = app
        .jobs
        .add(&person.id, Analysis { state: Progress::Queued, done: 0, of: end.ply(), plies: Vec::new() })?;
    tokio::spawn(work(app, job.clone(), start, standing(&end.events())));
    Ok((StatusCode::ACCEPTED, Json(Started { job })))
}

pub(super) fn one_record(text: &str) -> Result<Lud> {
    let mut records = engine::lud::read(text).map_err(|fault| Error::BadRecord(fault.to_string()))?;
    match (records.pop(), records.is_empty()) {
        (Some(record), true) => Ok(record),
        _ => Err(Error::BadRecord("the file has not one game".to_owned())),
    }
}

/// The events that stand when all takebacks are done.
fn standing(events: &[String]) -> Vec<String> {
    let mut plies = 0;
    let mut stand: Vec<(usize, String)> = Vec::new();
    for event in events {
        match event.strip_prefix("takeback:").and_then(|ply| ply.parse::<usize>().ok()) {
            Some(ply) => {
                plies = ply - 1;
                stand.retain(|(before, _)| *before < plies);
            }
            None => {
                stand.push((plies, event.clone()));
                plies += usize::from(!is_withdrawal(event) && event != "draw");
            }
        }
    }
    stand.into_iter().map(|(_, event)| event).collect()
}

fn is_withdrawal(event: &str) -> bool {
    event.starts_with("resign:") || event.starts_with("time:")
}

/// One action at a time, so that those who play wait no longer than for one of them.
async fn work(app: &'static App, job: String, start: Box<dyn AnyGame>, events: Vec<String>) {
    let mut game = start;
    let mut index = 0;
    for token in events {
        let mut next = game.clone();
        if next.push(&token).is_err() {
            app.jobs.change(&job, |analysis| analysis.state = Progress::Failed);
            return;
        }
        if next.ply() == game.ply() {
            game = next;
            continue;
        }
        let looked = app.players.run(move || look(game, token)).await;
        let wanted = app.jobs.change(&job, |analysis| match looked {
            Ok(Some(ply)) => {
                analysis.state = Progress::Running;
                analysis.done = index + 1;
                analysis.plies.push(AnalysedPly { ply: index + 1, ..ply });
            }
            _ => analysis.state = Progress::Failed,
        });
        if !wanted {
            return;
        }
        index += 1;
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

/// Ends an analysis that nobody waits for any more.
#[utoipa::path(delete, path = "/api/analysis/{job}", tag = "study", params(("job" = String, Path)),
    responses((status = 204), Failures))]
pub(super) async fn end_analysis(
    State(app): State<&'static App>,
    person: Person,
    PathOf(job): PathOf<String>,
) -> Result<StatusCode> {
    app.jobs.end(&person.id, &job)?;
    Ok(StatusCode::NO_CONTENT)
}
