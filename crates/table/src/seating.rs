//! Who sits where.

use engine::{Seat, SeatSet, setup};

use crate::{
    error::{Result, TableError},
    fair,
    info::{Sitter, TableInfo},
    settings::SeatWish,
    summary::{GONE, State, Who},
    table::Table,
};

impl Table {
    /// Puts these people, and nobody else, on the seats, without an event: at a new table, or after a replay, since
    /// people may go by other names than when the events happened.
    pub fn set_sitters(&mut self, sitters: &[Sitter]) -> Result<()> {
        self.people.iter_mut().for_each(Vec::clear);
        for sitter in sitters {
            let seat = self.seat(sitter.seat)?;
            let seated = &mut self.people[seat.index()];
            if seated.iter().all(|who| who.id != sitter.who.id) {
                seated.push(sitter.who.clone());
            }
            // What was added later is in the events.
            if self.nonces[seat.index()].is_empty() {
                self.nonces[seat.index()].clone_from(&sitter.nonce);
            }
        }
        Ok(())
    }

    /// Somebody goes by another id or name now. Whether they sit here.
    pub fn rename(&mut self, from: &str, now: &Who) -> bool {
        let mut sits = false;
        for who in self.people.iter_mut().flatten().filter(|who| who.id == from) {
            *who = now.clone();
            sits = true;
        }
        if self.info.owner == from {
            self.info.owner.clone_from(&now.id);
        }
        sits
    }

    /// Takes the name and the words of somebody out of all that is told; what they played stays. Whether there was any.
    pub fn forget(&mut self, person: &str) -> bool {
        let mut known = false;
        for who in self.people.iter_mut().flatten().filter(|who| who.id == person) {
            GONE.clone_into(&mut who.name);
            known = true;
        }
        for asking in self.asking.iter_mut().filter(|asking| asking.person.id == person) {
            GONE.clone_into(&mut asking.person.name);
            known = true;
        }
        for line in self.chat.iter_mut().filter(|line| line.person == person) {
            line.forget();
            known = true;
        }
        self.recent.iter_mut().fold(known, |known, (_, event)| event.forget(person) || known)
    }

    /// Whether a seat is kept for somebody by name.
    pub fn reserves(&self) -> bool {
        self.info.seats.iter().any(|wish| matches!(wish, SeatWish::Person { .. }))
    }

    /// What the host keeps of the wishes for the seats now: whom one was kept for may be gone.
    pub fn set_wishes(&mut self, wishes: Vec<SeatWish>) {
        if wishes.len() == self.seats() {
            self.info.seats = wishes;
        }
    }

    pub fn seats(&self) -> usize {
        self.info.seats.len()
    }

    /// A seat by its number, if the table has it.
    pub fn seat(&self, number: usize) -> Result<Seat> {
        let seat = Seat::from_number(number).filter(|seat| seat.index() < self.seats());
        seat.ok_or(TableError::NoSuchSeat)
    }

    /// The level of the engine on this seat, if there is one.
    pub fn level(&self, seat: Seat) -> Option<u8> {
        match self.info.seats[seat.index()] {
            SeatWish::Engine { level } => Some(level),
            _ => None,
        }
    }

    /// Whether every seat is taken.
    pub fn is_full(&self) -> bool {
        Seat::all(self.seats())
            .all(|seat| self.level(seat).is_some() || !self.people[seat.index()].is_empty())
    }

    /// Whether anybody but engines is still in the game.
    pub fn has_people(&self) -> bool {
        Seat::all(self.seats()).any(|seat| self.level(seat).is_none() && !self.game.has_left(seat))
    }

    /// Whether more than one seat is a person's, a bot's or nobody's yet.
    pub fn is_between_people(&self) -> bool {
        Seat::all(self.seats()).filter(|&seat| self.level(seat).is_none()).count() > 1
    }

    /// The people on a seat.
    pub fn people(&self, seat: Seat) -> &[Who] {
        &self.people[seat.index()]
    }

    /// Of a team the one who sat down first, who lets others in, resigns and agrees to a draw for it.
    pub(crate) fn is_captain(&self, seat: Seat, person: &str) -> bool {
        let team = self.info.seats[seat.index()] == SeatWish::Team;
        !team || self.people[seat.index()].first().is_some_and(|who| who.id == person)
    }

    /// Whether the person on this seat is still to say what it adds to a fair deal.
    pub(crate) fn awaits_nonce(&self, seat: Seat) -> bool {
        let index = seat.index();
        self.state == State::Open
            && self.info.secret.is_some()
            && self.nonces[index].is_empty()
            && !self.people[index].is_empty()
    }

    /// Whether the owner set up what chance or the rules decide else.
    pub fn is_by_hand(&self) -> bool {
        setup::is_by_hand(self.entry.info().options, &self.info.options)
    }

    /// What the seat adds to a fair deal; empty if that is still to come.
    pub fn nonce(&self, seat: Seat) -> &str {
        &self.nonces[seat.index()]
    }

    /// The seats this person may act for.
    pub fn seats_of(&self, person: &str) -> SeatSet {
        Seat::all(self.seats()).filter(|&seat| self.sits(seat, person)).collect()
    }

    pub(crate) fn sits(&self, seat: Seat, person: &str) -> bool {
        self.people[seat.index()].iter().any(|who| who.id == person)
    }

    /// The same table once more with the seats turned by one: what it is apart from its id, secret and commitment, and
    /// the people on its seats. Whoever added a nonce here is waited for there too.
    pub fn rematch(&self, id: String, created: i64) -> (TableInfo, Vec<Sitter>) {
        let before = |seat: Seat| Seat::new((seat.index() + self.seats() - 1) % self.seats());
        let info = TableInfo {
            id,
            setup: None,
            seats: Seat::all(self.seats())
                .map(|seat| self.info.seats[before(seat).index()].clone())
                .collect(),
            secret: None,
            commitment: None,
            pass_replies: Vec::new(),
            created,
            ..self.info.clone()
        };
        let sitters = Seat::all(self.seats()).flat_map(|seat| {
            let gave = self.nonce(before(seat)) != fair::own_nonce(before(seat));
            let nonce = if gave { String::new() } else { fair::own_nonce(seat) };
            let sitter =
                move |who: &Who| Sitter { seat: seat.number(), who: who.clone(), nonce: nonce.clone() };
            self.people(before(seat)).iter().map(sitter)
        });
        (info, sitters.collect())
    }
}
