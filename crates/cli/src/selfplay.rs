//! `ludarium selfplay`: games of a level against itself, with what it thought, as Arrow files.

mod arrow;
pub(crate) mod reader;

use std::{
    fs::{self, File},
    io::{BufWriter, ErrorKind, Write},
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

use ::engine::{
    AnyGame, Entry, GameList, Seat, mix,
    search::{Level, Limits, Table},
};
use anyhow::{Context, Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use rand::{SeedableRng, rngs::StdRng};

use self::arrow::Column;
use crate::{Verdict, position_args};

/// Memory for positions met before, a thread.
const TABLE_MEBIBYTES: usize = 16;

/// Let a level play itself, and write games and evaluations as Arrow IPC files
///
/// A row an action: `game`, `ply`, `seat`, `action` (its number), `token`, `share` (what the seat expected of the win,
/// empty for random actions), `result` (what it got), and `setup` in the first row of each game. The games depend on the options
/// and the seed alone. A file is there only when all its games are: run the same command again to go on. A folder that
/// holds games of another plan is left alone.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ludarium selfplay abraxas --level 4 --games 10000 --threads 2 --out data")]
pub(crate) struct Args {
    #[arg(value_name = "GAME")]
    game: String,
    /// The folder for the files
    #[arg(long)]
    out: PathBuf,
    /// Set-up text; several are taken in turn
    #[arg(long, default_value = "", hide_default_value = true)]
    setup: Vec<String>,
    /// How many games
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// How many games a file has
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    shard: u32,
    /// Which of the levels plays, 0 to 8
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(0..=8))]
    level: u8,
    /// The nodes of a search at most; level 8 needs a limit
    #[arg(long)]
    nodes: Option<u64>,
    /// Random actions before the level begins
    #[arg(long, default_value_t = 4)]
    random: usize,
    /// Then one action in this many is random, so that the games also show what comes of bad ones; 0 for none
    #[arg(long, default_value_t = 0)]
    stray: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Files made at the same time
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

impl Args {
    pub(crate) fn run(&self, games: GameList, out: &mut dyn Write) -> Result<Verdict> {
        ensure!(self.level < 8 || self.nodes.is_some(), "level 8 thinks without end: give it --nodes");
        fs::create_dir_all(&self.out).with_context(|| format!("cannot make {}", self.out.display()))?;
        self.keep_plan()?;
        let entry = position_args::entry(games, &self.game);
        let shard = self.shard as usize;
        let shards = self.games.div_ceil(shard);
        let missing: Vec<usize> = (0..shards).filter(|&number| !self.path(number).exists()).collect();
        let bar = ProgressBar::new(self.games as u64);
        bar.set_style(ProgressStyle::with_template("{bar:30} {pos}/{len} {eta}")?);
        let games_of = |number: usize| number * shard..self.games.min((number + 1) * shard);
        bar.set_position((self.games - missing.iter().map(|&n| games_of(n).len()).sum::<usize>()) as u64);
        let next = AtomicUsize::new(0);
        let work = || -> Result<()> {
            let table = Table::new(TABLE_MEBIBYTES);
            while let Some(&number) = missing.get(next.fetch_add(1, Relaxed)) {
                let mut rows = Rows::default();
                for game in games_of(number) {
                    self.play(entry, game, &table, &mut rows)?;
                    bar.inc(1);
                }
                self.write(&self.path(number), &rows)?;
            }
            Ok(())
        };
        std::thread::scope(|scope| -> Result<()> {
            let threads: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(work)).collect();
            threads.into_iter().try_for_each(|thread| thread.join().expect("a game does not panic"))
        })?;
        bar.finish_and_clear();
        writeln!(out, "{} games in {shards} files, {} of them new", self.games, missing.len())?;
        Ok(Verdict::Right)
    }

    /// Refuses a folder whose games were made by another plan: files of both would look alike.
    fn keep_plan(&self) -> Result<()> {
        let nodes = self.nodes.map_or("none".to_owned(), |nodes| nodes.to_string());
        let plan = format!(
            "ludarium selfplay {}{} --games {} --shard {} --level {} --nodes {nodes} --random {} --seed {}{}\n",
            self.game,
            self.setup.iter().map(|setup| format!(" --setup {setup:?}")).collect::<String>(),
            self.games,
            self.shard,
            self.level,
            self.random,
            self.seed,
            if self.stray == 0 { String::new() } else { format!(" --stray {}", self.stray) }
        );
        let path = self.out.join(format!("{}.plan", self.game));
        match fs::read_to_string(&path) {
            Ok(kept) => {
                ensure!(kept == plan, "{} holds games of another plan: {}", self.out.display(), kept.trim());
            }
            Err(error) if error.kind() == ErrorKind::NotFound => fs::write(&path, plan)?,
            Err(error) => return Err(error).with_context(|| format!("cannot read {}", path.display())),
        }
        Ok(())
    }

    fn path(&self, number: usize) -> PathBuf {
        self.out.join(format!("{}-{number:05}.arrow", self.game))
    }

    fn play(&self, entry: &Entry, number: usize, table: &Table, rows: &mut Rows) -> Result<()> {
        let seed = mix::zobrist(mix::mix(self.seed) ^ number as u64);
        let mut rng = StdRng::seed_from_u64(seed);
        let mut game = entry.start(&self.setup[number % self.setup.len()], &mut rng)?;
        let level: Level = game.levels()[usize::from(self.level)];
        table.clear();
        let first = rows.seats.len();
        while let Some(seat) = game.turn().seat() {
            let ply = game.ply();
            let strays = self.stray > 0 && mix::below(&mut rng, self.stray) == 0;
            let (token, share) = if ply < self.random || strays {
                let legal = game.legal();
                (legal[mix::below(&mut rng, legal.len())].clone(), None)
            } else {
                let limits =
                    Limits { nodes: self.nodes, seed: seed.wrapping_add(ply as u64), ..Limits::default() };
                let report = game.think(&level, &limits, table, &mut |_| ());
                let report = report.expect("a seat is to act");
                (report.best().clone(), Some(report.lines[0].score.share(game.scale()) as f32))
            };
            rows.setup.push((ply == 0).then(|| game.setup()));
            rows.add(number, &*game, seat, &token, share)?;
            game.play(&token)?;
        }
        let outcome = game.turn().outcome().expect("a game is played to its end");
        for &seat in &rows.seats[first..] {
            rows.result.push(outcome.share(seat) as f32);
        }
        Ok(())
    }

    /// Writes a file; what is there under its name is always whole.
    fn write(&self, path: &Path, rows: &Rows) -> Result<()> {
        let part = path.with_extension("part");
        let file = File::create(&part).with_context(|| format!("cannot write {}", part.display()))?;
        let mut file = BufWriter::new(file);
        let facts =
            [("game", self.game.clone()), ("level", self.level.to_string()), ("seed", self.seed.to_string())];
        arrow::write(&mut file, rows.columns(), &facts)?;
        file.into_inner()?.sync_all()?;
        Ok(fs::rename(&part, path)?)
    }
}

