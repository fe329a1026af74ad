//! One game.

use std::{
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
};

use engine::{AnyGame, Palette, Seat, Turn, Viewer, Withdrawal, lud, picture};
use games::GAMES;
use numpy::{PyArray1, PyArrayDyn, PyArrayMethods};
use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyDict, PyString, PyTuple},
};
use rand::{SeedableRng, rngs::StdRng};

use crate::{
    list::entry,
    thought::{Effort, Thought, think},
};

pyo3::create_exception!(ludarium, IllegalAction, PyValueError, "An action that the rules refuse, and why.");

/// A game being played: its set-up and the actions since.
///
/// Seats count from 1. Actions are numbers (see docs/python.md) or tokens. Games are values: equal if they have the
/// same set-up and history, and they can be copied, hashed and pickled.
///
/// >>> from ludarium import Game
/// >>> game = Game("archimedes", seats=3)
/// >>> game.turn, game.legal_tokens[:3]
/// (1, ['a2-b6', 'a2-c2', 'a2-c4'])
/// >>> game.play("a2-c4")
/// >>> game.history
/// ['a2-c4']
/// >>> other = game.copy()
/// >>> other.play(other.legal_actions[0])
/// >>> game == other
/// False
#[pyclass(module = "ludarium")]
#[derive(Debug)]
pub(crate) struct Game {
    inner: Box<dyn AnyGame>,
}

/// Set-up text out of a text and keyword options.
pub(crate) fn setup_text(setup: &str, options: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
    let mut parts: Vec<String> =
        setup.split(';').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    for (key, value) in options.into_iter().flatten() {
        parts.push(format!("{}={}", key.str()?, value.str()?));
    }
    Ok(parts.join(";"))
}

