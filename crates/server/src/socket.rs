//! The sockets of tables and of the lobby.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use axum::{
    extract::{
        State, WebSocketUpgrade,
        ws::{CloseFrame, Message, Utf8Bytes, WebSocket, close_code, rejection::WebSocketUpgradeRejection},
    },
    response::Response,
};
use futures_util::SinkExt;
use serde::Deserialize;
use table::{Command, Incoming, Outgoing};
use tokio::sync::broadcast::error::RecvError;

use crate::{
    App,
    error::{Error, Result},
    http::{Caller, PathOf, QueryOf, SameOrigin},
    limits::{self, Bucket},
    live_table::{Inbox, Join, TableHandle, outbox},
    people::Introduced,
    pool::Owner,
};

/// The largest message a client may send.
const MESSAGE: usize = 16 * 1024;
/// The largest that is read to its end, so that its sender is told that it is too large. The connection of whoever sends more
/// is cut: what is not read takes the goodbye with it.
const READ: usize = 8 * MESSAGE;
/// What an idle socket may hold for reading.
const BUFFER: usize = 2 * 1024;
/// How much is gathered before it is written though more waits.
const GATHERED: usize = 16 * 1024;
/// How long it may take until what is sent at once is taken.
const SEND: Duration = Duration::from_secs(15);
/// How often a silent client is asked whether it is there.
const PING: Duration = Duration::from_secs(30);
/// How many commands and other frames too many are answered before the client is let go.
const EXCESS: usize = 100;
/// The longest id of a command.
const ID: usize = 64;

#[derive(Debug, Deserialize)]
pub(crate) struct Opening {
    since: Option<i64>,
    invite: Option<String>,
}

