//! Looks for sheets of Abraxas and measures them (docs/balance.md): who wins at level 8, also after a first stone in the
//! middle, and how much level 7 takes from level 4.
//!
//! ```console
//! $ cargo run --release -p games --example sheets -- find games.txt 40 400 1
//! $ cargo run --release -p games --example sheets -- share games.txt 200 400 1 sheet=1 sheet=1:d4
//! $ cargo run --release -p games --example sheets -- levels games.txt 100 1 sheet=1
//! ```
//!
//! Every game is a line of the file, and a figure goes on from the games that are there.
//! `find` takes how many sheets to draw, nodes of a search and a seed; it plays few games with each, also after a first stone
//! in the middle, and more with those that may be even, or strong for the stone. `share` takes games, nodes, a seed and set-ups, perhaps with a first stone. `levels` takes games for each
//! order of the seats, a seed and set-ups; both seats begin with a random stone. Each figure comes with its margin: twice the
//! standard error.

use std::{
    collections::HashMap,
    env,
    error::Error,
    fmt,
    fs::{File, OpenOptions},
    io::{self, BufRead, BufReader, Write},
};

use engine::{
    AnyGame, Seat, mix,
    search::{Limits, Table},
};
use games::GAMES;
use rand::{SeedableRng, rngs::StdRng};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

const SIZE: usize = 9;
const MIDDLE: [&str; 4] = ["d4", "e4", "d5", "e5"];
/// How many games a series has had, and how far its share may be from the one wished for to get more.
const ROUNDS: [(u64, f64); 4] = [(4, 0.3), (12, 0.22), (30, 0.14), (60, 0.1)];

const USAGE: &str = "find FILE SHEETS NODES SEED | share FILE GAMES NODES SEED SETUP[:HOLE]... | levels FILE GAMES SEED SETUP...";

