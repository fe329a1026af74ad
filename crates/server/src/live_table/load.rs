//! Tables from what the database holds of them.

use std::panic::{self, AssertUnwindSafe};

use engine::{AnyGame, GameList, lud::Lud};
use table::{LogEntry, Sitter, Table, TableError, Visitor, Who};

use crate::{
    App,
    error::{Error, Result},
    pool::{Owner, Rank},
    store::{EventRow, Store, StoredTable},
};

/// Fewer events than this are replayed in no time.
const QUICK: usize = 64;

/// The table, with the time that nobody is charged for; replayed off the async threads if that takes a while.
pub(crate) async fn replay(stored: StoredTable, games: GameList) -> Result<(StoredTable, Table)> {
    let quick = stored.events.len() < QUICK;
    let replay = move || replay_now(&stored, games).map(|table| (stored, table));
    if quick {
        // What nobody could have written must not take down whoever reads it.
        let replayed = panic::catch_unwind(AssertUnwindSafe(replay));
        return replayed.unwrap_or_else(|_| Err(Error::Internal("a replay panicked".to_owned())));
    }
    tokio::task::spawn_blocking(replay).await.map_err(|error| Error::Internal(error.to_string()))?
}

fn replay_now(stored: &StoredTable, games: GameList) -> Result<Table> {
    let mut table = Table::new(stored.row.info()?, games, &mut rand::rng())?;
    for event in &stored.events {
        table.replay(&log_entry(event)?)?;
    }
    let sitters = stored.sitters.iter().map(|row| Sitter {
        seat: row.seat as usize,
        who: Who { id: row.current.clone(), name: row.name.clone() },
        nonce: row.nonce.clone(),
    });
    table.set_sitters(&sitters.collect::<Vec<_>>())?;
    table.forgive(stored.outage_since(table.waiting_since()));
    Ok(table)
}

pub(super) fn log_entry(row: &EventRow) -> Result<LogEntry> {
    let clocks = row.clocks.as_deref().map(crate::store::json).transpose()?;
    Ok(LogEntry { n: row.n, at: row.at, event: crate::store::json(&row.body)?, clocks })
}

/// The record of a table that need not be in memory, as this visitor may have it; replayed when it is its owner's turn.
pub(crate) async fn record(
    app: &'static App,
    owner: &Owner,
    id: &str,
    visitor: Option<&Visitor>,
) -> Result<Lud> {
    let read = async {
        let stored = app.store.load_table(id).await?.ok_or(Error::NoSuchTable)?;
        app.replays.run(Rank::Study, owner, move |_| replay_now(&stored, app.games)).await?
    };
    let table = app.tables.read(id, read).await?;
    table.admits(visitor, None)?;
    Ok(table.record(visitor.map(|visitor| visitor.id.as_str())))
}

/// The game of a table that need not be in memory, and its epoch; for engines, which look at it as their seat.
pub(crate) async fn game(store: &Store, games: GameList, id: &str) -> Result<(Box<dyn AnyGame>, u64)> {
    let table = read(store, games, id).await?;
    Ok((table.game().boxed_clone(), table.epoch()))
}

/// The game of a table where this visitor, who is to act, plays against the computer alone.
pub(crate) async fn coached(
    app: &'static App,
    owner: &Owner,
    id: &str,
    visitor: &Visitor,
) -> Result<Box<dyn AnyGame>> {
    let table = read(&app.store, app.games, id).await?;
    table.admits(Some(visitor), None)?;
    if table.is_between_people() {
        return Err(Error::Running);
    }
    let to_act = table.turn().seat().ok_or(TableError::Over)?;
    if !table.seats_of(&visitor.id).contains(to_act) {
        return Err(TableError::NotYourSeat.into());
    }
    let game = table.game().boxed_clone();
    app.live_positions.refuse(app, owner, game).await
}

async fn read(store: &Store, games: GameList, id: &str) -> Result<Table> {
    let stored = store.load_table(id).await?.ok_or(Error::NoSuchTable)?;
    replay(stored, games).await.map(|(_, table)| table)
}
