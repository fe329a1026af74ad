//! A live table: one task that owns the game, the clocks and the reply window.
//!
//! [`TableHandle`] is the stub, [`actor`] the task. Commands come in by a closed enum, one at a time;
//! events go out numbered, after they are on the disk.

mod actor;
mod asking;
mod clock;
mod commit;
mod crowd;
mod errand;
mod home;
mod record;
mod state;

use std::sync::{
    Arc,
    atomic::{AtomicI64, Ordering},
};

use axum::extract::ws::Utf8Bytes;
use engine::lud::Lud;
use tokio::sync::{mpsc, oneshot};

pub(crate) use actor::spawn;
pub(crate) use errand::Errand;
pub(crate) use record::{game, read as read_record};

use crate::{
    error::{Error, Result},
    people::Person,
    store::Lease,
    wire::{Incoming, Table},
};

/// How many messages may wait for a slow client before it is let go.
pub(crate) const OUTBOX: usize = 64;

/// What a table is asked.
#[derive(Debug)]
pub(crate) enum Ask {
    Join {
        connection: u64,
        person: Person,
        address: String,
        invite: Option<String>,
        since: Option<i64>,
        outbox: mpsc::Sender<Utf8Bytes>,
        reply: Reply<()>,
    },
    Leave {
        connection: u64,
    },
    Say {
        connection: u64,
        message: Incoming,
    },
    Sit {
        person: Person,
        seat: usize,
        invite: Option<String>,
        nonce: String,
        reply: Reply<Table>,
    },
    Stand {
        person: Person,
        seat: usize,
        /// Someone else, whom the one who made the table sends away.
        whom: Option<String>,
        reply: Reply<Table>,
    },
    Table {
        person: Option<Person>,
        invite: Option<String>,
        reply: Reply<Table>,
    },
    Record {
        person: Option<Person>,
        invite: Option<String>,
        reply: Reply<Lud>,
    },
    /// The engine has thought about the game as of `epoch`.
    Thought {
        epoch: u64,
        token: Result<String>,
    },
    /// Somebody goes by another id or name now.
    Renamed {
        from: String,
        now: Person,
    },
    /// Ends the connections of someone, who comes back if they may.
    Kick {
        person: String,
    },
    /// Another process sends what somebody asks there.
    Errand {
        errand: Errand,
        reply: Reply<i64>,
    },
    /// What the table's home says to the errand of this key.
    Answered {
        key: String,
        outcome: Result<i64>,
    },
    /// The table has events up to this number.
    Follow {
        n: i64,
    },
    /// The table has lost its home and is to live here, by this lease if there is one already.
    ComeHome {
        lease: Option<Lease>,
    },
    /// Time was forgiven.
    Refresh,
    /// Ends all connections: nothing can be done here for a while.
    LetGo,
    Stop {
        reply: Reply<()>,
    },
}

pub(crate) type Reply<T> = oneshot::Sender<Result<T>>;

/// The way to a table.
#[derive(Clone, Debug)]
pub(crate) struct TableHandle {
    /// Boxed, because a channel has room for many at once, and each table has one.
    sender: mpsc::Sender<Box<Ask>>,
    /// The number of the last event that is known here, if the table lives elsewhere.
    known: Arc<AtomicI64>,
}

impl TableHandle {
    fn new() -> (Self, mpsc::Receiver<Box<Ask>>) {
        let (sender, receiver) = mpsc::channel(64);
        (TableHandle { sender, known: Arc::new(AtomicI64::new(i64::MAX)) }, receiver)
    }

    fn set_known(&self, n: i64) {
        self.known.store(n, Ordering::Relaxed);
    }

    /// The number of the last event that is known here, if the table lives elsewhere.
    pub(crate) fn away(&self) -> Option<i64> {
        Some(self.known.load(Ordering::Relaxed)).filter(|&n| n != i64::MAX)
    }

    /// Tells a table something that it will find out in any case, though later.
    pub(crate) fn hint(&self, ask: Ask) {
        let _busy = self.sender.try_send(Box::new(ask));
    }

    pub(crate) async fn send(&self, ask: Ask) -> Result<()> {
        self.sender.send(Box::new(ask)).await.map_err(|_| Error::Stopping)
    }

    pub(crate) fn is(&self, other: &TableHandle) -> bool {
        self.sender.same_channel(&other.sender)
    }

    pub(crate) async fn ask<T>(&self, ask: impl FnOnce(Reply<T>) -> Ask) -> Result<T> {
        let (reply, answer) = oneshot::channel();
        self.send(ask(reply)).await?;
        answer.await.map_err(|_| Error::Stopping)?
    }
}
