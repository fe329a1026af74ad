//! The transposition table: positions met before, shared by all threads without locks.

use std::{
    any::Any,
    sync::{
        Mutex,
        atomic::{AtomicU8, AtomicU64, Ordering::Relaxed},
    },
};

/// A transposition table: positions by key. Two words per slot: the data, and the key xor the data, so that a torn write is not found.
#[derive(Debug)]
pub struct Table {
    slots: Box<[(AtomicU64, AtomicU64)]>,
    age: AtomicU8,
    /// The tree of the last search that grew one.
    tree: Mutex<Option<Box<dyn Any + Send>>>,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// The hash of the best move, as [`super::order::tag`] makes it; 0 if none.
    pub(super) tag: u32,
    pub(super) score: i16,
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Upper = 1,
    Lower = 2,
    Exact = 3,
}

impl Table {
    /// A table of about this many mebibytes, at least one slot.
    pub fn new(mebibytes: usize) -> Self {
        let count = (mebibytes << 20) / 16;
        let slots = (0..count.max(1)).map(|_| (AtomicU64::new(0), AtomicU64::new(0))).collect();
        Table { slots, age: AtomicU8::new(0), tree: Mutex::default() }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for (check, data) in &self.slots {
            check.store(0, Relaxed);
            data.store(0, Relaxed);
        }
        self.take::<()>();
    }

    /// Keeps a tree for the next search.
    pub(super) fn keep<T: Any + Send>(&self, tree: Box<T>) {
        *self.tree.lock().expect("no thread panics with the lock") = Some(tree);
    }

    /// The tree that was kept, if it is of this kind; in any case it is kept no longer.
    pub(super) fn take<T: Any>(&self) -> Option<Box<T>> {
        self.tree.lock().expect("no thread panics with the lock").take()?.downcast().ok()
    }

    /// A new search begins: older entries give way first.
    pub(super) fn grow_older(&self) {
        self.age.fetch_add(1, Relaxed);
    }

    fn slot(&self, key: u64) -> &(AtomicU64, AtomicU64) {
        &self.slots[((u128::from(key) * self.slots.len() as u128) >> 64) as usize]
    }

    pub(super) fn get(&self, key: u64) -> Option<Known> {
        let (check, data) = self.slot(key);
        let word = data.load(Relaxed);
        (word != 0 && check.load(Relaxed) ^ word == key).then(|| unpack(word)).flatten()
    }

    pub(super) fn put(&self, key: u64, known: Known) {
        let (check, data) = self.slot(key);
        let age = self.age.load(Relaxed) & 0b11_1111;
        let old = data.load(Relaxed);
        let same = check.load(Relaxed) ^ old == key;
        let keep = old != 0
            && (old >> 58) as u8 == age
            && (old >> 16) as u8 > known.depth.saturating_add(if same { 2 } else { 0 })
            && known.bound != Bound::Exact;
        if keep {
            return;
        }
        let word = pack(known, age);
        data.store(word, Relaxed);
        check.store(key ^ word, Relaxed);
    }

    /// How many thousandths of the slots this search has filled.
    pub(super) fn fullness(&self) -> u32 {
        let sample = self.slots.len().min(1000);
        let age = self.age.load(Relaxed) & 0b11_1111;
        let used = self.slots[..sample]
            .iter()
            .filter(|(_, data)| {
                let word = data.load(Relaxed);
                word != 0 && (word >> 58) as u8 == age
            })
            .count();
        (used * 1000 / sample) as u32
    }
}

fn pack(known: Known, age: u8) -> u64 {
    u64::from(known.score as u16)
        | u64::from(known.depth) << 16
        | (known.bound as u64) << 24
        | u64::from(known.tag) << 26
        | u64::from(age) << 58
}

fn unpack(word: u64) -> Option<Known> {
    let bound = match word >> 24 & 0b11 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(Known { tag: (word >> 26) as u32, score: word as u16 as i16, depth: (word >> 16) as u8, bound })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_goes_in_comes_out() {
        let table = Table::new(1);
        for (key, score) in [(1, 0), (u64::MAX, -30_000), (0x1234_5678_9abc_def0, 30_000)] {
            let known = Known { tag: 0xdead_beef, score, depth: 200, bound: Bound::Lower };
            table.put(key, known);
            assert_eq!(table.get(key), Some(known));
        }
        assert_eq!(table.get(77), None);
    }

    #[test]
    fn an_old_entry_gives_way() {
        let table = Table::new(0);
        let known = |depth| Known { tag: 1, score: 5, depth, bound: Bound::Upper };
        table.put(1, known(9));
        table.put(2, known(3));
        assert_eq!(table.get(2), None);
        table.grow_older();
        table.put(2, known(3));
        assert_eq!(table.get(2), Some(known(3)));
    }
}
