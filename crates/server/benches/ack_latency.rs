//! Whether acknowledgements wait for those who only read: with 100,000 finished games in the database, actions are
//! played first alone, then beside clients that ask `GET /api/me` as fast as they can.
//!
//! `cargo bench -p server --bench ack_latency`, or with `LUDARIUM_BENCH_DATABASE=postgres://…` and an empty database.
#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a measurement")]

use std::{
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::{Method, Request, body::Bytes, client::conn::http1, header};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use server::{App, config::Settings};
use sqlx::{AnyConnection, Connection};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};

const GAMES: usize = 100_000;
const PLAYERS: usize = 20;
const READERS: usize = 16;
const TIME: Duration = Duration::from_secs(15);
/// Between the actions of one player.
const PACE: Duration = Duration::from_millis(50);

#[tokio::main]
async fn main() {
    let folder = tempfile::tempdir().unwrap();
    let file = format!("sqlite:{}", folder.path().join("bench.db").display());
    let database = std::env::var("LUDARIUM_BENCH_DATABASE").unwrap_or(file);
    let settings = Settings {
        bind: Some("127.0.0.1:0".to_owned()),
        database: Some(database.clone()),
        rate: Some(0.0),
        ..Settings::default()
    };
    let app = App::start(settings.resolve().unwrap(), games::GAMES).await.unwrap();
    let (ready, address) = tokio::sync::oneshot::channel();
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let served = tokio::spawn(server::serve(app, ready, Box::pin(async { drop(stopped.await) })));
    let address = address.await.unwrap();
    let (cookie, me) = guest(address).await;
    fill(&database, me["id"].as_str().unwrap()).await;
    println!("{GAMES} finished games; {PLAYERS} players, an action every {PACE:?} each");
    println!("alone:               {}", measure(address, Vec::new()).await);
    let asked = Arc::new(AtomicU64::new(0));
    let begin = Instant::now();
    let readers =
        (0..READERS).map(|_| tokio::spawn(read(address, cookie.clone(), Arc::clone(&asked)))).collect();
    let beside = measure(address, readers).await;
    let each_second = asked.load(Relaxed) as f64 / begin.elapsed().as_secs_f64();
    println!("beside {READERS} readers:   {beside}, {each_second:.0} requests/s");
    stop.send(()).unwrap();
    served.await.unwrap().unwrap();
}

/// Fills the database as years do; one person sat at a thousand of the games.
async fn fill(database: &str, regular: &str) {
    let mut connection = AnyConnection::connect(database).await.unwrap();
    let numbers = |count: usize| {
        format!(
            "WITH RECURSIVE numbers (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < {count})"
        )
    };
    let of = |count, what: &str, values: &str| {
        format!("INSERT INTO {what} {} SELECT {values} FROM numbers", numbers(count))
    };
    for sql in [
        of(10_000, "people (id, kind, name, created)", "'p_' || i, 'guest', 'Guest ' || i, i"),
        format!("INSERT INTO people (id, kind, name, created) VALUES ('{regular}', 'guest', 'Regular', 1)"),
        of(
            GAMES,
            "tables (id, game, options, seats, clock, reply_seconds, rated, private, owner, invite, state, created, \
             ended, result)",
            "'t_' || i, 'axiom', '', '[]', '{\"kind\":\"none\"}', 10, 0, 0, 'p_' || (i % 10000 + 1), '', 'over', i, i, '1 0'",
        ),
        of(GAMES, "sitters (table_id, seat, person)", "'t_' || i, 1, 'p_' || (i % 10000 + 1)"),
        of(
            GAMES,
            "sitters (table_id, seat, person)",
            &format!("'t_' || i, 2, CASE i % 100 WHEN 0 THEN '{regular}' ELSE 'p_' || (i % 9999 + 1) END"),
        ),
        of(
            10 * GAMES,
            "events (table_id, n, at, body)",
            "'t_' || ((i - 1) / 10 + 1), (i - 1) % 10 + 1, i, '{\"kind\":\"action\",\"ply\":1,\"seat\":1,\"t\":\"a2-c4\"}'",
        ),
        "ANALYZE".to_owned(),
    ] {
        sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
    }
    connection.close().await.unwrap();
}

