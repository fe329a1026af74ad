//! Many games at once.

use engine::{AnyGame, Entry, Seat, mix};
use numpy::{PyArray1, PyArray2, PyArrayDyn, PyArrayMethods, PyReadonlyArray1};
use pyo3::{exceptions::PyValueError, prelude::*, types::PyDict};
use rand::{SeedableRng, rngs::SmallRng, rngs::StdRng};
use rayon::prelude::*;

use crate::{
    game::{Game, IllegalAction, payoff, setup_text},
    list::entry,
};

/// Lanes that one task steps at least.
const LEAST: usize = 8;

/// `n` games of one set-up, stepped together by threads of Rust.
///
/// The arrays are made once and written in place by `reset` and `step`: `masks` (n, actions) int8, `observations`
/// (n, …) float32 of the seat to act (or `None`), `rewards` (n, seats) float32, `dones` (n,) bool and `to_act` (n,)
/// int8, seats from 1. A game that ends gives its rewards and is set up anew within the same step.
///
/// >>> from ludarium import VecGame
/// >>> games = VecGame("abraxas", 4, seed=1, observations=False)
/// >>> for _ in range(100):
/// ...     games.step(games.sample())
/// >>> games.masks.shape, int(games.masks.sum(axis=1).min()) > 0
/// ((4, 14144), True)
#[pyclass(module = "ludarium")]
#[derive(Debug)]
pub(crate) struct VecGame {
    entry: &'static Entry,
    setup: String,
    lanes: Vec<Lane>,
    pool: rayon::ThreadPool,
    seats: usize,
    masks: Py<PyArray2<i8>>,
    observations: Option<Py<PyArrayDyn<f32>>>,
    rewards: Py<PyArray2<f32>>,
    dones: Py<PyArray1<bool>>,
    to_act: Py<PyArray1<i8>>,
}

/// One game of many.
#[derive(Debug)]
struct Lane {
    game: Box<dyn AnyGame>,
    /// What decides its deals.
    deals: StdRng,
    /// What `sample` draws by.
    dice: SmallRng,
    /// The legal actions, as the mask has them.
    legal: Vec<u32>,
}

/// What the arrays hold of one lane.
struct Row<'a> {
    mask: &'a mut [i8],
    observation: &'a mut [f32],
    rewards: &'a mut [f32],
    done: &'a mut bool,
    to_act: &'a mut i8,
}

impl Lane {
    fn begin(&mut self, entry: &Entry, setup: &str) {
        self.game = entry.start(setup, &mut self.deals).expect("the set-up was accepted before");
    }

    fn step(&mut self, action: i64, entry: &Entry, setup: &str, row: &mut Row<'_>) {
        let played = usize::try_from(action).is_ok_and(|number| self.game.play_number(number));
        debug_assert!(played, "actions are checked before any is played");
        let turn = self.game.turn();
        *row.done = turn.is_over();
        for (index, reward) in row.rewards.iter_mut().enumerate() {
            *reward = payoff(turn, Seat::new(index)) as f32;
        }
        if turn.is_over() {
            self.begin(entry, setup);
        }
        self.show(row);
    }

    fn show(&mut self, row: &mut Row<'_>) {
        self.legal.iter().for_each(|&number| row.mask[number as usize] = 0);
        self.legal.clear();
        self.game.legal_numbers(&mut self.legal);
        self.legal.iter().for_each(|&number| row.mask[number as usize] = 1);
        // A set-up may begin at a position that is over; then nobody acts.
        let seat = self.game.turn().seat();
        *row.to_act = seat.map_or(0, Seat::number) as i8;
        if !row.observation.is_empty() {
            self.game.observe(seat.unwrap_or(Seat::new(0)), row.observation);
        }
    }
}

impl VecGame {
    /// Calls `act` with every lane, its number and its row, on all threads.
    fn each(&mut self, py: Python<'_>, act: impl Fn(usize, &mut Lane, &mut Row<'_>) + Sync) -> PyResult<()> {
        let space = self.entry.space();
        let mut masks = self.masks.bind(py).readwrite();
        let mut rewards = self.rewards.bind(py).readwrite();
        let mut dones = self.dones.bind(py).readwrite();
        let mut to_act = self.to_act.bind(py).readwrite();
        let mut observations = self.observations.as_ref().map(|array| array.bind(py).readwrite());
        let (masks, rewards) = (masks.as_slice_mut()?, rewards.as_slice_mut()?);
        let (dones, to_act) = (dones.as_slice_mut()?, to_act.as_slice_mut()?);
        let mut none: Vec<&mut [f32]>;
        let observations: Vec<&mut [f32]> = match &mut observations {
            Some(array) => array.as_slice_mut()?.chunks_mut(space.size()).collect(),
            None => {
                none = Vec::new();
                none.resize_with(self.lanes.len(), Default::default);
                none
            }
        };
        let (lanes, pool, seats) = (&mut self.lanes, &self.pool, self.seats);
        py.detach(|| {
            pool.install(|| {
                lanes
                    .par_iter_mut()
                    .zip(masks.par_chunks_mut(space.actions))
                    .zip(observations)
                    .zip(rewards.par_chunks_mut(seats))
                    .zip(dones.par_iter_mut().zip(to_act))
                    .enumerate()
                    .with_min_len(LEAST)
                    .for_each(|(index, ((((lane, mask), observation), rewards), (done, to_act)))| {
                        act(index, lane, &mut Row { mask, observation, rewards, done, to_act });
                    });
            });
        });
        Ok(())
    }

    fn lane(&self, index: usize) -> PyResult<&Lane> {
        self.lanes.get(index).ok_or_else(|| PyValueError::new_err(format!("there is no game {index}")))
    }
}

