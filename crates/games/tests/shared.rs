//! The rules that all games share, clause by clause of docs/rules/shared.en.md.

use engine::{AnyGame, Entry, Seat, Viewer, mix};
use games::GAMES;
use rand::{SeedableRng, rngs::StdRng};

fn start(entry: &Entry, setup: &str) -> Box<dyn AnyGame> {
    entry.start(setup, &mut StdRng::seed_from_u64(1)).unwrap_or_else(|e| panic!("{setup}: {e}"))
}

#[test]
fn rules_0_1_seats_count_from_one() {
    for entry in GAMES {
        let mut game = start(entry, "");
        assert!(entry.info().seats.contains(&game.seats()));
        let view = serde_json::to_value(game.view(Viewer::Spectator)).expect("a view is plain data");
        let seat = view["turn"]["seat"].as_u64().expect("somebody is to act");
        assert!((1..=game.seats() as u64).contains(&seat), "{seat}");
        assert_eq!(game.push("resign:0").map_err(|e| e.refusal().reason.key), Err("record.no-seat"));
    }
}

#[test]
fn rules_0_2_an_action_is_one_token_of_the_seat_to_act() {
    for entry in GAMES {
        let game = start(entry, "");
        let acting = game.turn().seat().expect("somebody is to act");
        for token in game.legal() {
            assert!(!token.is_empty() && !token.contains(char::is_whitespace), "{token:?}");
            for seat in Seat::all(game.seats()) {
                let told = game.explain_to(seat, &token).map(|refusal| refusal.reason.clause);
                assert_eq!(told, (seat != acting).then_some("Rules 0.2"), "{token} of seat {seat}");
            }
        }
    }
}

#[test]
fn rules_0_3_set_ups_are_read_in_any_order_and_written_complete() {
    for entry in GAMES {
        let complete = start(entry, "").setup();
        let mut parts: Vec<&str> = complete.split(';').collect();
        parts.reverse();
        assert_eq!(start(entry, &parts.join(";")).setup(), complete);
        for bad in ["nothing=1", ";", "seats", &format!("{complete};{}", parts[0]), "a=1 2"] {
            let refusal = entry.start(bad, &mut StdRng::seed_from_u64(1)).expect_err(bad);
            assert_eq!(refusal.reason.clause, "Rules 0.3", "{bad}: {refusal}");
        }
    }
}

#[test]
fn rules_0_4_the_outcome_adds_up_to_one_win() {
    let mut rng = StdRng::seed_from_u64(4);
    for entry in GAMES {
        for _ in 0..5 {
            let (_, turn) = start(entry, "").playout(&mut rng);
            let outcome = turn.outcome().expect("a playout goes to the end");
            let total: f64 = Seat::all(outcome.seats()).map(|seat| outcome.share(seat)).sum();
            assert!((total - 1.0).abs() < 1e-9, "{outcome}");
        }
    }
}

#[test]
fn rules_0_5_a_refused_action_names_a_clause_and_changes_nothing() {
    for entry in GAMES {
        let mut game = start(entry, "");
        let before = (game.position_text(), game.key(), game.ply());
        let refusal = game.play("no such action").expect_err("it is no token");
        assert!(refusal.reason.clause.contains('.'), "{refusal}");
        assert_eq!((game.position_text(), game.key(), game.ply()), before);
    }
}

#[test]
fn rules_0_6_limits_are_options_of_at_least_one() {
    for entry in GAMES {
        let limits: Vec<_> =
            entry.info().options.iter().filter(|option| option.key.ends_with("_limit")).collect();
        assert!(!limits.is_empty(), "{}: every game comes to an end", entry.info().key);
        for limit in limits {
            assert_eq!(limit.range.map(|(least, _)| least), Some(1), "{}", limit.key);
            let setup = format!("{}=1", limit.key);
            let mut game = start(entry, &setup);
            let mut rng = StdRng::seed_from_u64(6);
            while !game.turn().is_over() {
                let legal = game.legal();
                game.play(&legal[mix::below(&mut rng, legal.len())]).expect("it is listed");
            }
            assert!(game.ply() < 2_000, "{setup}: {} actions", game.ply());
        }
    }
}

