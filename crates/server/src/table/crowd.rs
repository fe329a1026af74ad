//! Who is connected to a table, and what each of them is sent.

use axum::extract::ws::Utf8Bytes;
use engine::{Seat, SeatSet, Turn, View, Viewer};
use tokio::sync::mpsc;

use super::state::TableState;
use crate::{
    people::Person,
    pool::Owner,
    store::now,
    wire::{Outgoing, Presence, State, TableEvent},
};

/// One open socket.
#[derive(Debug)]
pub(super) struct Guest {
    pub(super) connection: u64,
    pub(super) person: Person,
    address: String,
    outbox: mpsc::Sender<Utf8Bytes>,
    /// The seat in front of a shared screen.
    looking: Option<Seat>,
}

/// All open sockets of a table.
#[derive(Debug, Default)]
pub(super) struct Crowd {
    guests: Vec<Guest>,
    told: Option<(SeatSet, usize)>,
}

impl Guest {
    fn send(&self, message: &Outgoing) -> bool {
        self.send_text(text(message))
    }

    /// Whether it could be sent; who does not keep up is let go and comes back.
    fn send_text(&self, text: Utf8Bytes) -> bool {
        self.outbox.try_send(text).is_ok()
    }

    /// The seat whose view this client gets.
    fn viewing(&self, table: &TableState) -> Option<Seat> {
        let mine = table.seats_of(&self.person.id);
        if let Some(seat) = mine.single() {
            return Some(seat);
        }
        let lowest = mine.iter().next()?;
        let to_act = table.turn().seat().filter(|&seat| mine.contains(seat));
        if table.entry.info().hidden && !table.turn().is_over() {
            return self.looking.filter(|&seat| mine.contains(seat));
        }
        Some(to_act.unwrap_or(lowest))
    }
}

impl Crowd {
    pub(super) fn is_empty(&self) -> bool {
        self.guests.is_empty()
    }

    pub(super) fn person(&self, connection: u64) -> Option<&Person> {
        self.find(connection).map(|guest| &guest.person)
    }

    fn find(&self, connection: u64) -> Option<&Guest> {
        self.guests.iter().find(|guest| guest.connection == connection)
    }

    /// For whom an engine thinks at this table.
    pub(super) fn owner(&self, table: &TableState) -> Owner {
        let seated = self.guests.iter().find(|guest| !table.seats_of(&guest.person.id).is_empty());
        let address = seated.map(|guest| guest.address.clone()).unwrap_or_default();
        Owner { address, person: table.row.owner.clone() }
    }

    /// Lets a client in and tells it where the game stands: what it missed since `since`, or everything.
    pub(super) fn join(
        &mut self,
        table: &TableState,
        connection: u64,
        (person, address): (Person, String),
        since: Option<i64>,
        outbox: mpsc::Sender<Utf8Bytes>,
    ) {
        let guest = Guest { connection, person, address, outbox, looking: None };
        self.guests.push(guest);
        let guest = self.guests.last().expect("a guest was just let in");
        let first = table.recent.front().map_or(table.n + 1, |(n, _)| *n);
        let kept = match since {
            // Who missed nothing gets the state all the same: they may not know what became of their last command.
            Some(since) if since >= 1 && since + 1 >= first && since < table.n => {
                let missed = table.recent.iter().filter(|(n, _)| *n > since);
                let viewing = guest.viewing(table);
                missed.clone().all(|(n, event)| {
                    // Only the last one shows the board: those in between show what is no more.
                    let view = (*n == table.n).then(|| view(table, viewing));
                    guest.send_text(event_text(table, *n, event, viewing, view, self.online(table)))
                })
            }
            _ => guest.send(&self.state(table, guest)),
        };
        if !kept {
            self.leave(connection);
        }
    }

    pub(super) fn leave(&mut self, connection: u64) {
        self.guests.retain(|guest| guest.connection != connection);
    }

    pub(super) fn let_go(&mut self) {
        self.guests.clear();
    }

    pub(super) fn kick(&mut self, person: &str) {
        self.guests.retain(|guest| guest.person.id != person);
    }

    pub(super) fn renamed(&mut self, from: &str, now: &Person) {
        for guest in self.guests.iter_mut().filter(|guest| guest.person.id == from) {
            guest.person = now.clone();
        }
    }

    /// Turns a shared screen towards a seat, and shows what it may see.
    pub(super) fn look(&mut self, table: &TableState, connection: u64, seat: Seat) {
        if let Some(guest) = self.guests.iter_mut().find(|guest| guest.connection == connection) {
            guest.looking = Some(seat);
        }
        self.show(table, connection);
    }

    /// Sends the whole state anew.
    pub(super) fn show(&mut self, table: &TableState, connection: u64) {
        let sent = self.find(connection).is_none_or(|guest| guest.send(&self.state(table, guest)));
        if !sent {
            self.leave(connection);
        }
    }

    pub(super) fn show_all(&mut self, table: &TableState) {
        let connections: Vec<_> = self.guests.iter().map(|guest| guest.connection).collect();
        for connection in connections {
            self.show(table, connection);
        }
    }

