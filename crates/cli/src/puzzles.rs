//! `ludarium puzzles`: finding positions with one way to win, proving, grading and counting them.

use std::{
    collections::{BTreeMap, HashSet},
    fs::{self, OpenOptions},
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
};

use ::engine::{
    Entry, GameList,
    attempt::Task,
    mix,
    puzzle::{self, Hunt, Puzzle, THEMES},
};
use anyhow::{Context, Result, anyhow};
use clap::Subcommand;
use rand::{SeedableRng, rngs::StdRng};

use crate::{Verdict, position_args};

/// Make, check, grade and count puzzles: win within a number of turns, by the one action that does it
///
/// A file has one puzzle per line: how many turns, how hard, what it is about, the action, and the position as a set-up.
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
    Grade(Grade),
    Count(Count),
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
    /// The nodes of the search that says where to look, where it tells of forced ends; with 0, go back from the end as
    /// long as whoever won could force it
    #[arg(long, default_value_t = 5_000)]
    look: u64,
    /// The nodes of a proof at most
    #[arg(long, default_value_t = 1_000_000)]
    nodes: u64,
    /// Look at this many positions before the end of a game; with 0, play none, and look for a win in the position after
    /// the random actions
    #[arg(long, default_value_t = 40)]
    tail: usize,
    /// The lowest grade that is kept
    #[arg(long, default_value_t = 1)]
    easiest: u32,
    /// At most this many of each number of turns, and as many of those that ask for a defence
    #[arg(long, default_value_t = usize::MAX)]
    each: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long)]
    out: PathBuf,
}

/// Prove the puzzles of files anew, and work out their grades and themes; a file is named `<game>.txt` or in a folder of
/// that name
#[derive(Debug, clap::Args)]
struct Check {
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The nodes of a proof at most
    #[arg(long, default_value_t = NODES)]
    nodes: u64,
    /// Prove one in this many
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
}

