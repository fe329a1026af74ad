use ::engine::{
    mix,
    network::{HIDDEN, Network, ONE, Weights},
};
use rand::{SeedableRng, rngs::StdRng};

use super::lessons::{Lesson, Lessons, cross_entropy, sigmoid};

/// Positions between two changes of the weights.
const BATCH: usize = 512;
/// How long the means of gradients and of their squares last.
const MEAN: f32 = 0.9;
const SQUARE: f32 = 0.999;
/// What the numbers of the hidden layer begin with.
const BIAS: f32 = 0.3;

/// Fits weights by stochastic gradients, with Adam and a rate that falls to nothing.
pub(super) struct Trainer {
    /// A row an input; then the biases, the second layer, and the offset and the weight of the hand-made judgement.
    weights: Vec<[f32; HIDDEN]>,
    gradients: Vec<[f32; HIDDEN]>,
    means: Vec<[f32; HIDDEN]>,
    squares: Vec<[f32; HIDDEN]>,
    scale: f32,
    rate: f32,
    decay: f32,
    steps: usize,
    all_steps: usize,
    order: Vec<usize>,
    rng: StdRng,
}

impl Trainer {
    pub(super) fn new(lessons: &Lessons, rate: f32, decay: f32, rounds: usize, seed: u64) -> Self {
        let mut rng = StdRng::seed_from_u64(seed);
        let rows = lessons.inputs() + 3;
        let mut noise = |most: f32| most * (mix::below(&mut rng, 2_001) as f32 / 1_000.0 - 1.0);
        let mut weights: Vec<[f32; HIDDEN]> = (0..rows).map(|_| [0.0; HIDDEN].map(|_| noise(0.1))).collect();
        weights[rows - 3] = [BIAS; HIDDEN];
        weights[rows - 1] = [0.0; HIDDEN];
        weights[rows - 1][1] = 1.0;
        let zero = vec![[0.0; HIDDEN]; rows];
        let order: Vec<usize> = lessons.shown().collect();
        Trainer {
            weights,
            gradients: zero.clone(),
            means: zero.clone(),
            squares: zero,
            scale: lessons.scale(),
            rate,
            decay,
            steps: 0,
            all_steps: rounds * order.len().div_ceil(BATCH),
            order,
            rng,
        }
    }

    /// Shows every position once; says what the network missed on the way.
    pub(super) fn round(&mut self, lessons: &Lessons, tell: &mut dyn FnMut(u64)) -> f64 {
        for last in (1..self.order.len()).rev() {
            self.order.swap(last, mix::below(&mut self.rng, last + 1));
        }
        let mut order = std::mem::take(&mut self.order);
        let mut loss = 0.0;
        for batch in order.chunks(BATCH) {
            loss += batch.iter().map(|&number| self.learn(lessons.get(number))).sum::<f64>();
            self.step(batch.len());
            tell(batch.len() as u64);
        }
        std::mem::swap(&mut self.order, &mut order);
        loss / self.order.len().max(1) as f64
    }

    /// Adds the gradient of one position.
    fn learn(&mut self, lesson: &Lesson) -> f64 {
        let [bias, second, rest] = [3, 2, 1].map(|back| self.weights.len() - back);
        let mut sums = self.weights[bias];
        for (input, value) in lesson.inputs.iter() {
            let value = f32::from(value) / f32::from(ONE);
            for (sum, &weight) in sums.iter_mut().zip(&self.weights[input]) {
                *sum += weight * value;
            }
        }
        let numbers = sums.map(|sum| sum.clamp(0.0, 1.0));
        let hand = lesson.hand as f32 / self.scale;
        let judged: f32 = numbers.iter().zip(&self.weights[second]).map(|(n, w)| n * n * w).sum();
        let judged = judged + self.weights[rest][0] + hand * self.weights[rest][1];
        let share = sigmoid(judged.into());
        let slope = share as f32 - lesson.share;
        let mut back = [0.0; HIDDEN];
        for (index, back) in back.iter_mut().enumerate() {
            let number = numbers[index];
            self.gradients[second][index] += slope * number * number;
            // Where it is clipped nothing comes through.
            let open = sums[index] > 0.0 && sums[index] < 1.0;
            *back = if open { slope * 2.0 * number * self.weights[second][index] } else { 0.0 };
        }
        for (gradient, back) in self.gradients[bias].iter_mut().zip(&back) {
            *gradient += back;
        }
        for (input, value) in lesson.inputs.iter() {
            let value = f32::from(value) / f32::from(ONE);
            for (gradient, back) in self.gradients[input].iter_mut().zip(&back) {
                *gradient += back * value;
            }
        }
        self.gradients[rest][0] += slope;
        self.gradients[rest][1] += slope * hand;
        cross_entropy(share, lesson.share.into())
    }

    /// Changes the weights by the mean gradient of this many positions.
    fn step(&mut self, count: usize) {
        self.steps += 1;
        let steps = self.steps as i32;
        let rate = self.rate * (1.0 - self.steps as f32 / (self.all_steps + 1) as f32);
        let (unbias, unbias_square) = (1.0 - MEAN.powi(steps), 1.0 - SQUARE.powi(steps));
        let count = count as f32;
        let last = self.weights.len() - 1;
        for row in 0..self.weights.len() {
            // Only what comes from inputs shrinks.
            let decay = if row < last { self.decay } else { 0.0 };
            for column in 0..HIDDEN {
                let gradient = std::mem::take(&mut self.gradients[row][column]) / count;
                let mean = &mut self.means[row][column];
                *mean = MEAN * *mean + (1.0 - MEAN) * gradient;
                let square = &mut self.squares[row][column];
                *square = SQUARE * *square + (1.0 - SQUARE) * gradient * gradient;
                let change = *mean / unbias / ((*square / unbias_square).sqrt() + 1e-8);
                let weight = &mut self.weights[row][column];
                *weight -= rate * (change + decay * *weight);
            }
        }
    }

    /// Goes on from a network for the first of these inputs; what it does not know begins at 0.
    pub(super) fn go_on(&mut self, network: &Network) {
        let [bias, second, rest] = [3, 2, 1].map(|back| self.weights.len() - back);
        let weights = network.weights();
        self.weights[..bias].fill([0.0; HIDDEN]);
        self.weights[..weights.first.len()].copy_from_slice(&weights.first);
        self.weights[bias] = weights.bias;
        self.weights[second] = weights.second.map(|weight| weight / self.scale);
        self.weights[rest][..2].copy_from_slice(&[weights.offset / self.scale, weights.hand]);
    }

    /// The network that the weights make.
    pub(super) fn network(&self) -> Network {
        let [bias, second, rest] = [3, 2, 1].map(|back| self.weights.len() - back);
        Network::round(&Weights {
            first: self.weights[..bias].to_vec(),
            bias: self.weights[bias],
            second: self.weights[second].map(|weight| weight * self.scale),
            offset: self.weights[rest][0] * self.scale,
            hand: self.weights[rest][1],
        })
    }

    /// What the hand-made judgement misses on positions that were held back, multiplied by what suits it best.
    pub(super) fn loss_by_hand(&self, lessons: &Lessons) -> f64 {
        let losses = (1..=60).map(|tenths| {
            let factor = tenths as f32 / 10.0 / self.scale;
            lessons.loss_of(|lesson| lesson.hand as f32 * factor)
        });
        losses.min_by(f64::total_cmp).expect("there are factors")
    }
}