#[pymethods]
impl VecGame {
    #[new]
    #[pyo3(signature = (name, n, setup = "", *, seed = 0, observations = true, threads = 0, **options))]
    #[expect(clippy::too_many_arguments, reason = "keywords of Python")]
    fn new(
        py: Python<'_>,
        name: &str,
        n: usize,
        setup: &str,
        seed: u64,
        observations: bool,
        threads: usize,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let entry = entry(name)?;
        let setup = setup_text(setup, options)?;
        let wrong = |error: &dyn ToString| PyValueError::new_err(error.to_string());
        let lanes = (0..n)
            .map(|index| {
                let own = mix::zobrist(seed ^ mix::mix(index as u64 + 1));
                let mut deals = StdRng::seed_from_u64(own);
                let game = entry.start(&setup, &mut deals).map_err(|refusal| wrong(&refusal))?;
                Ok(Lane { game, deals, dice: SmallRng::seed_from_u64(!own), legal: Vec::new() })
            })
            .collect::<PyResult<Vec<_>>>()?;
        let seats = lanes.first().map_or(*entry.info().seats.start(), |lane| lane.game.seats());
        let space = entry.space();
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| wrong(&error))?;
        let shape: Vec<usize> = std::iter::once(n).chain(space.shape.iter().copied()).collect();
        let mut games = VecGame {
            entry,
            setup,
            lanes,
            pool,
            seats,
            masks: PyArray2::zeros(py, [n, space.actions], false).unbind(),
            observations: observations.then(|| PyArrayDyn::zeros(py, shape, false).unbind()),
            rewards: PyArray2::zeros(py, [n, seats], false).unbind(),
            dones: PyArray1::zeros(py, n, false).unbind(),
            to_act: PyArray1::zeros(py, n, false).unbind(),
        };
        games.each(py, |_, lane, row| lane.show(row))?;
        Ok(games)
    }

    /// Sets all games up anew; a seed decides all deals and samples from here on.
    #[pyo3(signature = (seed = None))]
    fn reset(&mut self, py: Python<'_>, seed: Option<u64>) -> PyResult<()> {
        let (entry, setup) = (self.entry, self.setup.clone());
        self.each(py, |index, lane, row| {
            if let Some(seed) = seed {
                let own = mix::zobrist(seed ^ mix::mix(index as u64 + 1));
                lane.deals = StdRng::seed_from_u64(own);
                lane.dice = SmallRng::seed_from_u64(!own);
            }
            lane.begin(entry, &setup);
            row.rewards.fill(0.0);
            *row.done = false;
            lane.show(row);
        })
    }

    /// Plays one action in each game; `IllegalAction`, and nothing is played, if one of them is not legal.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        let actions = actions.as_slice()?;
        if actions.len() != self.lanes.len() {
            let text = format!("{} actions for {} games", actions.len(), self.lanes.len());
            return Err(PyValueError::new_err(text));
        }
        let width = self.entry.space().actions;
        {
            let masks = self.masks.bind(py).readonly();
            let masks = masks.as_slice()?;
            let legal = |(index, &action): (usize, &i64)| {
                usize::try_from(action)
                    .is_ok_and(|action| action < width && masks[index * width + action] != 0)
            };
            if let Some(index) = actions.iter().enumerate().position(|pair| !legal(pair)) {
                let text = format!("game {index}: {} is not legal", actions[index]);
                return Err(IllegalAction::new_err(text));
            }
        }
        let (entry, setup) = (self.entry, self.setup.clone());
        self.each(py, |index, lane, row| lane.step(actions[index], entry, &setup, row))
    }

    /// A legal action for each game, drawn uniformly.
    fn sample<'py>(&mut self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        let drawn = self.lanes.iter_mut().map(|lane| {
            let Lane { legal, dice, .. } = lane;
            if legal.is_empty() { 0 } else { i64::from(legal[mix::below(dice, legal.len())]) }
        });
        PyArray1::from_iter(py, drawn)
    }

    /// A copy of one of the games.
    fn game(&self, index: usize) -> PyResult<Game> {
        Ok(Game::of(self.lane(index)?.game.clone()))
    }

    fn __len__(&self) -> usize {
        self.lanes.len()
    }

    #[getter]
    #[expect(clippy::misnamed_getters, reason = "what Python calls a name is a key here")]
    fn name(&self) -> &'static str {
        self.entry.info().key
    }

    #[getter]
    fn seats(&self) -> usize {
        self.seats
    }

    #[getter]
    fn num_actions(&self) -> usize {
        self.entry.space().actions
    }

    #[getter]
    fn masks(&self, py: Python<'_>) -> Py<PyArray2<i8>> {
        self.masks.clone_ref(py)
    }

    #[getter]
    fn observations(&self, py: Python<'_>) -> Option<Py<PyArrayDyn<f32>>> {
        self.observations.as_ref().map(|array| array.clone_ref(py))
    }

    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.rewards.clone_ref(py)
    }

    #[getter]
    fn dones(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.dones.clone_ref(py)
    }

    #[getter]
    fn to_act(&self, py: Python<'_>) -> Py<PyArray1<i8>> {
        self.to_act.clone_ref(py)
    }

    fn __repr__(&self) -> String {
        format!("<VecGame {} of {}>", self.lanes.len(), self.entry.info().key)
    }
}
