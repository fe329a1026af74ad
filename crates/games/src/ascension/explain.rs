//! Why an action is not legal.

use engine::{Reason, Refusal, setup};

use super::{Ascension, Move, Phase, reasons};

impl Ascension {
    pub(super) fn refusal(&self, action: Move) -> Option<Refusal> {
        if self.over.is_some() {
            return Some(setup::OVER.refuse());
        }
        let player = &self.players[self.seat];
        let unless = |legal: bool, reason: &'static Reason| (!legal).then(|| reason.refuse());
        match (self.phase, action) {
            (Phase::Pick, Move::Pick(cell)) => self.refuse_pick(cell),
            (Phase::Pick, Move::PickPlain) => unless(player.plain > 0, &reasons::NO_PLAIN),
            (Phase::Pick, Move::PickFigured) => unless(player.figured > 0, &reasons::NO_FIGURED),
            (Phase::Pick, Move::PickJoker) => unless(self.holds_joker(self.seat), &reasons::NO_JOKER),
            (Phase::Pick, _) => Some(reasons::PICK_FIRST.refuse()),
            (Phase::Place(hand), Move::Place { cell, up }) => self.refuse_place(hand, cell, up),
            (Phase::Place(_), _) => Some(reasons::PLACE_FIRST.refuse()),
            (Phase::Step | Phase::Spring, Move::Step(cell)) => self.refuse_step(cell),
            (Phase::Step, Move::Stay) => self.refuse_stay(),
            (Phase::Step, Move::Done) => Some(reasons::NO_SPRING.refuse()),
            (Phase::Spring, Move::Done) => None,
            (Phase::Spring, Move::Stay) => Some(reasons::SPRING.refuse()),
            (Phase::Step | Phase::Spring, _) => Some(reasons::PAWN_NOW.refuse()),
        }
    }
}
