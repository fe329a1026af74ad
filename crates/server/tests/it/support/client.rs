//! Somebody who asks a server over HTTP.

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::Body,
    http::{Request, StatusCode, header},
};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tower::ServiceExt;

use super::{PATIENCE, Server, Socket, text};

/// Someone with a browser.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub(super) router: Router,
    pub(super) address: SocketAddr,
    pub(super) enters: bool,
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

    /// Sends what must go through, again where the server is busy for a moment, as after it stood still.
    async fn send_until_heard(
        &mut self,
        method: &str,
        path: &str,
        body: Option<Value>,
    ) -> (StatusCode, Value) {
        let begin = Instant::now();
        loop {
            let (status, answer) = self.send(method, path, body.clone()).await;
            if answer["error"]["key"] != "server.busy" || begin.elapsed() > PATIENCE {
                return (status, answer);
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }

    pub(crate) async fn get(&mut self, path: &str) -> Value {
        let (status, body) = self.send_until_heard("GET", path, None).await;
        assert!(status.is_success(), "GET {path}: {status} {body}");
        body
    }

    pub(crate) async fn post(&mut self, path: &str, body: Value) -> Value {
        let (status, answer) = self.send_until_heard("POST", path, Some(body)).await;
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
        self.open_in_time(&format!("/api/tables/{table}/socket{query}")).await
    }

    pub(crate) async fn lobby(&mut self) -> Socket {
        self.open_in_time("/api/lobby/socket").await
    }

    pub(super) async fn open_in_time(&self, path: &str) -> Socket {
        let begin = Instant::now();
        loop {
            match self.socket(path).await {
                Ok(socket) => return socket,
                Err(error) => {
                    assert!(error.contains("503") && begin.elapsed() < PATIENCE, "the socket opens: {error}");
                }
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
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
            Ok((stream, _)) => Ok(Socket {
                stream,
                client: self.clone(),
                path: path.to_owned(),
                sent: 0,
                unanswered: Vec::new(),
                heard: Vec::new(),
            }),
            Err(error) => Err(error.to_string()),
        }
    }
}
