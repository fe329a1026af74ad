//! Numbers for actions and planes for positions, as docs/python.md has them.

use engine::{Game, Numbered, Planes, Seat, Space, Viewer, numbered::from_seat};

use super::{
    Ascension, Cell, Move, Phase,
    leader::Joker,
    piece::{Face, Kind, Piece},
};

const CELLS: usize = Cell::COUNT;
/// The first number of each kind of action.
const RESERVE: usize = CELLS;
const PLACE: usize = RESERVE + 3;
const UP: usize = PLACE + CELLS;
const STEP: usize = UP + CELLS;
const STAY: usize = STEP + CELLS;
const DONE: usize = STAY + 1;

/// What a piece looks like to a viewer: the faces of [`Face::ALL`], then these.
const UNKNOWN: usize = 11;
const HALF: usize = 12;
const JOKER: usize = 13;
const LOOKS: usize = 14;

const PLANES: usize = 2 * (LOOKS + 1) + LOOKS + 6 + Seat::MAX * 11 + LOOKS + 3 + 10;

impl Ascension {
    /// A figured half-cube looks like its figure and a half; see docs/python.md.
    fn looks(&self, piece: Piece, viewer: Viewer) -> [Option<usize>; 2] {
        match piece.kind() {
            Kind::Cube => [Some(self.seen(piece, viewer).map_or(UNKNOWN, |face| face as usize)), None],
            Kind::Plain(_) => [Some(HALF), None],
            Kind::Figured(_) => [Some(self.board.shown(piece) as usize), Some(HALF)],
            Kind::Joker => [Some(JOKER), None],
        }
    }

    /// Planes of looks, one piece per cell, and whether it shows its drawing.
    fn write_layer(&self, planes: &mut Planes<'_>, viewer: Viewer, layer: usize) {
        let pieces: Vec<(usize, Piece)> = Cell::all()
            .filter_map(|cell| self.board.stack(cell).nth(layer).map(|piece| (cell.index(), piece)))
            .collect();
        for look in 0..LOOKS {
            let alike = |&&(_, piece): &&(usize, Piece)| self.looks(piece, viewer).contains(&Some(look));
            planes.set(pieces.iter().filter(alike).map(|&(cell, _)| cell));
        }
        let up = |&&(_, piece): &&(usize, Piece)| !piece.is_cube() || self.board.is_up(piece);
        planes.set(pieces.iter().filter(up).map(|&(cell, _)| cell));
    }

    fn write_seat(&self, planes: &mut Planes<'_>, seat: Option<Seat>) {
        let Some(seat) = seat else {
            return (0..11).for_each(|_| planes.fill(0.0));
        };
        let player = &self.players[seat];
        planes.set(player.pawn.map(Cell::index));
        planes.set([self.board.corner(seat).index()]);
        planes.set(
            player
                .last
                .filter(|last| self.board.top(last.cell) == Some(last.piece))
                .map(|last| last.cell.index()),
        );
        let knows = |cell: &Cell| {
            self.board.top(*cell).is_some_and(|piece| piece.is_cube() && self.board.known(piece).to(seat))
        };
        planes.set(Cell::all().filter(knows).map(Cell::index));
        planes.flag(self.turn().seat() == Some(seat));
        planes.fill(f32::from(player.plain) / 2.0);
        planes.fill(f32::from(player.figured) / 2.0);
        planes.fill(player.starts as f32 / self.rules.starts.max(1) as f32);
        planes.flag(player.rests);
        // 1 for the leader, less for those who reached the summit later.
        let rank = self.climbers.iter().position(|other| other == seat);
        planes.fill(rank.map_or(0.0, |rank| 1.0 / (1 + rank) as f32));
        planes.flag(self.inside.contains(seat));
    }
}

impl Numbered for Ascension {
    const SPACE: Space = Space { actions: DONE + 1, shape: &[PLANES, 9, 9] };

    fn number(&self, action: Move) -> usize {
        match action {
            Move::Pick(cell) => cell.index(),
            Move::PickPlain => RESERVE,
            Move::PickFigured => RESERVE + 1,
            Move::PickJoker => RESERVE + 2,
            Move::Place { cell, up: false } => PLACE + cell.index(),
            Move::Place { cell, up: true } => UP + cell.index(),
            Move::Step(cell) => STEP + cell.index(),
            Move::Stay => STAY,
            Move::Done => DONE,
        }
    }

    fn numbered(&self, number: usize) -> Option<Move> {
        Some(match number {
            0..RESERVE => Move::Pick(Cell::new(number)),
            RESERVE..PLACE => [Move::PickPlain, Move::PickFigured, Move::PickJoker][number - RESERVE],
            PLACE..UP => Move::Place { cell: Cell::new(number - PLACE), up: false },
            UP..STEP => Move::Place { cell: Cell::new(number - UP), up: true },
            STEP..STAY => Move::Step(Cell::new(number - STEP)),
            STAY => Move::Stay,
            DONE => Move::Done,
            _ => return None,
        })
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        let viewer = Viewer::Seat(seat);
        let mut planes = Planes::new(out, CELLS);
        self.write_layer(&mut planes, viewer, 0);
        self.write_layer(&mut planes, viewer, 1);
        // How many of each look lie further down.
        for look in 0..LOOKS {
            let plane = planes.plane();
            for cell in Cell::all() {
                let deep = self.board.stack(cell).skip(2);
                let alike = deep.filter(|&piece| self.looks(piece, viewer).contains(&Some(look)));
                plane[cell.index()] = alike.count() as f32 / 4.0;
            }
        }
        let heights = planes.plane();
        Cell::all().for_each(|cell| heights[cell.index()] = f32::from(self.board.height(cell)) / 10.0);
        // How many of the faces that the viewer cannot place are drawn.
        let unknown: Vec<Face> = (0..Piece::CUBES)
            .map(Piece::new)
            .filter(|&cube| self.seen(cube, viewer).is_none())
            .map(|cube| self.board.face(cube))
            .collect();
        let drawn = unknown.iter().filter(|face| face.is_drawn()).count();
        planes.fill(drawn as f32 / unknown.len().max(1) as f32);
        planes.one_hot(Some(self.seats() - 2), 3);
        planes.set(self.springs.iter().map(Cell::index));
        let mut seats = from_seat(seat, self.seats());
        (0..Seat::MAX).for_each(|_| self.write_seat(&mut planes, seats.next()));
        let hand = match self.phase {
            Phase::Place(hand) => Some(hand),
            _ => None,
        };
        let in_hand = hand.map_or([None; 2], |hand| self.looks(hand.piece, viewer));
        (0..LOOKS).for_each(|look| planes.flag(in_hand.contains(&Some(look))));
        planes.flag(hand.is_some());
        planes.flag(hand.is_some_and(|hand| hand.showed));
        planes.set(hand.and_then(|hand| hand.from).map(Cell::index));
        let phase = match self.phase {
            Phase::Pick => 0,
            Phase::Place(_) => 1,
            Phase::Step => 2,
            Phase::Spring => 3,
        };
        planes.one_hot(Some(phase), 4);
        planes.one_hot(Some(self.joker as usize), 3);
        planes.flag(self.joker == Joker::Kept && self.climbers.leader() == Some(seat));
        planes.flag(self.added.is_some());
        planes.fill(self.round as f32 / self.rules.round_limit as f32);
        planes.finish();
    }
}
