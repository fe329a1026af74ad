//! The list of games.

use ::games::GAMES;
use engine::Entry;
use pyo3::{exceptions::PyValueError, prelude::*};

/// What there is to know about a game before it is played.
#[pyclass(frozen, get_all, module = "ludarium")]
#[derive(Debug)]
pub(crate) struct GameInfo {
    /// As commands write it: `axiom`.
    name: &'static str,
    title: &'static str,
    author: &'static str,
    year: u16,
    min_seats: usize,
    max_seats: usize,
    /// Whether seats know different things.
    hidden: bool,
    /// How many numbers of actions there are.
    num_actions: usize,
    observation_shape: Vec<usize>,
    options: Vec<Py<OptionInfo>>,
}

/// One option of a set-up.
#[pyclass(frozen, get_all, module = "ludarium")]
#[derive(Debug)]
pub(crate) struct OptionInfo {
    name: &'static str,
    /// The values to choose from; empty if it is a number or a text.
    choices: Vec<&'static str>,
    default: &'static str,
    /// The least and greatest value, if it is a number.
    range: Option<(u32, u32)>,
    help: &'static str,
}

#[pymethods]
impl GameInfo {
    fn __repr__(&self) -> String {
        format!("<GameInfo {} ({}, {})>", self.name, self.author, self.year)
    }
}

#[pymethods]
impl OptionInfo {
    fn __repr__(&self) -> String {
        format!("<OptionInfo {}>", self.name)
    }
}

/// The four games.
///
/// >>> import ludarium
/// >>> [game.name for game in ludarium.games()]
/// ['axiom', 'abraxas', 'archimedes', 'ascension']
#[pyfunction]
pub(crate) fn games(py: Python<'_>) -> PyResult<Vec<GameInfo>> {
    GAMES.iter().map(|entry| info(py, entry)).collect()
}

fn info(py: Python<'_>, entry: &Entry) -> PyResult<GameInfo> {
    let (info, space) = (entry.info(), entry.space());
    let option = |option: &engine::OptionInfo| {
        let option = OptionInfo {
            name: option.key,
            choices: option.choices.to_vec(),
            default: option.default,
            range: option.range,
            help: option.help,
        };
        Py::new(py, option)
    };
    Ok(GameInfo {
        name: info.key,
        title: info.name,
        author: info.author,
        year: info.year,
        min_seats: *info.seats.start(),
        max_seats: *info.seats.end(),
        hidden: info.hidden,
        num_actions: space.actions,
        observation_shape: space.shape.to_vec(),
        options: info.options.iter().map(option).collect::<PyResult<_>>()?,
    })
}

/// The game with this name.
pub(crate) fn entry(name: &str) -> PyResult<&'static Entry> {
    GAMES.get(name).ok_or_else(|| {
        let names: Vec<_> = GAMES.iter().map(|entry| entry.info().key).collect();
        PyValueError::new_err(format!("there is no game `{name}`: they are {}", names.join(", ")))
    })
}
