//! `ludarium match`: players against each other, and what the results say.

use std::{
    collections::HashMap,
    fs::{File, OpenOptions},
    io::{BufRead, BufReader, Write},
    path::PathBuf,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed},
    },
};

use ::engine::{Entry, GameList, Seat, Turn, lud::Lud, mix};
use anyhow::{Context, Result, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use rand::{SeedableRng, rngs::StdRng};
use serde::{Deserialize, Serialize};

use crate::arena::{
    game::{self, Opening},
    spec::Spec,
    stats::{Scores, Sprt},
};
use crate::{Verdict, position_args};

/// Let players play each other.
///
/// A player is `level:N` (0–8), `random`, `novice`, `greedy`, `plain`, `uct`, or `exec:COMMAND` for a program that speaks the
/// engine protocol; `@` and a limit follow: `level:8@0.05s`, `uct@20000n` (nodes), `level:6@d4` (depth), `level:8@60+0.5`
/// (a clock). `level:8!hand@0.05s` judges by hand, as level 8 did before it learnt, and `level:8!new.net@0.05s` by the
/// network in that file. With fewer players than seats the last one takes the seats that are left. Every opening is played
/// with every order of the seats.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: ludarium match archimedes level:8@0.05s uct@0.5s --games 100 --random 2")]
pub(crate) struct Args {
    #[arg(value_name = "GAME")]
    game: String,
    /// The players, the one in question first
    #[arg(required = true, num_args = 1..=4)]
    players: Vec<Spec>,
    /// Set-up text; several are taken in turn
    #[arg(long, default_value = "")]
    setup: Vec<String>,
    /// How many games, rounded up to whole sets of seat orders
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Random actions before the players begin
    #[arg(long, default_value_t = 0)]
    random: usize,
    /// Draw random actions anew while a search of this many nodes sees a forced end after them
    #[arg(long, value_name = "NODES")]
    sound: Option<u64>,
    /// A file of openings, one per line: actions separated by spaces
    #[arg(long)]
    openings: Option<PathBuf>,
    /// What decides deals, random openings and the players' dice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Stop when it is clear whether the first player is stronger by ELO1 rather than ELO0 (two seats, risk 5 %)
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Keep results here, one per line, and go on from them when run again
    #[arg(long)]
    results: Option<PathBuf>,
    /// Append the games to this record file
    #[arg(long)]
    records: Option<PathBuf>,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

/// One game of a match, as the results file has it.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Row {
    number: usize,
    /// The player at each seat, by number.
    seated: Vec<usize>,
    shares: Vec<f64>,
    plies: usize,
    by: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<(usize, String)>,
}

impl Args {
    pub(crate) fn run(self, games: GameList, out: &mut dyn Write) -> Result<Verdict> {
        let entry = position_args::entry(games, &self.game);
        let seats = entry.start(&self.setup[0], &mut StdRng::seed_from_u64(0))?.seats();
        ensure!(self.players.len() <= seats, "{} players are too many for {seats} seats", self.players.len());
        let orders = seat_orders(self.players.len(), seats);
        let sprt = self.sprt.as_ref().map(|bounds| Sprt { elo0: bounds[0], elo1: bounds[1], risk: 0.05 });
        ensure!(sprt.is_none() || seats == 2, "a sequential test needs two seats");
        let openings = self.read_openings()?;
        let total = self.games.div_ceil(orders.len()) * orders.len();

        let done = self.finished()?;
        let tally = Mutex::new(Tally {
            rows: done.values().cloned().collect(),
            results: self.append(&self.results)?,
            records: self.append(&self.records)?,
        });
        let bar = ProgressBar::new(total as u64).with_position(done.len() as u64);
        bar.set_style(ProgressStyle::with_template("{bar:30} {pos}/{len} {eta} {msg}")?);
        let next = AtomicUsize::new(0);
        let settled = AtomicBool::new(false);
        let play_on = || -> Result<()> {
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= total || settled.load(Relaxed) {
                    return Ok(());
                }
                if done.contains_key(&number) {
                    continue;
                }
                let order = &orders[number % orders.len()];
                let (row, record) = self.play(entry, number, number / orders.len(), order, &openings)?;
                let mut tally = tally.lock().expect("no game panics with the lock");
                tally.add(row, &record)?;
                let scores = tally.scores(0);
                bar.inc(1);
                bar.set_message(format!("{:.3} ± {:.3}", scores.mean(), scores.error()));
                if sprt.is_some_and(|sprt| sprt.verdict(&scores).is_some()) {
                    settled.store(true, Relaxed);
                }
            }
        };
        std::thread::scope(|scope| -> Result<()> {
            let threads: Vec<_> = (0..self.threads.max(1)).map(|_| scope.spawn(play_on)).collect();
            threads.into_iter().try_for_each(|thread| thread.join().expect("a game does not panic"))
        })?;
        bar.finish_and_clear();
        self.print(out, &tally.into_inner().expect("no game panics with the lock"), seats, sprt)?;
        Ok(Verdict::Right)
    }

    fn play(
        &self,
        entry: &'static Entry,
        number: usize,
        opening: usize,
        order: &[usize],
        openings: &[Vec<String>],
    ) -> Result<(Row, String)> {
        let seed = mix::zobrist(self.seed.wrapping_mul(1 << 20).wrapping_add(opening as u64));
        let start = Opening {
            setup: self.setup[opening % self.setup.len()].clone(),
            seed,
            random: self.random,
            moves: openings.get(opening % openings.len().max(1)).cloned().unwrap_or_default(),
            sound: self.sound,
        };
        let seated: Vec<&Spec> = order.iter().map(|&player| &self.players[player]).collect();
        let played = game::play(start.play(entry)?, &seated, mix::zobrist(seed ^ number as u64))?;
        let Turn::Over(outcome) = played.game.turn() else { unreachable!("a game is played to its end") };
        let row = Row {
            number,
            seated: order.to_vec(),
            shares: Seat::all(order.len()).map(|seat| outcome.share(seat)).collect(),
            plies: played.game.ply(),
            by: outcome.by().to_owned(),
            fault: played.fault.map(|(seat, what)| (order[seat.index()], what)),
        };
        let mut record = Lud::of(&*played.game);
        for (seat, spec) in Seat::all(seated.len()).zip(seated) {
            record.set(&Lud::name_tag(seat), spec.to_string());
        }
        Ok((row, record.to_string()))
    }

    /// The games that an earlier run has finished, by number.
    fn finished(&self) -> Result<HashMap<usize, Row>> {
        let Some(path) = self.results.as_ref().filter(|path| path.exists()) else {
            return Ok(HashMap::new());
        };
        let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut rows = HashMap::new();
        for (index, line) in BufReader::new(file).lines().enumerate() {
            let row: Row = serde_json::from_str(&line?)
                .with_context(|| format!("{}:{}: not a result", path.display(), index + 1))?;
            rows.insert(row.number, row);
        }
        Ok(rows)
    }

    fn append(&self, path: &Option<PathBuf>) -> Result<Option<File>> {
        path.as_ref()
            .map(|path| {
                let file = OpenOptions::new().create(true).append(true).open(path);
                file.with_context(|| format!("cannot write {}", path.display()))
            })
            .transpose()
    }

    fn read_openings(&self) -> Result<Vec<Vec<String>>> {
        let Some(path) = &self.openings else { return Ok(Vec::new()) };
        let text =
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        Ok(text.lines().filter(|line| !line.trim().is_empty()).map(words).collect())
    }

    /// Whether the player sits alone among rivals that are alike.
    fn has_elo(&self, player: usize, seats: usize) -> bool {
        self.players.len() == 2 && (seats == 2 || player == 0)
    }

    fn print(&self, out: &mut dyn Write, tally: &Tally, seats: usize, sprt: Option<Sprt>) -> Result<()> {
        let plies: usize = tally.rows.iter().map(|row| row.plies).sum();
        let length = plies as f64 / tally.rows.len().max(1) as f64;
        let mut ends: Vec<(String, usize)> = tally.count(|row| row.by.clone());
        ends.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let first = tally.rows.iter().map(|row| row.shares[0]).sum::<f64>() / tally.rows.len().max(1) as f64;
        let summaries: Vec<_> = (0..self.players.len())
            .map(|player| {
                let scores = tally.scores(player);
                let faults =
                    tally.rows.iter().filter(|row| matches!(&row.fault, Some((who, _)) if *who == player));
                let elo = self.has_elo(player, seats).then(|| scores.elo(seats - 1));
                serde_json::json!({
                    "player": self.players[player].to_string(), "games": scores.games(), "wins": scores.wins,
                    "draws": scores.draws, "losses": scores.losses, "share": scores.mean(),
                    "error": scores.error(), "elo": elo, "faults": faults.count(),
                })
            })
            .collect();
        let ratio = sprt.map(|sprt| tally.scores(0).log_likelihood_ratio(sprt.elo0, sprt.elo1));
        if self.json {
            let summary = serde_json::json!({
                "game": self.game, "players": summaries, "length": length, "first_seat": first, "ends": ends,
                "log_likelihood_ratio": ratio,
            });
            writeln!(out, "{}", serde_json::to_string_pretty(&summary)?)?;
            return Ok(());
        }
        for (player, spec) in self.players.iter().enumerate() {
            let scores = tally.scores(player);
            write!(
                out,
                "{spec}: {} games, +{} ={} -{}, share {:.3} ± {:.3}",
                scores.games(),
                scores.wins,
                scores.draws,
                scores.losses,
                scores.mean(),
                1.96 * scores.error()
            )?;
            if self.has_elo(player, seats) {
                let (elo, low, high) = scores.elo(seats - 1);
                write!(out, ", Elo {elo:+.0} ({low:+.0} to {high:+.0})")?;
            }
            writeln!(out)?;
        }
        writeln!(out, "mean length {length:.1} actions, first seat {first:.3}, ends {}", words(&ends))?;
        if let (Some(sprt), Some(ratio)) = (sprt, ratio) {
            let verdict = match sprt.verdict(&tally.scores(0)) {
                Some(true) => format!("stronger by {}", sprt.elo1),
                Some(false) => format!("not stronger than by {}", sprt.elo0),
                None => "not settled".to_owned(),
            };
            writeln!(out, "sequential test: {verdict} (log-likelihood ratio {ratio:.2})")?;
        }
        for row in tally.rows.iter() {
            if let Some((player, what)) = &row.fault {
                writeln!(out, "fault in game {}: {} {what}", row.number, self.players[*player])?;
            }
        }
        Ok(())
    }
}

