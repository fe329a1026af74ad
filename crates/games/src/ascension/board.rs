use engine::Seat;

use super::{
    cell::{Cell, CellSet},
    deal::Deal,
    piece::{Face, Kind, Known, Piece, Sign},
};

/// The height of the bare pillar in half cubes (Ascension 1.1).
const PILLAR_HEIGHT: u8 = 9;

/// The pieces: how they are stacked, which show, and who knows the faces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    /// The number of the figure of each seat: with two seats, the second plays the square.
    figures: [u8; Seat::MAX],
    faces: [Face; Piece::CUBES],
    known: [Known; Piece::CUBES],
    top: [Option<Piece>; Cell::COUNT],
    below: [Option<Piece>; Piece::COUNT],
    /// Whether the drawn face of a cube is up, a bit for each cube.
    up: [u64; 2],
    /// What the cells show, kept with the stacks.
    signs: [Sign; Cell::COUNT],
    heights: [u8; Cell::COUNT],
    by_sign: [CellSet; Sign::COUNT],
}

impl Board {
    /// Only the pillar: the cubes are still beside the board.
    pub(super) fn bare(seats: usize, deal: &Deal) -> Self {
        let mut board = Board {
            figures: if seats == 2 { [0, 2, 1, 3] } else { [0, 1, 2, 3] },
            faces: *deal.faces(),
            known: [Known::NOBODY; Piece::CUBES],
            top: [None; Cell::COUNT],
            below: [None; Piece::COUNT],
            up: [0; 2],
            signs: [Sign::Bare; Cell::COUNT],
            heights: [0; Cell::COUNT],
            by_sign: [CellSet::EMPTY; Sign::COUNT],
        };
        board.heights[Cell::PILLAR.index()] = PILLAR_HEIGHT;
        board.by_sign[Sign::Bare as usize] = CellSet::ALL;
        board
    }

    /// The cubes as dealt, drawn side down (Ascension 1.2).
    pub(super) fn dealt(seats: usize, deal: &Deal) -> Self {
        let mut board = Board::bare(seats, deal);
        for (index, cell) in Cell::dealt().enumerate() {
            board.put(cell, Piece::new(index), false);
        }
        board
    }

    /// The figure of a seat (Ascension 1.4).
    pub(super) const fn figure(&self, seat: Seat) -> Sign {
        Sign::figure(self.figures[seat.index()] as usize)
    }

    /// The corner where a seat's pawn starts.
    pub(super) const fn corner(&self, seat: Seat) -> Cell {
        Cell::CORNERS[self.figures[seat.index()] as usize]
    }

    pub(super) const fn top(&self, cell: Cell) -> Option<Piece> {
        self.top[cell.index()]
    }

    pub(super) const fn sign(&self, cell: Cell) -> Sign {
        self.signs[cell.index()]
    }

    pub(super) const fn height(&self, cell: Cell) -> u8 {
        self.heights[cell.index()]
    }

    /// The cells whose top is this sign.
    pub(super) const fn cells(&self, sign: Sign) -> CellSet {
        self.by_sign[sign as usize]
    }

    /// From top to bottom, without the pillar.
    pub(super) fn stack(&self, cell: Cell) -> impl Iterator<Item = Piece> {
        std::iter::successors(self.top(cell), |piece| self.below[piece.index()])
    }

    /// The face of a cube; of the others, nothing is drawn that does not always show.
    pub(super) fn face(&self, cube: Piece) -> Face {
        self.faces[cube.index()]
    }

    pub(super) const fn faces(&self) -> &[Face; Piece::CUBES] {
        &self.faces
    }

    pub(super) fn set_face(&mut self, cube: Piece, face: Face) {
        debug_assert!(!self.is_up(cube), "a face that shows is known");
        self.faces[cube.index()] = face;
    }

    pub(super) fn known(&self, cube: Piece) -> Known {
        self.known[cube.index()]
    }

    pub(super) fn set_known(&mut self, cube: Piece, known: Known) {
        self.known[cube.index()] = known;
    }

    /// Whether the drawn face of the cube is up.
    pub(super) const fn is_up(&self, cube: Piece) -> bool {
        self.up[cube.index() / 64] >> (cube.index() % 64) & 1 != 0
    }

    /// What a piece would show if it lay on top.
    pub(super) fn shown(&self, piece: Piece) -> Sign {
        match piece.kind() {
            Kind::Cube if self.is_up(piece) => self.face(piece).into(),
            Kind::Cube | Kind::Plain(_) => Sign::Blank,
            Kind::Figured(seat) => self.figure(seat),
            Kind::Joker => Sign::Joker,
        }
    }

    /// Takes the top piece off; says whether its drawn face was up.
    ///
    /// # Panics
    /// If there is none.
    pub(super) fn lift(&mut self, cell: Cell) -> (Piece, bool) {
        let piece = self.top(cell).expect("a piece that is picked is there");
        let was_up = self.is_up(piece);
        self.up[piece.index() / 64] &= !(1 << (piece.index() % 64));
        self.heights[cell.index()] -= piece.height();
        self.set_top(cell, self.below[piece.index()]);
        self.below[piece.index()] = None;
        (piece, was_up)
    }

    /// Lays a piece on top, a cube with its drawn face up or down; what is up, everyone knows (Ascension 7).
    pub(super) fn put(&mut self, cell: Cell, piece: Piece, up: bool) {
        if up {
            self.up[piece.index() / 64] |= 1 << (piece.index() % 64);
            self.known[piece.index()] = Known::EVERYONE;
        }
        self.heights[cell.index()] += piece.height();
        self.below[piece.index()] = self.top(cell);
        self.set_top(cell, Some(piece));
    }

    fn set_top(&mut self, cell: Cell, top: Option<Piece>) {
        let sign = top.map_or(Sign::Bare, |piece| self.shown(piece));
        self.by_sign[self.sign(cell) as usize].toggle(cell);
        self.by_sign[sign as usize].toggle(cell);
        self.signs[cell.index()] = sign;
        self.top[cell.index()] = top;
    }
}
