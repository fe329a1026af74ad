//! The text of a position (rules 0.7): `board_players_summit_joker_turn_phase`, as docs/notation.md fixes it.

use engine::{BySeat, Game, Refusal, Seat, SeatSet};

use super::{
    Ascension, Last, Move, Phase, Player,
    board::Board,
    cell::{Cell, CellSet},
    deal::Deal,
    leader::Joker,
    options::Rules,
    piece::{Face, Kind, Known, Piece, Sign},
    reasons,
};

impl Ascension {
    /// The text, with these codes for the faces of cubes.
    pub(super) fn text(&self, code: impl Fn(Piece) -> char) -> String {
        let stack = |cell| {
            let mut pieces: Vec<_> = self
                .board
                .stack(cell)
                .map(|piece| self.piece_text(piece, self.board.is_up(piece), &code))
                .collect();
            pieces.reverse();
            pieces.join("+")
        };
        let row = |row: usize| {
            (0..9).map(|column| stack(Cell::new(row * 9 + column))).collect::<Vec<_>>().join(",")
        };
        let rows: Vec<_> = (0..9).map(row).collect();
        let players: Vec<_> = Seat::all(self.seats()).map(|seat| self.player_text(seat)).collect();
        let climbers: String = self.climbers.iter().map(|seat| seat.to_string()).collect();
        let joker = match self.joker {
            Joker::Kept => "kept",
            Joker::Laid => "laid",
            Joker::Gone => "gone",
        };
        let added = self.added.map(|seat| format!("+{seat}")).unwrap_or_default();
        let closing = if self.closing { "c" } else { "" };
        let phase = match self.phase {
            Phase::Pick => "pick".to_owned(),
            Phase::Step => "step".to_owned(),
            Phase::Spring => {
                let cells: Vec<_> = self.springs.iter().map(|cell| cell.to_string()).collect();
                format!("spring:{}", cells.join("+"))
            }
            Phase::Place(hand) => {
                let from = hand.from.map_or("-".to_owned(), |cell| cell.to_string());
                format!("place:{}@{from}", self.piece_text(hand.piece, hand.showed, &code))
            }
        };
        format!(
            "{}_{}_{}_{joker}_{}.{}{added}{closing}_{phase}",
            rows.join("/"),
            players.join(","),
            if climbers.is_empty() { "-" } else { &climbers },
            self.round,
            self.seat,
        )
    }

    fn piece_text(&self, piece: Piece, up: bool, code: &impl Fn(Piece) -> char) -> String {
        if !piece.is_cube() {
            return piece.number().to_string();
        }
        let known = self.board.known(piece);
        let knowers = if up {
            "!".to_owned()
        } else if known.is_public() {
            "*".to_owned()
        } else {
            known.seats().iter().map(|seat| seat.to_string()).collect()
        };
        format!("{}{}{knowers}", piece.number(), code(piece))
    }

    fn player_text(&self, seat: Seat) -> String {
        let player = &self.players[seat];
        let Some(pawn) = player.pawn else { return "x".to_owned() };
        let rests = if player.rests { "r" } else { "" };
        let last = player.last.map(|last| format!("l{}", last.piece.number())).unwrap_or_default();
        format!("{pawn}s{}{rests}{last}", player.starts)
    }

    /// The position with this text, or why there is none.
    pub(super) fn from_text(rules: Rules, text: &str) -> Result<Self, Refusal> {
        let sections: Vec<&str> = text.split('_').collect();
        let &[board, players, climbers, joker, turn, phase] = sections.as_slice() else {
            return Err(form(text));
        };
        let mut position = Placed::read(board, phase, rules)?.board(rules)?;
        position.read_players(players)?;
        position.read_climbers(climbers)?;
        position.read_joker(joker)?;
        position.check_players()?;
        position.read_turn(turn)?;
        position.read_phase(phase)?;
        // One position, one text: leading zeros and the like do not count as another.
        if position.position_text() == text { Ok(position) } else { Err(form(text)) }
    }

    fn read_players(&mut self, text: &str) -> Result<(), Refusal> {
        let parts: Vec<&str> = text.split(',').collect();
        if parts.len() != self.seats() {
            return Err(form(text));
        }
        for (seat, part) in Seat::all(self.seats()).zip(parts) {
            if part == "x" {
                self.players[seat] = Player::default();
                self.inside = self.inside.without(seat);
                continue;
            }
            let bad = || form(part);
            let pawn = part.get(..2).and_then(|cell| cell.parse().ok()).ok_or_else(bad)?;
            let rest = part[2..].strip_prefix('s').ok_or_else(bad)?;
            let (rest, last) = rest.split_once('l').map_or((rest, None), |(rest, last)| (rest, Some(last)));
            let (starts, rests) = rest.strip_suffix('r').map_or((rest, false), |starts| (starts, true));
            let starts = starts.parse().map_err(|_| bad())?;
            if starts > self.rules.starts.saturating_sub(1) {
                return Err(reasons::POSITION_STARTS.with([("seat", seat.to_string())]));
            }
            let last = last.map(|number| self.read_last(seat, number)).transpose()?;
            if self.pawns.contains(pawn) {
                return Err(
                    reasons::POSITION_PAWN.with([("seat", seat.to_string()), ("cell", pawn.to_string())])
                );
            }
            self.pawns = self.pawns.with(pawn);
            let player = &mut self.players[seat];
            *player = Player { pawn: Some(pawn), starts, rests, last, ..*player };
        }
        if self.inside.len() < 2 { Err(reasons::POSITION_SEATS.refuse()) } else { Ok(()) }
    }

