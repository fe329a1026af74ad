//! `ludarium puzzles`: finding positions with one way to win, and proving them again.

use std::{
    collections::{BTreeMap, HashSet},
    fs::{self, OpenOptions},
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
};

use ::engine::{
    Entry, GameList, mix,
    puzzle::{self, Hunt, Puzzle, Task},
};
use anyhow::{Context, Result, anyhow};
use clap::Subcommand;
use rand::{SeedableRng, rngs::StdRng};

use crate::{Verdict, position_args};

/// Make and check puzzles: win within so many turns, by the one action that does it
///
/// A file has one puzzle a line: how many turns, how hard, what it is about, the action, and the position as a set-up.
/// Every proof looks at every defence.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example: ludarium puzzles make axiom --setup edition=2008 --games 100 --out axiom.txt"
)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Make(Make),
    Check(Check),
}

/// Look for puzzles in games of a level against itself, and append those that are new to a file
#[derive(Debug, clap::Args)]
struct Make {
    #[arg(value_name = "GAME")]
    game: String,
    /// Set-up text; several are taken in turn
    #[arg(long, default_value = "")]
    setup: Vec<String>,
    /// How many games
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Which of the levels plays, 0 to 7
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=7))]
    level: u8,
    /// Random actions before the level begins
    #[arg(long, default_value_t = 4)]
    random: usize,
    /// The shortest win looked for, in turns of the one who wins
    #[arg(long, default_value_t = 1)]
    least: u32,
    /// The longest win looked for
    #[arg(long, default_value_t = 6)]
    turns: u32,
    /// The nodes of the search that says where to look, where it tells of forced ends
    #[arg(long, default_value_t = 5_000)]
    look: u64,
    /// The nodes of a proof at most
    #[arg(long, default_value_t = 1_000_000)]
    nodes: u64,
    /// At most so many of each number of turns, and as many of those that ask for a defence
    #[arg(long, default_value_t = usize::MAX)]
    each: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long)]
    out: PathBuf,
}

/// Prove the puzzles of files anew, named `<game>.txt` or in a folder of that name
#[derive(Debug, clap::Args)]
struct Check {
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The nodes of a proof at most
    #[arg(long, default_value_t = 100_000_000)]
    nodes: u64,
    /// Prove one in so many
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
}

impl Args {
    pub(crate) fn run(self, games: GameList, out: &mut dyn Write) -> Result<Verdict> {
        match self.command {
            Command::Make(make) => make.run(games, out),
            Command::Check(check) => check.run(games, out),
        }
    }
}

impl Make {
    fn run(&self, games: GameList, out: &mut dyn Write) -> Result<Verdict> {
        let entry = position_args::entry(games, &self.game);
        let known = match read(&self.out) {
            Err(error)
                if error.downcast_ref().is_some_and(|e: &std::io::Error| e.kind() == ErrorKind::NotFound) =>
            {
                Vec::new()
            }
            known => known?,
        };
        let mut keys = known.iter().map(|puzzle| key(entry, puzzle)).collect::<Result<HashSet<_>>>()?;
        let mut file = OpenOptions::new().create(true).append(true).open(&self.out)?;
        let mut added = 0;
        let hunt = Hunt {
            level: self.level.into(),
            random: self.random,
            turns: self.turns,
            look: self.look,
            nodes: self.nodes,
        };
        let mut counts = BTreeMap::<Task, usize>::new();
        for number in 0..self.games {
            let seed = mix::zobrist(mix::mix(self.seed) ^ number as u64);
            let wanted =
                |task: Task| task.1 >= self.least && counts.get(&task).is_none_or(|&count| count < self.each);
            for puzzle in hunt.search(entry, &self.setup[number % self.setup.len()], seed, &wanted)? {
                if keys.insert(key(entry, &puzzle)?) {
                    writeln!(file, "{puzzle}")?;
                    *counts.entry(puzzle.task()).or_default() += 1;
                    added += 1;
                }
            }
        }
        writeln!(out, "{added} new puzzles in {} games", self.games)?;
        Ok(Verdict::Right)
    }
}

impl Check {
    fn run(&self, games: GameList, out: &mut dyn Write) -> Result<Verdict> {
        let mut verdict = Verdict::Right;
        for path in &self.files {
            let folder = path.parent().and_then(Path::file_name);
            let mut names = path.file_stem().into_iter().chain(folder).filter_map(|name| name.to_str());
            let entry = names.find_map(|name| games.get(name));
            let entry = entry.with_context(|| format!("{} is of no game", path.display()))?;
            let name = entry.info().key;
            let puzzles = read(path)?;
            let (mut proved, mut turns) = (0, BTreeMap::<u32, usize>::new());
            let mut keys = HashSet::new();
            for (index, puzzle) in puzzles.iter().enumerate() {
                *turns.entry(puzzle.turns).or_default() += 1;
                let told = match () {
                    () if !keys.insert(key(entry, puzzle)?) => "is there twice",
                    () if index % self.every as usize != 0 => continue,
                    () => match puzzle::is_right(entry, puzzle, self.nodes) {
                        Ok(true) => {
                            proved += 1;
                            continue;
                        }
                        Ok(false) => "is wrong",
                        Err(_) => "takes too many nodes to prove",
                    },
                };
                verdict = Verdict::Wrong;
                writeln!(out, "{}:{} {told}", path.display(), index + 1)?;
            }
            let split: Vec<_> = turns.iter().map(|(turns, count)| format!("{count} in {turns}")).collect();
            writeln!(out, "{name}: {} puzzles ({}), {proved} proved", puzzles.len(), split.join(", "))?;
        }
        Ok(verdict)
    }
}

/// The puzzles of a file; `#` begins a remark.
fn read(path: &Path) -> Result<Vec<Puzzle>> {
    let text = fs::read_to_string(path)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    lines
        .map(|(index, line)| {
            line.parse().map_err(|_| anyhow!("{}:{}: not a puzzle", path.display(), index + 1))
        })
        .collect()
}

/// The same for all images of a puzzle.
fn key(entry: &Entry, puzzle: &Puzzle) -> Result<u64> {
    Ok(entry.start(&puzzle.setup, &mut StdRng::seed_from_u64(0))?.canonical_key())
}
