//! What people may ask of a table, and what it leads to. Nothing here changes the table.

use engine::{Seat, SeatSet, Turn};
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq;

use crate::{
    error::{Result, TableError},
    event::{OfferKind, TableEvent},
    fair,
    info::{Decision, Visitor},
    message::{Asking, Command, Explained, Pressed},
    settings::SeatWish,
    summary::{State, Who},
    table::{MOST_TALK, Table},
    talk,
};

const CHAT_LENGTH: usize = 500;
/// How many people may share a seat.
const TEAM: usize = 16;
/// The longest id of a person.
const ID_LENGTH: usize = 40;

/// Something that a visitor wants done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Request {
    Command(Command),
    /// Without a nonce the seat adds its number to a fair deal.
    Sit {
        seat: usize,
        invite: Option<String>,
        nonce: String,
    },
    /// What their seats add to a fair deal, for those who sat before the commitment was known.
    Nonce {
        nonce: String,
    },
    Stand {
        seat: usize,
        /// Someone else, whom the owner of the table sends away.
        #[serde(default)]
        whom: Option<String>,
    },
}

impl Table {
    /// Whether someone may know of the table at all.
    pub fn admits(&self, visitor: Option<&Visitor>, invite: Option<&str>) -> Result<()> {
        let invited =
            invite.is_some_and(|invite| invite.as_bytes().ct_eq(self.info.invite.as_bytes()).into());
        let known = visitor.is_some_and(|visitor| {
            visitor.id == self.info.owner
                || !self.seats_of(&visitor.id).is_empty()
                || self.info.seats.iter().any(|wish| wish.is_reserved_for(visitor))
        });
        if !self.info.private || invited || known { Ok(()) } else { Err(TableError::Private) }
    }

    /// What a request leads to, or why it is refused.
    pub fn decide(&self, visitor: &Visitor, request: &Request) -> Result<Decision> {
        match request {
            Request::Command(command) => self.decide_command(visitor, command),
            Request::Sit { seat, invite, nonce } => self.sit(visitor, *seat, invite.as_deref(), nonce),
            Request::Nonce { nonce } => self.add_nonce(visitor, nonce),
            Request::Stand { seat, whom } => self.stand(visitor, *seat, whom.as_deref()),
        }
    }

    /// What this visitor means by what they pressed for a seat of theirs.
    pub fn explain(&self, visitor: &Visitor, seat: usize, pressed: &Pressed) -> Result<Explained> {
        let seat = self.own(visitor, seat)?;
        if self.state == State::Open {
            return Err(TableError::NotStarted);
        }
        Ok(pressed.explain(&*self.game, seat))
    }

    /// The seat with this number, if it is the visitor's.
    pub fn own(&self, visitor: &Visitor, number: usize) -> Result<Seat> {
        let seat = self.seat(number)?;
        if self.sits(seat, &visitor.id) { Ok(seat) } else { Err(TableError::NotYourSeat) }
    }

    fn sit(&self, visitor: &Visitor, seat: usize, invite: Option<&str>, nonce: &str) -> Result<Decision> {
        self.admits(Some(visitor), invite)?;
        self.allow_talk()?;
        let seat = self.seat(seat)?;
        let wish = &self.info.seats[seat.index()];
        match self.state {
            State::Open => {}
            State::Live if *wish == SeatWish::Team => {}
            State::Live => return Err(TableError::Started),
            State::Over => return Err(TableError::Over),
        }
        if !self.seats_of(&visitor.id).is_empty() {
            return Err(TableError::AlreadySeated);
        }
        if self.state == State::Live {
            return Err(TableError::LetIn);
        }
        let free = match wish {
            SeatWish::Open => self.people(seat).is_empty(),
            SeatWish::Team => self.people(seat).len() < TEAM,
            SeatWish::Person { .. } => wish.is_reserved_for(visitor),
            SeatWish::Me | SeatWish::Device | SeatWish::Engine { .. } => false,
        };
        if !free {
            return Err(TableError::SeatTaken);
        }
        if self.info.rated && !visitor.account {
            return Err(TableError::NotRateable);
        }
        fair::check_nonce(nonce)?;
        let mut events = vec![TableEvent::Sit { seat: seat.number(), person: visitor.who() }];
        // Of several who share a seat, the first adds to the deal.
        if self.info.secret.is_some() && self.people(seat).is_empty() {
            let nonce = if nonce.is_empty() { fair::own_nonce(seat) } else { nonce.to_owned() };
            events.push(TableEvent::Nonce { seat: seat.number(), nonce });
        }
        Ok(Decision { events, ..Decision::default() })
    }

