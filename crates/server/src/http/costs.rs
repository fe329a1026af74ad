//! What anonymous requests take of a core: the most that each may be sent, and the worst positions that a search at
//! random finds.

use std::collections::BTreeMap;

use engine::{AnyGame, Entry, search::Stop};
use rand::{RngExt, SeedableRng, rngs::SmallRng, seq::IndexedRandom};
use serde_json::json;
use table::{Pressed, study};

use crate::live_positions;

/// The most that a request may take, in milliseconds, where it is built for use.
const MOST: f64 = 50.0;

/// How long this thread has had a core, in milliseconds.
fn core_time() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells of threads");
    text.split(' ').next().and_then(|word| word.parse::<f64>().ok()).expect("nanoseconds") / 1e6
}

/// The longest of each kind, and what it was.
#[derive(Default)]
struct Longest(BTreeMap<String, (f64, String)>);

impl Longest {
    fn measure<T>(&mut self, kind: &str, what: impl FnOnce() -> String, run: impl FnOnce() -> T) -> T {
        let before = core_time();
        let done = run();
        let took = core_time() - before;
        let known = self.0.entry(kind.to_owned()).or_default();
        if took > known.0 {
            *known = (took, what());
        }
        done
    }
}

fn setups(entry: &Entry) -> Vec<String> {
    let seats = entry.info().seats.clone();
    let mut setups = vec![String::new()];
    if seats.start() != seats.end() {
        setups.extend(seats.map(|seats| format!("seats={seats}")));
    }
    let options = entry.info().options.iter().filter(|option| !option.drawn && option.key != "seats");
    let mut last = Vec::new();
    for option in options {
        let mut chosen = option.choices.iter().map(|choice| format!("{}={choice}", option.key));
        setups.extend(chosen.clone());
        last.extend(chosen.next_back());
    }
    // What one option allows may be much more beside another.
    setups.push(last.join(";"));
    setups
}

/// A game played at random, so far as it goes; the actions that leave most to choose come first.
fn play(game: &mut Box<dyn AnyGame>, plies: usize, rng: &mut SmallRng) -> Vec<String> {
    let mut played = Vec::new();
    while played.len() < plies && !game.turn().is_over() {
        let legal = game.legal();
        let best = (0..3).filter_map(|_| legal.choose(rng)).max_by_key(|token| {
            let mut next = game.boxed_clone();
            next.play(token).map_or(0, |()| next.legal().len())
        });
        let Some(token) = best.cloned() else { break };
        game.play(&token).expect("a legal action");
        played.push(token);
    }
    played
}

#[test]
#[ignore = "long: searches for the worst, and holds in release"]
fn no_anonymous_request_takes_a_core_for_long() {
    let mut longest = Longest::default();
    let stop = Stop::default();
    let rng = &mut SmallRng::seed_from_u64(1);
    for entry in games::GAMES {
        let key = entry.info().key;
        for setup in setups(entry) {
            let Ok(mut game) = entry.start(&setup, rng) else { continue };
            let complete = game.setup();
            let moves = play(&mut game, 160, rng);
            let what = || format!("{complete} {}", game.position_text());
            let mut many: Vec<String> = moves.iter().cloned().chain(["takeback:1".to_owned()]).collect();
            many = many.iter().cycle().take(engine::lud::MOST_STEPS).cloned().collect();
            let kind = |what: &str| format!("{key:<11} {what}");
            let position = json!({"game": key, "setup": complete, "moves": many, "viewer": 0});
            let position: study::Position = serde_json::from_value(position).expect("a position");
            let shown = longest.measure(&kind("position of the most steps"), what, || {
                position.answer(games::GAMES, &mut rand::rng(), &stop)
            });
            assert!(shown.is_ok() || game.turn().is_over(), "{key} {complete}");
            let text = format!("[Game \"{key}\"]\n[Setup \"{complete}\"]\n\n{}\n", many.join("\n"));
            longest.measure(&kind("record of the most steps"), what, || {
                study::one_record(&text).map(|lud| lud.replay_until(games::GAMES, &stop).is_ok()).is_ok()
            });
            longest.measure(&kind("places of a game"), what, || {
                live_positions::places(games::GAMES, game.as_ref(), &stop).ok()
            });
            let place = live_positions::as_setup(game.as_ref());
            longest
                .measure(&kind("position by hand"), what, || entry.start(&place, &mut rand::rng()).is_ok());
            longest.measure(&kind("view"), what, || game.view(engine::Viewer::All));
            let Some(seat) = game.turn().seat() else { continue };
            let legal = game.view(engine::Viewer::Seat(seat)).legal;
            for _ in 0..4 {
                let action = legal.choose(rng).map(|action| action.t.as_str());
                longest.measure(&kind("coach"), what, || game.coach(action).is_ok());
            }
            longest.measure(&kind("view, written"), what, || {
                serde_json::to_string(&game.view(engine::Viewer::Seat(seat))).map(|text| text.len()).ok()
            });
            let names: Vec<String> = legal.iter().flat_map(|action| action.at.clone()).collect();
            for count in [1, 2, 3, 5, 8, 16, 64] {
                let pressed: Vec<String> = (0..count).filter_map(|_| names.choose(rng)).cloned().collect();
                let Ok(pressed) = Pressed::try_from(pressed) else { continue };
                longest.measure(&kind("explain"), what, || pressed.explain(game.as_ref(), seat));
            }
            let noise: String = (0..4096).map(|_| char::from(rng.random_range(33..127_u8))).collect();
            longest.measure(&kind("set-up of noise"), what, || entry.start(&noise, &mut rand::rng()).is_ok());
            let long = format!("{setup};from={}", game.position_text().repeat(20));
            let long: String = long.trim_start_matches(';').chars().take(4096).collect();
            longest.measure(&kind("set-up too long"), what, || entry.start(&long, &mut rand::rng()).is_ok());
        }
    }
    for (kind, (took, what)) in &longest.0 {
        println!("{took:8.2} ms  {kind}: {}", &what[..what.len().min(100)]);
    }
    if !cfg!(debug_assertions) {
        let over: Vec<_> = longest.0.iter().filter(|(_, (took, _))| *took > MOST).collect();
        assert!(over.is_empty(), "{over:#?}");
    }
}