/// How long acknowledgements take while the readers read.
async fn measure(address: SocketAddr, readers: Vec<tokio::task::JoinHandle<()>>) -> String {
    let until = Arc::new(AtomicBool::new(false));
    let players: Vec<_> = (0..PLAYERS).map(|_| tokio::spawn(play(address, Arc::clone(&until)))).collect();
    tokio::time::sleep(TIME).await;
    until.store(true, Relaxed);
    let mut times = Vec::new();
    for player in players {
        times.extend(player.await.unwrap());
    }
    readers.iter().for_each(tokio::task::JoinHandle::abort);
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    format!("{} actions, p50 {:.1} ms, p99 {:.1} ms, max {:.1} ms", times.len(), at(0.5), at(0.99), at(1.0))
}

async fn play(address: SocketAddr, until: Arc<AtomicBool>) -> Vec<Duration> {
    let (cookie, _) = guest(address).await;
    let mut times = Vec::new();
    while !until.load(Relaxed) {
        let seats = json!([{"kind": "me"}, {"kind": "device"}]);
        let new = json!({"game": "archimedes", "setup": "seats=2", "seats": seats, "private": true});
        let (_, made) = ask(address, Method::POST, "/api/tables", Some(&cookie), new).await;
        let url = format!("ws://{address}/api/tables/{}/socket", made["id"].as_str().unwrap());
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        let (mut socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        let mut sent = Instant::now();
        while let Some(Ok(message)) = socket.next().await {
            let Message::Text(text) = message else { continue };
            let message: Value = serde_json::from_str(&text).unwrap();
            if message["type"] == "ack" {
                times.push(sent.elapsed());
            }
            let view = &message["view"];
            if view["ply"].is_null() {
                continue;
            }
            let legal = view["legal"].as_array().map_or(0, Vec::len);
            if legal == 0 || until.load(Relaxed) {
                break;
            }
            tokio::time::sleep(PACE).await;
            let ply = view["ply"].as_u64().unwrap();
            let t = &view["legal"][ply as usize * 7 % legal]["t"];
            let act = json!({"type": "act", "id": format!("a{ply}"), "ply": ply, "seat": view["turn"]["seat"], "t": t});
            sent = Instant::now();
            socket.send(Message::text(act.to_string())).await.unwrap();
        }
    }
    times
}

/// Asks again and again over one connection.
async fn read(address: SocketAddr, cookie: String, asked: Arc<AtomicU64>) {
    let stream = TcpStream::connect(address).await.unwrap();
    let (mut line, connection) = http1::handshake::<_, Full<Bytes>>(TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    loop {
        let request = Request::get("/api/me").header(header::HOST, "here").header(header::COOKIE, &cookie);
        let answer = line.send_request(request.body(Full::default()).unwrap()).await.unwrap();
        assert!(answer.status().is_success());
        answer.into_body().collect().await.unwrap();
        asked.fetch_add(1, Relaxed);
    }
}

/// The cookie of a new guest, and who that is.
async fn guest(address: SocketAddr) -> (String, Value) {
    ask(address, Method::POST, "/api/me", None, json!({})).await
}

async fn ask(
    address: SocketAddr,
    method: Method,
    path: &str,
    cookie: Option<&str>,
    body: Value,
) -> (String, Value) {
    let stream = TcpStream::connect(address).await.unwrap();
    let (mut line, connection) = http1::handshake::<_, Full<Bytes>>(TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    let mut request = Request::builder().method(method).uri(path).header(header::HOST, "here");
    if let Some(cookie) = cookie {
        request = request.header(header::COOKIE, cookie);
    }
    let request = request.header(header::CONTENT_TYPE, "application/json");
    let answer = line.send_request(request.body(Full::from(body.to_string())).unwrap()).await.unwrap();
    let cookie = answer.headers().get(header::SET_COOKIE).and_then(|cookie| cookie.to_str().ok());
    let cookie = cookie.and_then(|cookie| cookie.split(';').next()).unwrap_or_default().to_owned();
    let bytes = answer.into_body().collect().await.unwrap().to_bytes();
    (cookie, serde_json::from_slice(&bytes).unwrap_or_default())
}
