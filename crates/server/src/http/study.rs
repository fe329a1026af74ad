//! Positions and records under the engine's eye. Never a running table's.

use std::time::Duration;

use axum::{Json, extract::State};
use engine::{
    AnyGame, Seat,
    lud::Lud,
    search::{Limits, Stop},
};
use serde::Deserialize;
use table::{
    Explained,
    study::{self, Evaluated, Explain, Position, Replayed, Shown, replay_with_pass},
};
use utoipa::ToSchema;

use super::{Body, Caller, Failures};
use crate::{
    App,
    error::{Error, Result},
    limits,
    people::Person,
    pool::{Owner, Rank},
    store::TableFilter,
};

/// Replays actions, for boards where one tries things out.
#[utoipa::path(post, path = "/api/position", tag = "study", request_body = Position,
    responses((status = 200, body = Shown), Failures))]
pub(super) async fn position(
    State(app): State<&'static App>,
    Caller(address): Caller,
    Body(position): Body<Position>,
) -> Result<Json<Shown>> {
    app.limits.take(&limits::REPLAYS, None, &address)?;
    let shown = move |stop: &Stop| position.answer(app.games, &mut rand::rng(), stop);
    Ok(Json(app.replays.run(Rank::Study, &Owner { address, ..Owner::default() }, shown).await??))
}

/// Why a press cannot become an action of the seat to act, on boards where one tries things out.
#[utoipa::path(post, path = "/api/explain", tag = "study", request_body = Explain,
    responses((status = 200, body = Explained), Failures))]
pub(super) async fn explain(
    State(app): State<&'static App>,
    Caller(address): Caller,
    Body(explain): Body<Explain>,
) -> Result<Json<Explained>> {
    app.limits.take(&limits::REPLAYS, None, &address)?;
    let explained = move |stop: &Stop| explain.answer(app.games, &mut rand::rng(), stop);
    Ok(Json(app.replays.run(Rank::Study, &Owner { address, ..Owner::default() }, explained).await??))
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
        let (game, setup, moves) = (self.game.clone(), self.setup.clone(), self.moves.clone());
        Ok((replayed(app, person, owner, game, setup, moves).await?, limits))
    }
}

/// A position that this person may ask the engine about.
pub(super) async fn replayed(
    app: &'static App,
    person: &Person,
    owner: &Owner,
    game: String,
    setup: String,
    moves: Vec<String>,
) -> Result<Box<dyn AnyGame>> {
    let replayed =
        move |stop: &Stop| replay_with_pass(app.games, &game, &setup, &moves, &mut rand::rng(), stop);
    let Replayed { game, before_pass } = app.replays.run(Rank::Study, owner, replayed).await??;
    // What threatens in a running game is told no more than what is best.
    if let Some(before) = before_pass {
        let before = app.live_positions.refuse(app, owner, before).await?;
        refuse_own(app, person, before.as_ref()).await?;
    }
    let game = app.live_positions.refuse(app, owner, game).await?;
    refuse_own(app, person, game.as_ref()).await?;
    Ok(game)
}

fn one_second() -> f64 {
    1.0
}

fn one_line() -> usize {
    1
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
    let (game, limits) = wish.read(app, &person, &owner).await?;
    let mut evaluated = Evaluated::default();
    let evaluated = app
        .engine_pool
        .run_in_turns(Rank::Study, &owner, limits.stop.clone(), move |_| {
            look(game.as_ref(), &limits, &mut |found| evaluated = found);
            evaluated
        })
        .await?;
    Ok(Json(evaluated))
}

/// Looks at a position with all its strength.
pub(super) fn look(game: &dyn AnyGame, limits: &Limits, tell: &mut dyn FnMut(Evaluated)) {
    study::look(game, &game.levels()[8], limits, tell);
}

/// Nobody asks the engine about a game that they are playing with others.
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
        let levels = Seat::all(game.seats()).filter(|&seat| record.tag(&Lud::level_tag(seat)).is_some());
        if levels.count() + 1 == game.seats() {
            continue;
        }
        let played = record.line.steps.iter().map(|step| &step.text);
        if !events.is_empty() && played.eq(events.iter()) {
            return Err(Error::Running);
        }
    }
    Ok(())
}
