//! Forced wins are what a plain search without memory finds, in positions shortly before the ends of random games.

use engine::{AnyGame, Seat, Turn, mix};
use games::GAMES;
use rand::{SeedableRng, rngs::SmallRng};

/// Whether the seat wins within `left` more of its own turns, every line played out.
fn wins(game: &dyn AnyGame, seat: Seat, mover: Option<Seat>, left: u32, nodes: &mut u64) -> Option<bool> {
    if let Turn::Over(outcome) = game.turn() {
        return Some(outcome.share(seat) == 1.0);
    }
    let attacks = game.turn().seat() == Some(seat);
    for token in game.legal() {
        *nodes = nodes.checked_sub(1)?;
        let mut next = game.boxed_clone();
        next.play(&token).expect("a legal action can be played");
        let won = after(&*next, seat, mover, left, nodes)?;
        if won == attacks {
            return Some(won);
        }
    }
    Some(!attacks)
}

/// The same after an action of the turn of `mover`: the last turn must end the game.
fn after(next: &dyn AnyGame, seat: Seat, mover: Option<Seat>, left: u32, nodes: &mut u64) -> Option<bool> {
    if let Turn::Over(outcome) = next.turn() {
        return Some(outcome.share(seat) == 1.0);
    }
    let now = next.turn().mover().or(mover);
    let begins = now == Some(seat) && mover != Some(seat);
    if left == 0 && (begins || now != Some(seat)) {
        return Some(false);
    }
    wins(next, seat, now, left - u32::from(begins), nodes)
}

#[test]
fn forced_wins_are_those_of_a_search_without_memory() {
    // What is compared, how often, and how many wins in one turn and in two there must be among it; `tactics.rs` has longer ones.
    check("axiom", "edition=2008", 25, [25, 0]);
    check("abraxas", "target=1", 20, [5, 0]);
    check("archimedes", "seats=2", 20, [5, 0]);
    check("archimedes", "seats=3", 20, [5, 0]);
}

fn check(key: &str, setup: &str, games: usize, least: [usize; 2]) {
    let entry = GAMES.get(key).expect("it is listed");
    let mut rng = SmallRng::seed_from_u64(7);
    let mut found = [0; 2];
    for _ in 0..games {
        let mut played: Vec<Box<dyn AnyGame>> = vec![entry.start(setup, &mut rng).expect("a good set-up")];
        while let Some(game) = played.last().filter(|game| !game.turn().is_over()) {
            let legal = game.legal();
            let mut next = game.clone();
            next.play(&legal[mix::below(&mut rng, legal.len())]).expect("a legal action can be played");
            played.push(next);
        }
        for game in played.iter().rev().skip(1).take(4) {
            let seat = game.turn().seat().expect("not over");
            let mover = game.turn().mover();
            let first = u32::from(mover == Some(seat));
            for turns in 1..=2 {
                let Some(plain) = wins(&**game, seat, mover, turns - first, &mut 10_000) else { break };
                let proof = game.forced_win(seat, turns, 10_000).expect("memory needs no more nodes");
                assert_eq!(proof.is_some(), plain, "{key} in {turns}: {} {:?}", game.setup(), game.moves());
                let Some(proof) = proof else { continue };
                assert_eq!(proof.turns, turns);
                found[turns as usize - 1] += 1;
                for token in game.legal() {
                    let mut next = game.clone();
                    next.play(&token).expect("a legal action can be played");
                    if let Some(won) = after(&*next, seat, mover, turns - first, &mut 10_000) {
                        assert_eq!(proof.moves.contains(&token), won, "{key} {token} {:?}", game.moves());
                    }
                }
                break;
            }
        }
    }
    assert!(found >= least && found[1] >= least[1], "{key}: {found:?} wins in one turn and in two");
}
