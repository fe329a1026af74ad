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

pub(crate) mod scene;

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

#[test]
fn clause_2_1_what_may_be_picked() {
    let scene = Scene::new(2)
        .lay("c3 T! c4 S! c5 G! c6 . c7 . d3 j")
        .player(1, "c7s1")
        .player(2, "h5s1l44")
        .summit("2")
        .joker("laid");
    // Plain cubes begin with number 41: c6 holds 41.
    let scene = scene.player(2, "h5s1l41");
    check(&*scene.play(""), "+ ^c3 ^c5 ^e9 | 2.1 ^c4 ^c6 ^c7 ^d3 ^e5 ^b2 =b2 >b2 stay");
    // The bar falls with the next placing of its seat, and a seat that is out has none.
    check(&*Scene::new(2).lay("c6 .").play("^c6 =c7 >b2"), "2.1 ^c7");
    check(&*Scene::new(3).lay("c6 .").play("^c6 =c7 >b2 resign:1"), "+ ^c7");
    let game = Scene::new(2).lay("c6 .").play("^c6 =c7 >b2 ^h =f5 >h8 ^h =f6 >b1");
    check(&*game, "+ ^c7 | 2.1 ^f6");
}

#[test]
fn clause_2_2_the_reserve() {
    let game = Scene::new(2).lay("c3 h1 c4 h1 d3 f1").play("");
    check(&*game, "+ ^f | 2.2 ^h ^j");
    check(&*Scene::new(2).summit("1").player(1, "c3s1").play(""), "+ ^j ^h ^f");
}

#[test]
fn clause_2_3_the_picker_alone_sees_the_face() {
    let scene = Scene::new(3).lay("c3 R");
    let face = |game: &dyn AnyGame, seat: usize| board(game, seat)["hand"]["face"].clone();
    let game = scene.play("^c3");
    assert_eq!([1, 2, 3, 0].map(|seat| face(&*game, seat)), ["R", "?", "?", "?"]);
    let game = scene.play("^c3 =d3 >b2");
    let top = |seat: usize| board(&*game, seat)["cells"][21]["stack"][0].clone();
    assert_eq!([1, 2, 3, 0].map(|seat| top(seat)["face"].clone()), ["R", "?", "?", "?"]);
    assert_eq!(top(2)["known"], serde_json::json!([1]));
    let game = scene.play("^c3 =d3! >b2");
    assert_eq!(board(&*game, 0)["cells"][21]["stack"][0]["face"], "R");
}

#[test]
fn clause_2_4_nothing_to_pick() {
    // All cubes lie under the pawn of seat 2, all half-cubes under the joker of seat 1.
    let scene = Scene::new(2)
        .lay("c3 h1 c3 h1 c3 f1 c3 f1 c3 h2 c3 h2 c3 f2 c3 f2 c3 j")
        .player(2, "e9s1")
        .summit("1")
        .joker("laid");
    let scene = scene.player(1, "b2s1l93").turn("1.1");
    // Seat 1 may not pick either: its turn begins with the pawn.
    assert_eq!(scene.fault(), "ascension.position-phase");
    let game = scene.clone().phase("step").play(">b1");
    // Seat 2 is blocked at once on its tower and goes home.
    assert_eq!(player(&*game, 2)["pawn"], "i9");
    check(&*game, "+ ^e9");
    assert_eq!(to_act(&*game), 1);
}

/// The pieces on the board are never fewer than before, but for a joker that leaves with its layer's summit (5.4).
#[test]
fn clause_2_5_pieces_never_leave_the_board() {
    let pieces = |game: &dyn AnyGame| -> Vec<u64> {
        let view = board(game, 0);
        let stacks =
            view["cells"].as_array().unwrap().iter().flat_map(|cell| cell["stack"].as_array().unwrap());
        let lying = stacks.chain(view["hand"].is_object().then_some(&view["hand"]));
        let mut numbers: Vec<u64> = lying
            .filter(|piece| piece["kind"] != "joker")
            .map(|piece| piece["piece"].as_u64().unwrap())
            .collect();
        numbers.sort_unstable();
        numbers
    };
    let mut rng = StdRng::seed_from_u64(5);
    for seats in 2..=4 {
        let mut game = play(&format!("seats={seats};starts=0;round_limit=25"), "");
        let mut before = pieces(&*game);
        assert_eq!(before.len(), 77, "76 cubes and the pillar");
        while !game.turn().is_over() {
            let legal = game.legal();
            game.play(&legal[mix::below(&mut rng, legal.len())]).unwrap();
            let now = pieces(&*game);
            assert!(before.iter().all(|piece| now.binary_search(piece).is_ok()), "{:?}", game.moves());
            before = now;
        }
    }
}

