//! Whoever takes too long over anything is cut off, and what they hold is free again.

use std::{io, net::SocketAddr, path::Path, sync::Arc, time::Duration};

use rustls::{
    ClientConfig, RootCertStore,
    pki_types::{CertificateDer, ServerName, pem::PemObject},
};
use serde_json::json;
use server::{Config, config::Tls};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::timeout,
};
use tokio_rustls::{TlsConnector, client::TlsStream};
use tokio_tungstenite::tungstenite::Message;

use crate::support::{Database, PATIENCE, Server, config, until};

const ASK: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n";

/// Says a few things, then nothing more, and waits until the other side hangs up.
async fn falls_silent(mut stream: impl AsyncRead + AsyncWrite + Unpin, said: &[&[u8]]) {
    for part in said {
        stream.write_all(part).await.unwrap();
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    let mut heard = Vec::new();
    // An end or a reset: both are a closed connection.
    let end = timeout(PATIENCE, stream.read_to_end(&mut heard)).await;
    end.expect("the other side hangs up").unwrap_or_else(|error| heard.len() + error.to_string().len());
}

async fn secure(address: SocketAddr) -> io::Result<TlsStream<TcpStream>> {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(data.join("authority.pem")).unwrap()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let trust = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(address).await?;
    TlsConnector::from(Arc::new(trust)).connect(ServerName::try_from("localhost").unwrap(), stream).await
}

#[tokio::test]
async fn whoever_falls_silent_is_cut_off() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let tls = Tls { cert: data.join("localhost.pem"), key: data.join("localhost.key") };
    let (one, two) = (Database::new().await, Database::new().await);
    let plain = Server::on(config(&one.url)).await;
    let encrypted = Server::on(Config { tls: Some(tls), ..config(&two.url) }).await;
    let at = |address: SocketAddr, said: &'static [&'static [u8]]| async move {
        falls_silent(TcpStream::connect(address).await.unwrap(), said).await;
    };
    let behind_tls = |said: &'static [&'static [u8]]| async {
        falls_silent(secure(encrypted.address).await.unwrap(), said).await;
    };
    tokio::join!(
        at(plain.address, &[]),
        at(plain.address, &[b"G", b"E"]),
        at(plain.address, &[b"PRI * HTTP/2.0\r\n"]),
        at(plain.address, &[b"GET /healthz HTTP/1.1\r\n", b"Host: here\r\n"]),
        at(plain.address, &[ASK]),
        at(encrypted.address, &[]),
        at(encrypted.address, &[b"\x16\x03\x01"]),
        behind_tls(&[]),
        behind_tls(&[b"GET"]),
        behind_tls(&[ASK]),
    );
    for server in [plain, encrypted] {
        until("nothing of them is left", async || (server.app.metrics.connections.get() == 0).then_some(()))
            .await;
        server.stop().await;
    }
}

/// A client whose system takes little before it has to be read.
async fn narrow(address: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4 * 1024).unwrap();
    socket.connect(address).await.unwrap()
}

#[tokio::test]
async fn whoever_reads_nothing_is_cut_off() {
    let server = Server::start().await;
    // Many long answers over one connection.
    let mut stream = narrow(server.address).await;
    let ask = b"GET /api/openapi.json HTTP/1.1\r\nHost: here\r\n\r\n".repeat(10);
    let mut asked = 0;
    while let Ok(Ok(())) = timeout(Duration::from_millis(500), stream.write_all(&ask)).await {
        asked += 10;
    }
    assert!(asked > 0 && server.app.metrics.connections.get() == 1, "{asked} were asked for");
    until("the connection is closed", async || (server.app.metrics.connections.get() == 0).then_some(()))
        .await;
    drop(stream);
    // A socket that asks for the whole table again and again.
    let mut one = server.person();
    let seats = json!([{"kind": "me"}, {"kind": "device"}]);
    let (id, _) = one.table(json!({"game": "archimedes", "setup": "seats=2", "seats": seats})).await;
    let mut socket = one.open(&id, "").await;
    let look = json!({"type": "look", "id": "l", "seat": 1}).to_string();
    while timeout(Duration::from_secs(1), socket.say_frame(Message::text(look.clone()))).await.is_ok() {
        if server.app.metrics.sockets.get() == 0 {
            break;
        }
    }
    until("the socket is closed", async || (server.app.metrics.sockets.get() == 0).then_some(())).await;
    // The table is as it was for everyone else.
    let mut again = one.open(&id, "").await;
    again.hear_type("state").await;
    server.stop().await;
}

