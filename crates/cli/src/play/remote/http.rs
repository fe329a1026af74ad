//! What joining a table takes of HTTP.

use std::{
    fs,
    io::Write,
    net::TcpStream,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use anyhow::{Context, anyhow, bail};
use http_body_util::{BodyExt, Full};
use hyper::{Request, Response, body::Bytes, client::conn::http1, header};
use hyper_util::rt::TokioIo;
use serde_json::Value;
use tokio::{
    io::{AsyncRead, AsyncWrite},
    runtime::{self, Runtime},
};
use tokio_rustls::{
    TlsConnector,
    rustls::{ClientConfig, RootCertStore, pki_types::ServerName},
};
use tungstenite::{
    Connector, WebSocket, client::IntoClientRequest, client_tls_with_config, stream::MaybeTlsStream,
};

use crate::play::saved_games;

/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// A server, and who we are there.
#[derive(Debug)]
pub(super) struct Server {
    runtime: Runtime,
    /// With whom we speak in secret, if we do.
    tls: Option<Arc<ClientConfig>>,
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
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        let cookie = fs::read_to_string(cookie_file(link.secure, &link.host)?).unwrap_or_default();
        Ok(Server { runtime, tls: link.secure.then(trusted), host: link.host.clone(), cookie })
    }

    /// Asks; gives the body of a good answer, or what the server says of a bad one.
    pub(super) fn ask(&mut self, method: &str, path: &str, body: Option<&Value>) -> anyhow::Result<String> {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, &self.host)
            .header(header::COOKIE, &self.cookie)
            .header(header::CONTENT_TYPE, "application/json")
            .body(Full::from(body.map_or(String::new(), Value::to_string)))?;
        let answered = async { tokio::time::timeout(PATIENCE, self.send(request)).await? };
        let answer = self.runtime.block_on(answered).with_context(|| self.host.clone())?;
        let cookie = answer.headers().get_all(header::SET_COOKIE).iter().next_back();
        if let Some(cookie) = cookie.and_then(|cookie| cookie.to_str().ok()) {
            self.remember(cookie)?;
        }
        let status = answer.status();
        let text = String::from_utf8(answer.into_body().into()).context("an answer that is no text")?;
        if !status.is_success() {
            let error: Value = serde_json::from_str(&text).unwrap_or_default();
            bail!("{}", error["error"]["text"].as_str().unwrap_or(status.as_str()));
        }
        Ok(text)
    }

    /// Sends a request over a connection of its own.
    async fn send(&self, request: Request<Full<Bytes>>) -> anyhow::Result<Response<Bytes>> {
        let stream = tokio::net::TcpStream::connect(&self.host).await?;
        match &self.tls {
            None => exchange(stream, request).await,
            Some(tls) => {
                let name = self.host.rsplit_once(':').map_or(&*self.host, |(name, _)| name);
                let name = ServerName::try_from(name.trim_matches(['[', ']']))?.to_owned();
                exchange(TlsConnector::from(Arc::clone(tls)).connect(name, stream).await?, request).await
            }
        }
    }

    /// Opens a socket.
    pub(super) fn socket(&self, path: &str) -> anyhow::Result<WebSocket<MaybeTlsStream<TcpStream>>> {
        let scheme = if self.tls.is_some() { "wss" } else { "ws" };
        let mut request = format!("{scheme}://{}{path}", self.host).into_client_request()?;
        request.headers_mut().insert("cookie", self.cookie.parse().context("a cookie that cannot be sent")?);
        let stream = TcpStream::connect(&self.host)?;
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let tls = self.tls.clone().map(Connector::Rustls);
        let (socket, _) = client_tls_with_config(request, stream, None, tls)
            .map_err(|error| anyhow!("the server opens no socket: {error}"))?;
        Ok(socket)
    }

    /// Keeps the cookie, so that we are the same guest next time; nobody else reads it.
    fn remember(&mut self, cookie: &str) -> anyhow::Result<()> {
        self.cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        let file = cookie_file(self.tls.is_some(), &self.host)?;
        if let Some(folder) = file.parent() {
            fs::create_dir_all(folder)?;
        }
        write_secret(&file, &self.cookie).with_context(|| file.display().to_string())
    }
}

/// Whom the system trusts: a club's own certificate counts if that does.
fn trusted() -> Arc<ClientConfig> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    Arc::new(ClientConfig::builder().with_root_certificates(roots).with_no_client_auth())
}

/// The answer to a request.
async fn exchange<S>(stream: S, request: Request<Full<Bytes>>) -> anyhow::Result<Response<Bytes>>
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let (mut line, connection) = http1::handshake(TokioIo::new(stream)).await?;
    // What becomes of it is told to whoever sends on it.
    tokio::spawn(async { connection.await.unwrap_or_default() });
    let (head, body) = line.send_request(request).await?.into_parts();
    Ok(Response::from_parts(head, body.collect().await?.to_bytes()))
}

/// What lies beneath a socket.
pub(super) fn stream(socket: &WebSocket<MaybeTlsStream<TcpStream>>) -> &TcpStream {
    match socket.get_ref() {
        MaybeTlsStream::Plain(stream) => stream,
        MaybeTlsStream::Rustls(tls) => &tls.sock,
        _ => unreachable!("no other encryption is built in"),
    }
}

/// One file for each server and scheme: what was said in secret is not sent in the open.
fn cookie_file(secure: bool, host: &str) -> anyhow::Result<PathBuf> {
    let scheme = if secure { "https" } else { "http" };
    let name = format!("{scheme}-{}", host.replace([':', '/', '[', ']'], "-"));
    Ok(saved_games::folder()?.with_file_name("guests").join(name))
}

/// Writes a file that only its owner may read, also if it was there before.
fn write_secret(file: &Path, text: &str) -> std::io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut open = options.open(file)?;
    #[cfg(unix)]
    open.set_permissions(std::os::unix::fs::PermissionsExt::from_mode(0o600))?;
    open.write_all(text.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(unix)]
    fn a_cookie_is_its_owners_alone() {
        use std::os::unix::fs::PermissionsExt;
        let file = std::env::temp_dir().join(format!("ludarium-cookie-{:x}", rand::random::<u64>()));
        fs::write(&file, "old and everybody's").expect("a file");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).expect("a file");
        write_secret(&file, "a=b").expect("a file");
        assert_eq!(fs::metadata(&file).expect("a file").permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_to_string(&file).expect("a file"), "a=b");
        fs::remove_file(&file).expect("a file");
        let of = |secure| cookie_file(secure, "host:7777").expect("a folder");
        assert_ne!(of(true), of(false));
    }

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
