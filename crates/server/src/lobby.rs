//! The list of open tables, live.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use axum::extract::ws::Utf8Bytes;
use table::{LobbyMessage, TableSummary};
use tokio::{
    sync::{Notify, broadcast},
    time::sleep,
};

use crate::{App, error::Result, store::TableFilter};

/// How long changes are gathered before they are told: of those of one table the last alone counts.
const GATHER: Duration = Duration::from_millis(50);
/// Watchers are told in this many groups, one after another,
const GROUPS: usize = 16;
/// with this pause between them: telling ten thousand at once would hold up the games.
const PAUSE: Duration = Duration::from_millis(20);
/// How many tables a newcomer is told of.
const LISTED: i64 = 100;
/// How long a list is good for at most: another process may have failed to tell us of a change.
const FRESH: Duration = Duration::from_secs(1);

/// What is told together.
pub(crate) type News = Arc<[Utf8Bytes]>;

/// Where changes of open tables are published.
#[derive(Debug)]
pub(crate) struct Lobby {
    /// The last word on each table since the news were told.
    waiting: Mutex<HashMap<String, LobbyMessage>>,
    changed: Notify,
    /// Counts the changes, so that a list can be known to be old.
    version: AtomicU64,
    listed: Mutex<Option<Listed>>,
    groups: [broadcast::Sender<News>; GROUPS],
    next: AtomicUsize,
}

/// The list that newcomers are told.
#[derive(Debug)]
struct Listed {
    version: u64,
    at: Instant,
    text: Utf8Bytes,
}

impl Default for Lobby {
    fn default() -> Self {
        Lobby {
            waiting: Mutex::default(),
            changed: Notify::new(),
            version: AtomicU64::new(0),
            listed: Mutex::default(),
            groups: std::array::from_fn(|_| broadcast::Sender::new(16)),
            next: AtomicUsize::new(0),
        }
    }
}

impl Lobby {
    pub(crate) fn listen(&self) -> broadcast::Receiver<News> {
        self.groups[self.next.fetch_add(1, Ordering::Relaxed) % GROUPS].subscribe()
    }

    /// The open tables, as a message. Whoever listens first misses nothing between the two.
    pub(crate) async fn list(&self, app: &'static App) -> Result<Utf8Bytes> {
        let version = self.version.load(Ordering::SeqCst);
        let is_good = |listed: &&Listed| listed.version == version && listed.at.elapsed() < FRESH;
        if let Some(listed) = self.lock_listed().as_ref().filter(is_good) {
            return Ok(listed.text.clone());
        }
        let at = Instant::now();
        let filter =
            TableFilter { state: Some("open"), public: true, limit: LISTED, ..TableFilter::default() };
        let tables = crate::http::open_tables(app, &filter, None).await?;
        let text = text(&LobbyMessage::Tables { tables });
        *self.lock_listed() = Some(Listed { version, at, text: text.clone() });
        Ok(text)
    }

    fn lock_listed(&self) -> MutexGuard<'_, Option<Listed>> {
        self.listed.lock().expect("nobody panics while holding the list")
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.groups.iter().any(|group| group.receiver_count() > 0)
    }

    /// Something may be listed otherwise than before: the next newcomer is told by a new list.
    pub(crate) fn outdate(&self) {
        self.version.fetch_add(1, Ordering::SeqCst);
    }

    pub(crate) fn changed(&self, table: TableSummary) {
        self.note(table.id.clone(), LobbyMessage::Table { table: Box::new(table) });
    }

    pub(crate) fn gone(&self, id: &str) {
        self.note(id.to_owned(), LobbyMessage::Gone { id: id.to_owned() });
    }

    /// Something may have been missed: whoever listens is told all anew, at news of nothing.
    pub(crate) fn refresh(&self) {
        self.outdate();
        for group in &self.groups {
            // Nobody may be listening.
            let _heard = group.send(News::default());
        }
    }

    fn lock_waiting(&self) -> MutexGuard<'_, HashMap<String, LobbyMessage>> {
        self.waiting.lock().expect("nobody panics while holding the news")
    }

    fn note(&self, id: String, message: LobbyMessage) {
        self.outdate();
        self.lock_waiting().insert(id, message);
        self.changed.notify_one();
    }

    /// Tells the news as they come, for as long as the server runs.
    pub(crate) async fn publish(&self) {
        loop {
            self.changed.notified().await;
            sleep(GATHER).await;
            let waiting = std::mem::take(&mut *self.lock_waiting());
            let news: News = waiting.values().map(text).collect();
            if news.is_empty() {
                continue;
            }
            for group in self.groups.iter().filter(|group| group.receiver_count() > 0) {
                // They may all have gone since.
                let _heard = group.send(Arc::clone(&news));
                sleep(PAUSE).await;
            }
        }
    }
}

fn text(message: &LobbyMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("a message is plain data").into()
}
