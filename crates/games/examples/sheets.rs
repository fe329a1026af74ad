//! Looks for sheets of Abraxas and measures them (docs/balance.md): who wins at level 8, also after a first stone in the
//! middle, and how much level 7 takes from level 4.
//!
//! ```console
//! $ cargo run --release -p games --example sheets -- find 40 24 300 1
//! $ cargo run --release -p games --example sheets -- share 100 1000 1 sheet=1 sheet=1:d4
//! $ cargo run --release -p games --example sheets -- levels 50 1 sheet=1
//! ```
//!
//! `find` takes how many sheets to draw, games for each figure, nodes of a search and a seed, and prints each sheet with the
//! share of seat 1 from the empty plate and after `d4`, `e4`, `d5` and `e5`. `share` takes games, nodes, a seed and set-ups,
//! perhaps with a first stone. `levels` takes games for each order of the seats, a seed and set-ups; both seats begin with a
//! random stone.

use std::{
    env,
    error::Error,
    io::{self, Write},
};

use engine::{
    AnyGame, mix,
    search::{Limits, Table},
};
use games::GAMES;
use rand::{SeedableRng, rngs::StdRng};

const SIZE: usize = 9;
const MIDDLE: [&str; 4] = ["d4", "e4", "d5", "e5"];

const USAGE: &str =
    "find SHEETS GAMES NODES SEED | share GAMES NODES SEED SETUP[:HOLE]... | levels GAMES SEED SETUP...";

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = env::args().skip(1).collect();
    let number = |index: usize| -> Result<u64, Box<dyn Error>> { Ok(args.get(index).ok_or(USAGE)?.parse()?) };
    let mut out = io::stdout();
    match args.first().map(String::as_str) {
        Some("find") => {
            let mut rng = StdRng::seed_from_u64(number(4)?);
            for seed in 0..number(1)? {
                let setup = format!("sheet={}", draw(&mut rng));
                let games = Games { setup: &setup, games: number(2)?, seed };
                let levels = [(8, number(3)?); 2];
                write!(out, "{setup} {:.2}", games.share(&["SW"], 0, levels)?)?;
                for stone in MIDDLE {
                    write!(out, " {:.2}", games.share(&["SW", stone], 0, levels)?)?;
                }
                writeln!(out)?;
            }
        }
        Some("share") => {
            for text in args.get(4..).ok_or(USAGE)? {
                let (setup, stone) = text.split_once(':').map_or((&text[..], None), |(a, b)| (a, Some(b)));
                let games = Games { setup, games: number(1)?, seed: number(3)? };
                let moves: Vec<&str> = std::iter::once("SW").chain(stone).collect();
                writeln!(out, "{text} {:.3}", games.share(&moves, 0, [(8, number(2)?); 2])?)?;
            }
        }
        Some("levels") => {
            for setup in args.get(3..).ok_or(USAGE)? {
                let games = Games { setup, games: number(1)?, seed: number(2)? };
                let strong = games.share(&["SW"], 2, [(7, u64::MAX), (4, u64::MAX)])?;
                let weak = games.share(&["SW"], 2, [(4, u64::MAX), (7, u64::MAX)])?;
                writeln!(out, "{setup} {:.3}", (strong + 1.0 - weak) / 2.0)?;
            }
        }
        _ => return Err(USAGE.into()),
    }
    Ok(())
}

/// A sheet that a quarter turn leaves as it is, no two of whose dots touch (8.1), with 8 to 17 dots.
fn draw(rng: &mut StdRng) -> String {
    loop {
        let mut dots = [[false; SIZE]; SIZE];
        let turns = 2 + mix::below(rng, 3);
        for _ in 0..turns {
            let (mut column, mut row) = (mix::below(rng, SIZE), mix::below(rng, SIZE));
            for _ in 0..4 {
                dots[row][column] = true;
                (column, row) = (row, SIZE - 1 - column);
            }
        }
        let at = |column: usize, row: usize| row < SIZE && column < SIZE && dots[row][column];
        let touches = |column: usize, row: usize| {
            at(column + 1, row) || (column.saturating_sub(1)..=column + 1).any(|next| at(next, row + 1))
        };
        let mut cells = (0..SIZE * SIZE).map(|cell| (cell % SIZE, cell / SIZE)).filter(|&(c, r)| at(c, r));
        let many = cells.clone().count() >= 8;
        if many && !cells.any(|(column, row)| touches(column, row)) {
            return text(&dots);
        }
    }
}

fn text(dots: &[[bool; SIZE]; SIZE]) -> String {
    let row = |row: &[bool; SIZE]| {
        let runs = row
            .split(|&dot| dot)
            .map(|run| if run.is_empty() { String::new() } else { run.len().to_string() });
        runs.collect::<Vec<_>>().join("o")
    };
    dots.iter().map(row).collect::<Vec<_>>().join("/")
}

struct Games<'a> {
    setup: &'a str,
    games: u64,
    seed: u64,
}

impl Games<'_> {
    /// What seat 1 takes after these actions and some random ones; for each seat its level and its nodes at most.
    fn share(&self, moves: &[&str], random: usize, levels: [(usize, u64); 2]) -> Result<f64, Box<dyn Error>> {
        let mut sum = 0.0;
        for game in 0..self.games {
            let mut rng = StdRng::seed_from_u64(mix::mix(self.seed) ^ game);
            sum += self.play(moves, random, levels, &mut rng)?;
        }
        Ok(sum / self.games as f64)
    }

    fn play(
        &self,
        moves: &[&str],
        random: usize,
        levels: [(usize, u64); 2],
        rng: &mut StdRng,
    ) -> Result<f64, Box<dyn Error>> {
        let entry = GAMES.get("abraxas").ok_or("the game is listed")?;
        let mut game: Box<dyn AnyGame> = entry.start(self.setup, rng)?;
        for token in moves {
            game.play(token)?;
        }
        for _ in 0..random {
            let legal = game.legal();
            game.play(&legal[mix::below(rng, legal.len())])?;
        }
        let table = Table::new(1);
        while let Some(seat) = game.turn().seat() {
            let (level, nodes) = levels[seat.index()];
            let level = game.levels()[level];
            // A search by nodes gives the same answer every time: the games would all be one.
            let nodes = level.nodes.unwrap_or(u64::MAX).min(nodes);
            let nodes = nodes * 3 / 4 + mix::below(rng, nodes as usize / 2) as u64;
            let report = game.think(&level, &Limits::nodes(nodes), &table, &mut |_| ());
            let token = report.ok_or("a seat is to act")?.best().clone();
            game.play(&token)?;
        }
        let outcome = game.turn().outcome().ok_or("the game is over")?;
        Ok(outcome.share(engine::Seat::from_number(1).ok_or("a seat")?))
    }
}
