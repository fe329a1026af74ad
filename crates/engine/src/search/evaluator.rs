use super::Level;
use crate::{
    BySeat, Judge, Seat, mix,
    network::{Inputs, Network},
};

/// Positions remembered: half a megabyte, which stays close to a core.
const REMEMBERED: usize = 1 << 15;

/// How a search judges a position: by the hand-made judgement, or by a network that corrects it.
pub(super) struct Evaluator {
    network: Option<&'static Network>,
    inputs: Inputs,
    /// By key: what a position is worth to the first of two seats.
    remembered: Vec<(u64, i32)>,
}

impl Evaluator {
    /// The evaluator of a level for games set up like this position.
    pub(super) fn of<G: Judge>(level: &Level, position: &G) -> Self {
        Evaluator { network: level.network(position), inputs: Inputs::default(), remembered: Vec::new() }
    }

    /// The same for a search that comes to positions again, a ply deeper each time.
    pub(super) fn remembering<G: Judge>(level: &Level, position: &G) -> Self {
        Evaluator { remembered: vec![(0, 0); REMEMBERED], ..Evaluator::of(level, position) }
    }

    /// [`Evaluator::evaluate`] for two seats, one of which loses what the other wins.
    pub(super) fn recall<G: Judge>(&mut self, position: &G, seat: Seat) -> i32 {
        let to_act = position.turn().seat().map_or(2, Seat::index);
        let key = position.key() ^ mix::zobrist(to_act as u64);
        let slot = key as usize % REMEMBERED;
        let (known, mut value) = self.remembered[slot];
        if known != key {
            value = self.evaluate(position, Seat::new(0));
            self.remembered[slot] = (key, value);
        }
        if seat.index() == 0 { value } else { -value }
    }

    /// How good a position that is not over is for a seat.
    pub(super) fn evaluate<G: Judge>(&mut self, position: &G, seat: Seat) -> i32 {
        let Some(network) = self.network else { return position.evaluate(seat) };
        self.inputs.clear();
        let (seen_by, hand) = position.tell(&mut self.inputs);
        let value = network.judge(hand, &self.inputs);
        if seat == seen_by { value } else { -value }
    }

    /// The same for every seat.
    pub(super) fn evaluate_all<G: Judge>(&mut self, position: &G) -> BySeat<i32> {
        if self.network.is_none() {
            return position.evaluate_all();
        }
        let value = self.evaluate(position, Seat::new(0));
        BySeat::from_fn(|seat| match seat.index() {
            0 => value,
            1 => -value,
            _ => 0,
        })
    }
}
