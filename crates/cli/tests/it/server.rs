//! The real binary as a server, and a client of it.
#![allow(clippy::unwrap_used, reason = "helpers of tests are tests")]

use std::{
    io::{Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket, client::IntoClientRequest, stream::MaybeTlsStream};

use crate::lines::Lines;

pub(crate) struct Server {
    process: Child,
    pub(crate) address: String,
}

impl Server {
    pub(crate) fn start(database: &str) -> Self {
        Self::start_with(database, &[])
    }

    /// With more options.
    pub(crate) fn start_with(database: &str, options: &[&str]) -> Self {
        Self::start_by(Command::new(env!("CARGO_BIN_EXE_ludarium")), database, options)
    }

    /// With no more than this many open files.
    pub(crate) fn start_with_files(database: &str, files: usize) -> Self {
        let mut shell = Command::new("sh");
        shell.args([
            "-c",
            &format!("ulimit -n {files} && exec \"$@\""),
            "sh",
            env!("CARGO_BIN_EXE_ludarium"),
        ]);
        Self::start_by(shell, database, &[])
    }

    fn start_by(mut command: Command, database: &str, options: &[&str]) -> Self {
        let mut process = command
            .args(["serve", "--bind", "127.0.0.1:0", "--database", database, "--rate", "0"])
            .args(options)
            .env("NO_COLOR", "1")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let serving = Lines::of(process.stderr.take().unwrap()).until("address=");
        let address = serving.split_once("address=").unwrap().1.split(' ').next().unwrap().to_owned();
        Server { process, address }
    }

    /// As a power cut would: no goodbye.
    pub(crate) fn kill(self) {
        drop(self);
    }

    /// The cookie of a new guest.
    pub(crate) fn guest(&self) -> String {
        self.http("POST", "/api/me", "", &json!({})).0
    }

    pub(crate) fn http(&self, method: &str, path: &str, cookie: &str, body: &Value) -> (String, Value) {
        let (head, body) = self.ask(method, path, cookie, body);
        let cookie = head
            .lines()
            .find_map(|line| line.strip_prefix("set-cookie: "))
            .and_then(|cookie| cookie.split(';').next())
            .unwrap_or(cookie);
        (cookie.to_owned(), serde_json::from_str(&body).unwrap())
    }

    /// The head and the body of the answer.
    pub(crate) fn ask(&self, method: &str, path: &str, cookie: &str, body: &Value) -> (String, String) {
        let body = body.to_string();
        let mut stream = TcpStream::connect(&self.address).unwrap();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nCookie: {cookie}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_owned(), body.to_owned())
    }

    /// Looks at the lobby for as long as the answer lives.
    pub(crate) fn lobby(&self) -> Option<Socket> {
        tungstenite::connect(format!("ws://{}/api/lobby/socket", self.address))
            .ok()
            .map(|(socket, _)| Socket(socket))
    }

    pub(crate) fn open(&self, table: &str, cookie: &str) -> (Socket, Value) {
        let url = format!("ws://{}/api/tables/{table}/socket", self.address);
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        let mut socket = Socket(tungstenite::connect(request).unwrap().0);
        let state = socket.hear("state");
        (socket, state)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }
}

pub(crate) struct Socket(WebSocket<MaybeTlsStream<TcpStream>>);

impl Socket {
    pub(crate) fn hear(&mut self, kind: &str) -> Value {
        loop {
            if let Message::Text(text) = self.0.read().unwrap() {
                let message: Value = serde_json::from_str(&text).unwrap();
                assert_ne!(message["type"], "refused", "{message}");
                if message["type"] == kind {
                    return message;
                }
            }
        }
    }

    pub(crate) fn send(&mut self, command: &Value) {
        self.0.send(Message::text(command.to_string())).unwrap();
    }

    /// Plays the first legal action; returns its token, once it is acknowledged, and the view after it.
    pub(crate) fn act(&mut self, view: &Value) -> (Value, Value) {
        let (ply, seat) = (view["ply"].as_u64().unwrap(), &view["turn"]["seat"]);
        let legal = view["legal"].as_array().unwrap();
        let t = legal[(ply as usize * 7) % legal.len()]["t"].clone();
        let command = json!({"type": "act", "id": format!("a{ply}"), "ply": ply, "seat": seat, "t": t});
        self.send(&command);
        let event = self.hear("event");
        self.hear("ack");
        (t, event["view"].clone())
    }
}
