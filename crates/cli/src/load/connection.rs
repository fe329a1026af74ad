//! HTTP and WebSocket connections to the servers under load.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, ToSocketAddrs};

use anyhow::{Context, anyhow};
use http_body_util::{BodyExt, Full};
use hyper::{
    Request, StatusCode,
    body::Bytes,
    client::conn::http1::{SendRequest, handshake},
    header,
};
use hyper_util::rt::TokioIo;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{client::IntoClientRequest, protocol::WebSocketConfig},
};

use crate::usage;

/// A socket to a table or to the lobby.
pub(super) type Socket = WebSocketStream<TcpStream>;

/// How many connections leave from one address before the next is used: there are some 28,000 ports.
const FROM_ONE_ADDRESS: usize = 20_000;
/// The buffer of a socket of ours while nothing is sent.
const BUFFER: usize = 4096;

/// The addresses of the servers under load. They share a database, so any will do.
#[derive(Debug)]
pub(super) struct Addresses {
    servers: Vec<SocketAddr>,
    origin: Origin,
}

/// Where connections come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// As few addresses as have enough ports.
    Few,
    /// Each player has an address of their own,
    Player,
    /// and so has each attacker.
    Attacker,
}

impl Origin {
    /// The address that a connection of this number leaves from; nothing if any will do.
    fn address(self, number: usize) -> Option<Ipv4Addr> {
        let [.., high, low] = number.to_be_bytes();
        match self {
            // Each address has a limited number of ports, so the connections leave from one after another of them.
            Origin::Few => match number / FROM_ONE_ADDRESS {
                0 => None,
                from => Some(Ipv4Addr::new(127, 0, 1, from as u8)),
            },
            Origin::Player => Some(Ipv4Addr::new(127, 1, high, low)),
            Origin::Attacker => Some(Ipv4Addr::new(127, 66, high, low)),
        }
    }
}

impl Addresses {
    pub(super) fn new(servers: Vec<SocketAddr>, origin: Origin) -> Self {
        Addresses { servers, origin }
    }

    fn address(&self, number: usize) -> SocketAddr {
        self.servers[number % self.servers.len()]
    }

    /// Connects to this server, or to the next that answers: one of several may be down.
    async fn connect(&self, number: usize) -> anyhow::Result<TcpStream> {
        let mut why = None;
        for address in (number..number + self.servers.len()).map(|number| self.address(number)) {
            match connect(address, self.origin.address(number)).await {
                Ok(stream) => return Ok(stream),
                Err(error) => why = Some(error),
            }
        }
        Err(why.expect("there is an address").into())
    }

    /// Opens the WebSocket at a path with this cookie.
    pub(super) async fn socket(&self, number: usize, path: &str, cookie: &str) -> anyhow::Result<Socket> {
        let mut request = format!("ws://{}{path}", self.address(number)).into_client_request()?;
        if !cookie.is_empty() {
            request.headers_mut().insert(header::COOKIE, cookie.parse()?);
        }
        let small = WebSocketConfig::default().read_buffer_size(BUFFER).write_buffer_size(0);
        let stream = self.connect(number).await?;
        Ok(client_async_with_config(request, stream, Some(small)).await?.0)
    }

    /// What the servers say of their commits.
    pub(super) async fn commits(&self) -> anyhow::Result<Commits> {
        let mut commits = Commits::default();
        for address in &self.servers {
            let own = Addresses::new(vec![*address], self.origin);
            let mut client = own.client(0);
            // The counters of a server that is down are lost with it.
            let Ok(text) = client.text("GET", "/metrics", &mut String::new(), &Value::Null).await else {
                continue;
            };
            let text = std::str::from_utf8(&text)?;
            let value = |name: &str| -> anyhow::Result<f64> {
                let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
                Ok(line.with_context(|| format!("/metrics has no {name}"))?.parse()?)
            };
            commits.count += value("ludarium_commit_seconds_count")? as u64;
            commits.seconds += value("ludarium_commit_seconds_sum")?;
        }
        Ok(commits)
    }

    /// A client for several requests in a row.
    pub(super) fn client(&self, number: usize) -> HttpClient<'_> {
        HttpClient { addresses: self, number, sender: None, takes_gzip: false }
    }
}

async fn connect(address: SocketAddr, from: Option<Ipv4Addr>) -> std::io::Result<TcpStream> {
    let stream = match (address.ip(), from) {
        (IpAddr::V4(ip), Some(from)) if ip.is_loopback() => {
            let socket = TcpSocket::new_v4()?;
            socket.bind((from, 0).into())?;
            socket.connect(address).await?
        }
        _ => TcpStream::connect(address).await?,
    };
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// How often the servers have committed, and how long that took.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Commits {
    pub(super) count: u64,
    pub(super) seconds: f64,
}

