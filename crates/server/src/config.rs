//! How a server is set up: flags, then the environment, then a TOML file, then what is usual.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
};

use serde::Deserialize;

use crate::client::ClientFiles;

/// Everything that an operator decides.
#[derive(Clone, Debug)]
pub struct Config {
    pub bind: SocketAddr,
    /// `sqlite:…` or `postgres://…`.
    pub database: String,
    /// Other origins whose pages may use the sockets, such as a development server's.
    pub origins: Vec<String>,
    pub tls: Option<Tls>,
    /// Whether a proxy in front speaks HTTPS and tells the client's address in `X-Forwarded-For`.
    pub proxied: bool,
    /// How much engine work runs at a time.
    pub engines: usize,
    /// Whether moves and analyses are left to `ludarium worker` processes on the same database.
    pub workers: bool,
    /// Multiplies every rate limit; 0 lifts them all.
    pub rate: f64,
    pub keep: Keep,
    /// What the binary that runs the server brings along.
    pub client: ClientFiles,
}

/// For how many days what nobody comes back to is kept; 0 is for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keep {
    /// Guests, after the last table they sat at: then their names and words go.
    pub guests: u32,
    /// Tables that were called off, and games without a clock in which nothing happens.
    pub tables: u32,
    /// Sessions, after they were last used.
    pub sessions: u32,
}

/// The certificate files of a server that speaks HTTPS itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tls {
    pub cert: PathBuf,
    pub key: PathBuf,
}

/// What one source says; sources are laid over each other.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Settings {
    pub bind: Option<String>,
    pub database: Option<String>,
    pub origins: Option<Vec<String>>,
    pub tls_cert: Option<PathBuf>,
    pub tls_key: Option<PathBuf>,
    pub proxied: Option<bool>,
    pub engines: Option<usize>,
    pub workers: Option<bool>,
    pub rate: Option<f64>,
    pub keep_guests: Option<u32>,
    pub keep_tables: Option<u32>,
    pub keep_sessions: Option<u32>,
}

/// Why the settings do not make sense.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    #[error("cannot read {0}: {1}")]
    File(PathBuf, std::io::Error),
    #[error("{0}: {1}")]
    Toml(PathBuf, toml::de::Error),
    #[error("`{0}` is not an address such as 127.0.0.1:7777")]
    Bind(String),
    #[error("{0} is {1}, which is not {2}")]
    Variable(&'static str, String, &'static str),
    #[error("TLS needs both a certificate file and a key file")]
    Tls,
    #[error("workers need a database that processes share: postgres://…")]
    Workers,
    #[error("there is no home folder to keep the data in: name a database")]
    NoHome,
    #[error("cannot make the data folder {0}: {1}")]
    Folder(PathBuf, std::io::Error),
}

const DAYS: &str = "a number of days";

impl Settings {
    /// What stands in a TOML file.
    pub fn file(path: &Path) -> Result<Self, ConfigError> {
        let text =
            std::fs::read_to_string(path).map_err(|error| ConfigError::File(path.to_owned(), error))?;
        toml::from_str(&text).map_err(|error| ConfigError::Toml(path.to_owned(), error))
    }

