//! Ascension, read off its page.

use std::collections::{BTreeMap, BTreeSet};

use super::{Plain, PlainTurn, number, options, shares};

mod turns;

/// Column and row, both from 1.
pub(crate) type Cell = (i32, i32);

const PILLAR: Cell = (5, 5);
const CORNERS: [Cell; 4] = [(1, 1), (1, 9), (9, 9), (9, 1)];

pub(crate) fn text((column, row): Cell) -> String {
    format!("{}{row}", (b'a' + (column - 1) as u8) as char)
}

pub(crate) fn cell(text: &str) -> Cell {
    let bytes = text.as_bytes();
    (i32::from(bytes[0] - b'a') + 1, i32::from(bytes[1] - b'0'))
}

/// 1.1: a1, b1, … i1, a2, … i9.
fn cells() -> Vec<Cell> {
    (1..=9).flat_map(|row| (1..=9).map(move |column| (column, row))).collect()
}

/// 1.4: the figure that belongs to a corner.
fn corner_figure(cell: Cell) -> Option<char> {
    match cell {
        (1, 1) => Some('T'),
        (1, 9) => Some('C'),
        (9, 9) => Some('S'),
        (9, 1) => Some('E'),
        _ => None,
    }
}

fn is_figure(face: char) -> bool {
    "TCSE".contains(face)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Cube,
    Half,
    Joker,
}

#[derive(Clone, Debug)]
struct Piece {
    kind: Kind,
    /// A code of 1.2.
    face: char,
    /// Its drawn face is up.
    up: bool,
    /// 7: the seats that picked it face down.
    seen_by: BTreeSet<usize>,
    /// 7: it has shown.
    public: bool,
}

/// A number that stays with a piece.
type Id = usize;

#[derive(Clone, Debug)]
struct Player {
    figure: char,
    corner: Cell,
    pawn: Cell,
    plain: usize,
    figured: usize,
    /// 5.1: when it reached its present summit.
    summit: Option<usize>,
    /// 4.8: how often it was blocked.
    blocked: usize,
    rests: bool,
    out: bool,
    /// 2.1: the piece it moved or laid last.
    last: Option<Id>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Joker {
    Aside,
    With(usize),
    Laid { cell: Cell, by: usize },
    Gone,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    Pick,
    Place { piece: Id, from: Option<Cell> },
    Step,
    Spring,
}

/// What one viewer knows of a piece: its kind, its face (`?` if unknown) and whether it shows.
pub(crate) type Known = (Kind, char, bool);

#[derive(Clone, Debug)]
pub(crate) struct Ascension {
    seats: usize,
    starts: usize,
    round_limit: usize,
    pieces: Vec<Piece>,
    /// From bottom to top.
    stacks: BTreeMap<Cell, Vec<Id>>,
    players: BTreeMap<usize, Player>,
    leader: Option<usize>,
    joker: Joker,
    /// How many times a summit was reached: the order of 5.4.
    summits: usize,
    seat: usize,
    /// 5.2: the seat after whose turn this added one is played.
    added_after: Option<usize>,
    /// 6.3: this seat was the last in order when its turn began.
    last_in_order: bool,
    phase: Phase,
    /// 4.6: spring cells that have worked this turn.
    springs: BTreeSet<Cell>,
    rounds: usize,
    over: Option<(Vec<String>, String)>,
}

impl Ascension {
    fn me(&self) -> &Player {
        &self.players[&self.seat]
    }

    fn player(&mut self, seat: usize) -> &mut Player {
        self.players.get_mut(&seat).expect("a seat")
    }

    fn seats_in(&self) -> Vec<usize> {
        self.players.iter().filter(|(_, player)| !player.out).map(|(&seat, _)| seat).collect()
    }

    pub(crate) fn is_in(&self, seat: usize) -> bool {
        !self.players[&seat].out
    }

    /// Where the pawn of the seat to act stands.
    pub(crate) fn pawn(&self) -> Cell {
        self.me().pawn
    }

