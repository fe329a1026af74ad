//! A map of heights with the top pieces and the pawns.

use engine::{
    Canvas, Picture, Seat,
    canvas::{Area, Marks},
    palette::{Ink, Mark},
    picture::Frame,
};

use super::view::{AscensionView, CellView, PieceView};

/// Columns left of the board, for the names of its rows, and right of it, for those and the reserve.
const LEFT: i32 = 3;
const RIGHT: i32 = 5;
/// The pieces that may come from the reserve: plain and figured half-cubes, and the joker.
const RESERVE: [&str; 3] = ["h", "f", "j"];
/// The length of a line of stacks.
const WIDTH: usize = 78;

impl PieceView {
    /// Upper case: it shows. Lower case: hidden, but known to the viewer.
    fn letter(&self) -> char {
        match (&*self.kind, self.shows) {
            ("pillar", _) => '^',
            (_, true) => self.face,
            (_, false) => self.face.to_ascii_lowercase(),
        }
    }

    fn describe(&self) -> String {
        let kind = if self.kind == "half" { "half-cube" } else { &*self.kind };
        match (kind, self.face, self.shows) {
            ("pillar" | "joker", ..) => kind.to_owned(),
            (_, '?', _) => format!("{kind}, face hidden"),
            (_, '.', _) => format!("{kind}, plain"),
            (_, face, true) => format!("{kind} {face} up"),
            (_, face, false) => format!("{kind} {face} down"),
        }
    }
}

impl AscensionView {
    fn draw_cell(&self, canvas: &mut Canvas, marks: &Marks, cell: &CellView, area: Area) {
        canvas.raise(area, cell.height);
        let (x, y) = (area.x + (area.w - 3) / 2, area.y);
        let (height, ink) = match cell.height {
            0 => ("-".to_owned(), Ink::Dim),
            height => (height.to_string(), Ink::Bold),
        };
        canvas.put(x + 2 - height.len() as i32, y, &height, ink);
        if let Some(top) = cell.stack.last() {
            canvas.char(x + 2, y, top.letter(), if top.shows { Ink::Red } else { Ink::Accent });
        } else if let Some(figure) = cell.corner {
            canvas.char(x + 2, y, figure, Ink::Dim);
        }
        if let Some(seat) = cell.pawn {
            canvas.char(x, y + 1, '@', Ink::Seat(seat));
            canvas.char(x + 1, y + 1, self.mark(seat).unwrap_or('?'), Ink::Seat(seat));
        }
        if cell.barred {
            canvas.char(x + 2, y + 1, 'x', Ink::Dim);
        }
        canvas.bracket(Area { h: area.h.min(2), ..area }, marks, &cell.cell);
        canvas.spot(cell.cell.clone(), area);
    }

    /// Stacks of more than one piece from bottom to top, several a line. Half-cubes stand in brackets.
    fn stacks(&self) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for cell in self.cells.iter().filter(|cell| cell.stack.len() > 1) {
            let pieces: String = cell
                .stack
                .iter()
                .map(|piece| match &*piece.kind {
                    "half" | "joker" => format!("[{}]", piece.letter()),
                    _ => piece.letter().to_string(),
                })
                .collect();
            let stack = format!("{} {pieces}", cell.cell);
            match lines.last_mut().filter(|line| line.len() + stack.len() + 2 <= WIDTH) {
                Some(line) => *line = format!("{line}  {stack}"),
                None => lines.push(format!("stacks  {stack}")),
            }
        }
        lines
    }
}

