//! What people may ask of a table, and the events that answer them. Nothing here writes or sends.

use engine::{Seat, SeatSet, Turn};

use super::state::TableState;
use crate::{
    error::{Error, Result},
    people::Person,
    text,
    wire::{self, Command, OfferKind, SeatWish, State, TableEvent, Who},
};

const CHAT_LENGTH: usize = 500;

impl TableState {
    /// Whether this person may know of the table at all.
    pub(super) fn admits(&self, person: Option<&Person>, invite: Option<&str>) -> Result<()> {
        let invited = invite.is_some_and(|invite| crate::secret::same(invite, &self.row.invite));
        let known = person.is_some_and(|person| {
            person.id == self.row.owner
                || !self.seats_of(&person.id).is_empty()
                || self.wishes.iter().any(|wish| keeps_for(wish, person))
        });
        if self.row.private == 0 || invited || known { Ok(()) } else { Err(Error::Private) }
    }

    pub(super) fn sit(
        &self,
        person: &Person,
        seat: usize,
        invite: Option<&str>,
    ) -> Result<(Seat, TableEvent)> {
        self.admits(Some(person), invite)?;
        self.allow_talk()?;
        let seat = wire::seat(seat, self.seats()).ok_or(Error::NoSuchSeat)?;
        let wish = &self.wishes[seat.index()];
        // A team may be joined while it plays.
        match self.state {
            State::Open => {}
            State::Live if *wish == SeatWish::Team => {}
            State::Live => return Err(Error::Started),
            State::Over => return Err(Error::Over),
        }
        if !self.seats_of(&person.id).is_empty() {
            return Err(Error::AlreadySeated);
        }
        let free = match wish {
            SeatWish::Open => self.people[seat.index()].is_empty(),
            SeatWish::Team => self.people[seat.index()].len() < 16,
            SeatWish::Person { .. } => keeps_for(wish, person),
            SeatWish::Me | SeatWish::Device | SeatWish::Engine { .. } => false,
        };
        if !free {
            return Err(Error::SeatTaken);
        }
        if self.row.rated != 0 && !person.is_rated() {
            return Err(Error::NotRateable);
        }
        Ok((seat, TableEvent::Sit { seat: seat.number(), person: person.who() }))
    }

    /// Who leaves which seat: the person, or someone whom the one who made the table sends away.
    pub(super) fn stand(&self, person: &Person, seat: usize, whom: Option<&str>) -> Result<(Seat, Who)> {
        let seat = wire::seat(seat, self.seats()).ok_or(Error::NoSuchSeat)?;
        if self.state != State::Open {
            return Err(Error::Started);
        }
        let whom = whom.unwrap_or(&person.id);
        if whom != person.id && person.id != self.row.owner {
            return Err(Error::NotOwner);
        }
        let device = matches!(self.wishes[seat.index()], SeatWish::Me | SeatWish::Device);
        let sitter = self.people[seat.index()].iter().find(|who| !device && who.id == whom);
        Ok((seat, sitter.cloned().ok_or(Error::NotYourSeat)?))
    }

    /// The events that a command leads to, or why it does not.
    pub(super) fn answer(&self, person: &Person, command: &Command) -> Result<Vec<TableEvent>> {
        let talk = matches!(
            command,
            Command::Chat { .. } | Command::Mute { .. } | Command::Offer { .. } | Command::Answer { .. }
        );
        if talk {
            self.allow_talk()?;
        }
        match command {
            Command::Act { ply, seat, t } => self.act(person, *ply, *seat, t),
            Command::Resign { seat } => {
                self.live()?;
                let seat = self.own(person, *seat)?;
                if self.game.has_left(seat) {
                    return Err(Error::NotYourTurn);
                }
                Ok(vec![TableEvent::Resign { seat: seat.number() }])
            }
            Command::Offer { what: OfferKind::Rematch } | Command::Rematch {} => {
                self.agree(person, OfferKind::Rematch)
            }
            Command::Offer { what } => {
                self.live()?;
                if self.offer(*what).is_some() {
                    return Err(Error::Asked);
                }
                self.agree(person, *what)
            }
            Command::Answer { what, yes: true } => {
                self.offer(*what).ok_or(Error::NoOffer)?;
                self.agree(person, *what)
            }
            Command::Answer { what, yes: false } => {
                self.offer(*what).ok_or(Error::NoOffer)?;
                let seat = self.first_seat(person)?;
                Ok(vec![TableEvent::Decline { what: *what, seat: seat.number() }])
            }
            Command::Chat { text } => self.say(person, text),
            Command::Mute { person: whom, on } => {
                if person.id != self.row.owner {
                    return Err(Error::NotOwner);
                }
                if !text::is_id("p", whom) {
                    return Err(Error::NoSuchPlayer);
                }
                Ok(vec![TableEvent::Mute { person: whom.clone(), on: *on }])
            }
            Command::Abort {} => {
                let seated = !self.seats_of(&person.id).is_empty();
                match self.state {
                    State::Over => Err(Error::Over),
                    State::Open if person.id == self.row.owner => Ok(vec![TableEvent::Abort {}]),
                    State::Live if seated && self.game.events().is_empty() => Ok(vec![TableEvent::Abort {}]),
                    State::Live if seated => Err(Error::Started),
                    _ => Err(Error::NotYourSeat),
                }
            }
            Command::Explain { .. } | Command::Look { .. } | Command::PassReplies { .. } => Ok(Vec::new()),
        }
    }