    /// Where the pawns of the others stand.
    pub(crate) fn other_pawns(&self) -> Vec<Cell> {
        let others = self.seats_in().into_iter().filter(|&seat| seat != self.seat);
        others.map(|seat| self.players[&seat].pawn).collect()
    }

    /// Where the seat to act wants to go: up to the pillar, or home.
    pub(crate) fn aim(&self) -> Cell {
        if self.me().summit.is_some() { self.me().corner } else { PILLAR }
    }

    fn pawn_on(&self, cell: Cell) -> bool {
        self.players.values().any(|player| !player.out && player.pawn == cell)
    }

    fn top(&self, cell: Cell) -> Option<Id> {
        self.stacks[&cell].last().copied()
    }

    /// 1.7: the drawing that a cell shows; only the top piece acts.
    fn shows(&self, cell: Cell) -> Option<char> {
        let piece = &self.pieces[self.top(cell)?];
        (piece.up && piece.kind != Kind::Joker).then_some(piece.face)
    }

    /// 1.1: in half cubes.
    pub(crate) fn height(&self, cell: Cell) -> i32 {
        let ground = if cell == PILLAR { 9 } else { 0 };
        let piece_height = |id: &Id| if self.pieces[*id].kind == Kind::Cube { 2 } else { 1 };
        ground + self.stacks[&cell].iter().map(piece_height).sum::<i32>()
    }

    /// 2.1: another seat still in the game moved or laid it last, and has not picked and placed since.
    fn barred(&self, piece: Id) -> bool {
        self.players
            .iter()
            .any(|(&seat, player)| seat != self.seat && !player.out && player.last == Some(piece))
    }

    /// 2.1
    fn may_pick(&self, cell: Cell) -> bool {
        let Some(top) = self.top(cell) else { return false };
        let foreign_figure = self.shows(cell).is_some_and(|face| is_figure(face) && face != self.me().figure);
        !self.pawn_on(cell) && self.pieces[top].kind != Kind::Joker && !foreign_figure && !self.barred(top)
    }

    /// 2.1, 2.2
    fn picks(&self) -> BTreeSet<String> {
        let mut tokens: BTreeSet<String> = cells()
            .into_iter()
            .filter(|&cell| self.may_pick(cell))
            .map(|cell| format!("^{}", text(cell)))
            .collect();
        if self.me().plain > 0 {
            tokens.insert("^h".to_owned());
        }
        if self.me().figured > 0 {
            tokens.insert("^f".to_owned());
        }
        if self.joker == Joker::With(self.seat) {
            tokens.insert("^j".to_owned());
        }
        tokens
    }

    /// 3.3–3.6, for a piece that shows this once laid; a joker shows `*`.
    fn may_lay(&self, cell: Cell, from: Option<Cell>, showing: Option<char>) -> bool {
        let on_joker = self.top(cell).is_some_and(|top| self.pieces[top].kind == Kind::Joker);
        // 3.1, 3.3
        if Some(cell) == from || self.pawn_on(cell) || on_joker {
            return false;
        }
        // 3.4: all four corners, whoever plays.
        if CORNERS.contains(&cell) {
            return showing == corner_figure(cell);
        }
        // 3.5
        if cell == PILLAR {
            return self.stacks[&cell].is_empty() && showing.is_none();
        }
        true
    }

    /// 3.1, 3.2
    fn placings(&self, id: Id, from: Option<Cell>) -> BTreeSet<String> {
        let piece = &self.pieces[id];
        let mut tokens = BTreeSet::new();
        for cell in cells() {
            match piece.kind {
                Kind::Cube => {
                    // Hidden: always allowed; drawing up: if it did not show, and has something to show.
                    if self.may_lay(cell, from, None) {
                        tokens.insert(format!("={}", text(cell)));
                    }
                    if !piece.up && piece.face != '.' && self.may_lay(cell, from, Some(piece.face)) {
                        tokens.insert(format!("={}!", text(cell)));
                    }
                }
                Kind::Half | Kind::Joker => {
                    if self.may_lay(cell, from, (piece.face != '.').then_some(piece.face)) {
                        tokens.insert(format!("={}", text(cell)));
                    }
                }
            }
        }
        tokens
    }

