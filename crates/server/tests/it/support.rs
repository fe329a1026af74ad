//! A server for a test, and clients for it that know only `docs/socket.md`.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::Body,
    http::{Request, StatusCode, header},
};
use futures_util::{SinkExt, StreamExt};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use server::{App, Config, config::Settings};
use sqlx::Connection;
use tempfile::TempDir;
use tokio::{net::TcpStream, sync::oneshot};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream,
    tungstenite::{Message, client::IntoClientRequest},
};
use tower::ServiceExt;

/// How long a test waits for what must come, however busy the machine is: to reach it is to fail.
pub(crate) const PATIENCE: Duration = Duration::from_secs(120);

/// Asks again and again until there is an answer.
pub(crate) async fn until<T>(what: &str, mut ask: impl AsyncFnMut() -> Option<T>) -> T {
    let begin = Instant::now();
    loop {
        if let Some(answer) = ask().await {
            return answer;
        }
        assert!(begin.elapsed() < PATIENCE, "not within {PATIENCE:?}: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// A running server with a database of its own.
pub(crate) struct Server {
    pub(crate) app: &'static App,
    router: Router,
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    served: tokio::task::JoinHandle<()>,
    database: Option<Database>,
}

/// A database of one test: a file, or one on the PostgreSQL that the tests are told of.
pub(crate) struct Database {
    pub(crate) url: String,
    _folder: Option<TempDir>,
}

impl Database {
    pub(crate) async fn new() -> Self {
        match std::env::var(crate::postgres::VARIABLE) {
            Ok(server) => {
                let name = format!("t{:016x}", rand::random::<u64>());
                execute(&format!("{server}/postgres"), format!("CREATE DATABASE {name}")).await;
                Database { url: format!("{server}/{name}"), _folder: None }
            }
            Err(_) => {
                let folder = tempfile::tempdir().unwrap();
                let url = format!("sqlite:{}", folder.path().join("test.db").display());
                Database { url, _folder: Some(folder) }
            }
        }
    }

    pub(crate) async fn execute(&self, sql: &str) {
        execute(&self.url, sql.to_owned()).await;
    }

    /// The one number that a query answers with.
    pub(crate) async fn scalar(&self, sql: &str) -> i64 {
        let mut connection = sqlx::AnyConnection::connect(&self.url).await.unwrap();
        let sql = sqlx::AssertSqlSafe(sql.to_owned());
        let number = sqlx::query_scalar(sql).fetch_one(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        number
    }
}

async fn execute(url: &str, sql: String) {
    sqlx::any::install_default_drivers();
    let mut connection = sqlx::AnyConnection::connect(url).await.unwrap();
    sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

pub(crate) fn config(database: &str) -> Config {
    let settings = Settings {
        bind: Some("127.0.0.1:0".to_owned()),
        database: Some(database.to_owned()),
        rate: Some(0.0),
        ..Settings::default()
    };
    settings.resolve().unwrap()
}

impl Server {
    pub(crate) async fn start() -> Server {
        let database = Database::new().await;
        let mut server = Self::on(config(&database.url)).await;
        server.database = Some(database);
        server
    }

    pub(crate) async fn on(config: Config) -> Server {
        crate::plans::start_log();
        let app = App::start(config, games::GAMES).await.unwrap();
        let (ready, address) = oneshot::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let served = tokio::spawn(async move {
            let stopped = async {
                let _dropped = stopped.await;
            };
            server::serve(app, ready, stopped).await.unwrap();
        });
        Server {
            app,
            router: server::app(app),
            address: address.await.unwrap(),
            stop: Some(stop),
            served,
            database: None,
        }
    }

    /// Stops and starts again on the same database.
    pub(crate) async fn again(self) -> Server {
        self.again_after(Duration::ZERO).await
    }

    /// With an outage of this length.
    pub(crate) async fn again_after(mut self, outage: Duration) -> Server {
        let database = self.database.take();
        let config = self.app.config.clone();
        self.stop().await;
        tokio::time::sleep(outage).await;
        let mut server = Self::on(config).await;
        server.database = database;
        server
    }

    pub(crate) async fn stop(mut self) {
        let _stopped = self.stop.take().unwrap().send(());
        self.served.await.unwrap();
    }

    /// Changes the database behind the server's back.
    pub(crate) async fn execute(&self, sql: &str) {
        self.database.as_ref().expect("a database of its own").execute(sql).await;
    }

    /// The one number that a query answers with.
    pub(crate) async fn scalar(&self, sql: &str) -> i64 {
        self.database.as_ref().expect("a database of its own").scalar(sql).await
    }

    /// Someone who becomes a guest before they ask for anything.
    pub(crate) fn person(&self) -> Client {
        Client { enters: true, ..self.nobody() }
    }

    /// Someone who asks without saying who they are.
    pub(crate) fn nobody(&self) -> Client {
        Client {
            router: self.router.clone(),
            address: self.address,
            enters: false,
            from: None,
            cookie: None,
            token: None,
        }
    }

    /// Someone with an account.
    pub(crate) async fn account(&self, name: &str) -> Client {
        let mut client = self.person();
        let body = json!({"name": name, "password": "correct horse"});
        client.post("/api/register", body).await;
        client
    }
}

/// Someone with a browser.
#[derive(Clone)]
pub(crate) struct Client {
    router: Router,
    address: SocketAddr,
    enters: bool,
    /// What a proxy says of where the requests come from.
    pub(crate) from: Option<String>,
    pub(crate) cookie: Option<String>,
    pub(crate) token: Option<String>,
}

impl Client {
    /// The same person at another process.
    pub(crate) fn at(&self, server: &Server) -> Client {
        Client { router: server.router.clone(), ..self.at_address(server.address) }
    }

    /// The same person whose sockets go to another address.
    pub(crate) fn at_address(&self, address: SocketAddr) -> Client {
        Client { address, ..self.clone() }
    }

    pub(crate) async fn send(
        &mut self,
        method: &str,
        path: &str,
        body: Option<Value>,
    ) -> (StatusCode, Value) {
        self.enter().await;
        self.send_as_is(method, path, body).await
    }

    /// Becomes a guest, unless they are somebody already.
    pub(crate) async fn enter(&mut self) {
        if self.enters && self.cookie.is_none() && self.token.is_none() {
            let (status, me) = self.send_as_is("POST", "/api/me", Some(json!({}))).await;
            assert!(status.is_success(), "{me}");
        }
    }

    async fn send_as_is(&mut self, method: &str, path: &str, body: Option<Value>) -> (StatusCode, Value) {
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, "here");
        if let Some(from) = &self.from {
            // A client may say anything in a line of its own.
            request = request.header("x-forwarded-for", "203.0.113.9").header("x-forwarded-for", from);
        }
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        if let Some(token) = &self.token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        let request = match body {
            Some(body) => request
                .header(header::CONTENT_TYPE, "application/json")
                .body(Body::from(body.to_string()))
                .unwrap(),
            None => request.body(Body::empty()).unwrap(),
        };
        let response = self.router.clone().oneshot(request).await.unwrap();
        if let Some(cookie) = response.headers().get(header::SET_COOKIE) {
            self.cookie = Some(cookie.to_str().unwrap().split(';').next().unwrap().to_owned());
        }
        let status = response.status();
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    /// Everything that is answered, as text: the status, the headers and the body.
    pub(crate) async fn page(&mut self, method: &str, path: &str, body: Option<Value>) -> String {
        self.enter().await;
        let mut request = Request::builder().method(method).uri(path).header(header::HOST, "here");
        if let Some(cookie) = &self.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        let body = body.map_or_else(Body::empty, |body| Body::from(body.to_string()));
        let request = request.header(header::CONTENT_TYPE, "application/json").body(body).unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let head = format!("{} {:?}", response.status(), response.headers());
        let bytes = response.into_body().collect().await.unwrap().to_bytes();
        format!("{head}\n{}", String::from_utf8_lossy(&bytes))
    }

    pub(crate) async fn get(&mut self, path: &str) -> Value {
        let (status, body) = self.send("GET", path, None).await;
        assert!(status.is_success(), "GET {path}: {status} {body}");
        body
    }

    pub(crate) async fn post(&mut self, path: &str, body: Value) -> Value {
        let (status, answer) = self.send("POST", path, Some(body)).await;
        assert!(status.is_success(), "POST {path}: {status} {answer}");
        answer
    }

    /// The key of the refusal.
    pub(crate) async fn refused(&mut self, method: &str, path: &str, body: Option<Value>) -> (u16, String) {
        let (status, answer) = self.send(method, path, body).await;
        assert!(!status.is_success(), "{method} {path} went through: {answer}");
        (status.as_u16(), answer["error"]["key"].as_str().unwrap_or_default().to_owned())
    }

    /// Makes a table and returns its id and invitation.
    pub(crate) async fn table(&mut self, table: Value) -> (String, String) {
        let made = self.post("/api/tables", table).await;
        (text(&made["id"]), text(&made["invite"]))
    }

    pub(crate) async fn sit(&mut self, table: &str, seat: usize, invite: &str) -> Value {
        self.post(&format!("/api/tables/{table}/sit"), json!({"seat": seat, "invite": invite, "nonce": "ab"}))
            .await
    }

    pub(crate) async fn open(&mut self, table: &str, query: &str) -> Socket {
        self.enter().await;
        self.socket(&format!("/api/tables/{table}/socket{query}")).await.expect("the socket opens")
    }

    pub(crate) async fn lobby(&mut self) -> Socket {
        self.socket("/api/lobby/socket").await.expect("the socket opens")
    }

    pub(crate) async fn socket(&self, path: &str) -> Result<Socket, String> {
        let mut request = format!("ws://{}{path}", self.address).into_client_request().unwrap();
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        if let Some(token) = &self.token {
            request.headers_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
        }
        match tokio_tungstenite::connect_async(request).await {
            Ok((stream, _)) => Ok(Socket { stream, sent: 0, heard: Vec::new() }),
            Err(error) => Err(error.to_string()),
        }
    }
}

/// The socket of a table.
#[derive(Debug)]
pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    sent: usize,
    /// Every text that came, as it came.
    pub(crate) heard: Vec<String>,
}

impl Socket {
    /// The next message but presence.
    pub(crate) async fn hear(&mut self) -> Value {
        loop {
            let message = self.hear_any().await.expect("the socket stays open");
            if message["type"] != "presence" {
                return message;
            }
        }
    }

    pub(crate) async fn hear_any(&mut self) -> Option<Value> {
        loop {
            let next = tokio::time::timeout(PATIENCE, self.stream.next()).await;
            match next.expect("something comes") {
                Some(Ok(Message::Text(text))) => {
                    self.heard.push(text.to_string());
                    return Some(serde_json::from_str(&text).unwrap());
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
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
            let message = self.hear_any().await.expect("the socket stays open");
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
        self.say_text(&command.to_string()).await;
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

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_else(|| panic!("a text, not {value}")).to_owned()
}

/// A token to play, chosen by the ply so that games differ and yet repeat.
pub(crate) fn choice(view: &Value) -> String {
    let legal = view["legal"].as_array().unwrap();
    assert!(!legal.is_empty(), "the seat to act has something to do: {view}");
    let ply = view["ply"].as_u64().unwrap();
    let index = engine::mix::mix(ply.wrapping_mul(7919) + 3) as usize % legal.len();
    text(&legal[index]["t"])
}
