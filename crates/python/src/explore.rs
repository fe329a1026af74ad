//! What was played from a position in games that are over.

use std::{collections::HashMap, path::PathBuf};

use games::GAMES;
use pyo3::{exceptions::PyValueError, prelude::*};
use table::study::explore::ExploredPosition;

use crate::game::Game;

/// Counts what was played from the position of a game in record files, as `ludarium explore` does.
///
/// Images of a position or of an action count as the same, and of a game its first 40 actions count. Where every deal is
/// another, what counts is how far seats had come. Won and shared are of the seat that acts.
///
/// >>> from ludarium import Game, explore
/// >>> explore(Game("archimedes", seats=2), [])
/// {'counted': True, 'actions': [], 'stages': []}
#[pyfunction]
#[pyo3(signature = (game, files))]
pub(crate) fn explore<'py>(py: Python<'py>, game: &Game, files: Vec<PathBuf>) -> PyResult<Bound<'py, PyAny>> {
    let place = ExploredPosition::of(game.inner().boxed_clone());
    let count = || {
        let mut counts = HashMap::new();
        for file in files {
            let text = std::fs::read_to_string(&file)?;
            let counted = place.count(GAMES, &text, &mut counts);
            counted.map_err(|fault| PyValueError::new_err(format!("{}:{fault}", file.display())))?;
        }
        Ok::<_, PyErr>(place.answer(counts))
    };
    let explored = py.detach(count)?;
    let text = serde_json::to_string(&explored).expect("counts are plain data");
    py.import("json")?.call_method1("loads", (text,))
}
