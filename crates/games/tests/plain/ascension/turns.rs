//! A turn of Ascension from its beginning to its end (2 to 6).

use std::collections::BTreeSet;

use super::{Ascension, Cell, Id, Joker, Kind, PILLAR, Phase, Piece, cell};
use crate::plain::shares;

impl Ascension {
    pub(super) fn begin(&mut self, seat: usize, added_after: Option<usize>) {
        self.seat = seat;
        self.added_after = added_after;
        self.last_in_order = !self.seats_in().iter().any(|&other| other > seat);
        self.springs.clear();
        self.phase = Phase::Pick;
        // 2.4
        if self.picks().is_empty() {
            self.player(seat).last = None;
            self.pawn_phase();
        }
    }

    /// 4.7, 4.8: after the placing.
    pub(super) fn pawn_phase(&mut self) {
        self.phase = Phase::Step;
        let me = self.me();
        if !me.rests && me.pawn != me.corner && self.steps().is_empty() {
            self.block();
        }
    }

    /// 4.8
    fn block(&mut self) {
        let seat = self.seat;
        let starts = self.starts;
        let player = self.player(seat);
        player.blocked += 1;
        player.pawn = player.corner;
        player.rests = false;
        if starts != 0 && player.blocked >= starts {
            player.out = true;
        }
        self.lose_summit(seat);
        // 6.2
        if let [last] = self.seats_in()[..] {
            self.over = Some((shares(self.seats, &[last]), "6.2".to_owned()));
            return;
        }
        self.end_turn();
    }

    /// 5.4
    pub(super) fn lose_summit(&mut self, seat: usize) {
        self.player(seat).summit = None;
        if self.leader != Some(seat) {
            return;
        }
        self.leader = self
            .seats_in()
            .into_iter()
            .filter_map(|other| self.players[&other].summit.map(|when| (when, other)))
            .min()
            .map(|(_, other)| other);
        self.joker = match self.joker {
            Joker::Laid { cell, .. } => {
                self.stacks.get_mut(&cell).expect("a cell").pop();
                Joker::Gone
            }
            Joker::With(_) => self.leader.map_or(Joker::Aside, Joker::With),
            other => other,
        };
    }

    /// 5.1, 5.2
    fn reach_summit(&mut self) {
        let seat = self.seat;
        self.summits += 1;
        let when = self.summits;
        self.player(seat).summit.get_or_insert(when);
        if self.leader.is_none() {
            self.leader = Some(seat);
            if self.joker == Joker::Aside {
                self.joker = Joker::With(seat);
            }
        }
    }

    /// The next seat in order that is still in the game.
    fn next_in(&self, seat: usize) -> usize {
        let seats = self.seats_in();
        seats.iter().copied().find(|&other| other > seat).unwrap_or(seats[0])
    }

    pub(super) fn end_turn(&mut self) {
        // 5.2: added turns add none.
        if let Some(q) = self.added_after {
            self.begin(self.next_in(q), None);
            return;
        }
        let q = self.seat;
        // 6.3
        if self.last_in_order {
            self.rounds += 1;
            if self.rounds >= self.round_limit {
                self.over = Some((shares(self.seats, &self.seats_in()), "6.3".to_owned()));
                return;
            }
        }
        // 5.2
        let next = self.next_in(q);
        match self.leader {
            Some(leader) if leader != q && self.players[&q].summit.is_none() && next != leader => {
                self.begin(leader, Some(q));
            }
            _ => self.begin(next, None),
        }
    }

    pub(super) fn pick(&mut self, token: &str) {
        let seat = self.seat;
        let figure = self.me().figure;
        let made = |kind, face, up| Piece { kind, face, up, seen_by: BTreeSet::new(), public: true };
        let from = match token {
            "^h" => {
                self.player(seat).plain -= 1;
                self.pieces.push(made(Kind::Half, '.', false));
                None
            }
            "^f" => {
                self.player(seat).figured -= 1;
                self.pieces.push(made(Kind::Half, figure, true));
                None
            }
            "^j" => {
                self.pieces.push(made(Kind::Joker, '*', true));
                None
            }
            _ => Some(cell(&token[1..])),
        };
        let piece = match from {
            Some(from) => self.stacks.get_mut(&from).expect("a cell").pop().expect("a piece"),
            None => self.pieces.len() - 1,
        };
        // 2.3
        if !self.pieces[piece].up {
            self.pieces[piece].seen_by.insert(seat);
        }
        self.phase = Phase::Place { piece, from };
    }

    pub(super) fn place(&mut self, token: &str, id: Id) {
        let seat = self.seat;
        let to = cell(&token[1..3]);
        let piece = &mut self.pieces[id];
        match piece.kind {
            Kind::Cube => {
                piece.up = token.ends_with('!');
                piece.public |= piece.up;
            }
            Kind::Half => {}
            Kind::Joker => self.joker = Joker::Laid { cell: to, by: seat },
        }
        self.stacks.get_mut(&to).expect("a cell").push(id);
        self.player(seat).last = Some(id);
        self.pawn_phase();
    }

    pub(super) fn step(&mut self, to: Cell) {
        let seat = self.seat;
        self.player(seat).pawn = to;
        if to == PILLAR {
            self.reach_summit();
        }
        // 6.1
        if self.me().summit.is_some() && to == self.me().corner {
            self.over = Some((shares(self.seats, &[seat]), "6.1".to_owned()));
            return;
        }
        // 4.6
        if self.shows(to) == Some('R') && self.springs.insert(to) && !self.steps().is_empty() {
            self.phase = Phase::Spring;
            return;
        }
        self.end_pawn_move();
    }

    pub(super) fn end_pawn_move(&mut self) {
        let seat = self.seat;
        // 4.5
        let rests = self.shows(self.me().pawn) == Some('B');
        self.player(seat).rests = rests;
        self.end_turn();
    }
}