    fn add_nonce(&self, visitor: &Visitor, nonce: &str) -> Result<Decision> {
        fair::check_nonce(nonce)?;
        let due = |&seat: &Seat| self.awaits_nonce(seat) && self.people(seat)[0].id == visitor.id;
        let seats = Seat::all(self.seats()).filter(due);
        let event = |seat: Seat| TableEvent::Nonce { seat: seat.number(), nonce: nonce.to_owned() };
        let events: Vec<_> = seats.map(event).collect();
        if events.is_empty() || nonce.is_empty() {
            return Err(if self.state == State::Open { TableError::Nonce } else { TableError::Started });
        }
        Ok(Decision { events, ..Decision::default() })
    }

    /// Somebody wants to join a team that plays.
    fn ask(&self, visitor: &Visitor, seat: usize) -> Result<Decision> {
        self.live()?;
        let seat = self.seat(seat)?;
        if self.info.seats[seat.index()] != SeatWish::Team || self.people(seat).len() >= TEAM {
            return Err(TableError::SeatTaken);
        }
        if !self.seats_of(&visitor.id).is_empty() {
            return Err(TableError::AlreadySeated);
        }
        if self.asking.len() >= TEAM || self.asking.iter().any(|asking| asking.person.id == visitor.id) {
            return Err(TableError::Asked);
        }
        Ok(TableEvent::Ask { seat: seat.number(), person: visitor.who() }.into())
    }

    /// The first of a team answers somebody who asked.
    fn admit(&self, visitor: &Visitor, seat: usize, person: &str, yes: bool) -> Result<Decision> {
        self.live()?;
        self.captain(visitor, seat)?;
        let asked = |asking: &&Asking| asking.seat == seat && asking.person.id == person;
        let Asking { person, .. } = self.asking.iter().find(asked).ok_or(TableError::NoOffer)?.clone();
        Ok(if yes { TableEvent::Sit { seat, person } } else { TableEvent::TurnAway { seat, person } }.into())
    }

    /// The seat with this number, if the visitor decides for it.
    fn captain(&self, visitor: &Visitor, seat: usize) -> Result<Seat> {
        let seat = self.own(visitor, seat)?;
        if self.is_captain(seat, &visitor.id) { Ok(seat) } else { Err(TableError::NotCaptain) }
    }

    fn stand(&self, visitor: &Visitor, seat: usize, whom: Option<&str>) -> Result<Decision> {
        let seat = self.seat(seat)?;
        if self.state != State::Open {
            return Err(TableError::Started);
        }
        let whom = whom.unwrap_or(&visitor.id);
        if whom != visitor.id && visitor.id != self.info.owner {
            return Err(TableError::NotOwner);
        }
        let device = matches!(self.info.seats[seat.index()], SeatWish::Me | SeatWish::Device);
        let sitter = self.people(seat).iter().find(|who| !device && who.id == whom);
        let person = sitter.cloned().ok_or(TableError::NotYourSeat)?;
        Ok(TableEvent::Stand { seat: seat.number(), person }.into())
    }

