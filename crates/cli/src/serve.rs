use std::{net::SocketAddr, path::PathBuf, process::Command};

use engine::GameList;
use server::{
    ClientFiles, Config,
    config::{Settings, usual_file},
};

use crate::Verdict;

/// Host tables for people and programs, with the client for browsers
///
/// Flags beat LUDARIUM_… variables, which beat the TOML file.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    store: StoreArgs,
    /// The address to listen on [default: 127.0.0.1:7777]
    #[arg(long, value_name = "ADDRESS")]
    bind: Option<String>,
    /// Another origin whose pages may use the sockets; may be repeated
    #[arg(long = "origin", value_name = "URL")]
    origins: Vec<String>,
    /// A certificate file, to speak HTTPS
    #[arg(long, value_name = "FILE")]
    tls_cert: Option<PathBuf>,
    /// The key file of the certificate
    #[arg(long, value_name = "FILE")]
    tls_key: Option<PathBuf>,
    /// A proxy in front speaks HTTPS and tells the client's address
    #[arg(long)]
    proxied: bool,
    /// How much engine work runs at a time [default: the number of cores]
    #[arg(long, value_name = "COUNT")]
    engines: Option<usize>,
    /// Leave engine moves and analyses to `ludarium worker` processes on the same PostgreSQL
    #[arg(long)]
    workers: bool,
    /// Multiplies every rate limit; 0 lifts them all [default: 1]
    #[arg(long, value_name = "FACTOR")]
    rate: Option<f64>,
    /// After how many days without a table a guest is forgotten; 0 is never [default: 400]
    #[arg(long, value_name = "DAYS")]
    keep_guests: Option<u32>,
    /// After how many days a table that was called off or abandoned is deleted; 0 is never [default: 90]
    #[arg(long, value_name = "DAYS")]
    keep_tables: Option<u32>,
    /// After how many days without use a session ends; 0 is never [default: 400]
    #[arg(long, value_name = "DAYS")]
    keep_sessions: Option<u32>,
    /// Write the log as JSON, one value per line
    #[arg(long)]
    json_log: bool,
    /// Open a browser
    #[arg(long)]
    open: bool,
}

/// Where the data is.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct StoreArgs {
    /// sqlite:FILE or postgres://… [default: a file in the data folder]
    #[arg(long, value_name = "URL")]
    pub(crate) database: Option<String>,
    /// The TOML file with settings [default: ludarium.toml in the configuration folder, if there is one]
    #[arg(long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
}

impl StoreArgs {
    /// What the environment and the file say, with the database of the flags over it.
    pub(crate) fn settings(&self) -> anyhow::Result<Settings> {
        let file = match &self.config {
            Some(path) => Settings::file(path)?,
            None => match usual_file().filter(|path| path.exists()) {
                Some(path) => Settings::file(&path)?,
                None => Settings::default(),
            },
        };
        let environment = Settings::environment(|name| std::env::var(name).ok())?;
        let flags = Settings { database: self.database.clone(), ..Settings::default() };
        Ok(flags.or(environment).or(file))
    }
}

impl Args {
    pub(crate) fn run(self, games: GameList, client: ClientFiles) -> anyhow::Result<Verdict> {
        let flags = Settings {
            bind: self.bind,
            origins: (!self.origins.is_empty()).then_some(self.origins),
            tls_cert: self.tls_cert,
            tls_key: self.tls_key,
            proxied: self.proxied.then_some(true),
            engines: self.engines,
            workers: self.workers.then_some(true),
            rate: self.rate,
            keep_guests: self.keep_guests,
            keep_tables: self.keep_tables,
            keep_sessions: self.keep_sessions,
            ..Settings::default()
        };
        let config = Config { client, ..flags.or(self.store.settings()?).resolve()? };
        server::start_log(self.json_log);
        let scheme = if config.tls.is_some() { "https" } else { "http" };
        let ready = Box::new(move |address| {
            if self.open {
                open_browser(scheme, address);
            }
        });
        server::run(config, games, ready)?;
        Ok(Verdict::Right)
    }
}

fn open_browser(scheme: &str, address: SocketAddr) {
    let host = if address.ip().is_unspecified() { "localhost".to_owned() } else { address.ip().to_string() };
    let url = format!("{scheme}://{host}:{}/", address.port());
    let opener = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    if let Err(error) = Command::new(opener).arg(&url).spawn() {
        eprintln!("cannot open a browser ({error}): go to {url}");
    }
}
