//! A small network that judges positions: one hidden layer, added up in integers, so that every machine agrees.

/// How many numbers the hidden layer has. A loop over them is a few vector instructions.
pub const HIDDEN: usize = 32;
/// The input that counts as one.
pub const ONE: i16 = 16;

/// What the trainer's weights are multiplied by, in the first layer and in the second.
const FIRST: f32 = 256.0;
const SECOND: f32 = 8.0;
/// From the sums of the hidden layer to what its numbers are: between 0 and [`TOP`].
const SHIFT: i32 = 4;
const TOP: i32 = 256;
/// What the hand-made judgement is multiplied by, in parts of which this many make one.
const HAND: f32 = 256.0;
/// No judgement is further from 0.
const MOST: i32 = 20_000;

/// What a network is told of a position: numbered inputs that are not 0. One that is told twice counts twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    /// Those that are one: nothing need be multiplied for them.
    ones: Vec<u16>,
    others: Vec<(u16, i16)>,
}

impl Inputs {
    /// Something is so.
    #[inline]
    pub fn set(&mut self, input: usize) {
        self.ones.push(input as u16);
    }

    /// An input has this value, in parts of which [`ONE`] make one.
    #[inline]
    pub fn put(&mut self, input: usize, value: i16) {
        self.others.push((input as u16, value));
    }

    pub fn clear(&mut self) {
        self.ones.clear();
        self.others.clear();
    }

    /// Puts them in order: whoever was told the same then is equal.
    pub fn sort(&mut self) {
        self.ones.sort_unstable();
        self.others.sort_unstable();
    }

    pub fn iter(&self) -> impl Iterator<Item = (usize, i16)> {
        let ones = self.ones.iter().map(|&input| (input, ONE));
        ones.chain(self.others.iter().copied()).map(|(input, value)| (input.into(), value))
    }
}

/// The weights of a network, which corrects a hand-made judgement.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    /// A row an input.
    first: Box<[[i16; HIDDEN]]>,
    bias: [i32; HIDDEN],
    second: [i16; HIDDEN],
    offset: i32,
    /// How much the hand-made judgement counts.
    hand: i32,
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Network({} inputs)", self.first.len())
    }
}

/// What a trainer found, before it is rounded.
#[derive(Clone, Debug)]
pub struct Weights {
    pub first: Vec<[f32; HIDDEN]>,
    pub bias: [f32; HIDDEN],
    /// From numbers between 0 and 1 to hundredths.
    pub second: [f32; HIDDEN],
    pub offset: f32,
    pub hand: f32,
}

impl Network {
    /// What the position is worth to the seat that was told so, whose hand-made judgement is `hand`.
    pub fn judge(&self, hand: i32, inputs: &Inputs) -> i32 {
        // Weights are so small that these sums fit, whatever they pass on the way.
        let mut ones = [0i16; HIDDEN];
        for &input in &inputs.ones {
            for (sum, &weight) in ones.iter_mut().zip(&self.first[usize::from(input)]) {
                *sum = sum.wrapping_add(weight);
            }
        }
        let mut sums = self.bias;
        for (sum, &one) in sums.iter_mut().zip(&ones) {
            *sum += i32::from(one) * i32::from(ONE);
        }
        for &(input, value) in &inputs.others {
            let row = &self.first[usize::from(input)];
            for (sum, &weight) in sums.iter_mut().zip(row) {
                *sum += i32::from(weight) * i32::from(value);
            }
        }
        let mut total = self.offset;
        for (&sum, &weight) in sums.iter().zip(&self.second) {
            let number = (sum >> SHIFT).clamp(0, TOP);
            total += (number * number / TOP) * i32::from(weight);
        }
        let correction = total / (TOP * SECOND as i32);
        (hand * self.hand / HAND as i32 + correction).clamp(-MOST, MOST)
    }

    /// How many inputs it knows.
    pub fn inputs(&self) -> usize {
        self.first.len()
    }