/// Write the grades and themes of puzzles anew into their files
#[derive(Debug, clap::Args)]
struct Grade {
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Print a table of what there is, by game and by the first option of the set-up
#[derive(Debug, clap::Args)]
struct Count {
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// The nodes of a proof at most, where a theme asks for one.
const NODES: u64 = 100_000_000;

impl Args {
    pub(crate) fn run(self, games: GameList, out: &mut dyn Write) -> Result<Verdict> {
        match self.command {
            Command::Make(make) => make.run(games, out),
            Command::Check(check) => check.run(games, out),
            Command::Grade(grade) => grade.run(games, out),
            Command::Count(count) => count.run(games, out),
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
            tail: self.tail,
        };
        let mut counts = BTreeMap::<Task, usize>::new();
        for number in 0..self.games {
            let seed = mix::zobrist(mix::mix(self.seed) ^ number as u64);
            let wanted =
                |task: Task| task.1 >= self.least && counts.get(&task).is_none_or(|&count| count < self.each);
            for puzzle in hunt.search(entry, &self.setup[number % self.setup.len()], seed, &wanted)? {
                if puzzle.grade >= self.easiest && keys.insert(key(entry, &puzzle)?) {
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
            let entry = entry_of(games, path)?;
            let name = entry.info().key;
            let puzzles = read(path)?;
            let (mut proved, mut turns) = (0, BTreeMap::<u32, usize>::new());
            let mut keys = HashSet::new();
            for (index, puzzle) in puzzles.iter().enumerate() {
                *turns.entry(puzzle.turns).or_default() += 1;
                let told = if !keys.insert(key(entry, puzzle)?) {
                    Some("is there twice".to_owned())
                } else if index % self.every as usize == 0 {
                    self.fault(entry, puzzle)
                } else {
                    continue;
                };
                let Some(told) = told else {
                    proved += 1;
                    continue;
                };
                verdict = Verdict::Wrong;
                writeln!(out, "{}:{} {told}", path.display(), index + 1)?;
            }
            let split: Vec<_> = turns.iter().map(|(turns, count)| format!("{count} in {turns}")).collect();
            writeln!(out, "{name}: {} puzzles ({}), {proved} proved", puzzles.len(), split.join(", "))?;
        }
        Ok(verdict)
    }

    /// What is wrong with a puzzle.
    fn fault(&self, entry: &Entry, puzzle: &Puzzle) -> Option<String> {
        match puzzle::is_right(entry, puzzle, self.nodes) {
            Ok(true) => (),
            Ok(false) => return Some("is wrong".to_owned()),
            Err(_) => return Some("takes too many nodes to prove".to_owned()),
        }
        match puzzle::graded(entry, puzzle, self.nodes) {
            Ok(graded) if graded == *puzzle => None,
            Ok(Puzzle { grade, theme, .. }) => Some(format!("is of grade {grade} and of the theme {theme}")),
            Err(_) => Some("takes too many nodes to tell its theme".to_owned()),
        }
    }
}

impl Grade {
    fn run(&self, games: GameList, out: &mut dyn Write) -> Result<Verdict> {
        for path in &self.files {
            let entry = entry_of(games, path)?;
            let puzzles = read(path)?;
            let graded = puzzles.iter().map(|puzzle| puzzle::graded(entry, puzzle, NODES));
            let graded = graded.collect::<Result<Vec<_>, _>>();
            let graded = graded.map_err(|_| anyhow!("{}: a proof takes too many nodes", path.display()))?;
            let changed = puzzles.iter().zip(&graded).filter(|(before, now)| before != now).count();
            fs::write(path, graded.iter().map(|puzzle| format!("{puzzle}\n")).collect::<String>())?;
            writeln!(out, "{}: {changed} of {} changed", path.display(), puzzles.len())?;
        }
        Ok(Verdict::Right)
    }
}

impl Count {
    fn run(&self, games: GameList, out: &mut dyn Write) -> Result<Verdict> {
        let columns = [
            "game".to_owned(),
            "puzzles".to_owned(),
            "in 1".to_owned(),
            "in 2".to_owned(),
            "in 3 and more".to_owned(),
        ];
        let themes = THEMES.iter().map(|(_, name)| format!("`{name}`"));
        let grades = GRADES.iter().map(|(low, high)| format!("grade {low}–{high}"));
        let columns: Vec<String> = columns.into_iter().chain(themes).chain(grades).collect();
        writeln!(out, "| {} |\n|{}", columns.join(" | "), "---|".repeat(columns.len()))?;
        for path in &self.files {
            let entry = entry_of(games, path)?;
            let puzzles = read(path)?;
            let mut parts = BTreeMap::<&str, Vec<&Puzzle>>::new();
            for puzzle in &puzzles {
                let first = puzzle.setup.split(';').next().unwrap_or_default();
                parts.entry(first).or_default().push(puzzle);
            }
            writeln!(out, "{}", row(entry.info().name, &puzzles.iter().collect::<Vec<_>>()))?;
            for (part, puzzles) in parts {
                writeln!(out, "{}", row(&format!("`{part}`"), &puzzles))?;
            }
        }
        Ok(Verdict::Right)
    }
}

/// The grades that a table tells apart.
const GRADES: [(u32, u32); 3] = [(1, 4), (5, 9), (10, puzzle::HARDEST)];

/// A row of the table.
fn row(name: &str, puzzles: &[&Puzzle]) -> String {
    let count = |of: &dyn Fn(&Puzzle) -> bool| puzzles.iter().filter(|puzzle| of(puzzle)).count();
    let mut cells = vec![puzzles.len()];
    cells.extend([1..=1, 2..=2, 3..=u32::MAX].map(|turns| count(&|puzzle| turns.contains(&puzzle.turns))));
    cells.extend(THEMES.iter().map(|(theme, _)| count(&|puzzle| puzzle.theme == *theme)));
    cells.extend(GRADES.map(|(low, high)| count(&|puzzle| (low..=high).contains(&puzzle.grade))));
    let cells: Vec<_> = cells.iter().map(usize::to_string).collect();
    format!("| {name} | {} |", cells.join(" | "))
}

/// The game of a file of puzzles.
fn entry_of(games: GameList, path: &Path) -> Result<&'static Entry> {
    let folder = path.parent().and_then(Path::file_name);
    let mut names = path.file_stem().into_iter().chain(folder).filter_map(|name| name.to_str());
    let entry = names.find_map(|name| games.get(name));
    entry.with_context(|| format!("{} is of no game", path.display()))
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
