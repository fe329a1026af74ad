//! The list of open tables, live.

use axum::extract::ws::Utf8Bytes;
use tokio::sync::broadcast;

use crate::wire::{LobbyMessage, Table};

/// Where changes of open tables are cried out.
#[derive(Debug)]
pub(crate) struct Lobby(broadcast::Sender<Utf8Bytes>);

impl Default for Lobby {
    fn default() -> Self {
        Lobby(broadcast::Sender::new(256))
    }
}

impl Lobby {
    pub(crate) fn listen(&self) -> broadcast::Receiver<Utf8Bytes> {
        self.0.subscribe()
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.0.receiver_count() > 0
    }

    pub(crate) fn changed(&self, table: Table) {
        self.cry(&LobbyMessage::Table { table: Box::new(table) });
    }

    pub(crate) fn gone(&self, id: &str) {
        self.cry(&LobbyMessage::Gone { id: id.to_owned() });
    }

    fn cry(&self, message: &LobbyMessage) {
        // Nobody may be listening.
        let _heard = self.0.send(text(message));
    }
}

pub(crate) fn text(message: &LobbyMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("a message is plain data").into()
}
