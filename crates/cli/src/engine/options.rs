use ::engine::AnyGame;
use ::engine::search::Level;

/// What `setoption` sets.
#[derive(Clone, Debug)]
pub(super) struct Options {
    pub(super) threads: usize,
    /// The size of the search's table, in MiB.
    pub(super) hash: usize,
    /// Empty: the system's entropy.
    pub(super) seed: Option<u64>,
    /// Empty: full strength.
    level: Option<usize>,
}

const THREADS: (usize, usize) = (1, 256);
const HASH: (usize, usize) = (1, 8192);
const LEVELS: (usize, usize) = (0, 8);
/// How UCI writes a value that is empty.
const EMPTY: &str = "<empty>";

impl Default for Options {
    fn default() -> Self {
        Options { threads: 1, hash: 16, seed: None, level: None }
    }
}

impl Options {
    /// What `ugi` tells of the options.
    pub(super) fn describe() -> Vec<String> {
        let spin = |name, default, (least, most): (usize, usize)| {
            format!("option name {name} type spin default {default} min {least} max {most}")
        };
        let text = |name| format!("option name {name} type string default {EMPTY}");
        let default = Options::default();
        vec![
            spin("Threads", default.threads, THREADS),
            spin("Hash", default.hash, HASH),
            text("Seed"),
            text("Level"),
        ]
    }

    /// Sets an option from what follows `setoption`: `name Hash value 64`.
    pub(super) fn set(&mut self, text: &str) -> Result<(), String> {
        let text = text.trim();
        let named = text.strip_prefix("name ").ok_or("setoption name … value …")?;
        let (name, value) = match named.split_once(" value") {
            Some((name, value)) => (name.trim(), value.trim()),
            None => (named.trim(), ""),
        };
        let value = Some(value).filter(|value| !value.is_empty() && *value != EMPTY);
        match name.to_ascii_lowercase().as_str() {
            "threads" => self.threads = number(name, value.unwrap_or_default(), THREADS)?,
            "hash" => self.hash = number(name, value.unwrap_or_default(), HASH)?,
            "level" => self.level = value.map(|value| number(name, value, LEVELS)).transpose()?,
            "seed" => {
                let seed = value
                    .map(|value| value.parse().map_err(|_| format!("Seed is a whole number, not `{value}`")));
                self.seed = seed.transpose()?;
            }
            _ => return Err(format!("there is no option `{name}`")),
        }
        Ok(())
    }

    /// The level to play this game at.
    pub(super) fn level(&self, game: &dyn AnyGame) -> Level {
        game.levels()[self.level.unwrap_or(LEVELS.1)]
    }
}

fn number(name: &str, value: &str, (least, most): (usize, usize)) -> Result<usize, String> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| format!("{name} is from {least} to {most}, not `{value}`"))
}