    /// What stands in `LUDARIUM_…` variables.
    pub fn environment(get: impl Fn(&'static str) -> Option<String>) -> Result<Self, ConfigError> {
        fn parse<T: std::str::FromStr>(
            name: &'static str,
            value: Option<String>,
            what: &'static str,
        ) -> Result<Option<T>, ConfigError> {
            value.map(|text| text.parse().map_err(|_| ConfigError::Variable(name, text, what))).transpose()
        }
        Ok(Settings {
            bind: get("LUDARIUM_BIND"),
            database: get("LUDARIUM_DATABASE"),
            origins: get("LUDARIUM_ORIGINS").map(|text| text.split(',').map(str::to_owned).collect()),
            tls_cert: get("LUDARIUM_TLS_CERT").map(Into::into),
            tls_key: get("LUDARIUM_TLS_KEY").map(Into::into),
            proxied: parse("LUDARIUM_PROXIED", get("LUDARIUM_PROXIED"), "true or false")?,
            engines: parse("LUDARIUM_ENGINES", get("LUDARIUM_ENGINES"), "a number")?,
            workers: parse("LUDARIUM_WORKERS", get("LUDARIUM_WORKERS"), "true or false")?,
            rate: parse("LUDARIUM_RATE", get("LUDARIUM_RATE"), "a number")?,
            keep_guests: parse("LUDARIUM_KEEP_GUESTS", get("LUDARIUM_KEEP_GUESTS"), DAYS)?,
            keep_tables: parse("LUDARIUM_KEEP_TABLES", get("LUDARIUM_KEEP_TABLES"), DAYS)?,
            keep_sessions: parse("LUDARIUM_KEEP_SESSIONS", get("LUDARIUM_KEEP_SESSIONS"), DAYS)?,
        })
    }

    /// These settings, and the `other`s where these say nothing.
    #[must_use]
    pub fn or(self, other: Settings) -> Settings {
        Settings {
            bind: self.bind.or(other.bind),
            database: self.database.or(other.database),
            origins: self.origins.or(other.origins),
            tls_cert: self.tls_cert.or(other.tls_cert),
            tls_key: self.tls_key.or(other.tls_key),
            proxied: self.proxied.or(other.proxied),
            engines: self.engines.or(other.engines),
            workers: self.workers.or(other.workers),
            rate: self.rate.or(other.rate),
            keep_guests: self.keep_guests.or(other.keep_guests),
            keep_tables: self.keep_tables.or(other.keep_tables),
            keep_sessions: self.keep_sessions.or(other.keep_sessions),
        }
    }

    /// The whole, with what is usual where nobody said anything.
    pub fn resolve(self) -> Result<Config, ConfigError> {
        let bind = self.bind.unwrap_or_else(|| "127.0.0.1:7777".to_owned());
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let database = self.database.map_or_else(usual_database, Ok)?;
        let workers = self.workers.unwrap_or_default();
        if workers && database.starts_with("sqlite:") {
            return Err(ConfigError::Workers);
        }
        Ok(Config {
            bind: bind.parse().map_err(|_| ConfigError::Bind(bind))?,
            database,
            workers,
            origins: self.origins.unwrap_or_default(),
            tls: match (self.tls_cert, self.tls_key) {
                (Some(cert), Some(key)) => Some(Tls { cert, key }),
                (None, None) => None,
                _ => return Err(ConfigError::Tls),
            },
            proxied: self.proxied.unwrap_or_default(),
            engines: self.engines.unwrap_or(cores),
            rate: self.rate.unwrap_or(1.0),
            keep: Keep {
                guests: self.keep_guests.unwrap_or(400),
                tables: self.keep_tables.unwrap_or(90),
                sessions: self.keep_sessions.unwrap_or(400),
            },
            client: |_| None,
        })
    }
}

impl Config {
    /// Whether browsers reach this server by HTTPS.
    pub fn is_secure(&self) -> bool {
        self.tls.is_some() || self.proxied
    }
}

/// Where the configuration file is by the platform's convention.
pub fn usual_file() -> Option<PathBuf> {
    Some(folders()?.config_dir().join("ludarium.toml"))
}

fn folders() -> Option<directories::ProjectDirs> {
    directories::ProjectDirs::from("", "", "ludarium")
}

/// One file in the data folder of the platform's convention, which is made if it is not there.
fn usual_database() -> Result<String, ConfigError> {
    let folders = folders().ok_or(ConfigError::NoHome)?;
    let folder = folders.data_dir();
    std::fs::create_dir_all(folder).map_err(|error| ConfigError::Folder(folder.to_owned(), error))?;
    Ok(format!("sqlite:{}", folder.join("ludarium.db").display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_beat_the_environment_and_that_beats_the_file() {
        let file: Settings = toml::from_str("bind = '1.1.1.1:1'\nrate = 3.0\ndatabase = 'sqlite:f'").unwrap();
        let environment = Settings::environment(|name| match name {
            "LUDARIUM_BIND" => Some("2.2.2.2:2".to_owned()),
            "LUDARIUM_RATE" => Some("2".to_owned()),
            _ => None,
        });
        let flags = Settings { bind: Some("3.3.3.3:3".to_owned()), ..Settings::default() };
        let config = flags.or(environment.unwrap()).or(file).resolve().unwrap();
        assert_eq!(config.bind.to_string(), "3.3.3.3:3");
        assert_eq!(config.rate, 2.0);
        assert_eq!(config.database, "sqlite:f");
    }

    #[test]
    fn workers_need_a_database_that_is_shared() {
        let on = |database: &str| Settings {
            workers: Some(true),
            database: Some(database.to_owned()),
            ..Settings::default()
        };
        assert!(matches!(on("sqlite:f").resolve(), Err(ConfigError::Workers)));
        assert!(on("postgres://here/l").resolve().unwrap().workers);
    }

    #[test]
    fn half_a_certificate_is_refused() {
        let settings =
            Settings { tls_cert: Some("c".into()), database: Some("sqlite:f".into()), ..Settings::default() };
        assert!(matches!(settings.resolve(), Err(ConfigError::Tls)));
    }
}