impl Commits {
    /// The difference; a server that was restarted meanwhile counts from zero.
    pub(super) fn since(self, before: Commits) -> Commits {
        Commits {
            count: self.count.saturating_sub(before.count),
            seconds: (self.seconds - before.seconds).max(0.0),
        }
    }
}

/// An HTTP client that keeps one connection as long as it lasts.
#[derive(Debug)]
pub(super) struct HttpClient<'a> {
    addresses: &'a Addresses,
    number: usize,
    sender: Option<SendRequest<Full<Bytes>>>,
    /// Whether answers may come compressed: then they are not to be read.
    pub(super) takes_gzip: bool,
}

impl HttpClient<'_> {
    /// The cookie of a new guest.
    pub(super) async fn guest(&mut self) -> anyhow::Result<String> {
        let mut cookie = String::new();
        self.text("POST", "/api/me", &mut cookie, &json!({})).await?;
        Ok(cookie)
    }

    /// Sends a request and reads the JSON of a successful response. A `Set-Cookie` of it replaces `cookie`.
    pub(super) async fn json<T: DeserializeOwned>(
        &mut self,
        method: &str,
        path: &str,
        cookie: &mut String,
        body: &Value,
    ) -> anyhow::Result<T> {
        let answer = self.text(method, path, cookie, body).await?;
        serde_json::from_slice(&answer).with_context(|| format!("the answer to {path}"))
    }

    pub(super) async fn text(
        &mut self,
        method: &str,
        path: &str,
        cookie: &mut String,
        body: &Value,
    ) -> anyhow::Result<Bytes> {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, self.addresses.address(self.number).to_string())
            .header(header::CONTENT_TYPE, "application/json");
        if !cookie.is_empty() {
            request = request.header(header::COOKIE, cookie.as_str());
        }
        if self.takes_gzip {
            request = request.header(header::ACCEPT_ENCODING, "gzip");
        }
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let response = self.sender().await?.send_request(request.body(Full::from(body))?).await?;
        if let Some(set) = response.headers().get(header::SET_COOKIE) {
            *cookie = set.to_str()?.split(';').next().unwrap_or_default().to_owned();
        }
        let status = response.status();
        let answer = response.into_body().collect().await?.to_bytes();
        if !status.is_success() {
            let said = format!("{method} {path}: {}", reason(status, &answer));
            return Err(anyhow::Error::new(Refused(status)).context(said));
        }
        Ok(answer)
    }

    async fn sender(&mut self) -> anyhow::Result<&mut SendRequest<Full<Bytes>>> {
        if self.sender.as_ref().is_none_or(SendRequest::is_closed) {
            let stream = TokioIo::new(self.addresses.connect(self.number).await?);
            let (sender, connection) = handshake(stream).await?;
            // The sender reports the errors of its connection.
            tokio::spawn(async { connection.await.unwrap_or_default() });
            self.sender = Some(sender);
        }
        let sender = self.sender.as_mut().expect("it was just made");
        sender.ready().await?;
        Ok(sender)
    }
}

/// A response that is no success.
#[derive(Debug)]
struct Refused(StatusCode);

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for Refused {}

/// The status that an error of a request came with; 0 if there was no response.
pub(super) fn status_of(error: &anyhow::Error) -> u16 {
    error.downcast_ref::<Refused>().map_or(0, |refused| refused.0.as_u16())
}

fn reason(status: StatusCode, answer: &[u8]) -> String {
    let error: Value = serde_json::from_slice(answer).unwrap_or_default();
    error["error"]["text"].as_str().map_or_else(|| status.to_string(), str::to_owned)
}

/// The address in a URL. One of another machine must be allowed explicitly.
pub(super) fn address(url: &str, allow_remote: bool) -> anyhow::Result<SocketAddr> {
    let host = url.strip_prefix("http://").ok_or_else(|| usage("an address begins with http://"))?;
    let host = host.trim_end_matches('/');
    let named = if host.rsplit(']').next().is_some_and(|rest| rest.contains(':')) {
        host.to_owned()
    } else {
        format!("{host}:80")
    };
    let found = named.to_socket_addrs().with_context(|| named.clone())?.next();
    let address = found.ok_or_else(|| anyhow!("{host}: no such host"))?;
    if !address.ip().is_loopback() && !allow_remote {
        return Err(usage(format_args!("{address} is another machine: see --allow-remote")));
    }
    Ok(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_loaded_unless_told_otherwise() {
        assert_eq!(address("http://127.0.0.1:7777/", false).expect("loopback").port(), 7777);
        assert_eq!(address("http://[::1]:80", false).expect("loopback").port(), 80);
        for foreign in ["http://192.0.2.1:7777", "http://0.0.0.0:7777", "https://127.0.0.1:7777"] {
            assert!(address(foreign, false).is_err(), "{foreign}");
        }
        assert!(address("http://192.0.2.1:7777", true).is_ok());
    }
}
