//! Abraxas, read off its page.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    rc::Rc,
};

pub(crate) use self::sheet::NAMES;
use self::sheet::dots;
use super::{Plain, PlainTurn, number, option, options, shares};

mod lines;
mod sheet;

/// Column and row, both from 1. Of the plate: a hole; of the sheet: a cell.
type Hole = (i32, i32);
type Cell = (i32, i32);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Piece {
    Red,
    Stop,
}

fn hole_text((column, row): Hole) -> String {
    format!("{}{row}", (b'a' + (column - 1) as u8) as char)
}

fn hole(text: &str) -> Hole {
    let bytes = text.as_bytes();
    (i32::from(bytes[0] - b'a') + 1, i32::from(bytes[1] - b'0'))
}

/// 1.2: the holes, a1 … h1, a2 … h8.
fn holes() -> Vec<Hole> {
    (1..=8).flat_map(|row| (1..=8).map(move |column| (column, row))).collect()
}

/// 1.2: the cell over which hole `a1` lies is A1, B1, B2 or A2.
fn under(corner: &str, (column, row): Hole) -> Cell {
    match corner {
        "SW" => (column, row),
        "SE" => (column + 1, row),
        "NE" => (column + 1, row + 1),
        "NW" => (column, row + 1),
        _ => panic!("{corner} is no corner"),
    }
}

/// 1.5: the corners counter-clockwise.
const CORNERS: [&str; 4] = ["SW", "SE", "NE", "NW"];

fn counter_clockwise(corner: &str) -> String {
    let index = CORNERS.iter().position(|known| *known == corner).expect("a corner");
    CORNERS[(index + 1) % 4].to_owned()
}

fn clockwise(corner: &str) -> String {
    let index = CORNERS.iter().position(|known| *known == corner).expect("a corner");
    CORNERS[(index + 3) % 4].to_owned()
}

/// What the seat is asked now.
#[derive(Clone, Debug, PartialEq)]
enum Phase {
    /// 2.1
    Corner,
    /// 3.1, 3.2, 5.1: a placing. `extra`: this is an extra turn (3.3); `answers`: it follows a stop stone (5.3).
    Place { extra: bool, answers: bool },
    /// 5.2: the other seat may stop the stone just put, which came `from` a hole or the supply, before the plate
    /// goes to `corner`.
    Reply { from: Option<Hole>, to: Hole, corner: String },
    /// 4.4: the lines judged, and the cells emptied of them since.
    Take { lines: Vec<Vec<Cell>>, emptied: HashSet<Cell> },
}

/// How a placing came about: what follows it depends on that.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Placing {
    Red,
    StopOnTurn,
    StopAsReply,
}

#[derive(Clone, Debug)]
pub(crate) struct Abraxas {
    dots: Rc<HashSet<Cell>>,
    either: bool,
    apart: bool,
    called: bool,
    target: usize,
    quiet_limit: usize,
    /// Rules 0.9: seat 2 has not had its first turn.
    swap: bool,
    corner: String,
    pieces: BTreeMap<Hole, Piece>,
    supply: usize,
    stop_stones: [usize; 2],
    taken: [usize; 2],
    quiet: usize,
    /// The seat that acts.
    seat: usize,
    phase: Phase,
    placing: Placing,
    /// Whether something was taken since the piece was put.
    took: bool,
    over: Option<(Vec<String>, String)>,
}

impl Abraxas {
    fn other(&self) -> usize {
        3 - self.seat
    }

    fn free_holes(&self) -> Vec<Hole> {
        holes().into_iter().filter(|hole| !self.pieces.contains_key(hole)).collect()
    }

    fn red_stones(&self) -> Vec<Hole> {
        holes().into_iter().filter(|hole| self.pieces.get(hole) == Some(&Piece::Red)).collect()
    }

    /// The piece over a cell of the sheet.
    fn over_cell(&self, cell: Cell) -> Option<(Hole, Piece)> {
        let hole = holes().into_iter().find(|&hole| under(&self.corner, hole) == cell)?;
        self.pieces.get(&hole).map(|&piece| (hole, piece))
    }

    /// 1.4
    fn is_red(&self, cell: Cell) -> bool {
        match self.over_cell(cell) {
            Some((_, piece)) => piece == Piece::Red,
            None => self.dots.contains(&cell),
        }
    }

    /// The red stone over a cell, by its hole.
    fn stone_over(&self, cell: Cell) -> Option<Hole> {
        self.over_cell(cell).filter(|&(_, piece)| piece == Piece::Red).map(|(hole, _)| hole)
    }