#[test]
fn clause_3_1_it_must_move() {
    check(&*Scene::new(2).lay("c3 .").play("^c3"), "3.1 =c3 ^c4 >b2 stay =j9 | + =c4");
}

#[test]
fn clause_3_2_either_way_up() {
    check(&*Scene::new(2).lay("c3 L").play("^c3"), "+ =c4 =c4!");
    check(&*Scene::new(2).lay("c3 L!").play("^c3"), "+ =c4 | 3.2 =c4!");
    check(&*Scene::new(2).lay("c3 .").play("^c3"), "+ =c4 | 3.2 =c4!");
    check(&*Scene::new(2).play("^h"), "+ =c4 | 3.2 =c4!");
    check(&*Scene::new(2).play("^f"), "+ =c4 | 3.2 =c4!");
    check(&*Scene::new(2).summit("1").player(1, "c3s1").play("^j"), "+ =c4 | 3.2 =c4!");
}

#[test]
fn clause_3_3_neither_on_pawns_nor_on_the_joker() {
    let scene = Scene::new(2).lay("d3 j").summit("2").joker("laid").player(2, "c5s1");
    check(&*scene.play("^h"), "3.3 =a1 =c5 =d3");
}

#[test]
fn clause_3_4_corners() {
    let scene = Scene::new(4).player(1, "c3s1").player(2, "x").lay("c5 T c6 C c7 T!");
    check(&*scene.play("^c5"), "+ =a1! | 3.4 =a1 =a9!");
    check(&*scene.play("^c6"), "+ =a9! | 3.4 =a1! =a9");
    check(&*scene.play("^c7"), "3.4 =a1");
    check(&*scene.play("^f"), "+ =a1 | 3.4 =a9");
    check(&*scene.play("^h"), "3.4 =a1 =a9 | 3.3 =i9");
}

const CORNERS: [(&str, char); 4] = [("a1", 'T'), ("a9", 'C'), ("i9", 'S'), ("i1", 'E')];

/// All four corners take what shows their figure and nothing else, whoever lays it: one's own, a rival's, an absent
/// seat's, and that of a seat that is out.
#[test]
fn clause_3_4_every_corner_with_every_number_of_seats() {
    for seats in 2..=4 {
        let rivals = if seats == 2 { vec!["c5"] } else { vec!["c5", "c7", "f7"] };
        for seat in 1..=seats {
            for out in [false, true].into_iter().take(if seats > 2 { 2 } else { 1 }) {
                // All pawns are away from home, and perhaps one seat is out.
                let mut scene = Scene::new(seats).player(seat, "c3s1").turn(&turn_of(seat, seats, out));
                for (other, at) in (1..=seats).filter(|&other| other != seat).zip(&rivals) {
                    let gone = out && other == seat % seats + 1;
                    scene = scene.player(other, &if gone { "x".into() } else { format!("{at}s1") });
                }
                check_corners(&scene, seat);
            }
        }
    }
}

/// Seat `seat` to pick in the first round.
fn turn_of(seat: usize, seats: usize, next_is_out: bool) -> String {
    let closes = seat == seats || next_is_out && seat + 1 == seats;
    format!("1.{seat}{}", if closes { "c" } else { "" })
}

#[track_caller]
fn check_corners(scene: &Scene, seat: usize) {
    for (corner, own) in CORNERS {
        for face in "TCSEL".chars() {
            let game = scene.clone().put("g3", &face.to_string()).play("^g3");
            let shown = if face == own { "+" } else { "3.4" };
            check(&*game, &format!("{shown} ={corner}! | 3.4 ={corner}"));
        }
        // A plain half-cube shows nothing, one with a figure its own, a plain cube and a cube that must hide nothing.
        check(&*scene.play("^h"), &format!("3.4 ={corner}"));
        let figure = player(&*scene.play(""), seat)["figure"].as_str() == Some(&own.to_string());
        check(&*scene.play("^f"), &format!("{} ={corner}", if figure { "+" } else { "3.4" }));
        check(&*scene.clone().put("g3", ".").play("^g3"), &format!("3.4 ={corner}"));
        // What lies there may be covered by the same figure only, and picked by nobody but its owner.
        let raised = scene.clone().put(corner, &format!("{own}!"));
        check(&*raised.clone().put("g3", &own.to_string()).play("^g3"), &format!("+ ={corner}!"));
        check(&*raised.play("^h"), &format!("3.4 ={corner}"));
        check(&*raised.play(""), &format!("{} ^{corner}", if figure { "+" } else { "2.1" }));
        // The corner shows its figure in every view, bare or not.
        for game in [scene.play(""), raised.play("")] {
            let cells = board(&*game, 0)["cells"].clone();
            let cell = cells.as_array().into_iter().flatten().find(|cell| cell["cell"] == corner);
            assert_eq!(cell.expect("all cells are there")["corner"], own.to_string());
        }
    }
}

