//! Ascension as a map of heights; what lies beneath a top piece is told where the cursor is.

use serde::Deserialize;

use super::{Board, Look};
use crate::play::{
    canvas::{Canvas, Marks},
    paint::{Mark, Paint},
};

#[derive(Debug, Deserialize)]
pub(super) struct Ascension {
    cells: Vec<Cell>,
    players: Vec<Player>,
    phase: String,
    hand: Option<Hand>,
    leader: Option<usize>,
    joker: Joker,
    round: u32,
    round_limit: u32,
    added: bool,
}

#[derive(Debug, Deserialize)]
struct Cell {
    cell: String,
    height: u8,
    stack: Vec<Piece>,
    pawn: Option<usize>,
    corner: Option<char>,
    barred: bool,
}

#[derive(Debug, Deserialize)]
struct Piece {
    kind: String,
    face: char,
    shows: bool,
}

#[derive(Debug, Deserialize)]
struct Hand {
    kind: String,
    face: char,
    from: String,
}

#[derive(Debug, Deserialize)]
struct Player {
    seat: usize,
    figure: char,
    plain: u8,
    figured: u8,
    joker: bool,
    starts: Option<u32>,
    rests: bool,
    out: bool,
}

#[derive(Debug, Deserialize)]
struct Joker {
    at: String,
}

impl Piece {
    /// Upper case: it shows. Lower case: hidden, but known to the viewer.
    fn letter(&self) -> char {
        match (self.kind.as_str(), self.shows) {
            ("pillar", _) => '^',
            (_, true) => self.face,
            (_, false) => self.face.to_ascii_lowercase(),
        }
    }

    fn describe(&self) -> String {
        let kind = if self.kind == "half" { "half-cube" } else { self.kind.as_str() };
        match (self.kind.as_str(), self.face, self.shows) {
            ("pillar" | "joker", ..) => kind.to_owned(),
            (_, '?', _) => format!("{kind}, face hidden"),
            (_, '.', _) => format!("{kind}, plain"),
            (_, face, true) => format!("{kind} {face} up"),
            (_, face, false) => format!("{kind} {face} down"),
        }
    }
}

impl Board for Ascension {
    fn canvas(&self, marks: &Marks, paint: Paint, room: (i32, i32), _: Look) -> Canvas {
        let wide = if room.0 >= 9 * 7 + 4 { 7 } else { 5 };
        let high = if room.1 >= 9 * 3 + 2 { 3 } else { 2 };
        let left = 3;
        let mut canvas = Canvas::new(left + 9 * wide + 2, 9 * high + 2);
        for (index, column) in (0..).zip('a'..='i') {
            let x = left + index * wide + wide / 2;
            canvas.char(x, 0, column, paint.accent());
            canvas.char(x, 9 * high + 1, column, paint.accent());
        }
        for (index, cell) in (0..).zip(&self.cells) {
            let (x, y) = (left + index % 9 * wide, 1 + (8 - index / 9) * high);
            if index % 9 == 0 {
                let row = (index / 9 + 1).to_string();
                canvas.put(1, y, &row, paint.accent());
                canvas.put(left + 9 * wide + 1, y, &row, paint.accent());
            }
            canvas.tint((x, y, wide, high), paint.height(cell.height));
            let height = if cell.height == 0 { " -".to_owned() } else { format!("{:>2}", cell.height) };
            let middle = x + (wide - 3) / 2;
            canvas.put(middle, y, &height, if cell.height == 0 { paint.dim() } else { paint.bold() });
            if let Some(top) = cell.stack.last() {
                let style = if top.shows { paint.red() } else { paint.accent() };
                canvas.char(middle + 2, y, top.letter(), style);
            } else if let Some(figure) = cell.corner {
                canvas.char(middle + 2, y, figure, paint.dim());
            }
            if let Some(seat) = cell.pawn {
                canvas.put(middle, y + 1, &format!("@{seat}"), paint.seat(seat));
            }
            if cell.barred {
                canvas.char(middle + 2, y + 1, 'x', paint.dim());
            }
            let mark = marks.of(&cell.cell);
            let (open, close) = paint.brackets(mark);
            let under = marks.beneath(&cell.cell);
            if under != Mark::None {
                canvas.tint((x, y, wide, high.min(2)), paint.mark(under));
            }
            canvas.char(x, y, open, paint.bold());
            canvas.char(x + wide - 1, y, close, paint.bold());
            if mark == Mark::Cursor {
                canvas.tint((x, y, wide, 1), paint.mark(mark));
            }
            canvas.spot(cell.cell.clone(), x, y, wide, high);
        }
        canvas
    }

    fn seat(&self, number: usize) -> String {
        let Some(player) = self.players.iter().find(|player| player.seat == number) else {
            return String::new();
        };
        if player.out {
            return format!("@{number} is out");
        }
        let starts = player.starts.map_or(String::new(), |starts| format!(" s{starts}"));
        let rests = if player.rests { " rests" } else { "" };
        let joker = if player.joker { " joker" } else { "" };
        let leads = if self.leader == Some(number) { " leads" } else { "" };
        format!(
            "@{number} {} h{} f{}{starts}{joker}{leads}{rests}",
            player.figure, player.plain, player.figured
        )
    }

    fn facts(&self) -> Vec<String> {
        let added = if self.added { " (added turn)" } else { "" };
        let mut facts = vec![format!("round {} of {}{added}", self.round, self.round_limit)];
        match (&self.hand, self.phase.as_str()) {
            (Some(hand), _) => {
                let piece = Piece { kind: hand.kind.clone(), face: hand.face, shows: false };
                let from = if hand.from == "reserve" { "the reserve" } else { &hand.from };
                // Together they are too long for the column beside the board.
                facts.push(format!("in hand: {}", piece.describe().replace(" down", "")));
                facts.push(format!("taken from {from}"));
            }
            (None, "pick") => facts.push("to pick a piece".to_owned()),
            (None, "step") => facts.push("the pawn to step".to_owned()),
            (None, "spring") => facts.push("the pawn may spring".to_owned()),
            (None, phase) => facts.push(phase.to_owned()),
        }
        if self.joker.at != "aside" {
            facts.push(format!("joker: {}", self.joker.at));
        }
        facts
    }

    fn detail(&self, spot: &str) -> Vec<String> {
        let Some(cell) = self.cells.iter().find(|cell| cell.cell == spot) else { return Vec::new() };
        let mut lines = vec![format!("height {}", cell.height)];
        if let Some(seat) = cell.pawn {
            lines.push(format!("pawn of seat {seat}"));
        }
        if let Some(figure) = cell.corner {
            lines.push(format!("corner of {figure}"));
        }
        lines.extend(cell.stack.iter().rev().map(Piece::describe));
        if cell.barred {
            lines.push("top piece barred".to_owned());
        }
        lines
    }

    fn token(&self, picks: &[String]) -> Option<String> {
        let last = picks.last()?;
        let sign = match self.phase.as_str() {
            "pick" => '^',
            "place" => '=',
            _ => '>',
        };
        Some(format!("{sign}{last}"))
    }
}
