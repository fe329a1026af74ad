//! The friendly level may overlook a win and is never silly.

use engine::{
    AnyGame, Seat, Turn,
    search::{Level, Limits, Method, Table},
};
use games::GAMES;
use rand::{SeedableRng, rngs::StdRng};

fn start(key: &str, setup: &str) -> Box<dyn AnyGame> {
    GAMES.get(key).expect("it is listed").start(setup, &mut StdRng::seed_from_u64(3)).expect("a good set-up")
}

fn choose(game: &dyn AnyGame, level: &Level, seed: u64) -> String {
    let limits = Limits { seed, ..Limits::default() };
    game.think(level, &limits, &Table::new(0), &mut |_| ()).expect("not over yet").best().clone()
}

#[test]
fn it_takes_some_wins_and_overlooks_some() {
    for (key, setup) in [("archimedes", "seats=2"), ("axiom", "edition=2008"), ("abraxas", "target=1")] {
        let (won, seat) = before_a_win(&*start(key, setup));
        let wins = won.forced_win(seat, 1, 100_000).expect("a turn is soon looked through");
        let wins = wins.expect("it was won from here").moves;
        let level = won.levels()[0];
        let taken = (0..60).filter(|&seed| wins.contains(&choose(&*won, &level, seed))).count();
        assert!((1..60).contains(&taken), "{key}: {taken} of 60 wins taken");
    }
}

/// A position of a random game where the seat to act wins at once and need not.
fn before_a_win(start: &dyn AnyGame) -> (Box<dyn AnyGame>, Seat) {
    for seed in 0.. {
        let mut game = start.boxed_clone();
        let mut ply = 0;
        while let Turn::Move(seat) | Turn::Reply(seat) = game.turn() {
            if let Ok(Some(win)) = game.forced_win(seat, 1, 2_000)
                && !win.moves.is_empty()
                && win.moves.len() < game.legal().len()
            {
                return (game, seat);
            }
            ply += 1;
            let token = choose(&*game, &Level::full(Method::Greedy), seed * 1_000 + ply);
            game.play(&token).expect("a legal action can be played");
        }
    }
    unreachable!("greedy players win sooner or later")
}

/// Whether the seat to act wins within its turn, all of it tried.
fn wins_now(game: &dyn AnyGame, seat: Seat, depth: usize) -> bool {
    depth > 0
        && matches!(game.turn(), Turn::Move(mover) if mover == seat)
        && game.legal().iter().any(|token| {
            let mut next = game.boxed_clone();
            next.play(token).expect("a legal action can be played");
            next.turn().outcome().is_some_and(|outcome| outcome.winners().single() == Some(seat))
                || wins_now(&*next, seat, depth - 1)
        })
}

fn walks_into_a_loss(game: &dyn AnyGame, token: &str, depth: usize) -> bool {
    let mut next = game.boxed_clone();
    next.play(token).expect("a legal action can be played");
    let seat = game.turn().seat();
    next.turn().seat().is_some_and(|other| Some(other) != seat && wins_now(&*next, other, depth))
}

/// Plays the friendly level against a novice and looks at each of its actions; how often it could have walked into a loss.
/// `depth`: the actions of a turn.
fn check(key: &str, setup: &str, games: u64, depth: usize) -> usize {
    let mut dangers = 0;
    for seed in 0..games {
        let mut game = start(key, setup);
        let friendly = Seat::new(seed as usize % game.seats());
        let mut last: Option<Vec<String>> = None;
        let mut ply = 0;
        while let (Some(seat), true) = (game.turn().seat(), ply < 60) {
            ply += 1;
            let dice = seed * 1_000 + ply;
            if seat != friendly {
                let token = choose(&*game, &Level::full(Method::Novice), dice);
                game.play(&token).expect("a legal action can be played");
                continue;
            }
            let token = choose(&*game, &game.levels()[0], dice);
            let loses = |token: &String| walks_into_a_loss(&*game, token, depth);
            if loses(&token) {
                assert!(game.legal().iter().all(loses), "{key}: {token} loses at once: {:?}", game.moves());
            } else if game.legal().iter().any(loses) {
                dangers += 1;
            }
            let gains = game.gain(&token).is_some();
            let before = game.clone();
            game.play(&token).expect("a legal action can be played");
            let at = game.view(engine::Viewer::All).last.expect("just played").at;
            let [from, to, ..] = &at[..] else { continue };
            if let Some(last) = &last
                && !gains
                && last[..2] == [to.clone(), from.clone()]
            {
                let other = |token: &&String| {
                    before.gain(token).is_some() || !walks_into_a_loss(&*before, token, depth)
                };
                let others = before.legal();
                let others = others.iter().filter(|&other| *other != token).filter(other).count();
                assert_eq!(others, 0, "{key}: {token} goes straight back: {:?}", before.moves());
            }
            last = Some(at);
        }
    }
    dangers
}

#[test]
fn it_walks_neither_into_a_loss_in_one_nor_straight_back() {
    assert!(check("axiom", "edition=2008", 6, 1) > 0);
    // What takes one action is what `greedy` sees; in so few of them nobody is about to come home in the third game.
    check("abraxas", "target=2", 6, 1);
    check("archimedes", "seats=2", 4, 1);
}

/// The judgement that beginners go by leads home: no turn is judged half done.
#[test]
fn a_look_at_one_move_is_enough_to_come_home_in_ascension() {
    let mut game = start("ascension", "seats=2");
    let greedy = Seat::new(0);
    while let Some(seat) = game.turn().seat() {
        let method = if seat == greedy { Method::Greedy } else { Method::Random };
        let token = choose(&*game, &Level::full(method), game.ply() as u64);
        game.play(&token).expect("a legal action can be played");
    }
    let outcome = game.turn().outcome().expect("it was played to its end");
    assert_eq!(outcome.winners().single(), Some(greedy), "after {} actions: {}", game.ply(), outcome.by());
}