    /// 3.1, 3.2: where the red stone comes from and goes to.
    fn red_placings(&self) -> Vec<String> {
        let puts: Vec<String> = if self.supply > 0 {
            self.free_holes().into_iter().map(hole_text).collect()
        } else {
            let free = self.free_holes();
            self.red_stones()
                .into_iter()
                .flat_map(|from| free.iter().map(move |&to| format!("{}-{}", hole_text(from), hole_text(to))))
                .collect()
        };
        if !self.either {
            return puts;
        }
        // 1.5: either neighbouring corner.
        puts.iter()
            .flat_map(|put| {
                [counter_clockwise(&self.corner), clockwise(&self.corner)]
                    .map(|corner| format!("{put}>{corner}"))
            })
            .collect()
    }

    /// 5.1: into a free hole, then push or not.
    fn stop_placings(&self, free: &[Hole]) -> Vec<String> {
        let mut tokens = Vec::new();
        for hole in free.iter().map(|&hole| hole_text(hole)) {
            tokens.push(format!("!{hole}"));
            if self.either {
                tokens.push(format!("!{hole}>{}", counter_clockwise(&self.corner)));
                tokens.push(format!("!{hole}>{}", clockwise(&self.corner)));
            } else {
                tokens.push(format!("!{hole}+"));
            }
        }
        tokens
    }

    /// After a push lines are judged (4.1); `done` is always asked for where claims are called (4.6).
    fn push_to(&mut self, corner: &str) {
        self.corner = corner.to_owned();
        self.judge();
    }

    /// 4.4: judges lines (anew); if there is none the placing is complete, except that `done` has to be said.
    fn judge(&mut self) {
        let lines = self.lines();
        if lines.is_empty() && !self.called {
            self.complete();
        } else {
            self.phase = Phase::Take { lines, emptied: HashSet::new() };
        }
    }

    /// The placing is complete: 6.2, then whose turn follows.
    fn complete(&mut self) {
        self.quiet = if self.took { 0 } else { self.quiet + 1 };
        if self.quiet >= self.quiet_limit {
            self.more_stones_wins("6.2");
            return;
        }
        match self.placing {
            // 3.3: an extra turn for the same seat, as often as it happens.
            Placing::Red if self.took => self.begin(self.seat, true, false),
            Placing::Red => self.begin(self.other(), false, false),
            // 5.1: no extra turn; the other seat plays. 5.2: then the line-maker plays an ordinary turn.
            Placing::StopOnTurn | Placing::StopAsReply => self.begin(self.other(), false, true),
        }
    }

    fn begin(&mut self, seat: usize, extra: bool, answers: bool) {
        self.seat = seat;
        self.phase = Phase::Place { extra, answers };
        // 3.4
        if self.supply == 0 && self.red_stones().is_empty() {
            self.more_stones_wins("3.4");
        }
    }

    fn more_stones_wins(&mut self, clause: &str) {
        let winners: &[usize] = match self.taken[0].cmp(&self.taken[1]) {
            std::cmp::Ordering::Greater => &[1],
            std::cmp::Ordering::Less => &[2],
            std::cmp::Ordering::Equal => &[1, 2],
        };
        self.over = Some((shares(2, winners), clause.to_owned()));
    }

    /// 5.1: `!e5`, `!e5+`, `!e5>NE`.
    fn lay_stop_stone(&mut self, token: &str, placing: Placing) {
        self.placing = placing;
        self.took = false;
        self.stop_stones[self.seat - 1] -= 1;
        self.pieces.insert(hole(&token[1..3]), Piece::Stop);
        match &token[3..] {
            "" => self.complete(), // 4.1: without a push nothing is judged
            "+" => self.push_to(&counter_clockwise(&self.corner)),
            arrow => self.push_to(&arrow[1..]),
        }
    }

    /// 3.1, 3.2: `d4`, `d4>NE`, `c3-d4`, `c3-d4>NE`.
    fn put_red_stone(&mut self, token: &str, extra: bool) {
        let (put, corner) = match token.split_once('>') {
            Some((put, corner)) => (put, corner.to_owned()),
            None => (token, counter_clockwise(&self.corner)),
        };
        let (from, to) = match put.split_once('-') {
            Some((from, to)) => (Some(hole(from)), hole(to)),
            None => (None, hole(put)),
        };
        match from {
            Some(from) => assert_eq!(self.pieces.remove(&from), Some(Piece::Red)),
            None => self.supply -= 1,
        }
        self.pieces.insert(to, Piece::Red);
        self.placing = Placing::Red;
        self.took = false;
        // 5.2: on an extra turn the other seat, if it still has a stop stone, is asked.
        if extra && self.stop_stones[self.other() - 1] > 0 {
            self.seat = self.other();
            self.phase = Phase::Reply { from, to, corner };
        } else {
            self.push_to(&corner);
        }
    }

    /// 4.5: `x` and the holes emptied.
    fn take(&mut self, token: &str) {
        let Phase::Take { lines, mut emptied } = self.phase.clone() else { panic!("nothing to take") };
        for taken in token[1..].split(',').map(hole) {
            assert_eq!(self.pieces.remove(&taken), Some(Piece::Red));
            emptied.insert(under(&self.corner, taken));
            self.taken[self.seat - 1] += 1;
        }
        self.took = true;
        // 6.1: with the action that reaches it.
        if self.taken[self.seat - 1] >= self.target {
            self.over = Some((shares(2, &[self.seat]), "6.1".to_owned()));
            return;
        }
        let resolved = lines.iter().all(|line| self.takings(line, &emptied).is_empty());
        if resolved {
            self.judge();
        } else {
            self.phase = Phase::Take { lines, emptied };
        }
    }
}

