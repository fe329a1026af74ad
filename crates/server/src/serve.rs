//! Binding to an address, and letting go of it.

use std::{io::IsTerminal, net::SocketAddr, time::Duration};

use axum_server::{
    Handle,
    accept::NoDelayAcceptor,
    tls_rustls::{RustlsAcceptor, RustlsConfig},
};
use engine::GameList;
use futures_util::future::BoxFuture;
use hyper_util::rt::TokioTimer;
use tokio::sync::oneshot;
use tracing_subscriber::{
    Layer,
    filter::{LevelFilter, Targets},
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

use crate::{
    App, Config, app,
    connection::{FIRST, GuardedAcceptor},
    store::OpenError,
};

/// What is kept at most of what one client says or is told, over HTTP/2 for each of the requests that may be under way.
const BUFFER: usize = 64 * 1024;
const STREAMS: u32 = 64;

/// Why a server could not serve.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error("cannot use the certificate: {0}")]
    Tls(std::io::Error),
    #[error("cannot listen on {0}: {1}")]
    Bind(SocketAddr, std::io::Error),
    #[error("{0}")]
    Io(#[from] std::io::Error),
}

/// Why a server could not run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Serve(#[from] ServeError),
    #[error("cannot start: {0}")]
    Runtime(#[from] std::io::Error),
}

/// Runs a server until the process is told to stop; `ready` is called with its address.
///
/// It is not generic, so that the server is compiled once and not again wherever it is run.
pub fn run(
    config: Config,
    games: GameList,
    ready: Box<dyn FnOnce(SocketAddr) + Send>,
) -> Result<(), RunError> {
    // Every socket is an open file, and what is usual is enough for a thousand.
    if let Err(error) = rlimit::increase_nofile_limit(u64::MAX) {
        tracing::warn!(%error, "cannot allow more open files");
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let done = runtime.block_on(async {
        let state = App::start(config, games).await?;
        let (sender, receiver) = oneshot::channel();
        tokio::spawn(async move {
            if let Ok(address) = receiver.await {
                ready(address);
            }
        });
        Ok(serve_until(state, sender, Box::pin(told_to_stop())).await?)
    });
    // Nobody waits for what is still searched.
    runtime.shutdown_background();
    done
}

/// Resolves when the process is interrupted or terminated.
pub(crate) async fn told_to_stop() {
    let interrupted = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminated = async {
        match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
            Ok(mut signal) => signal.recv().await,
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminated = std::future::pending::<Option<()>>();
    tokio::select! {
        () = interrupted => {}
        _ = terminated => {}
    }
}

/// Writes the log to standard error: as text, or as one JSON value a line.
pub fn start_log(json: bool) {
    let told = std::env::var("LUDARIUM_LOG").ok().filter(|text| !text.is_empty());
    let filter = told.and_then(|text| text.parse().ok()).unwrap_or_else(|| {
        Targets::new().with_default(LevelFilter::INFO).with_target("sqlx", LevelFilter::WARN)
    });
    let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let colour = std::io::stderr().is_terminal() && !plain;
    let lines = tracing_subscriber::fmt::layer().with_ansi(colour).with_writer(std::io::stderr);
    let lines = if json { lines.json().boxed() } else { lines.with_target(false).boxed() };
    // A second log in one process, as in tests, is the first one.
    let _started = tracing_subscriber::registry().with(lines.with_filter(filter)).try_init();
}

/// Serves until `stop` resolves, then lets tables and sockets finish. `ready` is told the address.
///
/// Boxed for the same reason as [`run`] is not generic.
pub fn serve(
    state: &'static App,
    ready: oneshot::Sender<SocketAddr>,
    stop: BoxFuture<'static, ()>,
) -> BoxFuture<'static, Result<(), ServeError>> {
    Box::pin(serve_until(state, ready, stop))
}

async fn serve_until(
    state: &'static App,
    ready: oneshot::Sender<SocketAddr>,
    stop: BoxFuture<'static, ()>,
) -> Result<(), ServeError> {
    let listener = std::net::TcpListener::bind(state.config.bind)
        .map_err(|error| ServeError::Bind(state.config.bind, error))?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    let handle = Handle::new();
    let stopper = handle.clone();
    tokio::spawn(async move {
        stop.await;
        tracing::info!("stopping");
        // Tables close their sockets as they stop; what still hangs on is cut after a moment.
        state.stop().await;
        stopper.graceful_shutdown(Some(Duration::from_secs(1)));
    });
    let service = app(state).into_make_service_with_connect_info::<SocketAddr>();
    tracing::info!(%address, tls = state.config.tls.is_some(), "serving");
    let _nobody = ready.send(address);
    let mut server = axum_server::from_tcp(listener)?.handle(handle);
    let http = server.http_builder();
    // An idle connection waits for headers too.
    http.http1().timer(TokioTimer::new()).header_read_timeout(FIRST).max_buf_size(BUFFER);
    http.http2()
        .max_concurrent_streams(STREAMS)
        .max_send_buf_size(BUFFER)
        .max_header_list_size(BUFFER as u32);
    // An acknowledgement does not wait for the one before it to arrive.
    let inner = NoDelayAcceptor;
    match &state.config.tls {
        None => server.acceptor(GuardedAcceptor { app: state, inner }).serve(service).await?,
        Some(tls) => {
            // A second call finds the provider installed, which is as good.
            let _installed = rustls::crypto::ring::default_provider().install_default();
            let tls = RustlsConfig::from_pem_file(&tls.cert, &tls.key).await.map_err(ServeError::Tls)?;
            let inner = RustlsAcceptor::new(tls).handshake_timeout(FIRST).acceptor(inner);
            server.acceptor(GuardedAcceptor { app: state, inner }).serve(service).await?;
        }
    }
    Ok(())
}
