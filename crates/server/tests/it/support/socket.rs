//! The socket of a table as a client has it: it comes back after a cut.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream,
    tungstenite::{Message, protocol::frame::coding::CloseCode},
};

use super::{Client, PATIENCE, text};

/// How the line of a socket ended.
enum End {
    /// The other side asks to come back.
    Again,
    Other(String),
}

/// The socket of a table.
#[derive(Debug)]
pub(crate) struct Socket {
    pub(super) stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(super) client: Client,
    pub(super) path: String,
    pub(super) sent: usize,
    /// The commands without an answer, by their ids.
    pub(super) unanswered: Vec<(String, String)>,
    /// Every text that came, as it came.
    pub(crate) heard: Vec<String>,
}

impl Socket {
    /// The next message but presence.
    pub(crate) async fn hear(&mut self) -> Value {
        loop {
            let message = self.hear_more().await;
            if message["type"] != "presence" {
                return message;
            }
        }
    }

    pub(crate) async fn hear_any(&mut self) -> Option<Value> {
        self.hear_or_end().await.ok()
    }

    /// The next message of a socket that stays open. As any client does it comes back when it is asked to: a process that
    /// stood still for seconds lets its tables go, and the machine may stand still at any time.
    async fn hear_more(&mut self) -> Value {
        loop {
            match self.hear_or_end().await {
                Ok(message) => return message,
                Err(End::Again) => self.come_back().await,
                Err(End::Other(end)) => panic!("the socket stays open: {end}, after {:?}", self.heard.last()),
            }
        }
    }

    async fn come_back(&mut self) {
        self.stream = self.client.open_in_time(&self.path).await.stream;
        for (_, text) in &self.unanswered {
            // If it is closed again, it comes back again.
            let _closed = self.stream.send(Message::text(text)).await;
        }
    }

    /// What is on the board after `ply` actions, whether it is told by the last of them or anew.
    pub(crate) async fn hear_view(&mut self, ply: usize) -> Value {
        loop {
            let view = self.hear_more().await["view"].take();
            if view["ply"] == ply {
                return view;
            }
        }
    }

    async fn hear_or_end(&mut self) -> Result<Value, End> {
        loop {
            let next = tokio::time::timeout(PATIENCE, self.stream.next()).await;
            match next.expect("something comes") {
                Some(Ok(Message::Text(text))) => {
                    self.heard.push(text.to_string());
                    return Ok(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Close(Some(frame)))) if frame.code == CloseCode::Again => {
                    return Err(End::Again);
                }
                Some(Ok(Message::Close(frame))) => return Err(End::Other(format!("{frame:?}"))),
                Some(Err(error)) => return Err(End::Other(error.to_string())),
                None => return Err(End::Other("cut".to_owned())),
                Some(Ok(_)) => {}
            }
        }
    }

    /// The code with which the other side closes; nothing if it only cuts the line.
    pub(crate) async fn closing(&mut self) -> Option<u16> {
        loop {
            let next = tokio::time::timeout(PATIENCE, self.stream.next()).await;
            match next.expect("something comes") {
                Some(Ok(Message::Close(frame))) => return frame.map(|frame| frame.code.into()),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }

    /// The next message of this type.
    pub(crate) async fn hear_type(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear_more().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The next event of this kind.
    pub(crate) async fn hear_event(&mut self, kind: &str) -> Value {
        loop {
            let message = self.hear_type("event").await;
            if message["event"]["kind"] == kind {
                return message;
            }
        }
    }

    pub(crate) async fn say_text(&mut self, text: &str) {
        self.stream.send(Message::text(text)).await.unwrap();
    }

    pub(crate) async fn say_frame(&mut self, message: Message) {
        // The other side may close while we speak.
        let _closed = self.stream.send(message).await;
    }

    /// Sends a command with a fresh id, and returns the id.
    pub(crate) async fn say(&mut self, mut command: Value) -> String {
        self.sent += 1;
        let id = format!("c{}", self.sent);
        command["id"] = json!(id);
        self.unanswered.push((id.clone(), command.to_string()));
        // If the socket was closed, hearing notices.
        let _closed = self.stream.send(Message::text(command.to_string())).await;
        id
    }

    /// Sends a command and waits for its `ack`, `refused` or `explained`.
    pub(crate) async fn ask(&mut self, command: Value) -> Value {
        let id = self.say(command).await;
        self.answer(&id).await
    }

    pub(crate) async fn answer(&mut self, id: &str) -> Value {
        loop {
            let message = self.hear().await;
            if message["id"] == id {
                self.unanswered.retain(|(sent, _)| sent != id);
                return message;
            }
        }
    }

    /// The key by which a command is refused.
    pub(crate) async fn refusal(&mut self, command: Value) -> String {
        let answer = self.ask(command).await;
        assert_eq!(answer["type"], "refused", "{answer}");
        text(&answer["error"]["key"])
    }
}