impl Picture for AscensionView {
    fn canvas(&self, marks: &Marks, frame: Frame) -> Canvas {
        let wide = if frame.width >= LEFT + 9 * 7 + RIGHT { 7 } else { 5 };
        let high = if frame.height >= 9 * 3 + 2 { 3 } else { 2 };
        let mut canvas = Canvas::new(LEFT + 9 * wide + RIGHT, 9 * high + 2);
        for (index, column) in (0..).zip('a'..='i') {
            let x = LEFT + index * wide + wide / 2;
            canvas.char(x, 0, column, Ink::Accent);
            canvas.char(x, 9 * high + 1, column, Ink::Accent);
        }
        for (index, cell) in (0..).zip(&self.cells) {
            let (x, y) = (LEFT + index % 9 * wide, 1 + (8 - index / 9) * high);
            if index % 9 == 0 {
                let row = (index / 9 + 1).to_string();
                canvas.put(1, y, &row, Ink::Accent);
                canvas.put(LEFT + 9 * wide + 1, y, &row, Ink::Accent);
            }
            self.draw_cell(&mut canvas, marks, cell, Area::new(x, y, wide, high));
        }
        for (index, piece) in (0..).zip(RESERVE).filter(|(_, piece)| marks.of(piece) != Mark::None) {
            let area = Area::new(LEFT + 9 * wide + 2, 1 + high * (3 + index), 3, 1);
            canvas.put(area.x + 1, area.y, piece, Ink::Bold);
            canvas.bracket(area, marks, piece);
            canvas.spot(piece, area);
        }
        canvas
    }

    /// Its figure.
    fn mark(&self, seat: Seat) -> Option<char> {
        self.players.iter().find(|player| player.seat == seat).map(|player| player.figure)
    }

    fn seat(&self, seat: Seat) -> Vec<String> {
        let Some(player) = self.players.iter().find(|player| player.seat == seat) else { return Vec::new() };
        if player.out {
            return vec!["out".to_owned()];
        }
        let halves = format!("half-cubes {}+{}", player.plain, player.figured);
        let starts = player.starts.map(|starts| format!("starts {starts}"));
        let leads = self.leader == Some(seat);
        let notes = [
            (leads, "leads"),
            (player.summit && !leads, "summit"),
            (player.joker, "joker"),
            (player.rests, "rests"),
        ];
        let notes: Vec<&str> = notes.iter().filter(|(holds, _)| *holds).map(|&(_, note)| note).collect();
        let notes = (!notes.is_empty()).then(|| notes.join(", "));
        [Some(halves), starts, notes].into_iter().flatten().collect()
    }

    fn facts(&self) -> Vec<String> {
        let added = if self.added { " (added turn)" } else { "" };
        let mut facts = vec![format!("round {} of {}{added}", self.round, self.round_limit)];
        match (&self.hand, &*self.phase) {
            (Some(hand), _) => {
                let from = if hand.from == "reserve" { "the reserve" } else { &hand.from };
                let piece = hand.piece.describe();
                let piece = piece.strip_suffix(" down").or(piece.strip_suffix(" up")).unwrap_or(&piece);
                facts.push(format!("in hand: {piece}"));
                facts.push(format!("picked up from {from}"));
            }
            (None, "pick") => facts.push("to pick a piece".to_owned()),
            (None, "step") => facts.push("to move the pawn".to_owned()),
            (None, "spring") => facts.push("the pawn may spring".to_owned()),
            (None, phase) => facts.push(phase.to_owned()),
        }
        if self.joker.at != "aside" {
            facts.push(format!("joker: {}", self.joker.at));
        }
        facts
    }

    fn detail(&self, spot: &str) -> Vec<String> {
        let Some(cell) = self.cells.iter().find(|cell| cell.cell == spot) else {
            let piece = match spot {
                "h" => "plain half-cube",
                "f" => "half-cube with a figure",
                "j" => "joker",
                _ => return Vec::new(),
            };
            return vec![format!("{piece} of the reserve")];
        };
        let mut lines = vec![format!("height {}", cell.height)];
        lines.extend(cell.pawn.map(|seat| format!("pawn of seat {seat}")));
        lines.extend(cell.corner.map(|figure| format!("corner of {figure}")));
        lines.extend(cell.stack.iter().rev().map(PieceView::describe));
        lines.extend(cell.barred.then(|| "top piece barred".to_owned()));
        lines
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = self.stacks();
        notes
            .push("height, top (T shows, t hidden and known to you, ? hidden, . plain), x barred".to_owned());
        notes.push("half-cubes: plain + figured".to_owned());
        notes
    }
}
