//! `ludarium load`: many players and idle sockets against a server, measured and checked.

mod connection;
mod hostile;
mod idle;
mod journal;
mod player;
mod plot;
mod probe;
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

use ::engine::GameList;
use ::server::process::Process;
use anyhow::Context;
use clap::ValueEnum;
use tokio::task::JoinSet;

use crate::{Verdict, position_args::entry, usage};
use connection::{Addresses, Origin};
use hostile::Attackers;
use idle::IdleSocket;
use journal::Audit;
use report::{Hostile, Latency, Report, Work};
use server::{Memory, Server};
use table::{Run, Table};
use tally::Tally;

/// How many connections are being made at a time: a server's backlog for them is short.
const AT_A_TIME: usize = 64;
/// The longest pace: the server pings a socket that is idle for half a minute.
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
    /// The game that is played
    #[arg(long)]
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
    /// Where the idle sockets are
    #[arg(long, value_name = "PLACE", value_enum, default_value_t = Where::Lobby)]
    idle_at: Where,
    /// How many attackers, in a process of their own, send the most expensive things that a stranger can; the server
    /// keeps its limits, and everyone comes from an address of their own
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    hostile: usize,
    /// Be these attackers
    #[arg(long, value_name = "COUNT", hide = true, requires = "urls")]
    attack_with: Option<usize>,
    /// How long the players play
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0)]
    seconds: f64,
    /// How often each player acts: once in this many seconds; 0: as fast as the server answers
    #[arg(long, value_name = "SECONDS", default_value_t = 2.0)]
    pace: f64,
    /// How long a server may be down before a player gives up
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    patience: f64,
    /// Seed for the players' choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the report as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Plot latency, throughput and memory over time
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
    pub(crate) fn run(&self, games: GameList, out: &mut dyn Write) -> anyhow::Result<Verdict> {
        let game = entry(games, &self.game).start(&self.setup, &mut rand::rng());
        let seats = game.map_err(|refusal| usage(format_args!("--setup: {refusal}")))?.seats();
        if !self.players.is_multiple_of(seats) {
            return Err(usage(format_args!("{} players do not fill tables of {seats}", self.players)));
        }
        if !(0.0..=SLOWEST).contains(&self.pace) {
            return Err(usage(format_args!("the pace is from 0 to {SLOWEST} seconds")));
        }
        let addresses: anyhow::Result<_> =
            self.urls.iter().map(|url| connection::address(url, self.allow_remote)).collect();
        let addresses: Vec<std::net::SocketAddr> = addresses?;
        if let (Some(count), Some(&server)) = (self.attack_with, addresses.first()) {
            let attacked = hostile::attack(games, server, count, self.seconds)?;
            serde_json::to_writer(out, &attacked)?;
            return Ok(Verdict::Right);
        }
        rlimit::increase_nofile_limit(u64::MAX).context("cannot allow more open files")?;
        // One thread: what we take from the server's cores is not the server's.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let report = runtime.block_on(self.load(addresses, seats))?;
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

    async fn load(&self, addresses: Vec<std::net::SocketAddr>, seats: usize) -> anyhow::Result<Report> {
        let server = match addresses.is_empty() {
            true => Server::start(self.database.as_deref(), if self.hostile > 0 { "1" } else { "0" })?,
            false => Server::given(addresses, &self.pids),
        };
        let origin = if self.hostile > 0 { Origin::Player } else { Origin::Few };
        let addresses = Addresses::new(server.addresses().to_vec(), origin);
        let game = Arc::new(Run::new(self, seats, addresses));
        let memory_of = || server::sum(&server.measure(), |process| process.memory);
        let mut memory = Memory { start: memory_of(), ..Memory::default() };
        let idle =
            join_all(self.idle, |number| IdleSocket::open(Arc::clone(&game), number, self.idle_at)).await?;
        memory.idle = memory_of();
        let tables = join_all(self.players / seats, |number| Table::open(Arc::clone(&game), number)).await?;
        memory.tables = memory_of();

        let work = async || {
            let ours = Vec::from_iter(Process::read(std::process::id()));
            anyhow::Ok(Work {
                server: server::sum(&server.measure(), |process| process.work),
                client: server::sum(&ours, |process| process.work),
                commits: game.addresses.commits().await?,
            })
        };
        let before = work().await?;
        let start = Instant::now();
        let end = start + Duration::from_secs_f64(self.seconds);
        let watch = tokio::spawn(server::watch(server.processes().to_vec(), start, end));
        let attackers = match self.hostile {
            0 => None,
            count => Some(Attackers::start(count, server.addresses()[0], self.seconds)?),
        };
        // Beside attackers it is measured too what those wait for who do not play each other.
        let beside = attackers.is_some().then(|| {
            let number = 2 * self.players;
            let health = tokio::spawn(probe::health(Arc::clone(&game), number, end));
            (health, tokio::spawn(probe::engine(Arc::clone(&game), number + 1, end)))
        });
        let mut playing: JoinSet<_> = tables.into_iter().map(|table| table.play(start, end)).collect();
        let (mut tally, mut journals) = (Tally::default(), Vec::new());
        while let Some(played) = playing.join_next().await {
            let (told, kept) = played.context("a player panicked")?;
            tally.add(told);
            journals.extend(kept);
        }
        let work = work().await?.since(before);
        let hostile = match (attackers, beside) {
            (Some(attackers), Some((health, engine))) => Some(Hostile {
                attackers: self.hostile,
                health: Latency::of(health.await??.into_iter()),
                engine: Latency::of(engine.await??.into_iter()),
                attacked: tokio::task::spawn_blocking(|| attackers.finish()).await??,
            }),
            _ => None,
        };
        memory.peak = server::sum(&server.measure(), |process| process.peak);
        memory.over_time = watch.await.context("the watch panicked")?;
        tally.dropped = idle.iter().filter(|idle| idle.is_closed()).count() as u64;
        drop(idle);

        let check = |number: usize| journal::check(Arc::clone(&game), number, journals[number].clone());
        let mut audit = Audit::default();
        join_all(journals.len(), check).await?.into_iter().for_each(|found| audit.add(found));
        Ok(Report::new(self, seats, memory, work, tally, audit, hostile))
    }
}

/// Runs `count` futures, at most [`AT_A_TIME`] at once, and collects their results.
async fn join_all<T, F>(count: usize, make: impl Fn(usize) -> F) -> anyhow::Result<Vec<T>>
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
