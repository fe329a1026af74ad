//! Ascension, clause by clause of docs/rules/ascension.en.md.

use engine::{
    AnyGame, Palette, Record, Seat, Viewer, fair, mix,
    perft::perft,
    picture,
    search::{Level, Limits, Method, Table},
    testkit,
};
use games::{
    GAMES,
    ascension::{Ascension, Setup},
};
use rand::{SeedableRng, rngs::StdRng};

use self::scene::{Scene, play};

mod placing;
pub(crate) mod scene;
mod secrets;
mod steps;

const DEAL: &str = "T.C.S.E.L.M.R.K.B.G.T.C.S.E.L.M.R.K.B.G.T.C.S.E.L.M.R.K.B.G.TCSELMRKBG......";

/// Each token is legal if it stands after `+`, and refused by the clause before it otherwise:
/// `+ >b2 >c3 | 4.1 >i9`.
#[track_caller]
fn check(game: &dyn AnyGame, expect: &str) {
    for group in expect.split(" | ") {
        let (clause, tokens) = group.split_once(' ').expect("a clause, then tokens");
        for token in tokens.split(' ') {
            let refusal = game.explain(token);
            let found = refusal.as_ref().map_or("+", |refusal| {
                refusal.reason.clause.rsplit(' ').next().expect("a clause has a number")
            });
            assert_eq!(found, clause, "{token}: {refusal:?}\n{}", drawn(game, Viewer::All));
        }
    }
}

/// Exactly these actions are legal.
#[track_caller]
fn only(game: &dyn AnyGame, tokens: &str) {
    let mut legal = game.legal();
    legal.sort();
    let mut expected: Vec<&str> = tokens.split_whitespace().collect();
    expected.sort_unstable();
    assert_eq!(legal, expected, "\n{}", drawn(game, Viewer::All));
}

fn drawn(game: &dyn AnyGame, viewer: Viewer) -> String {
    picture::text(&*game.picture(viewer), game.seats(), Palette::None, true)
}

/// The view of a seat as JSON, or of a spectator.
fn board(game: &dyn AnyGame, seat: usize) -> serde_json::Value {
    game.view(Seat::from_number(seat).map_or(Viewer::Spectator, Viewer::Seat)).board.value()
}

fn player(game: &dyn AnyGame, seat: usize) -> serde_json::Value {
    board(game, 0)["players"][seat - 1].clone()
}

fn to_act(game: &dyn AnyGame) -> usize {
    game.turn().seat().map_or(0, Seat::number)
}

#[track_caller]
fn over(game: &dyn AnyGame, result: &str, by: &str) {
    let outcome = game.turn().outcome().expect("the game is over");
    assert_eq!((outcome.to_string().as_str(), outcome.by()), (result, by));
}

#[test]
fn laws() {
    for options in [
        "seats=2;round_limit=60",
        "seats=3;starts=0;round_limit=30",
        "round_limit=30",
        "starts=1;round_limit=9",
    ] {
        // `LUDARIUM_LONG=n` plays n times as many games.
        let long = std::env::var("LUDARIUM_LONG").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
        testkit::laws::<Ascension>(options, 2 * long);
    }
}

/// Seats leave at any ply, also with a piece in hand, and what is left is a position like any other.
#[test]
fn rules_0_8_positions_after_withdrawing() {
    let mut rng = StdRng::seed_from_u64(11);
    for _ in 0..40 {
        let mut game = play("round_limit=9", "");
        while !game.turn().is_over() {
            let legal = game.legal();
            game.play(&legal[mix::below(&mut rng, legal.len())]).unwrap();
            let seat = Seat::new(mix::below(&mut rng, 4));
            if mix::below(&mut rng, 25) == 0 && !game.turn().is_over() && !game.has_left(seat) {
                game.withdraw(seat, engine::Withdrawal::Resign).unwrap();
                if !game.turn().is_over() {
                    let text = game.position_text();
                    let again = play(&format!("round_limit=9;from={text}"), "");
                    assert_eq!((again.position_text(), again.legal()), (text, game.legal()));
                }
            }
        }
    }
}

#[test]
fn a_position_is_small() {
    assert!(size_of::<Ascension>() < 1024, "{}", size_of::<Ascension>());
}

