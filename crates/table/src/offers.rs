//! Draws, takebacks and rematches: offered by one, done when everyone who is asked agrees.

use engine::{Seat, SeatSet, Viewer};

use crate::{
    error::{Result, TableError},
    event::{OfferKind, TableEvent},
    info::{Decision, Visitor},
    message::Offer,
    summary::State,
    table::Table,
};

impl Table {
    pub(crate) fn offer(&self, what: OfferKind) -> Option<&Offer> {
        self.offers.iter().find(|offer| offer.what == what)
    }

    /// One more agrees. When nobody else is to be asked it is done.
    pub(crate) fn agree(&self, visitor: &Visitor, what: OfferKind) -> Result<Decision> {
        match (what, self.state) {
            (OfferKind::Rematch, State::Over) => {}
            (OfferKind::Rematch, _) => return Err(TableError::NotOver),
            _ => self.live()?,
        }
        let seat = self.speaking_seat(visitor)?;
        let mine = self.seats_of(&visitor.id);
        if what != OfferKind::Rematch && mine.iter().all(|seat| self.game.has_left(seat)) {
            return Err(TableError::NotYourTurn);
        }
        if what == OfferKind::Draw && !mine.iter().all(|seat| self.is_captain(seat, &visitor.id)) {
            return Err(TableError::NotCaptain);
        }
        let (asking, agreed) = match self.offer(what) {
            Some(offer) => {
                let yes: SeatSet = offer.yes.iter().copied().filter_map(Seat::from_number).collect();
                if mine.iter().any(|seat| yes.contains(seat)) {
                    return Err(TableError::Asked);
                }
                (self.seat(offer.seat)?, yes)
            }
            None => (seat, SeatSet::EMPTY),
        };
        let agreed = union(agreed, mine);
        let ply = match what {
            OfferKind::Takeback => Some(self.takeback_ply(self.beside(asking))?),
            _ => None,
        };
        let offer = TableEvent::Offer { what, seat: seat.number() };
        let engine =
            Seat::all(self.seats()).find(|&seat| self.level(seat).is_some() && !self.game.has_left(seat));
        if let (OfferKind::Draw, Some(engine)) = (what, engine) {
            // An engine plays on.
            let declined = TableEvent::Decline { what, seat: engine.number() };
            return Ok(Decision { events: vec![offer, declined], ..Decision::default() });
        }
        if !self.others(agreed).is_empty() {
            return Ok(offer.into());
        }
        Ok(match (what, ply) {
            (OfferKind::Takeback, Some(ply)) => TableEvent::Takeback { ply, seat: asking.number() },
            (OfferKind::Draw, _) => TableEvent::Draw {},
            // The host makes the new table and says where it is.
            _ => TableEvent::Rematch { table: String::new() },
        }
        .into())
    }

    /// The ply that these seats would play again: the last that one of them played. This is where takebacks are reckoned.
    /// After the end, when no face is hidden any more, what was seen does not matter.
    pub fn takeback_ply(&self, mine: SeatSet) -> Result<usize> {
        let index = self.actors.iter().rposition(|&seat| mine.contains(seat));
        let ply = index.ok_or(TableError::NothingToTakeBack)? + 1;
        if self.entry.info().hidden && self.state == State::Live {
            let mut earlier = self.game.clone();
            earlier.push(&format!("takeback:{ply}"))?;
            // What anyone has come to know of the set-up since cannot be unknown.
            let viewers = Seat::all(self.seats()).map(Viewer::Seat).chain([Viewer::Spectator]);
            for viewer in viewers {
                if earlier.view(viewer).setup != self.game.view(viewer).setup {
                    return Err(TableError::Seen);
                }
            }
        }
        Ok(ply)
    }

    /// All seats of the people on this seat.
    fn beside(&self, seat: Seat) -> SeatSet {
        let people = self.people(seat).iter();
        people.fold(SeatSet::of(seat), |all, who| union(all, self.seats_of(&who.id)))
    }

    /// The seats of other people: those still in the game, or of all when it is over.
    fn others(&self, mine: SeatSet) -> SeatSet {
        let in_game = |seat| self.state == State::Over || !self.game.has_left(seat);
        Seat::all(self.seats())
            .filter(|&seat| !mine.contains(seat) && self.level(seat).is_none() && in_game(seat))
            // A seat whose people all sit on `mine` too would only ask themselves.
            .filter(|&seat| self.people(seat).iter().any(|who| !mine.iter().any(|m| self.sits(m, &who.id))))
            .collect()
    }
}

fn union(a: SeatSet, b: SeatSet) -> SeatSet {
    SeatSet::from_bits(a.bits() | b.bits())
}
