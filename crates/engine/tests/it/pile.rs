//! A pile of stones: take one to three, or wait. Whoever takes the last stone wins.

use std::{fmt, str::FromStr};

use engine::{
    Canvas, Description, End, Entry, Fields, Game, GameList, Info, Judge, Numbered, OptionInfo, Outcome,
    Phrase, Picture, Reason, Refusal, Seat, SeatSet, Space, Trace, Turn, Viewer,
    canvas::{Area, Marks},
    end, mix,
    network::Inputs,
    palette::Ink,
    picture::Frame,
    setup,
};
use rand::{Rng, SeedableRng, rngs::StdRng};
use serde::{Deserialize, Serialize};

pub(crate) static GAMES: GameList = GameList::new(&[Entry::of::<Pile>()]);

static TOKEN: Reason =
    Reason::new("Pile 1.1", "pile.token", "`{token}` is neither take1, take2, take3 nor wait");
static FEWER: Reason = Reason::new("Pile 1.2", "pile.fewer", "there are only {stones} stones");
static OVER: Reason = Reason::new("Pile 2.1", "pile.over", "the pile is gone");
static FROM: Reason = Reason::new("Pile 3.1", "pile.from", "`{text}` is not stones,seat,out");

const SEATS: OptionInfo = OptionInfo::number("seats", "2", (2, 4), "how many seats");
const STONES: OptionInfo =
    OptionInfo::number("stones", "0", (0, 100), "how many stones; 0: drawn").by_chance();
