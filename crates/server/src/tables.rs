//! The tables in memory, and the making of new ones.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard},
};

use engine::Seat;
use tokio::sync::OnceCell;

use crate::{
    App,
    error::{Error, Result},
    people::Person,
    secret,
    store::{Append, Change, Lease, TableRow, now},
    table::{self, Ask, Reply, TableHandle},
    text,
    wire::{Clock, MadeTable, NewTable, SeatWish, Who},
};

/// Which tables have a task. Each is loaded once, by whoever comes first.
#[derive(Debug, Default)]
pub(crate) struct Tables(Mutex<HashMap<String, Slot>>);

type Slot = Arc<OnceCell<TableHandle>>;

impl Tables {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Slot>> {
        self.0.lock().expect("nobody panics with the list of tables in hand")
    }

    /// The way to a table, which is loaded if it is not in memory.
    pub(crate) async fn get(&self, app: &'static App, id: &str) -> Result<TableHandle> {
        self.take_up(app, id, None).await
    }

    /// The same for a table that may have been given to this process.
    pub(crate) async fn take_up(
        &self,
        app: &'static App,
        id: &str,
        lease: Option<Lease>,
    ) -> Result<TableHandle> {
        if app.is_stopping() {
            return Err(Error::Stopping);
        }
        if app.is_cut_off() {
            return Err(Error::Busy);
        }
        if !text::is_id("t", id) {
            return Err(Error::NoSuchTable);
        }
        let slot = Arc::clone(self.lock().entry(id.to_owned()).or_default());
        let loaded = slot.get_or_try_init(|| table::spawn(app, id, lease)).await.cloned();
        if loaded.is_err() {
            let mut tables = self.lock();
            if tables.get(id).is_some_and(|known| Arc::ptr_eq(known, &slot) && !known.initialized()) {
                tables.remove(id);
            }
        }
        loaded
    }

    /// Asks a table; one that was just being unloaded is loaded again.
    pub(crate) async fn ask<T>(
        &self,
        app: &'static App,
        id: &str,
        ask: impl Fn(Reply<T>) -> Ask,
    ) -> Result<T> {
        let handle = self.get(app, id).await?;
        match handle.ask(&ask).await {
            Err(Error::Stopping) => {
                self.forget(id, &handle);
                self.get(app, id).await?.ask(&ask).await
            }
            answer => answer,
        }
    }

    pub(crate) fn forget(&self, id: &str, handle: &TableHandle) {
        let mut tables = self.lock();
        if tables.get(id).and_then(|slot| slot.get()).is_some_and(|known| known.is(handle)) {
            tables.remove(id);
        }
    }

    /// Takes a table out of memory, if it is there.
    pub(crate) async fn unload(&self, id: &str) {
        if let Some(handle) = self.known(id) {
            // One that was stopping already is as good.
            let _stopping = handle.ask(|reply| Ask::Stop { reply }).await;
            self.forget(id, &handle);
        }
    }

    /// A table, if it is in memory.
    pub(crate) fn known(&self, id: &str) -> Option<TableHandle> {
        self.lock().get(id).and_then(|slot| slot.get().cloned())
    }

    /// The tables in memory that live elsewhere, with the number of the last event known of each.
    pub(crate) fn away(&self) -> Vec<(String, i64)> {
        let tables = self.lock();
        tables.iter().filter_map(|(id, slot)| Some((id.clone(), slot.get()?.away()?))).collect()
    }

    /// All tables in memory.
    pub(crate) fn loaded(&self) -> Vec<TableHandle> {
        self.lock().values().filter_map(|slot| slot.get().cloned()).collect()
    }

