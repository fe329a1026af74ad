//! What a host tells a table, and what it keeps of it beside its events.

use engine::SeatSet;
use serde::{Deserialize, Serialize};

use crate::{
    event::TableEvent,
    settings::{Clock, SeatWish},
    summary::Who,
};

/// Someone who asks something of a table, or looks at it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visitor {
    pub id: String,
    pub name: String,
    /// Whether the name is theirs alone, so that seats can be reserved for it and games with them rated.
    pub account: bool,
}

impl Visitor {
    pub fn who(&self) -> Who {
        Who { id: self.id.clone(), name: self.name.clone() }
    }
}

/// What a table is apart from its events. A host keeps both; `setup` and `pass_replies` change as the game goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableInfo {
    pub id: String,
    pub game: String,
    /// What was asked for.
    pub options: String,
    /// Complete, once the game has started: a secret while it runs.
    pub setup: Option<String>,
    pub seats: Vec<SeatWish>,
    pub clock: Clock,
    pub reply_seconds: u32,
    pub rated: bool,
    pub private: bool,
    pub owner: String,
    pub invite: String,
    /// The host's part of a fair deal, in hexadecimal,
    pub secret: Option<String>,
    /// and what was published of it when the table was made: see [`fair::commit`](crate::fair::commit).
    pub commitment: Option<String>,
    /// The numbers of the seats that let every reply pass.
    pub pass_replies: Vec<usize>,
    /// Milliseconds since 1970.
    pub created: i64,
}

impl TableInfo {
    /// A table for one machine: nobody from outside comes, and nothing has to be proved to anybody.
    pub fn local(
        game: &str,
        options: &str,
        seats: Vec<SeatWish>,
        clock: Clock,
        owner: &Visitor,
        created: i64,
    ) -> Self {
        TableInfo {
            id: "local".to_owned(),
            game: game.to_owned(),
            options: options.to_owned(),
            setup: None,
            seats,
            clock,
            reply_seconds: 10,
            rated: false,
            private: true,
            owner: owner.id.clone(),
            invite: String::new(),
            secret: None,
            commitment: None,
            pass_replies: Vec::new(),
            created,
        }
    }

    /// One person on every seat that is not an engine's.
    pub fn sitters_of(&self, person: &Visitor) -> Vec<Sitter> {
        let people = (1..).zip(&self.seats).filter(|(_, wish)| !matches!(wish, SeatWish::Engine { .. }));
        people.map(|(seat, _)| Sitter { seat, who: person.who(), nonce: String::new() }).collect()
    }
}

/// Someone on a seat, under the id and name they go by now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sitter {
    pub seat: usize,
    pub who: Who,
    /// What the seat added to a fair deal when they sat down, in hexadecimal; empty if that is still to come.
    pub nonce: String,
}

/// What a request leads to: [`Table::decide`](crate::Table::decide) makes it, [`Table::perform`](crate::Table::perform) lets it happen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    pub events: Vec<TableEvent>,
    /// The seats that let every reply pass from now on.
    pub pass_replies: Option<SeatSet>,
}

impl Decision {
    /// Whether the seats have agreed on a rematch: the host then makes the table of [`Table::rematch`](crate::Table::rematch) and puts its id
    /// here before it lets the decision happen.
    pub fn rematch(&mut self) -> Option<&mut String> {
        self.events.iter_mut().find_map(|event| match event {
            TableEvent::Rematch { table } => Some(table),
            _ => None,
        })
    }
}

impl From<TableEvent> for Decision {
    fn from(event: TableEvent) -> Self {
        Decision { events: vec![event], ..Decision::default() }
    }
}
