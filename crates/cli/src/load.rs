//! Many players and idle sockets against a server, and what came of it.

mod door;
mod idle;
mod journal;
mod player;
mod plot;
mod report;
mod server;
mod table;
mod tally;

use std::{
    fs::File,
    io::{BufWriter, Write},
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use ::server::process::Process;
use anyhow::Context;
use clap::ValueEnum;
use tokio::task::JoinSet;

use crate::{
    Verdict,
    place::{entry, game_keys},
    usage,
};
use door::Doors;
use idle::Idle;
use journal::Audit;
use report::{Report, Work};
use server::{Memory, Server};
use table::{Match, Table};
use tally::Tally;

/// How many connections are being made at a time: a server's queue for them is short.
const AT_A_TIME: usize = 64;
/// The longest pace. A socket that is left alone for half a minute is asked whether it is there.
const SLOWEST: f64 = 20.0;

/// Play many games at once against a server and measure it: speed, memory, and whether anything was lost
///
/// Without an address a server is started for the run and stopped after it, on a database of its own.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The server's address, such as http://127.0.0.1:7777; several that share a database are used in turn
    #[arg(value_name = "URL")]
    urls: Vec<String>,
    /// The process whose memory is measured; one for each address
    #[arg(long = "pid", value_name = "ID", requires = "urls")]
    pids: Vec<u32>,
    /// The database of the server that is started [default: a SQLite file that is removed again]
    #[arg(long, value_name = "URL", conflicts_with = "urls")]
    database: Option<String>,
    #[arg(long, default_value = "archimedes", value_parser = game_keys())]
    game: String,
    /// The options of the game
    #[arg(long, default_value = "")]
    setup: String,
    /// How many people play
    #[arg(long, value_name = "COUNT", default_value_t = 100)]
    players: usize,
    /// How many sockets are open and silent
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    idle: usize,
    /// Where they are
    #[arg(long, value_name = "PLACE", value_enum, default_value_t = Where::Lobby)]
    idle_at: Where,
    /// How long the players play
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0)]
    seconds: f64,
    /// How often each player acts: once in so many seconds; 0: as fast as the server answers
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0)]
    pace: f64,
    /// How long a server may be away before a player gives up
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    patience: f64,
    /// What the players' choices are drawn from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write what was measured as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Draw what was measured over time
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Fail if one acknowledgement in a hundred takes longer
    #[arg(long, value_name = "COUNT")]
    most_milliseconds: Option<f64>,
    /// Fail if the servers ever use more memory
    #[arg(long, value_name = "COUNT")]
    most_megabytes: Option<f64>,
    /// Fail if fewer actions are acknowledged in a second
    #[arg(long, value_name = "COUNT")]
    least_actions: Option<f64>,
    /// Allow addresses of other machines. Ask their owner first
    #[arg(long)]
    allow_remote: bool,
}

/// Where an idle socket is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Where {
    /// They watch the list of open tables
    Lobby,
    /// Each waits at a table of its own
    Tables,
}

impl Args {
    pub(crate) fn run(&self, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let game = entry(&self.game).start(&self.setup, &mut rand::rng());
        let seats = game.map_err(|refusal| usage(format_args!("--setup: {refusal}")))?.seats();
        if !self.players.is_multiple_of(seats) {
            return Err(usage(format_args!("{} players do not fill tables of {seats}", self.players)));
        }
        if !(0.0..=SLOWEST).contains(&self.pace) {
            return Err(usage(format_args!("the pace is from 0 to {SLOWEST} seconds")));
        }
        let doors: anyhow::Result<_> =
            self.urls.iter().map(|url| door::address(url, self.allow_remote)).collect();
        let doors = doors?;
        rlimit::increase_nofile_limit(u64::MAX).context("cannot allow more open files")?;
        // One thread: what we take from the server's cores is not the server's.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let report = runtime.block_on(self.load(doors, seats))?;
        write!(out, "{report}")?;
        if let Some(path) = &self.json {
            let file = BufWriter::new(File::create(path).with_context(|| path.display().to_string())?);
            serde_json::to_writer_pretty(file, &report)?;
        }
        if let Some(path) = &self.plot {
            plot::draw(path, &report).with_context(|| path.display().to_string())?;
        }
        let broken = report.broken(self);
        for bound in &broken {
            writeln!(out, "out of bounds: {bound}")?;
        }
        Ok(if report.is_right() && broken.is_empty() { Verdict::Right } else { Verdict::Wrong })
    }

    async fn load(&self, doors: Vec<std::net::SocketAddr>, seats: usize) -> anyhow::Result<Report> {
        let server = match doors.is_empty() {
            true => Server::start(self.database.as_deref())?,
            false => Server::given(doors, &self.pids),
        };
        let game = Arc::new(Match::new(self, seats, Doors::new(server.doors().to_vec())));
        let memory_of = || server::sum(&server.look(), |process| process.memory);
        let mut memory = Memory { start: memory_of(), ..Memory::default() };
        let idle = gather(self.idle, |number| Idle::open(Arc::clone(&game), number, self.idle_at)).await?;
        memory.idle = memory_of();
        let tables = gather(self.players / seats, |number| Table::open(Arc::clone(&game), number)).await?;
        memory.tables = memory_of();

        let work = async || {
            let ours = Vec::from_iter(Process::read(std::process::id()));
            anyhow::Ok(Work {
                server: server::sum(&server.look(), |process| process.work),
                client: server::sum(&ours, |process| process.work),
                commits: game.doors.commits().await?,
            })
        };
        let before = work().await?;
        let start = Instant::now();
        let end = start + Duration::from_secs_f64(self.seconds);
        let watch = tokio::spawn(server::watch(server.processes().to_vec(), start, end));
        let mut playing: JoinSet<_> = tables.into_iter().map(|table| table.play(start, end)).collect();
        let (mut tally, mut journals) = (Tally::default(), Vec::new());
        while let Some(played) = playing.join_next().await {
            let (told, kept) = played.context("a player panicked")?;
            tally.add(told);
            journals.extend(kept);
        }
        let work = work().await?.since(before);
        memory.peak = server::sum(&server.look(), |process| process.peak);
        memory.over_time = watch.await.context("the watch panicked")?;
        tally.dropped = idle.iter().filter(|idle| idle.is_gone()).count() as u64;
        drop(idle);

        let check = |number: usize| journal::check(Arc::clone(&game), number, journals[number].clone());
        let mut audit = Audit::default();
        gather(journals.len(), check).await?.into_iter().for_each(|found| audit.add(found));
        Ok(Report::new(self, seats, memory, work, tally, audit))
    }
}

/// Does so many things, a few at a time, and gives all that came of them.
async fn gather<T, F>(count: usize, make: impl Fn(usize) -> F) -> anyhow::Result<Vec<T>>
where
    T: Send + 'static,
    F: Future<Output = anyhow::Result<T>> + Send + 'static,
{
    let (mut made, mut making) = (Vec::with_capacity(count), JoinSet::new());
    for number in 0..count {
        while making.len() >= AT_A_TIME {
            made.extend(making.join_next().await.transpose()?.transpose()?);
        }
        making.spawn(make(number));
    }
    while let Some(one) = making.join_next().await {
        made.push(one??);
    }
    Ok(made)
}
