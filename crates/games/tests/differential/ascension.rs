use std::collections::BTreeMap;

use engine::{AnyGame, Seat, Viewer};
use rand::Rng;

use super::{Contest, below, contest, percent, perft, pick};
use crate::plain::{
    Plain,
    ascension::{Ascension, Cell, Kind, Known, cell},
};

/// The deck of 1.2 in random order.
fn deal(rng: &mut dyn Rng) -> String {
    let mut deck: Vec<char> = format!("{}{}", "TCSELMRKBG".repeat(4), ".".repeat(36)).chars().collect();
    for i in (1..deck.len()).rev() {
        deck.swap(i, below(rng, i + 1));
    }
    deck.into_iter().collect()
}

/// How glad the seat to act would be to stand there.
fn worth(game: &Ascension, aim: Cell, at: Cell) -> i32 {
    let far = (aim.0 - at.0).abs().max((aim.1 - at.1).abs());
    let height = game.height(at);
    if aim == (5, 5) { 4 * height - 3 * far } else { -4 * height - 3 * far }
}

/// The best step that this placing would lead to.
fn prospect(game: &Ascension, placing: &str) -> i32 {
    let aim = game.aim();
    let mut next = game.clone();
    next.play(placing);
    let steps = next.legal();
    let worths =
        steps.iter().filter(|token| token.starts_with('>')).map(|token| worth(&next, aim, cell(&token[1..])));
    worths.max().unwrap_or(-1000)
}

fn is_near(at: Cell, placing: &str) -> bool {
    let to = cell(&placing[1..3]);
    (at.0 - to.0).abs() <= 1 && (at.1 - to.1).abs() <= 1
}

/// Something beside another pawn, to be in its way.
fn obstacle(game: &Ascension, legal: &[String], rng: &mut dyn Rng) -> Option<String> {
    let others = game.other_pawns();
    let at = *pick(rng, &others);
    let near: Vec<&String> = legal.iter().filter(|token| is_near(at, token)).collect();
    (!near.is_empty()).then(|| (*pick(rng, &near)).clone())
}

/// A few placings, those about the pawn among them.
fn some_placings(game: &Ascension, legal: &[String], rng: &mut dyn Rng) -> Vec<String> {
    let mut placings: Vec<String> =
        legal.iter().filter(|token| is_near(game.pawn(), token)).cloned().collect();
    placings.extend((0..3).map(|_| pick(rng, legal).clone()));
    placings
}

impl Contest for Ascension {
    const KEY: &'static str = "ascension";
    const LETTERS: &'static str = "abcdefghi123456789^=>!hfj";

    fn setup(rng: &mut dyn Rng) -> String {
        let mut parts = Vec::new();
        if percent(rng, 80) {
            parts.push(format!("seats={}", pick(rng, &["2", "3", "4"])));
        }
        parts.push(format!("deal={}", deal(rng)));
        if percent(rng, 70) {
            parts.push(format!("starts={}", pick(rng, &["0", "1", "2", "3"])));
        }
        if percent(rng, 50) {
            parts.push(format!("round_limit={}", pick(rng, &["60", "20", "5", "1"])));
        }
        parts.join(";")
    }

    /// Mostly climbs, so that summits, leaders and jokers come up; otherwise anything, which blocks.
    fn choose(&self, legal: &[String], _past: &[String], rng: &mut dyn Rng) -> String {
        if percent(rng, 15) {
            return pick(rng, legal).clone();
        }
        match legal[0].as_bytes()[0] {
            b'^' => {
                let mut picks: Vec<String> = (0..8).map(|_| pick(rng, legal).clone()).collect();
                picks.extend(
                    legal.iter().filter(|token| ["^h", "^f", "^j"].contains(&token.as_str())).cloned(),
                );
                let best = picks.into_iter().max_by_key(|token| {
                    let mut next = self.clone();
                    next.play(token);
                    let legal: Vec<String> = next.legal().into_iter().collect();
                    let placings = some_placings(&next, &legal, rng);
                    placings.iter().map(|placing| prospect(&next, placing)).max()
                });
                best.expect("something can be picked")
            }
            b'=' if percent(rng, 20) => {
                obstacle(self, legal, rng).unwrap_or_else(|| pick(rng, legal).clone())
            }
            b'=' => {
                let placings = some_placings(self, legal, rng);
                placings.into_iter().max_by_key(|placing| prospect(self, placing)).expect("a placing")
            }
            _ => {
                let steps = legal.iter().filter(|token| token.starts_with('>'));
                let best = steps.max_by_key(|token| worth(self, self.aim(), cell(&token[1..])));
                best.unwrap_or(&legal[0]).clone()
            }
        }
    }

    fn is_in(&self, seat: usize) -> bool {
        Ascension::is_in(self, seat)
    }

    /// 7: each view has exactly the faces that its viewer knows.
    fn compare(&self, fast: &dyn AnyGame) -> Result<(), String> {
        let seats = (1..=fast.seats()).map(Some).chain([None]);
        for viewer in seats {
            let view = fast.view(viewer.map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat::new(seat - 1))));
            let seen = faces(&view.board.value());
            let known = self.knows(viewer);
            if seen != known {
                let differ: Vec<_> =
                    known.iter().filter(|(name, stack)| seen.get(*name) != Some(*stack)).collect();
                let instead: Vec<_> = differ.iter().map(|(name, _)| seen.get(*name)).collect();
                return Err(format!("{viewer:?} knows {differ:?}, sees {instead:?}"));
            }
            let deal = view.setup.split(';').find_map(|part| part.strip_prefix("deal="));
            if deal != Some(&self.known_deal(viewer)) {
                return Err(format!("{viewer:?} knows deal {}, is sent {deal:?}", self.known_deal(viewer)));
            }
        }
        Ok(())
    }
}

/// The faces of a view, in the words of the plain game.
fn faces(board: &serde_json::Value) -> BTreeMap<String, Vec<Known>> {
    let known = |piece: &serde_json::Value| -> Option<Known> {
        let kind = match piece["kind"].as_str().expect("a kind") {
            "cube" => Kind::Cube,
            "half" => Kind::Half,
            "joker" => return Some((Kind::Joker, '*', true)),
            "pillar" => return None,
            other => panic!("{other} is no kind of piece"),
        };
        let face = piece["face"].as_str().expect("a face").chars().next().expect("a code");
        Some((kind, face, piece["shows"].as_bool().expect("shows or not")))
    };
    let mut seen: BTreeMap<String, Vec<Known>> = board["cells"]
        .as_array()
        .expect("cells")
        .iter()
        .map(|cell| {
            let stack = cell["stack"].as_array().expect("a stack");
            (cell["cell"].as_str().expect("a cell").to_owned(), stack.iter().filter_map(known).collect())
        })
        .collect();
    if !board["hand"].is_null() {
        seen.insert("hand".to_owned(), known(&board["hand"]).into_iter().collect());
    }
    seen
}

#[test]
fn ascension_perft() {
    let deal = format!("{}TCSELMRKBG......", "T.C.S.E.L.M.R.K.B.G.".repeat(3));
    for seats in [2, 3, 4] {
        perft::<Ascension>(&format!("seats={seats};deal={deal}"), 4);
    }
}

#[test]
fn ascension_random_games() {
    contest::<Ascension>(40, &["6.1", "6.2", "6.3", "0.8"]);
}
