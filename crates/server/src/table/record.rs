//! The record of a table as a file.

use engine::{AnyGame, Seat, Viewer, lud::Lud};

use super::state::TableState;
use crate::{
    App,
    error::{Error, Result},
    people::Person,
    store::Store,
    wire::{Clock, State},
};

/// The record of a table that need not be in memory, as this person may have it.
pub(crate) async fn read(app: &'static App, id: &str, person: Option<&Person>) -> Result<Lud> {
    let (_, table) = TableState::read(app.store.kept(id).await?.ok_or(Error::NoSuchTable)?).await?;
    table.admits(person, None)?;
    Ok(lud(&table, person))
}

/// The game of a table that need not be in memory, and its epoch; for engines, which look at it as their seat.
pub(crate) async fn game(store: &Store, id: &str) -> Result<(Box<dyn AnyGame>, u64)> {
    let (_, table) = TableState::read(store.kept(id).await?.ok_or(Error::NoSuchTable)?).await?;
    Ok((table.game, table.epoch))
}

/// The record as this person may have it: while the game runs the set-up is redacted.
pub(super) fn lud(table: &TableState, person: Option<&Person>) -> Lud {
    let mut lud = Lud::of(table.game.as_ref());
    let over = table.state == State::Over && table.turn().is_over();
    if !over {
        let seat = person.and_then(|person| table.seats_of(&person.id).single());
        let seat = seat.filter(|_| table.state != State::Open);
        lud.set("Setup", table.game.view(seat.map_or(Viewer::Spectator, Viewer::Seat)).setup);
    }
    for seat in Seat::all(table.seats()) {
        match table.level(seat) {
            Some(level) => lud.set(&Lud::level_tag(seat), level.to_string()),
            None => {
                let names: Vec<_> = table.people[seat.index()].iter().map(|who| who.name.as_str()).collect();
                lud.set(&Lud::name_tag(seat), names.join(", "));
            }
        }
    }
    lud.set("Date", crate::time_text(table.row.created).get(..10).unwrap_or_default());
    lud.set(
        "Clock",
        match table.clock {
            Clock::None => "none".to_owned(),
            Clock::Fischer { seconds, increment } => format!("{seconds}+{increment}"),
            Clock::Days { days } => format!("{days}d"),
        },
    );
    lud.set("Table", table.row.id.clone());
    if let Some(pledge) = &table.row.pledge {
        lud.set("Commit", pledge.clone());
    }
    if let Some(reveal) = table.reveal().filter(|_| over) {
        let nonces: Vec<_> =
            reveal.nonces.iter().map(|nonce| if nonce.is_empty() { "-" } else { nonce.as_str() }).collect();
        lud.set("Nonces", nonces.join(" "));
        lud.set("Salt", reveal.secret);
    }
    lud
}
