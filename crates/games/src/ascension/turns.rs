//! How turns follow one another: what the pawn's part ends in, added turns, rounds, and leaving.

use engine::{Game, Outcome, Seat, end};

use super::{Ascension, Phase, cell::Cell, ends, leader::Joker, piece::Sign};

impl Ascension {
    /// The seat on turn begins.
    fn begin(&mut self) {
        if self.can_pick() {
            self.phase = Phase::Pick;
        } else {
            // Ascension 2.4
            self.players[self.seat].last = None;
            self.pawn_acts();
        }
    }

    /// The piece is placed: the pawn is next, unless it is blocked (Ascension 4.5, 4.7, 4.8).
    pub(super) fn pawn_acts(&mut self) {
        self.phase = Phase::Step;
        if self.pawn_may_act() {
            return;
        }
        let seat = self.seat;
        let home = self.board.corner(seat);
        let player = &mut self.players[seat];
        let again = self.rules.starts == 0 || player.starts > 0;
        player.starts = player.starts.saturating_sub(1);
        if again {
            self.lose_summit(seat);
            self.move_pawn(seat, Some(home));
        } else {
            self.leave(seat);
            if let Some(winner) = self.inside.single() {
                self.over = Some(Outcome::win(winner, self.seats(), &ends::LAST));
            }
        }
        self.end();
    }

    /// Whether the pawn of the seat on turn has an action: otherwise it is blocked.
    pub(super) fn pawn_may_act(&self) -> bool {
        let player = &self.players[self.seat];
        player.rests || player.pawn == Some(self.board.corner(self.seat)) || !self.steps(self.seat).is_empty()
    }

    /// The pawn of the seat on turn steps (Ascension 4.5, 4.6, 5.1, 6.1).
    pub(super) fn step(&mut self, cell: Cell) {
        let seat = self.seat;
        self.move_pawn(seat, Some(cell));
        if cell == Cell::PILLAR {
            self.climbers.add(seat);
        }
        if cell == self.board.corner(seat) && self.climbers.contains(seat) {
            self.over = Some(Outcome::win(seat, self.seats(), &ends::HOME));
            return;
        }
        if self.board.sign(cell) == Sign::Spring && !self.springs.contains(cell) {
            self.springs = self.springs.with(cell);
            if !self.steps(seat).is_empty() {
                self.phase = Phase::Spring;
                return;
            }
        }
        self.players[seat].rests = self.board.sign(cell) == Sign::Bivouac;
        self.end();
    }

    /// The turn is over: the leader's added turn, or the next seat in order (Ascension 5.2, 6.3).
    pub(super) fn end(&mut self) {
        if self.over.is_some() {
            return;
        }
        self.springs = Default::default();
        let ordinary = self.added.unwrap_or(self.seat);
        let next = self.next_inside(ordinary);
        if self.added.is_none() {
            if self.closing {
                if self.round == self.rules.round_limit {
                    self.over = Some(Outcome::shared(self.inside, self.seats(), &ends::ROUNDS));
                    return;
                }
                self.round += 1;
            }
            if let Some(leader) = self.climbers.leader()
                && leader != ordinary
                && leader != next
                && !self.climbers.contains(ordinary)
            {
                self.seat = leader;
                self.added = Some(ordinary);
                self.closing = false;
                return self.begin();
            }
        }
        self.seat = next;
        self.added = None;
        self.closing = self.closes(next);
        self.begin();
    }

    /// Whether the seat is the last in order of those still in.
    pub(super) fn closes(&self, seat: Seat) -> bool {
        self.inside.iter().last() == Some(seat)
    }

    /// The next seat in order that is still in.
    fn next_inside(&self, seat: Seat) -> Seat {
        let mut next = seat.next(self.seats());
        while !self.inside.contains(next) {
            next = next.next(self.seats());
        }
        next
    }

    pub(super) fn move_pawn(&mut self, seat: Seat, to: Option<Cell>) {
        let player = &mut self.players[seat];
        player.rests = false;
        if let Some(from) = std::mem::replace(&mut player.pawn, to) {
            self.pawns = self.pawns.without(from);
        }
        if let Some(to) = to {
            self.pawns = self.pawns.with(to);
        }
    }

    /// Ascension 5.4: a joker that was laid leaves with the summit of its layer.
    fn lose_summit(&mut self, seat: Seat) {
        if self.joker == Joker::Laid && self.climbers.leader() == Some(seat) {
            let cell = self.board.cells(Sign::Joker).first().expect("a joker that was laid is on the board");
            self.board.lift(cell);
            self.joker = Joker::Gone;
            let last = &mut self.players[seat].last;
            *last = last.filter(|last| last.cell != cell);
        }
        self.climbers.remove(seat);
    }

    /// The seat is out: it leaves with its pawn and reserve (Ascension 4.8) and bars nothing (2.1).
    fn leave(&mut self, seat: Seat) {
        self.lose_summit(seat);
        self.move_pawn(seat, None);
        self.players[seat] = Default::default();
        self.inside = self.inside.without(seat);
    }

    /// The seat withdraws, whoever is on turn (rules 0.8). A piece that it has in hand goes back where it came
    /// from, or out with its reserve; its turn is over.
    pub(super) fn withdrawn(&mut self, seat: Seat) {
        if self.over.is_some() || !self.inside.contains(seat) {
            return;
        }
        if seat == self.seat
            && let Phase::Place(hand) = self.phase
        {
            if let Some(from) = hand.from {
                self.board.put(from, hand.piece, hand.showed);
            }
            self.phase = Phase::Pick;
        }
        self.leave(seat);
        if let Some(winner) = self.inside.single() {
            self.over = Some(Outcome::win(winner, self.seats(), &end::LEFT));
        } else if seat == self.seat {
            self.end();
        }
    }
}
