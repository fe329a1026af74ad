//! As much HTTP as joining a table takes: one request a connection, no encryption.

use std::{
    fs,
    io::{Read, Write},
    net::{TcpStream, ToSocketAddrs},
    path::PathBuf,
    time::Duration,
};

use anyhow::{Context, anyhow, bail};
use serde_json::Value;

use crate::play::keep;

/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// A server, and who we are there.
#[derive(Debug)]
pub(super) struct Server {
    /// Name and port.
    pub(super) host: String,
    /// Empty until the server has made us a guest.
    pub(super) cookie: String,
}

/// A table's link: `http://host:port/t/ID?invite=SECRET`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Link {
    pub(super) host: String,
    pub(super) table: String,
    pub(super) invite: Option<String>,
}

impl Link {
    pub(super) fn parse(text: &str) -> anyhow::Result<Self> {
        if text.starts_with("https://") {
            bail!("https is not spoken here: use the address of the server itself, or a tunnel to it");
        }
        let rest = text.strip_prefix("http://").ok_or_else(|| anyhow!("a link begins with http://"))?;
        let (host, path) = rest.split_once('/').ok_or_else(|| anyhow!("a link names a table: /t/…"))?;
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let table = path.strip_prefix("t/").filter(|table| is_plain(table));
        let table = table.ok_or_else(|| anyhow!("a link names a table: /t/…"))?;
        let invite = query.split('&').find_map(|part| part.strip_prefix("invite="));
        if !invite.is_none_or(is_plain) || host.is_empty() {
            bail!("this link is not one of a table");
        }
        let host = if host.contains(':') { host.to_owned() } else { format!("{host}:80") };
        Ok(Link { host, table: table.to_owned(), invite: invite.map(str::to_owned) })
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
    pub(super) fn new(host: &str) -> anyhow::Result<Self> {
        let cookie = fs::read_to_string(cookie_file(host)?).unwrap_or_default();
        Ok(Server { host: host.to_owned(), cookie })
    }

    pub(super) fn connect(&self) -> anyhow::Result<TcpStream> {
        let host = || self.host.clone();
        let address = self.host.to_socket_addrs().with_context(host)?.next();
        let address = address.ok_or_else(|| anyhow!("{}: no such host", self.host))?;
        let stream = TcpStream::connect_timeout(&address, PATIENCE).with_context(host)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// Asks; gives the body of a good answer, or what the server says of a bad one.
    pub(super) fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> anyhow::Result<String> {
        let body = body.map_or(String::new(), Value::to_string);
        let mut stream = self.connect()?;
        // HTTP/1.0: the answer ends where the connection does.
        write!(
            stream,
            "{method} {path} HTTP/1.0\r\nHost: {}\r\nCookie: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.host,
            self.cookie,
            body.len()
        )?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        let answer = String::from_utf8(answer).context("an answer that is no text")?;
        let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(|| anyhow!("an answer without end"))?;
        self.remember(head)?;
        let status = head.split(' ').nth(1).unwrap_or_default();
        if !status.starts_with('2') {
            let error: Value = serde_json::from_str(body).unwrap_or_default();
            bail!("{}", error["error"]["text"].as_str().unwrap_or(status));
        }
        Ok(body.to_owned())
    }

    /// Keeps the cookie, so that we are the same guest next time.
    fn remember(&mut self, head: &str) -> anyhow::Result<()> {
        let mut set = head.lines().filter_map(|line| line.split_once(": "));
        let cookie = set.rfind(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
        if let Some((_, cookie)) = cookie {
            self.cookie = cookie.split(';').next().unwrap_or_default().to_owned();
            let file = cookie_file(&self.host)?;
            if let Some(folder) = file.parent() {
                fs::create_dir_all(folder)?;
            }
            fs::write(&file, &self.cookie).with_context(|| file.display().to_string())?;
        }
        Ok(())
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
        for wrong in ["http://host", "http://host/games", "https://host/t/x", "ftp://host/t/x", "http:///t/x"]
        {
            assert!(Link::parse(wrong).is_err(), "{wrong}");
        }
        assert!(Link::parse("http://host/t/x\r\nEvil: 1").is_err());
    }
}
