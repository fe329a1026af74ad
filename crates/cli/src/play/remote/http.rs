//! What joining a table takes of HTTP.

use std::{fs, net::TcpStream, path::PathBuf, time::Duration};

use anyhow::{Context, anyhow, bail};
use serde_json::Value;
use tungstenite::{WebSocket, client::IntoClientRequest, stream::MaybeTlsStream};
use ureq::{
    Agent,
    http::{Request, header},
    tls::{RootCerts, TlsConfig},
};

use crate::play::keep;

/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// A server, and who we are there.
#[derive(Debug)]
pub(super) struct Server {
    agent: Agent,
    secure: bool,
    /// Name and port.
    host: String,
    /// Empty until the server has made us a guest.
    cookie: String,
}

/// A table's link: `http://host:port/t/ID?invite=SECRET`, or with `https`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) secure: bool,
    /// Name and port.
    pub(super) host: String,
    pub(super) table: String,
    pub(super) invite: Option<String>,
}

impl Link {
    pub(super) fn parse(text: &str) -> anyhow::Result<Self> {
        let (secure, rest) = match (text.strip_prefix("http://"), text.strip_prefix("https://")) {
            (Some(rest), _) => (false, rest),
            (_, Some(rest)) => (true, rest),
            _ => bail!("a link begins with http:// or https://"),
        };
        let (host, path) = rest.split_once('/').ok_or_else(|| anyhow!("a link names a table: /t/…"))?;
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let table = path.strip_prefix("t/").filter(|table| is_plain(table));
        let table = table.ok_or_else(|| anyhow!("a link names a table: /t/…"))?;
        let invite = query.split('&').find_map(|part| part.strip_prefix("invite="));
        if !invite.is_none_or(is_plain) || host.is_empty() {
            bail!("this link is not one of a table");
        }
        let port = if secure { 443 } else { 80 };
        let host = if host.contains(':') { host.to_owned() } else { format!("{host}:{port}") };
        Ok(Link { secure, host, table: table.to_owned(), invite: invite.map(str::to_owned) })
    }

    /// The address of something of this table, with the invitation.
    pub(super) fn path(&self, what: &str) -> String {
        let invite = self.invite.as_ref().map_or(String::new(), |invite| format!("?invite={invite}"));
        format!("/api/tables/{}{what}{invite}", self.table)
    }
}

/// Letters, digits and what links are made of: nothing that ends a line or a path.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.~%=".contains(&b))
}

impl Server {
    /// The server, as whom we were there last.
    pub(super) fn new(link: &Link) -> anyhow::Result<Self> {
        // A club's own certificate counts if the system trusts it.
        let tls = TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build();
        let agent = Agent::config_builder()
            .timeout_global(Some(PATIENCE))
            .http_status_as_error(false)
            .tls_config(tls)
            .build()
            .into();
        let cookie = fs::read_to_string(cookie_file(&link.host)?).unwrap_or_default();
        Ok(Server { agent, secure: link.secure, host: link.host.clone(), cookie })
    }

    fn url(&self, scheme: &str, path: &str) -> String {
        format!("{scheme}{}://{}{path}", if self.secure { "s" } else { "" }, self.host)
    }

    /// Asks; gives the body of a good answer, or what the server says of a bad one.
    pub(super) fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> anyhow::Result<String> {
        let request = Request::builder()
            .method(method)
            .uri(self.url("http", path))
            .header(header::COOKIE, &self.cookie)
            .header(header::CONTENT_TYPE, "application/json")
            .body(body.map_or(String::new(), Value::to_string))?;
        let mut answer = self.agent.run(request).with_context(|| self.host.clone())?;
        let cookie = answer.headers().get_all(header::SET_COOKIE).iter().next_back();
        if let Some(cookie) = cookie.and_then(|cookie| cookie.to_str().ok()) {
            self.remember(cookie)?;
        }
        let text = answer.body_mut().read_to_string().context("an answer that is no text")?;
        if !answer.status().is_success() {
            let error: Value = serde_json::from_str(&text).unwrap_or_default();
            bail!("{}", error["error"]["text"].as_str().unwrap_or(answer.status().as_str()));
        }
        Ok(text)
    }

    /// Opens a socket.
    pub(super) fn socket(&self, path: &str) -> anyhow::Result<WebSocket<MaybeTlsStream<TcpStream>>> {
        let mut request = self.url("ws", path).into_client_request()?;
        request.headers_mut().insert("cookie", self.cookie.parse().context("a cookie that cannot be sent")?);
        let (socket, _) =
            tungstenite::connect(request).map_err(|error| anyhow!("the server opens no socket: {error}"))?;
        let stream = stream(&socket);
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        Ok(socket)
    }

    /// Keeps the cookie, so that we are the same guest next time.
    fn remember(&mut self, cookie: &str) -> anyhow::Result<()> {
        self.cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        let file = cookie_file(&self.host)?;
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(&file, &self.cookie).with_context(|| file.display().to_string())
    }
}

/// What lies beneath a socket.
pub(super) fn stream(socket: &WebSocket<MaybeTlsStream<TcpStream>>) -> &TcpStream {
    match socket.get_ref() {
        MaybeTlsStream::Plain(stream) => stream,
        MaybeTlsStream::Rustls(tls) => &tls.sock,
        _ => unreachable!("no other encryption is built in"),
    }
}

fn cookie_file(host: &str) -> anyhow::Result<PathBuf> {
    Ok(keep::folder()?.with_file_name("guests").join(host.replace([':', '/', '[', ']'], "-")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_read() {
        let link = Link::parse("http://localhost:8080/t/t_9f?invite=abc").expect("a link");
        assert_eq!(link.host, "localhost:8080");
        assert_eq!(link.path("/socket"), "/api/tables/t_9f/socket?invite=abc");
        assert_eq!(Link::parse("http://host/t/t_9f").expect("a link").host, "host:80");
        assert_eq!(Link::parse("https://host/t/t_9f").expect("a link").host, "host:443");
        for wrong in ["http://host", "https://host/games", "ftp://host/t/x", "http:///t/x"] {
            assert!(Link::parse(wrong).is_err(), "{wrong}");
        }
        assert!(Link::parse("http://host/t/x\r\nEvil: 1").is_err());
    }
}