    pub(super) fn tell(&mut self, connection: u64, message: &Outgoing) {
        let sent = self.find(connection).is_none_or(|guest| guest.send(message));
        if !sent {
            self.leave(connection);
        }
    }

    /// Tells everyone of an event, each with the view they may have. Written once for each view, not for each client.
    pub(super) fn broadcast(&mut self, table: &TableState, n: i64, event: &TableEvent) {
        let online = self.online(table);
        let to_act = table.turn().seat();
        let mut written: Vec<(Option<Seat>, Utf8Bytes)> = Vec::new();
        let mut views = Views::of(table);
        self.guests.retain_mut(|guest| {
            // After a seat's turn the shared screen is turned away again.
            if guest.looking.is_some() && guest.looking != to_act {
                guest.looking = None;
            }
            let viewing = guest.viewing(table);
            let known = written.iter().find(|(seat, _)| *seat == viewing).map(|(_, text)| text.clone());
            let text = known.unwrap_or_else(|| {
                let view = shows_board(event).then(|| views.of_seat(viewing));
                let text = event_text(table, n, event, viewing, view, online);
                written.push((viewing, text.clone()));
                text
            });
            guest.send_text(text)
        });
    }

    /// Tells everyone who is here, if that has changed.
    pub(super) fn tell_presence(&mut self, table: &TableState) {
        let now = (self.online(table), self.spectators(table));
        if self.told == Some(now) {
            return;
        }
        self.told = Some(now);
        let seats = Seat::all(table.seats())
            .map(|seat| Presence {
                seat: seat.number(),
                online: table.is_engine(seat) || now.0.contains(seat),
            })
            .collect();
        let text = text(&Outgoing::Presence { seats, spectators: now.1 });
        self.guests.retain(|guest| guest.send_text(text.clone()));
    }

    /// The seats with someone connected.
    pub(super) fn online(&self, table: &TableState) -> SeatSet {
        // One whose connection never came about is not here.
        let guests = self.guests.iter().filter(|guest| !guest.outbox.is_closed());
        let seats = guests.map(|guest| table.seats_of(&guest.person.id).bits());
        SeatSet::from_bits(seats.fold(0, |all, bits| all | bits))
    }

    fn spectators(&self, table: &TableState) -> usize {
        self.guests.iter().filter(|guest| table.seats_of(&guest.person.id).is_empty()).count()
    }

    fn state(&self, table: &TableState, guest: &Guest) -> Outgoing {
        let viewing = guest.viewing(table);
        Outgoing::State {
            n: table.n,
            table: Box::new(table.table(self.online(table))),
            view: Box::new(view(table, viewing)),
            viewing: viewing.map(Seat::number),
            mine: table.seats_of(&guest.person.id).iter().map(Seat::number).collect(),
            clocks: table.timer.view(now()),
            offers: table.offers.clone(),
            chat: table.chat.iter().cloned().collect(),
            moves: if table.state == State::Open { Vec::new() } else { table.game.moves() },
            spectators: self.spectators(table),
        }
    }
}

/// What leaves for a viewer. Before the start nobody may act and nothing is known.
fn view(table: &TableState, viewing: Option<Seat>) -> View {
    let viewer = match table.state {
        State::Open => Viewer::Spectator,
        _ => viewing.map_or(Viewer::Spectator, Viewer::Seat),
    };
    let mut view = table.game.view(viewer);
    if table.state == State::Over && !matches!(table.turn(), Turn::Over(_)) {
        // Aborted: nothing is to be done any more.
        view.legal.clear();
    }
    view
}

/// The views of a table as it is now. Where nothing is hidden they differ by the legal actions alone, so that
/// the board is written once for all.
struct Views<'a> {
    table: &'a TableState,
    to_act: Option<Seat>,
    /// That of the seat to act.
    open: Option<View>,
}

impl<'a> Views<'a> {
    fn of(table: &'a TableState) -> Self {
        Views { table, to_act: table.turn().seat(), open: None }
    }

    fn of_seat(&mut self, viewing: Option<Seat>) -> View {
        if self.table.entry.info().hidden {
            return view(self.table, viewing);
        }
        let open = self.open.get_or_insert_with(|| view(self.table, self.to_act));
        if viewing == self.to_act {
            return open.clone();
        }
        let (setup, turn, last) = (open.setup.clone(), open.turn.clone(), open.last.clone());
        View { setup, turn, board: open.board.clone(), legal: Vec::new(), last, ..*open }
    }
}

fn event_text(
    table: &TableState,
    n: i64,
    event: &TableEvent,
    viewing: Option<Seat>,
    view: Option<View>,
    online: SeatSet,
) -> Utf8Bytes {
    text(&Outgoing::Event {
        n,
        event: event.clone(),
        view: view.map(Box::new),
        viewing: viewing.map(Seat::number),
        clocks: table.timer.view(now()),
        table: Box::new(table.table(online)),
    })
}

fn shows_board(event: &TableEvent) -> bool {
    !matches!(
        event,
        TableEvent::Chat { .. }
            | TableEvent::Offer { .. }
            | TableEvent::Decline { .. }
            | TableEvent::Mute { .. }
    )
}

fn text(message: &Outgoing) -> Utf8Bytes {
    serde_json::to_string(message).expect("a message is plain data").into()
}
