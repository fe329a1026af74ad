use engine::{AnyGame, RecordError, Seat, Turn, Viewer};

use crate::pile::game;

/// Plays events; gives how the game ended, `-` if it goes on, or the first error.
fn check(setup: &str, events: &str, expect: &str) {
    let mut game = game(setup);
    let end = events.split_whitespace().try_for_each(|event| game.push(event));
    let end = match end {
        Err(error) => error.to_string(),
        Ok(()) => game.turn().outcome().map_or("-".to_owned(), |o| format!("{o} by {}", o.by())),
    };
    assert_eq!(end, expect, "{setup}: {events}");
}

#[test]
fn a_record_knows_how_games_end() {
    check("stones=5", "take3", "-");
    check("stones=5", "take3 take2", "0 1 by 2.1");
    check("stones=5", "take3 take3", "Pile 1.2: there are only 2 stones");
    check("stones=5", "take3 take2 wait", "Rules 0.5: the game is over");
    check("stones=5", "take4", "Pile 1.1: `take4` is neither take1, take2, take3 nor wait");
}

#[test]
fn a_position_for_the_third_time_is_a_draw() {
    check("stones=5", "wait wait wait", "-");
    check("stones=5", "wait wait wait wait", "1/2 1/2 by 2.2");
    // The positions that a takeback undid are forgotten.
    check("stones=5", "wait wait wait takeback:3 wait", "-");
    check("stones=5", "wait wait wait takeback:3 wait wait", "1/2 1/2 by 2.2");
}

#[test]
fn seats_leave() {
    check("stones=5", "resign:1", "0 1 by resign");
    check("stones=5", "take1 time:1", "0 1 by time");
    check("seats=3;stones=5", "resign:1", "-");
    check("seats=3;stones=5", "resign:1 resign:1", "seat 1 has left the game");
    check("seats=3;stones=5", "resign:1 take3 take2", "0 0 1 by 2.1");
    check("seats=3;stones=5", "time:2 resign:1", "0 0 1 by resign");
    check("seats=3;stones=5", "resign:4", "there is no seat `4`");
    check("seats=3;stones=5", "resign:5", "there is no seat `5`");
    check("seats=3;stones=5", "resign:+1", "there is no seat `+1`");
    check("seats=3;stones=5", "resign:1 draw", "0 1/2 1/2 by agreed");
    check("seats=3;stones=5", "resign:1 resign:2 resign:3", "Rules 0.5: the game is over");
}

#[test]
fn play_goes_on_from_a_ply_taken_back() {
    check("stones=5", "take3 take2 takeback:2 take1 take1", "1 0 by 2.1");
    check("stones=5", "takeback:1", "there is no ply `1` to go back to");
    check("stones=5", "take1 takeback:0", "there is no ply `0` to go back to");
    check("stones=5", "take1 takeback:x", "there is no ply `x` to go back to");
    // What a seat did after that ply is undone too, what it did before is not.
    check("seats=3;stones=5", "take1 resign:1 takeback:1 take1 take1 take1 take1 wait", "-");
    check("seats=3;stones=5", "resign:1 take1 takeback:1 resign:1", "seat 1 has left the game");
}

#[test]
fn a_refused_event_changes_nothing() {
    let mut game = game("stones=5");
    game.push("take1").unwrap();
    let before = format!("{game:?}");
    for event in ["take9", "resign:3", "takeback:2", "time:", "", "draw:1", "takeback:99999999999999999999"] {
        assert!(game.push(event).is_err(), "{event}");
        assert_eq!(format!("{game:?}"), before, "{event}");
    }
    assert!(matches!(game.push("resign:9"), Err(RecordError::NoSuchSeat(_))));
}

/// Whatever is taken back, from wherever: the record is what it would be without it.
#[test]
fn a_takeback_leaves_the_game_as_it_was() {
    let setup = "seats=3;stones=100";
    // Withdrawals and, by waiting, repetition among the moves; far enough for positions to be kept on the way.
    let moves: Vec<_> = (0..150).map(|ply| if ply % 2 == 0 { "take1" } else { "wait" }).collect();
    let played = |plies: usize| {
        let mut game = game(setup);
        for (ply, token) in moves[..plies].iter().enumerate() {
            if ply == 40 {
                game.push("resign:2").unwrap();
            }
            game.push(token).unwrap();
        }
        game
    };
    let whole = played(150);
    for ply in [1, 2, 31, 32, 33, 34, 40, 41, 42, 63, 64, 65, 96, 97, 149, 150] {
        let (mut back, mut plain) = (whole.clone(), played(ply - 1));
        back.push(&format!("takeback:{ply}")).unwrap();
        if ply == 41 {
            // The withdrawal came before the move that is taken back.
            plain.push("resign:2").unwrap();
        }
        let same = |back: &dyn AnyGame, plain: &dyn AnyGame| {
            assert_eq!(back.standing(), plain.events(), "{ply}");
            assert_eq!(back.moves(), plain.moves(), "{ply}");
            assert_eq!((back.turn(), back.key()), (plain.turn(), plain.key()), "{ply}");
            assert_eq!(back.view(Viewer::All), plain.view(Viewer::All), "{ply}");
            assert_eq!(back.has_left(Seat::new(1)), plain.has_left(Seat::new(1)), "{ply}");
        };
        same(&*back, &*plain);
        // And so it goes on, takebacks after takebacks, to the end.
        for token in ["wait", "take1", "wait", "takeback:1", "wait", "wait", "wait", "wait", "wait"] {
            let (one, other) = (back.push(token), plain.push(token));
            assert_eq!(one, other, "{ply} {token}");
        }
        assert_eq!((back.turn(), back.standing()), (plain.turn(), plain.standing()), "{ply}");
    }
}

/// Each costs no more than the one before it, or this would take hours.
#[test]
fn a_long_record_of_takebacks_is_replayed() {
    let mut game = game("stones=100");
    for _ in 0..90 {
        game.push("take1").unwrap();
        game.push("wait").unwrap();
    }
    for _ in 0..100_000 {
        game.push("takeback:180").unwrap();
        game.push("wait").unwrap();
    }
    assert_eq!((game.ply(), game.events().len()), (180, 200_180));
}

#[test]
fn views_list_actions_for_the_seat_to_act_alone() {
    let mut game = game("stones=5");
    let legal = |game: &dyn AnyGame, viewer| game.view(viewer).legal.len();
    assert_eq!(legal(&*game, Viewer::Seat(Seat::new(0))), 4);
    assert_eq!(legal(&*game, Viewer::Seat(Seat::new(1))), 0);
    assert_eq!(legal(&*game, Viewer::Spectator), 0);
    game.play("take3").unwrap();
    assert_eq!(game.view(Viewer::Spectator).last.unwrap().t, "take3");
    game.push("draw").unwrap();
    assert!(matches!(game.turn(), Turn::Over(_)));
    assert_eq!(game.legal(), Vec::<String>::new());
}