impl Plain for Abraxas {
    fn new(setup: &str) -> Self {
        let options = options(setup);
        Abraxas {
            dots: Rc::new(dots(&option(&options, "sheet", "1"))),
            either: option(&options, "push", "ccw") == "either",
            apart: option(&options, "spacing", "apart") == "apart",
            called: option(&options, "claims", "automatic") == "called",
            target: number(&options, "target", 11),
            quiet_limit: number(&options, "quiet_limit", 60),
            swap: option(&options, "swap", "off") == "on",
            corner: String::new(),
            pieces: BTreeMap::new(),
            supply: 24,
            stop_stones: [3, 3],
            taken: [0, 0],
            quiet: 0,
            seat: 2,
            phase: Phase::Corner,
            placing: Placing::Red,
            took: false,
            over: None,
        }
    }

    fn turn(&self) -> PlainTurn {
        match (&self.over, &self.phase) {
            (Some((shares, by)), _) => PlainTurn::Over(shares.clone(), by.clone()),
            (None, Phase::Reply { .. }) => PlainTurn::Reply(self.seat),
            (None, _) => PlainTurn::Move(self.seat),
        }
    }

    fn legal(&self) -> BTreeSet<String> {
        if self.over.is_some() {
            return BTreeSet::new();
        }
        match &self.phase {
            Phase::Corner => CORNERS.map(str::to_owned).into(),
            Phase::Place { extra, answers } => {
                let mut tokens: BTreeSet<String> = self.red_placings().into_iter().collect();
                // 5.1, 5.3
                if self.stop_stones[self.seat - 1] > 0 && !answers {
                    tokens.extend(self.stop_placings(&self.free_holes()));
                }
                // 3.3
                if *extra {
                    tokens.insert("end".to_owned());
                }
                // Rules 0.9
                if self.swap && self.seat == 2 {
                    tokens.insert("swap".to_owned());
                }
                tokens
            }
            Phase::Reply { from, to, .. } => {
                // 5.2: the hole it was lifted from is not free; the hole it was put into is.
                let free: Vec<Hole> = holes()
                    .into_iter()
                    .filter(|hole| (!self.pieces.contains_key(hole) || hole == to) && Some(*hole) != *from)
                    .collect();
                let mut tokens: BTreeSet<String> = self.stop_placings(&free).into_iter().collect();
                tokens.insert("ok".to_owned());
                tokens
            }
            Phase::Take { .. } => {
                let mut tokens = self.taking_tokens();
                // 4.6
                if self.called {
                    tokens.insert("done".to_owned());
                }
                tokens
            }
        }
    }

    fn play(&mut self, token: &str) {
        if let Phase::Place { .. } = self.phase {
            self.swap &= self.seat == 1;
        }
        match self.phase.clone() {
            Phase::Place { .. } if token == "swap" => {
                self.taken.reverse();
                self.stop_stones.reverse();
                self.seat = self.other();
            }
            Phase::Corner => {
                self.corner = token.to_owned();
                self.begin(1, false, false);
            }
            Phase::Place { .. } if token == "end" => self.begin(self.other(), false, false),
            Phase::Place { .. } if token.starts_with('!') => {
                self.lay_stop_stone(token, Placing::StopOnTurn);
            }
            Phase::Place { extra, .. } => self.put_red_stone(token, extra),
            Phase::Reply { corner, .. } if token == "ok" => {
                self.seat = self.other();
                self.push_to(&corner);
            }
            Phase::Reply { from, to, .. } => {
                // 5.2: the stone just put goes back where it came from.
                self.pieces.remove(&to);
                match from {
                    Some(from) => {
                        self.pieces.insert(from, Piece::Red);
                    }
                    None => self.supply += 1,
                }
                self.lay_stop_stone(token, Placing::StopAsReply);
            }
            Phase::Take { .. } if token == "done" => self.complete(),
            Phase::Take { .. } => self.take(token),
        }
    }

    fn withdraw(&mut self, seat: usize) {
        self.over = Some((shares(2, &[3 - seat]), "0.8".to_owned()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::perft;

    #[test]
    fn facts_of_9() {
        for sheet in 1..=6 {
            let game = Abraxas::new(&format!("sheet={sheet}"));
            assert_eq!([1, 2, 3].map(|depth| perft(&game, depth)), [4, 768, 80640], "sheet {sheet}");
        }
        let either = Abraxas::new("push=either");
        assert_eq!([1, 2].map(|depth| perft(&either, depth)), [4, 1280]);
    }
}
