//! A table as the sum of its events. No network, no database, no clock of its own.

use std::collections::{HashSet, VecDeque};

use engine::{AnyGame, Entry, Seat, SeatSet, Turn, TurnView, Viewer, Withdrawal, lud::MOST_STEPS};

use super::clock::Timer;
use crate::{
    error::{Error, Result},
    fair,
    store::{EventRow, Kept, TableRow},
    wire::{ChatLine, Clock, Offer, OfferKind, Reveal, SeatWish, State, Table, TableEvent, TableSeat, Who},
};

/// How many events a table may have, so that reading it anew has a bound: a game that goes on for longer is called off,
const MOST_EVENTS: i64 = 2 * MOST_STEPS as i64;
/// and talk ends long before that, so that nobody talks a game to its end.
const MOST_TALK: i64 = MOST_STEPS as i64;
/// Fewer events than this are replayed in no time.
const QUICK: usize = 64;
/// How many lines of chat a newcomer is told.
const CHAT: usize = 100;
/// How many events are kept for those who come back.
const RECENT: usize = 64;

/// Everything about a table that its events decide.
#[derive(Debug)]
pub(super) struct TableState {
    pub(super) row: TableRow,
    pub(super) entry: &'static Entry,
    pub(super) clock: Clock,
    pub(super) wishes: Vec<SeatWish>,
    pub(super) people: Vec<Vec<Who>>,
    /// One a seat: that of the first who sat there.
    nonces: Vec<String>,
    pub(super) state: State,
    /// Before the start, what the board will look like.
    pub(super) game: Box<dyn AnyGame>,
    /// Who played each action that stands.
    pub(super) actors: Vec<Seat>,
    pub(super) timer: Timer,
    pub(super) offers: Vec<Offer>,
    pub(super) chat: VecDeque<ChatLine>,
    pub(super) muted: HashSet<String>,
    /// Seats that always let it pass.
    pub(super) standing: SeatSet,
    ended: Option<(Option<Vec<String>>, String)>,
    pub(super) n: i64,
    pub(super) recent: VecDeque<(i64, TableEvent)>,
    /// Counts the changes of the game, so that a thought can be known to be late.
    pub(super) epoch: u64,
}

impl TableState {
    /// The same as [`load`](Self::load), off the async threads if it takes a while.
    pub(super) async fn read(kept: Kept) -> Result<(Kept, Self)> {
        if kept.events.len() < QUICK {
            return Self::load(&kept).map(|table| (kept, table));
        }
        let load = move || Self::load(&kept).map(|table| (kept, table));
        tokio::task::spawn_blocking(load).await.map_err(|error| Error::Internal(error.to_string()))?
    }

    /// The table as it is kept, with the time that nobody is charged for.
    fn load(kept: &Kept) -> Result<Self> {
        let row = kept.row.clone();
        let entry = games::game(&row.game).ok_or(Error::NoSuchGame)?;
        let clock = read(&row.clock)?;
        let wishes: Vec<SeatWish> = read(&row.seats)?;
        let game = entry.start(row.setup.as_deref().unwrap_or(&row.options), &mut rand::rng())?;
        let standing = read::<Vec<usize>>(&row.standing)?.into_iter().filter_map(Seat::from_number).collect();
        let mut table = TableState {
            entry,
            clock,
            people: vec![Vec::new(); wishes.len()],
            nonces: vec![String::new(); wishes.len()],
            wishes,
            state: State::Open,
            game,
            actors: Vec::new(),
            timer: Timer::new(clock, row.reply_seconds as u32),
            offers: Vec::new(),
            chat: VecDeque::new(),
            muted: HashSet::new(),
            standing,
            ended: None,
            n: 0,
            recent: VecDeque::new(),
            epoch: 0,
            row,
        };
        for event in &kept.events {
            table.replay(event)?;
        }
        // Who sits where is kept apart, under the names people go by now.
        table.people = vec![Vec::new(); table.wishes.len()];
        for sitter in &kept.sitters {
            let seat = sitter.seat as usize - 1;
            let seated = table.people.get_mut(seat).ok_or(Error::NoSuchSeat)?;
            if seated.iter().all(|who| who.id != sitter.current) {
                seated.push(Who { id: sitter.current.clone(), name: sitter.name.clone() });
                if table.nonces[seat].is_empty() {
                    table.nonces[seat].clone_from(&sitter.nonce);
                }
            }
        }
        table.timer.forgive(kept.outage_since(table.timer.since()));
        Ok(table)
    }

    /// Lets happen what is kept.
    pub(super) fn replay(&mut self, event: &EventRow) -> Result<()> {
        let changed = self.apply(event.at, read(&event.body)?)?;
        // Talk in the middle of a turn does not begin it anew, though the clocks may be kept with it.
        if let Some(clocks) = event.clocks.as_ref().filter(|_| changed) {
            self.timer.restore(read(clocks)?, event.at);
        }
        Ok(())
    }