fn sized(
    upgrade: std::result::Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<WebSocketUpgrade> {
    let upgrade = upgrade.map_err(|rejection| Error::BadRequest(rejection.body_text()))?;
    Ok(upgrade
        .max_frame_size(READ)
        .max_message_size(READ)
        .read_buffer_size(BUFFER)
        .write_buffer_size(GATHERED)
        .max_write_buffer_size(1024 * 1024))
}

pub(crate) async fn table(
    State(app): State<&'static App>,
    _: SameOrigin,
    Caller(address): Caller,
    introduced: Introduced,
    PathOf(id): PathOf<String>,
    QueryOf(opening): QueryOf<Opening>,
    upgrade: std::result::Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response> {
    static CONNECTIONS: AtomicU64 = AtomicU64::new(1);
    let upgrade = sized(upgrade)?;
    let share = app.limits.open_socket(&address)?;
    let connection = CONNECTIONS.fetch_add(1, Ordering::Relaxed);
    let (outbox, inbox) = outbox();
    let join = Join {
        connection,
        visitor: introduced.person.visitor(),
        invite: opening.invite,
        since: opening.since,
        outbox,
    };
    let table = app.table(&id).join(join).await?;
    // Whoever was sent away while the table was asked had no connection yet that could be closed.
    if !introduced.is_still_known(app).await? {
        table.leave(connection).await;
        return Err(Error::Unknown);
    }
    Ok(upgrade.on_upgrade(move |socket| async move {
        let _held = (app.metrics.sockets.hold(), share);
        talk(app, socket, &table, connection, &Owner { address, person: introduced.person.id }, inbox).await;
        table.leave(connection).await;
    }))
}

/// Carries messages both ways until one side has had enough.
async fn talk(
    app: &'static App,
    mut socket: WebSocket,
    table: &TableHandle,
    connection: u64,
    owner: &Owner,
    mut inbox: Inbox,
) {
    let mut bucket = app.limits.socket();
    let mut excess = 0;
    let mut heard = true;
    loop {
        tokio::select! {
            message = inbox.next() => {
                let Some(text) = message else {
                    // The table was unloaded, or we did not keep up: come back and ask for the rest.
                    close(&mut socket, close_code::AGAIN, "come back").await;
                    return;
                };
                let waiting = std::iter::from_fn(|| inbox.waiting());
                if send_all(&mut socket, std::iter::once(text).chain(waiting)).await.is_err() {
                    return;
                }
            }
            frame = tokio::time::timeout(PING, socket.recv()) => match frame {
                Err(_) if !heard => return,
                Err(_) => {
                    heard = false;
                    if send(&mut socket, Message::Ping(Default::default())).await.is_err() {
                        return;
                    }
                }
                Ok(Some(Ok(message))) if is_large(&message) => {
                    close(&mut socket, close_code::SIZE, "too large").await;
                    return;
                }
                Ok(Some(Ok(Message::Text(text)))) => {
                    heard = true;
                    let allowed = bucket.take(Instant::now());
                    let limits = &app.limits;
                    let (address, seated) = (&owner.address, inbox.is_seated());
                    let allowed = allowed
                        .and_then(|()| limits.take_at_table(&limits::ALL_COMMANDS, None, address, seated));
                    excess += usize::from(allowed.is_err());
                    if excess > EXCESS {
                        close(&mut socket, close_code::POLICY, "too many commands").await;
                        return;
                    }
                    let message = read(&text).and_then(|message| {
                        let talk = || limits.take_at_table(&limits::CHAT, Some(&owner.person), address, seated);
                        let allowed = match message.command {
                            Command::Chat { .. } => allowed.and_then(|()| talk()),
                            _ => allowed,
                        };
                        allowed.map_err(|error| (message.id.clone(), error)).map(|()| message)
                    });
                    match message {
                        Ok(message) => {
                            if table.command(connection, message).await.is_err() {
                                close(&mut socket, close_code::AGAIN, "come back").await;
                                return;
                            }
                        }
                        Err((id, error)) => {
                            error.log();
                            let text = serde_json::to_string(&Outgoing::Refused { id, error: error.problem() })
                                .expect("a message is plain data");
                            if send(&mut socket, Message::Text(text.into())).await.is_err() {
                                return;
                            }
                        }
                    }
                }
                Ok(Some(Ok(Message::Binary(_)))) => {
                    close(&mut socket, close_code::UNSUPPORTED, "send text").await;
                    return;
                }
                Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {
                    heard = true;
                    if is_excess(&mut bucket, &mut excess) {
                        close(&mut socket, close_code::POLICY, "too many frames").await;
                        return;
                    }
                }
                Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) => return,
            }
        }
    }
}

/// Whether a frame that asks for nothing is one too many.
fn is_excess(bucket: &mut Bucket, excess: &mut usize) -> bool {
    *excess += usize::from(bucket.take(Instant::now()).is_err());
    *excess > EXCESS
}

fn is_large(message: &Message) -> bool {
    match message {
        Message::Text(text) => text.len() > MESSAGE,
        Message::Binary(bytes) => bytes.len() > MESSAGE,
        _ => false,
    }
}

/// Sends texts by one write, if they are small.
async fn send_all(
    socket: &mut WebSocket,
    texts: impl Iterator<Item = Utf8Bytes>,
) -> std::result::Result<(), axum::Error> {
    let sent = async {
        for text in texts {
            socket.feed(Message::Text(text)).await?;
        }
        socket.flush().await
    };
    in_time(sent).await
}

async fn send(socket: &mut WebSocket, message: Message) -> std::result::Result<(), axum::Error> {
    in_time(socket.send(message)).await
}

/// The result of a send within its time limit, however little the other side takes at a time.
async fn in_time(
    sent: impl Future<Output = std::result::Result<(), axum::Error>>,
) -> std::result::Result<(), axum::Error> {
    tokio::time::timeout(SEND, sent).await.unwrap_or_else(|late| Err(axum::Error::new(late)))
}

/// A command, or why it is none, with the id it carries if it carries one.
fn read(text: &str) -> std::result::Result<Incoming, (String, Error)> {
    #[derive(Default, Deserialize)]
    struct Id {
        #[serde(default)]
        id: String,
    }
    let is_id = |id: &str| (1..=ID).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic());
    let id = || Some(serde_json::from_str::<Id>(text).unwrap_or_default().id).filter(|id| is_id(id));
    let bad = |error| (id().unwrap_or_default(), error);
    crate::text::check_json(text).map_err(bad)?;
    let message: Incoming =
        serde_json::from_str(text).map_err(|error| bad(Error::BadMessage(error.to_string())))?;
    if !is_id(&message.id) {
        let why = format!("an id has from 1 to {ID} letters, digits or other signs of ASCII, and no space");
        return Err(bad(Error::BadMessage(why)));
    }
    Ok(message)
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    // The other side may be gone already.
    let _gone = send(socket, Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
}

pub(crate) async fn lobby(
    State(app): State<&'static App>,
    _: SameOrigin,
    Caller(address): Caller,
    upgrade: std::result::Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response> {
    let upgrade = sized(upgrade)?;
    let share = app.limits.open_socket(&address)?;
    Ok(upgrade.on_upgrade(move |socket| async move {
        let _held = (app.metrics.sockets.hold(), share);
        watch(app, socket).await;
    }))
}

async fn watch(app: &'static App, mut socket: WebSocket) {
    let mut changes = app.lobby.listen();
    let mut bucket = app.limits.socket();
    let mut excess = 0;
    loop {
        // Listed after listening, so that no change falls between; and again by one who did not keep up.
        let tables = match app.lobby.list(app).await {
            Ok(tables) => tables,
            Err(error) => return error.log(),
        };
        if send(&mut socket, Message::Text(tables)).await.is_err() {
            return;
        }
        let mut heard = true;
        loop {
            tokio::select! {
                change = changes.recv() => match change {
                    // Something may have been missed.
                    Ok(news) if news.is_empty() => break,
                    Ok(news) => {
                        if send_all(&mut socket, news.iter().cloned()).await.is_err() {
                            return;
                        }
                    }
                    Err(RecvError::Lagged(_)) => break,
                    Err(RecvError::Closed) => return,
                },
                frame = tokio::time::timeout(PING, socket.recv()) => match frame {
                    Err(_) if !heard => return,
                    Err(_) => {
                        heard = false;
                        if app.is_stopping() || send(&mut socket, Message::Ping(Default::default())).await.is_err() {
                            return;
                        }
                    }
                    Ok(Some(Ok(message))) if is_large(&message) => {
                        return close(&mut socket, close_code::SIZE, "too large").await;
                    }
                    Ok(Some(Ok(Message::Close(_)) | Err(_)) | None) => return,
                    // There is nothing to say to the lobby.
                    Ok(Some(Ok(_))) => {
                        heard = true;
                        if is_excess(&mut bucket, &mut excess) {
                            return close(&mut socket, close_code::POLICY, "too many frames").await;
                        }
                    }
                }
            }
        }
    }
}