    /// The piece that a seat moved last, and where it lies. No two seats can have moved the same one last.
    fn read_last(&self, seat: Seat, number: &str) -> Result<Last, Refusal> {
        let impossible =
            || reasons::POSITION_LAST.with([("seat", seat.to_string()), ("piece", number.to_owned())]);
        let piece = number.parse().ok().and_then(numbered).ok_or_else(impossible)?;
        let free = self.players.iter().all(|player| player.last.is_none_or(|last| last.piece != piece));
        let cell = Cell::all().find(|&cell| self.board.stack(cell).any(|other| other == piece));
        // A half-cube with a figure is moved by its own seat alone.
        let own = !matches!(piece.kind(), Kind::Figured(owner) if owner != seat);
        cell.filter(|_| free && own).map(|cell| Last { piece, cell }).ok_or_else(impossible)
    }

    fn read_climbers(&mut self, text: &str) -> Result<(), Refusal> {
        for number in text.chars().filter(|_| text != "-") {
            let seat = seat(number).ok_or_else(|| form(text))?;
            let home = self.board.corner(seat);
            if !self.inside.contains(seat)
                || self.climbers.contains(seat)
                || self.players[seat].pawn == Some(home)
            {
                return Err(reasons::POSITION_SUMMIT.with([("seat", seat.to_string())]));
            }
            self.climbers.add(seat);
        }
        let on_top = self.inside.iter().find(|&seat| self.players[seat].pawn == Some(Cell::PILLAR));
        match on_top.filter(|&seat| !self.climbers.contains(seat)) {
            Some(seat) => Err(reasons::POSITION_SUMMIT.with([("seat", seat.to_string())])),
            None => Ok(()),
        }
    }

    fn read_joker(&mut self, text: &str) -> Result<(), Refusal> {
        self.joker = match text {
            "kept" => Joker::Kept,
            "laid" => Joker::Laid,
            "gone" => Joker::Gone,
            _ => return Err(form(text)),
        };
        let on_board = !self.board.cells(Sign::Joker).is_empty();
        let laid = self.joker == Joker::Laid;
        if on_board != laid || laid && self.climbers.leader().is_none() {
            return Err(reasons::POSITION_JOKER.refuse());
        }
        Ok(())
    }

    /// Pawns stand only where the rules let them go: what lies under a pawn stays as it was.
    fn check_players(&self) -> Result<(), Refusal> {
        for seat in self.inside.iter() {
            let player = &self.players[seat];
            let pawn = player.pawn.expect("a seat that is in has a pawn");
            if !self.open(seat, pawn) {
                return Err(
                    reasons::POSITION_PAWN.with([("seat", seat.to_string()), ("cell", pawn.to_string())])
                );
            }
            if player.last.is_some_and(|last| last.piece == Piece::JOKER)
                && self.climbers.leader() != Some(seat)
            {
                return Err(reasons::POSITION_JOKER.refuse());
            }
            if player.rests && self.board.sign(pawn) != Sign::Bivouac {
                return Err(reasons::POSITION_RESTS.with([("seat", seat.to_string())]));
            }
        }
        Ok(())
    }