    /// Numbers the event and lets it happen. Answers whether the game is another one now.
    pub(super) fn apply(&mut self, at: i64, event: TableEvent) -> Result<bool> {
        let changes_game = match &event {
            TableEvent::Sit { seat, person } => {
                self.people[seat - 1].push(person.clone());
                false
            }
            TableEvent::Stand { seat, person } => {
                self.people[seat - 1].retain(|who| who.id != person.id);
                false
            }
            TableEvent::Start {} => {
                let setup = self.row.setup.as_deref().ok_or(Error::NotStarted)?;
                self.game = self.entry.start(setup, &mut rand::rng())?;
                self.state = State::Live;
                self.timer.start(self.game.turn(), self.game.seats(), at);
                true
            }
            TableEvent::Action { seat, t, .. } => {
                self.game.play(t)?;
                self.actors.push(Seat::from_number(*seat).ok_or(Error::NoSuchSeat)?);
                true
            }
            TableEvent::Resign { seat } => self.withdraw(*seat, Withdrawal::Resign)?,
            TableEvent::Time { seat } => self.withdraw(*seat, Withdrawal::Time)?,
            TableEvent::Draw {} => {
                self.game.push("draw")?;
                true
            }
            TableEvent::Takeback { ply, .. } => {
                self.game.push(&format!("takeback:{ply}"))?;
                self.actors.truncate(ply - 1);
                true
            }
            TableEvent::Offer { what, seat } => {
                match self.offers.iter_mut().find(|offer| offer.what == *what) {
                    Some(offer) => offer.yes.push(*seat),
                    None => self.offers.push(Offer { what: *what, seat: *seat, yes: vec![*seat] }),
                }
                false
            }
            TableEvent::Decline { what, .. } => {
                self.offers.retain(|offer| offer.what != *what);
                false
            }
            TableEvent::Chat { from, person, text } => {
                let (from, person, text) = (from.clone(), person.clone(), text.clone());
                self.chat.push_back(ChatLine { n: self.n + 1, from, person, text, at });
                if self.chat.len() > CHAT {
                    self.chat.pop_front();
                }
                false
            }
            TableEvent::Mute { person, on: true } => {
                self.muted.insert(person.clone());
                false
            }
            TableEvent::Mute { person, on: false } => {
                self.muted.remove(person);
                false
            }
            TableEvent::Rematch { .. } => {
                self.offers.clear();
                false
            }
            TableEvent::Abort {} => {
                self.state = State::Over;
                self.ended = Some((None, "abort".to_owned()));
                true
            }
            TableEvent::Over { result, by, .. } => {
                self.state = State::Over;
                self.ended = Some((Some(result.clone()), by.clone()));
                false
            }
        };
        if changes_game {
            self.epoch += 1;
            self.offers.clear();
            if !matches!(event, TableEvent::Start {} | TableEvent::Abort {}) {
                self.timer.step(self.game.turn(), at);
            }
        }
        self.n += 1;
        self.recent.push_back((self.n, event));
        if self.recent.len() > RECENT {
            self.recent.pop_front();
        }
        Ok(changes_game)
    }

    fn withdraw(&mut self, seat: usize, why: Withdrawal) -> Result<bool> {
        self.game.withdraw(Seat::from_number(seat).ok_or(Error::NoSuchSeat)?, why)?;
        Ok(true)
    }

    /// What follows by itself from how things are now.
    pub(super) fn consequence(&mut self) -> Result<Option<TableEvent>> {
        match (self.state, self.turn()) {
            (State::Open, _) if self.is_full() => {
                let seed = self.row.secret.as_deref().map(|secret| (secret, self.nonces.as_slice()));
                let game = fair::start(self.entry, &self.row.options, seed)?;
                self.row.setup = Some(game.setup());
                Ok(Some(TableEvent::Start {}))
            }
            (State::Live, turn) if !turn.is_over() && self.is_too_long() => Ok(Some(TableEvent::Abort {})),
            (State::Live, Turn::Over(outcome)) => Ok(Some(TableEvent::Over {
                result: outcome.shares().map(str::to_owned).collect(),
                by: outcome.by().to_owned(),
                reveal: self.reveal(),
            })),
            (State::Live, Turn::Reply(seat)) if self.standing.contains(seat) && !self.is_engine(seat) => {
                Ok(self.lapse())
            }
            _ => Ok(None),
        }
    }

    fn is_too_long(&self) -> bool {
        self.n >= MOST_EVENTS || self.game.ply() >= MOST_STEPS
    }

    /// Whether there is room for what is no action.
    pub(super) fn allow_talk(&self) -> Result<()> {
        if self.n < MOST_TALK {
            Ok(())
        } else {
            Err(Error::TooLong { what: "events at a table", most: MOST_TALK as usize })
        }
    }

    /// What is played when nobody answers in time.
    pub(super) fn lapse(&self) -> Option<TableEvent> {
        let (seat, t) = (self.turn().seat()?, self.game.lapse()?);
        Some(TableEvent::Action { ply: self.game.ply() + 1, seat: seat.number(), t })
    }

    pub(super) fn reveal(&self) -> Option<Reveal> {
        let secret = self.row.secret.clone()?;
        Some(Reveal { secret, nonces: self.nonces.clone() })
    }

