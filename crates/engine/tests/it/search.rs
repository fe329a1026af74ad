use std::time::{Duration, Instant};

use engine::{
    AnyGame,
    network::{HIDDEN, Network, Weights},
    review::{Mark, review},
    search::{Judgement, Level, Limits, Method, Score, Table},
};
use rand::{SeedableRng, rngs::StdRng};

use crate::pile::GAMES;

/// However busy the machine is: to reach it is to fail.
const PATIENCE: Duration = Duration::from_secs(120);

fn pile(setup: &str) -> Box<dyn AnyGame> {
    GAMES.as_slice()[0].start(setup, &mut StdRng::seed_from_u64(0)).expect("a set-up")
}

fn think(setup: &str, method: Method, limits: &Limits) -> engine::search::Report<String> {
    pile(setup).think(&Level::full(method), limits, &Table::new(1), &mut |_| ()).expect("not over yet")
}

/// Whoever leaves a multiple of four wins, unless the other waits for ever.
#[test]
fn both_methods_find_a_win_in_one() {
    for method in [Method::AlphaBeta, Method::Tree, Method::Rollouts, Method::Greedy] {
        for (setup, best) in [("stones=3", "take3"), ("stones=2", "take2"), ("stones=1", "take1")] {
            let report = think(setup, method, &Limits { depth: Some(4), ..Limits::nodes(2_000) });
            assert_eq!(report.best(), best, "{method:?} {setup}");
        }
    }
}

#[test]
fn alpha_beta_proves_a_win() {
    let report = think("stones=3", Method::AlphaBeta, &Limits::nodes(5_000));
    assert_eq!(report.lines[0].score, Score::Mate(1));
    assert_eq!(report.lines[0].pv, ["take3"]);
}

#[test]
fn a_forced_end_is_proven_in_the_tree() {
    let report = think("stones=3", Method::Tree, &Limits::nodes(5_000));
    assert_eq!(report.lines[0].score, Score::Mate(1));
    assert!(report.nodes < 5_000, "a proven search ends early");
}

#[test]
fn same_position_nodes_and_seed_give_the_same_answer() {
    for method in [Method::AlphaBeta, Method::Tree, Method::Rollouts] {
        let limits = Limits { seed: 7, ..Limits::nodes(3_000) };
        for setup in ["stones=21", "seats=2;stones=30"] {
            let first = think(setup, method, &limits);
            assert_eq!(first, think(setup, method, &limits), "{method:?}");
        }
    }
}

/// One that knows what to leave finds it one ply ahead; the hand-made judgement knows nothing, and stays what weaker
/// levels go by.
#[test]
fn a_search_goes_by_the_network_it_is_given() {
    let mut weights = Weights {
        first: vec![[0.0; HIDDEN]; 4],
        bias: [0.0; HIDDEN],
        second: [0.0; HIDDEN],
        offset: 100.0,
        hand: 1.0,
    };
    weights.first[0][0] = 1.0;
    weights.second[0] = -500.0;
    let network: &'static Network = Box::leak(Box::new(Network::round(&weights)));
    for method in [Method::AlphaBeta, Method::Tree] {
        for (setup, best) in
            [("seats=2;stones=21", "take1"), ("seats=2;stones=22", "take2"), ("seats=2;stones=23", "take3")]
        {
            let level = Level { judgement: Judgement::Given(network), ..Level::full(method) };
            let limits = Limits { depth: Some(1), ..Limits::nodes(60) };
            let report =
                pile(setup).think(&level, &limits, &Table::new(1), &mut |_| ()).expect("not over yet");
            assert_eq!(report.best(), best, "{method:?} {setup}");
        }
        let by_hand = Level { judgement: Judgement::Hand, ..Level::full(method) };
        let limits = Limits { depth: Some(1), ..Limits::nodes(60) };
        let found =
            |level: &Level| pile("seats=2;stones=23").think(level, &limits, &Table::new(1), &mut |_| ());
        assert_eq!(
            found(&by_hand),
            found(&Level::full(method)),
            "a game without a network is judged by hand"
        );
    }
}

/// By the clock a search goes on with what it has left of the last one; one by nodes does not.
#[test]
fn a_tree_outlives_its_search() {
    let (level, table) = (Level::full(Method::Tree), Table::new(1));
    let mut game = pile("stones=40");
    let think = |game: &dyn AnyGame, limits: Limits| {
        game.think(&level, &limits, &table, &mut |_| ()).expect("not over yet").lines.remove(0).pv
    };
    let at_once = || Limits::time(Duration::ZERO);
    assert_eq!(think(&*game, at_once()).len(), 1);
    // On a busy machine a moment may pass without a thought.
    let thought = |game: &dyn AnyGame| {
        let begin = Instant::now();
        let lines = std::iter::repeat_with(|| think(game, Limits::time(Duration::from_millis(50))));
        lines.take_while(|_| begin.elapsed() < PATIENCE).find(|line| line.len() > 4).expect("a long line")
    };
    let line = thought(&*game);
    for token in &line[..2] {
        game.play(token).expect("a line is legal");
    }
    assert_eq!(think(&*game, Limits::nodes(1)).len(), 1, "forgotten");
    let line = thought(&*game);
    for token in &line[..2] {
        game.play(token).expect("a line is legal");
    }
    assert!(think(&*game, at_once()).len() > 1, "kept");
    game.play("take1").expect("it is legal");
    assert_eq!(think(&*game, at_once()).len(), 1, "the tree of another seat");
}

#[test]
fn more_lines_are_more_moves() {
    let report =
        think("stones=9", Method::AlphaBeta, &Limits { lines: 3, depth: Some(3), ..Limits::default() });
    let mut firsts: Vec<_> = report.lines.iter().map(|line| &line.pv[0]).collect();
    assert_eq!(firsts.len(), 3);
    firsts.sort();
    firsts.dedup();
    assert_eq!(firsts.len(), 3, "each line starts with another move");
}

#[test]
fn a_search_ends_soon_after_it_is_asked_to() {
    for method in [Method::AlphaBeta, Method::Tree] {
        let limits = Limits { threads: 2, ..Limits::default() };
        let stop = limits.stop.clone();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(50));
            stop.ask();
        });
        let report = think("seats=2;stones=90", method, &limits);
        assert!(!report.lines.is_empty());
        assert!(limits.elapsed() < PATIENCE);
    }
}

#[test]
fn a_search_that_may_not_think_still_moves() {
    for method in [Method::AlphaBeta, Method::Tree, Method::Rollouts] {
        let limits = Limits { started: Instant::now(), ..Limits::time(Duration::ZERO) };
        let report = think("stones=40", method, &limits);
        assert!(pile("stones=40").explain(report.best()).is_none(), "{method:?}");
    }
}

#[test]
fn a_review_marks_what_was_given_away() {
    let moves = ["take1".to_owned(), "take2".to_owned()];
    let mut remarks = Vec::new();
    review(pile("stones=3"), &moves, &Limits::nodes(20_000), &mut |remark| {
        remarks.push(remark);
        true
    });
    assert_eq!(remarks.len(), 2);
    assert_eq!(remarks[0].mark, Some(Mark::Blunder), "taking all three would have won");
    assert_eq!(remarks[0].pv, ["take3"]);
    assert_eq!((remarks[1].mark, remarks[1].share), (None, 1.0));
}