fn main() -> Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let number = |index: usize| -> Result<u64> { Ok(args.get(index).ok_or(USAGE)?.parse()?) };
    let mut journal = Journal::open(args.get(1).ok_or(USAGE)?)?;
    let mut out = io::stdout();
    match &args[0][..] {
        "find" => {
            let (nodes, seed) = (number(3)?, number(4)?);
            let mut rng = StdRng::seed_from_u64(seed);
            for _ in 0..number(2)? {
                let setup = format!("sheet={}", draw(&mut rng));
                let series = |stone| Series { setup: setup.clone(), stone, levels: [8, 8], nodes, seed };
                let even = journal.sift(&series(None), |share, bound| (share - 0.5).abs() <= bound)?;
                write!(out, "{setup} {even}")?;
                for stone in MIDDLE {
                    let middle = series(Some(stone.to_owned()));
                    let strong = journal.sift(&middle, |share, bound| share >= 0.7 - bound)?;
                    write!(out, ", {stone} {strong}")?;
                }
                writeln!(out)?;
            }
        }
        "share" => {
            for text in args.get(5..).ok_or(USAGE)? {
                let (setup, stone) =
                    text.split_once(':').map_or((&text[..], None), |(a, b)| (a, Some(b.to_owned())));
                let series = Series {
                    setup: setup.to_owned(),
                    stone,
                    levels: [8, 8],
                    nodes: number(3)?,
                    seed: number(4)?,
                };
                writeln!(out, "{text} {}", journal.figure(&series, number(2)?)?)?;
            }
        }
        "levels" => {
            for setup in args.get(4..).ok_or(USAGE)? {
                let series = |levels| Series {
                    setup: setup.clone(),
                    stone: None,
                    levels,
                    nodes: u64::MAX,
                    seed: number(3).unwrap_or(1),
                };
                let strong = journal.figure(&series([7, 4]), number(2)?)?;
                let weak = journal.figure(&series([4, 7]), number(2)?)?;
                let share = (strong.share + 1.0 - weak.share) / 2.0;
                let margin = strong.margin.hypot(weak.margin) / 2.0;
                writeln!(out, "{setup} {}", Figure { share, margin, games: 2 * number(2)? })?;
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

/// Games that differ only by their number.
struct Series {
    setup: String,
    /// The first stone of seat 1; where there is none, it chooses.
    stone: Option<String>,
    levels: [usize; 2],
    nodes: u64,
    seed: u64,
}

impl Series {
    fn name(&self) -> String {
        let Series { setup, stone, levels: [one, two], nodes, seed } = self;
        format!("{setup} {} {one} {two} {nodes} {seed}", stone.as_deref().unwrap_or("-"))
    }

    /// What seat 1 takes, and where its first stone was put.
    fn play(&self, number: u64) -> Result<(String, f64)> {
        let mut rng = StdRng::seed_from_u64(mix::mix(self.seed) ^ number);
        let entry = GAMES.get("abraxas").ok_or("the game is listed")?;
        let mut game: Box<dyn AnyGame> = entry.start(&self.setup, &mut rng)?;
        game.play("SW")?;
        if let Some(stone) = &self.stone {
            game.play(stone)?;
        } else if self.levels[0] != self.levels[1] {
            for _ in 0..2 {
                let legal = game.legal();
                game.play(&legal[mix::below(&mut rng, legal.len())])?;
            }
        }
        let table = Table::new(1);
        while let Some(seat) = game.turn().seat() {
            let level = game.levels()[self.levels[seat.index()]];
            // A search by nodes gives the same answer every time: the games would all be one.
            let nodes = level.nodes.unwrap_or(u64::MAX).min(self.nodes);
            let nodes = nodes * 3 / 4 + mix::below(&mut rng, nodes as usize / 2) as u64;
            let report = game.think(&level, &Limits::nodes(nodes), &table, &mut |_| ());
            game.play(report.ok_or("a seat is to act")?.best())?;
        }
        let outcome = game.turn().outcome().ok_or("the game is over")?;
        Ok((game.moves()[1].clone(), outcome.share(Seat::from_number(1).ok_or("a seat")?)))
    }
}

/// Every game that was played, by the name of its series and its number.
struct Journal {
    file: File,
    shares: HashMap<String, Vec<f64>>,
}

impl Journal {
    fn open(path: &str) -> Result<Self> {
        let file = OpenOptions::new().create(true).append(true).read(true).open(path)?;
        let mut shares: HashMap<String, Vec<f64>> = HashMap::new();
        for line in BufReader::new(&file).lines() {
            let line = line?;
            let mut words = line.rsplitn(3, ' ');
            let share = words.next().ok_or("a share")?.parse()?;
            let name = words.nth(1).ok_or("a series, a stone and a share")?;
            shares.entry(name.to_owned()).or_default().push(share);
        }
        Ok(Journal { file, shares })
    }

    /// The share of seat 1 in few games, and in more as long as it is good enough.
    fn sift(&mut self, series: &Series, is_good: impl Fn(f64, f64) -> bool) -> Result<Figure> {
        let mut figure = Figure::default();
        for (games, bound) in ROUNDS {
            figure = self.figure(series, games)?;
            if !is_good(figure.share, bound) {
                break;
            }
        }
        Ok(figure)
    }

    /// The share of seat 1 in so many games, of which those are played that were not.
    fn figure(&mut self, series: &Series, games: u64) -> Result<Figure> {
        let name = series.name();
        let shares = self.shares.entry(name.clone()).or_default();
        for number in shares.len() as u64..games {
            let (stone, share) = series.play(number)?;
            writeln!(self.file, "{name} {stone} {share}")?;
            shares.push(share);
        }
        let shares = &shares[..games as usize];
        let share = shares.iter().sum::<f64>() / games as f64;
        let spread = shares.iter().map(|one| (one - share).powi(2)).sum::<f64>() / games as f64;
        Ok(Figure { share, margin: 2.0 * (spread / games as f64).sqrt(), games })
    }
}

#[derive(Default)]
struct Figure {
    share: f64,
    margin: f64,
    games: u64,
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.3} ± {:.3} of {}", self.share, self.margin, self.games)
    }
}
