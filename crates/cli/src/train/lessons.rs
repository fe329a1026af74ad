use std::{fs, ops::Range, path::PathBuf};

use ::engine::{
    AnyGame, Entry, Seat,
    network::{Inputs, Network},
    search::Method,
};
use anyhow::{Context, Result, ensure};
use rand::{SeedableRng, rngs::StdRng};

use crate::selfplay::reader::{self, Played};

/// One game in this many is held back.
const HELD_BACK: u32 = 20;

/// Positions of games, and what came of them.
pub(super) struct Lessons {
    inputs: usize,
    /// The judgement at which a seat wins by e to one.
    scale: f32,
    all: Vec<Lesson>,
    /// Where those begin that are held back.
    shown: usize,
    games: usize,
    plans: Vec<String>,
    power: f64,
}

pub(super) struct Lesson {
    pub(super) inputs: Inputs,
    pub(super) hand: i32,
    /// What the seat that sees this so may expect of the win.
    pub(super) share: f32,
    /// What a search thought, and what came of it.
    search: f32,
    result: f32,
}

impl Lessons {
    /// Reads the games of these folders. `trust` is the weight of the result; what a search found has the rest.
    pub(super) fn read(entry: &Entry, folders: &[PathBuf], trust: f32) -> Result<Self> {
        let start = entry.start("", &mut StdRng::seed_from_u64(0))?;
        let method = start.levels()[8].method;
        // A tree weighs e to the judgement of one seat against e to that of the other.
        let scale = start.scale() / if method == Method::Tree { 2.0 } else { 1.0 };
        let (mut shown, mut held_back) = (Vec::new(), Vec::new());
        let mut lessons = Lessons {
            inputs: 0,
            scale: scale as f32,
            all: Vec::new(),
            shown: 0,
            games: 0,
            plans: Vec::new(),
            power: 1.0,
        };
        for folder in folders {
            let files = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
            let mut files: Vec<PathBuf> = files.map(|file| Ok(file?.path())).collect::<Result<_>>()?;
            files.sort();
            for path in files {
                let read = || format!("cannot read {}", path.display());
                match path.extension().and_then(|extension| extension.to_str()) {
                    Some("plan") => lessons.plans.push(fs::read_to_string(&path).with_context(read)?),
                    Some("arrow") => {
                        for game in reader::read(&fs::read(&path).with_context(read)?).with_context(read)? {
                            let to = if game.number % HELD_BACK == 0 { &mut held_back } else { &mut shown };
                            lessons.add(entry, &game, to).with_context(read)?;
                        }
                    }
                    _ => {}
                }
            }
        }
        lessons.shown = shown.len();
        lessons.all = shown;
        lessons.all.append(&mut held_back);
        lessons.calibrate(trust);
        Ok(lessons)
    }

    fn add(&mut self, entry: &Entry, played: &Played, lessons: &mut Vec<Lesson>) -> Result<()> {
        let mut game: Box<dyn AnyGame> = entry.start(&played.setup, &mut StdRng::seed_from_u64(0))?;
        ensure!(game.inputs() > 0, "games set up like `{}` have no network", played.setup);
        ensure!(self.inputs == 0 || self.inputs == game.inputs(), "games with different networks");
        self.inputs = game.inputs();
        self.games += 1;
        // A random action makes what follows it the result of chance: before it counts what was expected then.
        let mut seats = Vec::new();
        let mut found: Vec<Vec<(Seat, i32, Inputs)>> = Vec::new();
        for action in &played.actions {
            seats.push(game.turn().seat().context("an action after the end")?);
            found.push(if action.share.is_some() { game.lessons() } else { Vec::new() });
            game.play(&action.token)?;
        }
        let mut came = None;
        for (index, action) in played.actions.iter().enumerate().rev() {
            let Some(search) = action.share else {
                came = Some(None);
                continue;
            };
            let result = match came {
                None => action.result,
                Some(None) => {
                    came = Some(Some((seats[index], search)));
                    search
                }
                Some(Some((seat, share))) if seat == seats[index] => share,
                Some(Some((_, share))) => 1.0 - share,
            };
            for (seat, hand, inputs) in found[index].drain(..) {
                let seen = |share: f32| if seat == seats[index] { share } else { 1.0 - share };
                lessons.push(Lesson { inputs, hand, share: 0.5, search: seen(search), result: seen(result) });
            }
        }
        Ok(())
    }

    /// Finds how sure a search may be of itself, and mixes what it found with what came.
    fn calibrate(&mut self, trust: f32) {
        let odds =
            |share: f32| f64::from((share.clamp(0.001, 0.999) / (1.0 - share.clamp(0.001, 0.999))).ln());
        let loss = |power: f64| -> f64 {
            let each = self
                .all
                .iter()
                .map(|lesson| cross_entropy(sigmoid(power * odds(lesson.search)), lesson.result.into()));
            each.sum()
        };
        let powers = (2..=40).map(|tenths| f64::from(tenths) / 10.0);
        self.power = powers.min_by(|&a, &b| loss(a).total_cmp(&loss(b))).expect("there are powers");
        let power = self.power;
        for lesson in &mut self.all {
            let search = sigmoid(power * odds(lesson.search)) as f32;
            lesson.share = (1.0 - trust) * search + trust * lesson.result;
        }
    }

    pub(super) fn inputs(&self) -> usize {
        self.inputs
    }

    pub(super) fn scale(&self) -> f32 {
        self.scale
    }

    pub(super) fn games(&self) -> usize {
        self.games
    }

    pub(super) fn plans(&self) -> &[String] {
        &self.plans
    }

    pub(super) fn power(&self) -> f64 {
        self.power
    }

    pub(super) fn shown(&self) -> Range<usize> {
        0..self.shown
    }

    pub(super) fn held_back(&self) -> Range<usize> {
        self.shown..self.all.len()
    }

    pub(super) fn get(&self, number: usize) -> &Lesson {
        &self.all[number]
    }

    /// What a network misses on positions that were held back: the mean cross-entropy.
    pub(super) fn loss(&self, network: &Network) -> f64 {
        self.loss_of(|lesson| network.judge(lesson.hand, &lesson.inputs) as f32 / self.scale)
    }

    pub(super) fn loss_of(&self, judge: impl Fn(&Lesson) -> f32) -> f64 {
        let held_back = &self.all[self.held_back()];
        let each =
            held_back.iter().map(|lesson| cross_entropy(sigmoid(judge(lesson).into()), lesson.share.into()));
        each.sum::<f64>() / held_back.len().max(1) as f64
    }

    /// What nobody could do better than on positions that were held back.
    pub(super) fn floor(&self) -> f64 {
        let held_back = &self.all[self.held_back()];
        let each = held_back.iter().map(|lesson| cross_entropy(lesson.share.into(), lesson.share.into()));
        each.sum::<f64>() / held_back.len().max(1) as f64
    }
}

pub(super) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

pub(super) fn cross_entropy(share: f64, truth: f64) -> f64 {
    let share = share.clamp(1e-6, 1.0 - 1e-6);
    -(truth * share.ln() + (1.0 - truth) * (1.0 - share).ln())
}
