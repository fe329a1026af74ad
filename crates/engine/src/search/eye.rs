use super::Level;
use crate::{
    BySeat, Judge, Seat,
    network::{Inputs, Network},
};

/// How a search sees a position: by the hand-made judgement, or by a network that corrects it.
pub(super) struct Eye {
    network: Option<&'static Network>,
    inputs: Inputs,
}

impl Eye {
    /// The eye of a level for games set up like this position.
    pub(super) fn of<G: Judge>(level: &Level, position: &G) -> Self {
        Eye { network: level.network(position), inputs: Inputs::default() }
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