fn refused(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

impl Game {
    pub(crate) fn of(inner: Box<dyn AnyGame>) -> Self {
        Game { inner }
    }

    pub(crate) fn inner(&self) -> &dyn AnyGame {
        self.inner.as_ref()
    }

    fn seat(&self, number: usize) -> PyResult<Seat> {
        Seat::from_number(number)
            .filter(|seat| seat.index() < self.inner.seats())
            .ok_or_else(|| PyValueError::new_err(format!("there is no seat {number}")))
    }

    /// A seat number, `None` for a spectator, or `"all"`.
    fn viewer(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Viewer> {
        let Some(seat) = seat else { return Ok(Viewer::Spectator) };
        if let Ok(text) = seat.cast::<PyString>() {
            return match text.to_str()? {
                "all" => Ok(Viewer::All),
                other => Err(PyValueError::new_err(format!("`{other}` is neither a seat nor \"all\""))),
            };
        }
        self.seat(seat.extract()?).map(Viewer::Seat)
    }

    fn number(&self, action: &Bound<'_, PyAny>) -> PyResult<usize> {
        if let Ok(token) = action.cast::<PyString>() {
            let refused = |refusal: engine::Refusal| IllegalAction::new_err(refusal.to_string());
            return self.inner.number(token.to_str()?).map_err(refused);
        }
        action.extract().map_err(|_| PyTypeError::new_err("an action is a number or a token"))
    }

    fn space(&self) -> engine::Space {
        entry(self.inner.info().key).expect("a game is in the list").space()
    }

    /// Why a number is not legal.
    fn refusal(&self, number: usize) -> PyErr {
        let why = match self.inner.numbered(number) {
            Some(token) => match self.inner.explain(&token) {
                Some(refusal) => format!("{token}: {refusal}"),
                None => format!("{token} is legal"),
            },
            None => format!("{number} is the number of no action here"),
        };
        IllegalAction::new_err(why)
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, setup = "", *, seed = None, **options))]
    fn new(
        name: &str,
        setup: &str,
        seed: Option<u64>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let text = setup_text(setup, options)?;
        let started = match seed {
            Some(seed) => entry(name)?.start(&text, &mut StdRng::seed_from_u64(seed)),
            None => entry(name)?.start(&text, &mut rand::rng()),
        };
        started.map(Game::of).map_err(refused)
    }

    /// The game of a record, replayed by the rules.
    ///
    /// >>> from ludarium import Game
    /// >>> game = Game("abraxas")
    /// >>> game.play("SW")
    /// >>> Game.from_record(game.record()) == game
    /// True
    #[staticmethod]
    fn from_record(text: &str) -> PyResult<Self> {
        let games = lud::read(text).map_err(refused)?;
        let [game] = &games[..] else {
            return Err(PyValueError::new_err(format!("a record of one game, not {}", games.len())));
        };
        game.replay(GAMES).map(Game::of).map_err(refused)
    }

    #[getter]
    #[expect(clippy::misnamed_getters, reason = "what Python calls a name is a key here")]
    fn name(&self) -> &'static str {
        self.inner.info().key
    }

    #[getter]
    fn seats(&self) -> usize {
        self.inner.seats()
    }

    /// No game from here has more actions than this.
    #[getter]
    fn longest(&self) -> usize {
        self.inner.longest()
    }

    /// The complete set-up text: in Ascension a secret while the game lasts.
    #[getter]
    fn setup(&self) -> String {
        self.inner.setup()
    }

    #[getter]
    fn ply(&self) -> usize {
        self.inner.ply()
    }

    /// The seat to act, counted from 1; `None` when the game is over.
    #[getter]
    fn turn(&self) -> Option<usize> {
        self.inner.turn().seat().map(Seat::number)
    }

    /// `move`, `reply` (the seat not on turn is asked, Abraxas 5.2) or `over`.
    #[getter]
    fn kind(&self) -> &'static str {
        match self.inner.turn() {
            Turn::Move(_) => "move",
            Turn::Reply(_) => "reply",
            Turn::Over(_) => "over",
        }
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.inner.turn().is_over()
    }

    /// Each seat's share of the win; `None` while the game goes on.
    #[getter]
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let shares = self
            .inner
            .turn()
            .outcome()
            .map(|outcome| PyTuple::new(py, Seat::all(outcome.seats()).map(|seat| outcome.share(seat))));
        shares.transpose()
    }

    /// The shares scaled so that they add up to 0: 1 for winning alone. All 0 while the game goes on.
    #[getter]
    fn returns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, Seat::all(self.inner.seats()).map(|seat| payoff(self.inner.turn(), seat)))
    }

    /// The clause that ended the game, or `resign`, `time` or `agreed`.
    #[getter]
    fn ended_by(&self) -> Option<&'static str> {
        self.inner.turn().outcome().map(engine::Outcome::by)
    }

    /// The numbers of the legal actions, in the order of `legal_tokens`.
    #[getter]
    fn legal_actions(&self) -> Vec<u32> {
        let mut numbers = Vec::new();
        self.inner.legal_numbers(&mut numbers);
        numbers
    }

    #[getter]
    fn legal_tokens(&self) -> Vec<String> {
        self.inner.legal()
    }

    /// 1 at the numbers of the legal actions, 0 elsewhere; int8.
    fn action_mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        let mask = PyArray1::zeros(py, self.space().actions, false);
        {
            let mut cells = mask.readwrite();
            let cells = cells.as_slice_mut()?;
            self.legal_actions().into_iter().for_each(|number| cells[number as usize] = 1);
        }
        Ok(mask)
    }

    /// What a seat may know, as an array of float32; without a seat, what the seat to act may.
    #[pyo3(signature = (seat = None))]
    fn observation<'py>(
        &self,
        py: Python<'py>,
        seat: Option<usize>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        let seat = self.seat(seat.or(self.turn()).unwrap_or(1))?;
        let array = PyArrayDyn::zeros(py, self.space().shape, false);
        self.inner.observe(seat, array.readwrite().as_slice_mut()?);
        Ok(array)
    }

    /// The token that a number stands for in this position.
    fn token(&self, action: usize) -> PyResult<String> {
        self.inner.numbered(action).ok_or_else(|| self.refusal(action))
    }

    /// The number of a legal token.
    fn action(&self, token: &str) -> PyResult<usize> {
        self.inner.number(token).map_err(|refusal| IllegalAction::new_err(refusal.to_string()))
    }

    /// Plays an action, a number or a token; `IllegalAction` says why not, and nothing has changed.
    ///
    /// >>> from ludarium import Game
    /// >>> Game("abraxas").play("d4")
    /// Traceback (most recent call last):
    /// ludarium.IllegalAction: Abraxas 2.1: seat 2 first chooses the plate's corner
    fn play(&mut self, action: &Bound<'_, PyAny>) -> PyResult<()> {
        let number = self.number(action)?;
        if self.inner.play_number(number) { Ok(()) } else { Err(self.refusal(number)) }
    }

    /// A seat resigns.
    fn resign(&mut self, seat: usize) -> PyResult<()> {
        let seat = self.seat(seat)?;
        self.inner.withdraw(seat, Withdrawal::Resign).map_err(refused)
    }

    /// The tokens of the actions so far.
    #[getter]
    fn history(&self) -> Vec<String> {
        self.inner.moves()
    }

    fn copy(&self) -> Self {
        Game { inner: self.inner.clone() }
    }

    fn __copy__(&self) -> Self {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.copy()
    }

    /// What a viewer may know: a seat, `None` for a spectator, or `"all"`. docs/views.md describes it.
    #[pyo3(signature = (seat = None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let view = self.inner.view(self.viewer(seat)?);
        let text = serde_json::to_string(&view).expect("a view is plain data");
        py.import("json")?.call_method1("loads", (text,))
    }

    /// All that a seat has seen: the set-up as far as it may know it, and the actions so far. Two games that the
    /// seat cannot tell apart have the same text, and no other two have.
    fn information_state(&self, seat: usize) -> PyResult<String> {
        let view = self.inner.view(Viewer::Seat(self.seat(seat)?));
        Ok(format!("{seat} {} {}", view.setup, self.inner.events().join(" ")))
    }

    /// What the rules call the same position has the same key.
    #[getter]
    fn key(&self) -> u64 {
        self.inner.key()
    }

    /// The same for a position and its mirror images.
    #[getter]
    fn canonical_key(&self) -> u64 {
        self.inner.canonical_key()
    }

    /// The position as the value of the option `from`.
    #[getter]
    fn position(&self) -> String {
        self.inner.position_text()
    }

    /// The game as a record file.
    fn record(&self) -> String {
        lud::write(&[lud::Lud::of(&*self.inner)])
    }

    /// A drawing of what a viewer may know.
    #[pyo3(signature = (mode = "text", seat = None))]
    fn render(&self, mode: &str, seat: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let palette = match mode {
            "text" => Palette::None,
            "color" => Palette::Full,
            _ => return Err(PyValueError::new_err(format!("`{mode}` is neither text nor color"))),
        };
        let picture = self.inner.picture(self.viewer(seat)?);
        Ok(picture::text(&*picture, self.inner.seats(), palette, palette == Palette::None))
    }

    /// What the seat to act would do, by what it may know: one of the levels 0 to 8, or level 8 within limits.
    /// The same position, nodes and seed on one thread give the same answer. Other Python threads run meanwhile.
    ///
    /// >>> from ludarium import Game
    /// >>> game = Game("axiom")
    /// >>> game.think(level=2).token in game.legal_tokens
    /// True
    #[pyo3(signature = (level = None, *, nodes = None, seconds = None, depth = None, threads = 1, seed = 0))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn think(
        &self,
        py: Python<'_>,
        level: Option<usize>,
        nodes: Option<u64>,
        seconds: Option<f64>,
        depth: Option<u32>,
        threads: usize,
        seed: u64,
    ) -> PyResult<Thought> {
        think(py, &*self.inner, &Effort { level, nodes, seconds, depth, threads, seed })
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Game>().is_ok_and(|other| {
            let other = &other.borrow().inner;
            self.name() == other.info().key
                && self.inner.setup() == other.setup()
                && self.inner.events() == other.events()
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.name(), self.inner.setup(), self.inner.events()).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Game {} {} after {} actions>",
            self.name(),
            self.inner.view(Viewer::Spectator).setup,
            self.ply()
        )
    }

    #[expect(clippy::type_complexity, reason = "what pickle asks for")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (&'static str, String, Vec<String>))> {
        let restore = py.get_type::<Game>().getattr("_restore")?;
        Ok((restore, (self.name(), self.inner.setup(), self.inner.events())))
    }

    /// The game with this complete set-up after these events.
    #[staticmethod]
    fn _restore(name: &str, setup: &str, events: Vec<String>) -> PyResult<Self> {
        let mut inner = entry(name)?.start(setup, &mut rand::rng()).map_err(refused)?;
        events.iter().try_for_each(|event| inner.push(event)).map_err(refused)?;
        Ok(Game { inner })
    }
}

/// A share scaled so that all shares add up to 0.
pub(crate) fn payoff(turn: Turn, seat: Seat) -> f64 {
    turn.outcome().map_or(0.0, |outcome| {
        let seats = outcome.seats() as f64;
        (outcome.share(seat) * seats - 1.0) / (seats - 1.0)
    })
}
