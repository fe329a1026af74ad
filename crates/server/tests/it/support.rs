//! A server for a test, and clients for it that know only `docs/socket.md`.

mod client;
mod socket;

use std::{
    net::SocketAddr,
    time::{Duration, Instant},
};

use axum::Router;
use serde_json::{Value, json};
use server::{App, Config, config::Settings};
use sqlx::Connection;
use tempfile::TempDir;
use tokio::sync::oneshot;

pub(crate) use client::Client;
pub(crate) use socket::Socket;

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
            server::serve(app, ready, Box::pin(stopped)).await.unwrap();
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