#[test]
fn clause_1_1_heights() {
    let game = Scene::new(2).lay("c3 . c3 h1 e5 .").play("");
    let view = board(&*game, 0);
    let height = |index: usize| view["cells"][index]["height"].as_u64();
    assert_eq!([0, 20, 40].map(height), [Some(0), Some(3), Some(11)]);
}

#[test]
fn clause_1_2_the_cubes() {
    let game = play("", "");
    let setup = game.setup();
    let deal = setup.split(';').find_map(|part| part.strip_prefix("deal=")).unwrap();
    let count = |code: char| deal.chars().filter(|&other| other == code).count();
    assert_eq!((deal.len(), count('.')), (76, 36));
    assert!("TCSELMRKBG".chars().all(|code| count(code) == 4));
    let view = board(&*game, 0);
    for cell in view["cells"].as_array().unwrap() {
        let name = cell["cell"].as_str().unwrap();
        let bare = ["a1", "a9", "i9", "i1", "e5"].contains(&name);
        let cubes = cell["stack"].as_array().unwrap().iter().filter(|piece| piece["kind"] == "cube");
        let hidden = cubes.filter(|cube| cube["shows"] == false && cube["face"] == "?").count();
        assert_eq!(hidden, usize::from(!bare), "{name}");
    }
}

#[test]
fn clause_1_3_a_pawn_and_four_half_cubes_for_each_seat() {
    for seats in 2..=4 {
        let game = play(&format!("seats={seats}"), "");
        for seat in 1..=seats {
            let player = player(&*game, seat);
            assert_eq!((player["plain"].as_u64(), player["figured"].as_u64()), (Some(2), Some(2)));
            assert_eq!((&player["pawn"], &player["joker"]), (&player["corner"], &false.into()));
        }
        assert_eq!(board(&*game, 0)["joker"]["at"], "aside");
    }
}

#[test]
fn clause_1_4_corners_and_figures() {
    for (seats, figures) in [(2, "TS"), (3, "TCS"), (4, "TCSE")] {
        let game = Scene::new(seats).play("");
        let found: String =
            (1..=seats).map(|seat| player(&*game, seat)["figure"].as_str().unwrap().to_owned()).collect();
        assert_eq!(found, figures);
    }
    let corners = [(1, "a1"), (2, "a9"), (3, "i9"), (4, "i1")];
    let game = Scene::new(4).play("");
    assert!(corners.iter().all(|&(seat, corner)| player(&*game, seat)["pawn"] == corner));
}

#[test]
fn clause_1_5_absent_seats() {
    let game = Scene::new(2).lay("c3 C! b2 E!").play("");
    check(&*game, "2.1 ^c3 ^b2");
    let game = Scene::new(2).player(1, "b8s1").lay("b7 C! c9 C!").phase("step").play("");
    check(&*game, "1.5 >a9 | 4.3 >b7 >c9 | + >a8 >b9");
}

#[test]
fn clause_1_6_the_deal() {
    let bad = |deal: &str| format!("deal={deal}").parse::<Setup>().unwrap_err().reason.key;
    assert_eq!(bad("T"), "ascension.deal-length");
    assert_eq!(bad(&DEAL.replace('T', "?")), "ascension.deal-hidden");
    assert_eq!(bad(&DEAL.replace('T', "X")), "ascension.deal-code");
    assert_eq!(bad(&DEAL.replace('T', ".")), "ascension.deal-deck");
    let setup = format!("seats=3;deal={DEAL};starts=0;round_limit=7");
    assert_eq!(setup.parse::<Setup>().unwrap().to_string(), setup);
    let game = play(&format!("deal={DEAL}"), "^b1");
    let sent = |viewer| game.view(viewer).setup;
    let hidden = "?".repeat(75);
    assert_eq!(sent(Viewer::Seat(Seat::new(0))), format!("seats=4;deal=T{hidden};starts=2;round_limit=100"));
    assert_eq!(sent(Viewer::Spectator), format!("seats=4;deal=?{hidden};starts=2;round_limit=100"));
    assert_eq!(sent(Viewer::All), format!("seats=4;deal={DEAL};starts=2;round_limit=100"));
}

