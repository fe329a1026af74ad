//! The actions that place something: counted, listed and drawn by their number.

use super::{
    Abraxas, Phase, Placing,
    board::{Corner, Hole},
    moves::{Move, Push},
};

impl Abraxas {
    /// The corners that an action may name (1.5): none where the plate has only one way to go.
    pub(super) fn corners(&self) -> &'static [Option<Corner>] {
        const EITHER: [[Option<Corner>; 2]; 4] = {
            let mut corners = [[None; 2]; 4];
            let mut i = 0;
            while i < 4 {
                corners[i] = [Some(Corner::ALL[i].next()), Some(Corner::ALL[i].previous())];
                i += 1;
            }
            corners
        };
        if self.rules.push_either { &EITHER[self.corner as usize] } else { &[None] }
    }

    /// How many ways there are to place a red stone, to lay a stop stone, and to do without: to decline an extra
    /// turn, to let a stone stand, or to change sides.
    pub(super) fn placings(&self) -> [usize; 3] {
        let free = self.free().len();
        let corners = self.corners().len();
        let stops = if self.stopper().is_some() { free * (1 + corners) } else { 0 };
        let reds = if self.supply > 0 { 1 } else { self.stones.len() } * free * corners;
        match self.phase {
            Phase::Place(placing) => [reds, stops, usize::from(placing == Placing::Extra || self.may_swap())],
            Phase::Reply(_) => [0, stops, 1],
            _ => [0; 3],
        }
    }

    /// Appends the actions that [`Abraxas::placings`] counts, in their order.
    pub(super) fn list_placings(&self, moves: &mut Vec<Move>) {
        let [reds, stops, without] = self.placings();
        moves.reserve(reds + stops + without);
        let mut free = [Hole::new(0, 0); 64];
        let count = self.free().len();
        for (place, hole) in free.iter_mut().zip(self.free().iter()) {
            *place = hole;
        }
        let free = &free[..count];
        let corners = self.corners();
        if reds > 0 && self.supply > 0 {
            for &to in corners {
                moves.extend(free.iter().map(|&hole| Move::Put { hole, to }));
            }
        } else if reds > 0 {
            for from in self.stones.iter() {
                for &to in corners {
                    moves.extend(free.iter().map(|&hole| Move::Lift { from, hole, to }));
                }
            }
        }
        if stops > 0 {
            moves.extend(free.iter().map(|&hole| Move::Stop { hole, push: Push::Stay }));
            for &to in corners {
                let push = to.map_or(Push::Next, Push::To);
                moves.extend(free.iter().map(|&hole| Move::Stop { hole, push }));
            }
        }
        if without > 0 {
            moves.push(self.without());
        }
    }

    /// The action number `n` of [`Abraxas::list_placings`], which counts them so.
    pub(super) fn placing(&self, [reds, stops, _]: [usize; 3], n: usize) -> Move {
        let free = self.free();
        let corners = self.corners();
        // One division by a small number: the holes are the innermost loop of the list.
        let split = |n: usize| {
            let (n, holes) = (n as u32, free.len() as u32);
            ((n / holes) as usize, free.nth((n % holes) as usize))
        };
        if n < reds {
            let (way, hole) = split(n);
            let either = usize::from(self.rules.push_either);
            let to = corners[way & either];
            if self.supply > 0 {
                Move::Put { hole, to }
            } else {
                Move::Lift { from: self.stones.nth(way >> either), hole, to }
            }
        } else if n < reds + stops {
            let (way, hole) = split(n - reds);
            let push = if way == 0 { Push::Stay } else { corners[way - 1].map_or(Push::Next, Push::To) };
            Move::Stop { hole, push }
        } else {
            self.without()
        }
    }

    /// What a seat says that places nothing.
    pub(super) fn without(&self) -> Move {
        match self.phase {
            Phase::Reply(_) => Move::Ok,
            _ if self.may_swap() => Move::Swap,
            _ => Move::End,
        }
    }
}