/// What was laid on an absent seat's corner: a position like any other, closed to every pawn.
#[test]
fn clause_3_4_an_absent_corner_after_the_placing() {
    let game = Scene::new(2).player(1, "b8s1").lay("c6 C").play("^c6 =a9!");
    check(&*game, "1.5 >a9 | + >a8");
    let mut again = play(&format!("seats=2;from={}", game.position_text()), "");
    assert_eq!((again.position_text(), again.legal()), (game.position_text(), game.legal()));
    again.push(">a8").unwrap();
    // Seat 2 may not pick it either; with the bar gone, nor may the seat that laid it.
    check(&*again, "2.1 ^a9");
    for event in "^h =f5 >h8".split(' ') {
        again.push(event).unwrap();
    }
    check(&*again, "2.1 ^a9");
    // No view tells more than that the cube showed.
    for viewer in [Viewer::Spectator, Viewer::Seat(Seat::new(1)), Viewer::All] {
        let stack = again.view(viewer).board.value()["cells"][72]["stack"].clone();
        assert_eq!((stack[0]["face"].as_str(), stack[0]["shows"].as_bool()), (Some("C"), Some(true)));
    }
}

#[test]
fn clause_3_5_the_pillar() {
    let scene = Scene::new(2).lay("c3 L c4 L!");
    check(&*scene.play("^c3"), "+ =e5 | 3.5 =e5!");
    check(&*scene.play("^c4"), "+ =e5");
    check(&*scene.play("^f"), "3.5 =e5");
    check(&*scene.play("^h"), "+ =e5");
    check(&*scene.clone().put("e5", ".").play("^h"), "3.5 =e5");
    check(&*scene.clone().put("e5", ".").play("^e5"), "3.1 =e5 | + =e4");
    check(&*scene.clone().summit("1").player(1, "d3s1").play("^j"), "3.5 =e5");
}

#[test]
fn clause_3_6_anything_else_is_covered() {
    check(&*Scene::new(2).lay("c3 S! c4 G! c5 f2 c6 B!").play("^h"), "+ =c3 =c4 =c5 =c6");
}

#[test]
fn clause_4_1_one_step_half_a_cube() {
    let scene = Scene::new(2).player(1, "c3s1").player(2, "d4s1").lay("c3 h1 c4 . b3 . b3 h1 b2 h2");
    let game = scene.phase("step").play("");
    only(&*game, ">b2 >b4 >c2 >c4 >d2 >d3");
    check(&*game, "4.1 >d4 >b3 >c5 >c3 ^h =c3");
    check(
        &*Scene::new(2).player(1, "c3s1").lay("c3 .").phase("step").put("c4", ".").play(""),
        "4.1 >c2 | + >c4",
    );
}

#[test]
fn clause_4_2_ladder_and_mattress() {
    let scene = Scene::new(2).player(1, "c3s1").phase("step");
    check(&*scene.clone().lay("c3 L! c4 . c4 . c5 .").play(""), "+ >c4");
    check(&*scene.clone().lay("c3 L! c4 . c4 . c4 h1 d3 .").play(""), "4.1 >c4 >c2 | + >d3");
    check(&*scene.clone().lay("c3 . c3 . c4 M! d3 . d4 . d4 h1").play(""), "+ >c4 >d4 | 4.1 >d3 >c2");
    // Hidden drawings do nothing (1.7).
    check(&*scene.clone().lay("c3 L c4 . c4 . d3 .").play(""), "4.1 >c4");
}

#[test]
fn clause_4_3_where_no_pawn_goes() {
    let scene = Scene::new(3).player(1, "b8s1").player(2, "x").summit("3").joker("laid").player(3, "g7s1");
    let game = scene.lay("b8 h1 b9 G! c9 C! c8 T! c7 j a8 .").phase("step").play("");
    check(&*game, "4.3 >b9 >c9 >c7 >a9 | + >c8 >a8 >a7");
    let own = Scene::new(3).player(1, "b8s1").summit("1").joker("laid").lay("c7 j").phase("step");
    check(&*own.play(""), "+ >c7");
}