    /// Rounds what a trainer found.
    pub fn round(weights: &Weights) -> Self {
        let short = |x: f32, by: f32| (x * by).round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16;
        let long = |x: f32| x.round() as i32;
        Network {
            first: weights.first.iter().map(|row| row.map(|x| short(x, FIRST))).collect(),
            bias: weights.bias.map(|x| long(x * FIRST * f32::from(ONE))),
            second: weights.second.map(|x| short(x, SECOND)),
            offset: long(weights.offset * SECOND * TOP as f32),
            hand: long(weights.hand * HAND),
        }
    }

    /// What a trainer goes on from.
    pub fn weights(&self) -> Weights {
        let short = |x: i16, by: f32| f32::from(x) / by;
        Weights {
            first: self.first.iter().map(|row| row.map(|x| short(x, FIRST))).collect(),
            bias: self.bias.map(|x| x as f32 / FIRST / f32::from(ONE)),
            second: self.second.map(|x| short(x, SECOND)),
            offset: self.offset as f32 / SECOND / TOP as f32,
            hand: self.hand as f32 / HAND,
        }
    }

    /// The network as a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        bytes.extend(self.hand.to_le_bytes());
        bytes.extend(self.offset.to_le_bytes());
        self.bias.iter().for_each(|x| bytes.extend(x.to_le_bytes()));
        self.second.iter().for_each(|x| bytes.extend(x.to_le_bytes()));
        self.first.iter().flatten().for_each(|x| bytes.extend(x.to_le_bytes()));
        bytes
    }

    /// Reads what [`Network::to_bytes`] wrote; `None` if it is anything else.
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let mut rest = bytes;
        let hand = long(&mut rest)?;
        let offset = long(&mut rest)?;
        let mut bias = [0; HIDDEN];
        for x in &mut bias {
            *x = long(&mut rest)?;
        }
        let second = row(&mut rest)?;
        let mut first = Vec::new();
        while !rest.is_empty() {
            first.push(row(&mut rest)?);
        }
        Some(Network { first: first.into(), bias, second, offset, hand })
    }
}

fn long(bytes: &mut &[u8]) -> Option<i32> {
    let (x, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(i32::from_le_bytes(*x))
}

fn row(bytes: &mut &[u8]) -> Option<[i16; HIDDEN]> {
    let mut row = [0; HIDDEN];
    for x in &mut row {
        let (two, rest) = bytes.split_first_chunk()?;
        *bytes = rest;
        *x = i16::from_le_bytes(*two);
    }
    Some(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights() -> Weights {
        let mut first = vec![[0.0; HIDDEN]; 3];
        first[0][1] = 0.5;
        first[1][1] = 0.25;
        first[2][2] = -3.0;
        let mut second = [0.0; HIDDEN];
        second[1] = 100.0;
        second[2] = -40.0;
        let mut bias = [0.0; HIDDEN];
        bias[2] = 1.0;
        Weights { first, bias, second, offset: 7.0, hand: 0.5 }
    }

    #[test]
    fn a_network_adds_up() {
        let network = Network::round(&weights());
        let mut inputs = Inputs::default();
        assert_eq!(network.judge(0, &inputs), 7 - 40);
        inputs.set(2);
        assert_eq!(network.judge(0, &inputs), 7, "a number is never below 0");
        inputs.set(0);
        assert_eq!(network.judge(0, &inputs), 7 + 25, "numbers are squared");
        inputs.put(1, 2 * ONE);
        assert_eq!(network.judge(60, &inputs), 30 + 7 + 100, "nor above 1");
        assert_eq!(network.judge(1_000_000, &inputs), MOST);
    }

    #[test]
    fn what_is_written_is_read() {
        let network = Network::round(&weights());
        assert_eq!(Network::round(&network.weights()), network);
        let bytes = network.to_bytes();
        assert_eq!(Network::read(&bytes).as_ref(), Some(&network));
        assert_eq!(Network::read(&bytes[1..]), None);
        assert_eq!(Network::read(&[]), None);
    }
}
