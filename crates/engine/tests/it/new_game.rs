//! A new game needs nothing but its own file and a line in a list: no judgement, no numbers for programs that learn.
//!
//! Four cells in a row. A seat marks a free one; whoever marks the last has lost.

use std::{fmt, str::FromStr};

use engine::{
    AnyGame, Canvas, Description, Entry, Fields, Game, GameList, Info, Judge, Numbered, Outcome, Picture,
    Refusal, Seat, Trace, Turn, Viewer,
    canvas::{Area, Marks},
    end, fair, lud, mix,
    palette::Ink,
    picture::Frame,
    review,
    search::{Limits, Table},
    setup,
};
use rand::{Rng, SeedableRng, rngs::StdRng};
use serde::{Deserialize, Serialize};

mod reasons {
    engine::reasons! {
        CELL = "Row 1.1" "row.cell" "`{token}` is none of the cells 1 to 4";
        MARKED = "Row 1.2" "row.marked" "{cell} is marked already";
        POSITION = "Row 2.1" "row.position" "`{text}` is not how a row is written";
    }
}
mod ends {
    engine::ends! {
        FULL = "1.3" "row.full" "the last cell is marked";
    }
}
mod phrases {
    use engine::Phrase;
    pub(super) static MARKS: Phrase = Phrase::new("row.marks", "marks {cell}");
}

static GAMES: GameList = GameList::new(&[Entry::of::<Row>()]);

/// A bit for each cell that is marked, and who has left.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    marked: u8,
    left: Option<Seat>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Cell(u8);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Options {
    marked: Option<u8>,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Board {
    marked: Vec<u8>,
}

impl FromStr for Options {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Self, Refusal> {
        let mut fields = Fields::parse(text)?;
        let from = fields.text(&setup::FROM);
        fields.finish()?;
        let read = |text: &str| {
            let marked = text.parse().ok().filter(|marked: &u8| *marked < 15 && marked.to_string() == text);
            marked.ok_or_else(|| reasons::POSITION.with([("text", text.to_owned())]))
        };
        Ok(Options { marked: from.map(read).transpose()? })
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&setup::write(&[], self.marked.as_ref().map(|marked| marked as &dyn fmt::Display)))
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0 + 1)
    }
}

impl FromStr for Cell {
    type Err = Refusal;
    fn from_str(token: &str) -> Result<Self, Refusal> {
        let cell = (0..4).map(Cell).find(|cell| cell.to_string() == token);
        cell.ok_or_else(|| reasons::CELL.with([("token", token.chars().take(9).collect())]))
    }
}

impl Picture for Board {
    fn canvas(&self, marks: &Marks, _: Frame) -> Canvas {
        let mut canvas = Canvas::new(12, 1);
        for cell in 0..4 {
            let name = Cell(cell).to_string();
            let area = Area::new(3 * i32::from(cell), 0, 3, 1);
            let sign = if self.marked.contains(&cell) { "x" } else { "." };
            canvas.put(3 * i32::from(cell) + 1, 0, sign, Ink::Plain);
            canvas.bracket(area, marks, &name);
            canvas.spot(&name, area);
        }
        canvas
    }
}

impl Row {
    fn cells(&self, marked: bool) -> impl Iterator<Item = Cell> {
        (0..4).map(Cell).filter(move |cell| (self.marked >> cell.0 & 1 != 0) == marked)
    }

    fn to_act(&self) -> Seat {
        Seat::new(self.marked.count_ones() as usize % 2)
    }
}

impl Game for Row {
    const INFO: Info = Info {
        key: "row",
        name: "Row",
        author: "nobody",
        year: 2026,
        seats: 2..=2,
        repetition: None,
        hidden: false,
        options: &[setup::FROM],
        ends: ends::ALL,
        reasons: reasons::ALL,
        phrases: &[&phrases::MARKS],
    };
    type Options = Options;
    type Setup = Options;
    type Move = Cell;
    type View = Board;

    fn draw(options: &Options, _: &mut dyn Rng) -> Options {
        options.clone()
    }

