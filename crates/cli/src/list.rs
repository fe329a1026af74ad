use std::{collections::BTreeMap, io::Write};

use ::engine::{
    Entry, GameList, Info, OptionInfo,
    search::{LEVELS, Level},
};
use serde::Serialize;

use crate::Verdict;

/// List the games, or the options and levels of one
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  ludarium games
  ludarium games ascension
  ludarium games --json")]
pub(crate) struct Args {
    /// Only this game, with its options
    #[arg(value_name = "GAME")]
    game: Option<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A game as JSON.
#[derive(Serialize)]
struct Listed {
    key: &'static str,
    name: &'static str,
    author: &'static str,
    year: u16,
    /// The fewest and the most.
    seats: [usize; 2],
    hidden: bool,
    options: &'static [OptionInfo],
    /// By number of seats, the Elo of each level, and how much less its gain on the level below may truly be.
    levels: BTreeMap<usize, [Option<[i32; 2]>; LEVELS]>,
}

impl Args {
    pub(crate) fn run(&self, games: GameList, out: &mut impl Write) -> anyhow::Result<Verdict> {
        let wanted = |entry: &&Entry| self.game.as_ref().is_none_or(|key| entry.info().key == key);
        let entries: Vec<&Entry> = games.iter().filter(wanted).collect();
        if self.json {
            let listed: Vec<Listed> = entries.into_iter().map(Listed::of).collect();
            writeln!(out, "{}", serde_json::to_string_pretty(&listed)?)?;
        } else {
            for entry in entries {
                let info = entry.info();
                heading(out, info)?;
                if self.game.is_some() {
                    writeln!(out)?;
                    info.options.iter().try_for_each(|option| describe(out, option))?;
                    info.seats.clone().try_for_each(|seats| levels(out, seats, entry.levels(seats)))?;
                }
            }
        }
        Ok(Verdict::Right)
    }
}

impl Listed {
    fn of(entry: &Entry) -> Self {
        let info = entry.info();
        Listed {
            key: info.key,
            name: info.name,
            author: info.author,
            year: info.year,
            seats: [*info.seats.start(), *info.seats.end()],
            hidden: info.hidden,
            options: info.options,
            levels: info.seats.clone().map(|seats| (seats, entry.levels(seats).map(rating))).collect(),
        }
    }
}

fn heading(out: &mut impl Write, info: &Info) -> std::io::Result<()> {
    let (fewest, most) = (info.seats.start(), info.seats.end());
    let seats = if fewest == most { format!("{fewest}") } else { format!("{fewest} to {most}") };
    let hidden = if info.hidden { ", hidden faces" } else { "" };
    writeln!(out, "{:<11} {} ({}, {}): {seats} seats{hidden}", info.key, info.name, info.author, info.year)
}

fn rating(level: Level) -> Option<[i32; 2]> {
    level.elo.map(|elo| [elo.rating, elo.error])
}

/// How strong the levels are with this many seats.
fn levels(out: &mut impl Write, seats: usize, levels: &[Level]) -> std::io::Result<()> {
    writeln!(out, "\n  with {seats} seats")?;
    for (number, level) in levels.iter().enumerate() {
        match level.elo {
            Some(elo) if number == 1 => writeln!(out, "  level 1: Elo {}, by definition", elo.rating)?,
            Some(elo) => {
                writeln!(out, "  level {number}: Elo {}, or up to {} less", elo.rating, elo.error)?;
            }
            None if number == 0 => writeln!(out, "  level 0: friendly, for a first game")?,
            None => writeln!(out, "  level {number}: not measured")?,
        }
    }
    Ok(())
}

fn describe(out: &mut impl Write, option: &OptionInfo) -> std::io::Result<()> {
    let mut values: Vec<String> = option.choices.iter().map(ToString::to_string).collect();
    values.extend(option.range.map(|(low, high)| format!("{low} to {high}")));
    if option.text {
        values.push("a text".to_owned());
    }
    let default =
        if option.default.is_empty() { String::new() } else { format!(" [default: {}]", option.default) };
    writeln!(out, "  {}={}{default}", option.key, values.join("|"))?;
    writeln!(out, "      {}", option.help)
}
