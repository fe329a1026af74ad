//! Records as trees, and an engine that tells what it finds while it looks.

use std::{collections::HashMap, convert::Infallible, sync::Mutex, time::Duration};

use axum::{
    Json,
    extract::State,
    response::sse::{Event, KeepAlive, Sse},
};
use engine::search::Stop;
use futures_util::{Stream, stream};
use table::study::{Evaluated, ReadRecord, RecordText, RecordTree};
use tokio::sync::mpsc;
use utoipa::ToSchema;

use super::{
    Body, Caller, Failures,
    study::{Evaluate, look},
};
use crate::{
    App,
    error::Result,
    limits,
    people::Person,
    pool::{Abandon, Owner, Rank},
};

/// How often a stream without news gives a sign.
const SIGN: Duration = Duration::from_secs(5);

/// Who watches the engine look: one look for each, and a new one ends the one before.
#[derive(Debug, Default)]
pub(crate) struct Watchers(Mutex<HashMap<String, Stop>>);

impl Watchers {
    fn begin(&self, person: &str) -> Stop {
        let mut looks = self.0.lock().expect("nobody panics while holding the watchers");
        looks.retain(|_, stop| !stop.asked());
        let stop = Stop::default();
        if let Some(before) = looks.insert(person.to_owned(), stop.clone()) {
            before.ask();
        }
        stop
    }
}

/// An event of the stream.
#[derive(Debug, ToSchema)]
#[expect(dead_code, reason = "it describes what is sent, and is not what is sent")]
struct Watched {
    /// What `/api/evaluate` answers, as JSON.
    data: String,
}

/// Has the engine look at a position and tells its lines as they become better: each event is what
/// `/api/evaluate` answers. A second request of the same person, or hanging up, ends the look.
#[utoipa::path(post, path = "/api/watch", tag = "study", request_body = Evaluate,
    responses((status = 200, body = Watched, content_type = "text/event-stream"), Failures))]
pub(super) async fn watch(
    State(app): State<&'static App>,
    Caller(address): Caller,
    person: Person,
    Body(wish): Body<Evaluate>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let owner = Owner { address, person: person.id.clone() };
    let (game, mut limits) = wish.read(app, &person, &owner).await?;
    let stop = app.watchers.begin(&person.id);
    limits.stop = stop.clone();
    let (tell, told) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        let looked = app.engine_pool.run_in_turns(Rank::Study, &owner, limits.stop.clone(), move |_| {
            look(game.as_ref(), &limits, &mut |found| {
                if tell.send(found).is_err() {
                    limits.stop.ask();
                }
            });
        });
        if let Err(error) = looked.await {
            error.log();
        }
    });
    let events = stream::unfold((told, Abandon(stop)), |(mut told, leaving)| async move {
        let evaluated: Evaluated = told.recv().await?;
        let event = Event::default().json_data(&evaluated).expect("an evaluation is plain data");
        Some((Ok(event), (told, leaving)))
    });
    // While it waits for its turn it says so: a stream that says nothing looks as if nobody took it.
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(SIGN)))
}

/// Reads a record file with one game, every action and variation checked by the rules.
#[utoipa::path(post, path = "/api/record/read", tag = "study", request_body = RecordText,
    responses((status = 200, body = ReadRecord), Failures))]
pub(super) async fn read(
    State(app): State<&'static App>,
    Caller(address): Caller,
    Body(record): Body<RecordText>,
) -> Result<Json<ReadRecord>> {
    app.limits.take(&limits::RECORDS, None, &address)?;
    let read = move |stop: &Stop| record.read(app.games, stop);
    Ok(Json(app.replays.run(Rank::Study, &Owner { address, ..Owner::default() }, read).await??))
}

/// Writes a record file. Its result and end are what the rules say of its main line.
#[utoipa::path(post, path = "/api/record/write", tag = "study", request_body = RecordTree,
    responses((status = 200, body = String, content_type = "text/plain"), Failures))]
pub(super) async fn write(
    State(app): State<&'static App>,
    Caller(address): Caller,
    Body(tree): Body<RecordTree>,
) -> Result<String> {
    app.limits.take(&limits::RECORDS, None, &address)?;
    let written = move |stop: &Stop| tree.write(app.games, stop);
    Ok(app.replays.run(Rank::Study, &Owner { address, ..Owner::default() }, written).await??)
}
