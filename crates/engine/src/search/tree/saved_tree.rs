use super::Node;
use crate::{Game, Record, Viewer, search::Level};

/// Giving back the memory of more branches than this takes longer than an answer may.
const LARGE: u64 = 100_000;

/// The tree of one search, for the next one.
pub(super) struct SavedTree<G: Game> {
    setup: G::Setup,
    moves: Vec<G::Move>,
    root: G,
    level: Level,
    /// The set-up as far as the seat to act knew it.
    known: String,
    tree: Box<Node<G::Move>>,
    branches: u64,
}

impl<G: Game> SavedTree<G> {
    pub(super) fn new(record: &Record<G>, level: &Level, tree: Box<Node<G::Move>>, branches: u64) -> Self {
        SavedTree {
            setup: record.setup().clone(),
            moves: record.moves().to_vec(),
            root: record.position().clone(),
            level: *level,
            known: known(record.position(), record.setup(), record.position()),
            tree,
            branches,
        }
    }

    /// The part of the tree that grows from where the game now stands, and about how many branches it has. `None` if
    /// this is another game or player, or if the seat knows more by now than the walks did.
    pub(super) fn follow(
        mut self: Box<Self>,
        record: &Record<G>,
        level: &Level,
    ) -> Option<(Box<Node<G::Move>>, u64)> {
        let found = self.find(record, level);
        self.drop_aside();
        found
    }

    fn find(&mut self, record: &Record<G>, level: &Level) -> Option<(Box<Node<G::Move>>, u64)> {
        if self.setup != *record.setup() || self.level != *level {
            return None;
        }
        let since = record.moves().strip_prefix(&self.moves[..])?;
        let reached = self.tree.beyond(since)?;
        let part = f64::from(reached.visits()) / f64::from(self.tree.visits().max(1));
        let mut position = self.root.clone();
        since.iter().for_each(|&m| position.play_unchecked(m));
        // A seat may have left the game in the meantime.
        let same = position == *record.position() && position.turn().seat() == self.root.turn().seat();
        if !same || known(&self.root, &self.setup, &position) != self.known {
            return None;
        }
        let tree = match since {
            [] => std::mem::take(&mut self.tree),
            _ => self.tree.branches.take(since)?,
        };
        Some((tree, (self.branches as f64 * part) as u64))
    }

    /// Gives the memory back; not in this thread if that takes long.
    pub(super) fn drop_aside(self: Box<Self>) {
        // Where no thread can be started, it is dropped here.
        if self.branches > LARGE && !cfg!(target_family = "wasm") {
            let _here = std::thread::Builder::new().spawn(move || drop(self));
        }
    }
}

/// The set-up as far as the seat to act at the root knows it in this position.
fn known<G: Game>(root: &G, setup: &G::Setup, position: &G) -> String {
    if !G::INFO.hidden {
        return String::new();
    }
    let seat = root.turn().seat().expect("a search starts before the end");
    position.redact(setup, Viewer::Seat(seat))
}