#[test]
fn clause_4_4_cable_cars() {
    let scene = Scene::new(2).lay("c3 K! g7 . g7 . g7 K! h2 K! h3 K").player(1, "c3s1").phase("step");
    check(&*scene.play(""), "+ >g7 >h2 | 4.4 >h3 >f6 >c3");
    check(&*scene.clone().player(2, "h2s1").play(""), "4.1 >h2");
}

#[test]
fn clause_4_5_bivouac() {
    let scene = Scene::new(2).lay("a1 T! b2 B! h8 h2");
    let game = scene.play("^h =d5 >b2 ^h =d6 >h8");
    assert_eq!(player(&*game, 1)["rests"], true);
    let mut game = scene.play("^h =d5 >b2 ^h =d6 >h8 ^h =d7");
    only(&*game, "stay");
    check(&*game, "4.5 >b1");
    for event in "stay ^f =d8 >h9 ^f =f3".split(' ') {
        game.push(event).unwrap();
    }
    check(&*game, "4.7 stay | 4.1 >b1 | + >a1");
    // A resting pawn is not blocked, however it is walled in.
    let walls = "b1 . b1 h1 b3 . b3 h1 c1 . c1 . c2 . c2 . c3 . c3 . a2 . a2 . a3 . a3 . b1 . b3 . a1 T!";
    let scene = Scene::new(2).player(1, "b2s1r").lay("b2 B! a1 T!").lay(walls);
    only(&*scene.play("^f =f3"), "stay");
}

#[test]
fn clause_4_6_springs() {
    let scene = Scene::new(2).lay("a1 T! b2 R! c3 R!").phase("step");
    let game = scene.play(">b2");
    check(&*game, "+ done >a1 >c3 | 4.6 stay");
    assert_eq!(board(&*game, 0)["springs"], serde_json::json!(["b2"]));
    assert_eq!(to_act(&*scene.play(">b2 done")), 2);
    check(&*scene.play(">b2 >c3"), "+ >b2 done");
    // The first spring has worked already.
    assert_eq!(to_act(&*scene.play(">b2 >c3 >b2")), 2);
    check(&*scene.play(""), "4.6 done");
    // Nothing is asked where no step is possible: up by a ladder, and the way back falls too far.
    let scene = Scene::new(2).player(1, "c3s1").lay("c3 L! d4 . d4 R!").phase("step");
    assert_eq!(to_act(&*scene.play(">d4")), 2);
}

#[test]
fn clause_4_7_the_step_is_compulsory() {
    check(&*Scene::new(2).phase("step").play(""), "4.7 stay | + >b2");
    let walled = Scene::new(2).lay("a2 . b1 . b2 .").phase("step");
    only(&*walled.play(""), "stay");
    assert_eq!(player(&*walled.play("stay"), 1)["starts"], 1);
}

/// The pawn of seat 1 in a pit on b2 that any half-cube leaves closed.
fn pit(seats: usize) -> Scene {
    let walls = "b1 . b1 . b3 . b3 . c1 . c1 . c2 . c2 . c3 . c3 . a2 . a2 . a3 . a3 . a1 T! a1 T!";
    Scene::new(seats).lay(walls).player(1, "b2s1")
}

