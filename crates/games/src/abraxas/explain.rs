//! Why an action is refused: the clause and a sentence.

use engine::{Refusal, Seat, setup::OVER};

use super::{
    Abraxas, Phase, Placing,
    board::{Corner, Hole, Holes},
    moves::{Move, Push},
    reasons,
    take::Open,
};

impl Abraxas {
    /// Why the action is not legal; `None` if it is.
    pub(super) fn refusal(&self, m: Move) -> Option<Refusal> {
        match (self.phase, m) {
            (Phase::Over(_), _) => Some(OVER.refuse()),
            (Phase::Corner, Move::Corner(_)) => None,
            (Phase::Corner, _) => Some(reasons::CORNER_FIRST.refuse()),
            (_, Move::Corner(_)) => Some(reasons::CORNER_CHOSEN.refuse()),
            (Phase::Reply(_), Move::Ok) => None,
            (Phase::Reply(_), Move::Stop { hole, push }) => self.stop_refusal(self.other(), hole, push),
            (Phase::Reply(_), _) => Some(reasons::ASKED.with([("seat", self.other().to_string())])),
            (_, Move::Ok) => Some(reasons::NOT_ASKED.refuse()),
            (Phase::Place(_), Move::Swap) => self.swap.refusal(self.seat),
            (Phase::Take(_), Move::Take(holes)) => self.take_refusal(holes),
            (Phase::Take(_), Move::Done) if self.rules.called => None,
            (_, Move::Done) if !self.rules.called => Some(reasons::NO_DONE.refuse()),
            (Phase::Take(_), _) if self.rules.called => Some(reasons::SAY_DONE.refuse()),
            (Phase::Take(_), _) => Some(reasons::TAKE_FIRST.refuse()),
            (_, Move::Done) => Some(reasons::DONE_EARLY.refuse()),
            (_, Move::Take(_)) => Some(reasons::NOT_PUSHED.refuse()),
            (Phase::Place(placing), Move::End) => {
                (placing != Placing::Extra).then(|| reasons::NOT_EXTRA.refuse())
            }
            (Phase::Place(_), Move::Put { hole, to }) => self.put_refusal(hole, to),
            (Phase::Place(_), Move::Lift { from, hole, to }) => self.lift_refusal(from, hole, to),
            (Phase::Place(placing), Move::Stop { hole, push }) => {
                if placing == Placing::Barred {
                    return Some(reasons::STOP_ANSWERED.refuse());
                }
                self.stop_refusal(self.seat, hole, push)
            }
        }
    }

    fn put_refusal(&self, hole: Hole, to: Option<Corner>) -> Option<Refusal> {
        if self.supply == 0 {
            return Some(reasons::SUPPLY_EMPTY.refuse());
        }
        if !self.free().contains(hole) {
            return Some(reasons::HOLE_FILLED.with([("hole", hole.to_string())]));
        }
        self.push_refusal(to)
    }

    fn lift_refusal(&self, from: Hole, hole: Hole, to: Option<Corner>) -> Option<Refusal> {
        if self.supply > 0 {
            return Some(reasons::SUPPLY_LEFT.with([("count", self.supply.to_string())]));
        }
        if !self.stones.contains(from) {
            return Some(reasons::NOT_RED.with([("hole", from.to_string())]));
        }
        if from == hole {
            return Some(reasons::SAME_HOLE.with([("hole", hole.to_string())]));
        }
        if !self.free().contains(hole) {
            return Some(reasons::HOLE_FILLED.with([("hole", hole.to_string())]));
        }
        self.push_refusal(to)
    }

    fn stop_refusal(&self, seat: Seat, hole: Hole, push: Push) -> Option<Refusal> {
        if self.stops_left[seat] == 0 {
            return Some(reasons::STOPS_SPENT.with([("seat", seat.to_string())]));
        }
        if !self.free().contains(hole) {
            return Some(reasons::STOP_HOLE.with([("hole", hole.to_string())]));
        }
        match push {
            Push::Stay => None,
            Push::Next => self.push_refusal(None),
            Push::To(corner) => self.push_refusal(Some(corner)),
        }
    }

    /// Why the plate cannot be pushed there (1.5).
    pub(super) fn push_refusal(&self, to: Option<Corner>) -> Option<Refusal> {
        if self.corners().contains(&to) {
            return None;
        }
        let first = ("first", self.corner.next().to_string());
        let second = ("second", self.corner.previous().to_string());
        Some(match to {
            None => reasons::PUSH_CHOICE.with([first, second]),
            Some(corner) if self.rules.push_either => {
                reasons::PUSH_FAR.with([first, second, ("corner", corner.to_string())])
            }
            Some(_) => reasons::PUSH_FIXED.refuse(),
        })
    }

    fn take_refusal(&self, holes: Holes) -> Option<Refusal> {
        if let Some(hole) = (holes & !self.stones).iter().next() {
            return Some(reasons::NOT_STONE.with([("hole", hole.to_string())]));
        }
        let mut refusal = None;
        for open in self.open_lines().filter(|open| self.holes_of(open.line, open.stones).holds(holes)) {
            let fault = self.fault(open, holes)?;
            // Of several lines, the one that would only need other neighbours is most likely meant.
            if refusal.is_none() || fault.reason == &reasons::NEIGHBOURS {
                refusal = Some(fault);
            }
        }
        Some(refusal.unwrap_or_else(|| reasons::NO_LINE.refuse()))
    }

    /// Why these stones of the line are not a taking from it.
    fn fault(&self, open: Open, holes: Holes) -> Option<Refusal> {
        let mut allowed = false;
        open.takings(self.rules.spacing_free, |places| allowed |= self.holes_of(open.line, places) == holes);
        if allowed {
            return None;
        }
        let (stones, excess) = (open.stones.count_ones(), open.excess());
        Some(if stones < excess {
            reasons::TAKE_ALL.with([("count", stones.to_string())])
        } else if holes.len() as u32 != excess {
            reasons::TAKE_COUNT.with([("count", excess.to_string())])
        } else {
            reasons::NEIGHBOURS.refuse()
        })
    }
}
