//! Which moves to try first.

use std::{
    cmp::Ordering,
    hash::{Hash, Hasher},
};

use crate::mix::mix;

/// The places of these ranks, the greatest first; equals stay in order. Apart from the moves that they are the ranks of.
pub(crate) fn best_first<R>(ranks: &[R], compare: fn(&R, &R) -> Ordering) -> Vec<usize> {
    sorted(ranks.len(), &|a, b| compare(&ranks[b], &ranks[a]))
}

/// The places from 0 to `count` in this order: the sort is compiled once, and not for every type that is sorted.
fn sorted(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|&a, &b| compare(a, b));
    places
}

/// A hash of a move that is never 0: what the table and the history remember it by.
pub(crate) fn tag<M: Hash>(m: &M) -> u32 {
    let mut hasher = Tagger(0);
    m.hash(&mut hasher);
    (mix(hasher.0) as u32).max(1)
}

/// Moves are a few small integers: multiply and rotate is enough, and reproducible.
struct Tagger(u64);

impl Hasher for Tagger {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(byte.into());
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(n.into());
    }

    fn write_u16(&mut self, n: u16) {
        self.write_u64(n.into());
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(n.into());
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(0x517c_c1b7_2722_0a95);
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
}

/// How often a move was best lately, by its tag: moves that refute one position tend to refute its siblings.
#[derive(Debug)]
pub(super) struct History(Box<[i16]>);

const SIZE: usize = 1 << 14;
const CEILING: i32 = 8_000;

impl History {
    pub(super) fn new() -> Self {
        History(vec![0; SIZE].into())
    }

    pub(super) fn get(&self, tag: u32) -> i32 {
        self.0[tag as usize % SIZE].into()
    }

    /// Moves the entry towards the ceiling or the floor, the less the closer it is.
    pub(super) fn nudge(&mut self, tag: u32, by: i32) {
        let entry = &mut self.0[tag as usize % SIZE];
        let by = by.clamp(-CEILING / 4, CEILING / 4);
        *entry += (by - i32::from(*entry) * by.abs() / CEILING) as i16;
    }
}
