//! What leaves for each client: a view for whoever looks, and nothing else.

use engine::{Description, Seat, SeatSet, Turn, TurnView, View, Viewer};

use crate::{
    event::TableEvent,
    message::{Outgoing, Presence},
    settings::SeatWish,
    summary::{SeatKind, State, TableSeat, TableSummary},
    table::Table,
};

/// Who is connected to a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Audience {
    /// The seats with someone connected; engines are always there.
    pub online: SeatSet,
    /// How many look on without a seat.
    pub spectators: usize,
}

impl Table {
    /// The table as everyone may know it.
    pub fn summary(&self, online: SeatSet) -> TableSummary {
        let (result, by) = self.ended.clone().map_or((None, None), |(result, by)| (result, Some(by)));
        let setup = match self.entry.info().hidden {
            true => self.game.view(Viewer::Spectator).setup,
            false => self.game.setup(),
        };
        TableSummary {
            id: self.info.id.clone(),
            game: self.info.game.clone(),
            setup,
            seats: Seat::all(self.seats()).map(|seat| self.table_seat(seat, online)).collect(),
            state: self.state,
            clock: self.info.clock,
            reply_seconds: self.info.reply_seconds,
            rated: self.info.rated,
            private: self.info.private,
            by_hand: self.is_by_hand(),
            owner: self.info.owner.clone(),
            ply: self.info.setup.as_ref().map_or(0, |_| self.game.ply()),
            turn: (self.state == State::Live).then(|| TurnView::from(self.turn())),
            created: crate::time_text(self.info.created),
            result,
            by,
            commitment: self.info.commitment.clone(),
        }
    }

    fn table_seat(&self, seat: Seat, online: SeatSet) -> TableSeat {
        let wish = &self.info.seats[seat.index()];
        let people = self.people(seat).to_vec();
        let kind = match wish {
            SeatWish::Open if people.is_empty() => SeatKind::Open,
            SeatWish::Open | SeatWish::Me | SeatWish::Person { .. } => SeatKind::Person,
            SeatWish::Device => SeatKind::Device,
            SeatWish::Engine { .. } => SeatKind::Engine,
            SeatWish::Team => SeatKind::Team,
        };
        let reserved = match wish {
            SeatWish::Person { name } if people.is_empty() => Some(name.clone()),
            _ => None,
        };
        let level = self.level(seat);
        let online = level.is_some() || online.contains(seat);
        let nonce_due = self.awaits_nonce(seat);
        TableSeat { seat: seat.number(), kind, people, level, reserved, nonce_due, online }
    }

    /// The seat whose view this person gets. One who sits on several seats of a game with hidden faces sees as the seat
    /// that the screen was turned to (`looking`), and as a spectator until then.
    pub fn viewing(&self, person: &str, looking: Option<Seat>) -> Option<Seat> {
        let mine = self.seats_of(person);
        if let Some(seat) = mine.single() {
            return Some(seat);
        }
        let lowest = mine.iter().next()?;
        if self.entry.info().hidden && !self.turn().is_over() {
            return looking.filter(|&seat| mine.contains(seat));
        }
        let to_act = self.turn().seat().filter(|&seat| mine.contains(seat));
        Some(to_act.unwrap_or(lowest))
    }

    /// What a viewer may know. Before the start nobody may act and nothing is known.
    pub fn view(&self, viewing: Option<Seat>) -> View {
        let viewer = match self.state {
            State::Open => Viewer::Spectator,
            _ => viewing.map_or(Viewer::Spectator, Viewer::Seat),
        };
        let mut view = self.game.view(viewer);
        if self.state == State::Over && !matches!(self.turn(), Turn::Over(_)) {
            // Called off: nothing is to be done any more.
            view.legal.clear();
        }
        view
    }

    /// The whole table, for a client of this person.
    pub fn state_message(
        &self,
        person: &str,
        looking: Option<Seat>,
        audience: Audience,
        now: i64,
    ) -> Outgoing {
        let viewing = self.viewing(person, looking);
        let moves = if self.state == State::Open { Vec::new() } else { self.game.moves() };
        Outgoing::State {
            n: self.n,
            table: Box::new(self.summary(audience.online)),
            view: Box::new(self.view(viewing)),
            viewing: viewing.map(Seat::number),
            mine: self.seats_of(person).iter().map(Seat::number).collect(),
            clocks: self.clocks(now),
            offers: self.offers.clone(),
            asking: self.asking.clone(),
            chat: self.chat.iter().cloned().collect(),
            says: self.game.describe_all(&moves),
            moves,
            spectators: audience.spectators,
        }
    }

    /// What happened after event `since`, for a client that knows all until then; nothing if it needs the whole table.
    /// A client that missed nothing gets the whole table too: it may not know what became of its last command.
    pub fn messages_since(
        &self,
        since: i64,
        viewing: Option<Seat>,
        audience: Audience,
        now: i64,
    ) -> Option<Vec<Outgoing>> {
        let first = self.recent.front().map_or(self.n + 1, |(n, _)| *n);
        // A client may say any number.
        if since < 1 || since >= self.n || since + 1 < first {
            return None;
        }
        let missed = self.recent.iter().filter(|(n, _)| *n > since).map(|(n, event)| {
            // Only the last one shows the board: those in between show what is no more.
            let view = (*n == self.n).then(|| self.view(viewing));
            self.event_messages(*n, event, audience, now).message(viewing, view)
        });
        Some(missed.collect())
    }

    /// Who is here.
    pub fn presence_message(&self, audience: Audience) -> Outgoing {
        let seats = Seat::all(self.seats()).map(|seat| Presence {
            seat: seat.number(),
            online: self.level(seat).is_some() || audience.online.contains(seat),
        });
        Outgoing::Presence { seats: seats.collect(), spectators: audience.spectators }
    }

    /// What clients are told of an event that has just happened.
    pub fn event_messages<'a>(
        &'a self,
        n: i64,
        event: &'a TableEvent,
        audience: Audience,
        now: i64,
    ) -> EventMessages<'a> {
        let says = match event {
            TableEvent::Action { t, .. } => self.game.describe(t).ok(),
            _ => None,
        };
        EventMessages { table: self, n, event, says, audience, now, acting: None }
    }
}

/// The messages about one event. Where nothing is hidden they differ by the legal actions alone, so that the board is
/// written once for all.
#[derive(Debug)]
pub struct EventMessages<'a> {
    table: &'a Table,
    n: i64,
    event: &'a TableEvent,
    says: Option<Description>,
    audience: Audience,
    now: i64,
    /// The view of the seat to act.
    acting: Option<View>,
}

impl EventMessages<'_> {
    /// The message for those who see as this seat, or as spectators.
    pub fn of(&mut self, viewing: Option<Seat>) -> Outgoing {
        let view = self.event.shows_board().then(|| self.view(viewing));
        self.message(viewing, view)
    }

    fn message(&self, viewing: Option<Seat>, view: Option<View>) -> Outgoing {
        Outgoing::Event {
            n: self.n,
            event: self.event.clone(),
            says: self.says.clone(),
            view: view.map(Box::new),
            viewing: viewing.map(Seat::number),
            clocks: self.table.clocks(self.now),
            table: Box::new(self.table.summary(self.audience.online)),
        }
    }

    fn view(&mut self, viewing: Option<Seat>) -> View {
        if self.table.entry.info().hidden {
            return self.table.view(viewing);
        }
        let to_act = self.table.turn().seat();
        let acting = self.acting.get_or_insert_with(|| self.table.view(to_act));
        if viewing == to_act { acting.clone() } else { acting.without_legal() }
    }
}