#[test]
fn clause_4_8_blocked() {
    let game = pit(2).play("^h =f5");
    assert_eq!((to_act(&*game), player(&*game, 1)["pawn"].as_str()), (2, Some("a1")));
    assert_eq!(player(&*game, 1)["starts"], 0);
    over(&*pit(2).player(1, "b2s0").play("^h =f5"), "0 1", "6.2");
    let game = pit(3).player(1, "b2s0").play("^h =f5");
    let out = player(&*game, 1);
    assert_eq!((to_act(&*game), out["out"].as_bool(), out["plain"].as_u64()), (2, Some(true), Some(0)));
    // A half-cube of its own under the wall would have saved it; without end there is always another start.
    let game = pit(2).options("starts=0").player(1, "b2s0").player(2, "i9s0").play("^h =f5");
    assert_eq!(
        (player(&*game, 1)["pawn"].as_str(), player(&*game, 1)["starts"].as_u64()),
        (Some("a1"), None)
    );
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

/// Two deals that differ only in what a viewer cannot know, and the same actions: the same bytes leave.
#[test]
fn clause_7_nothing_leaks() {
    let seats = 3;
    let mut rng = StdRng::seed_from_u64(3);
    for round in 0..12 {
        let setup = format!("seats={seats};round_limit=8");
        let mut game = games::GAMES.get("ascension").unwrap().start(&setup, &mut rng).unwrap();
        for _ in 0..40 + 3 * round {
            let legal = game.legal();
            let Some(token) = (!legal.is_empty()).then(|| &legal[mix::below(&mut rng, legal.len())]) else {
                break;
            };
            game.play(token).unwrap();
        }
        if game.turn().is_over() {
            continue;
        }
        let viewers = Seat::all(seats).map(Viewer::Seat).chain([Viewer::Spectator]);
        for viewer in viewers {
            let sent = game.view(viewer).setup;
            let other = play(&fill(&sent, &game.setup(), &mut rng), &game.moves().join(" "));
            let json = |game: &dyn AnyGame| serde_json::to_string(&game.view(viewer)).unwrap();
            assert_eq!(json(&*game), json(&*other));
            assert_eq!(drawn(&*game, viewer), drawn(&*other, viewer));
        }
    }
}

/// The set-up as sent, its hidden codes filled with the right faces in another order.
fn fill(sent: &str, setup: &str, rng: &mut StdRng) -> String {
    let mut hidden: Vec<char> =
        sent.chars().zip(setup.chars()).filter(|(sent, _)| *sent == '?').map(|(_, code)| code).collect();
    mix::shuffle(&mut hidden, rng);
    sent.chars().map(|code| if code == '?' { hidden.pop().expect("as many") } else { code }).collect()
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
fn fair_deals() {
    let entry = GAMES.get("ascension").expect("it is in the list");
    let verify = |commitment: &str, secret: &[u8; 32], nonces: &[Vec<u8>], deal: &str| {
        let setup = format!("seats={};deal={deal};starts=2;round_limit=100", nonces.len().max(2));
        fair::verify(entry, commitment, secret, nonces, &setup)
    };
    let secret = std::array::from_fn(|index| index as u8);
    let nonces = [b"alpha".to_vec(), Vec::new(), vec![0, 255], vec![b'x'; 64]];
    let commitment = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd";
    let deal = "RKCB..S..TC....MEB...ESBGLS.L.EGK.RC...L.SMG...MTTTK.K.MRC.L.....GBR......E.";
    assert_eq!(fair::commit(&secret), commitment);
    assert_eq!(verify(commitment, &secret, &nonces, deal), Ok(()));
    let nothing = "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";
    let quiet = ".S.GMS..ER.LG..K.....RGCL..E.L..RE.TT.MC.TB.R..TLB.SM.K...KS..BCEKB..G....MC";
    assert_eq!(verify(nothing, &[0; 32], &[vec![], vec![]], quiet), Ok(()));
    assert_eq!(verify(commitment, &[0; 32], &nonces, deal), Err(fair::Unfair::Secret));
    assert_eq!(verify(commitment, &secret, &nonces, quiet), Err(fair::Unfair::Setup));
    assert_eq!(verify(commitment, &secret, &[vec![0; 65]], deal), Err(fair::Unfair::Nonce(1)));
    // Moving a byte from one nonce to the next makes another deal.
    let shifted = [b"alph".to_vec(), b"a".to_vec(), vec![0, 255], vec![b'x'; 64]];
    assert_eq!(verify(commitment, &secret, &shifted, deal), Err(fair::Unfair::Setup));
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

/// What a player may not know does not change what it plays: every kind of player, with every number of seats, all
/// along random games. `LUDARIUM_LONG=n` plays n times as many.
#[test]
fn hidden_faces_are_not_seen() {
    let long = std::env::var("LUDARIUM_LONG").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let mut rng = StdRng::seed_from_u64(11);
    for number in 0..9 * long {
        let setup = format!("seats={};round_limit=30", 2 + number % 3);
        let mut game = games::GAMES.get("ascension").unwrap().start(&setup, &mut rng).unwrap();
        while let Some(seat) = game.turn().seat() {
            let wait = 1 + mix::below(&mut rng, 40);
            let sent = game.view(Viewer::Seat(seat)).setup;
            let other = play(&fill(&sent, &game.setup(), &mut rng), &game.moves().join(" "));
            let players = [(game.levels()[8], 40), (game.levels()[2], 20)]
                .into_iter()
                .chain([(Level::full(Method::Greedy), 1), (Level::full(Method::Rollouts), 5)]);
            for (level, nodes) in players {
                let limits = Limits { seed: number, ..Limits::nodes(nodes) };
                let think = |game: &dyn AnyGame| game.think(&level, &limits, &Table::new(1), &mut |_| ());
                assert_eq!(think(&*game), think(&*other), "{level:?}\n{}", game.position_text());
            }
            for _ in 0..wait {
                let legal = game.legal();
                if !legal.is_empty() {
                    game.play(&legal[mix::below(&mut rng, legal.len())]).unwrap();
                }
            }
        }
    }
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