    fn read_turn(&mut self, text: &str) -> Result<(), Refusal> {
        let bad = || form(text);
        let (round, rest) = text.split_once('.').ok_or_else(bad)?;
        self.round = round.parse().map_err(|_| bad())?;
        if !(1..=self.rules.round_limit).contains(&self.round) {
            return Err(reasons::POSITION_ROUND.refuse());
        }
        let (rest, closing) = rest.strip_suffix('c').map_or((rest, false), |rest| (rest, true));
        let mut seats = rest.split('+').map(|part| {
            let mut chars = part.chars();
            chars.next().filter(|_| chars.next().is_none()).and_then(seat).ok_or_else(bad)
        });
        self.seat = seats.next().ok_or_else(bad)??;
        self.added = seats.next().transpose()?;
        self.closing = closing;
        if seats.next().is_some() {
            return Err(bad());
        }
        let playing = SeatSet::first(self.seats());
        let added_is_right = self.added.is_none_or(|ordinary| {
            playing.contains(ordinary)
                && ordinary != self.seat
                && !self.climbers.contains(ordinary)
                && self.climbers.leader() == Some(self.seat)
        });
        if !self.inside.contains(self.seat) || !added_is_right {
            return Err(reasons::POSITION_SEATS.refuse());
        }
        // A seat after this one may have left since the turn began: then the round goes on.
        let may_go_on = !self.closes(self.seat) || self.seat.number() < self.seats();
        let round_is_right = match (closing, self.added) {
            (true, None) => self.closes(self.seat),
            (true, Some(_)) => false,
            (false, None) => may_go_on,
            (false, Some(_)) => true,
        };
        if round_is_right { Ok(()) } else { Err(reasons::POSITION_ROUND.refuse()) }
    }

    fn read_phase(&mut self, text: &str) -> Result<(), Refusal> {
        if let Some((piece, from)) = hand(text) {
            return self.read_hand(piece_number(piece)?, from);
        }
        let (phase, springs) =
            text.split_once(':').map_or((text, None), |(phase, springs)| (phase, Some(springs)));
        let fits = match (phase, springs) {
            ("pick", None) => {
                self.phase = Phase::Pick;
                self.can_pick()
            }
            ("step", None) => {
                self.phase = Phase::Step;
                self.pawn_may_act()
            }
            ("spring", Some(springs)) => {
                self.phase = Phase::Spring;
                let cells = springs.split('+').map(str::parse).collect::<Result<CellSet, _>>();
                self.springs = cells.map_err(|_| form(text))?;
                let pawn = self.players[self.seat].pawn.expect("the seat on turn has a pawn");
                let real = self.springs.minus(self.board.cells(Sign::Spring)).is_empty();
                if !real || !self.springs.contains(pawn) {
                    return Err(reasons::POSITION_SPRINGS.refuse());
                }
                !self.steps(self.seat).is_empty()
            }
            _ => return Err(form(text)),
        };
        if fits { Ok(()) } else { Err(reasons::POSITION_PHASE.refuse()) }
    }

    /// Picks the piece in hand again from where it was.
    fn read_hand(&mut self, piece: Piece, from: &str) -> Result<(), Refusal> {
        let impossible = || reasons::POSITION_HAND.with([("piece", piece.number().to_string())]);
        let action = match (from, piece.kind()) {
            ("-", Kind::Plain(_)) => Move::PickPlain,
            ("-", Kind::Figured(_)) => Move::PickFigured,
            ("-", Kind::Joker) => Move::PickJoker,
            _ => Move::Pick(from.parse().map_err(|_| form(from))?),
        };
        let unseen = |cube| !self.board.is_up(cube) && !self.board.known(cube).to(self.seat);
        self.phase = Phase::Pick;
        if self.explain(action).is_some() || piece.is_cube() && unseen(piece) {
            return Err(impossible());
        }
        self.play_unchecked(action);
        match self.phase {
            Phase::Place(hand) if hand.piece == piece => Ok(()),
            _ => Err(impossible()),
        }
    }
}

/// Pieces as the text has them: cells from bottom to top, with the one in hand back on its cell.
struct Placed {
    faces: [Option<Face>; Piece::CUBES],
    known: [Known; Piece::CUBES],
    /// Where each piece was put, in the order of putting, and whether its drawing is up.
    put: Vec<(Cell, Piece, bool)>,
}

impl Placed {
    fn read(board: &str, phase: &str, rules: Rules) -> Result<Self, Refusal> {
        let mut placed =
            Placed { faces: [None; Piece::CUBES], known: [Known::NOBODY; Piece::CUBES], put: Vec::new() };
        let rows: Vec<Vec<&str>> = board.split('/').map(|row| row.split(',').collect()).collect();
        if rows.len() != 9 || rows.iter().any(|row| row.len() != 9) {
            return Err(form(board));
        }
        for (cell, stack) in Cell::all().zip(rows.into_iter().flatten()) {
            for piece in stack.split('+').filter(|_| !stack.is_empty()) {
                let (piece, up) = placed.piece(piece, rules)?;
                placed.put.push((cell, piece, up));
            }
        }
        match hand(phase) {
            None => {}
            Some((piece, "-")) => {
                placed.piece(piece, rules)?;
            }
            Some((piece, from)) => {
                let cell = from.parse().map_err(|_| form(from))?;
                let (piece, up) = placed.piece(piece, rules)?;
                placed.put.push((cell, piece, up));
            }
        }
        Ok(placed)
    }

