//! What actions do and what they bring, in words.

use engine::{Description, Gain, Game, Seat, Stage, Worth};

use super::{Ascension, cell::Cell, moves::Move};

engine::phrases! {
    PICK = "ascension.pick" "picks up the top piece of {cell}";
    PICK_PLAIN = "ascension.pick-h" "takes a plain half-cube from the reserve";
    PICK_FIGURED = "ascension.pick-f" "takes a half-cube with its figure from the reserve";
    PICK_JOKER = "ascension.pick-j" "takes the joker";
    PLACE = "ascension.place" "puts it on {cell}";
    PLACE_UP = "ascension.place-up" "puts it on {cell}, drawing up";
    STEP = "ascension.step" "steps to {cell}";
    STAY = "ascension.stay" "stays";
    DONE = "ascension.done" "does not spring again";
    SUMMIT = "ascension.summit" "reach the summit";
    CLIMBS = "ascension.climbs" "climb to height {height}, on {cell}";
    STANDS = "ascension.stands" "the piece on {cell} would have blocked it";
    GONE = "ascension.gone" "without the piece on {cell} there would have been no way";
    ROUNDS = "ascension.rounds" "rounds {range}";
    ABREAST = "ascension.abreast" "at height {range}, and nobody has been on the summit";
    BEHIND = "ascension.behind" "at height {range}, and another has been on the summit";
    LEADS = "ascension.leads" "has been on the summit, before anybody else";
    FOLLOWS = "ascension.follows" "has been on the summit, after another";
}

/// The first rounds of the parts of a game, and the least heights that are told apart.
const ROUNDS_FROM: [u32; 4] = [1, 11, 21, 41];
const HEIGHTS_FROM: [u32; 3] = [0, 3, 6];

pub(super) fn describe(action: Move) -> Description {
    let on = |cell: Cell| [("cell", cell.to_string())];
    match action {
        Move::Pick(cell) => PICK.with(on(cell)),
        Move::PickPlain => PICK_PLAIN.alone(),
        Move::PickFigured => PICK_FIGURED.alone(),
        Move::PickJoker => PICK_JOKER.alone(),
        Move::Place { cell, up: false } => PLACE.with(on(cell)),
        Move::Place { cell, up: true } => PLACE_UP.with(on(cell)),
        Move::Step(cell) => STEP.with(on(cell)),
        Move::Stay => STAY.alone(),
        Move::Done => DONE.alone(),
    }
}

/// The summit, or a pawn that stands higher.
pub(super) fn gain(before: &Ascension, seat: Seat, after: &Ascension) -> Option<Gain> {
    if after.climbers.contains(seat) && !before.climbers.contains(seat) {
        return Some(Gain { worth: (Worth::Most, 1), says: SUMMIT.alone() });
    }
    let height =
        |position: &Ascension| position.players[seat].pawn.map(|cell| (position.board.height(cell), cell));
    let (now, cell) = height(after)?;
    let (was, _) = height(before)?;
    let says = CLIMBS.with([("height", now.to_string()), ("cell", cell.to_string())]);
    (now > was).then_some(Gain { worth: (Worth::Step, now.into()), says })
}

/// A piece that would lie where the other turn needs another, or would be gone from there.
pub(super) fn hindrance(turn: &[Move], reply: &[Move]) -> Option<Description> {
    let needed = |cell: Cell| reply.iter().any(|action| action.cell() == Some(cell));
    let mut says = None;
    for action in turn {
        match *action {
            Move::Place { cell, .. } if needed(cell) => {
                return Some(STANDS.with([("cell", cell.to_string())]));
            }
            Move::Pick(cell) if needed(cell) => says = Some(GONE.with([("cell", cell.to_string())])),
            _ => {}
        }
    }
    says
}

/// How far the seat's pawn has come: as high as it stands until it was on the summit, and whether somebody else was.
pub(super) fn stages(position: &Ascension, seat: Seat) -> Vec<Stage> {
    let part = ROUNDS_FROM.iter().rposition(|&from| from <= position.round).unwrap_or_default();
    let during = ROUNDS.with([("range", range(&ROUNDS_FROM, part))]);
    let stands = position.players[seat].pawn.map(|cell| u32::from(position.board.height(cell)));
    let band = stands.and_then(|height| HEIGHTS_FROM.iter().rposition(|&from| from <= height));
    let leader = position.climbers.leader();
    let here = band.filter(|_| position.playing().contains(seat)).map(|band| {
        if leader == Some(seat) {
            2 * HEIGHTS_FROM.len()
        } else if position.climbers.contains(seat) {
            2 * HEIGHTS_FROM.len() + 1
        } else {
            2 * band + usize::from(leader.is_some())
        }
    });
    let climbs = (0..HEIGHTS_FROM.len())
        .flat_map(|band| [&ABREAST, &BEHIND].map(|says| says.with([("range", range(&HEIGHTS_FROM, band))])));
    let all = climbs.chain([LEADS.alone(), FOLLOWS.alone()]).enumerate();
    let stage = |(index, says)| Stage {
        number: (part * 16 + index) as u64,
        during: during.clone(),
        says,
        here: here == Some(index),
    };
    all.map(stage).collect()
}

/// The numbers from one bound to the next: `3–5`, and from the last one on `6+`.
fn range(bounds: &[u32], index: usize) -> String {
    match bounds.get(index + 1) {
        Some(next) => format!("{}–{}", bounds[index], next - 1),
        None => format!("{}+", bounds[index]),
    }
}
