//! Positions made by hand: all cubes in one tower on `e9`, the rest of the board empty, until a test says otherwise.

use engine::AnyGame;
use games::GAMES;
use rand::{SeedableRng, rngs::StdRng};

/// The deck in the order of the codes: cubes 1–4 are triangles, …, 41–76 plain.
const DECK: &str = "TTTTCCCCSSSSEEEELLLLMMMMRRRRKKKKBBBBGGGG....................................";

#[derive(Clone)]
pub(crate) struct Scene {
    options: String,
    left: Vec<usize>,
    halves: [[usize; 2]; 4],
    stacks: Vec<Vec<String>>,
    players: Vec<String>,
    summit: String,
    joker: &'static str,
    turn: String,
    phase: String,
}

impl Scene {
    pub(crate) fn new(seats: usize) -> Self {
        let corners = if seats == 2 { vec!["a1", "i9"] } else { vec!["a1", "a9", "i9", "i1"] };
        Scene {
            options: format!("seats={seats}"),
            left: (0..76).rev().collect(),
            halves: [[0; 2]; 4],
            stacks: vec![Vec::new(); 81],
            players: corners.iter().take(seats).map(|corner| format!("{corner}s1")).collect(),
            summit: "-".into(),
            joker: "kept",
            turn: "1.1".into(),
            phase: "pick".into(),
        }
    }

    pub(crate) fn options(mut self, more: &str) -> Self {
        self.options = format!("{};{more}", self.options);
        self
    }

    /// Lays a piece: `R!` a spring that shows, `.` a plain cube, `h1` and `f1` half-cubes of seat 1, `j` the joker.
    pub(crate) fn put(mut self, cell: &str, piece: &str) -> Self {
        let piece = self.take(piece);
        self.stacks[index(cell)].push(piece);
        self
    }

    /// Lays several pieces, `c3 R! d4 .`.
    pub(crate) fn lay(self, pieces: &str) -> Self {
        let words: Vec<&str> = pieces.split(' ').collect();
        words.chunks(2).fold(self, |scene, pair| scene.put(pair[0], pair[1]))
    }

    /// The text of a piece that is not used yet.
    fn take(&mut self, piece: &str) -> String {
        let (first, rest) = piece.split_at(1);
        if let Some(kind) = ["h", "f"].iter().position(|kind| *kind == first) {
            let seat: usize = rest.parse().expect("a seat");
            let used = &mut self.halves[seat - 1][kind];
            *used += 1;
            return (72 + 4 * seat + 2 * kind + *used).to_string();
        }
        if first == "j" {
            return "93".into();
        }
        let at = self.left.iter().rposition(|&cube| DECK[cube..].starts_with(first)).expect("a cube is left");
        let cube = self.left.remove(at);
        format!("{}{first}{rest}", cube + 1)
    }

    /// The part of a seat as the text has it, `c3s1`.
    pub(crate) fn player(mut self, seat: usize, part: &str) -> Self {
        self.players[seat - 1] = part.into();
        self
    }

    pub(crate) fn summit(mut self, seats: &str) -> Self {
        self.summit = seats.into();
        self
    }

    pub(crate) fn joker(mut self, joker: &'static str) -> Self {
        self.joker = joker;
        self
    }

    pub(crate) fn turn(mut self, turn: &str) -> Self {
        self.turn = turn.into();
        self
    }

    pub(crate) fn phase(mut self, phase: &str) -> Self {
        self.phase = phase.into();
        self
    }

    /// A piece in hand.
    pub(crate) fn hand(mut self, piece: &str, from: &str) -> Self {
        let piece = self.take(piece);
        self.phase(&format!("place:{piece}@{from}"))
    }

    pub(crate) fn setup(&self) -> String {
        let mut stacks = self.stacks.clone();
        let tower = &mut stacks[index("e9")];
        let rest = self.left.iter().map(|&cube| format!("{}{}", cube + 1, &DECK[cube..=cube]));
        tower.splice(0..0, rest);
        let rows: Vec<String> = stacks
            .chunks(9)
            .map(|row| row.iter().map(|stack| stack.join("+")).collect::<Vec<_>>().join(","))
            .collect();
        format!(
            "{};from={}_{}_{}_{}_{}_{}",
            self.options,
            rows.join("/"),
            self.players.join(","),
            self.summit,
            self.joker,
            self.turn,
            self.phase
        )
    }

    /// The game from here after these actions.
    pub(crate) fn play(&self, actions: &str) -> Box<dyn AnyGame> {
        play(&self.setup(), actions)
    }

    /// The clause for which the position is refused.
    pub(crate) fn fault(&self) -> &'static str {
        let entry = GAMES.get("ascension").expect("it is in the list");
        let fault = entry.start(&self.setup(), &mut StdRng::seed_from_u64(0));
        fault.err().unwrap_or_else(|| panic!("accepted: {}", self.setup())).reason.key
    }
}

/// A game with this set-up after these events; every action must be legal.
pub(crate) fn play(setup: &str, events: &str) -> Box<dyn AnyGame> {
    let entry = GAMES.get("ascension").expect("it is in the list");
    let mut game =
        entry.start(setup, &mut StdRng::seed_from_u64(7)).unwrap_or_else(|e| panic!("{setup}: {e}"));
    for event in events.split_whitespace() {
        game.push(event).unwrap_or_else(|e| panic!("{event} of {events}: {e}\n{setup}"));
    }
    game
}

fn index(cell: &str) -> usize {
    let bytes = cell.as_bytes();
    usize::from(bytes[1] - b'1') * 9 + usize::from(bytes[0] - b'a')
}
