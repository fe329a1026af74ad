//! A drawing for a terminal: the height map with tops and pawns, then the stacks and the players.

use engine::{Game, Ink, Seat, Turn, Viewer, ink::Hue};

use super::{
    Ascension, Phase,
    cell::{Cell, CellSet},
    piece::{Kind, Piece, Sign},
};

const LEGEND: &str = "height, top (T shows, t hidden and known to you, ? hidden, . plain), x barred";
const WIDTH: usize = 78;
const HUES: [Hue; Seat::MAX] = [Hue::Red, Hue::Blue, Hue::Green, Hue::Yellow];

impl Ascension {
    pub(super) fn drawn(&self, viewer: Viewer, ink: Ink) -> String {
        let mut lines = vec![LEGEND.to_owned()];
        let columns: String = ('a'..='i').map(|column| format!("   {column}    ")).collect();
        let columns = format!("   {columns}").trim_end().to_owned();
        lines.push(columns.clone());
        for row in (0..9).rev() {
            let cells: String =
                (0..9).map(|column| self.drawn_cell(Cell::new(row * 9 + column), viewer, ink)).collect();
            lines.push(format!("{}  {cells} {}", row + 1, row + 1));
        }
        lines.push(columns);
        lines.extend(self.stack_lines(viewer));
        lines.extend(Seat::all(self.seats()).map(|seat| self.player_line(seat, ink)));
        lines.push(self.turn_line(viewer));
        let mut text = lines.join("\n");
        text.push('\n');
        text
    }

    /// Eight columns: height, top, bar, pawn.
    fn drawn_cell(&self, cell: Cell, viewer: Viewer, ink: Ink) -> String {
        let height = match self.board.height(cell) {
            0 => "  -".to_owned(),
            height => format!("{height:>3}"),
        };
        let top = self.board.top(cell).map_or_else(|| bare(cell), |piece| self.look(piece, viewer));
        let top = match self.board.sign(cell) {
            Sign::Blank | Sign::Bare => top.to_string(),
            _ => ink.paint(Hue::Bold, top),
        };
        let bar = match self.board.top(cell).and_then(|piece| self.barring(piece)) {
            Some(_) => ink.paint(Hue::Magenta, 'x'),
            None => " ".to_owned(),
        };
        let pawn = match self.pawn_on(cell) {
            Some(seat) => ink.paint(HUES[seat.index()], format!("@{seat}")),
            None => "  ".to_owned(),
        };
        format!("{height}{top}{bar}{pawn} ")
    }

    /// One character for a piece.
    fn look(&self, piece: Piece, viewer: Viewer) -> char {
        match piece.kind() {
            Kind::Cube if self.board.is_up(piece) => self.board.face(piece).code(),
            Kind::Cube => self.seen_code(piece, viewer).to_ascii_lowercase(),
            _ => self.board.shown(piece).code(),
        }
    }

    /// Stacks of more than one piece from bottom to top, several a line. Half-cubes stand in brackets.
    fn stack_lines(&self, viewer: Viewer) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for cell in Cell::all() {
            let mut pieces: Vec<String> = self
                .board
                .stack(cell)
                .map(|piece| {
                    let look = self.look(piece, viewer);
                    if piece.is_cube() { look.to_string() } else { format!("[{look}]") }
                })
                .collect();
            if pieces.len() < 2 && cell != Cell::PILLAR && !CellSet::CORNERS.contains(cell)
                || pieces.is_empty()
            {
                continue;
            }
            pieces.reverse();
            let stack = format!("{cell} {}", pieces.concat());
            match lines.last_mut().filter(|line| line.len() + stack.len() + 2 <= WIDTH) {
                Some(line) => *line = format!("{line}  {stack}"),
                None => lines.push(format!("stacks  {stack}")),
            }
        }
        lines
    }

    fn player_line(&self, seat: Seat, ink: Ink) -> String {
        let player = &self.players[seat];
        let name = ["triangle", "circle", "square", "star"][self.board.figure(seat) as usize];
        let name = ink.paint(HUES[seat.index()], format!("@{seat} {name:<8}"));
        let corner = self.board.corner(seat);
        let Some(pawn) = player.pawn else { return format!("{name} {corner}  out") };
        let starts = match self.rules.starts {
            0 => "starts without end".to_owned(),
            _ => format!("starts left {}", player.starts),
        };
        let mut line = format!(
            "{name} {corner}  on {pawn}  reserve {} plain, {} figured  {starts}",
            player.plain, player.figured
        );
        let leads = self.climbers.leader() == Some(seat);
        let notes = [
            (self.climbers.contains(seat) && !leads, "summit"),
            (leads, "leader"),
            (self.holds_joker(seat), "joker"),
            (player.rests, "rests"),
        ];
        for (_, note) in notes.into_iter().filter(|(holds, _)| *holds) {
            line.push_str("  ");
            line.push_str(note);
        }
        line
    }

    fn turn_line(&self, viewer: Viewer) -> String {
        if let Turn::Over(outcome) = self.turn() {
            return format!("over: {outcome} by {}", outcome.by());
        }
        let does = match self.phase {
            Phase::Pick => "picks".to_owned(),
            Phase::Place(hand) => {
                let look = match hand.showed {
                    true => self.board.face(hand.piece).code(),
                    false => self.look(hand.piece, viewer),
                };
                let from = hand.from.map_or("the reserve".to_owned(), |cell| cell.to_string());
                format!("places {look} from {from}")
            }
            Phase::Step => "moves its pawn".to_owned(),
            Phase::Spring => "may step once more".to_owned(),
        };
        let added = if self.added.is_some() { " (added turn)" } else { "" };
        format!("round {} of {}: seat {}{added} {does}", self.round, self.rules.round_limit, self.seat)
    }
}

/// What the board itself bears: the pillar, and the figures of the corners.
fn bare(cell: Cell) -> char {
    match cell {
        Cell::PILLAR => '^',
        _ => Sign::of_corner(cell).map_or(' ', Sign::code),
    }
}