/// The rows of one file.
#[derive(Default)]
struct Rows {
    game: Vec<u32>,
    ply: Vec<u32>,
    seat: Vec<u8>,
    action: Vec<u32>,
    token: Vec<String>,
    share: Vec<Option<f32>>,
    result: Vec<f32>,
    setup: Vec<Option<String>>,
    /// Who acted in each row.
    seats: Vec<Seat>,
}

impl Rows {
    fn add(
        &mut self,
        number: usize,
        game: &dyn AnyGame,
        seat: Seat,
        token: &str,
        share: Option<f32>,
    ) -> Result<()> {
        self.game.push(u32::try_from(number)?);
        self.ply.push(u32::try_from(game.ply())?);
        self.seat.push(seat.number() as u8);
        self.action.push(game.number(token)? as u32);
        self.token.push(token.to_owned());
        self.share.push(share);
        self.seats.push(seat);
        Ok(())
    }

    fn columns(&self) -> Vec<Column> {
        vec![
            Column::full("game", &self.game),
            Column::full("ply", &self.ply),
            Column::full("seat", &self.seat),
            Column::full("action", &self.action),
            Column::full("token", &self.token),
            Column::sparse("share", &self.share),
            Column::full("result", &self.result),
            Column::sparse("setup", &self.setup),
        ]
    }
}
