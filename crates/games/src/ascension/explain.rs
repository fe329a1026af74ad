//! Why an action is not legal.

use engine::{Reason, Refusal, setup};

use super::{Action, Ascension, Phase, action, deal, options, pawn, pick, place, position_text};

static PICK_FIRST: Reason =
    Reason::new("Ascension 2.1", "ascension.pick-first", "the turn begins with a pick, such as ^e4 or ^h");
static PLACE_FIRST: Reason =
    Reason::new("Ascension 3.1", "ascension.place-first", "a piece is in hand: place it first, as in =f6");
static PAWN_NOW: Reason =
    Reason::new("Ascension 4.1", "ascension.pawn-now", "the piece is placed: now the pawn acts");

impl Ascension {
    pub(super) fn refuse(&self, action: Action) -> Option<Refusal> {
        if self.over.is_some() {
            return Some(setup::OVER.refuse());
        }
        let player = &self.players[self.seat];
        let unless = |legal: bool, reason: &'static Reason| (!legal).then(|| reason.refuse());
        match (self.phase, action) {
            (Phase::Pick, Action::Pick(cell)) => self.refuse_pick(cell),
            (Phase::Pick, Action::PickPlain) => unless(player.plain > 0, &pick::NO_PLAIN),
            (Phase::Pick, Action::PickFigured) => unless(player.figured > 0, &pick::NO_FIGURED),
            (Phase::Pick, Action::PickJoker) => unless(self.holds_joker(self.seat), &pick::NO_JOKER),
            (Phase::Pick, _) => Some(PICK_FIRST.refuse()),
            (Phase::Place(hand), Action::Place { cell, up }) => self.refuse_place(hand, cell, up),
            (Phase::Place(_), _) => Some(PLACE_FIRST.refuse()),
            (Phase::Step | Phase::Spring, Action::Step(cell)) => self.refuse_step(cell),
            (Phase::Step, Action::Stay) => self.refuse_stay(),
            (Phase::Step, Action::Done) => Some(pawn::NO_SPRING.refuse()),
            (Phase::Spring, Action::Done) => None,
            (Phase::Spring, Action::Stay) => Some(pawn::SPRING.refuse()),
            (Phase::Step | Phase::Spring, _) => Some(PAWN_NOW.refuse()),
        }
    }
}

/// Every reason for which Ascension refuses something.
pub(super) const REASONS: &[&Reason] = &[
    &PICK_FIRST,
    &PLACE_FIRST,
    &PAWN_NOW,
    &action::BAD_PICK,
    &action::BAD_PLACE,
    &action::BAD_STEP,
    &action::BAD_TOKEN,
    &deal::LENGTH,
    &deal::CODE,
    &deal::DECK,
    &deal::HIDDEN,
    &options::NO_DEAL,
    &options::OTHER_DEAL,
    &pick::EMPTY,
    &pick::PAWN,
    &pick::JOKER,
    &pick::FIGURE,
    &pick::BARRED,
    &pick::NO_PLAIN,
    &pick::NO_FIGURED,
    &pick::NO_JOKER,
    &place::SAME_CELL,
    &place::MUST_HIDE,
    &place::NOTHING_TO_SHOW,
    &place::ALWAYS_SHOWS,
    &place::ON_PAWN,
    &place::ON_JOKER,
    &place::CORNER,
    &place::PILLAR_FULL,
    &place::PILLAR_SHOWS,
    &pawn::NOT_NEXT,
    &pawn::TAKEN,
    &pawn::TOO_HIGH,
    &pawn::TOO_LOW,
    &pawn::CHASM,
    &pawn::FIGURE,
    &pawn::JOKER,
    &pawn::CORNER,
    &pawn::ABSENT,
    &pawn::CABLE_CAR,
    &pawn::RESTS,
    &pawn::NO_SPRING,
    &pawn::SPRING,
    &pawn::COMPULSORY,
    &position_text::FORM,
    &position_text::PIECE,
    &position_text::TWICE,
    &position_text::MISSING,
    &position_text::ABSENT,
    &position_text::OUT_OF_ORDER,
    &position_text::NOTHING_UP,
    &position_text::PILLAR,
    &position_text::CORNER,
    &position_text::JOKER,
    &position_text::COVERED,
    &position_text::PAWN,
    &position_text::STARTS,
    &position_text::RESTING,
    &position_text::LAST,
    &position_text::SUMMIT,
    &position_text::SEATS,
    &position_text::ROUND,
    &position_text::HAND,
    &position_text::SPRINGS,
    &position_text::PHASE,
];