/// A drawing that is hidden or covered does nothing; a half-cube with a figure and the joker show in any case.
#[test]
fn clause_1_7_what_shows() {
    let chasms = |pieces: &str| Scene::new(2).player(1, "c3s1").lay(pieces).phase("step").play("");
    check(&*chasms("c3 h1 c4 G!"), "4.3 >c4");
    check(&*chasms("c3 h1 c4 G"), "+ >c4");
    check(&*chasms("c3 . c4 G! c4 h1"), "+ >c4");
    check(&*Scene::new(2).lay("c3 f2 c4 S c5 S!").play(""), "2.1 ^c3 ^c5 | + ^c4");
    let game = Scene::new(2).lay("c3 f1 c4 h1 d3 j").summit("2").joker("laid").player(2, "h5s1").play("");
    let view = board(&*game, 0);
    let shows = |index: usize| view["cells"][index]["stack"][0]["shows"].as_bool();
    assert_eq!([20, 29, 21].map(shows), [Some(true), Some(false), Some(true)]);
}

/// The pawn of seat 1 in a pit on b2 that any half-cube leaves closed.
fn pit(seats: usize) -> Scene {
    let walls = "b1 . b1 . b3 . b3 . c1 . c1 . c2 . c2 . c3 . c3 . a2 . a2 . a3 . a3 . a1 T! a1 T!";
    Scene::new(seats).lay(walls).player(1, "b2s1")
}

#[test]
fn rules_0_8_withdrawing() {
    over(&*Scene::new(2).play("resign:1"), "0 1", "resign");
    let scene = Scene::new(3).lay("c3 L! c4 R");
    // A piece in hand goes back as it lay, one of the reserve is gone.
    let game = scene.play("^c3 resign:1");
    assert_eq!(
        (to_act(&*game), board(&*game, 0)["cells"][20]["stack"][0]["shows"].as_bool()),
        (2, Some(true))
    );
    let game = scene.play("^c4 time:1");
    let piece = &board(&*game, 0)["cells"][29]["stack"][0];
    assert_eq!((piece["shows"].as_bool(), piece["face"].as_str()), (Some(false), Some("?")));
    let game = scene.play("^h resign:1");
    assert_eq!((to_act(&*game), player(&*game, 1)["plain"].as_u64()), (2, Some(0)));
    // Another seat's turn goes on where it was.
    let game = scene.play("^c4 resign:3");
    assert_eq!(to_act(&*game), 1);
    check(&*game, "+ =d4!");
    // The leader takes a laid joker with him; one in hand passes on.
    let leader = Scene::new(3).player(1, "c3s1").player(2, "c5s1");
    let game = leader.clone().summit("12").joker("laid").put("d3", "j").play("resign:1");
    assert_eq!(
        (board(&*game, 0)["joker"]["at"].as_str(), board(&*game, 0)["leader"].as_u64()),
        (Some("gone"), Some(2))
    );
    let game = leader.summit("12").play("^j resign:1");
    assert_eq!(player(&*game, 2)["joker"], true);
}

#[test]
fn clause_5_1_the_summit() {
    let scene = Scene::new(2).player(1, "e4s1").lay("e4 . e4 . e4 . e4 .").phase("step");
    let game = scene.play(">e5");
    let first = player(&*game, 1);
    assert_eq!((first["summit"].as_bool(), first["joker"].as_bool()), (Some(true), Some(true)));
    assert_eq!(board(&*game, 0)["leader"], 1);
}

#[test]
fn clause_5_2_added_turns() {
    let order = |scene: &Scene, turns: usize| {
        let mut game = scene.play("");
        let mut order = Vec::new();
        while order.len() < turns {
            order.push((to_act(&*game), board(&*game, 0)["added"] == true));
            for _ in 0..3 {
                // Half-cubes pile up on g5; the pawns wander.
                let legal = game.legal();
                let pawn = legal.iter().rfind(|token| !token.starts_with(['^', '=']));
                let half = legal.iter().find(|token| ["^h", "^f", "=g5"].contains(&token.as_str()));
                let token = pawn.or(half).expect("half-cubes are left");
                let token = token.clone();
                game.play(&token).unwrap();
                if to_act(&*game) != order.last().unwrap().0 {
                    break;
                }
            }
        }
        order
    };
    let mut scene = Scene::new(4).player(1, "c3s1").summit("1");
    assert_eq!(order(&scene, 4), [(1, false), (2, false), (1, true), (3, false)]);
    // A seat that has been on the summit gives no added turn.
    scene = scene.summit("12").player(2, "c5s1");
    assert_eq!(order(&scene, 3), [(1, false), (2, false), (3, false)]);
    // The last seat before the leader gives none.
    let scene = Scene::new(4).player(1, "c3s1").summit("1").turn("1.4c");
    assert_eq!(order(&scene, 2), [(4, false), (1, false)]);
    // With two seats nothing changes.
    let scene = Scene::new(2).player(1, "c3s1").summit("1");
    assert_eq!(order(&scene, 3), [(1, false), (2, false), (1, false)]);
    // Also after a turn in which the seat went out.
    let scene = Scene::new(4).player(1, "c3s1").summit("1").turn("1.2");
    let game = scene.play("resign:2");
    assert_eq!((to_act(&*game), board(&*game, 0)["added"].as_bool()), (1, Some(true)));
}