    /// 4.1–4.4
    fn may_step(&self, to: Cell) -> bool {
        let from = self.me().pawn;
        if to == from || self.pawn_on(to) {
            return false;
        }
        // 4.4
        if self.shows(from) == Some('K') && self.shows(to) == Some('K') {
            return true;
        }
        if (to.0 - from.0).abs() > 1 || (to.1 - from.1).abs() > 1 {
            return false;
        }
        // 4.1, 4.2
        let rise = self.height(to) - self.height(from);
        let most = if self.shows(from) == Some('L') { 2 } else { 1 };
        let least = if self.shows(to) == Some('M') { -2 } else { -1 };
        if !(least..=most).contains(&rise) {
            return false;
        }
        // 4.3
        let forbidden_face =
            self.shows(to).is_some_and(|face| face == 'G' || (is_figure(face) && face != self.me().figure));
        let foreign_joker = matches!(self.joker, Joker::Laid { cell, by } if cell == to && by != self.seat);
        let foreign_corner = CORNERS.contains(&to) && to != self.me().corner;
        !forbidden_face && !foreign_joker && !foreign_corner
    }

    fn steps(&self) -> BTreeSet<String> {
        cells()
            .into_iter()
            .filter(|&cell| self.may_step(cell))
            .map(|cell| format!(">{}", text(cell)))
            .collect()
    }

    /// 4.5, 4.7: what the pawn may do after the placing.
    fn pawn_actions(&self) -> BTreeSet<String> {
        let steps = if self.me().rests { BTreeSet::new() } else { self.steps() };
        if steps.is_empty() { BTreeSet::from(["stay".to_owned()]) } else { steps }
    }

    /// 7: what a seat, or with `None` a spectator, knows of a piece.
    fn known(&self, id: Id, viewer: Option<usize>) -> Known {
        let piece = &self.pieces[id];
        let knows =
            piece.public || viewer.is_some_and(|seat| piece.seen_by.contains(&seat)) || self.over.is_some();
        (piece.kind, if knows { piece.face } else { '?' }, piece.up)
    }

    /// 7: the stacks from bottom to top, as a seat or a spectator (`None`) knows them; the hand under the
    /// name `hand`.
    pub(crate) fn knows(&self, viewer: Option<usize>) -> BTreeMap<String, Vec<Known>> {
        let mut known: BTreeMap<String, Vec<Known>> = self
            .stacks
            .iter()
            .map(|(&cell, stack)| (text(cell), stack.iter().map(|&id| self.known(id, viewer)).collect()))
            .collect();
        if let Phase::Place { piece, .. } = self.phase {
            known.insert("hand".to_owned(), vec![self.known(piece, viewer)]);
        }
        known
    }

    /// 1.6: the deal as a seat or a spectator knows it now.
    pub(crate) fn known_deal(&self, viewer: Option<usize>) -> String {
        (0..76).map(|id| self.known(id, viewer).1).collect()
    }
}

impl Plain for Ascension {
    fn new(setup: &str) -> Self {
        let options = options(setup);
        let seats = number(&options, "seats", 4);
        // 1.4
        let corners: &[Cell] = match seats {
            4 => &[(1, 1), (1, 9), (9, 9), (9, 1)],
            3 => &[(1, 1), (1, 9), (9, 9)],
            _ => &[(1, 1), (9, 9)],
        };
        let players = (1..)
            .zip(corners)
            .map(|(seat, &corner)| {
                let figure = corner_figure(corner).expect("a corner");
                let player = Player {
                    figure,
                    corner,
                    pawn: corner,
                    // 1.3
                    plain: 2,
                    figured: 2,
                    summit: None,
                    blocked: 0,
                    rests: false,
                    out: false,
                    last: None,
                };
                (seat, player)
            })
            .collect();
        // 1.6
        let mut stacks: BTreeMap<Cell, Vec<Id>> =
            cells().into_iter().map(|cell| (cell, Vec::new())).collect();
        let mut pieces = Vec::new();
        let dealt = cells().into_iter().filter(|cell| !CORNERS.contains(cell) && *cell != PILLAR);
        for (cell, face) in dealt.zip(options["deal"].chars()) {
            stacks.get_mut(&cell).expect("a cell").push(pieces.len());
            let seen_by = BTreeSet::new();
            pieces.push(Piece { kind: Kind::Cube, face, up: false, seen_by, public: false });
        }
        assert_eq!(pieces.len(), 76, "a deal has 76 codes");
        let mut game = Ascension {
            seats,
            starts: number(&options, "starts", 2),
            round_limit: number(&options, "round_limit", 100),
            pieces,
            stacks,
            players,
            leader: None,
            joker: Joker::Aside,
            summits: 0,
            seat: 1,
            added_after: None,
            last_in_order: false,
            phase: Phase::Pick,
            springs: BTreeSet::new(),
            rounds: 0,
            over: None,
        };
        game.begin(1, None);
        game
    }

