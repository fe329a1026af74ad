//! Looks for sheets of Abraxas and measures them (docs/balance.md): who wins at level 8, also after a first stone in the
//! middle, and how much level 7 takes from level 4.
//!
//! ```console
//! $ cargo run --release -p games --example sheets -- find 3000 0 2
//! $ cargo run --release -p games --example sheets -- share games.txt 200 1000 1 sheet=I sheet=I:d4
//! $ cargo run --release -p games --example sheets -- levels games.txt 100 1 sheet=I
//! ```
//!
//! `find` takes nodes, a part and the number of parts. Of every sheet like those of 8.1 in its part it prints what a search
//! expects for seat 1: of the empty plate, and of each first stone in the middle.
//! `share` takes games, nodes, a seed and set-ups, perhaps with a first stone. `levels` takes games for each order of the
//! seats, a seed and set-ups; both seats begin with a random stone. Every game is a line of the file, and a figure goes on
//! from the games that are there; it comes with its margin, twice the standard error.

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
const USAGE: &str =
    "find NODES PART PARTS | share FILE GAMES NODES SEED SETUP[:HOLE]... | levels FILE GAMES SEED SETUP...";

fn main() -> Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let number = |index: usize| -> Result<u64> { Ok(args.get(index).ok_or(USAGE)?.parse()?) };
    let journal = || Journal::open(args.get(1).ok_or(USAGE)?);
    let mut out = io::stdout();
    match &args.first().ok_or(USAGE)?[..] {
        "find" => {
            let (nodes, part, parts) = (number(1)?, number(2)? as usize, number(3)? as usize);
            for sheet in all().iter().skip(part).step_by(parts) {
                let setup = format!("sheet={sheet}");
                write!(out, "{setup} {:.3}", expected(&setup, None, nodes)?)?;
                for stone in MIDDLE {
                    write!(out, " {stone} {:.3}", expected(&setup, Some(stone), nodes)?)?;
                }
                writeln!(out)?;
            }
        }
        "share" => {
            let mut journal = journal()?;
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
            let mut journal = journal()?;
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

/// Every sheet that a quarter turn leaves as it is, no two of whose dots touch (8.1), with 8 to 17 dots.
fn all() -> Vec<String> {
    // One cell of each four that a quarter turn leads to each other, and the one in the middle.
    let corner = (0..SIZE / 2).flat_map(|row| (0..=SIZE / 2).map(move |column| (column, row)));
    let cells: Vec<_> = corner.chain([(SIZE / 2, SIZE / 2)]).collect();
    let mut sheets = vec![[[false; SIZE]; SIZE]];
    for &cell in &cells {
        let more: Vec<_> = sheets.iter().map(|dots| with(*dots, cell)).filter(|dots| !touch(dots)).collect();
        sheets.extend(more);
    }
    let dots = |sheet: &&[[bool; SIZE]; SIZE]| sheet.as_flattened().iter().filter(|&&dot| dot).count();
    sheets.iter().filter(|sheet| (8..=17).contains(&dots(sheet))).map(text).collect()
}

/// With a dot here and where quarter turns bring it.
fn with(mut dots: [[bool; SIZE]; SIZE], (mut column, mut row): (usize, usize)) -> [[bool; SIZE]; SIZE] {
    for _ in 0..4 {
        dots[row][column] = true;
        (column, row) = (row, SIZE - 1 - column);
    }
    dots
}

fn touch(dots: &[[bool; SIZE]; SIZE]) -> bool {
    let at = |column: usize, row: usize| row < SIZE && column < SIZE && dots[row][column];
    let touches = |column: usize, row: usize| {
        at(column + 1, row) || (column.saturating_sub(1)..=column + 1).any(|next| at(next, row + 1))
    };
    (0..SIZE * SIZE).map(|cell| (cell % SIZE, cell / SIZE)).any(|(c, r)| at(c, r) && touches(c, r))
}

/// What level 8 expects for seat 1, perhaps after its first stone.
fn expected(setup: &str, stone: Option<&str>, nodes: u64) -> Result<f64> {
    let entry = GAMES.get("abraxas").ok_or("the game is listed")?;
    let mut game = entry.start(setup, &mut StdRng::seed_from_u64(0))?;
    game.play("SW")?;
    if let Some(stone) = stone {
        game.play(stone)?;
    }
    let report = game.think(&game.levels()[8], &Limits::nodes(nodes), &Table::new(1), &mut |_| ());
    let share = report.ok_or("a seat is to act")?.lines[0].score.share(1.0);
    Ok(if stone.is_some() { 1.0 - share } else { share })
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

    /// The share of seat 1 in this many games; those that were not played yet are played.
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