    /// What the seat adds to a fair deal; empty again when it is left.
    pub(super) fn set_nonce(&mut self, seat: Seat, nonce: String) {
        self.nonces[seat.index()] = nonce;
    }

    pub(super) fn is_full(&self) -> bool {
        self.wishes
            .iter()
            .zip(&self.people)
            .all(|(wish, people)| matches!(wish, SeatWish::Engine { .. }) || !people.is_empty())
    }

    /// Whether anybody but engines is still in the game.
    pub(super) fn has_people(&self) -> bool {
        Seat::all(self.seats()).any(|seat| !self.is_engine(seat) && !self.game.has_left(seat))
    }

    pub(super) fn turn(&self) -> Turn {
        self.game.turn()
    }

    pub(super) fn seats(&self) -> usize {
        self.wishes.len()
    }

    pub(super) fn is_engine(&self, seat: Seat) -> bool {
        self.level(seat).is_some()
    }

    pub(super) fn level(&self, seat: Seat) -> Option<u8> {
        match self.wishes[seat.index()] {
            SeatWish::Engine { level } => Some(level),
            _ => None,
        }
    }

    /// The seats this person may act for.
    pub(super) fn seats_of(&self, person: &str) -> SeatSet {
        Seat::all(self.seats())
            .filter(|seat| self.people[seat.index()].iter().any(|who| who.id == person))
            .collect()
    }

    /// The seats of other people: those still in the game, or of all when it is over.
    pub(super) fn others(&self, mine: SeatSet) -> SeatSet {
        let in_game = |seat| self.state == State::Over || !self.game.has_left(seat);
        Seat::all(self.seats())
            .filter(|&seat| !mine.contains(seat) && !self.is_engine(seat) && in_game(seat))
            // A seat whose people all sit on `mine` too would only ask themselves.
            .filter(|seat| {
                self.people[seat.index()].iter().any(|who| !mine.iter().any(|m| self.sits(m, &who.id)))
            })
            .collect()
    }

    fn sits(&self, seat: Seat, person: &str) -> bool {
        self.people[seat.index()].iter().any(|who| who.id == person)
    }

    pub(super) fn offer(&self, what: OfferKind) -> Option<&Offer> {
        self.offers.iter().find(|offer| offer.what == what)
    }

    /// The ply that these seats would play again.
    pub(super) fn takeback_ply(&self, mine: SeatSet) -> Result<usize> {
        let index = self.actors.iter().rposition(|&seat| mine.contains(seat));
        let ply = index.ok_or(Error::NothingToTakeBack)? + 1;
        if self.entry.info().hidden {
            let mut earlier = self.game.clone();
            earlier.push(&format!("takeback:{ply}"))?;
            // What anyone has come to know of the set-up since cannot be unknown.
            let viewers = Seat::all(self.seats()).map(Viewer::Seat).chain([Viewer::Spectator]);
            for viewer in viewers {
                if earlier.view(viewer).setup != self.game.view(viewer).setup {
                    return Err(Error::Seen);
                }
            }
        }
        Ok(ply)
    }

    /// The table as everyone may know it.
    pub(super) fn table(&self, online: SeatSet) -> Table {
        let started = self.row.setup.is_some();
        let view_turn = (self.state == State::Live).then(|| TurnView::from(self.turn()));
        let seats = Seat::all(self.seats()).map(|seat| self.table_seat(seat, online)).collect();
        let (result, by) = self.ended.clone().map_or((None, None), |(result, by)| (result, Some(by)));
        Table {
            id: self.row.id.clone(),
            game: self.row.game.clone(),
            setup: self.public_setup(),
            seats,
            state: self.state,
            clock: self.clock,
            reply_seconds: self.row.reply_seconds as u32,
            rated: self.row.rated != 0,
            private: self.row.private != 0,
            maker: self.row.owner.clone(),
            ply: if started { self.game.ply() } else { 0 },
            turn: view_turn,
            created: crate::time_text(self.row.created),
            result,
            by,
            commit: self.row.pledge.clone(),
        }
    }

    fn public_setup(&self) -> String {
        if self.entry.info().hidden { self.game.view(Viewer::Spectator).setup } else { self.game.setup() }
    }

    fn table_seat(&self, seat: Seat, online: SeatSet) -> TableSeat {
        let wish = &self.wishes[seat.index()];
        let people = self.people[seat.index()].clone();
        let kind = match wish {
            SeatWish::Me => "person",
            SeatWish::Open if !people.is_empty() => "person",
            wish => wish.kind(),
        };
        let reserved = match wish {
            SeatWish::Person { name } if people.is_empty() => Some(name.clone()),
            _ => None,
        };
        let online = self.is_engine(seat) || online.contains(seat);
        TableSeat { seat: seat.number(), kind, people, level: self.level(seat), reserved, online }
    }
}

pub(super) fn read<T: serde::de::DeserializeOwned>(text: &str) -> Result<T> {
    serde_json::from_str(text).map_err(|error| Error::Internal(format!("a row cannot be read: {error}")))
}
