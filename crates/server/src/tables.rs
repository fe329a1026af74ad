//! The tables in memory, and the making of new ones.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard},
};

use engine::Seat;
use table::{MadeTable, NewTable, SeatWish, Sitter, TableError, TableInfo, fair};
use tokio::sync::OnceCell;

use crate::{
    App,
    error::{Error, Result},
    live_table::{self, TableHandle},
    people::Person,
    secret,
    store::{Append, Change, Lease, now},
    text,
};

/// Which tables have a task. Each is loaded once, by whoever comes first.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    slots: Mutex<HashMap<String, Slot>>,
    /// Those that are left alone, because what is kept of them cannot be read or is not what it was.
    unreadable: Mutex<HashSet<String>>,
}

type Slot = Arc<OnceCell<TableHandle>>;

impl Tables {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Slot>> {
        self.slots.lock().expect("nobody panics while holding the list of tables")
    }

    /// The way to a table, which is loaded if it is not in memory.
    pub(crate) async fn get(&self, app: &'static App, id: &str) -> Result<TableHandle> {
        self.load(app, id, None).await
    }

    /// The same for a table that this process may hold a lease of already.
    pub(crate) async fn load(
        &self,
        app: &'static App,
        id: &str,
        lease: Option<Lease>,
    ) -> Result<TableHandle> {
        if app.is_stopping() {
            return Err(Error::Stopping);
        }
        if app.liveness.is_cut_off() {
            return Err(Error::Busy);
        }
        if !text::is_id("t", id) {
            return Err(Error::NoSuchTable);
        }
        if self.lock_unreadable().contains(id) {
            return Err(Error::Unreadable);
        }
        let slot = Arc::clone(self.lock().entry(id.to_owned()).or_default());
        let loaded = slot.get_or_try_init(|| live_table::spawn(app, id, lease)).await.cloned();
        if loaded.is_err() {
            let mut tables = self.lock();
            if tables.get(id).is_some_and(|known| Arc::ptr_eq(known, &slot) && !known.initialized()) {
                tables.remove(id);
            }
        }
        loaded.map_err(|error| self.judge(id, error))
    }

    /// What an error in reading a table means: one that cannot be read is left alone from now on, and it is said once.
    pub(crate) fn judge(&self, id: &str, error: Error) -> Error {
        // Whatever a table refuses while it is read, nobody asked for but the record.
        if !error.is_about_record() && !matches!(error, Error::Table(_) | Error::Internal(_)) {
            return error;
        }
        if self.lock_unreadable().insert(id.to_owned()) {
            tracing::error!(table = id, %error, "a table is left alone until the server starts again");
        }
        Error::Unreadable
    }

    fn lock_unreadable(&self) -> MutexGuard<'_, HashSet<String>> {
        self.unreadable.lock().expect("nobody panics while holding the list of tables")
    }

    /// Reads a table, unless it is known that it cannot be read.
    pub(crate) async fn read<T>(&self, id: &str, read: impl Future<Output = Result<T>>) -> Result<T> {
        if self.lock_unreadable().contains(id) {
            return Err(Error::Unreadable);
        }
        read.await.map_err(|error| self.judge(id, error))
    }

    /// How many tables are left alone.
    pub(crate) fn unreadable(&self) -> usize {
        self.lock_unreadable().len()
    }

    pub(crate) fn forget(&self, id: &str, handle: &TableHandle) {
        let mut tables = self.lock();
        if tables.get(id).and_then(|slot| slot.get()).is_some_and(|known| known.is(handle)) {
            tables.remove(id);
        }
    }

    /// Takes a table out of memory, if it is there. What is kept of it may be another by now.
    pub(crate) async fn unload(&self, id: &str) {
        self.lock_unreadable().remove(id);
        if let Some(handle) = self.known(id) {
            // One that was stopping already is as good.
            let _stopping = handle.stop().await;
            self.forget(id, &handle);
        }
    }

    /// A table, if it is in memory.
    pub(crate) fn known(&self, id: &str) -> Option<TableHandle> {
        self.lock().get(id).and_then(|slot| slot.get().cloned())
    }

    /// The tables in memory that live elsewhere, with the number of the last event known of each.
    pub(crate) fn elsewhere(&self) -> Vec<(String, i64)> {
        let tables = self.lock();
        let known = |(id, slot): (&String, &Slot)| Some((id.clone(), slot.get()?.known_from_elsewhere()?));
        tables.iter().filter_map(known).collect()
    }

    /// The tables in memory that somebody has to do with.
    pub(crate) fn concerning(&self, person: &str) -> Vec<TableHandle> {
        let mut tables = self.loaded();
        tables.retain(|table| table.concerns(person));
        tables
    }

    /// All tables in memory.
    pub(crate) fn loaded(&self) -> Vec<TableHandle> {
        self.lock().values().filter_map(|slot| slot.get().cloned()).collect()
    }

    pub(crate) async fn create(
        &self,
        app: &'static App,
        person: &Person,
        origin: &str,
        new: NewTable,
    ) -> Result<MadeTable> {
        new.check(&person.visitor(), app.games, &mut rand::rng())?;
        for wish in &new.seats {
            if let SeatWish::Person { name } = wish {
                app.store.person_named(name).await?.ok_or(TableError::NoSuchPlayer)?;
            }
        }
        let own = |wish: &SeatWish| matches!(wish, SeatWish::Me | SeatWish::Device);
        let owned = (1..).zip(&new.seats).filter(|(_, wish)| own(wish));
        let nonce = |seat| match Seat::from_number(seat) {
            Some(seat) if !new.gives_nonce => fair::own_nonce(seat),
            _ => String::new(),
        };
        let sitters: Vec<_> =
            owned.map(|(seat, _)| Sitter { seat, who: person.visitor().who(), nonce: nonce(seat) }).collect();
        let info = TableInfo {
            id: secret::id("t"),
            game: new.game,
            options: new.setup,
            setup: None,
            seats: new.seats,
            clock: new.clock,
            reply_seconds: new.reply_seconds,
            rated: new.rated,
            private: new.private,
            owner: person.id.clone(),
            invite: secret::secret(),
            secret: None,
            commitment: None,
            pass_replies: Vec::new(),
            created: now(),
        };
        app.store.save_guest(&person.id, &person.name).await?;
        self.insert(app, info, origin, &sitters).await
    }

    /// Writes a new table with these people on its seats, and loads it.
    pub(crate) async fn insert(
        &self,
        app: &'static App,
        mut info: TableInfo,
        origin: &str,
        sitters: &[Sitter],
    ) -> Result<MadeTable> {
        let entry = app.games.get(&info.game).ok_or(TableError::NoSuchGame)?;
        (info.secret, info.commitment) = fair::commit(entry, &info.options, &mut rand::rng())?.unzip();
        let made = MadeTable {
            link: format!("/t/{}?invite={}", info.id, info.invite),
            id: info.id.clone(),
            invite: info.invite.clone(),
        };
        let sits = sitters.iter().map(|sitter| Change::Sit {
            table: made.id.clone(),
            seat: sitter.seat as i64,
            person: sitter.who.id.clone(),
            nonce: sitter.nonce.clone(),
        });
        let created = Change::Created { info: Box::new(info), origin: origin.to_owned() };
        let changes = std::iter::once(created).chain(sits).collect();
        app.store.append(Append { changes, ..Append::default() }).await?;
        // Loading it starts the game if everyone is here, and lists it if not.
        self.get(app, &made.id).await?;
        Ok(made)
    }
}
