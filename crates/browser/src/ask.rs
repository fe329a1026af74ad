//! What the server's interface answers about games, positions and records.

use engine::search::Stop;
use games::GAMES;
use rand::rngs::StdRng;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use table::{
    Problem, TableError,
    study::{self, Check, Coach, Explain, Position, RecordText, RecordTree, StudyError},
};

/// An answer as it would come over HTTP.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    /// JSON.
    pub body: String,
}

impl Answer {
    fn of(body: &impl Serialize) -> Self {
        Answer { status: 200, body: text(body) }
    }

    pub(crate) fn refused(status: u16, problem: &Problem) -> Self {
        Answer { status, body: format!("{{\"error\":{}}}", text(problem)) }
    }

    pub(crate) fn bad_request(said: String) -> Self {
        Answer::refused(400, &Problem::new("request.bad", said))
    }

    /// Status and body as one JSON value.
    pub fn json(&self) -> String {
        format!("{{\"status\":{},\"body\":{}}}", self.status, self.body)
    }
}

impl From<StudyError> for Answer {
    fn from(error: StudyError) -> Self {
        Answer::refused(error.status(), &error.problem())
    }
}

impl From<TableError> for Answer {
    fn from(error: TableError) -> Self {
        Answer::refused(error.status(), &error.problem())
    }
}

/// Answers a question. `path` is the server's without `/api`; what chance decides, `rng` draws.
pub fn ask(path: &str, body: &str, rng: &mut StdRng) -> Answer {
    answered(path, body, rng).unwrap_or_else(|refused| refused)
}

fn answered(path: &str, body: &str, rng: &mut StdRng) -> Result<Answer, Answer> {
    let stop = &Stop::default();
    Ok(match path {
        "/games" => Answer::of(&study::games(GAMES)),
        "/check" => Answer::of(&read::<Check>(body)?.answer(GAMES, rng)?),
        "/position" => Answer::of(&read::<Position>(body)?.answer(GAMES, rng, stop)?),
        "/explain" => Answer::of(&read::<Explain>(body)?.answer(GAMES, rng, stop)?),
        "/coach" => Answer::of(&read::<Coach>(body)?.answer(GAMES, rng, stop)?),
        "/record/read" => Answer::of(&read::<RecordText>(body)?.read(GAMES, stop)?),
        "/record/write" => Answer::of(&read::<RecordTree>(body)?.write(GAMES, stop)?),
        _ => Answer::refused(404, &Problem::new("page.not-found", "there is no such page".to_owned())),
    })
}

/// Reads what a page sent.
pub(crate) fn read<T: DeserializeOwned>(body: &str) -> Result<T, Answer> {
    if study::says_control(body) {
        let problem = Problem::new("request.text", "a text has no control characters".to_owned());
        return Err(Answer::refused(400, &problem));
    }
    parsed(body).map_err(|error| Answer::bad_request(error.to_string()))
}

/// Reads JSON by way of a [`Value`], so that what reads JSON is not built once for every type.
pub(crate) fn parsed<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    T::deserialize(serde_json::from_str::<Value>(text)?)
}

pub(crate) fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}