#[test]
fn clause_5_3_the_joker_is_laid_once() {
    let scene = Scene::new(2).player(1, "c3s1").summit("1");
    let game = scene.play("^j =d3 >c4 ^h =f5 >h8");
    check(&*game, "2.2 ^j | 2.1 ^d3");
    assert_eq!(board(&*game, 0)["joker"]["at"], "d3");
}

#[test]
fn clause_5_4_a_blocked_leader() {
    let scene = pit(3).summit("13").player(3, "g5s1");
    let game = scene.play("^h =f5");
    assert_eq!(
        (board(&*game, 0)["leader"].as_u64(), player(&*game, 3)["joker"].as_bool()),
        (Some(3), Some(true))
    );
    let game = scene.clone().joker("laid").put("d7", "j").play("^h =f5");
    let view = board(&*game, 0);
    assert_eq!((view["leader"].as_u64(), view["joker"]["at"].as_str()), (Some(3), Some("gone")));
    let game = pit(3).summit("1").play("^h =f5");
    let view = board(&*game, 0);
    assert_eq!((view["leader"].as_u64(), view["joker"]["at"].as_str()), (None, Some("aside")));
}

#[test]
fn clause_6_1_home_from_the_summit() {
    over(&*Scene::new(2).player(1, "b2s1").summit("1").phase("step").play(">a1"), "1 0", "6.1");
    let scene = Scene::new(2).player(1, "b2s1").phase("step");
    assert_eq!(to_act(&*scene.play(">a1")), 2);
}

#[test]
fn clause_6_2_the_last_seat_in_wins() {
    over(&*pit(2).player(1, "b2s0").play("^h =f5"), "0 1", "6.2");
    let game = pit(3).player(1, "b2s0").play("^h =f5");
    assert!(!game.turn().is_over(), "two are left");
    over(&*pit(3).player(1, "b2s0").player(2, "x").play("^h =f5"), "0 0 1", "6.2");
}

#[test]
fn clause_6_3_rounds() {
    let scene = Scene::new(3).options("round_limit=4").turn("4.3c");
    over(&*scene.phase("step").play(">h8"), "1/3 1/3 1/3", "6.3");
    let scene = Scene::new(3).options("round_limit=4").player(2, "x").turn("3.3c").phase("step");
    assert_eq!(board(&*scene.play(">h8"), 0)["round"], 4);
    // The last seat leaves during the turn of the one before: that turn does not end the round.
    let game = Scene::new(3).turn("4.2").play("resign:3 ^h =f5 >b8");
    assert_eq!((to_act(&*game), board(&*game, 0)["round"].as_u64()), (1, Some(4)));
    // The draw is among the seats still in.
    let scene = Scene::new(3).options("round_limit=4").player(1, "x").turn("4.3c").phase("step");
    over(&*scene.play(">h8"), "0 1/2 1/2", "6.3");
}

#[test]
fn clause_8_options() {
    let complete = |setup: &str| {
        let setup = play(setup, "").setup();
        setup.split(';').filter(|part| !part.starts_with("deal=")).collect::<Vec<_>>().join(";")
    };
    assert_eq!(complete(""), "seats=4;starts=2;round_limit=100");
    assert_eq!(complete("round_limit=9;seats=2;starts=0"), "seats=2;starts=0;round_limit=9");
    for bad in ["seats=1", "seats=5", "starts=1000001", "round_limit=0", "rounds=9"] {
        assert_eq!(bad.parse::<Setup>().unwrap_err().reason.clause, "Rules 0.3", "{bad}");
    }
}