    fn turn(&self) -> PlainTurn {
        match &self.over {
            Some((shares, by)) => PlainTurn::Over(shares.clone(), by.clone()),
            None => PlainTurn::Move(self.seat),
        }
    }

    fn legal(&self) -> BTreeSet<String> {
        if self.over.is_some() {
            return BTreeSet::new();
        }
        match self.phase {
            Phase::Pick => self.picks(),
            Phase::Place { piece, from } => self.placings(piece, from),
            Phase::Step => self.pawn_actions(),
            Phase::Spring => {
                let mut tokens = self.steps();
                tokens.insert("done".to_owned());
                tokens
            }
        }
    }

    fn play(&mut self, token: &str) {
        match (self.phase, token) {
            (Phase::Pick, _) => self.pick(token),
            (Phase::Place { piece, .. }, _) => self.place(token, piece),
            (_, "stay") => {
                // 4.5: in its next turn it moves like any other.
                let seat = self.seat;
                self.player(seat).rests = false;
                self.end_turn();
            }
            (_, "done") => self.end_pawn_move(),
            (_, step) => self.step(cell(&step[1..])),
        }
    }

    /// Rules 0.8: out as in 4.8. A piece of the board that it holds goes back as it lay; one of its reserve
    /// leaves with it.
    fn withdraw(&mut self, seat: usize) {
        if let (Phase::Place { piece, from }, true) = (self.phase, seat == self.seat) {
            if let Some(from) = from {
                self.stacks.get_mut(&from).expect("a cell").push(piece);
            }
            self.phase = Phase::Step;
        }
        self.player(seat).out = true;
        self.lose_summit(seat);
        if let [last] = self.seats_in()[..] {
            self.over = Some((shares(self.seats, &[last]), "0.8".to_owned()));
        } else if seat == self.seat {
            self.end_turn();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::perft;

    #[test]
    fn facts_of_9() {
        let deal = format!("{}TCSELMRKBG......", "T.C.S.E.L.M.R.K.B.G.".repeat(3));
        for (seats, expected) in
            [(2, [78, 8937, 8937, 679450]), (3, [78, 8933, 8933, 679142]), (4, [78, 8929, 8929, 678834])]
        {
            let game = Ascension::new(&format!("seats={seats};deal={deal}"));
            let counts = [1, 2, 3, 4].map(|depth| perft(&game, depth));
            assert_eq!(counts, expected, "{seats} seats");
        }
    }

    #[test]
    fn only_taking_a_neighbour_of_the_corner_away_lets_the_pawn_move() {
        let deal = format!("{}TCSELMRKBG......", "T.C.S.E.L.M.R.K.B.G.".repeat(3));
        let game = Ascension::new(&format!("deal={deal}"));
        for pick in game.legal() {
            let mut next = game.clone();
            next.play(&pick);
            let placing =
                next.legal().into_iter().find(|token| token != "=a2" && token != "=b1" && token != "=b2");
            next.play(&placing.expect("a placing"));
            let moves = next.legal() != BTreeSet::from(["stay".to_owned()]);
            assert_eq!(moves, ["^a2", "^b1", "^b2"].contains(&pick.as_str()), "{pick}");
        }
    }
}
