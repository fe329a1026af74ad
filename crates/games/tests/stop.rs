//! Searches end when they are asked to, and when they have looked deep enough.

use std::{
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

use engine::{
    AnyGame, mix,
    search::{Limits, Table},
};
use games::GAMES;
use rand::{SeedableRng, rngs::StdRng};

/// What engines promise.
const SOON: Duration = Duration::from_millis(20);
/// A busy machine may hold back any one answer, but not every one for this long.
const PATIENCE: Duration = Duration::from_secs(120);

const SETUPS: [(&str, &str); 6] = [
    ("axiom", "edition=1988"),
    ("abraxas", "sheet=5"),
    ("archimedes", ""),
    ("archimedes", "seats=3"),
    ("ascension", "seats=2"),
    ("ascension", "seats=4"),
];

/// The middle of a game, where there is most to look at.
fn middle(key: &str, setup: &str) -> Box<dyn AnyGame> {
    let entry = GAMES.get(key).expect("a game");
    let mut rng = StdRng::seed_from_u64(7);
    let mut game = entry.start(setup, &mut rng).expect("a set-up");
    for _ in 0..12 {
        let legal = game.legal();
        game.play(&legal[mix::below(&mut rng, legal.len())]).expect("a legal action");
    }
    game
}

/// With two threads.
#[test]
fn a_search_ends_within_20_ms() {
    for (key, setup) in SETUPS {
        let game = middle(key, setup);
        let late = |seed| {
            let limits = Limits { threads: 2, seed, ..Limits::default() };
            let stop = limits.stop.clone();
            let asker = thread::spawn(move || {
                thread::sleep(Duration::from_millis(30));
                stop.ask();
                Instant::now()
            });
            game.think(&game.levels()[8], &limits, &Table::new(1), &mut |_| ()).expect("not over yet");
            let ended = Instant::now();
            ended.saturating_duration_since(asker.join().expect("it only waits"))
        };
        let begin = Instant::now();
        let soon = (0..).map(late).take_while(|_| begin.elapsed() < PATIENCE).any(|late| late <= SOON);
        assert!(soon, "{key} {setup}: never within {SOON:?}");
    }
}

/// Every thread ends, not only the first.
#[test]
fn a_search_by_depth_ends_with_two_threads() {
    for (key, setup) in SETUPS {
        let game = middle(key, setup);
        let limits = Limits { threads: 2, depth: Some(3), ..Limits::default() };
        let (stop, (done, ends)) = (limits.stop.clone(), mpsc::channel());
        let patience = thread::spawn(move || {
            let ended = ends.recv_timeout(PATIENCE).is_ok();
            stop.ask();
            ended
        });
        let report =
            game.think(&game.levels()[8], &limits, &Table::new(1), &mut |_| ()).expect("not over yet");
        done.send(()).ok();
        assert!(patience.join().expect("it only waits"), "{key} {setup}: it went on and on");
        assert!(report.depth >= 3, "{key} {setup}");
    }
}
