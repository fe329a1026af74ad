//! What waits to be sent over one connection: a limited number of messages and bytes.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

/// How many messages may wait for a slow client before its connection is closed.
const MESSAGES: usize = 64;
/// And how many bytes; one message may be larger.
const BYTES: usize = 256 * 1024;

/// Where a table leaves messages for a connection. The connection ends when it is dropped.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    sender: mpsc::Sender<Utf8Bytes>,
    waiting: Arc<AtomicUsize>,
    seated: Arc<AtomicBool>,
}

/// Where a connection takes them from.
#[derive(Debug)]
pub(crate) struct Inbox {
    receiver: mpsc::Receiver<Utf8Bytes>,
    waiting: Arc<AtomicUsize>,
    seated: Arc<AtomicBool>,
}

pub(crate) fn outbox() -> (Outbox, Inbox) {
    let (sender, receiver) = mpsc::channel(MESSAGES);
    let (waiting, seated): (Arc<AtomicUsize>, Arc<AtomicBool>) = Default::default();
    let outbox = Outbox { sender, waiting: Arc::clone(&waiting), seated: Arc::clone(&seated) };
    (outbox, Inbox { receiver, waiting, seated })
}

impl Outbox {
    /// Whether there was room for it.
    pub(super) fn send(&self, text: Utf8Bytes) -> bool {
        let size = text.len();
        if self.waiting.fetch_add(size, Relaxed) <= BYTES && self.sender.try_send(text).is_ok() {
            return true;
        }
        self.waiting.fetch_sub(size, Relaxed);
        false
    }

    /// Tells the connection whether its person sits at the table.
    pub(super) fn set_seated(&self, seated: bool) {
        self.seated.store(seated, Relaxed);
    }

    pub(super) fn is_closed(&self) -> bool {
        self.sender.is_closed()
    }
}

impl Inbox {
    /// The next message; nothing once the table has let the connection go.
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        self.receiver.recv().await.map(|text| self.taken(text))
    }

    /// The next message, if one waits.
    pub(crate) fn waiting(&mut self) -> Option<Utf8Bytes> {
        self.receiver.try_recv().ok().map(|text| self.taken(text))
    }

    /// Whether the person of the connection sits at the table.
    pub(crate) fn is_seated(&self) -> bool {
        self.seated.load(Relaxed)
    }

    fn taken(&self, text: Utf8Bytes) -> Utf8Bytes {
        self.waiting.fetch_sub(text.len(), Relaxed);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn messages_and_bytes_are_limited() {
        let text = |size: usize| Utf8Bytes::from("x".repeat(size));
        let (outbox, mut inbox) = outbox();
        assert!(
            (0..MESSAGES).all(|_| outbox.send(text(10))) && !outbox.send(text(10)),
            "the number is limited"
        );
        while inbox.waiting().is_some() {}
        assert!(outbox.send(text(2 * BYTES)), "one may be large");
        assert!(!outbox.send(text(1)), "but nothing comes after it");
        assert_eq!(inbox.next().await.map(|text| text.len()), Some(2 * BYTES));
        assert!(outbox.send(text(1)), "until it is taken");
        assert_eq!(inbox.next().await.map(|text| text.len()), Some(1));
        drop(outbox);
        assert_eq!(inbox.next().await, None);
    }
}