fn words(ends: &[(String, usize)]) -> String {
    ends.iter().map(|(by, count)| format!("{by}: {count}")).collect::<Vec<_>>().join(", ")
}

struct Tally {
    rows: Vec<Row>,
    results: Option<File>,
    records: Option<File>,
}

impl Tally {
    /// The result is on disk before it counts.
    fn add(&mut self, row: Row, record: &str) -> Result<()> {
        if let Some(file) = &mut self.records {
            writeln!(file, "{record}")?;
        }
        if let Some(file) = &mut self.results {
            writeln!(file, "{}", serde_json::to_string(&row)?)?;
        }
        self.rows.push(row);
        Ok(())
    }

    /// What one player got at the seats it had.
    fn scores(&self, player: usize) -> Scores {
        let mut scores = Scores::default();
        for row in &self.rows {
            for (seat, _) in row.seated.iter().enumerate().filter(|&(_, &who)| who == player) {
                scores.add(row.shares[seat]);
            }
        }
        scores
    }

    fn count(&self, of: impl Fn(&Row) -> String) -> Vec<(String, usize)> {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for row in &self.rows {
            *counts.entry(of(row)).or_default() += 1;
        }
        counts.into_iter().collect()
    }
}

/// All different ways to seat the players; the last of them also takes the seats that are left.
fn seat_orders(players: usize, seats: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for _ in 0..seats {
        orders = orders
            .into_iter()
            .flat_map(|order: Vec<usize>| {
                (0..players).map(move |player| {
                    let mut longer = order.clone();
                    longer.push(player);
                    longer
                })
            })
            .collect();
    }
    let count = |order: &[usize], player| order.iter().filter(|&&who| who == player).count();
    orders.retain(|order| (0..players - 1).all(|player| count(order, player) == 1));
    orders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_seat_order_once() {
        assert_eq!(seat_orders(2, 2), [vec![0, 1], vec![1, 0]]);
        assert_eq!(seat_orders(2, 3), [vec![0, 1, 1], vec![1, 0, 1], vec![1, 1, 0]]);
        assert_eq!(seat_orders(1, 4), [vec![0, 0, 0, 0]]);
        assert_eq!(seat_orders(3, 3).len(), 6);
    }
}