#[tokio::test]
async fn an_address_has_so_many_connections() {
    let database = Database::new().await;
    let server = Server::on(Config { rate: 0.01, ..config(&database.url) }).await;
    let mut open = Vec::new();
    let mut refused = 0;
    for _ in 0..30 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let mut answer = [0; 12];
        let answered = async {
            stream.write_all(ASK).await?;
            stream.read_exact(&mut answer).await
        };
        match answered.await {
            Ok(_) => open.push(stream),
            Err(_) => refused += 1,
        }
    }
    assert_eq!((open.len(), refused), (20, 10));
    drop(open);
    until("others come in their place", async || {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(ASK).await.ok()?;
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.ok()?;
        (&answer == b"HTTP/1.1 200").then_some(())
    })
    .await;
    server.stop().await;
}

/// A client that speaks HTTP/2, asks for much, grants no window for it, and goes on saying that it is there.
#[tokio::test]
async fn whoever_grants_no_window_is_cut_off() {
    let server = Server::start().await;
    let frame = |kind: u8, flags: u8, stream: u8, payload: &[u8]| {
        [&[0, 0, payload.len() as u8, kind, flags, 0, 0, 0, stream], payload].concat()
    };
    let path = b"/api/openapi.json";
    // GET by http at an authority, as the table of HTTP/2 numbers these headers.
    let headers = [&[0x82, 0x86, 0x01, 4][..], b"here", &[0x04, path.len() as u8], path].concat();
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let no_window = frame(4, 0, 0, &[0, 4, 0, 0, 0, 0]);
    let asked = [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".to_vec(), no_window, frame(1, 5, 1, &headers)].concat();
    stream.write_all(&asked).await.unwrap();
    let (mut reader, mut writer) = stream.into_split();
    let heard = tokio::spawn(async move {
        let mut heard = Vec::new();
        // An end or a reset: both are a closed connection.
        let _end = reader.read_to_end(&mut heard).await;
        heard
    });
    let ping = frame(6, 0, 0, &[7; 8]);
    until("the connection is closed", async || {
        // It may be closed meanwhile.
        let _closed = writer.write_all(&ping).await;
        (server.app.metrics.connections.get() == 0).then_some(())
    })
    .await;
    let heard = heard.await.unwrap();
    assert!(heard.windows(8).any(|part| part == [7; 8]), "its pings were answered");
    server.stop().await;
}

/// What has come of a large body is held in memory until the rest comes: an address may have a limited number on their way.
#[tokio::test]
async fn an_address_has_so_many_bodies_on_their_way() {
    let database = Database::new().await;
    let server = Server::on(Config { rate: 0.05, ..config(&database.url) }).await;
    let begin = async || {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let head = "POST /api/record/read HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\n\
                    Content-Length: 200000\r\nExpect: 100-continue\r\n\r\n";
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).await.unwrap();
        (stream, String::from_utf8_lossy(&answer).into_owned())
    };
    let mut open = Vec::new();
    for number in 0..6 {
        let (stream, answer) = begin().await;
        let expected = if number < 4 { "HTTP/1.1 100" } else { "HTTP/1.1 429" };
        assert_eq!(answer, expected, "body {number}");
        open.push(stream);
    }
    drop(open);
    until("others come in their place", async || {
        let (_stream, answer) = begin().await;
        (answer == "HTTP/1.1 100").then_some(())
    })
    .await;
    server.stop().await;
}

/// A message in pieces without end is never whole, so nothing counts it: but no more is read of it than of anybody.
#[tokio::test]
async fn whoever_talks_on_and_on_is_heard_no_faster() {
    let database = Database::new().await;
    let server = Server::on(Config { rate: 0.01, ..config(&database.url) }).await;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let upgrade = "GET /api/lobby/socket HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
                   Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(upgrade.as_bytes()).await.unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"HTTP/1.1 101");
    // A text begins, and goes on with nothing.
    stream.write_all(&[0x01, 0x81, 0, 0, 0, 0, b'x']).await.unwrap();
    let pieces = [0x00, 0x80, 0, 0, 0, 0].repeat(1 << 20);
    let talk = async {
        for _ in 0..16 {
            stream.write_all(&pieces).await?;
        }
        io::Result::Ok(())
    };
    // What lies between takes some of it.
    assert!(timeout(Duration::from_secs(3), talk).await.is_err(), "all of it was taken");
    server.stop().await;
}