    fn start(setup: &Options) -> Self {
        Row { marked: setup.marked.unwrap_or(0), left: None }
    }

    fn seats(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match self.left {
            Some(left) => Turn::Over(Outcome::win(left.next(2), 2, &end::LEFT)),
            None if self.marked == 15 => Turn::Over(Outcome::win(self.to_act(), 2, &ends::FULL)),
            None => Turn::Move(self.to_act()),
        }
    }

    fn longest(&self) -> usize {
        4
    }

    fn legal_moves(&self, moves: &mut Vec<Cell>) {
        if self.left.is_none() {
            moves.extend(self.cells(false));
        }
    }

    fn explain(&self, cell: Cell) -> Option<Refusal> {
        match self.turn() {
            Turn::Over(_) => Some(setup::OVER.refuse()),
            _ if self.marked >> cell.0 & 1 != 0 => Some(reasons::MARKED.with([("cell", cell.to_string())])),
            _ => None,
        }
    }

    fn play_unchecked(&mut self, cell: Cell) {
        self.marked |= 1 << cell.0;
    }

    fn withdraw(&mut self, seat: Seat) {
        self.left = Some(seat);
    }

    fn key(&self) -> u64 {
        mix::zobrist(self.marked.into())
    }

    fn view(&self, _: Viewer) -> Board {
        Board { marked: self.cells(true).map(|cell| cell.0).collect() }
    }

    fn trace(&self, cell: Cell) -> Trace {
        Trace { at: vec![cell.to_string()], via: Vec::new() }
    }

    fn describe(cell: Cell) -> Description {
        phrases::MARKS.with([("cell", cell.to_string())])
    }

    fn meant(&self, pressed: &[&str]) -> Option<Cell> {
        pressed.last()?.parse().ok()
    }

    fn position_text(&self) -> String {
        self.marked.to_string()
    }
}

impl Judge for Row {}
impl Numbered for Row {}

fn start() -> Box<dyn AnyGame> {
    GAMES.get("row").expect("it is listed").start("", &mut StdRng::seed_from_u64(0)).expect("a set-up")
}

#[test]
fn the_laws_hold() {
    engine::testkit::laws::<Row>("", 10);
    engine::testkit::laws::<Row>("from=5", 3);
}

#[test]
fn it_is_found_played_recorded_and_read_again() {
    let mut game = start();
    assert_eq!(game.view(Viewer::Seat(Seat::new(0))).legal.len(), 4);
    assert_eq!(game.describe("2").expect("a token").to_string(), "marks 2");
    game.play("2").expect("it is legal");
    let refusal = game.explain_press(Seat::new(1), &["2"]).expect("it is marked");
    assert_eq!(refusal.to_string(), "Row 1.2: 2 is marked already");
    assert_eq!(game.explain_press(Seat::new(1), &["3"]), None);
    for token in ["1", "3", "4"] {
        game.play(token).expect("it is legal");
    }
    let outcome = game.turn().outcome().expect("it is over");
    assert_eq!((outcome.to_string().as_str(), outcome.end().key), ("1 0", "row.full"));
    let record = lud::Lud::of(&*game).to_string();
    let again = lud::read(&record).expect("a record")[0].replay(GAMES).expect("it replays");
    assert_eq!(again.events(), game.events());
    assert_eq!(fair::leaves_to_chance(GAMES.get("row").expect("it is listed"), ""), Ok(false));
}

#[test]
fn engines_play_and_review_it_without_judgement() {
    let mut game = start();
    for token in ["1", "2"] {
        game.play(token).expect("it is legal");
    }
    for level in game.levels() {
        let report = game.think(level, &Limits::nodes(200), &Table::new(1), &mut |_| ());
        assert!(game.legal().contains(report.expect("it is not over").best()));
    }
    let mut seen = 0;
    review::review(start(), &game.standing(), &Limits::nodes(200), &mut |remark| {
        seen += 1;
        assert_eq!(remark.ply, seen);
        true
    });
    assert_eq!(seen, 2);
}
