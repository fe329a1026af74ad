//! The same for JavaScript.

use js_sys::Function;
use serde::Serialize;
use table::{NewTable, Outgoing, Visitor};
use wasm_bindgen::prelude::*;

use crate::{
    Analyse, Answer, Attempt, Think,
    ask::{read, text},
    generator, local_table,
};

/// Answers what the server's interface answers at this path; as JSON `{status, body}`. What chance decides follows from
/// `seed`, a text that the page made by chance.
#[wasm_bindgen]
pub fn ask(path: &str, body: &str, seed: &str) -> String {
    crate::ask(path, body, &mut generator(seed)).json()
}

/// Searches a position (`Think`) and hands `on_lines` what it has found (`Evaluated`) while that gets better; in the end a
/// `Thought`.
#[wasm_bindgen]
pub fn think(wish: &str, on_lines: &Function) -> Result<String, JsError> {
    let wish: Think = read(wish).map_err(thrown)?;
    let thought = crate::think(&wish, &mut |found| tell(on_lines, found)).map_err(thrown)?;
    Ok(text(&thought))
}

/// Takes the file of the network that a game has learnt, `<game>.net`; whether it is one. A search that needs it throws
/// `engine.network` until it is here.
#[wasm_bindgen]
pub fn learn(game: &str, file: &[u8]) -> bool {
    crate::learn(game, file)
}

/// How many sequences of this many actions lead on from a position (`Think`): the checksum of its rules.
#[wasm_bindgen]
pub fn perft(position: &str, depth: u32) -> Result<f64, JsError> {
    let wish: Think = read(position).map_err(thrown)?;
    crate::perft(&wish, depth).map(|count| count as f64).map_err(thrown)
}

/// Looks at every action of a record (`AnalyseRecord`) and hands `on_step` how far it is (`Analysis`) after each.
#[wasm_bindgen]
pub fn analyse(wish: &str, on_step: &Function) -> Result<(), JsError> {
    let wish: Analyse = read(wish).map_err(thrown)?;
    crate::analyse(&wish, &mut |analysis| tell(on_step, analysis)).map_err(thrown)
}

/// Answers an attempt at a puzzle (`Attempt`): an `Attempted`.
#[wasm_bindgen]
pub fn attempt(wish: &str) -> Result<String, JsError> {
    let wish: Attempt = read(wish).map_err(thrown)?;
    crate::attempt(&wish).map(|attempted| text(&attempted)).map_err(thrown)
}

/// A table on this device. Times are milliseconds since 1970.
#[wasm_bindgen]
#[derive(Debug)]
pub struct LocalTable(local_table::LocalTable);

#[wasm_bindgen]
impl LocalTable {
    /// Makes a table (`NewTable`) for a visitor (`{id, name, account}`) and starts its game.
    pub fn create(new: &str, visitor: &str, seed: &str, now: f64) -> Result<LocalTable, JsError> {
        let (new, visitor): (NewTable, Visitor) =
            (read(new).map_err(thrown)?, read(visitor).map_err(thrown)?);
        local_table::LocalTable::create(new, visitor, seed, now as i64).map(LocalTable).map_err(thrown)
    }

    /// The table of what `saved` gave.
    pub fn restore(saved: &str, visitor: &str, now: f64) -> Result<LocalTable, JsError> {
        let visitor: Visitor = read(visitor).map_err(thrown)?;
        local_table::LocalTable::restore(saved, visitor, now as i64).map(LocalTable).map_err(thrown)
    }

    /// All that is to be kept.
    pub fn saved(&self, now: f64) -> String {
        self.0.saved(now as i64)
    }

    /// The record file.
    pub fn record(&self) -> String {
        self.0.record()
    }

    /// The game (`FinishedGame`) once it is over, or `null`.
    pub fn finished(&self) -> String {
        text(&self.0.finished())
    }

    /// The whole table: an `Outgoing`.
    pub fn open(&self, now: f64) -> String {
        text(&self.0.open(now as i64))
    }

    /// A command (`Incoming`); what is answered (`Outgoing[]`).
    pub fn hear(&mut self, message: &str, now: f64) -> String {
        texts(&match read(message) {
            Ok(message) => self.0.hear(message, now as i64),
            Err(Answer { body, .. }) => local_table::LocalTable::unreadable(body),
        })
    }

    /// What the time has brought about (`Outgoing[]`).
    pub fn tick(&mut self, now: f64) -> String {
        texts(&self.0.tick(now as i64))
    }

    /// When to call `tick`, if ever.
    pub fn deadline(&self) -> Option<f64> {
        self.0.deadline().map(|at| at as f64)
    }

    /// The search that is wanted now (`EngineWish`), or `null`.
    pub fn wants(&self, now: f64) -> String {
        text(&self.0.wants(now as i64))
    }

    /// What a search has found; what comes of it (`Outgoing[]`).
    pub fn engine_move(&mut self, epoch: f64, token: &str, now: f64) -> Result<String, JsError> {
        let told = self.0.engine_move(epoch as u64, token, now as i64);
        told.map(|told| texts(&told)).map_err(thrown)
    }

    /// The table of the rematch that was just agreed on, once.
    pub fn rematch(&mut self) -> Option<LocalTable> {
        self.0.take_rematch().map(LocalTable)
    }
}

fn texts(messages: &[Outgoing]) -> String {
    text(&messages)
}

/// A page that does not listen is no reason to stop.
fn tell(listener: &Function, found: &impl Serialize) {
    let _deaf = listener.call1(&JsValue::NULL, &JsValue::from_str(&text(found)));
}

/// An `Error` whose message is the answer as JSON.
fn thrown(answer: impl Into<Answer>) -> JsError {
    JsError::new(&answer.into().json())
}
