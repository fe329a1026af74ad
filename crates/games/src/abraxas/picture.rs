//! A drawing for a terminal: the sheet, the plate over it, and beside them all that is counted.

use engine::{Ink, Seat, ink::Hue};

use super::{
    Abraxas, End, Phase, Placing,
    board::{Cell, Hole},
};

impl Abraxas {
    pub(super) fn draw_picture(&self, ink: Ink) -> String {
        let table = self.on_table();
        let mut text = String::new();
        let notes = self.notes();
        let plate: String = (0..8).map(|c| format!("  {}  ", char::from(b'a' + c))).collect();
        let aside = if self.corner.offset().0 == 1 { " ".repeat(8) } else { " ".repeat(3) };
        let heading = if self.plate().is_some() { format!("{aside}{plate}") } else { String::new() };
        text.push_str(ink.paint(Hue::Dim, heading.trim_end()).as_str());
        text.push('\n');
        for row in (0..9).rev() {
            text.push_str(&ink.paint(Hue::Dim, row + 1));
            text.push_str("  ");
            for column in 0..9 {
                text.push_str(&table.draw_cell(Cell::new(column, row), ink));
            }
            let beside =
                self.plate().and_then(|corner| row.checked_sub(corner.offset().1)).filter(|&row| row < 8);
            let beside = beside.map_or_else(|| " ".to_owned(), |row| (row + 1).to_string());
            text.push_str(&ink.paint(Hue::Dim, beside));
            if let Some(note) = notes.get(8 - row as usize) {
                text.push_str("   ");
                text.push_str(note);
            }
            text.truncate(text.trim_end_matches(' ').len());
            text.push('\n');
        }
        let sheet: String = (0..9).map(|c| format!("  {}  ", char::from(b'A' + c))).collect();
        text.push_str(ink.paint(Hue::Dim, format!("   {}", sheet.trim_end())).as_str());
        text.push_str("\n\n");
        text.push_str(&legend(ink));
        text
    }

    /// Five characters: the cell, with a hole around it where the plate lies.
    fn draw_cell(&self, cell: Cell, ink: Ink) -> String {
        let dot = self.rules.sheet.0.contains(cell);
        let Some(hole) = self.plate().and_then(|corner| cell.hole(corner)) else {
            let mark =
                if dot { ink.paint(Hue::Red, DOT.of(ink)) } else { ink.paint(Hue::Dim, NOTHING.of(ink)) };
            return format!("  {mark}  ");
        };
        let (left, right) = if self.is_pending(hole) { ("<", ">") } else { ("(", ")") };
        let mark = if self.stones.contains(hole) {
            ink.paint(Hue::Red, if dot { STONE_ON_DOT } else { STONE }.of(ink))
        } else if self.stops.contains(hole) {
            ink.paint(Hue::Blue, if dot { STOP_ON_DOT } else { STOP }.of(ink))
        } else if dot {
            ink.paint(Hue::Red, DOT.of(ink))
        } else {
            " ".to_owned()
        };
        format!(" {}{mark}{} ", ink.paint(Hue::Dim, left), ink.paint(Hue::Dim, right))
    }

    fn is_pending(&self, hole: Hole) -> bool {
        matches!(self.phase, Phase::Reply(put) if put.hole == hole)
    }

    /// One line beside each row.
    fn notes(&self) -> Vec<String> {
        let seat =
            |seat: Seat| format!("seat {seat}: {} taken, {} stop", self.taken[seat], self.stops_left[seat]);
        let mut notes = vec![
            format!("supply {}", self.on_table().supply),
            seat(Seat::new(0)),
            seat(Seat::new(1)),
            format!("target {}, quiet {}/{}", self.rules.target, self.quiet, self.rules.quiet_limit),
            String::new(),
            match self.plate() {
                Some(corner) => format!("plate at {corner}"),
                None => "plate not laid".to_owned(),
            },
            match self.phase {
                Phase::Corner => format!("seat {} lays the plate", self.seat),
                Phase::Place(Placing::Ordinary) => format!("seat {} places", self.seat),
                Phase::Place(Placing::Barred) => format!("seat {} places red", self.seat),
                Phase::Place(Placing::Extra) => format!("seat {}: extra turn", self.seat),
                Phase::Reply(_) => format!("seat {}: stop or ok?", self.other()),
                Phase::Take(_) => format!("seat {} takes", self.seat),
                Phase::Over(End::Left(left)) => format!("over: seat {left} left"),
                Phase::Over(end) => format!("over: {} ({})", self.outcome(end), self.outcome(end).by()),
            },
        ];
        notes.extend(self.told_lines().iter().take(2).map(|line| {
            let (first, last) = (line.cells.first(), line.cells.last());
            format!("line {}-{}", first.map_or("", String::as_str), last.map_or("", String::as_str))
        }));
        notes
    }
}

/// A mark in ASCII, and where there are more characters.
#[derive(Clone, Copy)]
struct Mark(&'static str, &'static str);

impl Mark {
    fn of(self, ink: Ink) -> &'static str {
        if ink.ascii { self.0 } else { self.1 }
    }
}

const NOTHING: Mark = Mark(".", "·");
const DOT: Mark = Mark("o", "•");
const STONE: Mark = Mark("#", "●");
const STONE_ON_DOT: Mark = Mark("@", "◉");
const STOP: Mark = Mark("X", "■");
const STOP_ON_DOT: Mark = Mark("%", "▣");

fn legend(ink: Ink) -> String {
    let red = |mark: Mark| ink.paint(Hue::Red, mark.of(ink));
    let blue = |mark: Mark| ink.paint(Hue::Blue, mark.of(ink));
    format!(
        "{} dot   {} stone   {} stone on a dot   {} stop stone   {} stop stone on a dot\n",
        red(DOT),
        red(STONE),
        red(STONE_ON_DOT),
        blue(STOP),
        blue(STOP_ON_DOT)
    )
}
