//! The record of a table as a file.

use engine::{Seat, Viewer, lud::Lud};

use crate::{
    error::{Result, TableError},
    event::TableEvent,
    settings::Clock,
    summary::State,
    table::Table,
};

impl Table {
    /// What a step of a record stands for, as the next event here.
    pub fn event_of_step(&self, step: &str) -> Result<TableEvent> {
        let number = |text: &str| text.parse().map_err(|_| TableError::Corrupt(step.to_owned()));
        Ok(match step.split_once(':') {
            Some(("resign", seat)) => TableEvent::Resign { seat: number(seat)? },
            Some(("time", seat)) => TableEvent::Time { seat: number(seat)? },
            Some(("takeback", ply)) => {
                let ply = number(ply)?;
                let actor = ply.checked_sub(1).and_then(|index| self.actors.get(index));
                TableEvent::Takeback { ply, seat: actor.ok_or(TableError::NothingToTakeBack)?.number() }
            }
            _ if step == "draw" => TableEvent::Draw {},
            _ => self.action(self.turn().seat().ok_or(TableError::Over)?, step.to_owned()),
        })
    }

    /// The record as this person may have it: while the game runs the set-up is redacted.
    pub fn record(&self, person: Option<&str>) -> Lud {
        let mut lud = Lud::of(self.game.as_ref());
        let over = self.state == State::Over && self.turn().is_over();
        if !over {
            let seat = person.and_then(|person| self.seats_of(person).single());
            let seat = seat.filter(|_| self.state != State::Open);
            lud.set("Setup", self.game.view(seat.map_or(Viewer::Spectator, Viewer::Seat)).setup);
        }
        for seat in Seat::all(self.seats()) {
            match self.level(seat) {
                Some(level) => lud.set(&Lud::level_tag(seat), level.to_string()),
                None => {
                    let names: Vec<_> = self.people(seat).iter().map(|who| who.name.as_str()).collect();
                    lud.set(&Lud::name_tag(seat), names.join(", "));
                }
            }
        }
        lud.set("Date", crate::time_text(self.info.created).get(..10).unwrap_or_default());
        lud.set(
            "Clock",
            match self.info.clock {
                Clock::None => "none".to_owned(),
                Clock::Fischer { seconds, increment } => format!("{seconds}+{increment}"),
                Clock::Days { days } => format!("{days}d"),
            },
        );
        lud.set("Table", self.info.id.clone());
        if let Some(commitment) = &self.info.commitment {
            lud.set("Commit", commitment.clone());
        }
        if let Some(reveal) = self.reveal().filter(|_| over) {
            let written = |nonce: &String| if nonce.is_empty() { "-".to_owned() } else { nonce.clone() };
            lud.set("Nonces", reveal.nonces.iter().map(written).collect::<Vec<_>>().join(" "));
            lud.set("Salt", reveal.secret);
        }
        lud
    }
}
