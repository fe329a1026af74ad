use std::{fmt, fs, str::FromStr, time::Duration};

use ::engine::{
    network::Network,
    search::{Judgement, Level, Method},
};
use anyhow::{Context, Error, bail, ensure};

/// A player as written on the command line: `level:5`, `level:8@0.05s`, `uct@0.5s`, `random`, `novice`,
/// `exec:./program@1s`; `level:8!hand@0.05s` judges by hand, `level:8!new.net@0.05s` by the network in that file.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Spec {
    pub(crate) who: Who,
    pub(crate) pace: Pace,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Who {
    /// One of the game's levels, and what it judges by.
    Level(usize, Eyes),
    /// A yardstick that is the same in every game.
    Baseline(&'static str, Level),
    /// A program that speaks the engine protocol, started by the shell.
    External(String),
}

/// What a level judges by.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Eyes {
    pub(crate) judgement: Judgement,
    /// How that was written.
    written: Option<String>,
}

impl Eyes {
    fn read(written: Option<&str>) -> Result<Self, Error> {
        let judgement = match written {
            None => Judgement::Best,
            Some("hand") => Judgement::Hand,
            Some(path) => {
                let bytes = fs::read(path).with_context(|| format!("cannot read {path}"))?;
                let network = Network::read(&bytes).with_context(|| format!("{path} is no network"))?;
                // As long as the match.
                Judgement::Given(Box::leak(Box::new(network)))
            }
        };
        Ok(Eyes { judgement, written: written.map(str::to_owned) })
    }
}

/// How long a player may think.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Pace {
    /// As long as its level wants.
    Free,
    Time(Duration),
    Nodes(u64),
    Depth(u32),
    /// A clock: the time for the game, and the increment per action.
    Clock(Duration, Duration),
}

const BASELINES: [(&str, Method); 7] = [
    ("random", Method::Random),
    ("novice", Method::Novice),
    ("greedy", Method::Greedy),
    ("plain", Method::Plain),
    ("uct", Method::Rollouts),
    ("alphabeta", Method::AlphaBeta),
    ("tree", Method::Tree),
];

impl FromStr for Spec {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let (who, pace) = match text.rsplit_once('@') {
            Some((who, pace)) => (who, pace.parse()?),
            None => (text, Pace::Free),
        };
        let who = if let Some(level) = who.strip_prefix("level:") {
            let (number, eyes) = match level.split_once('!') {
                Some((number, eyes)) => (number, Some(eyes)),
                None => (level, None),
            };
            let number = number.parse().ok().filter(|&n| n <= 8);
            let number = number.with_context(|| format!("`{who}`: levels are level:0 to level:8"))?;
            Who::Level(number, Eyes::read(eyes)?)
        } else if let Some(command) = who.strip_prefix("exec:") {
            Who::External(command.to_owned())
        } else if let Some(&(name, method)) = BASELINES.iter().find(|(name, _)| *name == who) {
            Who::Baseline(name, Level::full(method))
        } else {
            bail!(
                "`{who}` is no player: level:N, random, novice, greedy, plain, uct, alphabeta, tree or exec:COMMAND"
            );
        };
        let endless = matches!(&who, Who::Level(8, _) | Who::External(_))
            || matches!(&who, Who::Baseline(_, level) if !matches!(level.method, Method::Random | Method::Novice | Method::Greedy | Method::Plain));
        ensure!(
            !endless || pace != Pace::Free,
            "`{text}` thinks without end: give it a limit, as in `{text}@0.1s`"
        );
        Ok(Spec { who, pace })
    }
}

impl FromStr for Pace {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let wrong =
            || format!("`{text}` is no limit: 0.05s, 50ms, 10000n (nodes), d6 (depth) or 60+0.5 (a clock)");
        let seconds = |text: &str| -> Result<Duration, Error> {
            let seconds: f64 = text.parse().with_context(wrong)?;
            Duration::try_from_secs_f64(seconds).with_context(wrong)
        };
        if let Some((time, increment)) = text.split_once('+') {
            return Ok(Pace::Clock(seconds(time)?, seconds(increment)?));
        }
        if let Some(depth) = text.strip_prefix('d') {
            return Ok(Pace::Depth(depth.parse().with_context(wrong)?));
        }
        if let Some(nodes) = text.strip_suffix('n') {
            return Ok(Pace::Nodes(nodes.parse().with_context(wrong)?));
        }
        if let Some(milliseconds) = text.strip_suffix("ms") {
            return Ok(Pace::Time(Duration::from_millis(milliseconds.parse().with_context(wrong)?)));
        }
        Ok(Pace::Time(seconds(text.strip_suffix('s').with_context(wrong)?)?))
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.who {
            Who::Level(number, Eyes { written: None, .. }) => write!(f, "level:{number}")?,
            Who::Level(number, Eyes { written: Some(eyes), .. }) => write!(f, "level:{number}!{eyes}")?,
            Who::Baseline(name, _) => f.write_str(name)?,
            Who::External(command) => write!(f, "exec:{command}")?,
        }
        match self.pace {
            Pace::Free => Ok(()),
            Pace::Time(time) => write!(f, "@{}s", time.as_secs_f64()),
            Pace::Nodes(nodes) => write!(f, "@{nodes}n"),
            Pace::Depth(depth) => write!(f, "@d{depth}"),
            Pace::Clock(time, increment) => write!(f, "@{}+{}", time.as_secs_f64(), increment.as_secs_f64()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_round_trip() {
        for text in [
            "level:3",
            "level:0",
            "novice",
            "level:8@0.05s",
            "level:8!hand@0.05s",
            "uct@20000n",
            "random",
            "greedy",
            "exec:./x --y@60+0.5",
            "level:5@d4",
        ] {
            let spec: Spec = text.parse().unwrap();
            assert_eq!(spec.to_string(), text);
        }
    }

    #[test]
    fn a_player_who_would_think_for_ever_is_refused() {
        for text in [
            "level:8",
            "level:8!hand",
            "level:8!no-such.net@1s",
            "uct",
            "level:9",
            "level:",
            "nobody",
            "level:3@",
            "level:3@fast",
            "level:3@-1s",
        ] {
            assert!(text.parse::<Spec>().is_err(), "{text}");
        }
    }
}
