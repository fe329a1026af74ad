//! What the coach tells is so: every warning and every threat is played out, and none is missing where one turn is one
//! action.

use engine::{
    AnyGame, Seat, Turn,
    coach::WarningKind,
    mix,
    review::Fact,
    search::{Level, Limits, Method, Table},
};
use games::GAMES;
use rand::{SeedableRng, rngs::StdRng};

/// The game after a turn.
fn after(game: &dyn AnyGame, fact: &Fact) -> Box<dyn AnyGame> {
    let mut game = game.boxed_clone();
    for action in &fact.turn {
        assert_eq!(game.turn().seat(), Some(fact.seat));
        game.play(&action.t).expect("what the coach tells can be played");
    }
    game
}

fn is_won(game: &dyn AnyGame, seat: Seat) -> bool {
    game.turn().outcome().is_some_and(|outcome| outcome.winners().single() == Some(seat))
}

/// Whether the seat to act has an action that wins.
fn wins_at_once(game: &dyn AnyGame) -> bool {
    let Turn::Move(seat) = game.turn() else { return false };
    game.legal().iter().any(|token| {
        let mut next = game.boxed_clone();
        next.play(token).expect("a legal action can be played");
        is_won(&*next, seat)
    })
}

/// Plays games of greedy players and asks about some actions in each position; how many warnings of each kind came.
fn check(key: &str, setup: &str, games: u64, single: bool) -> [usize; 3] {
    let mut found = [0; 3];
    let entry = GAMES.get(key).expect("it is listed");
    for seed in 0..games {
        let mut rng = StdRng::seed_from_u64(seed);
        let mut game = entry.start(setup, &mut rng).expect("a good set-up");
        while let (Some(seat), true) = (game.turn().seat(), game.ply() < 80) {
            let legal = game.legal();
            let token = &legal[mix::below(&mut rng, legal.len())];
            let advice = game.coach(Some(token)).expect("the token is legal");
            let passed = game.passed();
            if let (Some(threat), Some(passed)) = (&advice.threat, &passed) {
                assert_ne!(threat.seat, seat);
                after(&**passed, threat);
            }
            let mut next = game.clone();
            next.play(token).expect("it is legal");
            let other = next.turn().seat();
            let loses = advice.warning.as_ref().is_some_and(|warning| warning.is == WarningKind::Loses);
            if single && other.is_some_and(|other| other != seat) {
                assert_eq!(loses, wins_at_once(&*next), "{key} {token} {:?}", game.moves());
            }
            if let Some(warning) = &advice.warning {
                found[warning.is as usize] += 1;
                assert_ne!(warning.fact.seat, seat);
                let replied = after(&*next, &warning.fact);
                assert_eq!(loses, is_won(&*replied, warning.fact.seat), "{key} {token} {:?}", game.moves());
            }
            let limits = Limits { seed: seed * 1_000 + game.ply() as u64, ..Limits::default() };
            let level = Level::full(Method::Novice);
            let chosen = game.think(&level, &limits, &Table::new(0), &mut |_| ()).expect("not over");
            game.play(chosen.best()).expect("it is legal");
        }
    }
    found
}

#[test]
fn warnings_and_threats_are_so() {
    let [loses, gives, _] = check("axiom", "edition=2008", 8, true);
    assert!(loses > 0 && gives > 0, "{loses} {gives}");
    let [loses, ..] = check("archimedes", "seats=2", 3, true);
    let [.., leaves] = check("abraxas", "target=6", 4, false);
    assert!(leaves > 0, "{loses} {leaves}");
}

#[test]
fn nobody_is_warned_of_what_every_action_allows() {
    let game = GAMES.get("abraxas").expect("it is listed");
    let mut game = game.start("", &mut StdRng::seed_from_u64(0)).expect("a good set-up");
    for token in ["SW", "!b6", "a8", "!e3+", "a4"] {
        game.play(token).expect("it is legal");
    }
    let warned = |token: &String| game.coach(Some(token)).expect("it is legal").warning.is_some();
    let legal = game.legal();
    assert!(!legal.iter().all(warned), "all of {}", legal.len());
}

#[test]
fn an_action_that_is_refused_has_no_advice() {
    let game = GAMES.get("archimedes").expect("it is listed");
    let game = game.start("seats=2", &mut StdRng::seed_from_u64(0)).expect("a good set-up");
    assert!(game.coach(Some("a2-a3")).is_err());
    assert_eq!(game.coach(None).expect("nothing to refuse").warning, None);
}

#[test]
fn what_a_seat_cannot_know_changes_no_advice() {
    let game = GAMES.get("ascension").expect("it is listed");
    let mut rng = StdRng::seed_from_u64(5);
    let mut game = game.start("seats=2", &mut rng).expect("a good set-up");
    for _ in 0..12 {
        let legal = game.legal();
        game.play(&legal[mix::below(&mut rng, legal.len())]).expect("it is legal");
    }
    let seat = game.turn().seat().expect("not over");
    for world in 0..3 {
        let other = game.redealt(seat, world);
        for token in game.legal().iter().take(3) {
            assert_eq!(game.coach(Some(token)), other.coach(Some(token)));
        }
    }
}
