use std::borrow::Cow;

use engine::{Game, Seat, Viewer};
use serde::{Deserialize, Serialize};

use super::{
    Ascension, Phase,
    cell::Cell,
    leader::Joker,
    piece::{Kind, Piece, Sign},
};

/// What a viewer may know of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AscensionBoard"))]
pub struct AscensionView {
    /// All 81, from a1 along the rows.
    pub cells: Vec<CellView>,
    pub players: Vec<PlayerView>,
    /// `pick`, `place`, `step` or `spring`.
    #[cfg_attr(feature = "ts", ts(type = "'pick' | 'place' | 'step' | 'spring'"))]
    pub phase: Cow<'static, str>,
    pub hand: Option<HandView>,
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub leader: Option<Seat>,
    pub joker: JokerView,
    pub round: u32,
    pub round_limit: u32,
    /// Whether this is an added turn of the leader.
    pub added: bool,
    /// The spring cells used this turn.
    pub springs: Vec<String>,
}

/// One cell and what lies on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AscensionCell"))]
pub struct CellView {
    pub cell: String,
    /// In half cubes.
    pub height: u8,
    /// From bottom to top.
    pub stack: Vec<PieceView>,
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub pawn: Option<Seat>,
    /// The figure that a corner bears, also one where no seat plays from.
    #[cfg_attr(feature = "ts", ts(type = "'T' | 'C' | 'S' | 'E' | null"))]
    pub corner: Option<char>,
    /// Whether another seat bars the top piece to the seat on turn (2.1).
    pub barred: bool,
}

/// One piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AscensionPiece"))]
pub struct PieceView {
    /// Stays with the piece for the whole game.
    pub piece: usize,
    /// `cube`, `half`, `joker` or `pillar`.
    #[cfg_attr(feature = "ts", ts(type = "'cube' | 'half' | 'joker' | 'pillar'"))]
    pub kind: Cow<'static, str>,
    /// A code of 1.2, `.` for plain, `J` for the joker, `?` where the viewer does not know.
    #[cfg_attr(
        feature = "ts",
        ts(type = "'T' | 'C' | 'S' | 'E' | 'L' | 'M' | 'R' | 'K' | 'B' | 'G' | 'J' | '.' | '?'")
    )]
    pub face: char,
    /// Whether its drawing is up.
    pub shows: bool,
    /// The seats that know the face of a cube that not everyone knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, type = "number[]"))]
    pub known: Vec<Seat>,
}

/// The piece in hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AscensionHand"))]
pub struct HandView {
    #[serde(flatten)]
    #[cfg_attr(feature = "ts", ts(flatten))]
    pub piece: PieceView,
    /// A cell, or `reserve`.
    pub from: String,
}

/// What a seat has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AscensionPlayer"))]
pub struct PlayerView {
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub seat: Seat,
    #[cfg_attr(feature = "ts", ts(type = "'T' | 'C' | 'S' | 'E'"))]
    pub figure: char,
    pub corner: String,
    /// Null when the seat is out.
    pub pawn: Option<String>,
    pub plain: u8,
    pub figured: u8,
    /// Whether the joker is its to lay.
    pub joker: bool,
    pub summit: bool,
    /// How many starts are left after this one; null: without end.
    pub starts: Option<u32>,
    pub rests: bool,
    pub out: bool,
}

/// Where the joker is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AscensionJoker"))]
pub struct JokerView {
    /// `aside`, `hand`, a cell or `gone`.
    pub at: String,
}

impl AscensionView {
    pub(super) fn of(position: &Ascension, viewer: Viewer) -> Self {
        AscensionView {
            cells: Cell::all().map(|cell| position.cell_view(cell, viewer)).collect(),
            players: Seat::all(position.seats()).map(|seat| position.player_view(seat)).collect(),
            phase: match position.phase {
                Phase::Pick => "pick",
                Phase::Place(_) => "place",
                Phase::Step => "step",
                Phase::Spring => "spring",
            }
            .into(),
            hand: match position.phase {
                Phase::Place(hand) => Some(HandView {
                    piece: position.piece_view(hand.piece, hand.showed, viewer),
                    from: hand.from.map_or("reserve".to_owned(), |cell| cell.to_string()),
                }),
                _ => None,
            },
            leader: position.climbers.leader(),
            joker: JokerView { at: position.joker_at() },
            round: position.round,
            round_limit: position.rules.round_limit,
            added: position.added.is_some(),
            springs: position.springs.iter().map(|cell| cell.to_string()).collect(),
        }
    }
}

impl Ascension {
    fn cell_view(&self, cell: Cell, viewer: Viewer) -> CellView {
        let mut stack: Vec<_> = self
            .board
            .stack(cell)
            .map(|piece| self.piece_view(piece, self.board.is_up(piece), viewer))
            .collect();
        if cell == Cell::PILLAR {
            let piece = Piece::COUNT + 1;
            stack.push(PieceView {
                piece,
                kind: "pillar".into(),
                face: '.',
                shows: false,
                known: Vec::new(),
            });
        }
        stack.reverse();
        CellView {
            cell: cell.to_string(),
            height: self.board.height(cell),
            stack,
            pawn: self.pawn_on(cell),
            corner: Sign::of_corner(cell).map(Sign::code),
            barred: self.board.top(cell).is_some_and(|piece| self.barring(piece).is_some()),
        }
    }

    pub(super) fn pawn_on(&self, cell: Cell) -> Option<Seat> {
        self.inside.iter().find(|&seat| self.players[seat].pawn == Some(cell))
    }

    fn piece_view(&self, piece: Piece, up: bool, viewer: Viewer) -> PieceView {
        let (kind, face, shows) = match piece.kind() {
            Kind::Cube => ("cube", self.seen_code(piece, viewer), up),
            Kind::Plain(_) => ("half", '.', false),
            Kind::Figured(_) => ("half", self.board.shown(piece).code(), true),
            Kind::Joker => ("joker", 'J', true),
        };
        let known = match piece.is_cube().then(|| self.board.known(piece)) {
            Some(known) if !known.is_public() => known.seats().iter().collect(),
            _ => Vec::new(),
        };
        PieceView { piece: piece.number(), kind: kind.into(), face, shows, known }
    }

    fn player_view(&self, seat: Seat) -> PlayerView {
        let player = &self.players[seat];
        PlayerView {
            seat,
            figure: self.board.figure(seat).code(),
            corner: self.board.corner(seat).to_string(),
            pawn: player.pawn.map(|cell| cell.to_string()),
            plain: player.plain,
            figured: player.figured,
            joker: self.holds_joker(seat),
            summit: self.climbers.contains(seat),
            starts: (self.rules.starts > 0).then_some(player.starts),
            rests: player.rests,
            out: !self.inside.contains(seat),
        }
    }

    pub(super) fn joker_at(&self) -> String {
        match self.joker {
            Joker::Gone => "gone".to_owned(),
            Joker::Kept if self.climbers.leader().is_some() => "hand".to_owned(),
            Joker::Kept => "aside".to_owned(),
            Joker::Laid => self.board.cells(Sign::Joker).first().expect("it is on the board").to_string(),
        }
    }
}