    fn decide_command(&self, visitor: &Visitor, command: &Command) -> Result<Decision> {
        let talk = matches!(
            command,
            Command::Chat { .. }
                | Command::Mute { .. }
                | Command::Offer { .. }
                | Command::Answer { .. }
                | Command::Ask { .. }
                | Command::Admit { .. }
        );
        if talk {
            self.allow_talk()?;
        }
        match command {
            Command::Act { ply, seat, t } => self.act(visitor, *ply, *seat, t),
            Command::Resign { seat } => {
                self.live()?;
                let seat = self.captain(visitor, *seat)?;
                if self.game.has_left(seat) {
                    return Err(TableError::NotYourTurn);
                }
                Ok(TableEvent::Resign { seat: seat.number() }.into())
            }
            Command::Offer { what: OfferKind::Rematch } | Command::Rematch {} => {
                self.agree(visitor, OfferKind::Rematch)
            }
            Command::Offer { what } => {
                self.live()?;
                if self.offer(*what).is_some() {
                    return Err(TableError::Asked);
                }
                self.agree(visitor, *what)
            }
            Command::Answer { what, yes } => {
                self.offer(*what).ok_or(TableError::NoOffer)?;
                if *yes {
                    return self.agree(visitor, *what);
                }
                let seat = self.speaking_seat(visitor)?;
                Ok(TableEvent::Decline { what: *what, seat: seat.number() }.into())
            }
            Command::Chat { text } => self.say(visitor, text),
            Command::Ask { seat } => self.ask(visitor, *seat),
            Command::Admit { seat, person, yes } => self.admit(visitor, *seat, person, *yes),
            Command::Mute { person, on } => {
                if visitor.id != self.info.owner {
                    return Err(TableError::NotOwner);
                }
                let is_id = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_lowercase() || byte == b'_';
                if person.is_empty() || person.len() > ID_LENGTH || !person.bytes().all(is_id) {
                    return Err(TableError::NoSuchPlayer);
                }
                Ok(TableEvent::Mute { person: person.clone(), on: *on }.into())
            }
            Command::Abort {} => self.abort(visitor),
            Command::PassReplies { seat, always } => {
                let seat = self.own(visitor, *seat)?;
                let now: SeatSet =
                    self.info.pass_replies.iter().copied().filter_map(Seat::from_number).collect();
                let seats = if *always { now.with(seat) } else { now.without(seat) };
                Ok(Decision { pass_replies: Some(seats), ..Decision::default() })
            }
            // They change what one client sees, and nothing else: see `explain` and `viewing`.
            Command::Explain { seat, .. } | Command::Look { seat } => {
                self.own(visitor, *seat).map(|_| Decision::default())
            }
        }
    }

    fn act(&self, visitor: &Visitor, ply: usize, seat: usize, t: &str) -> Result<Decision> {
        self.live()?;
        let seat = self.own(visitor, seat)?;
        if ply != self.game.ply() {
            return Err(TableError::Stale(self.game.ply()));
        }
        if self.turn().seat() != Some(seat) {
            return Err(TableError::NotYourTurn);
        }
        match self.game.explain_to(seat, t) {
            Some(refusal) => Err(refusal.into()),
            None => Ok(self.action(seat, t.to_owned()).into()),
        }
    }

    /// What an engine has found to play in the game of this epoch; nothing if the game has gone on since.
    pub fn decide_engine_move(&self, epoch: u64, t: String) -> Option<Decision> {
        let seat = self.turn().seat().filter(|_| epoch == self.epoch() && self.state == State::Live)?;
        self.level(seat).map(|_| self.action(seat, t).into())
    }

    fn abort(&self, visitor: &Visitor) -> Result<Decision> {
        let seated = !self.seats_of(&visitor.id).is_empty();
        match self.state {
            State::Over => Err(TableError::Over),
            State::Open if visitor.id == self.info.owner => Ok(TableEvent::Abort {}.into()),
            State::Live if seated && self.game.events().is_empty() => Ok(TableEvent::Abort {}.into()),
            State::Live if seated => Err(TableError::Started),
            _ => Err(TableError::NotYourSeat),
        }
    }

    fn say(&self, visitor: &Visitor, text: &str) -> Result<Decision> {
        let text = talk::shown(text);
        if text.is_empty() || text.chars().count() > CHAT_LENGTH {
            return Err(TableError::ChatLength);
        }
        if self.muted.contains(&visitor.id) {
            return Err(TableError::Muted);
        }
        let Who { id, name } = visitor.who();
        Ok(TableEvent::Chat { from: name, person: id, text }.into())
    }

    pub(crate) fn live(&self) -> Result<()> {
        match self.state {
            State::Open => Err(TableError::NotStarted),
            State::Live => Ok(()),
            State::Over => Err(TableError::Over),
        }
    }

    /// Whether there is room for what is no action.
    fn allow_talk(&self) -> Result<()> {
        if self.n < MOST_TALK {
            Ok(())
        } else {
            Err(TableError::TooLong { what: "events at a table", most: MOST_TALK as usize })
        }
    }

    /// The seat that speaks for this visitor: the one to act if it is theirs, else the lowest.
    pub(crate) fn speaking_seat(&self, visitor: &Visitor) -> Result<Seat> {
        let mine = self.seats_of(&visitor.id);
        let to_act = match self.turn() {
            Turn::Move(seat) | Turn::Reply(seat) => Some(seat).filter(|&seat| mine.contains(seat)),
            Turn::Over(_) => None,
        };
        to_act.or_else(|| mine.iter().next()).ok_or(TableError::NotYourSeat)
    }
}
