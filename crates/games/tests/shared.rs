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