/// Plays at random until the second player's first turn begins.
fn to_the_second_turn(entry: &Entry, setup: &str, seed: u64) -> Box<dyn AnyGame> {
    let mut rng = StdRng::seed_from_u64(seed);
    let mut game = start(entry, setup);
    // In Abraxas the second player first lays the plate into a corner, which is no turn.
    let mut begun = false;
    while !begun || game.turn().mover() != Some(Seat::new(1)) {
        begun |= game.turn().mover() == Some(Seat::new(0));
        assert!(game.explain("swap").is_some_and(|refusal| refusal.reason.clause != "Rules 0.3"));
        let legal = game.legal();
        game.play(&legal[mix::below(&mut rng, legal.len())]).expect("it is listed");
    }
    game
}

#[test]
fn rules_0_9_the_second_player_may_take_the_other_side_once() {
    let swapping = |entry: &&Entry| entry.info().options.iter().any(|option| option.key == "swap");
    assert!(GAMES.iter().any(|entry| swapping(&entry)), "there is a game with it");
    for entry in GAMES.iter().filter(swapping) {
        for seed in 0..20 {
            let mut off = to_the_second_turn(entry, "", seed);
            let refused = off.play("swap").expect_err("it is not played");
            assert_eq!(refused.reason.clause, "Rules 0.9");

            let mut swapped = to_the_second_turn(entry, "swap=on", seed);
            let mut declined = to_the_second_turn(entry, "swap=on", seed);
            let to_act = swapped.turn().seat().expect("the game goes on");
            let meant = swapped.meant(to_act, &["swap"]).expect("it is an action");
            assert_eq!(meant.t, "swap");
            let board =
                |game: &dyn AnyGame| serde_json::to_value(game.view(Viewer::All)).expect("plain data");
            let before = board(&*swapped)["board"].clone();
            swapped.play("swap").expect("it may");
            assert_eq!(swapped.turn().mover(), Some(Seat::new(0)), "the turn passes");
            changed_sides(entry.info().key, &before, &board(&*swapped)["board"]);
            let text = swapped.position_text();
            assert!(text.contains("swapped"), "{text}");
            let again = start(entry, &format!("swap=on;from={text}"));
            assert_eq!((again.key(), again.legal()), (swapped.key(), swapped.legal()));

            let first = declined.legal().swap_remove(0);
            declined.play(&first).expect("it is listed");
            for game in [&mut swapped, &mut declined] {
                for _ in 0..6 {
                    if game.turn().is_over() {
                        break;
                    }
                    assert!(game.play("swap").is_err(), "only once");
                    let legal = game.legal();
                    game.play(&legal[0]).expect("it is listed");
                }
            }
        }
    }
    let ascension = GAMES.get("ascension").expect("it is listed");
    assert!(ascension.start("swap=on", &mut StdRng::seed_from_u64(1)).is_err(), "Ascension has none");
    let three = GAMES
        .get("archimedes")
        .expect("it is listed")
        .start("seats=3;swap=on", &mut StdRng::seed_from_u64(1));
    assert_eq!(three.expect_err("three play").reason.clause, "Rules 0.9");
}

/// Pieces, stones taken and goals have changed hands.
fn changed_sides(game: &str, before: &serde_json::Value, after: &serde_json::Value) {
    let pairs = |board: &serde_json::Value, list: &str, name: &str, turned: bool| {
        let mut pairs: Vec<(String, u64)> = board[list]
            .as_array()
            .expect("a list")
            .iter()
            .map(|piece| {
                let seat = piece["seat"].as_u64().expect("a seat");
                (piece[name].to_string(), if turned { 3 - seat } else { seat })
            })
            .collect();
        pairs.sort();
        pairs
    };
    let turned = |list: &str| {
        let mut values = before[list].as_array().expect("a list").clone();
        values.reverse();
        (serde_json::Value::from(values), after[list].clone())
    };
    match game {
        "axiom" => {
            assert_eq!(pairs(before, "cubes", "cell", true), pairs(after, "cubes", "cell", false));
            assert_eq!(pairs(before, "sceptres", "face", true), pairs(after, "sceptres", "face", false));
        }
        "archimedes" => {
            assert_eq!(pairs(before, "cubes", "cell", true), pairs(after, "cubes", "cell", false));
            assert_eq!(pairs(before, "sides", "goal", true), pairs(after, "sides", "goal", false));
        }
        _ => {
            for list in ["taken", "stop_stones"] {
                let (turned, now) = turned(list);
                assert_eq!(turned, now);
            }
        }
    }
}