    /// Reads one piece: `12T` and who knows its face, or the number of a half-cube.
    fn piece(&mut self, text: &str, rules: Rules) -> Result<(Piece, bool), Refusal> {
        let bad = || reasons::POSITION_PIECE.with([("text", text.to_owned())]);
        let piece = piece_number(text)?;
        let twice = || reasons::POSITION_TWICE.with([("piece", piece.number().to_string())]);
        let mut rest = text.trim_start_matches(|c: char| c.is_ascii_digit()).chars();
        match piece.kind() {
            Kind::Plain(seat) | Kind::Figured(seat) if seat.index() >= rules.seats.into() => {
                return Err(reasons::POSITION_ABSENT.with([("piece", piece.number().to_string())]));
            }
            Kind::Plain(_) | Kind::Figured(_) | Kind::Joker => {
                let again = self.put.iter().any(|&(_, other, _)| other == piece);
                return if again {
                    Err(twice())
                } else {
                    rest.next().map_or(Ok((piece, false)), |_| Err(bad()))
                };
            }
            Kind::Cube => {}
        }
        let face = rest.next().and_then(Face::from_code).ok_or_else(bad)?;
        let knowers = rest.as_str();
        if self.faces[piece.index()].replace(face).is_some() {
            return Err(twice());
        }
        if matches!(knowers, "!" | "*") {
            if !face.is_drawn() {
                return Err(reasons::POSITION_PLAIN.with([("piece", piece.number().to_string())]));
            }
            self.known[piece.index()] = Known::EVERYONE;
            return Ok((piece, knowers == "!"));
        }
        for number in knowers.chars() {
            let seat = seat(number).filter(|seat| seat.index() < rules.seats.into()).ok_or_else(bad)?;
            self.known[piece.index()] = self.known[piece.index()].with(seat);
        }
        Ok((piece, false))
    }

    /// The position with these pieces, everything else as at the start.
    fn board(self, rules: Rules) -> Result<Ascension, Refusal> {
        if let Some(cube) = self.faces.iter().position(Option::is_none) {
            return Err(reasons::POSITION_MISSING.with([("piece", (cube + 1).to_string())]));
        }
        let deal = Deal::new(self.faces.map(|face| face.expect("none is missing")))?;
        let mut position = Ascension::new(rules, &deal);
        let mut board = Board::bare(rules.seats.into(), &deal);
        for cube in (0..Piece::CUBES).map(Piece::new) {
            board.set_known(cube, self.known[cube.index()]);
        }
        for &(cell, piece, up) in &self.put {
            if board.sign(cell) == Sign::Joker {
                return Err(reasons::POSITION_COVERED.with([("cell", cell.to_string())]));
            }
            let covered_pillar = cell == Cell::PILLAR && board.top(cell).is_some();
            board.put(cell, piece, up);
            if covered_pillar || cell == Cell::PILLAR && board.sign(cell) != Sign::Blank {
                return Err(reasons::POSITION_PILLAR.refuse());
            }
            if CellSet::CORNERS.contains(cell) && Sign::of_corner(cell) != Some(board.sign(cell)) {
                return Err(reasons::POSITION_CORNER.with([("cell", cell.to_string())]));
            }
        }
        position.board = board;
        position.pawns = CellSet::EMPTY;
        position.players = BySeat::default();
        for seat in position.inside.iter() {
            position.players[seat].plain = self.left([Piece::plain(seat, 2), Piece::plain(seat, 1)])?;
            position.players[seat].figured = self.left([Piece::figured(seat, 2), Piece::figured(seat, 1)])?;
        }
        Ok(position)
    }

    /// How many of two like half-cubes are in the reserve; the lower number is laid first.
    fn left(&self, twins: [Piece; 2]) -> Result<u8, Refusal> {
        match twins.map(|piece| self.put.iter().any(|&(_, other, _)| other == piece)) {
            [false, false] => Ok(2),
            [true, false] => Ok(1),
            [true, true] => Ok(0),
            [false, true] => Err(reasons::POSITION_ORDER.with([("piece", twins[1].number().to_string())])),
        }
    }
}

/// The piece in hand and where it came from, if the phase has one.
fn hand(phase: &str) -> Option<(&str, &str)> {
    phase.strip_prefix("place:")?.split_once('@')
}

fn piece_number(text: &str) -> Result<Piece, Refusal> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).map_or(text, |end| &text[..end]);
    digits
        .parse()
        .ok()
        .and_then(numbered)
        .ok_or_else(|| reasons::POSITION_PIECE.with([("text", text.to_owned())]))
}

fn numbered(number: usize) -> Option<Piece> {
    (1..=Piece::COUNT).contains(&number).then(|| Piece::new(number - 1))
}

fn seat(number: char) -> Option<Seat> {
    number.to_digit(10).and_then(|number| Seat::from_number(number as usize))
}

fn form(text: &str) -> Refusal {
    reasons::POSITION_FORM.with([("text", text.chars().take(60).collect())])
}