static LAST_STONE: End = End::new("2.1", "pile.last-stone", "the last stone is taken");
static AGAIN: End = End::new("2.2", "pile.again", "the same pile for the third time");
static TAKES: Phrase = Phrase::new("pile.takes", "takes {n}");
static WAITS: Phrase = Phrase::new("pile.waits", "waits");

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pile {
    stones: u8,
    seats: u8,
    to_act: Seat,
    out: SeatSet,
    winner: Option<Seat>,
    gave_up: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Move {
    Take(u8),
    Wait,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Options {
    seats: u32,
    stones: Option<u32>,
    from: Option<String>,
}

impl Default for Options {
    fn default() -> Self {
        "".parse().expect("all defaults")
    }
}

impl FromStr for Options {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Self, Refusal> {
        let mut fields = Fields::parse(text)?;
        let seats = fields.number(&SEATS)?;
        let stones = fields.number(&STONES)?;
        let from = fields.text(&setup::FROM).map(str::to_owned);
        fields.finish()?;
        if let Some(text) = &from {
            position(seats, text).ok_or_else(|| FROM.with([("text", text.clone())]))?;
        }
        Ok(Options { seats, stones: (stones > 0).then_some(stones), from })
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut values: Vec<(&OptionInfo, &dyn fmt::Display)> = vec![(&SEATS, &self.seats)];
        if let Some(stones) = &self.stones {
            values.push((&STONES, stones));
        }
        f.write_str(&setup::write(&values, self.from.as_ref().map(|text| text as &dyn fmt::Display)))
    }
}

fn position(seats: u32, text: &str) -> Option<Pile> {
    let numbers: Vec<u8> = text.split(',').map(str::parse).collect::<Result<_, _>>().ok()?;
    let &[stones, seat, out] = &numbers[..] else { return None };
    let to_act = Seat::from_number(seat.into()).filter(|seat| seat.index() < seats as usize)?;
    let out = SeatSet::from_bits(out);
    let wrong = stones == 0 || out.contains(to_act) || out.iter().any(|seat| seat.index() >= seats as usize);
    (!wrong).then_some(Pile { stones, seats: seats as u8, to_act, out, winner: None, gave_up: false })
}

/// What everyone sees: how many stones lie there.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Stones(u8);

impl Picture for Stones {
    fn canvas(&self, marks: &Marks, _: Frame) -> Canvas {
        let mut canvas = Canvas::new(i32::from(self.0) + 2, 1);
        canvas.put(1, 0, &"o".repeat(self.0.into()), Ink::Plain);
        let area = Area::new(0, 0, canvas.width, 1);
        canvas.bracket(area, marks, "pile");
        canvas.spot("pile", area);
        canvas
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Take(n) => write!(f, "take{n}"),
            Move::Wait => f.write_str("wait"),
        }
    }
}

impl FromStr for Move {
    type Err = Refusal;
    fn from_str(text: &str) -> Result<Self, Refusal> {
        match text {
            "take1" => Ok(Move::Take(1)),
            "take2" => Ok(Move::Take(2)),
            "take3" => Ok(Move::Take(3)),
            "wait" => Ok(Move::Wait),
            _ => Err(TOKEN.with([("token", text.to_owned())])),
        }
    }
}

impl Pile {
    fn pass_on(&mut self) {
        let mut next = self.to_act.next(self.seats.into());
        while self.out.contains(next) {
            next = next.next(self.seats.into());
        }
        self.to_act = next;
    }
}

impl Game for Pile {
    const INFO: Info = Info {
        key: "pile",
        name: "Pile",
        author: "nobody",
        year: 2026,
        seats: 2..=4,
        repetition: Some((3, &AGAIN)),
        hidden: false,
        options: &[SEATS, STONES, setup::FROM],
        ends: &[&LAST_STONE, &AGAIN],
        reasons: &[&TOKEN, &FEWER, &OVER, &FROM],
        phrases: &[&TAKES, &WAITS],
    };
    type Options = Options;
    type Setup = Options;
    type Move = Move;
    type View = Stones;

    fn draw(options: &Options, rng: &mut dyn Rng) -> Options {
        let stones = options.stones.unwrap_or_else(|| 5 + mix::below(rng, 10) as u32);
        Options { stones: Some(stones), ..options.clone() }
    }

    fn start(setup: &Options) -> Self {
        setup.from.as_ref().and_then(|text| position(setup.seats, text)).unwrap_or(Pile {
            stones: setup.stones.expect("a drawn set-up has stones") as u8,
            seats: setup.seats as u8,
            to_act: Seat::new(0),
            out: SeatSet::EMPTY,
            winner: None,
            gave_up: false,
        })
    }

    fn seats(&self) -> usize {
        self.seats.into()
    }

    fn playing(&self) -> SeatSet {
        Seat::all(self.seats()).filter(|&seat| !self.out.contains(seat)).collect()
    }

    fn turn(&self) -> Turn {
        match self.winner {
            Some(winner) => {
                let end = if self.gave_up { &end::LEFT } else { &LAST_STONE };
                Turn::Over(Outcome::win(winner, self.seats(), end))
            }
            None => Turn::Move(self.to_act),
        }
    }

    /// Three times the same position is a draw, so each stone is waited over twice by each seat.
    fn longest(&self) -> usize {
        3 * self.seats() * (usize::from(self.stones) + 1)
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        if self.winner.is_none() {
            moves.extend((1..=self.stones.min(3)).map(Move::Take).chain([Move::Wait]));
        }
    }

    fn explain(&self, m: Move) -> Option<Refusal> {
        match m {
            _ if self.winner.is_some() => Some(OVER.refuse()),
            Move::Take(n) if n > self.stones => Some(FEWER.with([("stones", self.stones.to_string())])),
            _ => None,
        }
    }

    fn play_unchecked(&mut self, m: Move) {
        if let Move::Take(n) = m {
            self.stones -= n;
        }
        if self.stones == 0 {
            self.winner = Some(self.to_act);
        } else {
            self.pass_on();
        }
    }

    fn withdraw(&mut self, seat: Seat) {
        self.out = self.out.with(seat);
        if let Some(winner) = self.playing().single() {
            self.winner = Some(winner);
            self.gave_up = true;
        } else if self.to_act == seat {
            self.pass_on();
        }
    }

    fn key(&self) -> u64 {
        let seat = self.to_act.index() as u64;
        let out = u64::from(self.out.bits());
        mix::zobrist(u64::from(self.stones) | seat << 8 | out << 16)
    }

    fn view(&self, _: Viewer) -> Stones {
        Stones(self.stones)
    }

    fn trace(&self, _: Move) -> Trace {
        Trace { at: vec!["pile".to_owned()], via: Vec::new() }
    }

    fn describe(m: Move) -> Description {
        match m {
            Move::Take(n) => TAKES.with([("n", n.to_string())]),
            Move::Wait => WAITS.alone(),
        }
    }

    fn meant(&self, pressed: &[&str]) -> Option<Move> {
        let &[token] = pressed else { return None };
        token.parse().ok()
    }

    fn passed(&self) -> Option<Self> {
        let mut passed = self.clone();
        passed.pass_on();
        Some(passed)
    }

    fn position_text(&self) -> String {
        format!("{},{},{}", self.stones, self.to_act, self.out.bits())
    }
}

impl Numbered for Pile {
    const SPACE: Space = Space { actions: 4, shape: &[2] };

    fn number(&self, m: Move) -> usize {
        match m {
            Move::Wait => 0,
            Move::Take(count) => count.into(),
        }
    }

    fn numbered(&self, number: usize) -> Option<Move> {
        match number {
            0 => Some(Move::Wait),
            1..=3 => Some(Move::Take(number as u8)),
            _ => None,
        }
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        out.copy_from_slice(&[f32::from(self.stones), f32::from(u8::from(self.to_act == seat))]);
    }
}

impl Judge for Pile {
    fn evaluate(&self, seat: Seat) -> i32 {
        self.winner.map_or(0, |winner| if winner == seat { 100 } else { -100 })
    }

    fn inputs(&self) -> usize {
        if self.seats() == 2 { 4 } else { 0 }
    }

    /// What is left when fours are taken away: all that counts.
    fn tell(&self, inputs: &mut Inputs) -> (Seat, i32) {
        let seat = self.turn().seat().expect("a game that is over is not judged");
        inputs.set(self.stones as usize % 4);
        (seat, self.evaluate(seat))
    }
}

/// A game with the complete set-up `setup`.
pub(crate) fn game(setup: &str) -> Box<dyn engine::AnyGame> {
    GAMES.as_slice()[0]
        .start(setup, &mut StdRng::seed_from_u64(0))
        .expect("the set-up of a test is well formed")
}