    fn act(&self, person: &Person, ply: usize, seat: usize, t: &str) -> Result<Vec<TableEvent>> {
        self.live()?;
        let seat = self.own(person, seat)?;
        if ply != self.game.ply() {
            return Err(Error::Stale(self.game.ply()));
        }
        if self.turn().seat() != Some(seat) {
            return Err(Error::NotYourTurn);
        }
        match self.game.explain_to(seat, t) {
            Some(refusal) => Err(refusal.into()),
            None => Ok(vec![TableEvent::Action { ply: ply + 1, seat: seat.number(), t: t.to_owned() }]),
        }
    }

    fn say(&self, person: &Person, text: &str) -> Result<Vec<TableEvent>> {
        let text = text.trim();
        if text.is_empty() || text.chars().count() > CHAT_LENGTH {
            return Err(Error::ChatLength);
        }
        if self.muted.contains(&person.id) {
            return Err(Error::Muted);
        }
        // A line of talk is one line.
        let text = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let Who { id, name } = person.who();
        Ok(vec![TableEvent::Chat { from: name, person: id, text }])
    }

    /// One more agrees. When nobody else is to be asked it is done.
    fn agree(&self, person: &Person, what: OfferKind) -> Result<Vec<TableEvent>> {
        match (what, self.state) {
            (OfferKind::Rematch, State::Over) => {}
            (OfferKind::Rematch, _) => return Err(Error::NotOver),
            _ => self.live()?,
        }
        let seat = self.first_seat(person)?;
        let mine = self.seats_of(&person.id);
        if what != OfferKind::Rematch && mine.iter().all(|seat| self.game.has_left(seat)) {
            return Err(Error::NotYourTurn);
        }
        let (asker, mut agreed) = match self.offer(what) {
            Some(offer) if offer.yes.iter().any(|&yes| mine.iter().any(|m| m.number() == yes)) => {
                return Err(Error::Asked);
            }
            Some(offer) => (
                Seat::from_number(offer.seat).ok_or(Error::NoSuchSeat)?,
                offer.yes.iter().copied().filter_map(Seat::from_number).collect(),
            ),
            None => (seat, SeatSet::EMPTY),
        };
        agreed = mine.iter().fold(agreed, SeatSet::with);
        let askers = self.people[asker.index()].iter();
        let askers = askers.fold(SeatSet::of(asker), |all, who| union(all, self.seats_of(&who.id)));
        let offer = TableEvent::Offer { what, seat: seat.number() };
        let ply = match what {
            OfferKind::Takeback => Some(self.takeback_ply(askers)?),
            _ => None,
        };
        let engine = Seat::all(self.seats()).find(|&seat| self.is_engine(seat) && !self.game.has_left(seat));
        if let (OfferKind::Draw, Some(engine)) = (what, engine) {
            // An engine plays on.
            return Ok(vec![offer, TableEvent::Decline { what, seat: engine.number() }]);
        }
        if !self.others(agreed).is_empty() {
            return Ok(vec![offer]);
        }
        Ok(match (what, ply) {
            (OfferKind::Takeback, Some(ply)) => vec![TableEvent::Takeback { ply, seat: asker.number() }],
            (OfferKind::Draw, _) => vec![TableEvent::Draw {}],
            // The actor makes the new table and says where it is.
            _ => vec![TableEvent::Rematch { table: String::new() }],
        })
    }

    fn live(&self) -> Result<()> {
        match self.state {
            State::Open => Err(Error::NotStarted),
            State::Live => Ok(()),
            State::Over => Err(Error::Over),
        }
    }

    /// A seat of this number, if it is theirs.
    pub(super) fn own(&self, person: &Person, number: usize) -> Result<Seat> {
        let seat = wire::seat(number, self.seats()).ok_or(Error::NoSuchSeat)?;
        if self.seats_of(&person.id).contains(seat) { Ok(seat) } else { Err(Error::NotYourSeat) }
    }

    /// The seat that speaks for this person: the one to act if it is theirs, else the lowest.
    fn first_seat(&self, person: &Person) -> Result<Seat> {
        let mine = self.seats_of(&person.id);
        let to_act = match self.turn() {
            Turn::Move(seat) | Turn::Reply(seat) => Some(seat).filter(|&seat| mine.contains(seat)),
            Turn::Over(_) => None,
        };
        to_act.or_else(|| mine.iter().next()).ok_or(Error::NotYourSeat)
    }
}

fn keeps_for(wish: &SeatWish, person: &Person) -> bool {
    let SeatWish::Person { name } = wish else { return false };
    person.owns_name() && name.to_lowercase() == person.name.to_lowercase()
}

fn union(a: SeatSet, b: SeatSet) -> SeatSet {
    SeatSet::from_bits(a.bits() | b.bits())
}
