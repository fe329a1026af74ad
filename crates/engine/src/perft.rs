//! Counting sequences of actions, the checksum of a rules implementation.

use crate::{Game, Record};

/// The number of sequences of exactly `depth` legal actions. A game that ends earlier contributes nothing.
pub fn perft<G: Game>(record: &Record<G>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if record.turn().is_over() {
        return 0;
    }
    let mut path = Path::new(record);
    let mut buffers = vec![Vec::new(); depth as usize];
    count(record.position(), &mut path, &mut buffers)
}

/// The count beneath each first action, in the order of the legal moves.
pub fn divide<G: Game>(record: &Record<G>, depth: u32, threads: usize) -> Vec<(G::Move, u64)> {
    let mut moves = Vec::new();
    record.legal_moves(&mut moves);
    if depth == 0 {
        return Vec::new();
    }
    let beneath = |m: G::Move| {
        let mut next = record.clone();
        next.push(crate::Event::Move(m)).expect("a listed move is legal");
        (m, perft(&next, depth - 1))
    };
    #[cfg(not(target_family = "wasm"))]
    if threads > 1 {
        use rayon::prelude::*;
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        return pool
            .expect("a pool of threads starts")
            .install(|| moves.into_par_iter().map(beneath).collect());
    }
    let _one = threads;
    moves.into_iter().map(beneath).collect()
}

/// How often positions arose before the root, and on the way from it.
struct Path<'a, G: Game> {
    record: &'a Record<G>,
    keys: Vec<u64>,
}

impl<'a, G: Game> Path<'a, G> {
    fn new(record: &'a Record<G>) -> Self {
        Path { record, keys: Vec::new() }
    }

    fn repeated(&self, key: u64, limit: u8) -> bool {
        let before = self.record.seen().get(&key).copied().unwrap_or(0);
        usize::from(before) + self.keys.iter().filter(|&&k| k == key).count() >= limit.into()
    }
}

fn count<G: Game>(position: &G, path: &mut Path<'_, G>, buffers: &mut [Vec<G::Move>]) -> u64 {
    let (moves, deeper) = buffers.split_first_mut().expect("one buffer per level");
    if deeper.is_empty() {
        return position.count_legal(moves) as u64;
    }
    moves.clear();
    position.legal_moves(moves);
    let mut nodes = 0;
    for &m in moves.iter() {
        let mut next = position.clone();
        next.play_unchecked(m);
        if let Some((limit, _)) = G::INFO.repetition {
            let key = next.key();
            path.keys.push(key);
            if !path.repeated(key, limit) {
                nodes += count(&next, path, deeper);
            }
            path.keys.pop();
        } else {
            nodes += count(&next, path, deeper);
        }
    }
    nodes
}