    pub(crate) async fn create(
        &self,
        app: &'static App,
        person: &Person,
        new: NewTable,
    ) -> Result<MadeTable> {
        let entry = games::game(&new.game).ok_or(Error::NoSuchGame)?;
        let game = entry.start(&new.setup, &mut rand::rng())?;
        if game.turn().is_over() {
            return Err(Error::BadTable("a game that is over before it starts"));
        }
        if new.seats.len() != game.seats() {
            return Err(Error::BadTable("this number of seats"));
        }
        check_clock(new.clock, new.reply_seconds)?;
        check_seats(app, person, &new).await?;
        let people = new.seats.iter().map(|wish| match wish {
            SeatWish::Me | SeatWish::Device => vec![person.who()],
            _ => Vec::new(),
        });
        let row = TableRow {
            id: secret::id("t"),
            options: new.setup,
            setup: None,
            seats: json(&new.seats),
            clock: json(&new.clock),
            reply_seconds: new.reply_seconds.into(),
            rated: new.rated.into(),
            private: new.private.into(),
            owner: person.id.clone(),
            invite: secret::secret(),
            secret: None,
            pledge: None,
            standing: "[]".to_owned(),
            state: "open".to_owned(),
            created: now(),
            ended: None,
            ply: 0,
            result: None,
            clause: None,
            game: new.game,
        };
        app.store.keep_guest(&person.id, &person.name).await?;
        self.insert(app, row, people.collect()).await
    }

    /// The same again with these on the seats; the invitation stays, so that whoever watched may watch on.
    pub(crate) async fn create_again(
        &self,
        app: &'static App,
        row: &TableRow,
        wishes: Vec<SeatWish>,
        people: Vec<Vec<Who>>,
    ) -> Result<String> {
        let row = TableRow {
            id: secret::id("t"),
            setup: None,
            seats: json(&wishes),
            standing: "[]".to_owned(),
            state: "open".to_owned(),
            created: now(),
            ended: None,
            ply: 0,
            result: None,
            clause: None,
            ..row.clone()
        };
        Ok(self.insert(app, row, people).await?.id)
    }

    async fn insert(&self, app: &'static App, mut row: TableRow, people: Vec<Vec<Who>>) -> Result<MadeTable> {
        let entry = games::game(&row.game).ok_or(Error::NoSuchGame)?;
        (row.secret, row.pledge) = crate::fair::pledge(entry.info(), &row.options).unzip();
        let made = MadeTable {
            link: format!("/t/{}?invite={}", row.id, row.invite),
            id: row.id.clone(),
            invite: row.invite.clone(),
        };
        let sits = Seat::all(people.len()).zip(people).flat_map(|(seat, people)| {
            let (table, seat) = (made.id.clone(), seat.number() as i64);
            people.into_iter().map(move |who| Change::Sit {
                table: table.clone(),
                seat,
                person: who.id,
                nonce: String::new(),
            })
        });
        let changes = std::iter::once(Change::Created(Box::new(row))).chain(sits).collect();
        app.store.append(Append { changes, ..Append::default() }).await?;
        // Loading it starts the game if everyone is here, and lists it if not.
        self.get(app, &made.id).await?;
        Ok(made)
    }
}

fn check_clock(clock: Clock, reply_seconds: u32) -> Result<()> {
    let fits = match clock {
        Clock::None => true,
        Clock::Fischer { seconds, increment } => (1..=86_400).contains(&seconds) && increment <= 3_600,
        Clock::Days { days } => (1..=60).contains(&days),
    };
    if fits && (1..=600).contains(&reply_seconds) { Ok(()) } else { Err(Error::BadTable("this clock")) }
}

async fn check_seats(app: &'static App, person: &Person, new: &NewTable) -> Result<()> {
    for wish in &new.seats {
        match wish {
            SeatWish::Engine { level } if !(1..=8).contains(level) => {
                return Err(Error::BadTable("this engine level"));
            }
            SeatWish::Person { name } => {
                app.store.person_named(name).await?.ok_or(Error::NoSuchPlayer)?;
            }
            _ => {}
        }
    }
    if new.seats.iter().all(|wish| matches!(wish, SeatWish::Engine { .. })) {
        return Err(Error::BadTable("engines among themselves: one seat is a person's or a bot's"));
    }
    let mine = new.seats.iter().filter(|wish| **wish == SeatWish::Me).count();
    if mine > 1 {
        return Err(Error::BadTable("the same person on two seats; a seat of this device is `device`"));
    }
    if new.rated {
        let fits = |wish: &SeatWish| matches!(wish, SeatWish::Me | SeatWish::Open | SeatWish::Person { .. });
        if !new.seats.iter().all(fits) || !person.is_rated() {
            return Err(Error::NotRateable);
        }
    }
    Ok(())
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("plain data")
}
