//! Ascension 2 and 3: what is picked, and where it is placed.

use super::*;

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