#[test]
fn clause_9_facts() {
    for (seats, expected) in
        [(2, [78, 8937, 8937, 679_450]), (3, [78, 8933, 8933, 679_142]), (4, [78, 8929, 8929, 678_834])]
    {
        let setup: Setup = format!("seats={seats};deal={DEAL}").parse().unwrap();
        let record = Record::<Ascension>::new(setup);
        let counts = [1, 2, 3, 4].map(|depth| perft(&record, depth));
        assert_eq!(counts, expected, "{seats} seats");
    }
}

#[test]
fn impossible_positions() {
    let scene = Scene::new(2);
    let key = |scene: Scene, fault: &str| assert_eq!(scene.fault(), format!("ascension.position-{fault}"));
    key(scene.clone().lay("c3 .!"), "plain");
    key(scene.clone().lay("e5 . e5 ."), "pillar");
    key(scene.clone().lay("e5 L!"), "pillar");
    key(scene.clone().lay("a1 S!"), "corner");
    for absent in ["a9 S!", "a9 C", "a9 L!", "a9 .", "a9 h1", "a9 f1", "a9 C! a9 E!", "i1 C!"] {
        key(scene.clone().lay(absent), "corner");
    }
    scene.clone().lay("a9 C! a9 C! i1 E!").play("");
    key(scene.clone().lay("c3 h4"), "absent");
    key(scene.clone().lay("c3 j"), "joker");
    key(scene.clone().lay("c3 j c3 .").summit("1").joker("laid").player(1, "c5s1"), "covered");
    key(scene.clone().lay("c3 G!").player(1, "c3s1"), "pawn");
    key(scene.clone().player(1, "i9s1"), "pawn");
    key(scene.clone().player(1, "a9s1"), "pawn");
    key(scene.clone().player(1, "a1s2"), "starts");
    key(scene.clone().player(1, "c3s1r"), "rests");
    key(scene.clone().player(1, "a1s1l93"), "last");
    key(scene.clone().summit("1"), "summit");
    key(scene.clone().player(1, "e5s1"), "summit");
    key(scene.clone().player(1, "x"), "seats");
    key(scene.clone().turn("1.1+2"), "seats");
    key(scene.clone().turn("101.1"), "round");
    key(scene.clone().turn("1.1c"), "round");
    key(scene.clone().turn("1.2"), "round");
    key(scene.clone().hand("S!", "c3"), "hand");
    key(scene.clone().hand("L", "c3"), "hand");
    key(scene.clone().phase("spring:b2"), "springs");
    key(pit(2).phase("step"), "phase");
    key(scene.clone().phase("nap"), "form");
    key(scene.clone().player(1, "a1s01"), "form");
    key(scene.clone().lay("c3 L?"), "piece");
    let twice = scene.setup().replace(",,,,,,,,/", ",77,77,,,,,,/");
    assert_eq!(twice.parse::<Setup>().unwrap_err().reason.key, "ascension.position-twice");
    let other = format!("{};deal={DEAL}", scene.setup());
    assert_eq!(other.parse::<Setup>().unwrap_err().reason.key, "ascension.other-deal");
}

#[test]
fn picture() {
    let scene = Scene::new(4)
        .lay("c3 . c3 h1 c4 R! d4 L1 d4 f1 e5 . b2 B! g6 K! i1 E! e4 . e4 . e4 . e4 . e4 h3 f6 j")
        .player(1, "c3s1l41")
        .player(2, "b2s0r")
        .player(3, "e4s1")
        .player(4, "x")
        .summit("3")
        .joker("laid")
        .turn("12.1");
    insta::assert_snapshot!(drawn(&*scene.play("^g6"), Viewer::Seat(Seat::new(0))));
}

/// Where there is nothing to choose, no time is spent.
#[test]
fn one_action_needs_no_thought() {
    let game = play(&format!("seats=2;deal={DEAL}"), "^e1 =e2");
    only(&*game, "stay");
    let limits = Limits::time(std::time::Duration::from_secs(60));
    let report = game.think(&game.levels()[8], &limits, &Table::new(1), &mut |_| ()).unwrap();
    assert_eq!(report.best(), "stay");
    assert!(limits.elapsed().as_secs() < 30);
}
