use crate::pile::game;

/// Counts by playing every sequence through the record itself.
fn plain(game: &dyn engine::AnyGame, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let beneath = |token: String| {
        let mut next = game.boxed_clone();
        next.play(&token).expect("a listed action is legal");
        plain(&*next, depth - 1)
    };
    game.legal().into_iter().map(beneath).sum()
}

#[test]
fn perft_counts_sequences_and_sees_repetition() {
    for setup in ["stones=3", "stones=7", "seats=3;stones=4"] {
        for depth in 1..=7 {
            let game = game(setup);
            let counted: u64 = game.divide(depth, 1).iter().map(|(_, nodes)| nodes).sum();
            assert_eq!(counted, plain(&*game, depth), "{setup} at depth {depth}");
            assert_eq!(game.divide(depth, 2), game.divide(depth, 1), "threads change nothing");
        }
    }
}

#[test]
fn perft_remembers_what_came_before() {
    let mut game = game("stones=5");
    for token in ["wait", "wait", "wait"] {
        game.play(token).unwrap();
    }
    // One more `wait` draws the game, so nothing is counted beneath it.
    assert_eq!(game.divide(2, 1).last(), Some(&("wait".to_owned(), 0)));
}
