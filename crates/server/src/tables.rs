//! The tables in memory, and the making of new ones.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard},
};

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
pub(crate) struct Tables(Mutex<HashMap<String, Slot>>);

type Slot = Arc<OnceCell<TableHandle>>;

impl Tables {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Slot>> {
        self.0.lock().expect("nobody panics while holding the list of tables")
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
        let slot = Arc::clone(self.lock().entry(id.to_owned()).or_default());
        let loaded = slot.get_or_try_init(|| live_table::spawn(app, id, lease)).await.cloned();
        if loaded.is_err() {
            let mut tables = self.lock();
            if tables.get(id).is_some_and(|known| Arc::ptr_eq(known, &slot) && !known.initialized()) {
                tables.remove(id);
            }
        }
        loaded
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
        new.check(&person.visitor(), app.games, &mut rand::rng())?;
        for wish in &new.seats {
            if let SeatWish::Person { name } = wish {
                app.store.person_named(name).await?.ok_or(TableError::NoSuchPlayer)?;
            }
        }
        let own = |wish: &SeatWish| matches!(wish, SeatWish::Me | SeatWish::Device);
        let owned = (1..).zip(&new.seats).filter(|(_, wish)| own(wish));
        let sitters: Vec<_> = owned
            .map(|(seat, _)| Sitter { seat, who: person.visitor().who(), nonce: String::new() })
            .collect();
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
        self.insert(app, info, &sitters).await
    }

    /// Writes a new table with these people on its seats, and loads it.
    pub(crate) async fn insert(
        &self,
        app: &'static App,
        mut info: TableInfo,
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
        let changes = std::iter::once(Change::Created(Box::new(info))).chain(sits).collect();
        app.store.append(Append { changes, ..Append::default() }).await?;
        // Loading it starts the game if everyone is here, and lists it if not.
        self.get(app, &made.id).await?;
        Ok(made)
    }
}
